"""What a name is taken for now and then, and what is left of it once the name is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import regex

from ...lexicon.person_words import ADDRESSES
from ...spans import PiiSpan

THINGS: frozenset[str] = frozenset({"EMPLOYER", "LOCATION", "NATIONALITY", "SCHOOL"})
"""Labels under which a name stands now and then ("the workshop of Amara")."""
MISTAKEN: frozenset[str] = THINGS | {"AGE", "DATE"}
"""The same, and what a month or a cell of a table is taken for ("April", "Amara,50")."""


# Not what firms are called by ("Papa John's", "Madame Tussauds").
_CALLING = ADDRESSES - {"dad", "madam", "madame", "mama", "mom", "oma", "opa", "papa", "señora"}
_WORD = regex.compile(r"(?<!['’])\p{L}[\p{L}\p{M}-]*(?:['’](?!s(?!\p{L}))\p{L}+)*")
_LONGEST = 3


def called_names(text: str, spans: Sequence[PiiSpan]) -> list[PiiSpan]:
    """Names that were taken for a firm or a place and hold a word for a relative ("Sudu Aunty").

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What was found in it.
    RETURNS (list): All spans; such a one is the rest of it, as a name.
    """
    return [_called(text, span) if span.label in THINGS else span for span in spans]


def _called(text: str, span: PiiSpan) -> PiiSpan:
    words = [match.span() for match in _WORD.finditer(text, span.start, span.end)]
    rest = [(a, b) for a, b in words if text[a:b].lower() not in _CALLING]
    if len(words) > _LONGEST or not rest or len(rest) == len(words):
        return span
    return replace(span, start=rest[0][0], end=rest[-1][1], label="PERSON")


def remainders(text: str, span: PiiSpan, start: int, end: int) -> list[PiiSpan]:
    """What is left of a span in front of a name in it and behind it, without marks and blanks.

    text (str): The document's text.
    span (PiiSpan): What was found.
    start, end (int): The name's characters.
    RETURNS (list): Up to two spans: what was covered stays so.
    """
    while start > span.start and not text[start - 1].isalnum():
        start -= 1
    while end < span.end and not text[end].isalnum():
        end += 1
    parts = (replace(span, end=start), replace(span, start=end))
    left = [part for part in parts if part.start < part.end]
    return [part for part in left if text[part.start - 1 : part.end] not in ("'s", "’s")]
