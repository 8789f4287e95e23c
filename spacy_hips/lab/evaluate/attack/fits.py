"""The attacker who asks who owns what: an address that fits nobody of its document is real.

A surrogate is made out of its owner's new name. An e-mail address, a handle or a page that was
missed spells a name that nobody bears any more; and where a name was missed, the address beside it
was made for somebody else. It needs neither the tool nor a table of real people.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ....core.labels import NAME_LABELS
from ....core.later import re
from ....replace.surrogates.handles import flat
from ....replace.surrogates.urls import site_of
from ....text.lexicon.tables import name_tables, short_forms
from .attacker import Attacker, Guess, Known, Place, Release, judged

OWNED = ("EMAIL", "USERNAME", "URL_PERSONAL")
ANOTHER = 1.0
"""The suspicion of what spells a name that nobody of the document bears."""
ODD = 0.4
"""The suspicion of a handle or an address that fits nobody, and spells no name."""
BESIDE = 0.7
"""The suspicion of a name that stands before what spells another one, and fits nothing."""
REACH = 200
"""Characters between a name and what belongs to it."""
SHORTEST = 3
"""Letters of a name, or of its beginning, that show in what belongs to its bearer."""
LONGEST = 20
"""Letters of the longest word of a name that is looked for."""
LONG = 5
"""Letters of a name that shows inside a run of letters."""
_RUN = re.compile(r"[^\W\d_]+")
_PARTS = re.compile(r"[/?#&=.@]+")
_TURNS = re.compile(r"\d+|[^\W\d_a-z]+|[a-z]+")
MOST_TURNS = 5
"""Letters, capitals and digits take turns so often in what people choose: "AnaRuiz7"."""
_CAPITAL = re.compile(r"\b[^\W\d_a-z][^\W\d_]{2,}")

Name = tuple[str, ...]
"""The words of a name, folded."""


@dataclass(frozen=True)
class FitsAttacker:
    """Calls what fits nobody."""

    name: str = "fits"
    knows: str = "the release alone"

    def __call__(self, release: Release, known: Known) -> Guess:
        """Attack a release; see attacker.py."""
        scores: list[float] = []
        for text, places in zip(release.texts, release.of_documents(), strict=True):
            scores += _suspicions(text, places)
        return judged(release, scores, known)


def _suspicions(text: str, places: Sequence[Place]) -> list[float]:
    """How suspicious each place of a document is."""
    named = {i: name for i, p in enumerate(places) if p.label in NAME_LABELS
             and (name := _words(text[p.start : p.end]))}  # fmt: skip
    known = index([*named.values(), *((w,) for w in _others(text, places))])
    scores = [0.0] * len(places)
    lone: set[str] = set()
    used: set[str] = set()
    before = -1
    for i, place in enumerate(places):
        before = i if i in named else before
        runs = _runs(place.label, text[place.start : place.end]) if place.label in OWNED else ()
        if not (known and runs):
            continue
        if keys := shown(runs, known):
            used |= keys
            continue
        spells = any(_is_name(run) for run in runs)
        scores[i] = ANOTHER if spells else 0.0 if place.label == "URL_PERSONAL" else ODD
        if spells and before >= 0 and place.start - places[before].end <= REACH:
            lone.update(named[before])
    taken = {name for key in used for name in known[key]}
    for i, name in named.items():
        if name not in taken and lone & set(name):
            scores[i] = BESIDE
    return scores


def _words(text: str) -> Name:
    return tuple(flat(word) for word in _RUN.findall(text))


def _runs(label: str, text: str) -> Name:
    """The letters of an address that its owner chose: not those of its provider."""
    if label == "EMAIL":
        text = text.partition("@")[0]
    runs = [
        run for part in _PARTS.split(text) if not _is_random(part) for run in _RUN.findall(part)
    ]
    if label == "URL_PERSONAL":
        host = text.casefold().rpartition("://")[2].partition("/")[0]
        site = site_of(host)
        known = set(_RUN.findall(site.host if site else host.rpartition(".")[2]))
        known |= {"http", "https", "www", "m", *(site.words if site else ())}
        runs = [run for run in runs if run.casefold() not in known]
    return tuple(flat(run) for run in runs)


def _is_random(part: str) -> bool:
    """Is it the number of a page, in letters and digits by turns?"""
    return len(_TURNS.findall(part)) > MOST_TURNS


def _others(text: str, places: Sequence[Place]) -> Iterator[str]:
    """Names of the text that are no places: of public people."""
    tables = name_tables()
    at, pieces = 0, []
    for place in places:
        pieces.append(text[at : place.start])
        at = max(at, place.end)
    for word in set(_CAPITAL.findall(" | ".join([*pieces, text[at:]]))):
        if tables.is_only_name(word):
            yield flat(word)


def index(people: Iterable[Name]) -> dict[str, set[Name]]:
    """What shows of names in what belongs to their bearers: words, beginnings, initials.

    people (Iterable[tuple]): The words of each name, folded.
    RETURNS (dict): "=" and a word or its short form, "^" and its beginning, or "@" and initials;
        with all whose they are.
    """
    found: dict[str, set[Name]] = defaultdict(set)
    for name in set(people):
        for word in name:
            for form in (word, *short_forms().get(word, ())):
                found[f"={form}"].add(name)
                for length in range(SHORTEST, len(form)):
                    found[f"^{form[:length]}"].add(name)
        initials = "".join(word[0] for word in name)
        if len(name) > 1:
            for letters in (initials, initials[::-1], initials[0] + initials[-1]):
                found[f"@{letters}"].add(name)
    return found


def shown(runs: Sequence[str], known: Container[str]) -> set[str]:
    """What an address shows of names.

    runs (Sequence[str]): Its runs of letters, folded.
    known (Container[str]): The keys of what `index` gives.
    RETURNS (set): Those of a word that stands there, its beginning, short form, or initials.

        >>> known = index([("juan", "garcia"), ("robert", "holt")])
        >>> shown(["jgarcia"], known), shown(["jg"], known), shown(["kowal"], known)
        ({'=garcia'}, {'@jg'}, set())
    """
    whole = "".join(runs)
    keys = {f"@{whole}"}
    for run in (*runs, whole):
        keys.add(f"^{run}")
        for start in range(len(run)):
            last = min(len(run), start + LONGEST)
            keys.update(f"={run[start:end]}" for end in range(start + SHORTEST, last + 1))
    return {key for key in keys if key in known}


def _is_name(run: str) -> bool:
    tables = name_tables()
    if tables.is_only_name(run) and len(run) > SHORTEST:
        return True
    ends = [(run[:-1], ""), (run[1:], ""), *((run[:i], run[i:]) for i in range(3, len(run) - 2))]
    return any(
        tables.is_only_name(one) and (len(one) >= LONG if not other else tables.is_name(other))
        for one, other in ends
    )


def make_fits_attacker() -> Attacker:
    """An attacker who asks who owns what; see `FitsAttacker`.

    RETURNS (Attacker): The attacker.
    """
    return FitsAttacker()
