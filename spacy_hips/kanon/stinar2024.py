"""The reference: baseline and guided k-anonymisation of Stinar, Xiong & Bosch (2024, JEDM 16 (1)).

The method is kept as they published it, for comparison:

- Bins have the width 2, 4, ... and begin at the column's smallest value.
- The baseline minimises the geometric mean of all columns' losses, without weights.
- The columns that still vary in the baseline may hold less than a tenth of the importance. If so,
  as many of the most important columns are taken instead. Each is first anonymised alone with
  int(k * max_importance / its importance), and afterwards all with k. The formula in their paper
  differs; this is the one of their published program.

They used ARX 3.8, which finds the optimum of a small lattice, and something near it in a large one
when its time is up. Here the beam of lattice.py does so without a clock. Their hierarchies are
built from all cells of a column, duplicates too, so ARX counts losses in rows, not in values
(`_share_of_rows`). With losses in values the published figures are not reached.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .columns import Column, number_of
from .generalised import Generalised, from_bins
from .lattice import Lattice, Levels, levels_from
from .need import Need

# Below this share of the importance the baseline is not released.
ENOUGH = 0.1
LEAST_IMPORTANCE = 0.001
# Lattices up to this many nodes are searched for the optimum (the default of ARX).
EXACT_NODES = 100_000


def baseline(
    columns: Sequence[Column], need: Need, weights: np.ndarray | None = None, budget: int = 0
) -> Generalised:
    """The method's first step, and what it is compared with: no weights, full domain.

    columns (Sequence[Column]): The coded quasi-identifiers; all units in one class fulfil `need`.
    need (Need): What every class must fulfil.
    weights (ndarray): Not used.
    budget (int): Units that may be suppressed.
    RETURNS (Generalised): The same bins for all units.
    """
    starts, kept = _anonymise(columns, [np.arange(c.size) for c in columns], need, budget)
    return from_bins(columns, starts, kept)


def stinar2024(
    columns: Sequence[Column], need: Need, weights: np.ndarray, budget: int = 0
) -> Generalised:
    """The guided method.

    columns (Sequence[Column]): The coded quasi-identifiers; all units in one class fulfil `need`.
    need (Need): What every class must fulfil.
    weights (ndarray): The importance of each column, shape (columns,).
    budget (int): Units that may be suppressed.
    RETURNS (Generalised): The same bins for all units; columns that were not chosen are "*".
    """
    first = baseline(columns, need, None, budget)
    assert first.starts is not None
    varying = [i for i, starts in enumerate(first.starts) if len(starts) > 1]
    if not varying or weights[varying].sum() >= ENOUGH * weights.sum():
        return first
    order = np.argsort(weights, kind="stable")
    best = sorted(order[len(columns) - len(varying) :].tolist())
    alone = [_alone(columns[i], need, float(weights.max()), float(weights[i])) for i in best]
    chosen, kept = _anonymise([columns[i] for i in best], alone, need, budget)
    starts = [np.array([0]) for _ in columns]
    for i, bins in zip(best, chosen, strict=True):
        starts[i] = bins
    return from_bins(columns, starts, kept)


def _alone(column: Column, need: Need, largest: float, own: float) -> np.ndarray:
    """The bins of one column anonymised by itself, the harder the less it matters."""
    k = int(need.k * largest / max(own, LEAST_IMPORTANCE))
    if k > len(column.low):
        return np.array([0])
    need_alone = Need(max(k, 1))
    return _anonymise([column], [np.arange(column.size)], need_alone, 0)[0][0]


def _anonymise(
    columns: Sequence[Column], bins: Sequence[np.ndarray], need: Need, budget: int
) -> tuple[list[np.ndarray], np.ndarray]:
    """Full-domain generalisation of columns that have already been put into bins."""
    levels = [_doubling(column, start) for column, start in zip(columns, bins, strict=True)]
    search = Lattice(columns, levels, need, np.ones(len(columns)), budget)
    node = search.exact() if search.nodes <= EXACT_NODES else search.beam()
    kept = ~search.dropped(node)
    return [level.starts[at] for level, at in zip(levels, node, strict=True)], kept


def _doubling(column: Column, bins: np.ndarray) -> Levels:
    """Bins of width 2, 4, ... over what is already there, whose losses are counted from there."""
    number = _numbers(column)[bins]
    reach = float(number[-1] - number[0]) if len(number) else 0.0
    inner = []
    for power in range(1, int(np.ceil(np.log2(reach + 0.001))) if reach > 0 else 0):
        group = np.floor((number - number[0]) / 2**power)
        inner.append(np.flatnonzero(np.r_[True, np.diff(group) > 0]))
    at = np.searchsorted(bins, column.low, "right") - 1
    counts = np.bincount(at, minlength=len(bins))
    starts = levels_from(counts, inner).starts
    loss = np.array([_share_of_rows(np.add.reduceat(counts, s)) for s in starts])
    return Levels(tuple(bins[s] for s in starts), loss)


def _share_of_rows(counts: np.ndarray) -> float:
    """The loss of a level as their program reckons it: by rows, not by values.

    Their hierarchies are built from all cells of a column, so that a value that stands in many
    rows is counted as many values: a bin covers the share of the rows in it.
    """
    n = float(counts.sum())
    return float(((counts**2).sum() / n - 1) / (n - 1)) if n > 1 else 0.0


def _numbers(column: Column) -> np.ndarray:
    """The paper's columns are whole numbers; anything else is numbered in its order."""
    values = [number_of(v) for v in column.lowest[column.has_missing :]]
    if all(v is not None and v == int(v) for v in values):
        known = np.array(values, dtype=float)
        below = known[0] - 1 if len(known) else 0.0
        return np.r_[below, known] if column.has_missing else known
    return np.arange(column.size, dtype=float)
