"""What the gold roles of a training document teach about the persons that a pipeline found.

The pipeline's mentions are aligned with the gold by overlap. Where the gold says nothing, a
mention teaches nothing, except in documents in which every person is labelled: there it is no
person's name at all, and is taught as public, that is, as left alone. In documents in which all of
some roles are labelled, such as all students, it may have any other role.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...core.labels import ROLE_LABELS, ROLES
from ...core.spans import PiiSpan, read_group
from .verdicts import PUBLIC

if TYPE_CHECKING:
    from spacy.tokens import Doc

COMPLETE_KEY = "hips_roles_complete"
BINARY_KEY = "hips_roles_binary"
WEIGHT_KEY = "hips_weight"
UNMARKED_KEY = "hips_roles_unmarked"

_COLUMN = {**{label: ROLES.index(role) for role, label in ROLE_LABELS.items()}, "PERSON": PUBLIC}
NOBODY, UNKNOWN = "nobody", ""


@dataclass(frozen=True)
class RoleGold:
    """The gold roles of one document.

    spans (list[PiiSpan]): Gold mentions by place, labelled PERSON where public.
    masked (list[PiiSpan]): Doubtful places, which teach nothing.
    complete (bool): Every person of the document is labelled.
    binary (bool): Only private or public is known: a private label stands for all private roles.
    weight (float): How much the document counts.
    unmarked (tuple[str, ...]): The roles that somebody may have who is not labelled; empty where
        nothing is known of such.
    """

    spans: list[PiiSpan]
    masked: list[PiiSpan]
    complete: bool = False
    binary: bool = False
    weight: float = 1.0
    unmarked: tuple[str, ...] = ()

    @classmethod
    def of(cls, doc: Doc, key: str, masked_key: str) -> RoleGold:
        """Read it from a training document."""
        data = doc.user_data
        return cls(
            read_group(doc, key),
            read_group(doc, masked_key),
            bool(data.get(COMPLETE_KEY)),
            bool(data.get(BINARY_KEY)),
            float(data.get(WEIGHT_KEY, 1.0)),
            tuple(data.get(UNMARKED_KEY, ())),
        )


@dataclass(frozen=True)
class Targets:
    """Which roles the gold allows.

    mentions (np.ndarray): Shape (mentions, roles), 1 where allowed. A row of ones teaches nothing.
    people (np.ndarray): The same for persons, shape (persons, roles).
    kinds (tuple[str, ...]): For each person the role that the gold names, "private" for any
        private role where it is binary, "nobody" for what is no person's name, "" for not known.
    """

    mentions: np.ndarray
    people: np.ndarray
    kinds: tuple[str, ...]


def targets(people: Sequence[Sequence[tuple[int, int]]], gold: RoleGold) -> Targets:
    """Align persons with the gold.

    people (Sequence): The mentions of each person, in characters.
    gold (RoleGold): The document's gold.
    RETURNS (Targets): Mentions in the order of the persons. A person some of whose mentions are
        gold private and others gold public, wrongly linked, is taught private as a whole.
    """
    labelled, masked = _Places(gold.spans), _Places(gold.masked)
    unmarked = {PUBLIC} if gold.complete else {ROLES.index(role) for role in gold.unmarked}
    mention_rows, person_rows, kinds = [], [], []
    for places in people:
        found = [labelled.over(start, end) for start, end in places]
        hidden = [bool(masked.over(start, end)) for start, end in places]
        columns = {_COLUMN[label] for labels in found for label in labels}
        if not columns and not any(hidden) and unmarked:
            mention_rows += [_allow(unmarked)] * len(places)
            person_rows.append(_allow(unmarked))
            kinds.append(NOBODY if gold.complete else UNKNOWN)
            continue
        for labels, doubtful in zip(found, hidden, strict=True):
            own = set() if doubtful else {_COLUMN[label] for label in labels}
            mention_rows.append(_allow(_widened(own, gold.binary)))
        private = columns - {PUBLIC}
        if private or any(hidden):
            columns = private
        person_rows.append(_allow(_widened(columns, gold.binary)))
        kinds.append(_kind(columns, gold.binary))
    width = len(ROLES)
    return Targets(
        np.array(mention_rows, dtype="float32").reshape(-1, width),
        np.array(person_rows, dtype="float32").reshape(-1, width),
        tuple(kinds),
    )


def _allow(columns: Iterable[int]) -> np.ndarray:
    row = np.zeros(len(ROLES), dtype="float32")
    row[list(columns)] = 1.0
    return row if row.any() else row + 1.0


def _widened(columns: set[int], binary: bool) -> set[int]:
    private = columns - {PUBLIC}
    if private and len(private) < len(columns):
        columns = private
    return set(range(PUBLIC)) if binary and private else columns


def _kind(columns: set[int], binary: bool) -> str:
    if not columns:
        return UNKNOWN
    if binary and columns != {PUBLIC}:
        return "private"
    return ROLES[min(columns)]


class _Places:
    """Finds the labelled places that overlap some characters.

    spans (Sequence[PiiSpan]): The places, without overlap among themselves.
    """

    def __init__(self, spans: Sequence[PiiSpan]) -> None:
        self._spans = sorted(spans, key=lambda s: s.start)
        self._ends = [s.end for s in self._spans]

    def over(self, start: int, end: int) -> list[str]:
        """The labels of the places that overlap these characters."""
        at = bisect_right(self._ends, start)
        out = []
        while at < len(self._spans) and self._spans[at].start < end:
            out.append(self._spans[at].label)
            at += 1
        return out
