"""The people of generated documents: drawn from name tables, countries in even shares.

A person's name is drawn once and then written in many forms (`forms.py`), as real writers do.
How names are put together follows the country: two surnames in Spanish-speaking countries, the
family first in East Asia and Hungary, father's names in Ethiopia, and so on.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Protocol

from ...core.errors import HipsError
from ...text.lexicon.tables import NameTables, common_words
from ..errors import Errors
from .library import split_of, templates_folder
from .name_styles import Draft, fold
from .syllables import invented_word

REGIONS: tuple[str, ...] = ("Africa", "Americas", "Asia", "Europe", "Oceania")
_FEWEST = 3  # names that a country's list must hold in a split; else its region's are taken
# How often a name to train on stands in no list at all, so that its context has to tell.
_INVENTED = {"train": 0.04, "dev": 0.0, "test": 0.0}
# And how often any English word is a name to train on: nobody can list all that are borne as such.
_WORDS = {"train": 0.03, "dev": 0.0, "test": 0.0}
_LONGEST_WORD = 8  # letters


class NameSource(Protocol):
    """Where names come from: any object with these methods."""

    def countries(self) -> Sequence[str]:
        """Two-letter codes of the countries that have names."""

    def forenames(self, country: str, gender: str) -> Sequence[str]:
        """Common forenames; gender is "f" or "m"."""

    def surnames(self, country: str) -> Sequence[str]:
        """Common surnames."""


class TableNames:
    """The packaged name tables as a source of names.

    tables (NameTables): What `spacy_hips.text.lexicon.tables.name_tables()` gives.
    """

    def __init__(self, tables: NameTables) -> None:
        self._tables = tables

    def countries(self) -> Sequence[str]:
        """Countries that have a table."""
        return self._tables.countries

    def forenames(self, country: str, gender: str) -> Sequence[str]:
        """Forenames of a country and gender ("f" or "m")."""
        return self._tables.forenames(country, gender.upper()).names

    def surnames(self, country: str) -> Sequence[str]:
        """Surnames of a country."""
        return self._tables.surnames(country).names


class CsvNames:
    """Names of the "popular names by country" tables (CC0), as they are published."""

    def __init__(
        self,
        forenames: Mapping[tuple[str, str], Sequence[str]],
        surnames: Mapping[str, Sequence[str]],
    ) -> None:
        self._forenames = forenames
        self._surnames = surnames

    @classmethod
    def from_folder(cls, folder: Path) -> CsvNames:
        """Read common-forenames-by-country.csv and common-surnames-by-country.csv.

        folder (Path): Where the two files lie.
        RETURNS (CsvNames): The names.
        RAISES (HipsError): E404 where a file is missing.
        """
        forenames: dict[tuple[str, str], list[str]] = {}
        surnames: dict[str, list[str]] = {}
        for row in _rows(folder / "common-forenames-by-country.csv"):
            if name := row["Romanized Name"].strip():
                forenames.setdefault((row["Country"], row["Gender"].lower()), []).append(name)
        for row in _rows(folder / "common-surnames-by-country.csv"):
            if name := row["Romanized Name"].strip():
                surnames.setdefault(row["Country"], []).append(name)
        return cls(forenames, surnames)

    def countries(self) -> Sequence[str]:
        """Countries with forenames or surnames."""
        return sorted({code for code, _ in self._forenames} | set(self._surnames))

    def forenames(self, country: str, gender: str) -> Sequence[str]:
        """Forenames of a country and gender ("f" or "m")."""
        return self._forenames.get((country, gender), ())

    def surnames(self, country: str) -> Sequence[str]:
        """Surnames of a country."""
        return self._surnames.get(country, ())


def _rows(path: Path) -> list[dict[str, str]]:
    if not path.is_file():
        raise HipsError(Errors.E404.format(path=path))
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


@dataclass(frozen=True)
class Place:
    """A country and what is said of it.

    code, region, country, demonym, dial, style, months (str): One column each of places.tsv;
        `style` tells how names are put together, `months` the language of month names.
    cities (tuple): Some of its cities.
    """

    code: str
    region: str
    country: str
    demonym: str
    dial: str
    style: str
    months: str
    cities: tuple[str, ...]


@dataclass(frozen=True)
class Person:
    """Somebody in a document.

    key (str): Who it is within the document: "student", "private2".
    role (str): student, instructor, private or public.
    kind (str): "drawn" from the name tables; for public persons also "listed" (a known figure),
        "cited" (an author made up for a citation), "fictional" and "eponym".
    gender (str): "f", "m" or "" where unknown.
    place (Place): Where the person comes from.
    given, family (tuple): Parts of the name, each may hold a hyphen or a particle.
    middle (str): A middle name, initial or father's name, "" for none.
    suffix (str): "Jr." and the like.
    family_first (bool): Whether the full name begins with the family.
    title (str): How the person is addressed: "Dr.", "Ms.".
    nick (str): A short name, "" for none.
    """

    key: str
    role: str
    kind: str
    gender: str
    place: Place
    given: tuple[str, ...]
    family: tuple[str, ...]
    middle: str = ""
    suffix: str = ""
    family_first: bool = False
    title: str = ""
    nick: str = ""

    @property
    def full(self) -> str:
        """The whole name in its usual order."""
        given, family = " ".join(self.given), " ".join(self.family)
        if self.family_first:
            parts = [family, self.middle, given]
        else:
            parts = [given, self.middle, family, self.suffix]
        return " ".join(part for part in parts if part)

    @property
    def first(self) -> str:
        """The name that friends would use."""
        return self.given[0]

    @property
    def last(self) -> str:
        """The family name, or the forename of who has none."""
        return " ".join(self.family) or self.given[0]


def read_places() -> dict[str, Place]:
    """The packaged table of countries.

    RETURNS (dict): By two-letter code.
    """
    text = templates_folder().joinpath("tables", "places.tsv").read_text(encoding="utf8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    places = {}
    for code, region, country, demonym, dial, style, months, cities in rows:
        towns = tuple(cities.split(";"))
        places[code] = Place(code, region, country, demonym, dial, style, months, towns)
    return places


def read_lists(name: str) -> dict[str, tuple[str, ...]]:
    """A packaged file of lists: `[name]` opens one, entries stand between semicolons.

    name (str): The file.
    RETURNS (dict): Entries by list.
    """
    lists: dict[str, tuple[str, ...]] = {}
    current = ""
    text = templates_folder().joinpath("tables", name).read_text(encoding="utf8")
    for line in text.splitlines():
        if line.startswith("[") and line.endswith("]"):
            current = line[1:-1]
        elif line.strip() and not line.startswith("# "):
            lists[current] = lists.get(current, ()) + tuple(line.split(";"))
    return lists


class People:
    """Draws persons whose every name belongs to one split.

    source (NameSource): The names.
    split (str): "train", "dev" or "test".
    balance (str): "country" gives every country an even share, "region" every UN region.
    RAISES (HipsError): E405 where the source has no names, E406 for an unknown balance.
    """

    def __init__(self, source: NameSource, split: str, balance: str = "country") -> None:
        if balance not in ("country", "region"):
            raise HipsError(Errors.E406.format(balance=balance))
        self.split = split
        self.balance = balance
        self.places = read_places()
        lists = read_lists("names.txt")
        self.lists = {
            name: items if name.startswith(("particle", "middle", "suffix")) else self._own(items)
            for name, items in lists.items()
        }
        short = (w for w in sorted(common_words()) if 2 < len(w) <= _LONGEST_WORD and w.isalpha())
        self._words = self._own([word.capitalize() for word in short])
        self._fill(source)

    def _fill(self, source: NameSource) -> None:
        known = [code for code in source.countries() if code in self.places]
        self._forenames: dict[tuple[str, str], tuple[str, ...]] = {
            (code, gender): self._own(source.forenames(code, gender))
            for code in known
            for gender in "fm"
        }
        self._surnames = {code: self._own(source.surnames(code)) for code in known}
        if not any(self._forenames.values()) or not any(self._surnames.values()):
            raise HipsError(Errors.E405.format(split=self.split))
        for gender in "fm":
            self._lend({c: (c, gender) for c in known}, self._forenames)
        self._lend({c: c for c in known}, self._surnames)
        self.countries = tuple(sorted(known))
        self.by_region = {
            region: tuple(c for c in self.countries if self.places[c].region == region)
            for region in REGIONS
        }

    def _own(self, names: Sequence[str]) -> tuple[str, ...]:
        """The usable names of this split, each once."""
        found = {
            name.strip().replace("`", "'"): None
            for name in names
            if name.strip() and _is_name(name.strip())
        }
        return tuple(name for name in found if split_of(fold(name)) == self.split)

    def _lend(self, keys: Mapping[str, Any], lists: dict[Any, tuple[str, ...]]) -> None:
        """Give a country with too few names those of its region, or of the whole world."""
        own = {code: lists[key] for code, key in keys.items()}
        for code, key in keys.items():
            if len(own[code]) >= _FEWEST:
                continue
            region = self.places[code].region
            near = [n for c, names in own.items() if self.places[c].region == region for n in names]
            pool = near if len(near) >= _FEWEST else [n for names in own.values() for n in names]
            lists[key] = tuple(dict.fromkeys((*own[code], *pool)))

    def draw(
        self,
        key: str,
        role: str,
        rng: Random,
        kind: str = "drawn",
        near: str = "",
        gender: str = "",
    ) -> Person:
        """Draw a person.

        key (str): Who it is within the document.
        role (str): student, instructor, private or public.
        rng (Random): Source of chance.
        kind (str): See `Person.kind`.
        near (str): A country from which the person probably comes too, "" for none.
        gender (str): "f", "m", or "" for either.
        RETURNS (Person): A new person.
        """
        code = near if near and rng.random() < 0.6 else self._country(rng)
        gender = gender or rng.choice("fm")
        place = self.places[code]
        given, middle, family, family_first = Draft(self, rng, code, gender).name(place.style)
        titles = (
            "Dr.",
            "Prof.",
            "Professor",
            *(("Mr.", "Mr") if gender == "m" else ("Ms.", "Mrs.")),
        )
        title = rng.choices(titles, (4, 2, 3, 4, 3))[0]
        suffix = ""
        if family and not family_first and rng.random() < (0.06 if place.style == "ph" else 0.006):
            suffix = rng.choice(self.lists["suffix"])
        nicks = self.lists[f"nick_{gender}"]
        nick = rng.choice(nicks) if nicks and rng.random() < 0.3 else ""
        return Person(key, role, kind, gender, place, given, family, middle, suffix,
                      family_first, title, nick)  # fmt: skip

    def all_forenames(self) -> frozenset[str]:
        """Every forename of this split, without case."""
        return frozenset(n.casefold() for names in self._forenames.values() for n in names)

    def forename(self, code: str, gender: str, rng: Random) -> str:
        """A forename of a country, now and then one that is also a word."""
        words = self.lists[f"forename_{gender}"]
        if words and rng.random() < 0.035:
            return rng.choice(words)
        return self._unlisted(rng, 3) or rng.choice(self._forenames[code, gender])

    def surname(self, code: str, rng: Random) -> str:
        """A surname of a country, now and then one that is also a word."""
        words = self.lists["surname"]
        if words and rng.random() < 0.035:
            return rng.choice(words)
        return self._unlisted(rng, 4) or rng.choice(self._surnames[code])

    def _unlisted(self, rng: Random, most: int) -> str:
        """Now and then a name to train on that no list holds, else ""."""
        roll = rng.random()
        if roll < _WORDS[self.split]:
            return rng.choice(self._words)
        if roll < _WORDS[self.split] + _INVENTED[self.split]:
            return self._invented(rng, most)
        return ""

    def _invented(self, rng: Random, most: int) -> str:
        while split_of(fold(name := invented_word(rng, 2, most).capitalize())) != self.split:
            pass
        return name

    def _country(self, rng: Random) -> str:
        if self.balance == "region":
            regions = [r for r in REGIONS if self.by_region[r]]
            return rng.choice(self.by_region[rng.choice(regions)])
        return rng.choice(self.countries)


def _is_name(name: str) -> bool:
    """Latin letters, at least two; tables hold fragments and other scripts too."""
    letters = fold(name).replace(" ", "").replace("-", "").replace("'", "").replace("’", "")
    return len(letters) > 1 and letters.isascii() and letters.isalpha() and name[0].isupper()
