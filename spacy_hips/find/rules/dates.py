"""Dates, and dates of birth where a word says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache

from ...core.later import re, regex
from ...core.spans import PiiSpan
from ...text.lexicon.language import BASE, every, language, languages
from ...text.lexicon.pattern_tables import alternation
from ...text.page.page import page_for
from ...text.values.case import plain
from ...text.values.dateparts import is_date
from ...text.values.numbers import number_words
from ._windows import near_digits, near_words
from .domains import lowered
from .rule import Cues

SOURCE = "rules.date"
REACH = 48

# Words of English, too: months with a capital only, but where the text or its date is not English.
_CAPITAL = frozenset(every("with_capital"))
# Months by number, as running text writes them in any language; a full stop may follow short ones.
_MONTHS: dict[str, int] = {
    plain(word): int(number)
    for code in reversed(languages())
    for number, words in language(code).rows("month").items()
    for word in words
    if word not in every("unread")
}
_MONTH = rf"{alternation(_MONTHS)}\.?"
# Weekdays: whole in any language, short in English alone, for elsewhere they are words ("so").
_SHORT_DAY = 3
_DAYS_OF_WEEK = tuple(
    plain(word)
    for code in languages()
    for words in language(code).rows("weekday").values()
    for word in words
    if code == BASE or word == words[0] or len(word) > _SHORT_DAY
)
_WEEKDAYS = alternation(_DAYS_OF_WEEK)
_WEEKDAY = (
    rf"(?:{_WEEKDAYS}(?:[ ]?[-–/][ ]?{_WEEKDAYS})?\b\.?,?[ ]{{1,2}}"
    r"(?:den[ ]|dem[ ]|the[ ]|le[ ]|el[ ])?)?"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th|er|:[ea]|º|\.)?"
# Between the days of a row that share a month: 3-5, 3 to 5, 3rd, 4th and 7th
_AND = (
    r"(?:[ ]?[-–&][ ]?|,[ ](?:and[ ]|or[ ])?"
    rf"|[ ]{alternation(every('range'))}[ ])"
)
_DAYS = rf"(?P<day>{_DAY})(?:{_AND}(?:the[ ])?{_DAY}(?!\d)){{0,9}}"
_YEAR = r"(?P<year>(?:1[6-9]|20)\d\d|['’]\d\d)"
_OF = r"(?:[ ]?(?:of|de|del|do|di|da|the)[ ]|[ -]|[ ]?)"

_PATTERNS: tuple[tuple[re.Pattern[str], float], ...] = (
    # 5 April 2021, 5. April, the 5th of April, Monday 5 April 2021
    (
        re.compile(
            rf"(?<![\w.,/-]){_WEEKDAY}{_DAYS}{_OF}(?P<month>{_MONTH})(?!\w)"
            rf"(?:{_OF}?,?[ ]?{_YEAR}(?!\w))?",
            re.I,
        ),
        0.7,
    ),
    # April 5th, 2021, Apr-05-2021
    (
        re.compile(
            rf"(?<![\w.]){_WEEKDAY}(?P<month>{_MONTH})(?:[ ]{{1,2}}|-){_DAYS}(?![\w%]|[.,:/]\d"
            rf"|[ ]?[%$€])(?:(?:,?[ ]{{1,2}}|-){_YEAR}(?!\w))?",
            re.I,
        ),
        0.7,
    ),
    # 2021, April 5
    (re.compile(rf"(?<!\w){_YEAR},[ ](?P<month>{_MONTH})[ ]{_DAYS}(?![\w%])", re.I), 0.7),
    # April 2021, April-2021
    (
        re.compile(
            rf"(?<![\w.])(?P<month>{_MONTH})(?:[ ]{{1,2}}|-|,[ ]|[ ]del?[ ]){_YEAR}(?!\w)", re.I
        ),
        0.7,
    ),
    # 2021-04-05, with or without a time
    (
        re.compile(
            r"(?<![\w.-])(?P<year>(?:1[89]|20)\d\d)(?P<mark>[-/.])(?P<number>\d{1,2})(?P=mark)"
            r"(?P<day>\d{1,2})(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?"
            r"(?:Z|[ ]?[+-]\d\d:?\d\d)?)?(?![\w-]|[./]\d)"
        ),
        0.8,
    ),
    # 5/4/21, 05.04.2021: which is the day is not said
    (
        re.compile(
            r"(?<![\w./-])(?P<day>\d{1,2})(?P<mark>[-/.])(?P<number>\d{1,2})(?P=mark)"
            r"(?P<year>(?:1[89]|20)\d\d|\d\d)(?![\w%-]|[./]\d|[ ]?[=*×+])"
        ),
        0.7,
    ),
    # 12/4-2008, 12/4 2008
    (
        re.compile(
            r"(?<![\w./-])(?P<day>\d{1,2})/(?P<number>\d{1,2})[- ](?P<year>(?:19|20)\d\d)(?![\w%-])"
        ),
        0.7,
    ),
    # 05/2021, 05-2021
    (
        re.compile(r"(?<![\w./-])(?P<number>0?[1-9]|1[0-2])[/-](?P<year>(?:19|20)\d\d)(?![\w/%-])"),
        0.55,
    ),
    # 2021-05, 2021/05
    (
        re.compile(r"(?<![\w./-])(?P<year>(?:19|20)\d\d)[/-](?P<number>0[1-9]|1[0-2])(?![\w/%-])"),
        0.45,  # 2010-11 is rather a school year
    ),
)
_DAY_MONTH = re.compile(
    r"(?<![\w./-])(?P<number>\d{1,2})/(?P<day>\d{1,2})(?![\w/%-]|[.]\d|[ ]of(?!\w))"
)
# "am 24.12.", in a text that is not English.
_DAY_DOT = re.compile(r"(?<![\w./-])(?P<day>\d{1,2})\.[ ]?(?P<number>\d{1,2})\.(?![\w%]|[ ]?\d)")
# "the fourth of March two thousand and three", which is a date of birth or nobody's own.
_ORDINALS = language(BASE).words("ordinal", "all")[1:32]
_ORDINAL = alternation(form for word in _ORDINALS for form in (word, word.replace("-", " ")))
_SPOKEN_YEAR = (
    rf"(?:(?:nineteen|twenty|two thousand)(?:[ -](?:hundred|and|oh|o|{number_words(BASE)})){{0,4}})"
)
_IN_WORDS = re.compile(
    rf"(?<!\w)(?:(?:the )?{_ORDINAL}(?: of)? {_MONTH}|{_MONTH} (?:the )?{_ORDINAL})(?!\w)"
    rf"(?:,? (?:in )?(?:{_SPOKEN_YEAR}|{_YEAR})(?!\w))?",
    re.I,
)
_BARE_YEAR = re.compile(r"(?<![\w./$€£-])(?P<year>(?:19|20)\d\d)(?![\w/%-]|[.,]\d)")
_MONTH_BEFORE = re.compile(r"[^\W\d_]{3,10}[-./]\Z")
_NUMBERS = re.compile(r"\d+")
# Behind a word of birth: how the date is to be written. And a lone sign of birth: "Ana, b. 4 May".
_HOW = re.compile(r"[ ]?[(\[][dmyjtag ./-]{6,14}[)\]][\s:]{0,4}\Z", re.I)
_SHORT = re.compile(
    r"(?<![\w.])b\.[ ]?\Z|(?:[(]|\A)f\.[ ]?\Z|(?:[(]|,[ ])[*°][ ]?\Z"
    rf"|(?<!\w)(?i:{alternation(every('birth', 'near'))})[ ]\Z"
)
# The stop of "geb. am" ends none.
_SENTENCE = re.compile(r"[^\W\d_]{3}(?<!geb)(?<!Geb)(?<!dat)(?<!nac)(?<!iss)[.!?]\s+(?=[^\W\d_])")


def make_date_rule(years: bool = False) -> DateRule:
    """Make the rule for dates.

    years (bool): Whether a year that stands alone ("in 2019") is a date.
    RETURNS (DateRule): The rule.
    """
    return DateRule(years=years)


class DateRule:
    """Finds dates (DATE) and dates of birth (DATE_OF_BIRTH).

    years (bool): Whether a year that stands alone ("in 2019") is a date; after a word such as
        "born" it always is.
    """

    labels: tuple[str, ...] = ("DATE", "DATE_OF_BIRTH")

    def __init__(self, years: bool = False) -> None:
        self.years = years
        persons = {*every("birth")} - {*every("birth", "thing")}
        self.births = Cues(persons | {*every("birthday")}, window=24)
        self.birth_years = Cues(persons, window=24)
        self.things = Cues(every("birth", "thing"))
        # "am 3. März 2009 wurde ich in Bonn geboren", "le 5 juin 2007, je suis né"
        word = r"(?:[^\d\s.,;:!?]{1,15}|\d{1,2})[^\S\n]"
        self.behind = regex.compile(
            rf"(?i)(?P<far>,)?[^\S\n](?:{word}){{0,2}}(?P<far>{word}){{0,2}}"
            rf"{alternation(every('born'))}(?!\w)"
        )
        self.cues = Cues(every("date"), window=14)
        self.citations = Cues(every("cited"), window=60)

    def __call__(self, text: str) -> Iterable[PiiSpan]:
        """Find the dates of a text.

        text (str): The text.
        YIELDS (PiiSpan): Dates in the order of the text, without overlaps. Dates of a citation
            are scored lower.
        """
        found = [
            span for start, end in near_digits(text, REACH) for span in self._all(text, start, end)
        ]
        found += self._births_in_words(text)
        found += self._days_in_words(text)
        end = 0
        for span in sorted(found, key=lambda s: (s.start, -s.end)):
            if span.start >= end:
                yield span
                end = span.end

    def _all(self, text: str, left: int, right: int) -> Iterator[PiiSpan]:
        for pattern, base in _PATTERNS:
            for match in pattern.finditer(text, left, right):
                if _is_date(match):
                    full = (
                        "year" in match.groupdict() and match["year"] and "day" in match.groupdict()
                    )
                    yield self._span(text, match, base + (0.15 if full else 0.0))
        for match in _DAY_MONTH.finditer(text, left, right):
            at = match.start()
            cued = self.cues.before(text, at) or self._is_birth(text, *match.span(), self.births)
            if _is_date(match) and cued:
                yield self._span(text, match, 0.5)
        dayed = _before_days(page_for(text).lang)
        if dayed is not None:
            for match in (m for p in (_DAY_MONTH, _DAY_DOT) for m in p.finditer(text, left, right)):
                at, end = match.span()
                told = dayed.search(text, max(0, at - 12), at)
                if _is_date(match) and (told or self._is_birth(text, at, end, self.births)):
                    yield self._span(text, match, 0.5)
        for match in _BARE_YEAR.finditer(text, left, right):
            if self.years or self._is_birth(text, *match.span(), self.birth_years):
                yield self._span(text, match, 0.55, self.birth_years)

    def _births_in_words(self, text: str) -> Iterator[PiiSpan]:
        for left, right in near_words(lowered(text), ("born", "birth", "dob"), REACH):
            for match in _IN_WORDS.finditer(text, left, min(len(text), right + REACH)):
                if self._is_birth(text, *match.span(), self.births):
                    yield self._span(text, match, 0.6)

    def _days_in_words(self, text: str) -> Iterator[PiiSpan]:
        """Days of a month in the words of the text's own language, if it is not English."""
        lang = page_for(text).lang
        if lang != BASE:
            months = (plain(row[0]) for row in language(lang).rows("month").values())
            for left, right in near_words(lowered(text), months, REACH):
                for match in _in_words(lang).finditer(text, left, right):
                    yield self._span(text, match, 0.7)

    def _is_birth(self, text: str, start: int, end: int, cues: Cues) -> bool:
        """Is a word of birth before a date, and no other date between them, or one behind it?"""
        how = _HOW.search(text, max(0, start - cues.window), start)
        start = how.start() if how else start
        # Elsewhere the place comes first: "née à Clermont-Ferrand le 2 août".
        far = page_for(text).lang != BASE
        left = max(0, start - cues.window * (2 if far else 1))
        sentences = [m.end() for m in _SENTENCE.finditer(text, left, start)] if far else []
        left = max(sentences, default=left)
        if cues is self.birth_years and self.things.within(text, left, start):
            return False
        behind = self.behind.match(text, end)
        # A lone year with a word of birth far behind it is of history: "1749 wurde in ... geboren".
        if behind and (cues is self.births or behind["far"] is None):
            return True
        if _SHORT.search(text, left, start):
            return True
        numbers = [m.end() for m in _NUMBERS.finditer(text, left, start)]
        return cues.within(text, max(numbers, default=left), start)

    def _span(
        self, text: str, match: re.Match[str], score: float, births: Cues | None = None
    ) -> PiiSpan:
        start, end = match.span()
        end -= match[0].endswith(".")
        if self._is_birth(text, start, match.end(), births or self.births):
            return PiiSpan(start, end, "DATE_OF_BIRTH", min(0.95, round(score + 0.2, 2)), SOURCE)
        if self.citations.near(text, start, end):
            score -= 0.25
        elif self.cues.before(text, start):
            score += 0.1
        return PiiSpan(start, end, "DATE", round(score, 2), SOURCE)


def stands_for_date(text: str, start: int, end: int) -> bool:
    """Is a number a date, alone or with the name of a month before it ("Jan-12-2021")?

    text (str): The text.
    start, end (int): The number's characters.
    RETURNS (bool): Whether it is.
    """
    if is_date(text[start:end]):
        return True
    month = _MONTH_BEFORE.search(text, max(0, start - 12), start)
    return month is not None and is_date(text[month.start() : end])


def is_weekday(word: str) -> bool:
    """Is it a day of the week, written out or short, in one of the languages of the rule?

    word (str): A word.
    RETURNS (bool): Whether it is.
    """
    return plain(word) in _DAYS_OF_WEEK


def _is_date(match: re.Match[str]) -> bool:
    """Is there such a day? Day and month may stand in either order."""
    parts = match.groupdict()
    name = (parts.get("month") or "").rstrip(".")
    if plain(name) in _CAPITAL and not name[0].isupper() and not _is_foreign(match, plain(name)):
        return False
    month = _MONTHS[plain(name)] if name else _number(parts.get("number"))
    day = _number(parts.get("day")) if parts.get("day") else 1
    year = _number(parts.get("year")) if parts.get("year") else 2000
    return _exists(year, month, day) or (not name and _exists(year, day, month))


def _is_foreign(match: re.Match[str], month: str) -> bool:
    """Is a month in small letters one of the text's language, or of a whole date in any other?"""
    parts, lang = match.groupdict(), page_for(match.string).lang
    if month in _months(BASE):
        return lang != BASE and month in _months(lang)
    start = match.start()
    before = match.string[max(0, start - 6) : start].rstrip().rpartition(" ")[2]
    told = parts.get("year") or plain(before) in every("day")  # "le 4 mars"
    return bool(parts.get("day") and told) or month in _months(lang)


@cache
def _before_days(lang: str) -> regex.Pattern[str] | None:
    """What stands before a day in a language; None for English, where such words mean too much."""
    words = language(lang).words("day")
    return None if lang == BASE else regex.compile(rf"(?i)(?<!\w){alternation(words)}[ ]\Z")


@cache
def _in_words(lang: str) -> re.Pattern[str]:
    """A day of a month in words, with the year if it is told: "am zwölften Mai 2019"."""
    own = language(lang)
    days = (own.words(table, "all")[1:32] for table in ("ordinal", "number"))
    more = (words for number, words in own.rows("ordinal").items() if number != "all")
    day = rf"{alternation(word for row in (*days, *more) for word in row)}[nrsm]?"
    return re.compile(
        rf"(?<!\w){_WEEKDAY}{day}[ ](?:de[ ])?{alternation(_months(lang))}(?!\w)"
        rf"(?:,?[ ](?:del?[ ])?{_YEAR}(?!\w))?",
        re.I,
    )


@cache
def _months(lang: str) -> frozenset[str]:
    """The months of a language, in all their forms."""
    return frozenset(plain(word) for row in language(lang).rows("month").values() for word in row)


def _number(text: str | None) -> int:
    found = _NUMBERS.search(text or "")
    return int(found[0]) if found else 0


def _exists(year: int, month: int, day: int) -> bool:
    try:
        date(year if year > 99 else 2000 + year, month, day)
    except ValueError:
        return False
    return True
