"""The persons of a document as they arrive at the filter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ...core.labels import NAME_LABELS, ROLES
from ...core.spans import PiiSpan
from ...text.lexicon.public_figures import PublicLists
from .evidence import Evidence, gather

_UNSCORED = np.zeros((0, len(ROLES)), dtype="float32")


@dataclass(frozen=True)
class People:
    """The persons of a document as they arrive, and what the document says about them.

    text (str): The document's text.
    mentions (list[list[PiiSpan]]): The mentions of each person, by place.
    others (list[PiiSpan]): The other identifiers.
    evidence (list[Evidence]): One a person.
    scores (np.ndarray): Unnormalised, of every mention in turn, shape (mentions, roles).
    cells (list[PiiSpan]): Identifiers in cells of a table before the text. They are not judged,
        but they may say who a person of the text is.
    """

    text: str
    mentions: list[list[PiiSpan]]
    others: list[PiiSpan]
    evidence: list[Evidence]
    scores: np.ndarray = field(default_factory=_UNSCORED.copy)
    cells: list[PiiSpan] = field(default_factory=list)

    @classmethod
    def of(cls, text: str, begin: int, spans: Sequence[PiiSpan], lists: PublicLists) -> People:
        """Sort the spans of a document, and gather what it says about its persons.

        text (str): The document's text.
        begin (int): Where its text begins behind the cells of a table, which tell nothing.
        spans (Sequence[PiiSpan]): All that was found in it, by place.
        lists (PublicLists): Who is public by name.
        RETURNS (People): Not yet scored.
        """
        cells = [span for span in spans if span.start < begin]
        arrived = [span for span in spans if span.start >= begin]
        mentions = _mentioned(arrived)
        others = [span for span in arrived if span.label not in NAME_LABELS]
        evidence: list[Evidence] = []
        if mentions:
            evidence = gather(
                text[begin:],
                [[_moved(span, -begin) for span in own] for own in mentions],
                [_moved(span, -begin) for span in others],
                lists,
            )
        return cls(text, mentions, others, evidence, cells=cells)

    @property
    def flat(self) -> list[PiiSpan]:
        """All mentions, person by person."""
        return [mention for own in self.mentions for mention in own]

    @property
    def person(self) -> np.ndarray:
        """The number of each mention's person, shape (mentions,)."""
        return np.repeat(np.arange(len(self.mentions)), [len(own) for own in self.mentions])


NOBODY = People("", [], [], [])


def _moved(span: PiiSpan, by: int) -> PiiSpan:
    return replace(span, start=span.start + by, end=span.end + by) if by else span


def _mentioned(spans: Iterable[PiiSpan]) -> list[list[PiiSpan]]:
    """The mentions of each person by place, persons in the order of their first mention."""
    people: dict[object, list[PiiSpan]] = {}
    for number, span in enumerate(spans):
        if span.label in NAME_LABELS:
            people.setdefault(span.id or number, []).append(span)
    return list(people.values())
