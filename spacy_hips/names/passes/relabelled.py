"""Places and firms where a person's name stands: "Interviewee 3: Greipur", "Essay – Ana Okri"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import regex

from ...lexicon.words import TITLE, Lexicon
from ...spans import PiiSpan
from .things import THINGS

_NEAR = 60  # characters in front that are looked at
# A "student:" or "tutor:" may speak of a place, where a chat has lines of both.
_FIELD = regex.compile(
    r"(?:\A|[\n;|])[^\S\n]*(?:(?:full|first|last|family|given|student['’]?s?|author['’]?s?) ){0,2}"
    r"(?:name|author|interviewee|interviewer|respondent|participant"
    r"|(?:presented|submitted|prepared|written) by)"
    r"(?: (?:no\. ?)?\d{1,2})?[^\S\n]?[:(][^\S\n]{0,2}\Z",
    regex.I,
)
_ENDS = regex.compile(r"[^\S\n]*(?:[\n,;|()]|\Z)")
# A part of a heading, between dashes, and an item of a list of members.
_PART = regex.compile(r"(?:\S[^\S\n]+[–—-]|•)[^\S\n]+\Z")
_PART_ENDS = regex.compile(r"[^\S\n]*(?:\n|•|\Z)|[^\S\n]+[–—-]\s")
_FIRST_ITEM = regex.compile(r"(?:\A|\n)[^\S\n]*\Z")
_ITEM_ENDS = regex.compile(r"[^\S\n]*•")


def names_in_fields(text: str, spans: Sequence[PiiSpan], lexicon: Lexicon) -> list[PiiSpan]:
    """Take for a name whatever fills the field of one, and what looks like one in a heading.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What was found in it.
    lexicon (Lexicon): Looks words up.
    RETURNS (list): The same spans, some of them as names.

        >>> place = PiiSpan(15, 22, "LOCATION")
        >>> names_in_fields("Interviewee 3: Greipur, 31", [place], Lexicon())[0].label
        'PERSON'
    """
    return [
        replace(span, label="PERSON")
        if span.label in THINGS and (_fills(text, span) or _is_part(text, span, lexicon))
        else span
        for span in spans
    ]


def _fills(text: str, span: PiiSpan) -> bool:
    before = text[max(0, span.start - _NEAR) : span.start]
    return bool(_FIELD.search(before)) and _ENDS.match(text, span.end) is not None


def _is_part(text: str, span: PiiSpan, lexicon: Lexicon) -> bool:
    """Is it, in a heading or a list, two or three words that are a full name ("Lab – Ana Okri")?"""
    words = [lexicon(word) for word in text[span.start : span.end].split()]
    if not 1 < len(words) < 4 or any(word.case != TITLE or word.common for word in words):
        return False
    before = text[max(0, span.start - _NEAR) : span.start]
    part = _PART.search(before) and _PART_ENDS.match(text, span.end)
    item = _FIRST_ITEM.search(before) and _ITEM_ENDS.match(text, span.end)
    return bool(part or item) and words[0].forename > 0 and words[-1].surname > 0
