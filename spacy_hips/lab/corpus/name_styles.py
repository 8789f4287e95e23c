"""How a name is put together: a method for each style that `places.tsv` names.

What is common in a country, not what is right there: two surnames in Spanish-speaking countries,
the family first in East Asia and Hungary, father's names in Ethiopia, initials in South India.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .identities import People

# Given names, middle name, family names, and whether the family comes first.
Parts = tuple[list[str], str, list[str], bool]


def fold(text: str) -> str:
    """Text without accents: "Nguyễn" becomes "Nguyen"."""
    plain = text.translate(str.maketrans("đĐøØłŁßæÆ", "dDoOlLsaA"))
    return "".join(c for c in unicodedata.normalize("NFD", plain) if not unicodedata.combining(c))


class Draft:
    """Puts one name together."""

    def __init__(self, people: People, rng: Random, code: str, gender: str) -> None:
        self.people, self.rng, self.code, self.gender = people, rng, code, gender
        self.plain = rng.random() < 0.45

    def name(self, style: str) -> tuple[tuple[str, ...], str, tuple[str, ...], bool]:
        """Given names, middle, family names, and whether the family comes first."""
        build: Callable[[], Parts] = getattr(self, f"_{style}", self._en)
        given, middle, family, family_first = build()
        return tuple(given), middle, tuple(family), family_first

    def _given(self, gender: str = "") -> str:
        name = self.people.forename(self.code, gender or self.gender, self.rng)
        if self._chance(0.04):
            name = f"{name}-{self.people.forename(self.code, self.gender, self.rng)}"
        return self._written(name)

    def _family(self, particles: str = "", often: float = 0.0) -> str:
        name = self.people.surname(self.code, self.rng)
        if self._chance(0.05):
            name = f"{name}-{self.people.surname(self.code, self.rng)}"
        if particles and " " not in name and self._chance(often):
            particle = self.rng.choice(self.people.lists[f"particle_{particles}"])
            name = particle + name if particle[-1] in "-'" else f"{particle} {name}"
        return self._written(name)

    def _written(self, name: str) -> str:
        return fold(name) if self.plain else name

    def _chance(self, odds: float) -> bool:
        return self.rng.random() < odds

    def _initial(self, name: str) -> str:
        return name[0] + ("." if self._chance(0.8) else "")

    def _en(self, family_first: float = 0.0, particles: str = "", often: float = 0.0) -> Parts:
        given, middle = [self._given()], ""
        if self._chance(0.02):  # "Thomas Thomas", "Ali Ali"
            return given, "", [given[0]], False
        if self._chance(0.1):
            middle = self._initial(self._given())
        elif self._chance(0.15):
            given.append(self._given())
        return given, middle, [self._family(particles, often)], self._chance(family_first)

    def _de(self) -> Parts:
        return self._en(particles="de", often=0.06)

    def _nl(self) -> Parts:
        return self._en(particles="nl", often=0.35)

    def _it(self) -> Parts:
        return self._en(particles="it", often=0.2)

    def _fr(self) -> Parts:
        return self._en(family_first=0.1, particles="fr", often=0.1)

    def _fraf(self) -> Parts:
        return self._en(family_first=0.35)

    def _hu(self) -> Parts:
        return self._en(family_first=0.4)

    def _ng(self) -> Parts:
        return self._en(family_first=0.2)

    def _ug(self) -> Parts:
        return self._en(family_first=0.45)

    def _kh(self) -> Parts:
        return self._en(family_first=0.5)

    def _tr(self) -> Parts:
        return self._en()

    def _es(self) -> Parts:
        given = [self._given()] + ([self._given()] if self._chance(0.35) else [])
        family = [self._family("es", 0.05)] + ([self._family()] if self._chance(0.5) else [])
        return given, "", family, False

    def _pt(self) -> Parts:
        given = [self._given()] + ([self._given()] if self._chance(0.25) else [])
        family = [self._family("pt", 0.25) for _ in range(self.rng.choice((1, 1, 2, 2, 3)))]
        return given, "", family, False

    def _ph(self) -> Parts:
        given = [self._given()] + ([self._given()] if self._chance(0.35) else [])
        middle = self._family()[0] + "." if self._chance(0.4) else ""
        return given, middle, [self._family("es", 0.08)], False

    def _ar(self) -> Parts:
        given, middle = [self._given()], ""
        if self._chance(0.08):
            middle = f"{self.rng.choice(self.people.lists['middle_ar'])} {self._given('m')}"
        elif self._chance(0.3):
            given.append(self._given("m"))
        if self._chance(0.15):
            return given, middle, [self._given("m")], False
        return given, middle, [self._family("ar", 0.3)], False

    def _fa(self) -> Parts:
        return self._en()

    def _my(self) -> Parts:
        given = [self._given()] + ([self._given()] if self._chance(0.4) else [])
        if self._chance(0.4):
            link = "bin" if self.gender == "m" else "binti"
            return given, link, [self._given("m")], False
        return given, "", [self._family()], False

    def _et(self) -> Parts:
        return [self._given()], "", [self._given("m")], False

    def _ru(self) -> Parts:
        middle = ""
        patronymics = self.people.lists[f"patronymic_{self.gender}"]
        if patronymics and self._chance(0.12):
            middle = self.rng.choice(patronymics)
        return [self._given()], middle, [self._family()], self._chance(0.12)

    def _in(self) -> Parts:
        given = [self._given()]
        shape = self.rng.random()
        if shape < 0.08:
            return given, "", [self._initial(self._family())], True  # "K. Ramesh"
        if shape < 0.15:
            return given, "", [self._family()[0]], False  # "Ramesh K"
        if shape < 0.3:
            given.append(self._given())
        if shape < 0.36:
            return given, "", [], False
        return given, "", [self._family()], False

    def _id(self) -> Parts:
        given = [self._given() for _ in range(self.rng.choice((1, 2, 2, 3)))]
        if self._chance(0.12):
            return given[:1], "", [], False
        return given, "", [self._family()], False

    def _zh(self) -> Parts:
        given = self._given()
        if self._chance(0.3) and len(given) < 6:
            second = self._given().lower()
            given = given + second if self._chance(0.5) else f"{given}-{second}"
        return [given], "", [self._family()], self._chance(0.45)

    def _hk(self) -> Parts:
        if self._chance(0.4):
            return [self._given(), self._given()], "", [self._family()], True
        return self._zh()

    def _ko(self) -> Parts:
        return self._en(family_first=0.4)

    def _ja(self) -> Parts:
        return [self._given()], "", [self._family()], self._chance(0.25)

    def _vi(self) -> Parts:
        middle = self.rng.choice(("Thi", "Minh", "Ngoc", "Van", "Thanh", ""))
        return [self._given()], middle, [self._family()], self._chance(0.6)

    def _af(self) -> Parts:
        return self._en(family_first=0.12)

    def _pl(self) -> Parts:
        return self._en()
