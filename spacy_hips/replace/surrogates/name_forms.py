"""Forms of names that tell gender or descent, and must be kept: -ová, -ska, -dóttir, -ovich."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ...core.later import re
from ...text.lexicon.data_files import read_lines
from ...text.lexicon.person_words import CONNECTORS
from ...text.lexicon.pools import EMPTY, Pool
from ...text.lexicon.tables import NameTables, fold, particles

FEWEST = 8
"""So many names of a form must there be to draw one of them."""

_PATRONYMIC = re.compile(
    r"(?:вич|вна|ич|ична)$|(?:o|e|ye)v[iy]ch$|(?:o|e|ye|i)vna$|ini?ch?na$", re.I
)
_SURE_PATRONYMIC = re.compile(r"(?:[ео]вич|[ео]вна|инична)$|[oe]v[iy]ch$|[oe]vna$", re.I)
_MALE = re.compile(r"(?:ич|ch)$", re.I)


@dataclass(frozen=True)
class Form:
    """What the end of a surname tells.

    endings (tuple[str, ...]): Ends of surnames in lower case.
    gender (str): Whose surnames end so.
    countries (tuple[str, ...]): Where.
    cultures (frozenset[str]): Cultures of names in which such an end means this.
    sure (bool): It means this whatever else the name tells.
    """

    endings: tuple[str, ...]
    gender: str
    countries: tuple[str, ...]
    cultures: frozenset[str]
    sure: bool = False


def _form(endings: str, countries: str, cultures: str, *, sure: bool = False) -> Form:
    own = frozenset(cultures.split())
    return Form(tuple(endings.split()), "F", tuple(countries.split()), own, sure)


FORMS: tuple[Form, ...] = (
    _form("ová", "CZ SK", "slavic_west", sure=True),
    _form("ova", "CZ SK", "slavic_west"),
    _form("ská cká", "CZ SK", "slavic_west", sure=True),
    _form("ska cka dzka", "PL", "slavic_west"),
    _form("ska", "MK UA PL", "slavic_south slavic_east slavic_west slavic"),
    _form("ova eva", "RU BG MK", "slavic_east slavic_south slavic central_asian"),
    _form("aitė ytė utė ienė", "LT", "baltic", sure=True),
    _form("aite yte ute iene", "LT", "baltic"),
    _form("dóttir dottir", "IS", "nordic", sure=True),
    _form("opoulou idou", "GR CY", "greek", sure=True),
)  # fmt: skip
"""Surnames of women that differ from those of men, the most telling ends first."""

_LANGUAGE_CULTURES = {
    "nl": "dutch", "de": "german", "fr": "french", "es": "hispanic", "it": "italian",
    "pt": "lusophone", "ar": "arab", "ga": "anglo", "no": "nordic", "sv": "nordic",
}  # fmt: skip
"""Where surnames with the particles of a language come from."""


def form_of(surname: str, culture: str) -> Form | None:
    """The form of a woman's surname.

    surname (str): Its last word.
    culture (str): Where the whole name seems to come from.
    RETURNS (Form): None where its end tells nothing.

        >>> form_of("Dvořáková", "").countries, form_of("Casanova", "hispanic")
        (('CZ', 'SK'), None)
    """
    low = surname.lower()
    for form in FORMS:
        if low.endswith(form.endings) and (form.sure or culture in form.cultures):
            return form
    return None


def of_form(tables: NameTables, form: Form, surname: str, place: str) -> Pool:
    """Surnames of the same form as another, of a place or where the form comes from.

    tables (NameTables): The name tables.
    form (Form): The form.
    surname (str): The surname that is replaced.
    place (str): Where the new name comes from.
    RETURNS (Pool): Empty where there are fewer than FEWEST, and for a surname of another form:
        of a double one the last word tells the form.
    """
    ending = next((e for e in form.endings if surname.lower().endswith(e)), "")
    if not ending:
        return Pool((), ())
    codes = (place,) if place in form.countries else form.countries
    for code in codes:
        kept = _ending(tables, code, ending)
        if len(kept) >= FEWEST:
            return kept
    return Pool((), ())


@lru_cache(maxsize=64)
def _ending(tables: NameTables, code: str, ending: str) -> Pool:
    """The women's surnames of a country that end so, with or without accents."""
    pool = tables.surnames(code, "F", "Latn")
    ends = (ending, fold(ending)) if ending.isascii() else (ending,)
    return pool.only(
        lambda name: (
            name.lower().endswith(ends) or (ending.isascii() and fold(name).endswith(ending))
        )
    )


def led_by(tables: NameTables, leading: str) -> tuple[Pool, Mapping[str, str]]:
    """The surnames of all countries that certain particles lead, and each with them.

    tables (NameTables): The name tables.
    leading (str): Particles in lower case, such as "van de".
    RETURNS (tuple[Pool, Mapping[str, str]]): Without the particles, and with them.
    """
    return _all_led(tables).get(leading, (EMPTY, {}))


@lru_cache(maxsize=2)
def _all_led(tables: NameTables) -> Mapping[str, tuple[Pool, Mapping[str, str]]]:
    """The surnames of several words, by all words but the last."""
    pool = tables.surnames(None, "", "Latn").only(lambda name: " " in name)
    found: dict[str, dict[str, tuple[str, int]]] = defaultdict(dict)
    for name, weight in zip(pool.names, pool.weights, strict=True):
        before, _, last = name.rpartition(" ")
        found[before.lower()].setdefault(last, (name, weight))
    return {
        before: (
            Pool(tuple(led), tuple(weight for _, weight in led.values())),
            {last: name for last, (name, _) in led.items()},
        )
        for before, led in found.items()
    }


def cultures_of_particles(leading: Sequence[str]) -> frozenset[str]:
    """Where names with such particles come from; empty where that is not told.

    leading (Sequence[str]): Particles before a surname.
    RETURNS (frozenset[str]): Cultures of names.
    """
    languages = _particle_languages()
    for particle in map(fold, leading):
        if particle in languages and particle not in CONNECTORS and particle in particles():
            known = {_LANGUAGE_CULTURES.get(code, "") for code in languages[particle]}
            return frozenset(known - {""})
    return frozenset()


@lru_cache(maxsize=1)
def _particle_languages() -> dict[str, tuple[str, ...]]:
    return {fold(text): tuple(codes.split(",")) for text, codes in read_lines("particles.tsv")}


def is_patronymic(word: str, part: str) -> bool:
    """Is a word of a name the one that a father's forename gives: Ivanovich, Сергеевна?

    word (str): The word.
    part (str): The part of the name it stands in; as a surname only the surest forms count.
    RETURNS (bool): Whether it is.
    """
    if part == "middle":
        return bool(_PATRONYMIC.search(word))
    return part == "last" and bool(_SURE_PATRONYMIC.search(word))


def patronymic(forename: str, like: str) -> str:
    """The East Slavic patronymic of a forename, for a man or a woman as another one is.

    forename (str): The father's.
    like (str): The patronymic that is replaced.
    RETURNS (str): In the script of the forename.

        >>> patronymic("Иван", "Петровна"), patronymic("Andrey", "Petrovich")
        ('Ивановна', 'Andreevich')
    """
    male = bool(_MALE.search(like))
    forename = _without_vowel(forename)
    if forename.isascii() or not any("а" <= c <= "я" for c in forename.lower()):
        if forename.endswith(("a", "ya")):
            return forename.removesuffix("a").removesuffix("y") + ("ich" if male else "ichna")
        soft = forename.endswith(("y", "i", "j"))
        stem = forename[:-1] if soft else forename
        return stem + ("e" if soft else "o") + ("vich" if male else "vna")
    if forename.endswith(("а", "я")):
        return forename[:-1] + ("ич" if male else "ична")
    soft = forename.endswith(("й", "ь"))
    stem = forename[:-1] if soft else forename
    return stem + ("е" if soft else "о") + ("вич" if male else "вна")


def _without_vowel(forename: str) -> str:
    """Without a last vowel that no patronymic keeps: Niko, Nikovich."""
    ends = forename.lower().endswith(("o", "e", "u", "о", "е", "у"))
    return forename[:-1] if ends and len(forename) > 2 else forename
