"""Words of forms, proofs and tools, which stand where names stand. No trained weights read them."""

from __future__ import annotations

from .language import every


def _form(kind: str) -> frozenset[str]:
    return frozenset(every("form", kind))


HEADS = _form("head")
"""Short forms of words, folded, that head an answer, a step of a proof, an item or a field."""

NO_ANSWERS: frozenset[str] = frozenset(
    ["NIL", "NULL", "NAN", "NA", "TBA", "TBC", "TBD", "YES", "NO", "NONE"]
)
"""What is written in capitals where there is nothing to write."""

LETTERED = _form("lettered")
"""Nouns that are told apart by a letter: "Section C", "Option B", "Grade A"."""

USED = _form("used")
"""Behind these stands a thing or a site, and hardly a person ("using github.com/x")."""

MENTIONED = _form("mentioned")
"""Whom an "@" addresses who is nobody in particular."""

BODIES = _form("body")
"""Behind a name they make a place or a body of it: "Kenyon College", "Victoria Falls"."""
