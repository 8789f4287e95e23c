"""Postal addresses and codes: number, street, place and code are others, order and lines the same.

What makes a street, a flat or a post box, a state or a country stays (address_parts.py says what
is which); names and numbers around it are replaced.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from ...core.ids import Draw
from ...core.later import re
from ...find.rules._zip_codes import zip_codes
from ...text.lexicon.places import towns_by_country, zip_codes_by_town
from ...text.lexicon.tables import fold
from ...text.values.address_parts import (
    LINKS,
    AddressPart,
    language_of,
    read_address,
    runs_of,
    street_names,
    suffix_of,
)
from ...text.values.case import like_case
from ...text.values.gazetteer import Place, gazetteer
from ...text.values.numbers import ordinal_suffix
from ...text.values.tables import town_names
from ...who.persons.link.entity import Entity
from .allocated_places import allocate, mentioned
from .choose import Dice, bare, digits_of, fresh, once_a_document, put_digits
from .maker import Context, Mention, SurrogateMaker
from .places import fictional_place
from .proper import street, town
from .realism import checked, is_plausible, seen

TOWNS = 8
"""So many towns are drawn before the gazetteer's are taken."""
STREETS = 8
"""So many street names are drawn before the packaged list is taken."""
US_CODE = re.compile(r"\d{5}(?:-\d{4})?")
"""A postal code as the United States has it."""
_GB_LETTERS = "ABDEFGHJLNPQRSTUWXYZ"
_CA_LETTERS = "ABCEGHJKLMNPRSTVWXYZ"


@dataclass(frozen=True)
class AddressSurrogate:
    """Makes postal addresses.

    realism (str): "safe", "plausible", or "" for that of the anonymizer (realism.py). Plausible
        are names that many streets have, and real towns.
    """

    realism: str = ""

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py."""
        context = seen(context, self.realism)
        text = mention.text
        if len(text) > 500 or not any(c.isalnum() for c in text):
            return None
        tokens = read_address(text)
        lang = language_of(tokens, context.lang)
        if lang != "ru" and any(t.kind == "word" and not _is_latin(t.text) for t in tokens):
            return None
        given = _given(tokens, context, draw)
        towns = _towns(tokens, context, draw)
        shared = context.author_draw or draw

        def make(dice: Dice) -> str | None:
            plausible = is_plausible(context)
            new = _Writer(tokens, given, lang, dice, towns, shared, plausible=plausible)()
            return new if _all_changed(tokens, new) else None

        return fresh(make, mention, entity, context, draw, "address", bare)


def _is_latin(text: str) -> bool:
    return all(unicodedata.name(c, "").startswith("LATIN") for c in text if c.isalpha())


def _given(tokens: Sequence[AddressPart], context: Context, draw: Draw) -> dict[str, Place]:
    """What stands for the places of an address; its country is kept.

    A city that the document names elsewhere too becomes there what it becomes here.
    """
    found = [t.place for t in tokens if t.place]
    named = mentioned(context.entities)
    shared = [p for p in found if p.level == "state" or p.id in named]
    given = allocate(shared, context, draw) if shared else {}
    names = {fold(p.name) for p in found}
    for place in found:
        if place.level != "city" or place.id in given:
            continue
        inside = given[place.parent].id if place.parent in given else place.parent
        if is_plausible(context) and inside in towns_by_country():
            dice = Dice(context.author_draw or draw, f"town:{place.id}")
            drawn = (town(dice, context.lang, place.name, inside) for _ in range(TOWNS))
            name = next((n for n in drawn if fold(n) not in names), "")
            if name:
                given[place.id] = replace(place, id=f"{inside}/{name}", name=name, parent=inside)
                continue
        circles = gazetteer().circles
        cities = [c for size in range(3) for c in circles.get(("city", f"in {inside}", size), [])]
        free = [c for c in cities if fold(c.name) not in names]
        if free:
            dice = Dice(context.author_draw or draw, f"address:{place.id}")
            given[place.id] = dice.pick(free)
    return given


@once_a_document
def _places(entities: Mapping[str, Entity]) -> set[str]:
    """The folded parts of all places that the document names."""
    places = (t for e in entities.values() if e.label == "LOCATION" for t in e.texts)
    return {fold(part) for text in places for part in re.split(r"\s*[,()/]\s*", text) if part}


def _towns(tokens: Sequence[AddressPart], context: Context, draw: Draw) -> dict[str, str]:
    """What stands for the towns that no table knows and that the document names elsewhere too."""
    named = _places(context.entities)
    book = gazetteer()
    towns = {}
    for run in runs_of(tokens, "city"):
        old = " ".join(t.text for t in run if t.kind == "word")
        if fold(old) not in named or book.find(old):
            continue
        new = fictional_place(old, draw, context)
        if new:
            towns[fold(old)] = new
    return towns


class _Writer:
    """Writes an address anew from its tokens.

    tokens (Sequence[AddressPart]): The pieces of the old one.
    given (Mapping): Which place stands for which.
    lang (str): The language of its street.
    dice (Dice): Keyed choices.
    towns (Mapping): What stands for towns that no table knows, by their folded name.
    shared (Draw): The draws by which a street becomes the same street in all addresses.
    plausible (bool): Names are like those of real streets and towns.
    """

    def __init__(
        self,
        tokens: Sequence[AddressPart],
        given: Mapping[str, Place],
        lang: str,
        dice: Dice,
        towns: Mapping[str, str],
        shared: Draw,
        *,
        plausible: bool = False,
    ) -> None:
        self.tokens = tokens
        self.plausible = plausible
        self.shared = shared
        self.given = given
        self.lang = lang
        self.dice = dice
        self.towns = towns
        self.state = next(
            (
                given[t.place.id]
                for t in tokens
                if t.place and t.role == "state" and t.place.id in given
            ),
            None,
        )
        self.home = _home(tokens, given, lang) if plausible else ""
        self.town = ""

    def __call__(self) -> str:
        """The new address."""
        out: list[str] = []
        skip = ""
        for i, token in enumerate(self.tokens):
            if token.kind == "word" and token.role in ("street", "city", "state", "link"):
                if skip == token.role or (skip == "city" and token.role == "city"):
                    while out and out[-1].isspace() and "\n" not in out[-1]:
                        out.pop()
                    continue
                skip = token.role
                out.append(self._name(i, token))
                continue
            if token.kind != "space":
                skip = ""
            out.append(self._piece(token))
        return "".join(out)

    def _piece(self, token: AddressPart) -> str:
        if token.kind == "code":
            return self._code(token)
        if token.kind == "number":
            return self._number(token.text)
        if token.kind == "ordinal":
            choices = 10 ** min(2, len(digits_of(token.text))) - 2
            number = 2 + self._street_dice(digits_of(token.text)).roll(choices)
            if str(number) == digits_of(token.text):
                number = 2 + (number - 1) % choices
            return f"{number}{like_case(ordinal_suffix(number), token.text)}"
        if token.kind == "word" and token.role == "suffix":
            return self._suffixed(token.text)
        return token.text

    def _name(self, i: int, token: AddressPart) -> str:
        run = [token.text]
        for other in self.tokens[i + 1 :]:
            if other.kind == "word" and other.role == token.role:
                run.append(other.text)
            elif other.kind != "space":
                break
        old = " ".join(run)
        if token.role != "state" and len(run) == 1 and len(old.rstrip(".")) == 1:
            letters = "ABCDEFGHJKLMNPRSTW".replace(old[0].upper(), "")
            return like_case(self.dice.pick(letters), old[0]) + old[1:]
        if token.role == "city" and fold(old) in self.towns:
            return like_case(self.towns[fold(old)], old)
        if token.place is not None:
            new = self.given.get(token.place.id)
            if new is not None:
                self.town = new.name if token.role == "city" else self.town
                code = token.place.code
                name = new.code if token.role == "state" and old.upper() == code else new.name
                return (
                    name.lower()
                    if old.islower()
                    else like_case(name, old)
                    if len(old) > 3
                    else name
                )
        if token.role == "street":
            lang = self.lang if self.lang in street_names() else "en"
            return like_case(self._street(lang, old), old)
        if self.plausible:
            country = self.state.id if self.state and self.state.id in towns_by_country() else ""
            self.town = town(self.dice, self.lang, old, self.home or country)
            return like_case(self.town, old)
        return like_case(self.dice.pick(town_names()), old)

    def _suffixed(self, text: str) -> str:
        plain = text.rstrip(".").lower()
        suffix, lang = suffix_of(text)
        tail = text[len(plain) - len(suffix) :]
        stem = text[: len(plain) - len(suffix)]
        return like_case(self._street(lang, stem), stem) + tail

    def _street(self, lang: str, old: str) -> str:
        """Another street's name, the same wherever the old street is named."""
        words, names = set(fold(old).split()), street_names()[lang]
        if self.plausible:
            dice = self._street_dice(fold(old))
            made = (street(dice, lang, names, old) for _ in range(STREETS))
            new = next((name for name in made if not words & set(fold(name).split()) - LINKS), "")
            if new:
                return new
        others = [name for name in names if not words & set(fold(name).split()) - LINKS]
        return self._street_dice(fold(old)).pick(others)

    def _street_dice(self, key: str) -> Dice:
        return Dice(self.shared, f"street:{key}", self.dice.attempt)

    def _number(self, text: str) -> str:
        digits = digits_of(text)
        for _ in range(12):
            new = str(1 + self.dice.roll(9)) + self.dice.digits(len(digits) - 1)
            if new != digits:
                break
        return "".join(
            self.dice.pick("ABCDEFGH")
            if c.isupper()
            else self.dice.pick("abcdefgh")
            if c.islower()
            else c
            for c in put_digits(text, new)
        )

    def _code(self, token: AddressPart) -> str:
        towns = zip_codes_by_town().get(self.home, {})
        codes = towns.get(self.town) or tuple(code for own in towns.values() for code in own)
        if codes and US_CODE.fullmatch(token.text):
            return self.dice.pick(codes) + put_digits(token.text[5:], self.dice.digits(4))
        zips = self.state.zips if self.state else ()
        head = self.dice.pick(zips) if zips else ""
        return postal_code(token.text, token.role, self.dice, head)


def _home(tokens: Sequence[AddressPart], given: Mapping[str, Place], lang: str) -> str:
    """The state of the United States whose towns and codes a new address has; "" for none.

    Where the old code is none of the old state, the new one need not be one of the new state.
    """
    code = next((t.text for t in tokens if t.kind == "code" and US_CODE.fullmatch(t.text)), "")
    of_code = _state_of(code[:3])
    places = [t.place for t in tokens if t.place]
    old = next((p.id if p.level == "state" else p.parent for p in places), "")
    if code and old.startswith("US-") and of_code != old:
        return ""
    new = (given[p.id] for p in places if p.id in given)
    told = next((p.id if p.level == "state" else p.parent for p in new), "")
    return told if told.startswith("US-") else of_code if lang == "en" and not places else ""


@cache
def _state_of(first: str) -> str:
    """The state whose postal codes begin so, such as "US-TX"; "" for none."""
    states = zip_codes().items()
    return next((f"US-{state}" for state, heads in states if first in heads), "")


@cache
def _us_codes(head: str) -> tuple[str, ...]:
    """The postal codes of towns of the United States that begin so."""
    towns = (codes for state in zip_codes_by_town().values() for codes in state.values())
    return tuple(code for codes in towns for code in codes if code.startswith(head))


def _all_changed(tokens: Sequence[AddressPart], new: str) -> bool:
    """Whether the words that name something are gone; a country's stay ("Kuwait City, Kuwait")."""
    low = fold(new)
    words = [(fold(t.text), t.role) for t in tokens if t.kind == "word"]
    stay = {word for word, role in words if role == "country"}
    names = [w for w, role in words if role in ("street", "city") and w not in stay]
    return not any(len(n) > 4 and re.search(rf"\b{re.escape(n)}\b", low) for n in names)


def postal_code(text: str, shape: str, dice: Dice, head: str = "") -> str:
    """Another postal code of the same shape.

    text (str): The old code.
    shape (str): "gb", "ca" or anything else.
    dice (Dice): Keyed choices.
    head (str): What it must begin with, "" for the old first character.
    """
    head = head or text[:1]
    out = []
    for i, char in enumerate(text):
        if i < len(head):
            new = head[i]
        elif char.isdecimal():
            new = put_digits(char, dice.digits(1))
        elif char.isalpha():
            new = dice.pick(_CA_LETTERS if shape == "ca" else _GB_LETTERS)
        else:
            new = char
        out.append(new.lower() if char.islower() else new)
    return "".join(out)


@dataclass(frozen=True)
class ZipSurrogate:
    """Makes postal codes of the same shape; the first character, which tells the region, stays.

    A released class ("94***", "941") keeps all that it tells. A plausible one of the United States
    is some town's.
    """

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py."""
        text = mention.text
        if not 2 <= sum(c.isalnum() for c in text) <= 12:
            return None
        released = re.sub(r"[*xX•.].*$", "", context.released.get("ZIP", ""))
        head = released if released and text.startswith(released) else ""
        shape = "ca" if re.fullmatch(r"[A-Za-z]\d[A-Za-z][\s-]?\d[A-Za-z]\d", text) else "gb"

        known = context.lang.startswith("en") and US_CODE.fullmatch(text) and _state_of(text[:3])
        codes = _us_codes(head or text[:1]) if is_plausible(context) and known else ()

        def make(dice: Dice) -> str:
            if codes:
                return dice.pick(codes) + put_digits(text[5:], dice.digits(4))
            return postal_code(text, shape, dice, head)

        return fresh(make, mention, entity, context, draw, "zip", bare)


@dataclass(frozen=True)
class ZipClass:
    """Makes the beginning of postal codes: 94110 becomes 941**.

    digits (int): Characters that stay.
    """

    digits: int = 1

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the class of a mention; see base.py."""
        released = context.released.get("ZIP", "")
        if released or not any(c.isalnum() for c in mention.text):
            return released or None
        seen, out = 0, []
        for char in mention.text:
            seen += char.isalnum()
            out.append("*" if char.isalnum() and seen > self.digits else char)
        return "".join(out)


def make_address_surrogate(realism: str | None = None) -> SurrogateMaker:
    """Make postal addresses in the same order and lines; see `AddressSurrogate`."""
    return AddressSurrogate(checked(realism))


def make_zip_surrogate() -> SurrogateMaker:
    """Make postal codes of the same shape; see `ZipSurrogate`."""
    return ZipSurrogate()


def make_zip_class(digits: int = 1) -> SurrogateMaker:
    """Say postal codes by their beginning; see `ZipClass`."""
    return ZipClass(digits)
