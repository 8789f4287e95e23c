"""Names below the head of a column: "Name,Score", and "Amara,50" in the lines that follow."""

from __future__ import annotations

from collections.abc import Sequence

from ..persons.name_cells import name_cells
from ..spans import PiiSpan

SCORE = 0.9
"""The score of such a name."""
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
    cells = name_cells(text)
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
