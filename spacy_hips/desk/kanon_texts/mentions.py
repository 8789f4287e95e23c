"""What a text says of its writer, as values: read from mentions, written inside a class."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.ids import Draw
from ...replace.surrogates.choose import Dice
from ...replace.surrogates.maker import Context, Mention, SurrogateMaker
from ...text.lexicon.tables import fold
from ...text.values.case import like_case
from ...text.values.dateparts import find_dates
from ...text.values.gazetteer import gazetteer
from ...text.values.numbers import Number, find_numbers, ordinal_suffix, write_number
from ...who.persons.link.entity import Entity

Reader = Callable[[str, str], tuple[Any, ...]]

OLDEST = 120
GENDER, REGION = "GENDER", "REGION"
NAME_COLUMNS = (GENDER, REGION)


def read_ages(text: str, lang: str = "en") -> tuple[Any, ...]:
    """The ages that a mention tells, in years."""
    return tuple(n.value for n in find_numbers(text, lang) if 0 < n.value <= OLDEST)


def read_birth_years(text: str, lang: str = "en") -> tuple[Any, ...]:
    """The years of the dates that a mention tells."""
    return tuple(found.year for found in find_dates(text, lang) if found.year)


def read_nationality(text: str, lang: str = "en") -> tuple[Any, ...]:
    """The code of the country that a nationality belongs to."""
    words = text.split()
    if words and fold(words[0]) in ("a", "an", "the"):
        words = words[1:]
    known = gazetteer().people(" ".join(words))
    return () if known is None else (known[0],)


def read_name(text: str, lang: str = "en") -> tuple[Any, ...]:
    """A place, school or firm without case, accents and article."""
    words = fold(" ".join(text.split())).strip(" .,;:'’\"()").split()
    if len(words) > 1 and words[0] == "the":
        words = words[1:]
    return (" ".join(words),) if words else ()


@dataclass(frozen=True)
class TextColumn:
    """A kind of mention that becomes a quasi-identifier.

    kind (str): "ordered" or "nominal".
    read (Callable): The values of a mention, none where it cannot be read.
    exact (bool): Two mentions with one value say the same, so that a class of one value needs no
        surrogate. A date of birth tells more than its year.
    """

    kind: str
    read: Reader
    exact: bool = True


TEXT_COLUMNS: Mapping[str, TextColumn] = {
    "AGE": TextColumn("ordered", read_ages),
    "DATE_OF_BIRTH": TextColumn("ordered", read_birth_years, exact=False),
    "LOCATION": TextColumn("nominal", read_name),
    "SCHOOL": TextColumn("nominal", read_name),
    "NATIONALITY": TextColumn("nominal", read_nationality),
    "EMPLOYER": TextColumn("nominal", read_name),
}


@dataclass(frozen=True)
class InsideClass:
    """A surrogate maker that draws from the released class of a document.

    label (str): What it makes.
    values (Sequence): The values of the class; for an ordered column its ends.
    surfaces (Mapping): How a nominal value is written.
    base (SurrogateMaker): The usual maker; it writes dates, whose year is then tested.
    """

    label: str
    values: Sequence[Any]
    surfaces: Mapping[Any, str]
    base: SurrogateMaker | None = None

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see replace/surrogates/maker.py."""
        dice = Dice(draw, f"inside class:{self.label}")
        if self.label == "AGE":
            return self._age(mention.text, dice, context.lang)
        if self.label == "DATE_OF_BIRTH":
            return self.base(mention, entity, context, draw) if self.base else None
        value = dice.pick(sorted(self.values))
        if self.label == "NATIONALITY":
            return _nationality(value, mention.text)
        return like_case(self.surfaces[value], mention.text) if value in self.surfaces else None

    def holds(self, text: str, lang: str) -> bool:
        """Whether a text tells only values of the class."""
        found = TEXT_COLUMNS[self.label].read(text, lang)
        if TEXT_COLUMNS[self.label].kind == "ordered":
            return bool(found) and all(self.values[0] <= v <= self.values[-1] for v in found)
        return bool(found) and all(value in self.values for value in found)

    def _age(self, text: str, dice: Dice, lang: str) -> str | None:
        numbers = list(find_numbers(text, lang))
        if len(numbers) != 1:
            return None
        low, high = int(self.values[0]), int(self.values[-1])
        return _with_number(text, numbers[0], low + dice.roll(high - low + 1), lang)


def _with_number(text: str, old: Number, value: int, lang: str) -> str | None:
    new = write_number(value, text[old.start : old.end], old.form, lang)
    if new is None:
        return None
    end = old.end
    if old.form == "suffix":
        new, end = new + ordinal_suffix(value), end + 2
    return text[: old.start] + new + text[end:]


def _nationality(code: str, like: str) -> str | None:
    """The nationality of a country in the form of another: adjective, one person, several."""
    book = gazetteer()
    words = like.split()
    article = words[0] if len(words) > 1 and fold(words[0]) in ("a", "an", "the") else ""
    known = book.people(" ".join(words[1:] if article else words))
    if known is None or not book.places[code].people:
        return None
    new = like_case(book.places[code].people[known[1]], words[-1])
    if fold(article) in ("a", "an"):
        article = like_case("an" if fold(new)[0] in "aeiou" else "a", article)
    return f"{article} {new}".strip()
