"""Importance-weighted Mondrian: local ranges, cut where most that matters is told apart.

Mondrian (LeFevre, DeWitt & Ramakrishnan, 2006) cuts a part of the table in two again and again as
long as both sides fulfil the need. There the cut is the median of the widest column; here it is
the cut, over all columns and places, that takes most from the spread of *all* columns inside the
parts, each column weighted by its importance. So columns that go together are not paid for twice.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .columns import Column
from .generalised import Generalised
from .need import Need

# Rows handled at once: bounds the memory of the indicator table.
CHUNK = 4096


def mondrian(
    columns: Sequence[Column], need: Need, weights: np.ndarray, budget: int = 0
) -> Generalised:
    """Generalise by local cuts.

    columns (Sequence[Column]): The coded quasi-identifiers; all units in one class fulfil `need`.
    need (Need): What every class must fulfil.
    weights (ndarray): How much each column matters, above 0, shape (columns,).
    budget (int): Not used: local ranges fulfil the need without suppressing anybody.
    RETURNS (Generalised): The range of each class, as narrow as its units allow.
    """
    low = np.column_stack([column.low for column in columns])
    high = np.column_stack([column.high for column in columns])
    out_low, out_high = np.empty_like(low), np.empty_like(high)
    for part in local_parts(columns, need, weights, np.arange(len(low))):
        out_low[part] = low[part].min(axis=0)
        out_high[part] = high[part].max(axis=0)
    return Generalised(out_low, out_high, np.ones(len(low), dtype=bool))


def local_parts(
    columns: Sequence[Column], need: Need, weights: np.ndarray, units: np.ndarray
) -> list[np.ndarray]:
    """Cut some units into parts that fulfil the need, until no cut is left.

    columns, need, weights: See `mondrian`.
    units (ndarray): The units; together they fulfil the need.
    RETURNS (list): The units of each part.
    """
    cuts = _Cuts(columns, weights)
    waiting, done = [units], []
    while waiting:
        part = waiting.pop()
        sides = _split(part, cuts, need)
        waiting.extend(sides)
        if not sides:
            done.append(part)
    return done


def _split(part: np.ndarray, cuts: _Cuts, need: Need) -> list[np.ndarray]:
    """Cut a part in two (three, where units lie on both sides), or leave it: an empty list."""
    if len(part) < 2 * need.k:
        return []
    first_only = need.l is None and need.t is None
    for i, last in cuts.best(part, need.k, first_only):
        side = (cuts.low[part, i] > last).astype(np.int64) + (cuts.high[part, i] > last)
        if not need.failing(side, 3, part).any():
            return [part[side == s] for s in range(3) if (side == s).any()]
    return []


class _Cuts:
    """All cuts of all columns at once, their codes laid end to end.

    columns (Sequence[Column]): The coded columns.
    weights (ndarray): The weight of each column.
    """

    def __init__(self, columns: Sequence[Column], weights: np.ndarray) -> None:
        sizes = np.array([column.size for column in columns])
        self.low = np.column_stack([column.low for column in columns])
        self.high = np.column_stack([column.high for column in columns])
        self._offset = np.r_[0, np.cumsum(sizes)[:-1]]
        self._codes = int(sizes.sum())
        self._owner = np.repeat(np.arange(len(columns)), sizes)
        self._last = np.zeros(self._codes, dtype=bool)
        self._last[self._offset + sizes - 1] = True
        self._spans = bool((self.low != self.high).any())
        parts = [_coordinates(c) * np.sqrt(w) for c, w in zip(columns, weights, strict=True)]
        # The last coordinate is 1: its sums are the counts.
        self._place = np.column_stack([*parts, np.ones(len(self.low))])

    def best(self, part: np.ndarray, k: int, first_only: bool) -> list[tuple[int, int]]:
        """The cuts that leave k units on each side, best first.

        part (ndarray): The units to be told apart.
        k (int): Units needed on each side.
        first_only (bool): One cut is enough.
        RETURNS (list): Column and last code on the left of each cut.
        """
        place = self._place[part]
        whole = place.sum(axis=0)
        sums = np.cumsum(self._sums(self.low, part, place), axis=0) - self._owner[:, None] * whole
        left = np.rint(sums[:, -1])
        right = len(part) - left
        across: np.ndarray | float = 0.0
        if self._spans:
            below = np.cumsum(self._sums(self.high, part, place[:, -1:]), axis=0)[:, 0]
            across = left - np.rint(below - self._owner * len(part))
        fits = (left - across >= k) & (right >= k) & ((across == 0) | (across >= k))
        at = np.flatnonzero(fits & ~self._last)
        if len(at) == 0:
            return []
        n_left, n_right = left[at, None], right[at, None]
        gap = sums[at, :-1] / n_left - (whole[:-1] - sums[at, :-1]) / n_right
        gain = (n_left * n_right)[:, 0] * np.einsum("ij,ij->i", gap, gap)
        chosen = at[[np.argmax(gain)]] if first_only else at[np.argsort(-gain, kind="stable")]
        owner = self._owner[chosen]
        return list(zip(owner.tolist(), (chosen - self._offset[owner]).tolist(), strict=True))

    def _sums(self, codes: np.ndarray, part: np.ndarray, place: np.ndarray) -> np.ndarray:
        """The sum of the coordinates of the units at each code, shape (codes, coordinates)."""
        out = np.zeros((self._codes, place.shape[1]))
        for start in range(0, len(part), CHUNK):
            some = part[start : start + CHUNK]
            indicator = np.zeros((len(some), self._codes))
            indicator[np.arange(len(some))[:, None], codes[some] + self._offset] = 1.0
            out += indicator.T @ place[start : start + CHUNK]
        return out


def _coordinates(column: Column) -> np.ndarray:
    """Where units lie on a column's scale, its total spread being 1, shape (units, dimensions).

    A nominal column has one dimension a value, so that all values are equally far apart.
    """
    if column.kind == "nominal" and column.size > 2:
        ends = np.eye(column.size)
        place = (ends[column.low] + ends[column.high]) / 2
    else:
        place = (column.position[column.low] + column.position[column.high])[:, None] / 2
    place = place - place.mean(axis=0)
    spread = float((place**2).sum())
    scaled: np.ndarray = place / np.sqrt(spread) if spread > 0 else place
    return scaled
