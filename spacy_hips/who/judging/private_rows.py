"""Rows of persons that are judged together: side by side, one a line, members, speakers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...text.page.page import page_for
from ...text.page.rows import LEAST, of_members
from .cases import PERSON, Case
from .verdicts import Verdict

LISTED, MEMBERS, SPEAKERS = "listed", "members", "speakers"


def private_rows(
    text: str, cases: Sequence[Case], verdicts: Sequence[Verdict]
) -> Iterator[list[int]]:
    """The rows in which nobody is known: whom the context alone keeps there is hidden, too.

    text (str): The document's text.
    cases (Sequence[Case]): What is decided in it.
    verdicts (Sequence[Verdict]): What was decided, in the same order.
    YIELDS (list[int]): The numbers of a row's cases.
    """
    if not any(verdict.kept for verdict in verdicts):
        return
    at = {p: i for i, case in enumerate(cases) if case.label == PERSON for p in case.places}
    for row in _rows(text, at):
        own = [at[place] for place in row.places]
        if _is_private(row, [cases[i] for i in own], [verdicts[i] for i in own]):
            yield own


@dataclass(frozen=True)
class _Row:
    """Places of persons that are judged together.

    kind (str): LISTED side by side or one a line, announced as MEMBERS, or SPEAKERS of a chat.
    places (tuple): Where they stand; a person may stand there twice.
    """

    kind: str
    places: tuple[tuple[int, int], ...]


def _rows(text: str, places: Iterable[tuple[int, int]]) -> Iterator[_Row]:
    """The rows of a text in which persons stand.

    text (str): The text.
    places (Iterable): Where persons stand in it.
    """
    at = set(places)
    yield _Row(SPEAKERS, tuple(sorted(place for place in at if _speaks(text, place))))
    for row in page_for(text).rows:
        if of_members(text, row):  # two of them may have been found as one
            first, last = row[0][0], row[-1][1]
            inside = sorted(p for p in at if first <= p[0] and p[1] <= last)
            yield _Row(MEMBERS, tuple(inside))
        else:
            yield _Row(LISTED, tuple(place for place in row if place in at))


def _speaks(text: str, place: tuple[int, int]) -> bool:
    """Does a turn of a chat begin with what stands there?"""
    start, end = place
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return text.startswith(":", end) and not line.strip(" \t*_>-")


def _is_private(row: _Row, cases: Sequence[Case], verdicts: Sequence[Verdict]) -> bool:
    """Are those of a row not known: members, half of them hidden, or most called by forenames?

    Of the speakers of a chat one who is hidden is enough.
    """
    kept = sum(verdict.kept for verdict in verdicts)
    if not kept:
        return False
    if row.kind == MEMBERS:
        return True
    if row.kind == SPEAKERS:
        alike = kept < len(cases)
    else:
        alike = 2 * kept <= len(cases) or 2 * sum(case.called for case in cases) > len(cases)
    return alike and len(cases) >= LEAST
