"""Plausible proper names of towns, streets and schools: common, rare and made-up ones mixed.

A rule that looks for our list of towns meets real values too. A rule that looks for towns of no
list meets surrogates too. See realism.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from ...text.lexicon.data_files import rows
from ...text.lexicon.places import towns_by_country, zip_codes_by_town
from ...text.lexicon.tables import fold, name_tables
from ...text.values.tables import surname_tail, town_names
from .choose import Dice
from .coined import coined

HOMES: Mapping[str, tuple[str, ...]] = {
    "en": ("US", "US", "US", "GB", "CA", "AU"),
    "de": ("DE", "DE", "AT", "CH"),
    "fr": ("FR", "FR", "BE", "CA"),
    "es": ("ES", "MX", "CO", "AR"),
    "it": ("IT",),
    "pt": ("BR", "PT"),
    "nl": ("NL", "BE"),
    "sv": ("SE",),
    "da": ("DK",),
    "no": ("NO",),
    "nb": ("NO",),
    "fi": ("FI",),
    "pl": ("PL",),
    "ro": ("RO",),
    "id": ("ID",),
    "tr": ("TR",),
    "in": ("IN",),
}
"""Where a language is spoken: whose towns and surnames stand in its places."""
FEWEST_TOWNS = 20
"""So many towns must a country have in the table to draw one of them for another."""
CANDIDATES = 3
"""So many names are drawn, and the one nearest in length is taken."""


def town(dice: Dice, lang: str = "en", like: str = "", country: str = "") -> str:
    """A town: most are real ones, others stand in no list. In a state of the United States all are
    real, the more often the more postal codes they have.

    dice (Dice): Keyed choices.
    lang (str): The language of the text.
    like (str): A name whose length is wanted.
    country (str): Where it lies, a country or a state ("US-TX"); "" for one of the language.
    """
    codes = (country,) if country in towns_by_country() else HOMES.get(lang[:2], HOMES["en"])
    return _nearest([lambda: _town(dice, dice.pick(codes), like)] * CANDIDATES, like)


def _town(dice: Dice, country: str, like: str) -> str:
    if country in zip_codes_by_town():
        return dice.pick(_mailed(country))
    known = towns_by_country()[country]
    if dice.roll(4):
        return dice.pick(known)
    if dice.roll(4) == 0 and country.startswith("US"):
        return dice.pick(town_names())
    spelt = towns_by_country()[country[:2]]
    return next(coined(_single(spelt), dice, like), "") or dice.pick(known)


@cache
def _mailed(state: str) -> tuple[str, ...]:
    """The town of each postal code of a state."""
    towns = zip_codes_by_town()[state].items()
    return tuple(town for town, codes in towns for _ in codes)


@cache
def _single(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in names if name.isalpha())


def surname(dice: Dice, lang: str = "en", like: str = "") -> str:
    """A surname as places and firms are called: a common one, a rare one or one of no list."""
    return _nearest([lambda: _surname(dice, lang, like)] * CANDIDATES, like)


def _surname(dice: Dice, lang: str, like: str) -> str:
    pool = name_tables().surnames(dice.pick(HOMES.get(lang[:2], HOMES["en"])))
    kind = dice.roll(10)
    tail = surname_tail()["anglo"]
    if kind < 3 and lang[:2] == "en":
        return dice.pick(tail[: len(tail) // (1 + dice.roll(20))])
    if kind == 3:
        return next(coined(_single(pool.names), dice, like), "") or pool.at(dice.roll(pool.total))
    return pool.at(dice.roll(pool.total))


def name(dice: Dice, lang: str = "en", like: str = "") -> str:
    """A name as schools and firms have it: of a person, a town or a street; for one of several
    words often a full name, for a town abroad another one of its country."""
    country = _abroad(lang[:2]).get(fold(like))
    if country:
        return _nearest([lambda: _town(dice, country, like)] * CANDIDATES, like)
    kinds: Sequence[Callable[[], str]] = (
        lambda: _surname(dice, lang, like),
        lambda: _surname(dice, lang, like),
        lambda: _town(dice, dice.pick(HOMES.get(lang[:2], HOMES["en"])), like),
        lambda: dice.pick(common_streets().get("en", ())),
    )
    if " " in like:
        kinds = (*kinds, *[lambda: _full_name(dice, lang, like)] * 4)
    return _nearest([dice.pick(kinds) for _ in range(CANDIDATES)], like)


@cache
def _abroad(lang: str) -> Mapping[str, str]:
    """The country of each town that lies where the language is not spoken."""
    towns, homes = towns_by_country(), HOMES.get(lang, HOMES["en"])
    home = {fold(town) for code in towns if code[:2] in homes for town in towns[code]}
    found: dict[str, str] = {}
    for code in sorted(c for c in towns if c[:2] not in homes and len(towns[c]) >= FEWEST_TOWNS):
        for town in towns[code]:
            found.setdefault(fold(town), code)
    return {town: code for town, code in found.items() if town not in home}


def _full_name(dice: Dice, lang: str, like: str) -> str:
    pool = name_tables().forenames(dice.pick(HOMES.get(lang[:2], HOMES["en"])))
    return f"{pool.at(dice.roll(pool.total))} {_surname(dice, lang, like)}"


@cache
def common_streets() -> Mapping[str, tuple[str, ...]]:
    """Names that many streets bear, by language."""
    return {row["lang"]: tuple(row["names"].split(";")) for row in rows("common_streets.tsv")}


def street(dice: Dice, lang: str, packaged: Sequence[str], like: str = "") -> str:
    """A street's name: a common one, one after a person or a town, or one of the packaged list.

    dice (Dice): Keyed choices.
    lang (str): The language of the street.
    packaged (Sequence[str]): The names for that language in the packaged list.
    like (str): A name whose length is wanted.
    """
    return _nearest([lambda: _street(dice, lang, packaged, like)] * CANDIDATES, like)


def _street(dice: Dice, lang: str, packaged: Sequence[str], like: str) -> str:
    common, kind = common_streets().get(lang, packaged), dice.roll(20)
    if kind < 8:
        return dice.pick(common)
    if kind < 11 or lang not in ("en", "de", "fr", "es", "it", "pt"):
        return dice.pick(packaged)
    if kind < 18:
        return _surname(dice, lang, like)
    return _town(dice, dice.pick(HOMES[lang]), like)


def _nearest(draws: Sequence[Callable[[], str]], like: str) -> str:
    """What is nearest in words, and then in length, of some draws."""
    made, spaces = [draw() for draw in draws], like.count(" ")

    def distance(text: str) -> tuple[int, int]:
        return abs(text.count(" ") - spaces), abs(len(text) - len(like))

    return min(made, key=distance) if like else made[0]
