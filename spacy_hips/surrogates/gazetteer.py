"""Countries, states and cities of the packaged tables, and which stands for which in a document."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ..ids import Draw
from ..lexicon.data_files import rows
from ..lexicon.tables import fold
from ..persons.link.entity import Entity
from .base import Context, Value
from .choose import Dice, once_a_document, vowel_first

LEVELS = ("continent", "country", "state", "city")
SMALLEST = 3
"""Fewer places to draw from would tell the original: a wider circle is taken."""
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
            self.names.setdefault(_key(row["name"]), []).append(row["id"])

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
                self.names.setdefault(_key(name), []).append(place.id)
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
        found = [self.places[i] for i in self.names.get(_key(name), ())]
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


def _key(name: str) -> str:
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


@once_a_document
def mentioned(entities: Mapping[str, Entity]) -> Mapping[str, Place]:
    """All places of a document's entities, and the countries of its nationalities, by id."""
    book = gazetteer()
    found: dict[str, Place] = {}
    for entity in entities.values():
        if entity.label == "LOCATION":
            found.update({p.id: p for text in entity.texts for p in places_in(text)})
        elif entity.label == "NATIONALITY":
            for word in re.findall(r"[^\W\d_]+(?:\s+[^\W\d_]+)?", " ".join(entity.texts)):
                known = book.people(word) or book.people(word.split()[0])
                if known:
                    found[known[0]] = book.places[known[0]]
    return found


def allocate(places: Iterable[Place], context: Context, draw: Draw) -> dict[str, Place]:
    """Which place stands for which: no two for one, none that the document names.

    places (Iterable[Place]): Places that need one, besides those of the document.
    context (Context): Its entities are the document's; its released class binds the draw.
    draw (Draw): Used where the context has no draws of the author.
    RETURNS (dict): By id. A city of a postal address stays in its country; another lies in the
        place that stands for its state or country where the document names that, else anywhere
        in the circle of its state. A place that is exchanged with another document's (see
        shuffle.py) becomes that one, and what lies in it follows.
    """
    keyed = context.author_draw or draw
    known = {**mentioned(context.entities), **{p.id: p for p in places}}
    addressed = _addressed(known, context)
    around = [gazetteer().places[known[i].parent] for i in addressed if "/" in i]
    known |= {p.id: p for p in around if p.level == "state"}
    given = _swapped(known, context)
    order = sorted(
        (p for p in known.values() if p.id not in given),
        key=lambda p: (LEVELS.index(p.level), keyed(f"order:{p.id}", 1 << 62)),
    )
    fits = tuple(_all_of(_released(context), kind) for kind in _same_kind(known, context))
    used = set(known) | {p.id for p in given.values()}
    names = {_key(p.name) for p in known.values()}
    for place in order:
        new = _draw_one(place, given, used, names, fits, keyed, at_home=place.id in addressed)
        if new:
            given[place.id] = new
            used.add(new.id)
    return given


def place_value(place: Place) -> Value:
    """What stands for a place where places are exchanged: a country and its people are one.

    A country is exchanged with those that agree with it in article ("the Netherlands") and in the
    beginning of its people ("an Albanian"), so that the words around it stay right.
    """
    kind = f"place/{place.level}"
    if place.level == "country":
        article = "the" if place.name in WITH_ARTICLE else ""
        kind += f"/{article}/{'an' if vowel_first(place.people[0]) else 'a'}"
    return Value(kind, place.id, place.id)


def swapped(place: Place, context: Context) -> Place | None:
    """The place that has this one's place because they are exchanged; None where they are not."""
    if context.swaps is None:
        return None
    value = place_value(place)
    shown = context.swaps.shown(value.kind, value.key)
    new = gazetteer().places[shown] if shown else None
    return new if new is not None and _released(context)(new, place) else None


def _swapped(known: Mapping[str, Place], context: Context) -> dict[str, Place]:
    pairs = ((i, swapped(place, context)) for i, place in known.items())
    return {i: new for i, new in pairs if new is not None}


def _draw_one(
    place: Place,
    given: Mapping[str, Place],
    used: set[str],
    names: set[str],
    fits: Sequence[Fits],
    keyed: Draw,
    at_home: bool,
) -> Place | None:
    dice = Dice(keyed, f"place:{place.id}")
    parent = given.get(place.parent)
    if at_home and (parent is None or parent.level != "state"):
        parent = gazetteer().places.get(place.parent)
    few = place.level == "country" and place.name not in WITH_ARTICLE
    smallest = 2 if few else SMALLEST
    for i, fit in enumerate(fits):
        best: list[Place] = []
        for circle, least in _circles(place, parent, smallest):
            free = [p for p in circle if p.id not in used and _key(p.name) not in names]
            free = [p for p in free if fit(p, place)]
            if len(free) > len(best):
                best = free
            if len(best) >= least:
                break
        # A single place that fits best would tell the original: a looser fit is taken.
        if best and (len(best) > 1 or place.level != "country" or i == len(fits) - 1):
            return dice.pick(sorted(best, key=lambda p: p.id))
    return None


def _circles(
    place: Place, parent: Place | None, smallest: int
) -> Iterator[tuple[list[Place], int]]:
    """Circles to draw from, and how many free places are enough of each."""
    book = gazetteer()
    if parent and place.level != "country":
        sizes = sorted(range(3), key=lambda s: abs(s - place.size))
        for inside in ("in " + parent.id, "of " + parent.country):
            near: list[Place] = []
            for size in sizes:
                near = near + book.circles.get((place.level, inside, size), [])
                yield near, 1
    for circle in book.circle(place):
        yield circle, smallest


Fits = Callable[[Place, Place], bool]


def _all_of(*conditions: Fits) -> Fits:
    return lambda new, old: all(fits(new, old) for fits in conditions)


def _same_kind(known: Mapping[str, Place], context: Context) -> tuple[Fits, ...]:
    """A country with states stands for one whose states are named; articles stay right.

    "An American" is one of the few whose people begin with a vowel, so another such stands for
    it; "the United States" becomes a country with an article too. What can be met last is asked
    first to give way: the article of the country, then that of its people.
    """
    states = {p.parent for p in known.values() if p.level == "state"}
    with_states = gazetteer().with_states
    peoples = _has_peoples(context.entities)

    def states_fit(new: Place, old: Place) -> bool:
        return old.id not in states or new.id in with_states

    def people_fit(new: Place, old: Place) -> bool:
        if old.level != "country" or not peoples or old.id in states:
            return states_fit(new, old)
        return vowel_first(new.people[0]) == vowel_first(old.people[0])

    def article_fits(new: Place, old: Place) -> bool:
        named = old.level == "country" and old.name in WITH_ARTICLE
        return people_fit(new, old) and (not named or new.name in WITH_ARTICLE)

    return article_fits, people_fit, states_fit


@once_a_document
def _has_peoples(entities: Mapping[str, Entity]) -> bool:
    return any(e.label == "NATIONALITY" for e in entities.values())


def _addressed(known: Mapping[str, Place], context: Context) -> set[str]:
    """The cities that a postal address of the document names: they stay in its country."""
    addresses = _addresses(context.entities)
    cities = (p for p in known.values() if addresses and p.level == "city")
    return {p.id for p in cities if f" {_words(p.name)} " in addresses}


@once_a_document
def _addresses(entities: Mapping[str, Entity]) -> str:
    """The words of all postal addresses, parted by bars and with blanks around; "" for none."""
    texts = [t for e in entities.values() if e.label == "STREET_ADDRESS" for t in e.texts]
    return f" {' | '.join(map(_words, texts))} " if texts else ""


def _words(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", fold(text)))


def _released(context: Context) -> Fits:
    """Whether a new place is inside the released class, where the old one is."""
    bound = fold(context.released.get("LOCATION", "") or context.released.get("NATIONALITY", ""))
    book = gazetteer()

    def inside(place: Place) -> bool:
        if not bound:
            return True
        chain = [place]
        while chain[-1].parent in book.places:
            chain.append(book.places[chain[-1].parent])
        names = {fold(p.name) for p in chain} | {fold(p.near) for p in chain}
        return bound in names or any(bound == fold(p.id) for p in chain)

    return lambda new, old: inside(new) or not inside(old)
