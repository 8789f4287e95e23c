"""Which cells of a table in a text hold a person's name: those below "Name" or "Student"."""

from __future__ import annotations

from ...core.later import regex
from ..lexicon.tables import name_tables
from .columns import columns

HEADS = regex.compile(
    r"(?:(?:student|pupil|learner|participant|teacher|tutor|member|full|first|last|family|given"
    r"|middle)s?['’]?s? ?)?(?:names?|surname|forename)|students?|pupils?|learners?"
    r"|participants?|members?|teachers?|attendees?|submitted by|nombre|apellidos?|nom|prénom|nama",
    regex.I,
)
"""What heads a column of names."""
_ANYTHING = frozenset({"name", "names", "nom", "nombre", "nama"})
KNOWN = 0.4
"""Below "Name" firms may stand, too: so many cells have to hold a known name."""
_NAME = regex.compile(r"\p{L}[\p{L}\p{M}.'’-]*(?:,? \p{L}[\p{L}\p{M}.'’-]*){0,4}")
# What parts cells: a comma in a sentence has a blank behind it.
_ENDS = regex.compile(r"[\"'*]*(?:[,;](?!\s)|[^\S\n]*\||\t|[^\S\n]{2,}\S)")
_BEGINS = regex.compile(r"(?:(?<!\s)[,;]|\|[^\S\n]*|\t|\S[^\S\n]{2,})[\"'*]*\Z")
_NO_NAMES = frozenset(
    {"all", "anonymous", "average", "max", "mean", "median", "min", "n/a", "na", "nil", "no",
     "nobody", "none", "sum", "tbd", "total", "unknown", "yes"}
)  # fmt: skip


def name_cells(text: str) -> list[tuple[int, int]]:
    """The cells below the head of a column of names.

    text (str): The text.
    RETURNS (list): Their characters, by place.

        >>> name_cells("Name,Score\\nAmara,50\\nWren,41")
        [(11, 16), (20, 24)]
    """
    cells = [
        cell
        for cell in columns(text, lambda head: HEADS.fullmatch(head) is not None)
        if _is_cell(text, cell.start, cell.end) and _is_name(text[cell.start : cell.end])
    ]
    anything = [cell for cell in cells if cell.head.lower() in _ANYTHING]
    is_name = name_tables().is_name
    known = sum(any(map(is_name, text[cell.start : cell.end].split())) for cell in anything)
    things = known < KNOWN * len(anything)
    return [(c.start, c.end) for c in cells if not (things and c.head.lower() in _ANYTHING)]


def _is_cell(text: str, start: int, end: int) -> bool:
    """Does a mark that parts cells stand beside it?"""
    before = text[max(0, start - 8) : start]
    return bool(_ENDS.match(text, end) or _BEGINS.search(before))


def _is_name(cell: str) -> bool:
    return cell.lower() not in _NO_NAMES and _NAME.fullmatch(cell) is not None
