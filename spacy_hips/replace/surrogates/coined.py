"""Words that stand in no table and are spelt like those of one: rare surnames, small towns.

A table cannot hold every name. If all surrogates came from it, a name outside it would be a missed
one. So such a name gets one that no table holds, made letter by letter as the words of a table are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate

from ...text.lexicon.tables import common_words, fold
from .choose import Dice

TRIES = 6
LONGEST = 16
SHORTEST = 4
_POINT = 1 << 256
_EDGE = "\n"


class _Words:
    """The words of a table as one text, in which letters are counted when they are asked for.

    A word needs the counts of some ten places, and counting them all takes a thousand times that.

    words (tuple[str, ...]): The words.
    """

    def __init__(self, words: tuple[str, ...]) -> None:
        self._text = _EDGE + _EDGE.join(words) + _EDGE
        self._folded = fold(self._text)
        self._next: dict[str, tuple[str, list[int]]] = {}

    def __contains__(self, word: str) -> bool:
        """Does the table hold a word, whatever its case and accents?"""
        return f"{_EDGE}{fold(word)}{_EDGE}" in self._folded

    def word(self, point: int, order: int) -> str:
        """The word that a large whole number leads to; "" for one that has no end.

        point (int): The number.
        order (int): How many letters before a letter tell it.
        RETURNS (str): The word.
        """
        word = _EDGE
        while len(word) <= LONGEST + 1:
            before = word[-order:]
            letters, ends = self._next.get(before) or self._after(before)
            point, rest = divmod(point, ends[-1])
            letter = letters[bisect_right(ends, rest)]
            if letter == _EDGE:
                return word[1:]
            word += letter
        return ""

    def _after(self, before: str) -> tuple[str, list[int]]:
        """The letters that follow some letters, and how often they do, summed up."""
        counts: Counter[str] = Counter()
        at = self._text.find(before)
        while at >= 0:
            counts[self._text[at + len(before) : at + len(before) + 1]] += 1
            at = self._text.find(before, at + 1)
        del counts[""]  # behind the last word
        letters = "".join(sorted(counts))
        self._next[before] = letters, list(accumulate(counts[c] for c in letters))
        return self._next[before]


_words = lru_cache(maxsize=64)(_Words)


def coined(words: tuple[str, ...], dice: Dice, like: str = "") -> Iterator[str]:
    """Words that a table does not hold, spelt like its words, the best in length first.

    words (tuple[str, ...]): The table, without words of several parts.
    dice (Dice): Keyed choices.
    like (str): A word whose length is wanted; "" for any.
    YIELDS (str): At most TRIES words; none where the table is too small to make others.
    """
    table, found = _words(words), list[str]()
    for order in (3, 2):
        made = [table.word(dice.roll(_POINT), order) for _ in range(TRIES if words else 0)]
        found += [w for w in made if len(w) >= SHORTEST and w not in table]
        found = [w for w in found if w.lower() not in common_words()]
        if len(found) > 1:
            break
    yield from sorted(found, key=lambda word: abs(len(word) - len(like)) if like else 0)
