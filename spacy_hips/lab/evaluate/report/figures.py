"""Shares with their 95 % intervals, and counts with what follows from them, as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ....components.scoring.metrics import KAGGLE_BETA, Prf, rounded
from ....core.bounds import exact_bounds
from ..bootstrap import Rate, bounds, share_intervals

BETAS = (1.0, 2.0, KAGGLE_BETA)


def share_figures(
    documents: Sequence[Mapping[str, Rate]], draws: int, seed: int
) -> dict[str, dict[str, Any]]:
    """Shares over documents.

    documents (Sequence[Mapping]): What each document adds to the part and the whole of each share.
    draws, seed (int): How often documents are resampled, and with which random numbers.
    RETURNS (dict): By name: value, part, whole, and the interval: resampled, and as far as the
        exact bounds reach. A share of nothing is not there.
    """
    samples = share_intervals(documents, draws, seed)
    sums: dict[str, list[float]] = {}
    for own in documents:
        for name, (part, whole) in own.items():
            both = sums.setdefault(name, [0.0, 0.0])
            both[0], both[1] = both[0] + part, both[1] + whole
    out = {}
    for name, (part, whole) in sums.items():
        if whole:
            low, high = interval(samples.get(name, []), part, whole)
            value = rounded(part / whole)
            out[name] = {"value": value, "part": plain(part), "whole": plain(whole),
                         "low": low, "high": high}  # fmt: skip
    return out


def interval(samples: Sequence[float], part: float, whole: float) -> tuple[Any, Any]:
    """Resampled values and exact bounds as one."""
    exact = exact_bounds(part, whole)
    if samples:
        return bounds(samples, exact)
    return (None, None) if exact is None else (rounded(exact[0]), rounded(exact[1]))


def prf(counts: Prf) -> dict[str, Any]:
    """Precision, recall, F1, F2, F5, and the counts."""
    rates = {f"f{beta:g}": rounded(counts.f(beta)) for beta in BETAS}
    return {
        "p": rounded(counts.precision), "r": rounded(counts.recall), **rates,
        "tp": counts.tp, "fp": counts.fp, "fn": counts.fn,
    }  # fmt: skip


def plain(value: float) -> float | int:
    """A count as a whole number."""
    return int(value) if float(value).is_integer() else round(value, 6)


def counted(count: int, one: str, many: str = "") -> str:
    """A number with its noun.

    count (int): The number.
    one, many (str): The noun; its plural ends in s where it is not given.

        >>> counted(1, "document"), counted(2000, "document")
        ('1 document', '2,000 documents')
    """
    return f"{count:,} {one if count == 1 else many or one + 's'}"
