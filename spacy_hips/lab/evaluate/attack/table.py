"""The table attacker: who holds the package, and so everything that its makers draw from.

It does not read the makers' tables one by one, for they change. It runs the makers themselves,
with secrets of its own, over the release, and counts what comes out of them: which endings of
domains, towns, number ranges, words of handles, names. What stands in the release more often than
the makers would put it there is real. So it stays a true attacker of any makers, Faker among them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from .attacker import Attacker, Guess, Known, Release, Spotted, highest, silent
from .signs import Sign, signs

RUNS = 6
"""So often are the makers run over the release."""
OWN = 20
"""A value that was drawn so often is counted for itself; rarer ones together, by how rare."""
SURE = 0.5
"""A place is called a leak from this share of leaks on among those that look like it. Where there
are fewer such places than are missed, those that come next are called as well."""
DOUBT = 2.0
"""So many standard deviations above what is expected are put down to chance."""

Slot = tuple[str, str]
"""A label, and what was looked at."""
Item = tuple[Slot, str]
"""A slot, and what was seen there."""
Seen = set[Item]
"""What was seen in a document."""
Counts = dict[Slot, Counter[str]]
"""In how many documents the values of each class were seen."""


@dataclass(frozen=True)
class TableAttacker:
    """Compares the release with what the makers draw.

    runs (int): How often it runs them, twice at least.
    """

    runs: int = RUNS
    name: str = "table"
    knows: str = "the tool and all its tables, not the secret"

    def __call__(self, release: Release, known: Known) -> Guess:
        """Attack a release; see base.py."""
        if known.replace is None:
            return silent(release, "the tool that made the surrogates is not there")
        of_documents = release.of_documents()
        documents = [
            Spotted(f"attack-{n}", text, tuple((p.start, p.end, p.label) for p in places))
            for n, (text, places) in enumerate(zip(release.texts, of_documents, strict=True))
        ]
        runs = []
        for run in range(max(2, self.runs)):
            made = known.replace(documents, known.seed + 1 + run)
            runs.append(
                [_seen((s.label, m.text[s.new_start : s.new_end]) for s in m.swaps) for m in made]
            )
        texts = [[(p.label, release.text_of(p)) for p in places] for places in of_documents]
        share = _Shares([_seen(own) for own in texts], runs, known.detection)
        scores = tuple(
            max((share(n, label, sign) for sign in signs(label, text)), default=0.0)
            for n, own in enumerate(texts)
            for label, text in own
        )
        most = highest(release, scores, known)
        called = (s > SURE or (s > 0 and i in most) for i, s in enumerate(scores))
        return Guess(tuple(called), scores)


def _seen(identifiers: Iterable[tuple[str, str]]) -> Seen:
    """The signs of a document's identifiers, each once."""
    return {
        ((label, what), value) for label, text in identifiers for what, value in signs(label, text)
    }


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

    def __call__(self, n: int, label: str, sign: Sign) -> float:
        """The share of leaks among the identifiers that share a sign; doubt is left to them."""
        slot = label, sign[0]
        if slot not in self._expected:
            return 0.0
        kind = self._class(n, (slot, sign[1]), self._last, self._last_documents)
        expected = self._expected[slot].get(kind, 0.0)
        most = expected + DOUBT * sqrt(expected)
        return max(0.0, 1 - most / self._there[slot][kind])


def _counted(documents: Iterable[Seen]) -> Counter[Item]:
    return Counter(item for seen in documents for item in seen)


def _scaled(counts: Counter[str], total: float) -> dict[str, float]:
    whole = counts.total()
    return {kind: count * total / whole for kind, count in counts.items()}


def make_table_attacker(runs: int = RUNS) -> Attacker:
    """An attacker who runs the makers; see `TableAttacker`.

    runs (int): How often it runs them over the release.
    RETURNS (Attacker): The attacker.
    """
    return TableAttacker(runs)
