"""Countries, states and cities of the packaged tables, and those that a text names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from ..lexicon.data_files import rows
from ..lexicon.tables import fold

LEVELS = ("continent", "country", "state", "city")
CONTINENTS: Mapping[str, str] = {
    "Africa": "African", "Americas": "American", "Asia": "Asian", "Europe": "European",
    "Oceania": "Oceanian",
}  # fmt: skip
OTHER_CONTINENTS: Mapping[str, str] = {
    "north america": "Americas", "south america": "Americas", "latin america": "Americas",
    "central america": "Americas", "australasia": "Oceania", "the caribbean": "Americas",
}  # fmt: skip
WITH_ARTICLE = frozenset(
    {"United States", "United Kingdom", "Netherlands", "Philippines", "United Arab Emirates",
     "Dominican Republic", "Czech Republic", "Democratic Republic of the Congo", "Maldives",
     "Faroe Islands", "Gambia", "Bahamas"}
)  # fmt: skip


@dataclass(frozen=True)
class Place:
    """A place of the tables.

    id (str): Such as "UA", "US-TX" or "US-TX/Austin".
    level (str): One of LEVELS.
    name (str): How it is written.
    parent (str): The id of the state or country it lies in, of a country its continent.
    near (str): The circle it is drawn from.
    size (int): Of a city: 0 large, 1 middle, 2 small.
    code (str): Of a state: its abbreviation.
    people (tuple[str, ...]): Of a country: adjective, one person, several persons.
    zips (tuple[str, ...]): Of a state: how its postal codes begin.
    """

    id: str
    level: str
    name: str
    parent: str
    near: str
    size: int = 0
    code: str = ""
    people: tuple[str, ...] = ()
    zips: tuple[str, ...] = ()

    @property
    def country(self) -> str:
        """The code of the country it is or lies in."""
        return self.id[:2] if self.level != "continent" else ""


class Gazetteer:
    """The places of nations.tsv and subdivisions.tsv. Use `gazetteer()`, which reads them once."""

    def __init__(self) -> None:
        self.places: dict[str, Place] = {}
        self.names: dict[str, list[str]] = {}
        self.peoples: dict[str, tuple[str, int]] = {}
        self.circles: dict[tuple[str, str, int], list[Place]] = {}
        self.with_states: set[str] = set()
        for name in CONTINENTS:
            self._add(Place(name, "continent", name, "", "world"), ())
        for row in rows("nations.tsv"):
            self._nation(row)
        for row in rows("subdivisions.tsv"):
            self._state(row)
        for row in rows("city_names.tsv"):
            self.names.setdefault(place_key(row["name"]), []).append(row["id"])

    def _nation(self, row: Mapping[str, str]) -> None:
        code = row["code"]
        people = (row["adjective"], row["noun"], row["plural"])
        self._add(
            Place(code, "country", row["name"], row["continent"], row["near"], people=people),
            row["other"].split(";"),
        )
        for form, word in enumerate(people):
            self.peoples.setdefault(fold(word), (code, form))
        # "Serbians" beside "Serbs"
        self.peoples.setdefault(f"{fold(people[0])}s", (code, len(people) - 1))
        self._cities(code, row["near"], row["cities"])

    def _state(self, row: Mapping[str, str]) -> None:
        state = f"{row['country']}-{row['code']}"
        near = f"{row['country']} {row['near']}"
        zips = tuple(row["zip"].split())
        self.with_states.add(row["country"])
        self._add(
            Place(state, "state", row["name"], row["country"], near, code=row["code"], zips=zips),
            (),
        )
        self._cities(state, near, row["cities"])

    def _cities(self, parent: str, near: str, text: str) -> None:
        for size, names in enumerate(text.split("|")):
            for name in filter(None, names.split(";")):
                self._add(Place(f"{parent}/{name}", "city", name, parent, near, size), ())

    def _add(self, place: Place, others: Iterable[str]) -> None:
        self.places[place.id] = place
        for name in (place.name, *others):
            if name:
                self.names.setdefault(place_key(name), []).append(place.id)
        self.circles.setdefault((place.level, place.near, place.size), []).append(place)
        self.circles.setdefault((place.level, "in " + place.parent, place.size), []).append(place)
        self.circles.setdefault((place.level, "of " + place.id[:2], place.size), []).append(place)
        self.circles.setdefault((place.level, "", place.size), []).append(place)

    def find(self, text: str, within: str = "") -> Place | None:
        """The place of a name, the widest and largest first.

        text (str): A name, or an abbreviation in capitals where `within` or its case tells.
        within (str): The id of a place it lies in, "" where not known.
        RETURNS (Place): The place, None where no table has it.
        """
        name = text.strip()
        found = [self.places[i] for i in self.names.get(place_key(name), ())]
        found += self._abbreviated(name)
        fit = [p for p in found if within and within in (p.parent, p.country, p.id[:2])]
        ranked = sorted(fit or found, key=lambda p: (LEVELS.index(p.level), p.size))
        return ranked[0] if ranked else None

    def _abbreviated(self, name: str) -> Iterator[Place]:
        code = name.replace(".", "")
        if code.isupper() and 2 <= len(code) <= 3:
            for country in ("US", "CA", "AU"):
                if f"{country}-{code}" in self.places:
                    yield self.places[f"{country}-{code}"]

    def people(self, word: str) -> tuple[str, int] | None:
        """The country and the form (0 adjective, 1 person, 2 persons) of a nationality."""
        return self.peoples.get(" ".join(fold(word).split()))

    def circle(self, place: Place) -> Iterator[list[Place]]:
        """Circles to draw from, the nearest first: of like size and near first."""
        yield self.circles.get((place.level, place.near, place.size), [])
        if place.level == "city":
            yield self.circles.get(("city", "of " + place.id[:2], place.size), [])
            yield [p for s in range(3) for p in self.circles.get(("city", place.near, s), [])]
        if place.level == "country":
            yield self.circles[("country", "in " + place.parent, 0)]
        if place.level == "state":
            yield self.circles[("state", "in " + place.parent, 0)]
        yield self.circles[(place.level, "", place.size)]


@cache
def gazetteer() -> Gazetteer:
    """The packaged places, read at the first call."""
    return Gazetteer()


def place_key(name: str) -> str:
    """The form under which a name of a place is looked up."""
    return (
        fold(re.sub(r"^the\s+", "", name.strip(), flags=re.I))
        .replace(".", "")
        .replace("st ", "saint ")
    )


def places_in(text: str) -> list[Place]:
    """The places that a mention names: "Austin, TX" two, each within the next."""
    book = gazetteer()
    parts = [p for p in re.split(r"\s*[,()]\s*", text) if p]
    found: list[Place] = []
    within = ""
    for part in reversed(parts):
        place = book.find(part, within)
        if place:
            found.append(place)
            within = place.id
    return found[::-1]
