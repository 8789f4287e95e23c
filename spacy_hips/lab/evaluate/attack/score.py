"""How well an attacker told leaks from surrogates: precision, recall, chance, AUC."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from ....components.scoring.metrics import rounded, share
from ....core.bounds import Bounds, exact_bounds

ALL = "all"
DOCUMENT = "document"


@dataclass(frozen=True)
class Figures:
    """What one attacker got on one label.

    label (str): The label, "all" of them, or "document" where whole documents are linked.
    candidates (int): From how many places it could choose.
    leaks (int): How many of them are real.
    called (int): How many it called real.
    found (int): How many of these are.
    auc (Optional[float]): How often a leak looks more real to it than a surrogate; None where
        there is none of one of both.
    chance (Optional[float]): What precision calling at random has.
    note (str): What else is to be said.
    """

    label: str
    candidates: int
    leaks: int
    called: int
    found: int
    auc: float | None
    chance: float | None
    note: str = ""

    @property
    def precision(self) -> float | None:
        """The share of its calls that are leaks; None where it called nothing."""
        return share(self.found, self.called)

    @property
    def recall(self) -> float | None:
        """The share of the leaks that it called; None where there are none."""
        return share(self.found, self.leaks)

    @property
    def precision_bounds(self) -> Bounds | None:
        """The exact 95 % bounds of precision."""
        return exact_bounds(self.found, self.called)

    @property
    def recall_bounds(self) -> Bounds | None:
        """The exact 95 % bounds of recall."""
        return exact_bounds(self.found, self.leaks)

    @property
    def gain(self) -> float | None:
        """How far precision surely lies above chance; None where nothing can be said."""
        bounds = self.precision_bounds
        if bounds is None or self.chance is None or not self.leaks:
            return None
        return bounds[0] - self.chance

    @property
    def pays(self) -> bool | None:
        """Is precision surely more than MARGIN above chance? None where nothing can be said."""
        return None if self.gain is None else self.gain > MARGIN

    def to_json(self) -> dict[str, Any]:
        """All figures as plain data."""
        return {
            "label": self.label,
            "precision": rounded(self.precision),
            "precision_interval": _pair(self.precision_bounds),
            "recall": rounded(self.recall),
            "recall_interval": _pair(self.recall_bounds),
            "chance": rounded(self.chance),
            "gain": rounded(self.gain),
            "auc": rounded(self.auc),
            "found": self.found,
            "called": self.called,
            "leaks": self.leaks,
            "candidates": self.candidates,
            "note": self.note,
        }


MARGIN = 0.1
"""By so much may an attacker's precision lie above chance."""


def _pair(bounds: Bounds | None) -> list[float | None] | None:
    return [rounded(bounds[0]), rounded(bounds[1])] if bounds else None


def figures(
    label: str,
    leaks: Sequence[bool],
    called: Sequence[bool],
    scores: Sequence[float],
    note: str = "",
) -> Figures:
    """Count what an attacker got.

    label (str): The label that is counted.
    leaks, called (Sequence[bool]): Is each place real, and did the attacker call it so?
    scores (Sequence[float]): How real it looks to the attacker.
    note (str): What else is to be said.
    RETURNS (Figures): The figures.

        >>> figures("EMAIL", [True, False, False], [True, True, False], [3.0, 2.0, 1.0]).precision
        0.5
    """
    real = sum(leaks)
    if not leaks:
        note = note or "no identifiers"
    elif not real:
        note = note or "no leaks"
    found = sum(leak and call for leak, call in zip(leaks, called, strict=True))
    return Figures(
        label,
        len(leaks),
        real,
        sum(called),
        found,
        auc(leaks, scores),
        share(real, len(leaks)),
        note,
    )


def auc(leaks: Sequence[bool], scores: Sequence[float]) -> float | None:
    """How often a leak has a higher score than a surrogate; ties count half.

    leaks (Sequence[bool]): Is each place real?
    scores (Sequence[float]): Its score.
    RETURNS (Optional[float]): From 0 to 1; None without leaks or without surrogates.

        >>> auc([True, False, False], [2.0, 1.0, 2.0])
        0.75
    """
    real = sum(leaks)
    rest = len(leaks) - real
    if not real or not rest:
        return None
    won, below = 0.0, 0
    ordered = sorted(zip(scores, leaks, strict=True), key=lambda pair: pair[0])
    for _, same in groupby(ordered, key=lambda pair: pair[0]):
        both = [leak for _, leak in same]
        tied = len(both) - sum(both)
        won += sum(both) * (below + tied / 2)
        below += tied
    return won / (real * rest)
