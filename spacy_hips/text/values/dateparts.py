"""Reads dates where they stand, part by part, so that new ones are written the same way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache

from ...core.later import re
from ..lexicon.language import every, language, languages
from ..lexicon.pattern_tables import alternation
from .case import like_case, plain

PIVOT = 35
"""Two digits up to this are a year of this century."""
_LONGEST_DATE = 20
PLAIN_YEAR, LEAP_YEAR = 2023, 2024
"""What stands for a year that a date does not tell."""

_TIME = re.compile(
    r"(?:[T,]|\bat\b|\bum\b|\bà\b|\ba las\b)?\s{0,2}\d{1,2}(?::\d{2}){1,2}(?:\.\d{1,6})?\s?"
    r"(?:[ap]\.?m\.?|Z|[+-]\d{2}:?\d{2}|Uhr|h)?|\b\d{1,2}\s?(?:[ap]\.?m\b\.?|o['’]clock|Uhr)",
    re.I,
)
_INFLECTED = frozenset(("pl", "ru", "uk"))
"""Languages whose months have one form beside a day and one alone, both told in full."""


@dataclass(frozen=True)
class Word:
    """A month or weekday as it is written: its number from 1, language, and which of its forms."""

    number: int
    lang: str
    form: int


@dataclass(frozen=True)
class Found:
    """A date in a text.

    start, end (int): Its characters.
    parts (Mapping): Where each part stands, by its name: y, m, d (digits), mon, wd (words),
        suf (the ending of an ordinal).
    year, month, day (int): The values, 0 where not told.
    words (Mapping): What mon and wd are.
    row (int): For a day of a row ("3-5 March", "1, 2 and 4 May") its place there from 1; else 0.
    """

    start: int
    end: int
    parts: Mapping[str, tuple[int, int]]
    year: int = 0
    month: int = 0
    day: int = 0
    words: Mapping[str, Word] = field(default_factory=dict)
    row: int = 0

    @property
    def precision(self) -> str:
        """What it tells: "day", "month", "year"; a day needs its month."""
        return "day" if self.day and self.month else "month" if self.month else "year"

    def resolve(self) -> date | None:
        """The day it stands for, the middle of a month or year; None where there is no such day."""
        year = self.year or (LEAP_YEAR if (self.month, self.day) == (2, 29) else PLAIN_YEAR)
        try:
            return date(year, self.month or 7, self.day or 15)
        except ValueError:
            return None


@cache
def _lexicon(kind: str, lang: str, lower: bool = False) -> dict[str, Word]:
    """What a word means, in this language first; short forms of this one and English only.

    kind (str): "month" or "weekday".
    lang (str): The language.
    lower (bool): The word is written in lower case, so it is German last: "januar" is Danish.
    """
    known: dict[str, Word] = {}
    others = sorted(languages(), key=lambda code: lower and code == "de")
    for code in dict.fromkeys((lang, *others)):
        for number, words in enumerate(language(code).rows(kind).values(), 1):
            whole = code in (lang, "en") or code in _INFLECTED
            for form, word in enumerate(words if whole else words[:1]):
                known.setdefault(plain(word), Word(number, code, form))
    return known


def _word(kind: str, lang: str, text: str) -> Word:
    return _lexicon(kind, lang, text.islower())[plain(text)]


@cache
def _patterns(lang: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The ways to write a date, the most telling first."""
    months = "|".join(sorted(map(re.escape, _lexicon("month", lang)), key=len, reverse=True))
    days = "|".join(sorted(map(re.escape, _lexicon("weekday", lang)), key=len, reverse=True))
    mon = rf"(?P<mon>{months})(?!\w)\.?"
    suf = r"(?P<suf>st|nd|rd|th|er|re|:[ea]|[ºª°])?(?![^\W\d_])"
    the = rf"(?:{alternation(every('day'))}\s{{1,2}})?"
    wd = rf"(?:(?<!\w)(?P<wd>{days})(?!\w)\.?\s{{0,2}},?\s{{0,2}}{the})?"
    year = r"(?P<y>\d{4}|['’]\d{2}|\d{2})(?!\d)(?![:.]\d)"
    day = r"\d{1,2}(?!\d)\.?(?:st|nd|rd|th|er|re|:[ea]|[ºª°])?(?![^\W\d_])"
    to = rf"\s{{0,2}}(?:[-–—/&]|{alternation(every('range'))})\s{{0,2}}"
    then = rf"(?:\s{{0,2}},\s{{0,2}}(?:(?:and|or|und|et|y|e)\s{{1,2}})?|{to}){the}"
    row = rf"{day}(?:{then}{day}){{1,9}}"
    of = r"(?:\s{0,2}(?:of|de|di|del|,|\.)\s{0,2}|[-/]|\s{1,2})"
    texts = (
        ("ymd", r"(?<!\d)(?P<y>\d{4})(?P<sep>[-/.])(?P<m>\d{1,2})(?P=sep)(?P<d>\d{1,2})(?!\d)"),
        ("dmy", r"(?<!\d)(?P<d>\d{1,2})/(?P<m>\d{1,2})[- ](?P<y>\d{4})(?!\d)"),
        ("ymd", r"(?P<y>\d{4})\s?年\s?(?P<m>\d{1,2})\s?月(?:\s?(?P<d>\d{1,2})\s?日)?"),
        ("ymd", r"(?<!\d)(?P<m>\d{1,2})\s?月\s?(?P<d>\d{1,2})\s?日"),
        ("xxy", rf"{wd}(?<![\d/.\-])(?P<a>\d{{1,2}})\s?(?P<sep>[-/.])\s?(?P<b>\d{{1,2}})\s?(?P=sep)"
                r"\s?(?P<y>\d{4}|\d{2})(?!\d)(?![-/]\d)"),
        ("row", rf"{wd}{mon}\s{{0,2}}{the}(?P<days>{row})(?:{of}{year})?"),
        ("row", rf"(?<!\d)(?P<days>{row}){of}{mon}(?:{of}{year})?"),
        ("words", rf"{wd}(?<!\d)(?P<d>\d{{1,2}})\.?{suf}{of}{mon}(?:{of}{year})?"),
        ("words", rf"{wd}(?<!\w){mon}\s{{0,2}}{the}(?P<d>\d{{1,2}})(?!\d)(?![:.]\d){suf}"
                  rf"(?:{of}{year})?"),
        ("words", rf"(?<!\w){mon}{of}(?P<y>\d{{4}}|['’]\d{{2}})(?!\d)"),
        ("ym", r"(?<![\d/.\-])(?P<y>(?:19|20)\d{2})[-/](?P<m>0[1-9]|1[0-2])(?![\d/.\-])"),
        ("ym", r"(?<![\d/.\-])(?P<m>0?[1-9]|1[0-2])[-/.](?P<y>(?:19|20)\d{2})(?![\d/.\-])"),
        ("xx", rf"{wd}(?<![\d/.\-])(?P<a>\d{{1,2}})(?P<sep>[/.])(?P<b>\d{{1,2}})(?![\d/])"),
        ("compact", r"(?<!\d)(?P<y>(?:19|20)\d{2})(?P<m>\d{2})(?P<d>\d{2})(?!\d)"),
        ("month", rf"(?<!\w){mon}(?!\s?\d)"),
        ("years", r"(?<![\d])(?P<y>[12]\d{3})(?:(?P<sep>\s?[-–/]\s?)(?P<y2>\d{4}|\d{2}))?"
                  r"(?![\d]|['’]?s\b)"),
        ("years", r"(?<!\w)(?P<y>['’]\d{2})(?![\d]|['’]?s\b)"),
    )  # fmt: skip
    return tuple((kind, re.compile(text, re.I)) for kind, text in texts)


def find_dates(text: str, lang: str = "en", day_first: bool = False) -> list[Found]:
    """The dates of a short text, by place.

    text (str): A mention.
    lang (str): Its language: that of months and weekdays that several languages share.
    day_first (bool): Whether 3/4 is the 3rd of April.
    RETURNS (list): The dates; those of a short range ("March 3-5") are two.
    """
    patterns = _patterns(lang[:2])
    found: list[Found] = []
    for order in (patterns, patterns[::-1]):
        tried = _search(order, text, lang[:2], day_first)
        if accounts_for(text, tried):
            return tried
        found = found or tried
    return found


def is_date(value: str) -> bool:
    """Is a value a date or a year as a whole, and nothing else?

    value (str): Such as the digits and letters of a code.
    RETURNS (bool): Whether it is; not where it tells a year that no writer lives in.

        >>> is_date("12-Jan-2021"), is_date("05/2017"), is_date("2021/0457"), is_date("31/02/2021")
        (True, True, False, False)
    """
    if len(value) > _LONGEST_DATE or not any(map(str.isdigit, value)):
        return False
    found = find_dates(value.rstrip("."))
    whole = accounts_for(value, found) and (found[0].start, found[-1].end) == (0, len(value))
    return whole and all(1500 <= one.year < 2100 for one in found)


def _search(
    patterns: tuple[tuple[str, re.Pattern[str]], ...], text: str, lang: str, day_first: bool
) -> list[Found]:
    found: list[Found] = []
    for kind, pattern in patterns:
        for match in pattern.finditer(text):
            inside = any(f.start < match.end() and match.start() < f.end for f in found)
            if match.end() > match.start() and not inside:
                found.extend(_read(kind, match, lang, day_first))
    return _inherit(sorted(found, key=lambda f: (f.start, f.row)))


def accounts_for(text: str, found: Sequence[Found]) -> bool:
    """Whether dates were found and no digits stand beside them but times of the day."""
    if not found:
        return False
    rest, at = [], 0
    for one in found:
        rest.append(text[at : one.start])
        at = max(at, one.end)
    rest.append(text[at:])
    return not any(c.isdigit() for c in _TIME.sub(" ", " ".join(rest)))


def _read(kind: str, match: re.Match[str], lang: str, day_first: bool) -> Iterator[Found]:
    groups = {k: match.span(k) for k, v in match.groupdict().items() if v}
    parts = {k: v for k, v in groups.items() if k in ("y", "m", "d", "mon", "wd", "suf")}
    if kind in ("xxy", "xx"):
        first_is_day = _first_is_day(match, day_first)
        parts["d" if first_is_day else "m"] = groups["a"]
        parts["m" if first_is_day else "d"] = groups["b"]
    if "days" in groups:
        yield from _row(match, parts, lang)
        return
    one = _valued(match, parts, lang)
    own = language(lang).code
    if one is None or (kind == "month" and one.words["mon"].lang != own):
        return
    if "y2" in groups:
        yield replace(one, row=1)
        start = groups["y2"][0]
        year = int(match["y2"])
        century = one.year // 100 * 100
        yield Found(start, match.end(), {"y": groups["y2"]}, year if year > 99 else century + year)
    else:
        yield one


_DAY = re.compile(r"(?P<d>\d{1,2})\.?(?P<suf>st|nd|rd|th|er|re|:[ea]|[ºª°])?", re.I)


def _row(match: re.Match[str], shared: Mapping[str, tuple[int, int]], lang: str) -> Iterator[Found]:
    """The days of a row that share their month; none where one of them is no day."""
    days = list(_DAY.finditer(match.string, *match.span("days")))
    found = []
    for number, day in enumerate(days, 1):
        own = {name: day.span(name) for name in ("d", "suf") if day[name]}
        one = _valued(match, {**shared, **own}, lang)
        if one is None:
            return
        found.append(replace(one, row=number))
    yield from found


def _valued(match: re.Match[str], parts: Mapping[str, tuple[int, int]], lang: str) -> Found | None:
    text = match.string
    words: dict[str, Word] = {}
    for name, kind in (("mon", "month"), ("wd", "weekday")):
        if name in parts:
            words[name] = _word(kind, lang, text[slice(*parts[name])])
    value = {k: int(text[slice(*parts[k])].lstrip("'’")) for k in ("y", "m", "d") if k in parts}
    year = value.get("y", 0)
    if "y" in parts and len(text[slice(*parts["y"])].lstrip("'’")) < 3:
        year += 2000 if year <= PIVOT else 1900
    month = words["mon"].number if "mon" in words else value.get("m", 0)
    found = Found(match.start(), match.end(), parts, year, month, value.get("d", 0), words)
    wrong = ("d" in parts and not found.day) or ("m" in parts and not month)
    return None if wrong or found.resolve() is None else found


def _first_is_day(match: re.Match[str], day_first: bool) -> bool:
    first, second = int(match["a"]), int(match["b"])
    if first > 12 or second > 12:
        return first > 12
    return True if match["sep"] == "." else day_first


MONTH_FIRST: frozenset[str] = frozenset(("US", "CA", "PH", "PR", "GU", "FM", "MH", "PW"))
"""Countries in which months come before days, or often do."""


def is_day_first(regions: Sequence[str]) -> bool:
    """Whether days come before months in all of some countries.

    regions (Sequence[str]): Two-letter codes.
    RETURNS (bool): Whether they do; False where there are none.

        >>> is_day_first(["GB", "IN"]), is_day_first(["GB", "US"]), is_day_first([])
        (True, False, False)
    """
    return bool(regions) and MONTH_FIRST.isdisjoint(regions)


def prefers_day_first(texts: Iterable[str], lang: str, told: bool | None = None) -> bool:
    """Whether days come before months in dates in digits: by those where one is above 12.

    texts (Iterable[str]): The dates of a document.
    lang (str): Its language, which decides where neither they nor `told` do.
    told (bool): What the settings say; None where they say nothing.
    RETURNS (bool): Whether they do.
    """
    pattern = re.compile(r"(?<![\d/.\-])(\d{1,2})[-/](\d{1,2})(?:[-/]\d{2,4})?(?!\d)")
    votes = 0
    for text in texts:
        for match in pattern.finditer(text):
            votes += (int(match[1]) > 12) - (int(match[2]) > 12)
    if votes:
        return votes > 0
    return not lang.startswith("en") if told is None else told


def is_weekday(text: str, lang: str) -> bool:
    """Whether a text names a day of the week and holds no number."""
    words = re.findall(r"[^\W\d_]+(?:-feira)?", text)
    known = _lexicon("weekday", lang[:2])
    return any(plain(w) in known for w in words) and not any(c.isdigit() for c in text)


def _inherit(found: list[Found]) -> list[Found]:
    """Give dates without a year the year of the next one, as in "March 30 - April 2, 2021"."""
    out: list[Found] = []
    year = 0
    for one in reversed(found):
        out.append(replace(one, year=year) if year and not one.year and one.month else one)
        year = one.year or year
    return out[::-1]


def write_word(kind: str, number: int, like: Word, text: str) -> str:
    """A month or weekday in the language, form and case of another."""
    words = language(like.lang).words(kind, str(number))
    word = words[min(1, len(words) - 1)] if like.form else words[0]
    if text[:1].isupper() and not text.isupper():
        return word[:1].upper() + word[1:]
    return like_case(word, text)
