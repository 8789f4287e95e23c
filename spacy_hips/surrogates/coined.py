"""Words that stand in no table and are spelt like those of one: rare surnames, small towns.

A table cannot hold every name. If all surrogates came from it, a name outside it would be a missed
one. So such a name gets one that no table holds, made letter by letter as the words of a table are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import accumulate

from ..lexicon.tables import common_words, fold
from .choose import Dice

TRIES = 6
LONGEST = 16
SHORTEST = 4
_POINT = 1 << 256
_END = ""


class _Model:
    """What letter follows which, in the words of a table.

    words (tuple[str, ...]): The words.
    order (int): How many letters before a letter tell it.
    """

    def __init__(self, words: tuple[str, ...], order: int) -> None:
        self.order = order
        counts: Mapping[str, Counter[str]] = defaultdict(Counter)
        for word in words:
            for i in range(len(word) + 1):
                counts[word[max(0, i - order) : i]][word[i : i + 1]] += 1
        self._next = {
            before: (tuple(sorted(after)), list(accumulate(after[c] for c in sorted(after))))
            for before, after in counts.items()
        }

    def word(self, point: int) -> str:
        """The word that a large whole number leads to; "" for one that has no end."""
        word = ""
        while len(word) <= LONGEST:
            letters, ends = self._next[word[-self.order :]]
            point, rest = divmod(point, ends[-1])
            letter = letters[bisect_right(ends, rest)]
            if letter == _END:
                return word
            word += letter
        return ""


@lru_cache(maxsize=64)
def _model(words: tuple[str, ...], order: int) -> _Model:
    return _Model(words, order)


@lru_cache(maxsize=64)
def _known(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(fold, words))


def coined(words: tuple[str, ...], dice: Dice, like: str = "") -> Iterator[str]:
    """Words that a table does not hold, spelt like its words, the best in length first.

    words (tuple[str, ...]): The table, without words of several parts.
    dice (Dice): Keyed choices.
    like (str): A word whose length is wanted; "" for any.
    YIELDS (str): At most TRIES words; none where the table is too small to make others.
    """
    known, found = _known(words), []
    for order in (3, 2):
        model = _model(words, order)
        made = (model.word(dice.roll(_POINT)) for _ in range(TRIES if words else 0))
        found += [w for w in made if len(w) >= SHORTEST and fold(w) not in known]
        found = [w for w in found if w.lower() not in common_words()]
        if len(found) > 1:
            break
    yield from sorted(found, key=lambda word: abs(len(word) - len(like)) if like else 0)
