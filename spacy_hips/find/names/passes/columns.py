"""Names below the head of a column: "Name,Score", and "Amara,50" in the lines that follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ....core.spans import PiiSpan
from ....text.lexicon.words import Lexicon
from ....text.page.page import Page
from ..name_pass import NamePass
from ..things import MISTAKEN, remainders


@dataclass(frozen=True)
class Columns:
    """Takes the cells of a column that is headed as one of names for names.

    What was found as a place or an age gives way as far as such a cell goes.

    score (float): The score of such a name.

        >>> page = Page("Name,Score\\nAmara,50\\nWren,41")
        >>> [(s.start, s.end) for s in Columns()(page, [], Lexicon())]
        [(11, 16), (20, 24)]
    """

    score: float = 0.9

    def __call__(self, page: Page, spans: Sequence[PiiSpan], lexicon: Lexicon) -> Sequence[PiiSpan]:
        """Give all spans of the document."""
        if not page.name_cells:
            return spans
        taken = {i for s in spans if s.label not in MISTAKEN for i in range(s.start, s.end)}
        names = [
            PiiSpan(start, end, "PERSON", self.score)
            for start, end in page.name_cells
            if taken.isdisjoint(range(start, end))
        ]
        at = {i: name for name in names for i in range(name.start, name.end)}
        return sorted([*names, *_others(page.text, spans, at)], key=lambda span: span.start)


def make_columns(score: float = 0.9) -> NamePass:
    """Build `spacy_hips.NamePass.columns.v1`.

    score (float): The score of a name that was found so.
    """
    return Columns(score)


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
