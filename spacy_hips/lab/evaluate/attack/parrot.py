"""The parrot attack (Carrell et al. 2019, JAMIA 26(12):1536).

Their attacker marks by hand what looks like an identifier in half of the released corpus, trains a
tagger on it, and runs it on the rest. The tagger learnt mostly from surrogates, so it finds these.
What a reader takes for an identifier and the tagger does not find is called a leak. Here the places
that a release gives are what the reader marked, and each half is attacked with a tagger that was
trained on the other. The tagger is lighter than theirs: a logistic regression over a word and its
surroundings. The leaks are drawn by chance; theirs were those of a real finder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ....core.errors import HipsError
from ....core.later import re
from ...errors import Errors
from .attacker import Attacker, Guess, Known, Place, Release, silent
from .signs import shape

NAME = "parrot"
CARRELL = {"found": 211, "called": 402, "leaks": 310}
"""Carrell et al. 2019: 211 of 310 leaks found, and 191 surrogates taken for leaks."""
PUBLISHED = (
    "Carrell et al. 2019, the same attack on clinical notes: precision "
    f"{CARRELL['found'] / CARRELL['called']:.3f}, recall {CARRELL['found'] / CARRELL['leaks']:.3f} "
    f"({CARRELL['found']} of {CARRELL['leaks']} leaks found, {CARRELL['called']} places called)."
)
"""A line to stand beside the figures of this attacker."""

_TOKEN = re.compile(r"\w+|[^\w\s]")
SEEN = 0.5
"""From this probability on the tagger marks a word."""
AROUND = 2


@dataclass(frozen=True)
class ParrotAttacker:
    """Calls what a tagger that learnt from the other half does not mark."""

    name: str = NAME
    knows: str = "the release alone"

    def __call__(self, release: Release, known: Known) -> Guess:
        """Attack a release; see attacker.py."""
        order = list(range(len(release.texts)))
        Random(f"parrot|{known.seed}").shuffle(order)
        halves = order[::2], order[1::2]
        if not all(halves):
            return silent(release, "one document cannot be halved")
        pages = [
            _Page(text, places)
            for text, places in zip(release.texts, release.of_documents(), strict=True)
        ]
        scores: dict[Place, float] = {}
        for train, test in (halves, halves[::-1]):
            tagger = _Tagger([pages[n] for n in train])
            if not tagger.ready:
                return silent(release, "a half holds no identifiers to learn from")
            for n in test:
                scores.update(tagger(pages[n]))
        told = tuple(scores[place] for place in release.places)
        return Guess(tuple(score > 1 - SEEN for score in told), told)


class _Page:
    """A text as words, with what a tagger can see of each and whether it is in a place."""

    def __init__(self, text: str, places: Sequence[Place]) -> None:
        self.places = places
        self.spots = [match.span() for match in _TOKEN.finditer(text)]
        self.words = [text[start:end] for start, end in self.spots]
        self.of_place = [
            [i for i, (start, end) in enumerate(self.spots) if start < p.end and p.start < end]
            for p in places
        ]
        inside = {i for own in self.of_place for i in own}
        self.truth = [i in inside for i in range(len(self.words))]

    def features(self) -> Iterator[list[str]]:
        """What is seen of each word."""
        for i, word in enumerate(self.words):
            low = word.casefold()
            seen = [f"w={low}", f"s={shape(word)}", f"p={low[:3]}", f"e={low[-3:]}",
                    f"l={min(len(word), 12)}"]  # fmt: skip
            for step in (*range(-AROUND, 0), *range(1, AROUND + 1)):
                near = self.words[i + step] if 0 <= i + step < len(self.words) else "|"
                seen += [f"w{step}={near.casefold()}", f"s{step}={shape(near)}"]
            yield seen


class _Tagger:
    """A logistic regression that learns what identifiers look like.

    pages (Sequence): The texts to learn from.
    RAISES (HipsError): E870 where scikit-learn is not installed.
    """

    def __init__(self, pages: Sequence[_Page]) -> None:
        try:
            from sklearn.feature_extraction import FeatureHasher
            from sklearn.linear_model import SGDClassifier
        except ImportError:
            raise HipsError(Errors.E870.format(name=NAME, package="scikit-learn")) from None
        self._hasher = FeatureHasher(2**18, input_type="string", alternate_sign=False)
        truth = [known for page in pages for known in page.truth]
        self.ready = len(set(truth)) == 2
        self._model: Any = SGDClassifier(loss="log_loss", alpha=1e-5, random_state=0, max_iter=20)
        if self.ready:
            seen = (features for page in pages for features in page.features())
            self._model.fit(self._hasher.transform(seen), truth)

    def __call__(self, page: _Page) -> Iterator[tuple[Place, float]]:
        """How little each place of a text looks like those that it learnt from."""
        if not page.places:
            return
        sure = self._model.predict_proba(self._hasher.transform(page.features()))[:, 1]
        for place, own in zip(page.places, page.of_place, strict=True):
            yield place, 1 - max((float(sure[i]) for i in own), default=0.0)


def make_parrot_attacker() -> Attacker:
    """The parrot attack; see `ParrotAttacker`.

    RETURNS (Attacker): The attacker.
    """
    return ParrotAttacker()
