"""The attacker with a language model: which identifiers are least at home in their sentence?

The model learns letters, from what stands around and in the identifiers of one half of the release,
and so mostly surrogates. In the other half it tells how surprised it is by each identifier behind
the words before it. The least likely are called, so many as are missed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import log
from random import Random

from .attacker import SURE, Attacker, Guess, Known, Place, Release, judged, silent

ORDER = 5
"""Letters of the longest stretch that is counted."""
AROUND = 40
"""Letters on either side of an identifier that are read."""
LETTERS = 200
"""Different letters that may stand somewhere."""


@dataclass(frozen=True)
class LikelihoodAttacker:
    """Calls what a model of letters did not expect.

    order (int): Letters of the longest stretch that is counted.
    """

    order: int = ORDER
    name: str = "likelihood"
    knows: str = "the release, and about how many are missed"

    def __call__(self, release: Release, known: Known) -> Guess:
        """Attack a release; see attacker.py."""
        order = list(range(len(release.texts)))
        Random(f"likelihood|{known.seed}").shuffle(order)
        halves = set(order[::2]), set(order[1::2])
        if not all(halves):
            return silent(release, "one document cannot be halved")
        surprise: dict[Place, float] = {}
        for train, test in (halves, halves[::-1]):
            model = _Letters(self.order)
            model.learn(_around(release, p) for p in release.places if p.doc in train)
            surprise.update({p: model(*_before(release, p)) for p in release.places
                             if p.doc in test})  # fmt: skip
        most = max(surprise.values(), default=0.0) or 1.0
        return judged(release, [SURE * surprise[p] / most for p in release.places], known)


def _around(release: Release, place: Place) -> str:
    text = release.texts[place.doc]
    return text[max(0, place.start - AROUND) : place.end + AROUND]


def _before(release: Release, place: Place) -> tuple[str, str]:
    """What stands before an identifier, and the identifier with the letter behind it."""
    text = release.texts[place.doc]
    return text[max(0, place.start - AROUND) : place.start], text[place.start : place.end + 1]


class _Letters:
    """Stretches of letters, and how often each letter follows (Witten and Bell, 1991).

    order (int): Letters of the longest stretch, with the letter that follows.
    """

    def __init__(self, order: int) -> None:
        self._order = order
        self._next: dict[str, dict[str, int]] = defaultdict(dict)

    def learn(self, texts: Iterable[str]) -> None:
        """Count what follows each stretch."""
        for text in texts:
            for at, letter in enumerate(text):
                for size in range(min(self._order, at + 1)):
                    follows = self._next[text[at - size : at]]
                    follows[letter] = follows.get(letter, 0) + 1

    def __call__(self, before: str, text: str) -> float:
        """How surprising a text is: nats a letter, above 0."""
        whole = before + text
        nats = sum(-log(self._share(whole, at)) for at in range(len(before), len(whole)))
        return nats / max(1, len(text))

    def _share(self, text: str, at: int) -> float:
        """How probable a letter is behind those before it: longer stretches lean on shorter."""
        share = 1 / LETTERS
        for size in range(min(self._order, at + 1)):
            follows = self._next.get(text[at - size : at])
            if not follows:
                break
            kinds, seen = len(follows), sum(follows.values())
            share = (follows.get(text[at], 0) + kinds * share) / (seen + kinds)
        return share


def make_likelihood_attacker(order: int = ORDER) -> Attacker:
    """An attacker with a model of letters; see `LikelihoodAttacker`.

    order (int): Letters of the longest stretch that is counted.
    RETURNS (Attacker): The attacker.
    """
    return LikelihoodAttacker(order)
