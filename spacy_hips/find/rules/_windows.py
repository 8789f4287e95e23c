"""The parts of a text where a pattern is worth trying."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...core.later import re

_DIGITS = re.compile(r"\d+")


def near_digits(text: str, reach: int) -> Iterator[tuple[int, int]]:
    """The parts of a text that hold a digit, since most numbers, dates and addresses do.

    text (str): The text.
    reach (int): Characters before and behind a digit that belong to its part.
    YIELDS (tuple[int, int]): First character and end of each part. A part begins at the beginning
        of a line where one is near, else at white space, so that no word is cut.
    """
    start, end = 0, -1
    for match in _DIGITS.finditer(text):
        if match.start() - reach > end:
            if end >= 0:
                yield start, end
            start = _beginning(text, match.start(), reach)
        end = min(len(text), match.end() + reach)
    if end >= 0:
        yield start, end


def near_words(low: str, needles: Iterable[str], reach: int) -> Iterator[tuple[int, int]]:
    """The parts of a text that hold one of some words, found much faster than by a pattern.

    low (str): The text in lower case, character for character (`lowered`).
    needles (Iterable[str]): What a part must hold.
    reach (int): Characters before and behind a needle that belong to its part.
    YIELDS (tuple[int, int]): First character and end of each part, by place, none overlapping.
    """
    places = []
    for needle in needles:
        at = low.find(needle)
        while at >= 0:
            places.append((at, at + len(needle)))
            at = low.find(needle, at + 1)
    start, end = 0, -1
    for left, right in sorted(places):
        if left - reach > end:
            if end >= 0:
                yield start, end
            start = max(0, left - reach)
        end = max(end, min(len(low), right + reach))
    if end >= 0:
        yield start, end


def _beginning(text: str, at: int, reach: int) -> int:
    left = max(0, at - reach)
    for mark in ("\n", " "):
        found = text.rfind(mark, max(0, left - 40), left)
        if found >= 0:
            return found + 1
    return left
