"""Places and firms where only a person's name stands: "Interviewee 3: Greipur", "Name: Lagos"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import regex

from ..spans import PiiSpan

_THINGS = frozenset({"LOCATION", "NATIONALITY", "EMPLOYER", "SCHOOL"})
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


def names_in_fields(text: str, spans: Sequence[PiiSpan]) -> list[PiiSpan]:
    """Take for a name whatever fills the field of one.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What was found in it.
    RETURNS (list): The same spans, some of them as names.

        >>> names_in_fields("Interviewee 3: Greipur, 31", [PiiSpan(15, 22, "LOCATION")])[0].label
        'PERSON'
    """
    return [
        replace(span, label="PERSON") if span.label in _THINGS and _fills(text, span) else span
        for span in spans
    ]


def _fills(text: str, span: PiiSpan) -> bool:
    before = text[max(0, span.start - _NEAR) : span.start]
    return bool(_FIELD.search(before)) and _ENDS.match(text, span.end) is not None
