"""What every class of a release must fulfil: k units, and l and t where they are asked for.

l is distinct l-diversity (Machanavajjhala et al., 2007), t is t-closeness (Li et al., 2007). A
class that fails cannot be mended by splitting it further, so a method may drop a split for good.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Sensitive:
    """The different values of a sensitive column that each unit has.

    name (str): The column's name.
    start (ndarray): Where each unit's values begin, shape (units + 1,).
    value (ndarray): Codes of the values, those of one unit together.
    size (int): Number of different values.
    ordered (bool): The values are numbers: t is measured along their order.
    """

    name: str
    start: np.ndarray
    value: np.ndarray
    size: int
    ordered: bool

    @classmethod
    def build(
        cls, name: str, codes: np.ndarray, units: np.ndarray, size: int, ordered: bool
    ) -> Sensitive:
        """Collect the different values of each unit from its rows."""
        pairs = np.unique(units * max(size, 1) + codes)
        owner = pairs // max(size, 1)
        count = int(units.max()) + 1 if len(units) else 0
        start = np.r_[0, np.cumsum(np.bincount(owner, minlength=count))]
        return cls(name, start, pairs % max(size, 1), size, ordered)

    def table(self, part: np.ndarray, parts: int, units: np.ndarray | None) -> np.ndarray:
        """How often each value occurs in each part, shape (parts, size)."""
        index = np.arange(len(part)) if units is None else units
        lengths = self.start[index + 1] - self.start[index]
        owner = np.repeat(part, lengths)
        offset = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        value = self.value[np.repeat(self.start[index], lengths) + offset]
        flat = np.bincount(owner * self.size + value, minlength=parts * self.size)
        return flat.reshape(parts, self.size)


@dataclass(frozen=True)
class Need:
    """The conditions of a release.

    k (int): Units a class must have.
    sensitive (Sequence[Sensitive]): The sensitive columns.
    l (int): Different sensitive values a class must have, None for no such condition.
    t (float): How far a class's sensitive values may lie from those of all, from 0 to 1.
    """

    k: int
    sensitive: Sequence[Sensitive] = ()
    l: int | None = None  # noqa: E741
    t: float | None = None

    def failing(self, part: np.ndarray, parts: int, units: np.ndarray | None = None) -> np.ndarray:
        """Which parts hold somebody and do not fulfil the conditions.

        part (ndarray): The part of each unit, from 0.
        parts (int): Number of parts.
        units (ndarray): Which units these are; all of them if left out.
        RETURNS (ndarray): Truth values, shape (parts,).
        """
        counts = np.bincount(part, minlength=parts)
        bad = (counts > 0) & (counts < self.k)
        if self.l is None and self.t is None:
            return bad
        for column in self.sensitive:
            table = column.table(part, parts, units)
            if self.l is not None:
                bad |= (counts > 0) & ((table > 0).sum(axis=1) < self.l)
            if self.t is not None:
                bad |= (counts > 0) & (distance(table, self._all(column), column.ordered) > self.t)
        return bad

    def _all(self, column: Sensitive) -> np.ndarray:
        return np.bincount(column.value, minlength=column.size)


def distance(table: np.ndarray, whole: np.ndarray, ordered: bool) -> np.ndarray:
    """Earth mover's distance of each part's values from those of all (Li et al., 2007, §5).

    table (ndarray): Counts, shape (parts, values).
    whole (ndarray): Counts of all, shape (values,).
    ordered (bool): Neighbouring values are nearer; else all are equally far from each other.
    RETURNS (ndarray): From 0 to 1, shape (parts,); 0 for an empty part.
    """
    total = table.sum(axis=1, keepdims=True)
    share = np.divide(table, total, out=np.zeros(table.shape), where=total > 0)
    gap = np.where(total > 0, share - whole / max(whole.sum(), 1), 0.0)
    moved: np.ndarray = np.abs(np.cumsum(gap, axis=1)).sum(axis=1) / max(len(whole) - 1, 1)
    changed: np.ndarray = np.abs(gap).sum(axis=1) / 2
    return moved if ordered else changed
