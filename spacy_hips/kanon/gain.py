"""How much a cut tells: the share of a column's spread that lies between its two sides.

For an ordered column the spread is the sum of squares of its values, for a nominal one the entropy.
Both are shares of the whole column's, from 0 to 1, so that weights compare columns fairly.
"""

from __future__ import annotations

import numpy as np

from .columns import Column


class Scale:
    """The scale of one column, for gains of cuts.

    column (Column): The coded column.
    counts (ndarray): Units at each code, shape (codes,).
    """

    def __init__(self, column: Column, counts: np.ndarray) -> None:
        self.by_entropy = column.kind == "nominal"
        self._position = column.position
        self._whole = self._spread(counts)

    def gains(self, counts: np.ndarray) -> np.ndarray:
        """The gain of a cut behind every code but the last.

        counts (ndarray): Units at each code of the part that is cut, shape (codes,).
        RETURNS (ndarray): Shares of the whole column's spread, shape (codes - 1,).
        """
        if self._whole <= 0 or len(counts) < 2:
            return np.zeros(max(len(counts) - 1, 0))
        shares: np.ndarray = self._between(counts.astype(float)) / self._whole
        return shares

    def window(self, first: int, last: int) -> Scale:
        """The same scale for some of the codes."""
        part = object.__new__(Scale)
        part.by_entropy = self.by_entropy
        part._position = self._position[first : last + 1]
        part._whole = self._whole
        return part

    def _between(self, counts: np.ndarray) -> np.ndarray:
        left = np.cumsum(counts)[:-1]
        total = counts.sum()
        right = total - left
        if self.by_entropy:
            entropy: np.ndarray = _n_log_n(total) - _n_log_n(left) - _n_log_n(right)
            return entropy
        weighted = counts * self._position
        sum_left = np.cumsum(weighted)[:-1]
        with np.errstate(invalid="ignore", divide="ignore"):
            gap = sum_left / left - (weighted.sum() - sum_left) / right
            told = left * right / max(total, 1) * gap**2
        return np.where((left > 0) & (right > 0), told, 0.0)

    def _spread(self, counts: np.ndarray) -> float:
        total = counts.sum()
        if self.by_entropy:
            return float(_n_log_n(total) - _n_log_n(counts).sum())
        mean = (counts * self._position).sum() / max(total, 1)
        return float((counts * (self._position - mean) ** 2).sum())


def _n_log_n(count: np.ndarray) -> np.ndarray:
    out: np.ndarray = count * np.log(np.maximum(count, 1))
    return out
