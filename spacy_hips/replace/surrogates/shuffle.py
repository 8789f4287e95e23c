"""Shuffle: places, nationalities, schools and employers take each other's place between documents.

CRAPII did so for schools and employers (Holmes et al., 2024): the texts name the same values, but
in other places. This goes further:

- A value is shown only if enough authors share it.
- Values are exchanged with their own kind only, and none stays itself.
- The exchange is keyed, and the same in every document of the scope.

Pass one settles in the register who takes whose place (register/rings.py). What is not shuffled
goes to another maker.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ...core.errors import Errors, HipsError, wrong_setting
from ...core.ids import Draw
from ...text.lexicon.tables import fold
from ...text.values.case import like_case
from ...text.values.gazetteer import gazetteer
from ...who.persons.link.entity import Entity
from .allocated_places import SMALLEST
from .choose import bare
from .institutions import EmployerSurrogate, SchoolSurrogate, institution_values, own_words
from .maker import Context, Mention, SurrogateMaker, Value
from .places import NationalitySurrogate, PlaceSurrogate, people_values, place_values

MIN_AUTHORS = 5
"""So many authors make a value common: the smallest cell that many offices publish."""
MIN_VALUES = SMALLEST + 1
"""In a ring of so many, SMALLEST values may stand behind each; of two, each tells the other."""

PACKAGED: Mapping[str, Callable[[], SurrogateMaker]] = {
    "LOCATION": PlaceSurrogate,
    "NATIONALITY": NationalitySurrogate,
    "SCHOOL": SchoolSurrogate,
    "EMPLOYER": EmployerSurrogate,
}
"""The labels that can be shuffled, and what is done with a value that is not."""


@dataclass(frozen=True)
class ShuffleSurrogate:
    """Shows another value of the corpus in a value's place.

    min_authors (int): A value is shuffled, and so shown, only where so many authors have it.
    min_values (int): Fewer values of a kind are not shuffled.
    otherwise (SurrogateMaker): Replaces what is not shuffled; None takes the label's own maker.
    """

    min_authors: int = MIN_AUTHORS
    min_values: int = MIN_VALUES
    otherwise: SurrogateMaker | None = None

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py.

        RAISES (HipsError): E124 in the scope "document", E135 for a value that was not collected.
        """
        swaps = context.swaps
        if swaps is None:
            raise HipsError(Errors.E124.format(label=mention.label))
        values = values_in(mention.label, mention.text)
        unknown = sum(not swaps.knows(value.kind, value.key) for value in values)
        if unknown:
            raise HipsError(Errors.E135.format(count=unknown))
        shown = [swaps.shown(value.kind, value.key) for value in values]
        if not any(shown):
            maker = self.otherwise or PACKAGED[mention.label]()
        elif mention.label in ("LOCATION", "NATIONALITY"):
            maker = PACKAGED[mention.label]()  # these follow `context.swaps`, part by part
        else:
            return _written(str(shown[0]), mention.text)
        return maker(mention, entity, context, draw)


def values_in(label: str, text: str) -> tuple[Value, ...]:
    """What a mention names, part by part, however it is written.

    label (str): A label that can be shuffled.
    text (str): The mention.
    RETURNS (tuple[Value, ...]): "Austin, TX" names two places; "my school" names nothing.
    """
    if label == "LOCATION":
        return place_values(text)
    if label == "NATIONALITY":
        return people_values(text)
    return institution_values(text, label.lower())


def alike(one: Value, other: Value) -> bool:
    """Would one value, shown in the other's place, leave a word of it? ("UC Davis", "UC Merced")"""
    return bool(_words(one) & _words(other))


def _words(value: Value) -> frozenset[str]:
    kind, _, more = value.kind.partition("/")
    place = gazetteer().places.get(value.shown) if kind == "place" else None
    if place is None:
        return own_words(value.shown).difference(more.split("/")[-1].split()) | {bare(value.shown)}
    long = re.findall(r"[^\W\d_]{4,}", fold(place.name))
    return frozenset((*long, bare(place.name), *map(bare, place.people)))


def _written(new: str, old: str) -> str:
    match = re.search(r"['’]s\s*$", old)
    return like_case(new, old) + (match[0] if match else "")


def make_shuffle_surrogate(
    min_authors: int = MIN_AUTHORS,
    min_values: int = MIN_VALUES,
    otherwise: SurrogateMaker | None = None,
) -> SurrogateMaker:
    """Exchange values between documents; see `ShuffleSurrogate`.

    RAISES (HipsError): E116 for a number that would protect nobody.
    """
    for setting, number, least in (("min_authors", min_authors, 2), ("min_values", min_values, 3)):
        if number < least:
            raise wrong_setting("Shuffle", setting, f"{least} or more", number)
    return ShuffleSurrogate(min_authors, min_values, otherwise)
