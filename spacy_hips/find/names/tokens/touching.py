"""Where a name ends and the next begins, with nothing but a blank between them.

    Thanks, Ana Ruiz Tomé Okri Lan Nguyen

Text that was copied out of a page has lost its line breaks, and lists of names with them. What the
finder says of each token by itself is seldom enough; a list as a whole tells more: forenames stand
before surnames, and neighbours have as many words. So the cheapest way to cut the whole is looked
for (a semi-Markov model: Sarawagi and Cohen 2004, section 2; learnt as in Collins 2002, figure 1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from ....text.lexicon.tables import particles
from ....text.lexicon.words import LOWER, Lexicon

if TYPE_CHECKING:
    from spacy.tokens import Doc

LONGEST = 10
"""The most words of a name that is looked at as one."""
LONGEST_ROW = 40
"""Of more words, a row is no list of names."""
_LENGTHS = 5  # names of more words count as this long
_LIMIT = 5.0  # odds beyond this add nothing

WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "alone_given": 0.14,
        "both_alone": 0.24,
        "cut": -0.41,
        "cut_before_initial": -0.87,
        "cut_before_particle": -1.09,
        "cut_behind_particle": -1.19,
        "cut_given": 0.35,
        "cut_likely": -0.62,
        "cut_odds": 0.70,
        "first_given": 0.20,
        "inner_given": 0.40,
        "last_family": 0.13,
        "same_length": 0.46,
        "words_1": -0.83,
        "words_2": 0.11,
        "words_3": 0.36,
        "words_4": 0.28,
        "words_5": -0.32,
    }
)
"""What each sign is worth, in favour of cutting so. Printed by scripts/fit_touching.py."""


def parted(doc: Doc, names: np.ndarray, odds: np.ndarray, lexicon: Lexicon) -> np.ndarray:
    """Where names begin that touch the name before them.

    doc (Doc): The document.
    names (np.ndarray): Whether a token is part of a name, shape (tokens,).
    odds (np.ndarray): Log of the odds that a name begins at a token rather than goes on, shape
        (tokens,).
    lexicon (Lexicon): Tells forenames from surnames.
    RETURNS (np.ndarray): Whether a name begins at a token, shape (tokens,); only at those whose
        neighbour on the left is part of a name, too.
    """
    begins = np.zeros(len(doc), dtype=bool)
    for start, end in rows(doc, names):
        if end - start <= LONGEST_ROW:
            row = Row(doc[start:end].text.split(" "), odds[start:end].tolist(), lexicon)
            begins[[start + cut for cut in cuts(row)]] = True
    return begins


def rows(doc: Doc, names: np.ndarray) -> Iterator[tuple[int, int]]:
    """Two words of names or more with a single blank between each two.

    doc (Doc): The document.
    names (np.ndarray): Whether a token is part of a name, shape (tokens,).
    YIELDS (tuple): First token and the one behind the last.
    """
    start = end = 0
    for i in [i for i in np.flatnonzero(names).tolist() if doc[i].text[0].isalpha()]:
        if end and (i != end or doc[i - 1].whitespace_ != " "):
            if end - start > 1:
                yield start, end
            start = i
        elif not end:
            start = i
        end = i + 1
    if end - start > 1:
        yield start, end


class Row:
    """What is known of the words of a row.

    words (Sequence[str]): The words.
    odds (Sequence[float]): Log of the odds that a name begins with each.
    lexicon (Lexicon): Tells forenames from surnames.
    """

    def __init__(self, words: Sequence[str], odds: Sequence[float], lexicon: Lexicon) -> None:
        known = [lexicon(word) for word in words]
        self.odds = [max(-_LIMIT, min(_LIMIT, value)) for value in odds]
        self.given = [float(word.forename - word.surname) for word in known]
        small = zip(words, known, strict=True)
        self.particle = [k.case == LOWER and word in particles() for word, k in small]
        self.initial = [len(word.rstrip(".")) == 1 for word in words]

    def __len__(self) -> int:
        return len(self.odds)

    def signs(self, start: int, end: int, before: int) -> Iterator[tuple[str, float]]:
        """What speaks for and against a name of the words from start to end.

        start, end (int): The first word, and the one behind the last.
        before (int): How many words the name before it has; 0 for none.
        YIELDS (tuple): The name of a sign in WEIGHTS, and how much of it there is.
        """
        length = min(end - start, _LENGTHS)
        yield f"words_{length}", 1.0
        if length == 1:
            yield "alone_given", self.given[start]
        else:
            yield "first_given", self.given[start]
            yield "last_family", max(0.0, -self.given[end - 1])
            yield "inner_given", sum(self.given[start + 1 : end - 1]) / max(1, end - start - 2)
        if start:
            yield from self._cut(start)
            yield "same_length", float(min(before, _LENGTHS) == length)
            yield "both_alone", float(before == length == 1)

    def _cut(self, i: int) -> Iterator[tuple[str, float]]:
        yield "cut", 1.0
        yield "cut_odds", self.odds[i]
        yield "cut_likely", float(self.odds[i] > 0)
        yield "cut_given", self.given[i]
        yield "cut_before_particle", float(self.particle[i])
        yield "cut_behind_particle", float(self.particle[i - 1])
        yield "cut_before_initial", float(self.initial[i])


def cuts(row: Row, weights: Mapping[str, float] = WEIGHTS) -> list[int]:
    """Cut a row into names in the way that has the highest sum of weights.

    row (Row): The words.
    weights (Mapping): What each sign is worth.
    RETURNS (list): The words with which names begin, without the first of the row.
    """
    best: dict[tuple[int, int], tuple[float, tuple[int, int]]] = {(0, 0): (0.0, (0, 0))}
    for end in range(1, len(row) + 1):
        for start in range(max(0, end - LONGEST), end):
            length = min(end - start, _LENGTHS)
            for before in range(_LENGTHS + 1):
                if (start, before) not in best:
                    continue
                score = best[start, before][0] + _worth(row, start, end, before, weights)
                if (end, length) not in best or score > best[end, length][0]:
                    best[end, length] = (score, (start, before))
    at = max((key for key in best if key[0] == len(row)), key=lambda key: best[key][0])
    found = []
    while at[0] > 0:
        at = best[at][1]
        found.append(at[0])
    return found[-2::-1]


def _worth(row: Row, start: int, end: int, before: int, weights: Mapping[str, float]) -> float:
    return sum(weights.get(sign, 0.0) * much for sign, much in row.signs(start, end, before))
