"""Which threshold is taken: the present one, unless labelled texts give a good reason for another.

A threshold that is too high loses names of texts that nobody has labelled, and a few labelled
names cannot tell: all thresholds find all of a dozen. So equals keep the present one, else the
lowest, and with few names nothing moves, but where a recall was asked for that the present one
does not reach.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...core.bounds import exact_bounds
from ..errors import Warnings

LEAST_NAMES = 60
"""With fewer, even where none is missed one in twenty may be (exact.py)."""


@dataclass(frozen=True)
class Point:
    """What one threshold gives for personal names, exact spans.

    threshold, precision, recall, f1, f5 (float): The figures.
    candidates (float): Names found per 1,000 words.
    names (int): Labelled names.
    missed (int): Those of them that were not found.
    """

    threshold: float
    precision: float
    recall: float
    f1: float
    f5: float
    candidates: float
    names: int
    missed: int

    @property
    def at_least(self) -> float:
        """The lower bound of the recall (95 %)."""
        bounds = exact_bounds(self.names - self.missed, self.names)
        return bounds[0] if bounds else 0.0


def choose(curve: Sequence[Point], own: float, recall: float | None = None) -> Point:
    """The threshold to take.

    curve (Sequence[Point]): The figures of every threshold, the present one among them.
    own (float): The present threshold.
    recall (float): The recall that is wanted; None for the best F5.
    RETURNS (Point): The choice: of the best F5, or of the fewest names found with that recall;
        where no threshold reaches the recall, the one that comes nearest.
    """
    present = next(point for point in curve if point.threshold == own)
    reached = recall is None or present.recall >= recall
    if reached and present.names < LEAST_NAMES:
        return present
    if recall is None:
        return _best(curve, present, lambda point: point.f5)
    enough = [point for point in curve if point.recall >= recall]
    if enough:
        return _best(enough, present, lambda point: -point.candidates)
    return _best(curve, present, lambda point: point.recall)


def too_few(count: int, what: str, threshold: str) -> str:
    """What to say where too little is labelled to choose a threshold by it; "" where it is enough.

    count (int): How many are labelled.
    what (str): Of what.
    threshold (str): The threshold that was taken.
    """
    if count >= LEAST_NAMES:
        return ""
    return Warnings.W111.format(what=f"{count} {what} are", least=LEAST_NAMES, threshold=threshold)


def _best(curve: Sequence[Point], present: Point, worth: Callable[[Point], float]) -> Point:
    most = max(map(worth, curve))
    equals = [point for point in curve if worth(point) == most]
    return present if present in equals else min(equals, key=lambda point: point.threshold)
