"""Where the text of a document begins, when cells of the table that it came from stand before it.

A name cell is searched and replaced together with its text, so that both get one surrogate. But
it is no first line of the text: finder and filter, which look at where a name stands, judge the
text as if the cells were not there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from .notes import keep, kept

if TYPE_CHECKING:
    from spacy.tokens import Doc

BODY = "body"

_TEXTS: WeakKeyDictionary[Doc, tuple[int, str]] = WeakKeyDictionary()


def text_of(document: Doc) -> str:
    """The text of a document, put together once: `doc.text` does so at every access.

    document (Doc): The document.
    RETURNS (str): Its text.
    """
    tokens = len(document)
    held = _TEXTS.get(document)
    if held is None or held[0] != tokens:  # tokens were joined, or read into an empty document
        held = _TEXTS[document] = tokens, document.text
    return held[1]


def set_body(document: Doc, start: int) -> Doc:
    """Say where the text of a document begins.

    document (Doc): The document.
    start (int): The text's first character; 0 where nothing stands before it.
    RETURNS (Doc): The same document.
    """
    keep(document, BODY, start)
    return document


def get_body(document: Doc) -> int:
    """The first character of a document's text, 0 where `set_body` told of none."""
    return int(kept(document, BODY, 0))


def first_token(document: Doc) -> int:
    """The number of the first token of a document's text.

    document (Doc): The document.
    RETURNS (int): From 0; the number of all tokens where none belongs to the text.
    """
    start = get_body(document)
    return int(document.to_array("IDX").searchsorted(start)) if start else 0
