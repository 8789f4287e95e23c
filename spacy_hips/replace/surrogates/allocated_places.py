"""Which place stands for which in a document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ...core.ids import Draw
from ...core.later import re
from ...text.lexicon.tables import fold
from ...text.values.gazetteer import LEVELS, WITH_ARTICLE, Place, gazetteer, place_key, places_in
from ...who.persons.link.entity import Entity
from .choose import Dice, once_a_document, vowel_first
from .maker import Context, Value

SMALLEST = 3
"""Fewer places to draw from would tell the original: a wider circle is taken."""


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
    names = {place_key(p.name) for p in known.values()}
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
            free = [p for p in circle if p.id not in used and place_key(p.name) not in names]
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
