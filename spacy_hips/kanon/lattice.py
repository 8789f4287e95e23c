"""Full-domain generalisation: one level of its hierarchy for each column, the same for all rows.

The loss of a column is the share of its domain that a released value covers (Iyengar, 2002),
from 0 (as it was) to 1 ("*"); columns are joined by the weighted geometric mean of 1 + loss, as
in ARX. Any level above one that fulfils the need fulfils it too, so a small lattice is searched in
the order of its loss until the first hit, which is the optimum; a larger one from the top with a
beam, which is deterministic but may miss the optimum.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ..core.errors import HipsError
from .columns import Column, number_of
from .errors import Errors
from .generalised import Generalised, compact, from_bins
from .need import Need

# Lattices up to this many nodes are searched for the optimum, larger ones with the beam.
EXACT_NODES = 20_000
BEAM = 32


@dataclass(frozen=True)
class Levels:
    """The hierarchy of one column, from the values themselves to "*".

    starts (tuple): For each level the first codes of its bins.
    loss (ndarray): The loss of each level, from 0 to 1.
    """

    starts: tuple[np.ndarray, ...]
    loss: np.ndarray


def lattice(
    columns: Sequence[Column],
    need: Need,
    weights: np.ndarray,
    budget: int = 0,
    *,
    hierarchies: Mapping[str, Any] | None = None,
) -> Generalised:
    """Generalise all rows to one level a column.

    columns (Sequence[Column]): The coded quasi-identifiers; all units in one class fulfil `need`.
    need (Need): What every class must fulfil.
    weights (ndarray): How much each column matters, above 0, shape (columns,).
    budget (int): Units in classes that fail may be suppressed up to this number.
    hierarchies (Mapping): By column: for an ordered one the widths of its bins, each a multiple of
        the one before (left out: 2, 4, 8, ...); for a nominal one the ancestors of each value.
    RETURNS (Generalised): The same bins for all units.
    """
    given = hierarchies or {}
    levels = [build_levels(column, given.get(column.name)) for column in columns]
    node, kept = search(columns, levels, need, weights, budget)
    starts = [level.starts[at] for level, at in zip(levels, node, strict=True)]
    return from_bins(columns, starts, kept)


def build_levels(column: Column, hierarchy: Any = None) -> Levels:
    """The levels of one column.

    column (Column): The coded column.
    hierarchy (Sequence | Mapping): See `lattice`.
    RETURNS (Levels): From the values to "*".
    RAISES (HipsError): E607 for widths that do not nest, E608 for ancestors that do not.
    """
    if isinstance(hierarchy, Mapping):
        inner = _from_ancestors(column, hierarchy)
    elif column.kind == "ordered":
        inner = _from_widths(column, _widths(column, hierarchy))
    else:
        inner = []
    return levels_from(np.bincount(column.low, minlength=column.size), inner)


def levels_from(counts: np.ndarray, inner: Sequence[np.ndarray]) -> Levels:
    """Put the values below and "*" above the given levels, and reckon the losses.

    counts (ndarray): Units at each value, shape (values,).
    inner (Sequence[ndarray]): The first values of the bins of each level between.
    RETURNS (Levels): Levels that are all different.
    """
    levels = [np.arange(len(counts))]
    for starts in [*inner, np.array([0])]:
        if len(starts) < len(levels[-1]):
            levels.append(starts)
    return Levels(tuple(levels), np.array([_loss(starts, counts) for starts in levels]))


def search(
    columns: Sequence[Column],
    levels: Sequence[Levels],
    need: Need,
    weights: np.ndarray,
    budget: int = 0,
) -> tuple[tuple[int, ...], np.ndarray]:
    """Find the node of least loss that fulfils the need.

    columns (Sequence[Column]): The coded columns.
    levels (Sequence[Levels]): Their hierarchies.
    need (Need): What every class must fulfil.
    weights (ndarray): How much each column's loss counts.
    budget (int): Units that may be suppressed.
    RETURNS (tuple): The level of each column, and which units are kept.
    """
    found = Lattice(columns, levels, need, weights, budget)
    node = found.exact() if found.nodes <= EXACT_NODES else found.beam()
    return node, ~found.dropped(node)


class Lattice:
    """All combinations of levels, and two ways to search them; arguments as in `search`."""

    def __init__(
        self,
        columns: Sequence[Column],
        levels: Sequence[Levels],
        need: Need,
        weights: np.ndarray,
        budget: int,
    ) -> None:
        self._units = len(columns[0].low)
        self._need, self._budget = need, budget
        self._cost = [w * np.log1p(level.loss) for w, level in zip(weights, levels, strict=True)]
        self._keys = [
            [_key(column, starts) for starts in level.starts]
            for column, level in zip(columns, levels, strict=True)
        ]
        self._top = tuple(len(level.loss) - 1 for level in levels)

    @property
    def nodes(self) -> float:
        """Number of combinations."""
        return float(np.prod([top + 1.0 for top in self._top]))

    def exact(self) -> tuple[int, ...]:
        """All nodes by loss; what lies below a node that fails is not tested."""
        grid = np.indices([top + 1 for top in self._top]).reshape(len(self._top), -1)
        cost = sum(c[grid[i]] for i, c in enumerate(self._cost))
        failed = np.zeros(grid.shape[1], dtype=bool)
        for at in np.lexsort((-grid.sum(axis=0), np.round(cost, 12))):
            if failed[at]:
                continue
            node = tuple(grid[:, at].tolist())
            if self._fits(self.dropped(node)):
                return node
            failed |= (grid <= grid[:, [at]]).all(axis=0)
        return self._top

    def beam(self) -> tuple[int, ...]:
        """From the top: lower one column at a time, keep the best nodes of each round."""
        start = (np.zeros(self._units, dtype=np.int64), 1)
        front = {self._top: start}
        best = (self._sum(self._top), self._top)
        while front:
            found: dict[tuple[int, ...], float] = {}
            parents: dict[tuple[int, ...], tuple[tuple[int, ...], int]] = {}
            for node, (classes, count) in front.items():
                for child, i in self._children(node):
                    if child not in found and self._fits_split(classes, count, i, child[i]):
                        found[child], parents[child] = self._sum(child), (node, i)
            ranked = sorted(found, key=lambda child: (found[child], child))[:BEAM]
            if ranked:
                best = min(best, (found[ranked[0]], ranked[0]))
            front = {c: self._refine(front[parents[c][0]], parents[c][1], c) for c in ranked}
        return best[1]

    def dropped(self, node: tuple[int, ...]) -> np.ndarray:
        """The units in classes that fail at a node."""
        classes, count = np.zeros(self._units, dtype=np.int64), 1
        for i, level in enumerate(node):
            key, size = self._keys[i][level]
            classes, count = compact(classes * size + key)
        return self._need.failing(classes, count)[classes]

    def _fits(self, dropped: np.ndarray) -> bool:
        return int(dropped.sum()) <= self._budget

    def _fits_split(self, classes: np.ndarray, count: int, i: int, level: int) -> bool:
        key, size = self._keys[i][level]
        part = classes * size + key
        return self._fits(self._need.failing(part, count * size)[part])

    def _refine(
        self, parent: tuple[np.ndarray, int], i: int, node: tuple[int, ...]
    ) -> tuple[np.ndarray, int]:
        key, size = self._keys[i][node[i]]
        return compact(parent[0] * size + key)

    def _children(self, node: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
        return [
            ((*node[:i], level, *node[i + 1 :]), i)
            for i, top in enumerate(node)
            for level in range(top)
        ]

    def _sum(self, node: tuple[int, ...]) -> float:
        return round(float(sum(self._cost[i][level] for i, level in enumerate(node))), 12)


def _key(column: Column, starts: np.ndarray) -> tuple[np.ndarray, int]:
    """The bin of each unit, or the pair of bins it lies in."""
    low = np.searchsorted(starts, column.low, "right") - 1
    high = np.searchsorted(starts, column.high, "right") - 1
    return compact(low * len(starts) + high)


def _loss(starts: np.ndarray, counts: np.ndarray) -> float:
    """The mean share of the domain that a released value covers, from 0 to 1."""
    sizes = np.diff(np.r_[starts, len(counts)])
    share = np.repeat(sizes, sizes) / len(counts)
    least = 1 / len(counts)
    if least == 1.0:
        return 0.0
    return float(((counts * share).sum() / counts.sum() - least) / (1 - least))


def _widths(column: Column, given: Any) -> list[float]:
    if given is not None:
        widths = [number_of(width) for width in given]
        sound = all(w is not None and w > 0 for w in widths)
        if not sound or any(b % a for a, b in pairwise(widths)):  # type: ignore[operator]
            raise HipsError(Errors.E607.format(column=column.name))
        return [float(w) for w in widths if w is not None]
    reach = float(np.ptp(_scale(column))) if column.size > column.has_missing else 0.0
    step = _step(column)
    widths_out, width = [], 2 * step
    while width < reach + step:
        widths_out.append(width)
        width *= 2
    return widths_out


def _from_widths(column: Column, widths: Sequence[float]) -> list[np.ndarray]:
    """Bins of equal width, counted from the smallest value; a missing value stands apart."""
    scale = _scale(column)
    if len(scale) == 0:
        return []
    out = []
    for width in widths:
        bins = np.floor((scale - scale[0]) / width + 1e-9)
        starts = np.flatnonzero(np.r_[True, np.diff(bins) > 0])
        out.append(np.r_[0, starts + 1] if column.has_missing else starts)
    return out


def _from_ancestors(column: Column, hierarchy: Mapping[Any, Sequence[Any]]) -> list[np.ndarray]:
    """The bins of each level of ancestors; a missing value stands apart."""
    paths = [tuple(hierarchy[v]) for v in column.lowest[column.has_missing :]]
    depths = {len(path) for path in paths}
    if len(depths) != 1:
        raise HipsError(Errors.E608.format(column=column.name))
    out = []
    for level in range(depths.pop()):
        names = [path[level:] for path in paths]
        starts = [i for i, name in enumerate(names) if i == 0 or name != names[i - 1]]
        if len({path[level] for path in paths}) != len(starts):
            raise HipsError(Errors.E608.format(column=column.name))
        moved = [s + column.has_missing for s in starts]
        out.append(np.array([0, *moved] if column.has_missing else moved))
    return out


def _scale(column: Column) -> np.ndarray:
    """Numbers of an ordered column without its missing value; ranks where it has no numbers."""
    known = column.lowest[column.has_missing :]
    numbers = [number_of(value) for value in known]
    if all(number is not None for number in numbers):
        return np.array(numbers, dtype=float)
    return np.arange(len(known), dtype=float)


def _step(column: Column) -> float:
    """The unit of the default widths: 1 for whole numbers, else the smallest distance."""
    scale = _scale(column)
    if len(scale) < 2:
        return 1.0
    return 1.0 if np.all(scale == np.rint(scale)) else float(np.diff(scale).min())
