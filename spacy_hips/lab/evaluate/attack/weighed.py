"""Attackers who hold the package, and so everything that its makers draw from.

They do not read the makers' tables one by one, for they change. They run the makers themselves,
with secrets of their own, over the release, and count what comes out of them: which endings of
domains, towns, number ranges, words of names (`table`); whether a town, its state and its codes go
together (`place`); how well known places, schools and domains are (`fame`); whether the parts of a
name go together, and with the words around it (`language`). What stands in the release more often
than the makers would put it there is real. So they stay true attackers of any makers, Faker among
them. Each attacker is a function that reads signs off an identifier; one loop weighs them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from .attacker import Attacker, Guess, Known, Release, Spotted, judged, silent
from .fame import fame
from .language import language
from .place import place
from .signs import Sign, signs

RUNS = 4
"""So often are the makers run over the release."""
OWN = 20
"""A value that was drawn so often is counted for itself; rarer ones together, by how rare."""
DOUBT = 2.0
"""So many standard deviations above what is expected are put down to chance."""

Read = Callable[[Spotted], Iterable[Iterable[Sign]]]
"""Reads the signs of each identifier of a document."""
Slot = tuple[str, str]
"""A label, and what was looked at."""
Item = tuple[Slot, str]
"""A slot, and what was seen there."""
Seen = set[Item]
"""What was seen in a document."""
Counts = dict[Slot, Counter[str]]
"""In how many documents the values of each class were seen."""


@dataclass(frozen=True)
class SignAttacker:
    """Compares the release with what the makers draw.

    name (str): How it is called.
    knows (str): What it knows besides the release.
    read (Callable): Reads signs off identifiers.
    runs (int): How often it runs the makers, twice at least.
    """

    name: str
    knows: str
    read: Read
    runs: int = RUNS

    def __call__(self, release: Release, known: Known) -> Guess:
        """Attack a release; see attacker.py."""
        if known.replace is None:
            return silent(release, "the tool that made the surrogates is not there")
        documents = [
            Spotted(f"attack-{n}", text, tuple((p.start, p.end, p.label) for p in places))
            for n, (text, places) in enumerate(
                zip(release.texts, release.of_documents(), strict=True)
            )
        ]
        runs = []
        for run in range(max(2, self.runs)):
            made = known.replace(documents, known.seed + 1 + run)
            again = (
                Spotted("", m.text, tuple((s.new_start, s.new_end, s.label) for s in m.swaps))
                for m in made
            )
            runs.append([_seen(self._signs(document)) for document in again])
        there = [list(self._signs(document)) for document in documents]
        share = _Shares([_seen(own) for own in there], runs, known.detection)
        scores = tuple(
            max((share(n, item) for item in items), default=0.0)
            for n, own in enumerate(there)
            for items in own
        )
        return judged(release, scores, known)

    def _signs(self, document: Spotted) -> Iterator[list[Item]]:
        """The signs of each identifier of a document."""
        for (_, _, label), own in zip(document.spans, self.read(document), strict=True):
            yield [((label, what), value) for what, value in own]


def _seen(identifiers: Iterable[Iterable[Item]]) -> Seen:
    """The signs of a document's identifiers, each once."""
    return {item for items in identifiers for item in items}


class _Shares:
    """How many of the identifiers with a sign must be real, by what the makers draw.

    A value that the makers draw often is compared for itself, rarer ones in classes. To know how
    many of each class the makers put into one release, each run of them is compared with the
    others, as the release is. What was drawn for a document itself is left out of it: there the
    makers never draw what stands in it.

    there (list): The signs of each document of the release.
    runs (list): The signs of each document after each run of the makers.
    detection (float): The share of identifiers that are surrogates.
    """

    def __init__(
        self, there: Sequence[Seen], runs: Sequence[Sequence[Seen]], detection: float
    ) -> None:
        self._drawn = Counter(item for run in runs for seen in run for item in seen)
        self._of_document = [
            Counter(item for run in runs for item in run[n]) for n in range(len(there))
        ]
        self._last, self._last_documents = _counted(runs[-1]), runs[-1]
        made: Counts = defaultdict(Counter)
        for run in runs:
            counts = _counted(run)
            for n, seen in enumerate(run):
                for item in seen:
                    made[item[0]][self._class(n, item, counts, run)] += 1
        self._there: Counts = defaultdict(Counter)
        for n, seen in enumerate(there):
            for item in seen:
                self._there[item[0]][self._class(n, item, self._last, runs[-1])] += 1
        self._expected = {
            slot: _scaled(counts, detection * self._there[slot].total())
            for slot, counts in made.items()
        }

    def _class(self, n: int, item: Item, left_out: Counter[Item], run: Sequence[Seen]) -> str:
        """A value itself where it is drawn often, else how rare it is: in other documents, and in
        other runs than the one that is left out."""
        number = self._drawn[item] - left_out[item] - self._of_document[n][item]
        number += item in run[n]  # taken away twice
        return f"={item[1]}" if number >= OWN else f"<{number.bit_length()}"

    def __call__(self, n: int, item: Item) -> float:
        """The share of leaks among the identifiers that share a sign; doubt is left to them."""
        slot = item[0]
        if slot not in self._expected:
            return 0.0
        kind = self._class(n, item, self._last, self._last_documents)
        expected = self._expected[slot].get(kind, 0.0)
        most = expected + DOUBT * sqrt(expected)
        return max(0.0, 1 - most / self._there[slot][kind])


def _counted(documents: Iterable[Seen]) -> Counter[Item]:
    return Counter(item for seen in documents for item in seen)


def _scaled(counts: Counter[str], total: float) -> dict[str, float]:
    whole = counts.total()
    return {kind: count * total / whole for kind, count in counts.items()}


def _table(document: Spotted) -> Iterator[Iterator[Sign]]:
    return (signs(label, document.text[start:end]) for start, end, label in document.spans)


def make_table_attacker(runs: int = RUNS) -> Attacker:
    """An attacker who knows what the makers draw from; see `SignAttacker`.

    runs (int): How often it runs them over the release.
    RETURNS (Attacker): The attacker.
    """
    return SignAttacker("table", "the tool and all its tables, not the secret", _table, runs)


def make_place_attacker(runs: int = RUNS) -> Attacker:
    """An attacker who holds a map; see `SignAttacker` and place.py.

    runs (int): How often it runs the makers over the release.
    RETURNS (Attacker): The attacker.
    """
    return SignAttacker("place", "the tool, towns, states, postal and area codes", place, runs)


def make_fame_attacker(runs: int = RUNS) -> Attacker:
    """An attacker who asks what is well known; see `SignAttacker` and fame.py.

    runs (int): How often it runs the makers over the release.
    RETURNS (Attacker): The attacker.
    """
    return SignAttacker("fame", "the tool, how well towns, domains and names are known", fame, runs)


def make_language_attacker(runs: int = RUNS) -> Attacker:
    """An attacker who reads closely; see `SignAttacker` and language.py.

    runs (int): How often it runs the makers over the release.
    RETURNS (Attacker): The attacker.
    """
    return SignAttacker("language", "the tool, names by country and gender", language, runs)
