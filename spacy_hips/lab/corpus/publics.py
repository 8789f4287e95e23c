"""Public figures, historical and fictional characters: who may be named without being hidden.

Well-known ones come with the package (`templates/tables/public.txt`), as do many of all regions of
the world (`public_world.txt`); more may be read from a folder that holds `public_figures.tsv`, of
which only rows with a free licence are taken.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from random import Random

from ...core.errors import HipsError
from ...core.later import re
from ...text.lexicon.tables import NameTables
from ..errors import Errors
from .identities import Person, Place, read_lists
from .library import split_of
from .name_styles import fold

NOWHERE = Place("", "", "", "", "", "", "en", ())
FIELDS: tuple[str, ...] = ("scientist", "writer", "leader", "artist", "thinker", "celebrity",
                           "business", "athlete", "character")  # fmt: skip
_LICENCES = ("CC0-1.0", "CC0-1.0 / US public domain", "MIT", "CC-BY-4.0")
_SOURCES = {"dariusk_authors": "writer", "dariusk_britishActors": "celebrity",
            "dariusk_celebrities": "celebrity", "dariusk_richpeople": "business",
            "dariusk_scientists": "scientist", "dariusk_us_presidents": "leader",
            "education_theory_library": "thinker", "tate_artists": "artist",
            "us_congress_current": "leader", "538_biopics": "celebrity"}  # fmt: skip
_TRIES = 20
_NAME = re.compile(r"[A-Za-z][A-Za-z.'-]*(?: [A-Za-z][A-Za-z.'-]*)*")
_NUMERAL = re.compile(r"[IVX]+")
_PARTICLES = frozenset(("van", "von", "de", "da", "di", "le", "la", "du", "der", "den", "el", "al"))


class Publics:
    """Public persons by field, of one split.

    split (str): "train", "dev" or "test".
    folder (Path): Where `public_figures.tsv` lies; None takes the packaged ones only.
    RAISES (HipsError): E404 where the file is missing.
    """

    def __init__(self, split: str, folder: Path | None = None) -> None:
        self.split = split
        more: dict[str, list[str]] = {field: [] for field in FIELDS}
        for name, field in _listed(folder) if folder else ():
            more[field].append(name)
        # Each list gets an even share of the draws: the first is short and well known, the second
        # long and of all regions, the third mostly American and British.
        lists: list[Mapping[str, Sequence[str]]] = [
            read_lists("public.txt"),
            read_lists("public_world.txt"),
            more,
        ]
        self._pools = {
            field: [pool for names in lists if (pool := _of(split, names.get(field, ())))]
            for field in FIELDS
        }

    def known_in(self, language: str) -> Publics:
        """The same, and as often those whom readers of a language know, where they are a few.

        language (str): Its code.
        RETURNS (Publics): A copy.
        """
        both, own = copy(self), read_lists(f"public_{language}.txt")
        both._pools = {}
        for field, pools in self._pools.items():
            known = _of(self.split, own[field])
            # A few names that come again and again would be learnt by heart.
            both._pools[field] = [*pools, *[known] * min(2, len(known) // 3)]
        return both

    def draw(self, field: str, key: str, rng: Random) -> Person:
        """Draw a public person.

        field (str): One of `FIELDS`, or "public" for any but characters.
        key (str): Who it is within the document.
        rng (Random): Source of chance.
        RETURNS (Person): The person.
        """
        if field == "public":
            field = rng.choice(FIELDS[:-1])
        return as_person(rng.choice(rng.choice(self._pools[field])), key, field)


class Namesakes:
    """Private people who are called like somebody known, to take the place of `People`.

    Where every bearer of a listed name is public, the name alone decides; with some private
    ones, what the text says of them has to.

    publics (Publics): Whose names they bear.
    tables (NameTables): The name tables, which tell a forename's gender.
    """

    def __init__(self, publics: Publics, tables: NameTables) -> None:
        self.publics = publics
        self.tables = tables

    def draw(self, key: str, role: str, rng: Random, *, gender: str = "") -> Person:
        """Draw a person with a forename and a surname.

        key (str): Who it is within the document.
        role (str): The person's role.
        rng (Random): Source of chance.
        gender (str): "f", "m", or "" for any; kept where a name of it is drawn soon.
        RETURNS (Person): The person.
        """
        for _ in range(_TRIES):
            person = self._full(key, rng)
            guess = self.tables.gender(person.given[0].split()[0])
            if not gender or guess.label.lower() == gender:
                break
        return replace(person, role=role)

    def _full(self, key: str, rng: Random) -> Person:
        while not (person := self.publics.draw("public", key, rng)).family:
            pass
        return person


def as_person(name: str, key: str, field: str) -> Person:
    """A public person from a name as it is usually written."""
    kind = "fictional" if field == "character" else "listed"
    words = name.split()
    cut = len(words) - 1
    while cut > 1 and words[cut - 1].lower() in _PARTICLES:
        cut -= 1
    # A ruler's number or byname is no surname: "Louis XIV", "Alexander the Great".
    if len(words) == 1 or words[-1].isdigit() or _NUMERAL.fullmatch(words[-1]) or "the" in words:
        return Person(key, "public", kind, "", NOWHERE, (name,), ())
    given, family = " ".join(words[:cut]), " ".join(words[cut:])
    return Person(key, "public", kind, "", NOWHERE, (given,), (family,))


def _of(split: str, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(n for n in dict.fromkeys(names) if split_of(fold(n)) == split)


def _listed(folder: Path) -> list[tuple[str, str]]:
    """Names with their fields, from rows whose licence allows it."""
    path = folder / "public_figures.tsv"
    if not path.is_file():
        raise HipsError(Errors.E404.format(path=path))
    with path.open(encoding="utf8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [
        (row["name"], _SOURCES[row["source"]])
        for row in rows
        if row["licence"] in _LICENCES
        and row["source"] in _SOURCES
        and _NAME.fullmatch(fold(row["name"]))
    ]
