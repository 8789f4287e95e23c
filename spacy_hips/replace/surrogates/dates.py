"""Dates: one keyed shift an author, written the way the date was written; dates of birth by age.

The shift is a multiple of seven days of at most a few weeks, never 0: weekdays stay right, seasons
nearly so, and the days between two dates exactly (Stubbs et al., 2015, shift a document alike).
A month or a year without a day moves by one in the direction of the shift. A date of birth keeps
the day's shift and moves by whole years against its person's ages. What everybody knows (1789,
September 11) and what a citation says is left as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date, timedelta
from functools import cache
from itertools import pairwise

from ...core.ids import Draw
from ...core.later import re
from ...text.lexicon.data_files import rows
from ...text.values.dateparts import (
    Found,
    Word,
    accounts_for,
    find_dates,
    is_weekday,
    prefers_day_first,
    write_word,
)
from ...text.values.numbers import ordinal_suffix
from ...who.persons.link.entity import Entity
from .ages import age_offset, parse_years
from .choose import Dice
from .maker import Context, Mention, SurrogateMaker

_OPEN_CLASS = re.compile(
    r"(?:\b\d{1,2}(?:st|nd|rd|th)?|[A-Za-z]+)\s+centur|\d0['’]?s\b|\b[A-Za-z]+ties\b", re.I
)
_BIRTH = re.compile(
    r"\bborn\b|birth(?!days?\s+(?:part|gift|present|cake|card))|\bd\.?o\.?b\b|geboren|geburt|\bné[e]?\b|naissance|naci[dóm]|nasc[ie]|\bnato\b"
    r"|cumpleaños|compleanno|anivers",
    re.I,
)
_SENTENCE_END = re.compile(r"(?:\w{3}|[)\]\"”’'])[.!?…][\"”’')\]]{0,2}\s|(?<![:\s])[ \t]*[\n\r]")
_NEAR = 40
"""Characters before a date in which a word of birth counts."""
_INFANCY = 183
"""Days behind a birth in which a date moves with it."""
_SAME_STORY = 183
"""Days between a date that everybody knows and one of the author's, within which both move."""
_OTHER_DATE = re.compile(r"\d{4}|\d[./\-]\d")
_CITED_YEAR = re.compile(r"\A\d{4}[a-z]?\b")
_CITED_BEFORE = re.compile(
    r"(?:[^\W\d_][\w'’\-]*\.?|et al\.?|\))\s{0,2}(?:[(\[,]\s{0,2}|[(\[][^()\[\]]{0,30},\s{0,2})$"
)
_CITED_AFTER = re.compile(r"\s{0,2}[a-z]?\s{0,2}(?:[)\];:]|,\s{0,2}p{1,2}\.|,\s{0,2}\d)")
_SOURCE = re.compile(
    r"\b(?:(?i:doi|isbn|issn|arxiv)\b\s?[:\d]|et al\b|[Vv]ol(?:ume|\.)?\s?\d|[Pp]p?\.\s?\d"
    r"|(?:Journal|Annals|Review|Proceedings|Transactions|Bulletin|Zeitschrift|Revue|Revista) "
    r"(?:of|on|for|de|für)\b|[A-Z][\w.]+ Press\b|Press[,:]|Publish(?:ers?|ing)\b"
    r"|\d(?:st|nd|rd|th) (?i:ed\.|edition)|(?i:from|at|:)\s{1,2}https?://)"
    r"|\(\d{4}[a-z]?(?:,[^()]{1,20})?\)\.|\d\(\d+\)"
)
"""What stands in an entry of a list of sources, and hardly elsewhere."""
_VISITED = re.compile(
    r"\b(?:retrieved|accessed|last visited|abgerufen|zugriff|consulté|recuperado|consultado)"
    r"(?:[^\S\n](?:on|am|le|el|em|in))?:?[^\S\n]\Z",
    re.I,
)
_FROM = re.compile(
    r",?[^\S\n]?(?:from|at|de|von|aus|via)\b|[^\S\n]?[,.;:)\]]?[^\S\n]?(?:https?:|www\.|\Z)|[\])]"
)
_ADDRESS = re.compile(r"https?:|www\.")
_HISTORY = re.compile(
    r"\b(?:war|wars|revolution|independence|treaty|battle|empire|founded|invented|published|"
    r"election|president|congress|parliament|law|act|constitution|earthquake|tsunami|pandemic|"
    r"olympic|olympics|world cup|census|krieg|guerre|guerra|révolution|revolución)\b",
    re.I,
)


@dataclass(frozen=True)
class DateSurrogate:
    """Makes dates and dates of birth.

    max_weeks (int): The largest shift, in weeks, before or after.
    historical_before (int): Dates before this year are history and left.
    keep_public (bool): Leave days that everybody knows, years in citations and years that stand
        with words of history. A public day within half a year of one of the author's own moves
        with it, so that the time between them stays.
    day_first (bool): Whether 3/4 is the 3rd of April where no other date of the document tells;
        None asks the language.
    """

    max_weeks: int = 4
    historical_before: int = 1950
    keep_public: bool = True
    day_first: bool | None = None

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py. A date that is left comes back."""
        if len(mention.text) > 200:
            return None
        found = _found(mention.text, context, self.day_first)
        if self._leaves(mention, entity, context, found):
            return mention.text
        if not accounts_for(mention.text, found):
            return None
        birth = _birth_before(found, context, self.day_first)
        if is_birth(mention, context) or birth:
            offset = age_offset(entity, context, draw)
            weeks = self._weeks(entity, context, draw)
            if birth is not None and not is_birth(mention, context):
                new = _moved_with(birth, _reborn(birth, -offset, weeks), found)
            else:
                new = [_reborn(f, -offset, weeks) for f in found] if offset else []
        else:
            weeks = self._weeks(entity, context, draw)
            new = [_shifted(f, weeks) for f in found]
        if not new or any(n is None for n in new):
            return None
        text = _write(mention.text, found, [n for n in new if n])
        return None if text == mention.text else text

    def _weeks(self, entity: Entity, context: Context, draw: Draw) -> int:
        """The author's shift; with a released class of dates one that leaves them inside it."""
        choices = [w for w in range(-self.max_weeks, self.max_weeks + 1) if w]
        dice = Dice(context.author_draw or draw, "date shift")
        years = parse_years(context.released.get("DATE", ""))
        days = self._days(entity, context) if years else []
        first = 0
        while choices:
            weeks = choices.pop(dice.roll(len(choices)))
            first = first or weeks
            moved = [_plus(day, 7 * weeks) for day in days if _within(day, years)]
            if all(day is not None and _within(day, years) for day in moved):
                return weeks
        return first

    def _days(self, entity: Entity, context: Context) -> list[date]:
        return [day for f in self._dates(entity, context) if (day := f.resolve())]

    def _dates(self, entity: Entity, context: Context) -> list[Found]:
        """The event dates of the document that tell their year."""
        dates = [e for e in (entity, *context.entities.values()) if e.label == "DATE"]
        texts = sorted({t for e in dates for t in e.texts})
        return [f for t in texts for f in _found(t, context, self.day_first) if f.year]

    def _amid(self, found: Sequence[Found], entity: Entity, context: Context) -> bool:
        """Whether days that everybody knows stand among days that only the author does."""
        own = [
            day
            for one in self._dates(entity, context)
            if one.precision == "day" and not _public(one) and (day := one.resolve())
        ]
        known = [day for one in found if (day := one.resolve())]
        return any(abs((a - b).days) <= _SAME_STORY for a in own for b in known)

    def _leaves(
        self, mention: Mention, entity: Entity, context: Context, found: Sequence[Found]
    ) -> bool:
        """Whether a date names nobody: history, a citation, a weekday alone, a decade."""
        if mention.label != "DATE" or _of_birth(context.before):
            return False
        if not found:
            return is_weekday(mention.text, context.lang) or bool(_OPEN_CLASS.search(mention.text))
        if all(f.year and f.year < self.historical_before for f in found):
            return True
        return self.keep_public and (
            (all(_public(f) for f in found) and not self._amid(found, entity, context))
            or _cited(mention, context)
            or (
                all(f.precision == "year" for f in found)
                and bool(_HISTORY.search(context.before) or _HISTORY.search(context.after))
            )
        )


def is_birth(mention: Mention, context: Context) -> bool:
    """Whether a date is one of birth, by its label or by the words before it."""
    return mention.label == "DATE_OF_BIRTH" or _of_birth(context.before)


def says_birth(words: str) -> bool:
    """Do words, such as those of a heading, say that a date is one of birth?

    words (str): The words.

        >>> says_birth("student dob"), says_birth("handed in")
        (True, False)
    """
    return bool(_BIRTH.search(words))


def _birth_before(found: Sequence[Found], context: Context, day_first: bool | None) -> Found | None:
    """The day of a birth in whose first months some days lie: they move with it.

    `age_offset` keeps later years behind it.
    """
    days = [f.resolve() for f in found if f.precision == "day" and f.year]
    if not days or len(days) < len(found):
        return None
    births = (
        f
        for entity in context.entities.values()
        if entity.label == "DATE_OF_BIRTH"
        for text in entity.texts
        for f in _found(text, context, day_first)
        if f.precision == "day" and f.year
    )
    for birth in births:
        born = birth.resolve()
        if born and any(day and 0 <= (day - born).days <= _INFANCY for day in days):
            return birth
    return None


def _moved_with(birth: Found, new: _New | None, found: Sequence[Found]) -> list[_New | None]:
    """Days moved by exactly as much as a birth."""
    born = birth.resolve()
    if new is None or born is None:
        return []
    by = (date(new.year, new.month, new.day) - born).days
    days = [day for f in found if (day := f.resolve())]
    moved = [_plus(day, by) for day in days]
    return [_New(day.year, day.month, day.day, by) if day else None for day in moved]


def _of_birth(before: str) -> bool:
    """Whether the words before a date, in its own sentence and behind other dates, say birth."""
    near = before[-_NEAR:]
    near = near[max((m.end() for m in _SENTENCE_END.finditer(near)), default=0) :]
    ends = [m.end() for m in _BIRTH.finditer(near)]
    return bool(ends) and not _OTHER_DATE.search(near, ends[-1])


def _found(text: str, context: Context, day_first: bool | None) -> list[Found]:
    dates = (e for e in context.entities.values() if e.label in ("DATE", "DATE_OF_BIRTH"))
    texts = (t for e in dates for t in e.texts)
    settled = prefers_day_first((text, *texts), context.lang, day_first)
    return find_dates(text, context.lang, settled)


def _within(day: date, years: tuple[int, int] | None) -> bool:
    return years is None or years[0] <= day.year <= years[1]


@cache
def _public_days() -> frozenset[tuple[int, int, int]]:
    days = rows("public_days.tsv")
    return frozenset((int(r["year"]), int(r["month"]), int(r["day"])) for r in days)


def _public(found: Found) -> bool:
    return (found.year, found.month, found.day) in _public_days()


def _cited(mention: Mention, context: Context) -> bool:
    """Does a date stand in a citation: that of a source, or when an address was visited?

    Words such as "journal", "press" and "edition" are none: a learner's journal has dates, too.
    """
    before, after = context.before, context.after
    year = bool(_CITED_YEAR.match(mention.text))
    if year and _CITED_BEFORE.search(before) and _CITED_AFTER.match(after):
        return True
    line, rest = before[before.rfind("\n") + 1 :], after.partition("\n")[0]
    if _SOURCE.search(line[-50:]) or _SOURCE.search(rest[:50]):
        return True
    visited = _VISITED.search(line)
    return bool(visited and (_FROM.match(rest) or _ADDRESS.search(line)))


@dataclass(frozen=True)
class _New:
    """The values a date gets; the day it stood for and stands for, for its weekday."""

    year: int
    month: int
    day: int
    moved: int


def _shifted(found: Found, weeks: int) -> _New | None:
    """A date moved by weeks; a month or year alone by one."""
    step = 1 if weeks > 0 else -1
    if found.year and not MINYEAR <= found.year + step <= MAXYEAR:
        return None
    if found.precision == "year":
        return _New(found.year + step, 0, 0, 0)
    if found.precision == "month":
        month, year = found.month + step, found.year
        if not 1 <= month <= 12:
            month, year = (month - 1) % 12 + 1, year + step if year else 0
        return _New(year, month, 0, 0)
    day = found.resolve()
    new = _plus(day, 7 * weeks) if day else None
    if new is None:
        return None
    return _New(new.year if found.year else 0, new.month, new.day, 0)


def _reborn(found: Found, years: int, weeks: int) -> _New | None:
    """A date of birth moved by years exactly, and within its year by weeks."""
    year = found.year + years if found.year else 0
    if found.year and not MINYEAR <= year <= MAXYEAR:
        return None
    if found.precision == "year":
        return _New(year, 0, 0, 0)
    if found.precision == "month":
        step = 1 if weeks > 0 else -1
        month = found.month + (step if 1 <= found.month + step <= 12 else -step)
        return _New(year, month, 0, 0)
    day = found.resolve()
    new = _plus(day, 7 * weeks) if day else None
    if new and day and new.year != day.year:
        new = _plus(day, -7 * weeks)
    if new is None or day is None:
        return None
    if not found.year:
        return _New(0, new.month, new.day, 0)
    try:
        born = date(year, new.month, new.day)
    except ValueError:
        born = date(year, 3, 1)
    return _New(born.year, born.month, born.day, (born - day).days)


def _plus(day: date, days: int) -> date | None:
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return None


def _write(text: str, found: Sequence[Found], new: Sequence[_New]) -> str:
    """The text with every part of every date written anew."""
    edits: dict[tuple[int, int], str] = {}
    for one, value in zip(found, new, strict=True):
        for part, place in one.parts.items():
            edits.setdefault(place, _part(part, text[slice(*place)], one, value))
    _row_months(edits, text, found, new)
    out, at = [], 0
    for (start, end), written in sorted(edits.items()):
        out += [text[at:start], written]
        at = end
    return "".join(out) + text[at:]


def _row_months(
    edits: dict[tuple[int, int], str], text: str, found: Sequence[Found], new: Sequence[_New]
) -> None:
    """Write every month of a row of days that now goes over the end of one."""
    for i, (one, other) in enumerate(pairwise(found)):
        if not (one.row and other.row == one.row + 1 and one.day):
            continue
        place, word = one.parts["mon"], one.words["mon"]
        old, day = text[slice(*place)], other.parts["d"]
        before = place < one.parts["d"]
        if "y" in other.parts:
            edits[other.parts["y"]] = _part("y", text[slice(*other.parts["y"])], other, new[i + 1])
        if not before:
            edits[place] = write_word("month", new[i + 1].month, word, old)
        if new[i].month == new[i + 1].month:
            continue
        name = write_word("month", new[i + 1 if before else i].month, word, old)
        if before:
            edits[day] = f"{name} {edits[day]}"
        else:
            end = one.parts.get("suf", one.parts["d"])
            edits[end] = f"{edits[end]} {name}"


def _part(part: str, old: str, found: Found, new: _New) -> str:
    if part == "mon":
        return write_word("month", new.month, found.words["mon"], old)
    if part == "wd":
        word: Word = found.words["wd"]
        return write_word("weekday", (word.number - 1 + new.moved) % 7 + 1, word, old)
    if part == "suf":
        return _suffix(old, new.day)
    if part == "y":
        mark = old[: len(old) - len(old.lstrip("'’"))]
        digits = old[len(mark) :]
        value = new.year if len(digits) > 2 else new.year % 100
        return mark + _digits(value, digits, len(digits))
    value = new.month if part == "m" else new.day
    return _digits(value, old, 2 if _padded(found, old) else 1)


def _padded(found: Found, old: str) -> bool:
    """Whether days and months are written with two digits always."""
    if old[0] in "0٠०" or not old:
        return True
    widths = [end - start for k, (start, end) in found.parts.items() if k in ("d", "m")]
    return len(widths) == 2 and min(widths) == 2


def _digits(value: int, like: str, width: int) -> str:
    zero = chr(ord(like[0]) - int(like[0]))
    return "".join(chr(ord(zero) + int(c)) for c in str(value).zfill(width))


def _suffix(old: str, day: int) -> str:
    low = old.lower()
    if low in ("st", "nd", "rd", "th"):
        new = ordinal_suffix(day)
        return new.upper() if old.isupper() else new
    return old if day == 1 else ""


@dataclass(frozen=True)
class DateClass:
    """Makes months or years of dates: March 3, 2021 becomes March 2021 or 2021.

    level (str): "month" or "year".
    day_first (bool): As for `DateSurrogate`.
    """

    level: str = "month"
    day_first: bool | None = None

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the class of a mention; see base.py."""
        text = mention.text
        found = _found(text, context, self.day_first) if len(text) <= 200 else []
        if not found or not accounts_for(text, found):
            return None
        written = list(dict.fromkeys(_coarse(text, f, self.level) for f in found))
        return None if not all(written) else " – ".join(w for w in written if w)


def _coarse(text: str, found: Found, level: str) -> str | None:
    if level == "year" or not found.month:
        return str(found.year) if found.year else None
    if "mon" not in found.parts:
        if not found.year:
            return None
        sep = next((c for c in text[found.start : found.end] if c in "-/."), "-")
        if "y" not in found.parts or found.parts["y"] < found.parts["m"]:
            return f"{found.year}{sep}{found.month:02}"
        return f"{found.month:02}{sep}{found.year}"
    word = found.words["mon"]
    month = write_word("month", found.month, Word(word.number, word.lang, 0),
                       text[slice(*found.parts["mon"])])  # fmt: skip
    if not found.year:
        return month
    return f"{month} de {found.year}" if word.lang in ("es", "pt") else f"{month} {found.year}"


def make_date_surrogate(
    max_weeks: int = 4,
    historical_before: int = 1950,
    keep_public: bool = True,
    day_first: bool | None = None,
) -> SurrogateMaker:
    """Move dates by one keyed shift an author; see `DateSurrogate`."""
    return DateSurrogate(max_weeks, historical_before, keep_public, day_first)


def make_date_class(level: str = "month", day_first: bool | None = None) -> SurrogateMaker:
    """Say dates by their month or year; see `DateClass`."""
    return DateClass(level, day_first)
