"""The attacker with a class roster: which of the names in the release are real people's?

A full name of the roster that stands in a document is called, with all that holds a part of it
there: first names, addresses, handles. A lone forename says nothing, for many bear it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from ....core.labels import NAME_LABELS
from ....core.later import re
from ....text.lexicon.tables import fold
from .attacker import Attacker, Guess, Known, Place, Release, silent

_WORD = re.compile(r"[^\W\d_]{2,}")
SHORTEST = 4
"""Letters that a part of a name must have to be told within an address or a handle."""
NAMED = frozenset(("EMAIL", "USERNAME", "URL_PERSONAL"))

Name = frozenset[str]


@dataclass(frozen=True)
class RosterAttacker:
    """Calls the names of the roster, and what goes with them."""

    name: str = "roster"
    knows: str = "the full names of the real people"

    def __call__(self, release: Release, known: Known) -> Guess:
        """Attack a release; see attacker.py."""
        people = {_words(name) for name in known.roster}
        bearing: dict[str, list[Name]] = defaultdict(list)
        for person in people:
            for word in person if len(person) > 1 else ():
                bearing[word].append(person)
        if not bearing:
            return silent(release, "no full names to look for")
        found: dict[int, set[Name]] = defaultdict(set)
        named = [_words(release.text_of(place)) for place in release.places]
        for place, words in zip(release.places, named, strict=True):
            if place.label in NAME_LABELS and len(words) > 1:
                rarest = min(words, key=lambda w: len(bearing[w]))
                found[place.doc].update(p for p in bearing[rarest] if words <= p or p <= words)
        scores = tuple(
            _score(place, words, found[place.doc], fold(release.text_of(place)))
            for place, words in zip(release.places, named, strict=True)
        )
        return Guess(tuple(score > 0 for score in scores), scores)


def _words(name: str) -> Name:
    return frozenset(fold(word) for word in _WORD.findall(name))


def _score(place: Place, words: Name, people: set[Name], text: str) -> float:
    """How many words of somebody who is named in the document stand at a place."""
    if place.label in NAME_LABELS:
        return max(
            (len(words & p) for p in people if words and (words <= p or p <= words)), default=0
        )
    if place.label not in NAMED:
        return 0.0
    return max((sum(len(w) >= SHORTEST and w in text for w in p) for p in people), default=0)


def make_roster_attacker() -> Attacker:
    """An attacker with a roster; see `RosterAttacker`.

    RETURNS (Attacker): The attacker.
    """
    return RosterAttacker()
