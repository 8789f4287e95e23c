"""The attacker who has seen some of the originals, or searches for their sentences.

What an author has published elsewhere, or handed in to somebody, links a released document back to
its author by the words around the surrogates. No surrogate helps against it; the share that can be
linked says what a release tells to whoever has a part of the originals.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from ....core.later import re
from .attacker import Attacker, Known, Links, Release

LENGTH = 6
"""Words of the stretches that are searched for."""
HELD = 0.5
"""The share of the originals that the attacker has."""
FEWEST = 2
"""So many stretches of one original, and of no other that it has, make a link."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class LinkageAttacker:
    """Links documents to originals by stretches of words.

    length (int): How many words a stretch has.
    held (float): The share of the originals that it has.
    """

    length: int = LENGTH
    held: float = HELD
    name: str = "linkage"

    @property
    def knows(self) -> str:
        """What it knows."""
        return f"{100 * self.held:g} % of the original texts"

    def __call__(self, release: Release, known: Known) -> Links:
        """Attack a release; see attacker.py."""
        count = len(known.originals)
        chosen = set(Random(f"linkage|{known.seed}").sample(range(count), round(self.held * count)))
        where: dict[tuple[str, ...], set[int]] = defaultdict(set)
        for n in chosen:
            for stretch in self._stretches(known.originals[n]):
                where[stretch].add(n)
        linked, scores = [], []
        for text in release.texts:
            own = set(self._stretches(text))
            hits = Counter(n for s in own for n in where.get(s, ()) if len(where[s]) == 1)
            best, most = hits.most_common(1)[0] if hits else (-1, 0)
            linked.append(best if most >= FEWEST else -1)
            scores.append(most / len(own) if own else 0.0)
        targets = tuple(n in chosen for n in range(len(release.texts)))
        return Links(targets, tuple(linked), tuple(scores))

    def _stretches(self, text: str) -> Iterator[tuple[str, ...]]:
        words = [w.casefold() for w in _WORD.findall(text)]
        return (tuple(words[i : i + self.length]) for i in range(len(words) - self.length + 1))


def make_linkage_attacker(length: int = LENGTH, held: float = HELD) -> Attacker:
    """An attacker who has seen some of the originals; see `LinkageAttacker`.

    length (int): How many words a stretch has.
    held (float): The share of the originals that it has.
    RETURNS (Attacker): The attacker.
    """
    return LinkageAttacker(length, held)
