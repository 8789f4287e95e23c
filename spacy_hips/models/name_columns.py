"""Names below the head of a column: "Name,Score", and "Amara,50" in the lines that follow."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from ..rules.columns import columns
from ..spans import PiiSpan

SCORE = 0.9
"""The score of such a name."""
HEADS = regex.compile(
    r"(?:(?:student|pupil|learner|participant|teacher|tutor|member|full|first|last|family|given"
    r"|middle)s?['’]?s? ?)?(?:names?|surname|forename)|students?|pupils?|learners?"
    r"|participants?|members?|teachers?|attendees?|submitted by|nombre|apellidos?|nom|prénom|nama",
    regex.I,
)
"""What heads a column of names."""
_NAME = regex.compile(r"\p{L}[\p{L}\p{M}.'’-]*(?:,? \p{L}[\p{L}\p{M}.'’-]*){0,4}")
# What parts cells: a comma in a sentence has a blank behind it.
_ENDS = regex.compile(r"[\"'*]*(?:[,;](?!\s)|[^\S\n]*\||\t|[^\S\n]{2,}\S)")
_BEGINS = regex.compile(r"(?:(?<!\s)[,;]|\|[^\S\n]*|\t|\S[^\S\n]{2,})[\"'*]*\Z")
_NO_NAMES = frozenset(
    {"all", "anonymous", "average", "max", "mean", "median", "min", "n/a", "na", "nil", "no",
     "nobody", "none", "sum", "tbd", "total", "unknown", "yes"}
)  # fmt: skip
_MISTAKEN = frozenset({"AGE", "DATE", "EMPLOYER", "LOCATION", "NATIONALITY", "SCHOOL"})


def names_in_columns(text: str, spans: Sequence[PiiSpan]) -> list[PiiSpan]:
    """Take the cells of a column that is headed as one of names for names.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What was found in it.
    RETURNS (list): All spans, by place. What was found as a place or an age in such a cell gives
        way.

        >>> [(s.start, s.end) for s in names_in_columns("Name,Score\\nAmara,50\\nWren,41", [])]
        [(11, 16), (20, 24)]
    """
    cells = [
        (cell.start, cell.end)
        for cell in columns(text, lambda head: HEADS.fullmatch(head) is not None)
        if _is_cell(text, cell.start, cell.end) and _is_name(text[cell.start : cell.end])
    ]
    if not cells:
        return list(spans)
    inside = {i for start, end in cells for i in range(start, end)}
    out = [s for s in spans if s.label not in _MISTAKEN or inside.isdisjoint(range(s.start, s.end))]
    taken = {i for span in out for i in range(span.start, span.end)}
    out += [
        PiiSpan(start, end, "PERSON", SCORE, "ner")
        for start, end in cells
        if taken.isdisjoint(range(start, end))
    ]
    return sorted(out, key=lambda span: span.start)


def _is_cell(text: str, start: int, end: int) -> bool:
    """Does a mark that parts cells stand beside it?"""
    before = text[max(0, start - 8) : start]
    return bool(_ENDS.match(text, end) or _BEGINS.search(before))


def _is_name(cell: str) -> bool:
    return cell.lower() not in _NO_NAMES and _NAME.fullmatch(cell) is not None
