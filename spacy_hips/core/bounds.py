"""Exact bounds of a share (Clopper and Pearson, 1934), which still say something where nothing was
missed: resampled documents then all give 1, and an interval from 1 to 1.

A bound is the share at which what was seen, or more of it, comes about in 2.5 of 100 such samples.
Where all or none were counted there is one bound only, and it takes all of the 5: of 36 names none
missed, at most 8 % are ("rule of three": 3 / 36).
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, lgamma, log, log1p

Bounds = tuple[float, float]
DOUBT = 0.05

_STEPS = 60  # halvings of the interval from 0 to 1
_TERMS = 10_000
_TINY = 1e-300


def exact_bounds(part: float, whole: float) -> Bounds | None:
    """The 95 % bounds of a share.

    part, whole (float): How many of how many.
    RETURNS (Optional[tuple]): Lower and upper bound; None of nothing.

        >>> low, high = exact_bounds(0, 36)
        >>> low, round(high, 3)
        (0.0, 0.08)
    """
    if whole <= 0:
        return None
    tail = DOUBT if part in (0, whole) else DOUBT / 2
    rest = whole - part
    low = 0.0 if part <= 0 else _root(lambda p: beta_share(p, part, rest + 1), tail)
    high = 1.0 if rest <= 0 else _root(lambda p: beta_share(p, part + 1, rest), 1 - tail)
    return low, high


def at_most(part: float, whole: float) -> float:
    """The share that there is at most, with 95 % confidence: the upper bound alone.

    part, whole (float): How many of how many.
    RETURNS (float): The bound; 1 of nothing.

        >>> round(at_most(0, 60), 3), round(at_most(2, 60), 3)
        (0.049, 0.101)
    """
    rest = whole - part
    if rest <= 0:
        return 1.0
    return _root(lambda p: beta_share(p, part + 1, rest), 1 - DOUBT)


def widened(interval: tuple[float | None, float | None], exact: Bounds | None) -> Bounds | None:
    """A resampled interval and exact bounds as one: from the lower to the higher of both.

    Resampling knows that mentions of a document stand and fall together, and nothing of what no
    document has; exact bounds the other way round.

    interval (tuple): The resampled one; of None and None where there is none.
    exact (Optional[tuple]): What `exact_bounds` gave.
    RETURNS (Optional[tuple]): Both; None without either.
    """
    known = [pair for pair in (interval, exact) if pair is not None and None not in pair]
    if not known:
        return None
    lows, highs = zip(*known, strict=True)
    return min(lows), max(highs)  # type: ignore[type-var]


def difference(one: tuple[float, float], other: tuple[float, float]) -> Bounds:
    """Bounds of the difference of two shares, from the bounds of each (Newcombe 1998, method 10).

    one, other (tuple): Part and whole of each.
    RETURNS (tuple): Bounds of the first share less the second.
    """
    first, second = exact_bounds(*one), exact_bounds(*other)
    if first is None or second is None:
        return -1.0, 1.0
    p, q = one[0] / one[1], other[0] / other[1]
    below = ((p - first[0]) ** 2 + (second[1] - q) ** 2) ** 0.5
    above = ((first[1] - p) ** 2 + (q - second[0]) ** 2) ** 0.5
    return p - q - below, p - q + above


def most_often(exposure: float) -> float:
    """How often, at most, what never came about does: the upper bound of a rate (Poisson).

    exposure (float): In how much it was looked for, such as thousands of words.
    RETURNS (float): The bound, for each unit of the exposure.
    """
    return -log(DOUBT) / exposure


def beta_share(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (DLMF 8.17.22).

    x (float): From 0 to 1.
    a, b (float): Its parameters, above 0.
    RETURNS (float): From 0 to 1.
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_share(1 - x, b, a)
    front = lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)
    return exp(front) / a / _fraction(x, a, b)


def _fraction(x: float, a: float, b: float) -> float:
    """The denominator of the continued fraction, from the front (Lentz)."""
    c, d, out = 1.0, 0.0, 1.0
    for step in range(1, _TERMS):
        m, odd = divmod(step, 2)
        if odd:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / (1 + term * d or _TINY)
        c = 1 + term / c or _TINY
        out *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return out


def _root(rising: Callable[[float], float], wanted: float) -> float:
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < wanted else (low, middle)
    return (low + high) / 2
