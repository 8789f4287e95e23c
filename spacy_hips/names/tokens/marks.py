"""Marks of forums, of LaTeX and of line ends that are written out, which are no part of a name."""

from __future__ import annotations

import numpy as np
import regex
from spacy.tokens import Doc

from ...spans import token_characters

_TAGS = "b|i|u|s|br|hr|url|img|quote|code|size|color|font|center|left|right|list|li|email|spoiler"
# A command before its argument ("\\emph{Ana}"), a tag with its brackets ("[b]Ana[/b]"), a line end
# ("Best,\\nAna"); what a tag says of itself may be a name ("[quote=Ana]").
_MARK = regex.compile(
    rf"\\[A-Za-z]+\*?(?=\s?[\[{{])|(?i:\[/?(?:{_TAGS})\]|\[(?:{_TAGS})=)|\\[nrt](?=[\p{{Lu}}\\\s])"
)


def leave_marks(doc: Doc, text: str, chosen: np.ndarray) -> None:
    """Take marks out of what may be an identifier.

    doc (Doc): The document.
    text (str): Its text.
    chosen (np.ndarray): The label of each token, -1 for none, shape (tokens,); changed in place.
    """
    if "\\" not in text and "[" not in text:
        return
    starts, ends, _ = token_characters(doc)
    for mark in _MARK.finditer(text):
        first = int(np.searchsorted(starts, mark.start()))
        last = int(np.searchsorted(ends, mark.end(), side="right"))
        chosen[first:last] = -1
