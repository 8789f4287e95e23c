"""The result of a method: a range of codes for every unit and column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .columns import Column


@dataclass(frozen=True)
class Generalised:
    """A generalised table, one line a unit.

    low, high (ndarray): First and last code released, shape (units, columns).
    kept (ndarray): Truth values: the unit is released, shape (units,).
    starts (tuple): Where the bins of each column start, None where they differ between rows.
    """

    low: np.ndarray
    high: np.ndarray
    kept: np.ndarray
    starts: tuple[np.ndarray, ...] | None = None


def from_bins(
    columns: Sequence[Column], starts: Sequence[np.ndarray], kept: np.ndarray
) -> Generalised:
    """Generalise all units to the same bins; one that lies in several gets their union.

    columns (Sequence[Column]): The coded columns.
    starts (Sequence[ndarray]): The sorted first codes of each column's bins; the first is 0.
    kept (ndarray): Which units are released.
    RETURNS (Generalised): The ranges.
    """
    low = np.empty((len(kept), len(columns)), dtype=np.int64)
    high = np.empty_like(low)
    for i, (column, begin) in enumerate(zip(columns, starts, strict=True)):
        end = np.r_[begin[1:] - 1, column.size - 1]
        low[:, i] = begin[np.searchsorted(begin, column.low, "right") - 1]
        high[:, i] = end[np.searchsorted(begin, column.high, "right") - 1]
    return Generalised(low, high, kept, tuple(starts))


def compact(key: np.ndarray) -> tuple[np.ndarray, int]:
    """Number keys from 0 without gaps.

    key (ndarray): Whole numbers from 0.
    RETURNS (tuple): The numbers and how many different ones there are.
    """
    if len(key) == 0:
        return key, 0
    top = int(key.max()) + 1
    if top > 8 * len(key) + 1024:
        values, number = np.unique(key, return_inverse=True)
        return number, len(values)
    seen = np.zeros(top, dtype=bool)
    seen[key] = True
    number = np.cumsum(seen) - 1
    return number[key], int(number[-1]) + 1
