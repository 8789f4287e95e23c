"""What an attacker is given, and what it answers.

An attacker is a registered function in the manner of a component's config
(`@misc = "spacy_hips.Attacker.table.v1"`); what it returns is called as

    attacker(release, known) -> Guess | Links

It never sees which candidates are real: that is what it has to say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from ....components.scoring.metrics import Spot
from ....core.spans import PiiSpan


@dataclass(frozen=True)
class Place:
    """A span of a released text that may be a surrogate or a leak.

    doc (int): The number of the document, from 0.
    start, end (int): Characters of the released text.
    label (str): What kind of identifier it is.
    """

    doc: int
    start: int
    end: int
    label: str


@dataclass(frozen=True)
class Release:
    """What everybody sees: the texts, and where an identifier or something like it stands.

    That places are given at all favours the attacker: it need not find them.

    texts (tuple[str, ...]): The released texts.
    places (tuple[Place, ...]): All candidates, by document and place.
    """

    texts: tuple[str, ...]
    places: tuple[Place, ...]

    def text_of(self, place: Place) -> str:
        """What stands at a place."""
        return self.texts[place.doc][place.start : place.end]

    def of_documents(self) -> list[list[Place]]:
        """The places of each document."""
        out: list[list[Place]] = [[] for _ in self.texts]
        for place in self.places:
            out[place.doc].append(place)
        return out


@dataclass(frozen=True)
class Spotted:
    """A text with the spans that are to be replaced in it.

    id (str): The document's id.
    text (str): The text.
    spans (tuple): (start, end, label), in characters.
    """

    id: str
    text: str
    spans: tuple[Spot, ...]


@dataclass(frozen=True)
class Swap:
    """A span that was replaced.

    start, end (int): Where it stood.
    new_start, new_end (int): Where its surrogate stands.
    label (str): Its label.
    """

    start: int
    end: int
    new_start: int
    new_end: int
    label: str


@dataclass(frozen=True)
class Rewritten:
    """A text after replacing.

    text (str): The new text.
    swaps (tuple[Swap, ...]): What was replaced, by place.
    """

    text: str
    swaps: tuple[Swap, ...]


Replace = Callable[[Sequence[Spotted], int], "list[Rewritten]"]
"""Replaces the spans of some texts; the number is a seed: another one draws other surrogates."""

Find = Callable[[Sequence[str]], "list[list[PiiSpan]]"]
"""Finds identifiers: the spans of each text, with how sure it is of each."""


@dataclass(frozen=True)
class Known:
    """What attackers may know besides the release; each says in its `knows` what it uses.

    detection (float): The share of identifiers that was found, as a release tells.
    seed (int): Of the attacker's own choices.
    replace (Optional[Callable]): The tool that made the surrogates, without its secret.
    find (Optional[Callable]): The finder.
    roster (tuple[str, ...]): Full names of real people.
    originals (tuple[str, ...]): The original texts; only the linkage attacker looks at them.
    """

    detection: float = 0.95
    seed: int = 0
    replace: Replace | None = None
    find: Find | None = None
    roster: tuple[str, ...] = ()
    originals: tuple[str, ...] = ()


@dataclass(frozen=True)
class Guess:
    """What an attacker says of the places of a release.

    called (tuple[bool, ...]): Does it call the place a leak?
    scores (tuple[float, ...]): How much each place looks like a leak to it, in any unit.
    note (str): What else is to be said.
    """

    called: tuple[bool, ...]
    scores: tuple[float, ...]
    note: str = ""


@dataclass(frozen=True)
class Links:
    """What an attacker says of whole documents.

    targets (tuple[bool, ...]): Does it hold the original of the document?
    linked (tuple[int, ...]): The document whose original it takes for the document's; -1 for none.
    scores (tuple[float, ...]): How sure it is.
    note (str): What else is to be said.
    """

    targets: tuple[bool, ...]
    linked: tuple[int, ...]
    scores: tuple[float, ...]
    note: str = ""


class Attacker(Protocol):
    """Calls some places of a release leaks, or links documents.

    name (str): How it is called.
    knows (str): What it knows besides the release.
    """

    @property
    def name(self) -> str: ...

    @property
    def knows(self) -> str: ...

    def __call__(self, release: Release, known: Known, /) -> Guess | Links:
        """Attack a release."""
        ...


def highest(release: Release, scores: Sequence[float], known: Known) -> set[int]:
    """The places that an attacker calls who knows about how many are missed.

    release (Release): The release.
    scores (Sequence[float]): How real each place looks.
    known (Known): Tells the share that is missed, and the seed by which ties are drawn.
    RETURNS (set[int]): So many of each label as are missed, the highest scores first.
    """
    lots = Random(f"ties|{known.seed}")
    of_label: dict[str, list[tuple[float, float, int]]] = defaultdict(list)
    for i, (place, score) in enumerate(zip(release.places, scores, strict=True)):
        of_label[place.label].append((score, lots.random(), i))
    called: set[int] = set()
    for own in of_label.values():
        count = round((1 - known.detection) * len(own))
        called.update(i for _, _, i in sorted(own, reverse=True)[:count])
    return called


SURE = 0.5
"""A place is called a leak where the suspicion is higher: rather real than drawn."""


def judged(release: Release, scores: Sequence[float], known: Known) -> Guess:
    """Call what an attacker suspects.

    release (Release): The release.
    scores (Sequence[float]): How suspicious each place is, from 0 for not at all to 1. Up to SURE
        only so many are called as are missed, the most suspicious.
    known (Known): Tells the share that is missed.
    RETURNS (Guess): Its calls.
    """
    most = highest(release, scores, known)
    called = tuple(s > SURE or (s > 0 and i in most) for i, s in enumerate(scores))
    return Guess(called, tuple(scores))


def silent(release: Release, note: str) -> Guess:
    """The answer of an attacker who can say nothing.

    release (Release): The release.
    note (str): Why.
    RETURNS (Guess): No place is called a leak.
    """
    count = len(release.places)
    return Guess((False,) * count, (0.0,) * count, note)
