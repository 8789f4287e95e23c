"""Names to draw from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate


@dataclass(frozen=True, eq=False)
class Pool:
    """Names to draw from. A pool equals only itself: comparing all of its names would take long.

    names (tuple[str, ...]): The names, the most common first.
    weights (tuple[int, ...]): How common each is, in any unit, at least 1.
    """

    names: tuple[str, ...]
    weights: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate(self.weights))

    def only(self, fits: Callable[[str], bool]) -> Pool:
        """The names that fit, as common as they are here.

        fits (Callable): Whether a name does.
        RETURNS (Pool): A pool of them.
        """
        kept = [pair for pair in zip(self.names, self.weights, strict=True) if fits(pair[0])]
        return Pool(tuple(name for name, _ in kept), tuple(weight for _, weight in kept))

    @property
    def total(self) -> int:
        """The sum of the weights."""
        return self._ends[-1] if self.names else 0

    def at(self, point: int) -> str:
        """The name that holds a point between 0 and `total` when weights are laid end to end."""
        return self.names[bisect_right(self._ends, point)]


EMPTY = Pool((), ())
