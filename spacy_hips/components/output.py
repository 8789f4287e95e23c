"""What goes out of a document: the extensions of `doc._` and the plain data behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from zlib import crc32

from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import create_vocab

from ..core.body import text_of
from ..core.errors import Errors, HipsError
from ..core.notes import keep, kept, notes
from ..core.spans import Replacement, is_written, searched_by
from ..text.page.languages import is_skipped
from .tokenizer import blank

OUTPUT = "output"
PII = "pii"


@dataclass(frozen=True)
class Output:
    """What became of a document.

    text (str): The anonymised text.
    rows (Sequence): What was done, by place, as plain data.
    """

    text: str
    rows: Sequence[Sequence[Any]]

    @property
    def replacements(self) -> tuple[Replacement, ...]:
        """What was done, by place."""
        return tuple(Replacement(*row) for row in self.rows)


def set_output(doc: Doc, text: str, replacements: Sequence[Replacement]) -> None:
    """Keep the anonymised text and the replacements on the document, as plain data."""
    keep(doc, OUTPUT, [_digest(doc), text, [r.to_row() for r in replacements]])


def read_output(doc: Doc) -> Output | None:
    """What became of a document; None where nothing was kept of this very text."""
    digest, text, rows = kept(doc, OUTPUT, (None, "", ()))
    if digest is None or digest != _digest(doc):
        return None
    return Output(str(text), rows)


def install_extensions() -> None:
    """Add what can be asked of `doc._`, once."""
    for name, getter in _GETTERS.items():
        if not Doc.has_extension(name):
            Doc.set_extension(name, getter=getter)


def get_anonymized(doc: Doc) -> str | None:
    """The anonymised text.

    RETURNS (str): The text; None where it is not released for its language (W115).
    RAISES (HipsError): E111 where nothing has anonymised the document, E127 where that was lost.
    """
    output = _told(doc)
    return None if output is None else output.text


def get_replacements(doc: Doc) -> tuple[Replacement, ...]:
    """What was done, by place; raises as `get_anonymized`."""
    output = _told(doc)
    return () if output is None else output.replacements


def get_anonymized_doc(doc: Doc) -> Doc | None:
    """The anonymised text as a document without marks, on a vocabulary of its own.

    The vocabulary has seen the anonymised text only, so that it holds no original. Raises as
    `get_anonymized`.
    """
    text = get_anonymized(doc)
    if text is None:
        return None
    nlp = _blank(doc.lang_ or "en")
    nlp.max_length = max(nlp.max_length, len(text) + 1)
    with nlp.memory_zone():
        tokens = nlp.make_doc(text)
        words = [t.text for t in tokens]
        spaces = [bool(t.whitespace_) for t in tokens]
    return Doc(create_vocab(doc.lang_ or "en", nlp.Defaults), words=words, spaces=spaces)


def _told(doc: Doc) -> Output | None:
    """The output; None where a document is not released. Nothing else is told without a word."""
    output = read_output(doc)
    if output is None and not is_skipped(doc):
        raise HipsError(Errors.E127 if _was_lost(doc) else Errors.E111)
    return output


def _was_lost(doc: Doc) -> bool:
    """Was something made of the document that it was taken from: is there an output of another
    text, or a group that came without what was remembered of it?"""
    if notes(doc, OUTPUT):
        return True
    groups = doc.spans.items()
    ours = [key for key, group in groups if key == PII or "offsets" in group.attrs]
    return any(not is_written(doc, key) for key in ours)


def _digest(doc: Doc) -> int:
    """Tells another text of the same length; too short to find out a text by."""
    return crc32(text_of(doc).encode("utf8", "surrogatepass"))


@lru_cache(maxsize=8)
def _blank(lang: str) -> Language:
    return blank(lang)


_GETTERS = {
    "anonymized": get_anonymized,
    "replacements": get_replacements,
    "anonymized_doc": get_anonymized_doc,
    "hips_searched": searched_by,
}
