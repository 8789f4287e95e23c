"""What goes out of a document: the extensions of `doc._` and the plain data behind them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import create_vocab

from ..notes import keep, kept
from ..spans import Replacement
from .tokenizer import blank

TEXT = "anonymized"
REPLACEMENTS = "replacements"


def set_output(doc: Doc, text: str, replacements: Sequence[Replacement]) -> None:
    """Keep the anonymised text and the replacements on the document, as plain data."""
    keep(doc, TEXT, text)
    keep(doc, REPLACEMENTS, [r.to_row() for r in replacements])


def install_extensions() -> None:
    """Add `doc._.anonymized`, `doc._.replacements` and `doc._.anonymized_doc`, once."""
    for name, getter in _GETTERS.items():
        if not Doc.has_extension(name):
            Doc.set_extension(name, getter=getter)


def get_anonymized(doc: Doc) -> str | None:
    """The anonymised text; None where the document was not anonymised."""
    text = kept(doc, TEXT)
    return None if text is None else str(text)


def get_replacements(doc: Doc) -> tuple[Replacement, ...]:
    """What was done, by place; empty where the document was not anonymised."""
    return tuple(Replacement(*row) for row in kept(doc, REPLACEMENTS, ()))


def get_anonymized_doc(doc: Doc) -> Doc | None:
    """The anonymised text as a document without marks, on a vocabulary of its own.

    The vocabulary has seen the anonymised text only, so that it holds no original.
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


@lru_cache(maxsize=8)
def _blank(lang: str) -> Language:
    return blank(lang)


_GETTERS = {
    "anonymized": get_anonymized,
    "replacements": get_replacements,
    "anonymized_doc": get_anonymized_doc,
}
