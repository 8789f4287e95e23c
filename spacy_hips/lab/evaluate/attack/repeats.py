"""The attacker who counts: leaks repeat, or are rarer words, than what was drawn.

What is real may come back in other documents, where surrogates are drawn anew for each; and people
bear rarer names than a table of common names holds. The attacker knows about how many identifiers
are missed, and calls so many: those that repeat most and are rarest, of each label.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from math import log2

from ....core.later import re
from ....text.lexicon.tables import fold
from .attacker import Attacker, Guess, Known, Release, highest

_WORD = re.compile(r"[^\W\d_]+|\d+")


@dataclass(frozen=True)
class RepeatsAttacker:
    """Calls what repeats and is rare."""

    name: str = "repeats"
    knows: str = "nothing but about how many are missed"

    def __call__(self, release: Release, known: Known) -> Guess:
        """Attack a release; see attacker.py."""
        words = Counter(
            word for text in release.texts for word in {fold(w) for w in _WORD.findall(text)}
        )
        values = [fold(release.text_of(place)) for place in release.places]
        holding: dict[str, set[int]] = defaultdict(set)
        mentions: Counter[tuple[int, str]] = Counter()
        for place, value in zip(release.places, values, strict=True):
            holding[value].add(place.doc)
            mentions[place.doc, value] += 1
        scores = []
        for place, value in zip(release.places, values, strict=True):
            fewest = min((words[w] for w in _WORD.findall(value)), default=0)
            rare = log2(len(release.texts) / max(1, fewest))
            scores.append(rare + log2(len(holding[value])) + log2(mentions[place.doc, value]))
        called = highest(release, scores, known)
        return Guess(tuple(i in called for i in range(len(scores))), tuple(scores))


def make_repeats_attacker() -> Attacker:
    """An attacker who counts; see `RepeatsAttacker`.

    RETURNS (Attacker): The attacker.
    """
    return RepeatsAttacker()
