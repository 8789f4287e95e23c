"""The attacker who holds our finder: what looks like an identifier, and the finder is silent.

A leak is there because somebody's finder missed it. Who has the same finder and reads what it does
not mark has a list of such places, and of surrogates that it would miss as well.
"""

from __future__ import annotations

from dataclasses import dataclass

from .attacker import Attacker, Guess, Known, Release, silent


@dataclass(frozen=True)
class WheelAttacker:
    """Calls what the finder does not find in the release."""

    name: str = "wheel"
    knows: str = "the finder"

    def __call__(self, release: Release, known: Known) -> Guess:
        """Attack a release; see attacker.py."""
        if known.find is None:
            return silent(release, "the finder is not there")
        found = known.find(release.texts)
        scores = []
        for place in release.places:
            covered: set[int] = set()
            for span in found[place.doc]:
                covered.update(range(max(span.start, place.start), min(span.end, place.end)))
            scores.append(1 - len(covered) / (place.end - place.start))
        return Guess(tuple(score == 1 for score in scores), tuple(scores))


def make_wheel_attacker() -> Attacker:
    """An attacker who holds the finder; see `WheelAttacker`.

    RETURNS (Attacker): The attacker.
    """
    return WheelAttacker()
