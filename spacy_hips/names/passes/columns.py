"""Names below the head of a column: "Name,Score", and "Amara,50" in the lines that follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...page.cells import name_cells
from ...spans import PiiSpan
from .things import MISTAKEN, remainders

SCORE = 0.9
"""The score of such a name."""


def names_in_columns(text: str, spans: Sequence[PiiSpan]) -> list[PiiSpan]:
    """Take the cells of a column that is headed as one of names for names.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What was found in it.
    RETURNS (list): All spans, by place. What was found as a place or an age gives way as far as
        such a cell goes.

        >>> [(s.start, s.end) for s in names_in_columns("Name,Score\\nAmara,50\\nWren,41", [])]
        [(11, 16), (20, 24)]
    """
    cells = name_cells(text)
    if not cells:
        return list(spans)
    taken = {i for s in spans if s.label not in MISTAKEN for i in range(s.start, s.end)}
    names = [
        PiiSpan(start, end, "PERSON", SCORE, "ner")
        for start, end in cells
        if taken.isdisjoint(range(start, end))
    ]
    at = {i: name for name in names for i in range(name.start, name.end)}
    return sorted([*names, *_others(text, spans, at)], key=lambda span: span.start)


def _others(text: str, spans: Sequence[PiiSpan], at: Mapping[int, PiiSpan]) -> Iterator[PiiSpan]:
    """What else was found, without the names in it.

    at (Mapping): The name at each character.
    """
    for span in spans:
        rest: PiiSpan | None = span
        for name in dict.fromkeys(at[i] for i in range(span.start, span.end) if i in at):
            if rest is None:
                break
            cut = max(name.start, rest.start), min(name.end, rest.end)
            parts = remainders(text, rest, *cut)
            yield from (part for part in parts if part.end <= name.start)
            rest = next((part for part in parts if part.start >= name.end), None)
        if rest is not None:
            yield rest
