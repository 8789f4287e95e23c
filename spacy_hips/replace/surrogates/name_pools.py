"""From which names a new name is drawn, and which words no new name may hold."""

from __future__ import annotations

import math
from collections.abc import Container, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ...core.ids import Draw
from ...core.labels import NAME_LABELS
from ...core.later import re
from ...text.lexicon.data_files import rows
from ...text.lexicon.person_words import CONNECTORS
from ...text.lexicon.pools import EMPTY, Pool
from ...text.lexicon.tables import NameTables, common_words, countries, fold, particles, script_of
from ...text.values.tables import surname_tail
from ...who.persons.link.entity import Entity
from ...who.persons.mention.glue import split_part
from .choose import Dice
from .coined import coined
from .family_forms import family_keys
from .name_forms import Form, cultures_of_particles, led_by
from .name_writing import unaccented
from .pools import first_fit, pick, widths
from .taken import Either, Taken

if TYPE_CHECKING:
    import numpy as np

FEWEST_ALIKE = 40
"""So many names as common as the old one must there be to draw one of them."""
STEP = 8
"""Names are as common as one another that differ by less than this factor, or so."""
NEAR = 3
"""How far down and up the list of rare surnames a rare one is drawn from, as a factor."""
SHORTEST_UNLISTED = 3
FEWEST_COMPOUNDS = 8
"""So many compound forenames must a pool have to draw one from it."""
FEWEST_LED = 8
"""So many surnames with particles must a pool have to draw one from it."""
SURE_REGION = 0.4
"""Confidence from which a name's own region is kept rather than that of the names around it."""

_WORD = re.compile(r"[^\s\-‐‑]+")


@dataclass(frozen=True)
class Kind:
    """What kind of name is drawn.

    place (str): A place of the name tables, "" for everywhere.
    around (str): The culture the place belongs to.
    gender (str): "F", "M" or "".
    script (str): ISO 15924 code.
    plain (bool): The original has no accents, so neither has the new name.
    own (frozenset[str]): The folded words of the original, which the new name may not hold.
    form (Form): What the end of the surname tells; None where it tells nothing.
    """

    place: str
    around: str
    gender: str
    script: str
    plain: bool
    own: frozenset[str]
    form: Form | None = None


def told_by_particles(entity: Entity) -> tuple[str, ...]:
    """The countries of names with the particles of a surname: those of "van de" are Dutch."""
    cultures = cultures_of_particles(entity.particles.split()) if entity.last else frozenset()
    return tuple(code for culture in sorted(cultures) for code in countries_of(culture))


def led(
    tables: NameTables,
    entity: Entity,
    last: str,
    pool: Pool,
    kind: Kind,
    avoid: Either,
    draw: Draw,
    attempt: int,
) -> dict[str, str]:
    """The new particles, drawn with the surname that they belong to, and the new surname.

    A particle of the old name before another surname would show which names are new ("van der
    Smith"). Where the pool has no such surnames the new name has none.
    """
    own = entity.particles.split()
    kept = [particle for particle in own if fold(particle) in CONNECTORS]
    if len(kept) == len(own) or not last:
        return {"particles": " ".join(kept)}
    leading = " ".join(particle for particle in own if particle not in kept).lower()
    bare, whole = led_by(tables, leading)  # "van de" stays where there are enough such names
    if len(bare) < FEWEST_LED:
        bare, whole = _with_particles(pool)
    old = split_part(entity.last)[0]
    new = (
        pick(bare, draw, f"led#{attempt}", avoid, old, kind.own) if len(bare) >= FEWEST_LED else ""
    )
    if not new:
        return {"particles": " ".join(kept)}
    leading = whole[new].rpartition(" ")[0]
    first = split_part(last)[0]
    return {
        "particles": " ".join([*leading.split(), *kept]),
        "last": (unaccented(new) if kind.plain else new) + last[len(first) :],
    }


@lru_cache(maxsize=128)
def _with_particles(pool: Pool) -> tuple[Pool, dict[str, str]]:
    """The surnames of a pool that have particles, without them, and each with them."""
    whole: dict[str, str] = {}
    weights: list[int] = []
    for name, weight in zip(pool.names, pool.weights, strict=True):
        *leading, last = name.split(" ")
        known = leading and all(
            fold(p) in particles() and fold(p) not in CONNECTORS for p in leading
        )
        if leading and known and last not in whole:
            whole[last] = name
            weights.append(weight)
    return Pool(tuple(whole), tuple(weights)), whole


def as_rare(tables: NameTables, old: str, pool: Pool, *, surname: bool) -> Pool:
    """Only the names that are about as common as the old one; all where these are few.

    Where common names became rare ones, or rare ones common, a missed name would show by that.
    """
    mass = tables.surname_country_mass(old) if surname else tables.forename_country_mass(old)
    alike = _as_common(tables, pool, int(_steps(mass)), surname)
    return alike if len(alike) >= FEWEST_ALIKE else pool


def _steps(masses: float | np.ndarray) -> np.ndarray:
    import numpy as np

    steps: np.ndarray = np.rint(np.log(np.maximum(masses, 1e-9)) / math.log(STEP)).astype(int)
    return steps


@lru_cache(maxsize=512)
def _as_common(tables: NameTables, pool: Pool, step: int, surname: bool) -> Pool:
    steps = _listed_steps(tables, surname)
    return pool.only(lambda name: steps[name] == step)


@lru_cache(maxsize=4)
def _listed_steps(tables: NameTables, surname: bool) -> Mapping[str, int]:
    """How common each name of the tables is."""
    names, masses = tables.all_masses(surname=surname)
    return dict(zip(names, _steps(masses).tolist(), strict=True))


def unlisted(
    tables: NameTables,
    old: str,
    pool: Pool,
    kind: Kind,
    avoid: Container[str],
    dice: Dice,
    *,
    surname: bool,
) -> str | None:
    """For a name that the tables lack, one that they lack too: a rare one, else a coined one.

    RETURNS (str): The name; None where the tables know the old one, or none can be made. For a
        name that is an ordinary word, too ("Rose", "Banks"), another such.
    """
    if old.lower() in common_words():
        words = _word_names(tables, surname, "" if surname else kind.gender)
        return pick(words, dice.draw, dice.purpose, avoid, old, kind.own)
    known = tables.is_surname(old) if surname else tables.is_forename(old)
    if known or len(old) < SHORTEST_UNLISTED or kind.script != "Latn":
        return None
    culture = _culture(kind.place)
    rare = surname_tail().get(culture, ()) if surname else ()
    there = _rare().get(fold(old)) if rare else None
    made = coined(_single(pool), dice, old)
    if there is not None:
        at = there[1] if there[0] == culture else dice.roll(len(rare))
        first, last = at // NEAR, min(len(rare), at * NEAR + FEWEST_ALIKE)
        made = (rare[first + dice.roll(last - first)] for _ in range(FEWEST_ALIKE))
    return first_fit((name for name in made if not tables.is_known(name)), avoid, old, kind.own)


@lru_cache(maxsize=8)
def _word_names(tables: NameTables, surname: bool, gender: str) -> Pool:
    """Names that are ordinary words, too: the pools of the tables leave them out."""
    kind, mass = ("surname", tables.surname_country_mass)
    if not surname:
        kind, mass = ("forename", tables.forename_country_mass)
    listed = (r for r in rows("word_names.tsv") if r["kind"] == kind)
    names = [n for r in listed if r["gender"] in ("", gender) for n in r["names"].split(";")]
    weights = [max(1, round(mass(name) * 1e6)) for name in names]
    return Pool(tuple(names), tuple(weights))


def told_by_rarity(entity: Entity) -> tuple[str, ...]:
    """The countries of the culture that a rare surname is spelt like."""
    there = _rare().get(fold(entity.last))
    return countries_of(there[0]) if there else ()


def _culture(place: str) -> str:
    country = countries().get(place)
    return country.culture if country else place


@lru_cache(maxsize=1)
def _rare() -> Mapping[str, tuple[str, int]]:
    """The culture of each rare surname, and its place in the list, by its folded form."""
    return {
        fold(name): (culture, at)
        for culture, names in surname_tail().items()
        for at, name in enumerate(names)
    }


@lru_cache(maxsize=64)
def _single(pool: Pool) -> tuple[str, ...]:
    return tuple(name for name in pool.names if name.isalpha())


@lru_cache(maxsize=512)
def with_words(pool: Pool, count: int) -> Pool:
    """Only the names of so many words: a new name has as many as the old one."""
    return pool.only(lambda name: " " not in name and len(split_part(name)) == count)


def clear(pool: Pool, word: str, avoid: Container[str]) -> Pool:
    """For a compound name: only compounds none of whose words is to be avoided."""
    if len(split_part(word)) < 2:
        return pool
    return pool.only(lambda name: not any(fold(part) in avoid for part in split_part(name)))


def units(old: str, part: str, pool: Pool, avoid: Container[str]) -> list[tuple[int, int]]:
    """Words, each drawn anew; a compound forename is drawn whole where the pool has such."""
    whole = part in ("first", "middle")
    out: list[tuple[int, int]] = []
    for match in re.finditer(r"\S+", old):
        count = len(split_part(match.group()))
        compounds = with_words(pool, 2) if whole and count == 2 else EMPTY
        if len(clear(compounds, match.group(), avoid)) >= FEWEST_COMPOUNDS:
            out.append(match.span())
        else:
            out.extend(m.span() for m in _WORD.finditer(old, *match.span()))
    return out


def around(place: str, tables: NameTables) -> str:
    """The culture that a country belongs to; a wider place is its own."""
    return (widths(place)[1] or "") if place in tables.countries else place


def surname_of(entity: Entity) -> str:
    """The surname of a person with its particles."""
    return f"{entity.particles} {entity.last}".strip()


class NamesOfDocument:
    """The names of one document: their words, and where they come from.

    entities (Mapping[str, Entity]): The entities of the document.
    """

    def __init__(self, entities: Mapping[str, Entity]) -> None:
        self.entities = entities
        self.words = _names_in(entities)
        self._mixtures: dict[str, dict[str, float]] = {}
        named = [e for e in entities.values() if e.label in NAME_LABELS and len(e.last) > 1]
        self.families: dict[str, list[str]] = {}
        for entity in named:
            for key in family_keys(surname_of(entity)):
                self.families.setdefault(key, []).append(entity.id)

    def family(self, entity: Entity) -> list[str]:
        """The ids of those who bear a person's surname, in whatever form."""
        keys = sorted(family_keys(surname_of(entity)))
        return list(dict.fromkeys(i for key in keys for i in self.families.get(key, ())))

    def mixture(self, script: str) -> dict[str, float]:
        """Where the names in a script come from, as far as they tell."""
        if script not in self._mixtures:
            places: dict[str, float] = {}
            for other in self.entities.values():
                same = other.label in NAME_LABELS and script_of(other.full) == script
                if same and other.region_score >= SURE_REGION:
                    places[other.region] = places.get(other.region, 0.0) + other.region_score
            self._mixtures[script] = places
        return self._mixtures[script]


@lru_cache(maxsize=256)
def countries_of(place: str) -> tuple[str, ...]:
    """The countries of a culture, a family of cultures or a region; a country is its own."""
    return tuple(
        c.code for c in countries().values() if place in (c.code, c.culture, c.family, c.region)
    )


@lru_cache(maxsize=2)
def folded(texts: frozenset[str]) -> frozenset[str]:
    """Texts without capitals and accents."""
    return frozenset(fold(text) for text in texts)


def words_of(texts: Set[str]) -> Container[str]:
    """The words of case-folded full names, without accents as well."""
    if isinstance(texts, Taken):
        return texts.having(_words)
    return {word for text in texts for word in _words(text)}


def _words(text: str) -> set[str]:
    words = set(text.replace("-", " ").split())
    return words | {fold(word) for word in words if not word.isascii()}


def _names_in(entities: Mapping[str, Entity]) -> frozenset[str]:
    """The folded words of all persons' names, without initials."""
    return frozenset(
        fold(word)
        for entity in entities.values()
        if entity.label in NAME_LABELS
        for word in split_part(f"{entity.full} {entity.nickname}")
        if len(word) > 1
    )
