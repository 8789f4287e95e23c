"""Ages: one keyed offset a person within two years, in digits and in words, and classes of ages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...core.ids import Draw
from ...core.later import re
from ...text.values.case import like_case
from ...text.values.numbers import Number, find_numbers, ordinal_suffix, write_number
from ...who.persons.link.entity import Entity
from .choose import Dice
from .maker import Context, Mention, SurrogateMaker

LARGEST_OFFSET = 2
YOUNGEST, OLDEST = 1, 110
_LONGEST = 200
_HUNDRED = re.compile(r"\bhundred|\bcent\b|\bcien|\bcento|\bhundert|\bcem\b", re.I)
_DECADE = re.compile(r"\d0['’]?s\b|\b(?:twen|thir|for|fif|six|seven|eigh|nine)ties\b|teens\b", re.I)
_PART_OF_DECADE = re.compile(r"\b(?:early|mid|late)\b", re.I)
_FRACTION = re.compile(r"^\s?[¼½¾]|^[.,]\d(?!\d)")
_YEAR_OLD = re.compile(r"[-\s]?(?:year|yr)[-\s]old", re.I)
_ORDINAL_ENDING = re.compile(r"st|nd|rd|th", re.I)


def age_offset(entity: Entity, context: Context, draw: Draw, largest: int = LARGEST_OFFSET) -> int:
    """The years by which the ages of one person move; dates of birth move by as many back.

    entity (Entity): An age or a date of birth; its owner is the person, unknown the author.
    context (Context): Its entities tell the person's ages, all of which must stay between 1 and
        110, and inside the released class where one is and the age lies in it; and the dates
        that must stay behind the person's birth.
    draw (Draw): Used where the context has no draws of the author.
    largest (int): The largest offset, up or down.
    RETURNS (int): Never 0, but where no other offset is possible. One that leaves "a"
        or "an" before an "11-year-old" right, where there is such a one.
    """
    person = context.entities.get(entity.owner)
    who = person.key if person else "author"
    own = [
        e
        for e in (entity, *context.entities.values())
        if e.label == "AGE" and e.owner == entity.owner
    ]
    ages = {n.value for e in own for text in e.texts for n in _numbers(text, context.lang)}
    births = {
        int(year)
        for e in (entity, *context.entities.values())
        if e.label == "DATE_OF_BIRTH" and e.owner == entity.owner
        for text in e.texts
        for year in re.findall(r"(?<!\d)\d{4}(?!\d)", text)
    }
    events = {
        int(year)
        for e in context.entities.values()
        if e.label == "DATE"
        for text in e.texts
        for year in re.findall(r"(?<!\d)\d{4}(?!\d)", text)
    }
    released = parse_class(context.released.get("AGE", ""))
    born = parse_years(context.released.get("DATE_OF_BIRTH", ""))
    choices = [n for n in range(-largest, largest + 1) if n]
    dice = Dice(context.author_draw or draw, f"age offset:{who}")
    before = {n.value for e in own for t in e.texts if _YEAR_OLD.search(t)
              for n in _numbers(t, "en")}  # fmt: skip
    first = 0
    while choices:
        offset = choices.pop(dice.roll(len(choices)))
        if not _possible(ages, offset, released) or not _inside(births, -offset, born):
            continue
        if _article_stays(before, offset) and _is_born_first(births, events, offset):
            return offset
        if not first or not _is_born_first(births, events, first):
            first = offset
    return first


def _is_born_first(births: Iterable[int], events: Iterable[int], offset: int) -> bool:
    """Whether all births that came before some year still do: what is dated later stays later."""
    return all(
        born - offset < year if year > born + 1 else offset > 0
        for born in births
        for year in events
        if year > born
    )


def _article_stays(ages: Iterable[int], offset: int) -> bool:
    """Whether "a" or "an" before each age stays right.

    What stands before one mention is not asked: all mentions of a person's ages move alike.
    """
    return all(_takes_an(age) == _takes_an(age + offset) for age in ages)


def _takes_an(age: int) -> bool:
    return age in (8, 11, 18) or 80 <= age < 90


def _possible(ages: Iterable[int], offset: int, released: tuple[int, int] | None) -> bool:
    for age in ages:
        if not YOUNGEST <= age + offset <= OLDEST and YOUNGEST <= age <= OLDEST:
            return False
    return _inside(ages, offset, released)


def _inside(values: Iterable[int], offset: int, released: tuple[int, int] | None) -> bool:
    """Whether values that lie in a released class stay there."""
    if released is None:
        return True
    low, high = released
    return all(low <= v + offset <= high for v in values if low <= v <= high)


def takes_an(text: str) -> bool:
    """Does "an" stand before an age in English?

    text (str): The age, in digits or words.
    RETURNS (bool): Whether it does.

        >>> takes_an("18"), takes_an("eleven"), takes_an("17")
        (True, True, False)
    """
    digits = re.match(r"\d{1,3}", text)
    return _takes_an(int(digits[0])) if digits else text[:2].lower() in ("ei", "el")


def parse_years(text: str) -> tuple[int, int] | None:
    """The first and last year of a class such as "2004" or "2000-2004"."""
    years = [int(year) for year in re.findall(r"(?<!\d)\d{4}(?!\d)", text)]
    return (years[0], years[-1]) if years else None


def parse_class(text: str) -> tuple[int, int] | None:
    """The first and last age of a class such as "12-14", "[12, 15)", "<18", "18+" or ">=18"."""
    text = text.strip()
    match = re.search(r"(\d{1,3})\s*(?:-|–|—|\.\.+|,|to|bis|à|a)\s*(\d{1,3})", text)
    if match:
        low, high = int(match[1]), int(match[2])
        return (low + text.startswith("("), high - text.endswith(")"))
    match = re.search(r"\d{1,3}", text)
    if not match:
        return None
    value = int(match[0])
    if "<" in text or "under" in text.lower() or "≤" in text:
        return (0, value if "=" in text or "≤" in text else value - 1)
    if "+" in text or ">" in text or "≥" in text or "over" in text.lower():
        strict = ">" in text and "=" not in text
        return (value + strict, 999)
    return (value, value)


@dataclass(frozen=True)
class AgeSurrogate:
    """Makes ages: every number of a mention moves by the person's offset.

    largest (int): The largest offset, up or down, in years (for "18 months" in months).
    """

    largest: int = LARGEST_OFFSET

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py."""
        numbers = _numbers(mention.text, context.lang)
        decade = _DECADE.search(mention.text)
        if decade:
            return _decade(mention.text, age_offset(entity, context, draw, self.largest))
        offset = age_offset(entity, context, draw, self.largest) if numbers else 0
        if not offset or any(not YOUNGEST <= n.value + offset <= OLDEST for n in numbers):
            return None
        return _written(mention.text, numbers, offset, context.lang)


def _numbers(text: str, lang: str) -> list[Number]:
    """The ages in a mention; none where words such as "hundred" would be read by half."""
    if len(text) > _LONGEST or _HUNDRED.search(text):
        return []
    return list(find_numbers(text, lang))


def _decade(text: str, offset: int) -> str:
    """Move "early", "mid" and "late" by one; a bare decade ("in my 30s") is a class and stays."""
    match = _PART_OF_DECADE.search(text)
    if match is None:
        return text
    parts = ("early", "mid", "late")
    old = parts.index(match[0].lower())
    new = parts[1] if old != 1 else parts[0 if offset < 0 else 2]
    return text[: match.start()] + like_case(new, match[0]) + text[match.end() :]


def _written(text: str, numbers: list[Number], offset: int, lang: str) -> str | None:
    out, at = [], 0
    for number in numbers:
        like = text[number.start : number.end]
        new = write_number(number.value + offset, like, number.form, lang)
        if new is None:
            return None
        out += [text[at : number.start], new]
        at = number.end
        if number.form == "suffix":
            ending = ordinal_suffix(number.value + offset)
            old = _ORDINAL_ENDING.match(text, at)
            out.append(ending.upper() if old and old[0].isupper() else ending)
            at += 2
    return "".join(out) + text[at:]


@dataclass(frozen=True)
class AgeClass:
    """Makes classes of ages: 13 becomes 12-14; the released class where the age lies in it.

    width (int): Ages in a class; classes begin at multiples of it.
    top (int): From this age on all are one class ("90+").
    """

    width: int = 3
    top: int = 90

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the class of a mention; see base.py."""
        text = mention.text
        numbers = _numbers(text, context.lang)
        if _DECADE.search(text):
            return text
        if not numbers or any(n.form in ("suffix", "ordinal") for n in numbers):
            return None
        first, last = numbers[0], numbers[-1]
        released = context.released.get("AGE", "")
        known = parse_class(released)
        if known and all(known[0] <= n.value <= known[1] for n in numbers):
            written = released
        else:
            written = self._class(min(n.value for n in numbers), max(n.value for n in numbers))
        return text[: first.start] + written + _FRACTION.sub("", text[last.end :])

    def _class(self, youngest: int, oldest: int) -> str:
        low = youngest // self.width * self.width
        high = oldest // self.width * self.width + self.width - 1
        if youngest >= self.top:
            return f"{self.top}+"
        return f"{low}+" if oldest >= self.top else f"{low}-{min(high, self.top - 1)}"


def make_age_surrogate(largest: int = LARGEST_OFFSET) -> SurrogateMaker:
    """Move ages by one keyed offset a person; see `AgeSurrogate`."""
    return AgeSurrogate(largest)


def make_age_class(width: int = 3, top: int = 90) -> SurrogateMaker:
    """Say ages by their class; see `AgeClass`."""
    return AgeClass(width, top)
