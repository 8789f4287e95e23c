"""Ages: the number that says how old a person is, in digits or words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from ...core.later import re, regex
from ...core.spans import PiiSpan
from ...text.lexicon.language import BASE, every, language, languages
from ...text.lexicon.pattern_tables import alternation
from ...text.lexicon.tables import name_tables
from ...text.page.columns import columns
from ...text.page.page import page_for
from ...text.values.numbers import number_words
from ._windows import near_words
from .domains import lowered

SOURCE = "rules.age"
OLDEST = 120

_DIGITS = r"\d{1,3}(?:[.,]5|[ ]?½)?"
_WORD = rf"(?:{number_words(BASE)})"
_NUMBER = rf"(?:{_DIGITS}|{_WORD})"
# 16 to 17, the 16- and 17-year-olds, 9, 10 and 11
_ROW = rf"(?:,[ ]{_NUMBER}){{0,4}},?-?[ ]?(?:-|–|to|or|and)[ ]?(?:a[ ])?{_NUMBER}"
_RANGE = rf"(?P<age>{_NUMBER}(?:{_ROW})?)"

_YO, _SLASHED = ("yo",), ("y/o", "y.o")
_SUBJECTS = (
    *("i am ", "'m ", "’m ", "im ", "he's ", "he’s ", "he is ", " i was ", "he was "),
    *("my son is ", "my daughter is ", "my brother is ", "my sister is ", "my mother is "),
    *("my father is ", "my wife is ", "my husband is ", "my friend is "),
)
REACH = 60

# Each pattern with its score and with the words of which one stands in everything it matches.
_PATTERNS: tuple[tuple[re.Pattern[str], float, tuple[str, ...]], ...] = (
    # 13 years old, 13-year-old, 13 yrs old, 13yo, 13 y/o
    (
        re.compile(
            rf"""(?<![\w.,$€£/-]){_RANGE}[ -]?
            (?:(?:years?|yrs?\.?|months?|weeks?)[ -]{{1,2}}(?:of[ ]age\b|olds?\b|young\b)
              |y[./]?o\b\.?)""",
            re.I | re.X,
        ),
        0.9,
        (
            "old",
            "of age",
            "young",
            *(f"{yo}{end}" for yo in _YO for end in " .,;:)!?\n"),
            *_SLASHED,
        ),
    ),
    # aged 13, age: 13, at the age of 13, ages 9 to 11
    (
        re.compile(
            rf"""(?<!\w)(?:aged|ages?)(?:[ ](?:of|is|was|group))?[ ]?:?[ ]{{0,2}}
            {_RANGE}(?![\w%]|[.,:]\d)""",
            re.I | re.X,
        ),
        0.85,
        ("age",),
    ),
    # I turned thirteen
    (
        re.compile(
            rf"""(?<!\w)turn(?:ed|ing|s)?[ ](?P<age>{_NUMBER})
            (?=[.,;!?)\n]|[ ](?:this|last|next|in|on|and|years?)\b|\Z)""",
            re.I | re.X,
        ),
        0.75,
        ("turn",),
    ),
    (
        re.compile(r"(?<!\w)(?P<age>\d{1,3})(?:st|nd|rd|th)[ ]birthday\b", re.I),
        0.85,
        ("birthday",),
    ),
    # I am thirteen. She's 13 and ...
    (
        re.compile(
            rf"""(?<!\w)(?:I[ ]am|(?:I|he|she)['’](?:m|s)|im|(?:he|she)[ ]is
              |(?:when|while)[ ](?:I|he|she)[ ]was
              |my[ ](?:son|daughter|brother|sister|mother|father|wife|husband|friend)[ ]is)[ ]
            (?:(?:now|just|only|almost|nearly|about|currently)[ ])?(?P<age>\d{{1,2}}|{_WORD})
            (?=[.,;!?)\n](?!\d)|\s?\Z
              |[ ](?:and|but|now|from|so|years?(?![ ](?:in|into|of|ago|away|late|at)\b))\b)""",
            re.I | re.X,
        ),
        0.75,
        _SUBJECTS,
    ),
)


@dataclass(frozen=True)
class _Ways:
    """How a language tells an age: a number, what stands before it, and what behind.

    number (regex.Pattern): The number or a range, as the group `age`.
    before (regex.Pattern): What announces it, as some of the groups `no` (it is none), `alone`
        (nothing more is needed), `years` (which must follow), `months` (or these must), `ends` (the
        clause must end), `first` (the number must not be small), `last` (the verb must follow),
        `turns` (a verb and its subject must),
        `did` (a verb of what is done at some age must) and `goes` (that or a short word must);
        `called` is a word that must be a name.
    behind (regex.Pattern): What follows, as one of these groups.
    birthdays (regex.Pattern): A birthday or a year of life, by its number.
    needles (tuple[str, ...]): Words of which one stands wherever an age is told, but in the
        plainest sentences.
    small (frozenset[str]): Numbers below ten.
    """

    number: regex.Pattern[str]
    before: regex.Pattern[str]
    behind: regex.Pattern[str]
    birthdays: regex.Pattern[str]
    needles: tuple[str, ...]
    small: frozenset[str]

    def find(self, text: str, left: int, right: int) -> Iterator[tuple[int, int]]:
        """The ages between two characters."""
        for match in self.number.finditer(text, left, right):
            start, end = match.span()
            told = self._announced(text, start)
            behind = self.behind.match(text, end)
            told |= _groups(behind) & {"alone"}
            if "first" in told and match[0].lower() in self.small:
                told.discard("ends")  # "tengo tres" may be anything
            if "alone" in told or told & _groups(behind):
                yield start, end
        for match in self.birthdays.finditer(text, left, right):
            yield match.span("age")

    def _announced(self, text: str, start: int) -> set[str]:
        """What stands before a number; a capital that is no forename announces little."""
        first = before = self.before.search(text, max(0, start - REACH), start)
        while before and before["called"] and not name_tables().is_forename(before["called"]):
            before = self.before.search(text, before.end("called"), start)
        return _groups(before) if before else _groups(first) - {"ends"}


def _groups(match: regex.Match[str] | None) -> set[str]:
    """The groups that took part in a match."""
    told = match.groupdict() if match else {}
    return {name for name, found in told.items() if found is not None}


@cache
def _ways(lang: str) -> _Ways | None:
    """The ways of a language; None where it has no table of them."""
    own = language(lang)
    if not own.has("age"):
        return None

    def said(key: str) -> str:
        return alternation(own.words("age", key))

    def words(*tables: str) -> str:
        rows = (row for table in tables for row in own.rows(table).values())
        return alternation(word for row in rows for word in row)

    number = rf"(?:{_DIGITS}|{number_words(lang)})"
    ordinal = rf"(?:{words('ordinal')}[nrsm]?)"
    name = r"(?-i:\p{Lu})[\p{L}-]+"
    named = rf"(?:[ ]{name})?"
    people = rf"{words('kin', 'friend', 'person')}{named}"
    years, months = (rf"[ ]{said(key)}(?!\w)" for key in ("years", "months"))
    have, who, of, my = said("have"), said("who"), said("of"), words("my")
    kin = alternation(
        word for key, row in own.rows("kin").items() for word in row if key[0] != "."
    )  # one of each: "Mamma var nitton", but not "Kinder waren 12"
    mine = rf"{my}[ ](?:\p{{Ll}}+[ ])?{people}"
    within = rf"[ ]{alternation(own.words('street', 'at'))}"
    about = rf"(?:{said('about')}[ ]|(?:\p{{Ll}}{{1,3}}[ ])?{words('month', 'weekday')}[ ])"
    return _Ways(
        regex.compile(
            rf"(?<![\w.,$€£/-]){number}"
            rf"(?:,[ ]{number}){{0,4}}"
            rf"(?:(?:[ ]?[-–][ ]?|[ ]{said('to')}[ ]|,[ ]{said('about')}[ ]){number})?"
            r"(?![\d%]|[.,:]\d)",
            regex.I,
        ),
        regex.compile(
            rf"""(?:(?<!\w)|(?=,))(?:(?P<no>{said("unless")}[ ]{have})
            |(?P<alone>{said("label")}[ ]?[:=][ ]?|{said("aged")})
            |(?P<turns>(?P<ends>(?P<years>
              {said("when")}[ ](?:{who}|{mine}|{kin})[ ]{about}?{have})))
            |(?P<ends>(?P<years>{said("label")}[ ]{have}(?:[ ]{of})?|{mine},|{who},)
              |(?:{who}|{mine}|{kin}|(?P<called>{name}))[ ]{about}?(?P<years>{have})
              |(?P<first>(?P<years>{said("i have")}))
              |(?P<years>{have}[ ]{who}|{said("turned")}|{people}[ ]?[(]|{said("and")}[ ]{have}
              |(?P<called>{name})(?:,|[ ]?[(])))
            |(?P<last>(?P<years>{said("when")}[ ]{who}|{people},[ ]{said("which")}))
            |(?P<ends>(?P<years>,[ ]{have}))
            |(?P<turns>(?P<did>(?P<years>{said("at")})))
            |(?P<last>(?P<goes>(?P<ends>(?P<months>(?P<years>
              (?:{words("person")}|{mine},?)[ ]{of})))))
            |(?P<months>(?P<years>{people},?[ ]{of}))
            |(?P<years>{have}|(?:{name}|{my}[ ]\p{{L}}+),(?:[ ]{of})?|{people},))
            [ ]?{about}{{0,3}}\Z""",
            regex.I | regex.X,
        ),
        regex.compile(
            rf"""(?:[ ]?{said("half")}(?!\p{{L}}))?
            (?:(?P<alone>[ ]?[-–‑]?{said("joined")}(?!\w)(?![ ]{said("things")}(?!\w))
            |(?:{years}|{months})[ ]{said("old")}(?!\w)|[ ]{said("become")}(?!\w))
            |(?P<months>{months})
            |(?P<last>[ ]{have}(?!\w))
            |(?P<years>{years}(?![ ]{said("behind")}(?!\w))|[ ]{said("while")}(?!\w))
            |(?P<ends>[.,;!?)\n](?!\d|[ ]pp?\.)|\s?\Z
              |(?!{within}[ ](?:\p{{L}}{{1,6}}[ ])?{said("crowd")}(?!\w))[ ]{said("goes_on")}(?!\w))
            |(?P<turns>[ ](?P<goes>(?-i:\p{{Ll}}{{1,3}}))?(?-i:\p{{Ll}}*)[ ](?:{who}|{my})(?!\w))
            |(?P<goes>[ ](?:(?P<did>{said("did")})
              |(?!{said("measure")}(?!\w))(?-i:\p{{Ll}}{{1,4}})(?=[ .]))(?!\w)))""",
            regex.I | regex.X,
        ),
        regex.compile(
            rf"""(?<![\w.,$€£/-])(?:(?P<age>\d{{1,3}}|{ordinal})(?:[.ºª°:-]|:?[ae]|st[ea]|de|er)?
              [ ]?{said("nth")}(?!\w)
            |{said("by")}[ ](?P<age>\d{{1,3}}|{ordinal})(?:e|de|ste)?(?![\w%]|[.,:]\d
              |[ ]\p{{L}}+(?:dag|poging|keer|plaats|week|maand|jaar|les)))""",
            regex.I | regex.X,
        ),
        tuple(
            mark.lower()
            for mark in (
                *(f" {word}" for word in own.words("age", "years")),
                *(f"{word}{mark}" for word in own.words("age", "label") for mark in (":", " :")),
                *own.words("age", "joined"),
                *own.words("age", "aged"),
                *(word for word in own.words("age", "turned") if len(word) > 5),
            )
        ),
        frozenset((*own.words("number", "all")[:10], *map(str, range(10)))),
    )


def _elsewhere(text: str, low: str) -> Iterator[tuple[int, int]]:
    """Ages in other languages than English: anywhere in the text's own, else beside its words."""
    here = page_for(text).lang
    for lang in languages():
        ways = _ways(lang)
        if ways is not None:
            own = [(0, len(text))] if lang == here else near_words(low, ways.needles, REACH)
            for left, right in own:
                yield from ways.find(text, left, right)


def _in_columns(text: str, low: str) -> Iterator[tuple[int, int]]:
    """The numbers below "Age" in a table."""
    heads = _heads()
    if any(head in low for head in heads):
        for cell in columns(text, lambda head: head.lower().rstrip(".:") in heads):
            if text[cell.start : cell.end].isdecimal():
                yield cell.start, cell.end


@cache
def _heads() -> frozenset[str]:
    """What heads a column of ages, in all languages."""
    return frozenset(("age", "ages", *(word.lower() for word in every("age", "label"))))


# "4.5 billion years old"
_HUGE = re.compile(r"(?:billion|million|thousand|hundred|\d[.,])[ ]?\Z", re.I)


def make_age_rule(oldest: int = OLDEST) -> AgeRule:
    """Make the rule for ages.

    oldest (int): Higher numbers are no person's age, in years.
    RETURNS (AgeRule): The rule.
    """
    return AgeRule(oldest=oldest)


class AgeRule:
    """Finds ages; the span is the number alone, so that "13 years old" still reads when replaced.

    oldest (int): Higher numbers are no person's age, in years.
    """

    labels: tuple[str, ...] = ("AGE",)

    def __init__(self, oldest: int = OLDEST) -> None:
        self.oldest = oldest

    def __call__(self, text: str) -> Iterable[PiiSpan]:
        """Find the ages of a text.

        text (str): The text.
        YIELDS (PiiSpan): Ages in the order of the text, without overlaps.
        """
        found: dict[int, PiiSpan] = {}
        low = lowered(text) + " "  # so that "13 yo" also stands at the end
        for pattern, score, needles in _PATTERNS:
            for left, right in near_words(low, needles, REACH):
                for match in pattern.finditer(text, left, right):
                    start, end = match.span("age")
                    if start not in found and self._is_age(text, start, end):
                        found[start] = PiiSpan(start, end, "AGE", score, SOURCE)
        for start, end in _elsewhere(text, low):
            if start not in found and self._is_age(text, start, end):
                found[start] = PiiSpan(start, end, "AGE", 0.85, SOURCE)
        for start, end in _in_columns(text, low):
            if start not in found and self._is_age(text, start, end):
                found[start] = PiiSpan(start, end, "AGE", 0.85, SOURCE)
        end = 0
        for start in sorted(found):
            if start >= end:
                yield found[start]
                end = found[start].end

    def _is_age(self, text: str, start: int, end: int) -> bool:
        if _HUGE.search(text, max(0, start - 10), start):
            return False
        digits = re.match(r"\d+", text[start:end])
        return not digits or 0 < int(digits[0]) <= self.oldest
