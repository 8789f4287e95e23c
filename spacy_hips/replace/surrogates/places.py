"""Places and nationalities: others of the same kind and level, of like size, from nearby.

What stands for what is settled for a whole document at once, so that Ukraine, Ukrainian and Kyiv
move together: to Sweden, Swedish and Stockholm, say.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...core.ids import Draw
from ...core.later import re
from ...text.lexicon.tables import fold
from ...text.values.case import like_case
from ...text.values.gazetteer import CONTINENTS, OTHER_CONTINENTS, WITH_ARTICLE, Place, gazetteer
from ...text.values.tables import town_names
from ...who.persons.link.entity import Entity
from .allocated_places import allocate, place_value, swapped
from .choose import TRIES, Dice, article_fits, compared, vowel_first
from .maker import Context, Mention, SurrogateMaker, Value
from .proper import town
from .realism import checked, is_plausible, seen
from .taken import Either

_PARTS = re.compile(r"(\s*[,()/]\s*)")
_KINDS = re.compile(
    r"\b(?:lake|river|county|park|mount|mountains?|beach|island|islands|valley|bay|hills?|creek|"
    r"forest|city|town|village|district|province|region|state|square|bridge|airport|station|"
    r"harbou?r|port|coast|north|south|east|west|new|old|upper|lower|central|of|the|saint|st\.?|"
    r"street|avenue|road|neighbou?rhood|downtown|area|suburb|heights|national)\b",
    re.I,
)
_LONGEST = 200


@dataclass(frozen=True)
class PlaceSurrogate:
    """Makes places; one that no table knows becomes a fictional one of the same kind of name.

    realism (str): "safe", "plausible", or "" for that of the anonymizer (realism.py). Plausible
        is a real town.
    """

    realism: str = ""

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py."""
        context = seen(context, self.realism)
        text = mention.text
        if len(text) > _LONGEST or not any(c.isalpha() for c in text):
            return None
        parts = _PARTS.split(text)
        found = _located(parts)
        if not any(found):
            return self._fictional(mention, context, draw)
        given = allocate([p for p in found if p], context, draw)
        given |= _around_swapped([p for p in found if p], context)
        out: list[str] = []
        for number, (part, place) in enumerate(zip(parts, found, strict=True)):
            if place is None:
                out.append(
                    part if _PARTS.fullmatch(part) or not part else _town(part, draw, context)
                )
                continue
            new = given.get(place.id)
            if new is None and place.level == "continent":
                return None
            out.append(_written(new, place, part, context) if new else _town(part, draw, context))
            # Two cities of one state, or a state and its country that both became one country.
            twice = out[-3:-2] == out[-1:] and part != parts[number - 2]
            if new == place or twice:
                del out[-2:]
        return _closed("".join(out))

    def _fictional(self, mention: Mention, context: Context, draw: Draw) -> str | None:
        if not any("a" <= c <= "z" for c in fold(mention.text)):
            return None
        return _exchanged(mention.text, context) or fictional_place(mention.text, draw, context)


def place_values(text: str) -> tuple[Value, ...]:
    """What a mention of places names, part by part; see `shuffle.values_in`."""
    if len(text) > _LONGEST or not any("a" <= c <= "z" for c in fold(text)):
        return ()
    parts = _PARTS.split(text)
    found = _located(parts)
    if not any(found):
        return (_town_value(text),)
    named = [(part, place) for part, place in zip(parts, found, strict=True) if _names(part)]
    return tuple(place_value(place) if place else _town_value(part) for part, place in named)


def _names(part: str) -> bool:
    return bool(part) and not _PARTS.fullmatch(part)


def _town_value(text: str) -> Value:
    """A place that no table knows is exchanged with such that have the same words of kind."""
    words = re.findall(r"[^\W_]+", re.sub(r"\b[Ss]t\b\.?", "Saint", text))
    folded = [fold(word) for word in words]
    kinds = sorted({word for word in folded if _KINDS.fullmatch(word)} - {"the", "of"})
    key = " ".join(folded).removeprefix("the ")
    return Value(f"place/other/{' '.join(kinds)}", key, " ".join(text.split()))


def _exchanged(text: str, context: Context) -> str | None:
    """What stands for a place that no table knows where it is exchanged with another."""
    if context.swaps is None:
        return None
    value = _town_value(text)
    new = context.swaps.shown(value.kind, value.key)
    return like_case(new, text) if new else None


def _around_swapped(found: list[Place], context: Context) -> dict[str, Place]:
    """What a mention says behind a place ("Austin, TX") says where the exchanged one lies.

    A state may stand for itself then, where the exchanged city lies in it too: it is left out.
    """
    given: dict[str, Place] = {}
    for number, place in enumerate(found):
        new = swapped(place, context)
        if new is None or place.id in given:
            continue
        around = {p.level: p for p in _chain(new)}
        for wider in found[number + 1 :]:
            if wider in _chain(place)[1:] and "country" in around:
                given[wider.id] = around.get(wider.level, around["country"])
    return given


def _closed(text: str) -> str:
    """A text without its brackets where one of a pair is gone."""
    return text if text.count("(") == text.count(")") else re.sub(r"\s*[()]", "", text)


def _chain(place: Place) -> list[Place]:
    """A place and those it lies in, the nearest first."""
    chain = [place]
    while chain[-1].parent in gazetteer().places:
        chain.append(gazetteer().places[chain[-1].parent])
    return chain


def _located(parts: list[str]) -> list[Place | None]:
    """The places of the parts of a mention; each is looked for in the one behind it."""
    found: list[Place | None] = []
    within = ""
    for part in reversed(parts):
        place = None if _PARTS.fullmatch(part) or not part else _find(part, within)
        if place:
            within = place.id
        found.append(place)
    return found[::-1]


def _find(part: str, within: str) -> Place | None:
    book = gazetteer()
    continent = OTHER_CONTINENTS.get(part.strip().lower())
    return book.places[continent] if continent else book.find(part, within)


def _written(new: Place, old: Place, part: str, context: Context) -> str:
    """A place in the form the old one has: an abbreviated state, a country with its article."""
    bare = part.replace(".", "").strip()
    if old.level == "state" and bare == old.code and new.code:
        return new.code if "." not in part else ".".join(new.code) + "."
    name = new.name
    article = bool(context.before) and not re.search(r"\b(?:the|The)\s+$", context.before)
    if name in WITH_ARTICLE and (article or re.match(r"the\s", part, re.I)):
        name = f"{'The' if part.startswith('The') else 'the'} {name}"
    if part.isupper() and len(bare) <= 4:
        return name
    return like_case(name, part)


def _town(part: str, draw: Draw, context: Context) -> str:
    new = _exchanged(part, context) or fictional_place(part, draw, context)
    return new or _renamed(part, Dice(draw, f"town:{part}"), context)


def fictional_place(text: str, draw: Draw, context: Context) -> str | None:
    """What stands for a place that no table knows, alike wherever the document names it.

    text (str): The name.
    draw (Draw): Used where the context has no draws of the author.
    context (Context): Its originals and what others have become are kept clear of.
    RETURNS (str): The name, None where none is free.
    """
    keyed = context.author_draw or draw
    others = (compared(texts, fold) for texts in (context.originals, context.taken))
    refused = Either({fold(text)}, *others)
    for attempt in range(TRIES):
        new = _renamed(text, Dice(keyed, f"town:{fold(text)}", attempt), context)
        if fold(new) not in refused and article_fits(new, text, context):
            return new
    return None


def _renamed(text: str, dice: Dice, context: Context) -> str:
    """A name with its own words replaced by one other name; words of kind stay."""
    plausible = is_plausible(context)
    new = town(dice, context.lang, text) if plausible else dice.pick(town_names())
    out: list[str] = []
    named = False
    for word in re.split(r"(\s+|[-'’.])", text):
        if not any(c.isalpha() for c in word) or _KINDS.fullmatch(word):
            out.append(word)
        elif not named:
            named = True
            out.append(like_case(new, word))
        else:
            out.append("")
    if not named:
        return like_case(new, text)
    return re.sub(r"(?<=\s)\s+|\s+$|(?:[-'’.]\s*)+$", "", "".join(out))


@dataclass(frozen=True)
class NationalitySurrogate:
    """Makes nationalities in the same form: adjective, one person, several."""

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py."""
        if len(mention.text) > _LONGEST:
            return None
        head, pieces = _pieces(mention.text)
        known = [_people(p) for p in pieces]
        if not any(known):
            return None
        book = gazetteer()
        given = allocate([book.places[k[0]] for k in known if k], context, draw)
        out = []
        for piece, found in zip(pieces, known, strict=True):
            if found is None:
                if not re.fullmatch(r"\s*[-/,]\s*|\s+and\s+|", piece):
                    return None
                out.append(piece)
                continue
            new = given.get(found[0])
            if new is None:
                return None
            out.append(like_case(_form(new, found[1]), piece))
        if head:
            head = like_case("an " if vowel_first(out[0]) else "a ", head)
        return head + "".join(out)


def _pieces(text: str) -> tuple[str, list[str]]:
    """The article before nationalities, and these with what joins them."""
    article = re.match(r"(an?\s+)?", text, re.I)
    head = article[0] if article else ""
    return head, re.split(r"(\s*[-/,]\s*|\s+and\s+)", text[len(head) :])


def people_values(text: str) -> tuple[Value, ...]:
    """The countries whose people a mention names; see `shuffle.values_in`."""
    if len(text) > _LONGEST:
        return ()
    known = [_people(piece) for piece in _pieces(text)[1]]
    return tuple(place_value(gazetteer().places[k[0]]) for k in known if k)


def _people(text: str) -> tuple[str, int] | None:
    """The place and the form of a nationality; form 3 is the country's own name."""
    book = gazetteer()
    for name, adjective in CONTINENTS.items():
        if name != "Americas" and fold(text) in (fold(adjective), fold(adjective + "s")):
            return (name, 2 if fold(text).endswith("s") else 0)
    known = book.people(text)
    if known:
        return known
    place = book.find(text)
    return (place.id, 3) if place and place.level == "country" else None


def _form(place: Place, form: int) -> str:
    if form == 3:
        return place.name
    if place.level == "continent":
        return CONTINENTS[place.name] + ("s" if form == 2 else "")
    return place.people[form]


@dataclass(frozen=True)
class PlaceClass:
    """Makes wider places: a city or state becomes its country, a country its continent.

    level (str): "country" or "continent".
    """

    level: str = "country"

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the class of a mention; see base.py."""
        released = context.released.get("LOCATION", "")
        found = [p for p in _located(_PARTS.split(mention.text[:_LONGEST])) if p]
        if released or not found:
            return released or None
        place, book = found[0], gazetteer()
        if place.level == "continent":
            return mention.text
        country = book.places[place.country]
        wider = country if self.level == "country" and place.level != "country" else None
        name = wider.name if wider else country.parent
        if name == "Americas" or name in WITH_ARTICLE:
            name = name if context.before.lower().endswith("the ") else f"the {name}"
        return name


@dataclass(frozen=True)
class NationalityClass:
    """Makes continents of nationalities: Ukrainian becomes European."""

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the class of a mention; see base.py."""
        found = _people(mention.text[:_LONGEST])
        released = context.released.get("NATIONALITY", "")
        if released or found is None:
            return released or None
        place = gazetteer().places[found[0]]
        continent = gazetteer().places[place.parent or place.id]
        return like_case(_form(continent, found[1]), mention.text)


def make_place_surrogate(realism: str | None = None) -> SurrogateMaker:
    """Make places of the same kind and level; see `PlaceSurrogate`."""
    return PlaceSurrogate(checked(realism))


def make_nationality_surrogate() -> SurrogateMaker:
    """Make nationalities in the same form; see `NationalitySurrogate`."""
    return NationalitySurrogate()


def make_place_class(level: str = "country") -> SurrogateMaker:
    """Say places by their country or continent; see `PlaceClass`."""
    return PlaceClass(level)


def make_nationality_class() -> SurrogateMaker:
    """Say nationalities by their continent; see `NationalityClass`."""
    return NationalityClass()
