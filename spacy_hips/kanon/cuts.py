"""Importance-weighted adaptive cuts: the same bins for all rows, as fine as k allows.

All columns start as one bin. The cut that tells most (weight times gain) is tried first and stays
if every class still fulfils the need; a cut that once failed can never succeed later, because
further cuts only split classes. So each cut is tested once, in time linear in the units.
"""

from __future__ import annotations

import heapq
from bisect import bisect_right, insort
from collections.abc import Sequence

import numpy as np

from .columns import Column
from .gain import Scale
from .generalised import Generalised, compact, from_bins
from .need import Need

# How many refused cuts are weighed against each other when units may be suppressed.
WEIGHED = 64


def cuts(
    columns: Sequence[Column], need: Need, weights: np.ndarray, budget: int = 0
) -> Generalised:
    """Generalise by adaptive cuts.

    columns (Sequence[Column]): The coded quasi-identifiers; all units in one class fulfil `need`.
    need (Need): What every class must fulfil.
    weights (ndarray): How much each column matters, above 0, shape (columns,).
    budget (int): Units that may be suppressed.
    RETURNS (Generalised): The same bins for all units.
    """
    search = _Search(columns, need, weights)
    search.refine()
    while budget > 0 and (best := search.cheapest(budget)):
        budget -= search.force(*best)
        search.refine()
    return from_bins(columns, [np.array(s) for s in search.starts], search.kept)


class _Search:
    """Bins, classes and the cuts still to be tried."""

    def __init__(self, columns: Sequence[Column], need: Need, weights: np.ndarray) -> None:
        units = len(columns[0].low) if columns else 0
        self._columns, self._need, self._weights = columns, need, weights
        self._counts = [np.bincount(c.low, minlength=c.size) for c in columns]
        self._scales = [
            Scale(column, counts) for column, counts in zip(columns, self._counts, strict=True)
        ]
        self.starts: list[list[int]] = [[0] for _ in columns]
        self.kept = np.ones(units, dtype=bool)
        self._class, self._classes = np.zeros(units, dtype=np.int64), min(units, 1)
        self._queue: list[tuple[float, int, int, int, int]] = []
        self._refused: dict[tuple[int, int], float] = {}
        for i in range(len(columns)):
            self._push(i, 0)

    def refine(self) -> None:
        """Try all cuts in the queue, best first."""
        while self._queue:
            loss, i, last, first, end = heapq.heappop(self._queue)
            if (i, last) in self._refused or (first, end) != self._bin(i, last):
                continue
            part, parts = self._split(i, last)
            if self._bad(part, parts).any():
                self._refused[i, last] = -loss
            else:
                self._accept(i, last, part, parts)

    def cheapest(self, budget: int) -> tuple[int, int] | None:
        """The refused cut that gains most for each unit it costs, within the budget."""
        best: tuple[int, int] | None = None
        ratio = 0.0
        likely = heapq.nlargest(WEIGHED, self._refused.items(), key=lambda item: item[1])
        for (i, last), gain in likely:
            part, parts = self._split(i, last)
            cost = int((self._bad(part, parts)[part] & self.kept).sum())
            if 0 < cost <= budget and gain / cost > ratio:
                best, ratio = (i, last), gain / cost
        return best

    def force(self, i: int, last: int) -> int:
        """Make a refused cut and suppress the units of the classes that fail."""
        part, parts = self._split(i, last)
        dropped = self._bad(part, parts)[part] & self.kept
        self.kept &= ~dropped
        self._accept(i, last, part, parts)
        self._refused.clear()
        for column in range(len(self._columns)):
            for start in self.starts[column]:
                self._push(column, start)
        return int(dropped.sum())

    def _split(self, i: int, last: int) -> tuple[np.ndarray, int]:
        """The classes after a cut: a unit lies left of it, right of it, or on both sides."""
        column = self._columns[i]
        side = (column.low > last).astype(np.int64) + (column.high > last)
        return self._class * 3 + side, self._classes * 3

    def _bad(self, part: np.ndarray, parts: int) -> np.ndarray:
        if self.kept.all():
            return self._need.failing(part, parts)
        units = np.flatnonzero(self.kept)
        return self._need.failing(part[units], parts, units)

    def _accept(self, i: int, last: int, part: np.ndarray, parts: int) -> None:
        self._class, self._classes = compact(part)
        first, _ = self._bin(i, last)
        insort(self.starts[i], last + 1)
        self._push(i, first)
        self._push(i, last + 1)

    def _bin(self, i: int, code: int) -> tuple[int, int]:
        starts = self.starts[i]
        at = bisect_right(starts, code)
        end = starts[at] - 1 if at < len(starts) else self._columns[i].size - 1
        return starts[at - 1], end

    def _push(self, i: int, first: int) -> None:
        """Queue all cuts inside the bin that starts at a code."""
        _, end = self._bin(i, first)
        gains = self._scales[i].window(first, end).gains(self._counts[i][first : end + 1])
        for offset in np.flatnonzero(gains > 0).tolist():
            if (i, first + offset) not in self._refused:
                gain = float(self._weights[i] * gains[offset])
                heapq.heappush(self._queue, (-gain, i, first + offset, first, end))
