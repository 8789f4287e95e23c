"""What a rule is, and how cue words near a match change its score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, runtime_checkable

from ...core.later import regex
from ...core.spans import PiiSpan

MARKS = r"""\s.:\#\-–—()\[\]{}<>"'`“”‘’*|•·【】"""
"""What may stand between a word that names a value and the value, inside a class of a pattern."""


@runtime_checkable
class Rule(Protocol):
    """Finds identifiers of one or several labels in a text.

    labels (tuple[str, ...]): What it looks for; summaries say which labels were not searched.

    A rule is called with the whole text and yields `PiiSpan` records with a score and a source
    ("rules.<name>"). It must be linear in the length of the text, keep no state between texts and
    be picklable. The label URL is for web addresses that are judged public.
    """

    labels: tuple[str, ...]

    def __call__(self, text: str) -> Iterable[PiiSpan]:
        """Find the identifiers of a text."""
        ...  # pragma: no cover


class Cues:
    """Words near a match that make it more likely.

    words (Iterable[str]): Cue words or phrases, any case; white space in them matches any.
    window (int): How many characters before and after a match are looked at.
    """

    def __init__(self, words: Iterable[str], window: int = 40) -> None:
        self.window = window
        ordered = sorted(words, key=len, reverse=True)
        parts = [r"\s+".join(regex.escape(w) for w in word.split()) for word in ordered]
        told = "|".join(parts)
        self._pattern = regex.compile(rf"(?<!\w)(?:{told})(?!\w)", regex.I)
        self._letters = regex.compile(told, regex.I)

    def before(self, text: str, start: int) -> bool:
        """Is there a cue before the character `start`, on its line or the one above?"""
        return bool(self._pattern.search(text, max(0, start - self.window), start))

    def within(self, text: str, start: int, end: int) -> bool:
        """Is there a cue between two characters?"""
        return bool(self._pattern.search(text, start, end))

    def all(self, text: str) -> Iterator[regex.Match[str]]:
        """The cues of a text, by place."""
        yield from self._pattern.finditer(text)

    def possible(self, text: str, start: int, end: int) -> bool:
        """May there be a cue for anything between two characters? Parts of words count too."""
        left, right = max(0, start - self.window), min(len(text), end + self.window)
        return bool(self._letters.search(text, left, right))

    def near(self, text: str, start: int, end: int) -> bool:
        """Is there a cue before `start` or behind `end`?"""
        return self.before(text, start) or bool(
            self._pattern.search(text, end, min(len(text), end + self.window))
        )
