"""Numbers that stand for a person: student IDs, passports, national IDs, accounts and cards.

Three kinds of evidence, in this order: a word that names the number ("roll no. 047..."), a format
with check digits that only one authority uses, and, weakest, that it is a long number of which
nothing shows that it is something else (_number_words.py). Whoever doubts hides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module

from ...core.later import re
from ...core.spans import PiiSpan
from ...text.page.columns import columns
from ...text.values.dateparts import is_date
from . import _id_words as words
from ._number_words import OTHERWISE
from ._windows import near_words
from .dates import stands_for_date
from .domains import lowered
from .rule import MARKS

SOURCE = "rules.id_number"
KNOWN = 0.6  # found with its name: sure enough to be looked for elsewhere in the text
IN_DOUBT = 0.5  # a long number that is not shown to be something else
BESIDE_NAME = 0.65  # in a line with a name, or alone on a line
LONG = 6  # digits from which on a number is an ID in doubt
LOOK_BACK = 70  # characters before a number in which its name may stand
LONGEST_WORD = 200  # characters before a number in which its web address may begin
LONGEST_HEAD = 28  # letters before the first digit of a code: "NMC/RGN/21/118"

_DIGITS = re.compile(r"\d+")
_HEAD = re.compile(r"(?<![\w\\-])(?<!\d[.,:/])(?:[^\W\d_]{1,6}[-/.:]){0,3}[^\W\d_]{0,6}\Z")
# A code or number: letters and digits with a digit near the front, parts joined by marks.
_CANDIDATE = re.compile(
    r"""(?:[^\W_]{1,34}(?:[-/.:_][^\W_]{1,15}){0,6})
    (?:(?<=\d)[ ]\d{2,6}[A-Zx]?(?!\w|[.,]\d)){0,4}
    (?!\w)""",
    re.X,
)
_IBAN_START = re.compile(r"[A-Z]{2}\d\d")
_APART = re.compile(r"\d{5,}[A-Z]?|(?<=[A-CEGHJ-PR-TW-Z]{2} )\d\d \d\d \d\d [A-D](?!\w)")
_LONG_FIRST = re.compile(r"[^\W_]{7,} |\d{6} (?!\d{5,6}(?!\d))|\d{1,4}([-./])\d{1,2}\1\d{1,4} ")
# A long run of digits within a word: "essay_40123456", "tmoyo40123456".
_GLUED = re.compile(rf"[A-Za-z]?\d{{{LONG},20}}(?![^\W_]|[-.,:/]\d)")
_NOT_HEAD = frozenset(("A", "I", "AM", "PM", "IN", "OF", "TO", "OR"))
# What names a number and stands close to it ("ID-", "Un:"), and a word that is no part of a code.
_PREFIX = re.compile(
    r"(?:(?:id|no|nr|pin)[-.:/_]|[^\W\d_]{1,6}:|(?!(?-i:[A-Z]{2,4}\W))[^\W\d_]{3,6}[-/._])+"
    r"(?=[A-Z]{0,4}\d)|[^\W\d_]{1,6}\d{1,2}[-_](?=[A-Z]{0,3}\d{6})",
    re.I,
)
# The ending of a file's name, or words glued to a number: "40123456_essay.pdf".
_SUFFIX = re.compile(r"(?:[-_.][^\W\d_]{3,15})+\Z")
_GAP = rf"[{MARKS}]{{0,8}}"
_LAST_WORD = re.compile(rf"([^\W\d_]+|\#){_GAP}\Z")


def _any_of(values: Iterable[str]) -> str:
    ordered = sorted(set(values), key=lambda v: (-len(v), v))
    return "|".join(r"[\s-]{1,3}".join(re.escape(w) for w in v.split()) for v in ordered)


_NUMBER = rf"(?:{_any_of(words.NUMBER_WORDS)}|\#)"
_TO_VALUE = (
    rf"{_GAP}(?:\([^()\n]{{1,24}}\)){{0,1}}{_GAP}(?:(?:{_any_of(words.GLUE)})(?!\w){_GAP}){{0,3}}\Z"
)
_SHORT_CUE = re.compile(
    rf"(?<!\w)(?:{_any_of(words.SHORT_HOLDERS)})s?['’]?s?[\s./-]{{0,3}}{_NUMBER}(?!\w){_TO_VALUE}",
    re.I,
)
_LONG_CUE = re.compile(
    rf"(?<!\w)(?:{_any_of(words.LONG_HOLDERS)})[\s./-]{{0,3}}{_NUMBER}(?!\w){_TO_VALUE}", re.I
)
_LONE_CUE = re.compile(
    rf"(?<!\w)(?:{_any_of(words.LONE_CUES)}|(?!{words.NUMMER_OF_OTHERS})\w{{3,30}}nummer)(?!\w)"
    rf"(?:[\s./-]{{0,3}}{_NUMBER}(?!\w))?{_TO_VALUE}",
    re.I,
)
_CAPITAL_CUE = re.compile(
    rf"(?<!\w)(?:(?:{_any_of(words.CAPITAL_CUES)})(?!\w)|(?i:id|pin|nr)[ ]?[:#]){_TO_VALUE}"
)
_PUBLIC_CUE = re.compile(
    rf"(?<!\w)(?:{_any_of(words.PUBLIC_HOLDERS)})[\s./-]{{0,3}}(?:registration[\s]{{1,3}})?"
    rf"(?:{_NUMBER}|id)?(?!\w){_TO_VALUE}",
    re.I,
)
_ASKED = re.compile(
    rf"(?<!\w)(?:{_any_of(words.ASKED)})(?:\s?[:=]|\s(?:is|was|as)\s){_GAP}\Z", re.I
)
_NO_PLAIN_NUMBER = re.compile(r"0\d{3,}|\d{5,}|(?=.*\d{3}).*[^\W\d_].*|\d{2,}[-/]\d{3,}", re.S)
_NO_ID = re.compile(rf"(?<!\w)(?:{_any_of(words.NOT_IDS)})(?!\w)[\s.:#=\-–]{{0,4}}\Z", re.I)
_BEHIND = re.compile(
    rf"[\s]{{0,2}}[(\[–-]?[\s]?(?:(?:is|was|as)\s)?(?:(?:my|his|her|their|your|our|the)\s)?"
    rf"(?:(?:{_any_of((*words.SHORT_HOLDERS, *words.LONG_HOLDERS))})[\s.-]{{0,2}}{_NUMBER}"
    rf"|{_any_of(words.LONE_CUES)})(?!\w)",
    re.I,
)
_LIST = re.compile(r"\s{0,2}(?:,|;|/|&|and|or|,\s?and)\s{1,2}")


def _last_word(cue: str) -> str:
    letters = "".join([c if c.isalpha() else " " for c in cue.lower()]).split()
    return letters[-1] if letters else "#"


_LAST_WORDS = frozenset(
    _last_word(cue)
    for table in (
        words.NUMBER_WORDS,
        words.ASKED,
        words.LONE_CUES,
        words.CAPITAL_CUES,
        words.GLUE,
        ("#",),
    )
    for cue in table
)

_NO_NUMBER = re.compile(
    r"""\d{1,2}:\d\d(?::\d\d)?                           # times
    | \d{1,3}\.\d+ | \d{1,3}(?:,\d{3})+                # decimals and thousands
    | \d+(?:st|nd|rd|th|s|k|m|km|kg|cm|mm|ml|hrs?|mins?|px|am|pm|x|°c?)(?:-\w+)?
    | (?:covid|sars|web|grade|year|class|group|team|week|unit|level|version|v|act|step|part|day)
      [-.]?\d{1,3}(?:\.\d+)?
    | \d{1,3}-[a-z]+(?:-[a-z]+)*                       # "21st-century", "5-year-old"
    | \d{1,3}(?:[-/]\d{1,2}){1,2}
    | [\da-f]{4}:[\da-f]{4}                            # hardware addresses""",
    re.X | re.I,
)
# What may be an ID without a word that names it: digits alone, with letters, in parts.
_CODE = re.compile(
    r"""(?:[A-Z]{1,2}[ ])?[A-Z]{0,8}\d{6,20}[A-Z]{0,2}
    | \d{2,9}[A-Z]{1,5}\d{3,8}[A-Z]? | [A-Z]{6}\d{3}
    | (?=(?:[^\d]*\d){6})(?:[A-Z\d]{1,10}[-/]){1,5}[A-Z\d]{1,12}(?:[ ]\d{2,6}[A-Z]?)?
    | \d{3,4}(?:[ ]\d{4}){2,3} | \d{5,6}[ ]\d{5,6}""",
    re.X | re.I,
)
_LIKE_PHONE = re.compile(r"\d{3}[- ]\d{3}[- ]\d{4}|0\d{9,10}|\d{5}[- ]\d{5,6}")
_GROUP_BEFORE = re.compile(r"(?<!\w)(?=[A-Z]{0,3}\d)[A-Z\d]{2,4}[ -]\Z")
_NAME = r"(?:[^\W\d_a-z][\w'’.-]{0,24},?)(?:[ ][^\W\d_a-z][\w'’.-]{0,24}){1,4}"
_NAME_BEFORE = re.compile(rf"(?<![\w]){_NAME}[ \t]{{0,9}}[-–—,:;|(\[]?[ \t]{{0,9}}\Z")
_ENDS = re.compile(r"[)\]]?[ \t]{0,9}(?:\Z|[\n,;|)\]–—-]|[ \t]{2})")
_NAME_BEHIND = re.compile(
    rf"[)\]]?[ \t]{{0,9}}[-–—,:;|][ \t]{{0,9}}{_NAME}"
    rf"|[ \t]{{1,9}}{_NAME}(?=[ \t]{{0,9}}(?:\Z|\n|[ ]{{2}}))"
)
_PLATE = re.compile(
    rf"""(?<!\w)(?:number[ ]plates?|licen[cs]e[ ]plates?|plate[ ](?:number|no\.?)|car[ ]reg
      (?:istration)?|registration[ ]plates?|vehicle[ ]reg(?:istration)?(?:[ ](?:number|no\.?))?
      |plaka\w{{0,5}}|kennzeichen)(?!\w)[\s:]{{0,3}}(?:is[ ]|was[ ])?{_GAP}
    (?P<value>(?-i:[A-Z\d]{{1,4}}(?:[ -][A-Z\d]{{1,4}}){{1,3}}))(?!\w)""",
    re.X | re.I,
)
_ROLL = re.compile(
    r"(?<!\w)roll[ -]?(?:no|number|num|\#)(?!\w)[.:\s\-–]{0,4}(?:is\s)?"
    r"(?P<value>\d{1,2})(?![\w%]|[.,:/-]\d)",
    re.I,
)
# A register of a class has codes, too, with no word for number: "Roll 20BLL1137".
_ROLL_CODE = re.compile(
    r"(?<!\w)(?:roll|regn?)[ :]{1,2}"
    r"(?P<value>(?=[\w/-]{0,9}[^\W\d_])(?=[\w/-]{0,12}\d{3})[^\W_]{2,14}(?:[/-][^\W_]{1,8}){0,4})"
    r"(?![\w/-])",
    re.I,
)
# Every match of _PLATE holds one of these.
_PLATE_WORDS = ("plate", "car reg", "vehicle reg", "plaka", "kennzeichen")
_REACH = 60
_URL = re.compile(r"(?:://|www\.)\S*\Z")


def make_id_number_rule(cues: Sequence[str] = ()) -> IdNumberRule:
    """Make the rule for ID numbers.

    cues (Sequence[str]): Further names of a person's number, such as "z-number".
    RETURNS (IdNumberRule): The rule.
    """
    return IdNumberRule(cues=cues)


class IdNumberRule:
    """Finds numbers and codes that stand for a person.

    cues (Sequence[str]): Further names of a person's number, such as "z-number".
    """

    labels: tuple[str, ...] = ("ID_NUM",)

    def __init__(self, cues: Sequence[str] = ()) -> None:
        self.cues = tuple(cues)
        self._more = (
            re.compile(rf"(?<!\w)(?:{_any_of(cues)})(?!\w){_TO_VALUE}", re.I) if cues else None
        )
        self._last_words = _LAST_WORDS | {_last_word(cue) for cue in cues}

    def __call__(self, text: str) -> Iterable[PiiSpan]:
        """Find the ID numbers of a text.

        text (str): The text.
        YIELDS (PiiSpan): Numbers in the order of the text. What is found with its name once is
            found wherever it stands again.
        """
        found = [*self._read(text), *self._headed(text), *_plates(text), *_short_rolls(text)]
        known = {_normal(text, s) for s in found if s.score >= KNOWN}
        end = 0
        for span in sorted(found, key=lambda s: (s.start, -s.score)):
            if span.start < end:
                continue
            if span.score < KNOWN and _normal(text, span) in known:
                span = replace(span, score=KNOWN)
            if span.score:
                yield span
                end = span.end

    def _read(self, text: str) -> Iterator[PiiSpan]:
        """Every number that is long enough, with score 0 where nothing speaks for it."""
        previous: PiiSpan | None = None
        for start, end in _candidates(text):
            if previous and start < previous.end:
                continue
            score = self._named(text, start, end)
            if not score and previous and _LIST.fullmatch(text, previous.end, start):
                alike = abs((end - start) - previous.length) <= 1
                score = previous.score - 0.1 if alike else 0.0
            end, score = max(
                (end, score), _formatted(text, start, score > 0), key=lambda reading: reading[1]
            )
            score = score if score >= IN_DOUBT else max(score, _bare(text, start, end))
            span = PiiSpan(start, end, "ID_NUM", round(score, 2), SOURCE)
            yield span
            previous = span if score >= KNOWN else None

    def _headed(self, text: str) -> Iterator[PiiSpan]:
        """What stands in a table below the name of a number, as in lists of a group's members."""
        for head, start, end in columns(text, self._heads):
            value = text[start:end]
            if not _CANDIDATE.fullmatch(value) or _no_number(value):
                continue
            digits = sum(c.isdigit() for c in value)
            named = f"{head}: "
            if score := self._cue_before(named, 0, len(named), digits):
                yield PiiSpan(start, end, "ID_NUM", score, SOURCE)

    def _heads(self, cell: str) -> bool:
        return len(cell) <= LOOK_BACK and _last_word(cell) in self._last_words

    def _named(self, text: str, start: int, end: int) -> float:
        """How sure the words before or behind make it, 0 where they say nothing."""
        value = text[start:end]
        if _no_number(value):
            return 0.0
        digits = sum(c.isdigit() for c in value)
        if digits >= 3 and value.isupper():
            digits = sum(map(str.isalnum, value))  # "cert. no. UC-4X9T"
        left = max(0, start - LOOK_BACK)
        last = _LAST_WORD.search(text, left, start)
        score = 0.0
        word = last[1].lower() if last else ""
        if last and "#" in text[last.end(1) : start]:
            word = "#"  # "Roll # BBA-19-73"
        aside = text[left:start].rstrip(" :").endswith(")")
        if aside or word in self._last_words or word.endswith("nummer"):
            score = self._cue_before(text, left, start, digits)
        if not score and _NO_PLAIN_NUMBER.fullmatch(value) and _ASKED.search(text, left, start):
            score = 0.7
        if not score and digits >= 5 and _BEHIND.match(text, end):
            score = 0.75
        return score

    def _cue_before(self, text: str, left: int, start: int, digits: int) -> float:
        if _PUBLIC_CUE.search(text, left, start) or _NO_ID.search(text, left, start):
            return 0.0
        if digits >= 3 and _SHORT_CUE.search(text, left, start):
            return 0.9
        if digits >= 3 and self._more and self._more.search(text, left, start):
            return 0.9
        if digits >= 5 and _LONG_CUE.search(text, left, start):
            return 0.85
        if digits >= 4 and _LONE_CUE.search(text, left, start):
            return 0.85
        if digits >= 4 and _CAPITAL_CUE.search(text, left, start):
            return 0.7
        return 0.0


def _candidates(text: str) -> Iterator[tuple[int, int]]:
    """The codes and numbers of a text that are long enough."""
    at = 0
    while digits := _DIGITS.search(text, at):
        at = digits.end()
        head = _HEAD.search(text, max(0, digits.start() - LONGEST_HEAD), digits.start())
        match = _CANDIDATE.match(text, head.start()) if head else None
        if match is None or match.end() < at:
            glued = digits.end() - digits.start() >= LONG and _GLUED.match(text, digits.start())
            if glued:
                yield glued.span()
            continue
        start, end = _borders(text, match)
        if _may_be_id(text[start:end]):
            yield start, end
            # What follows after a space may be a number of its own.
            at = max(at, min(end, (text.find(" ", start, end) + 1) or end))
        else:
            at = end


def _borders(text: str, match: re.Match[str]) -> tuple[int, int]:
    """The code itself: without "ID-" before it, with letters that stand apart from the digits."""
    start, end = match.span()
    prefix = _PREFIX.match(text, start, end)
    if prefix:
        start = prefix.end()
    else:
        apart = text[max(0, start - 4) : start]
        letters = re.search(r"(?<!\w)[A-Z]{1,2} \Z", apart)
        head = letters[0].rstrip() if letters else ""
        part_of_it = head and head not in _NOT_HEAD and head.lower() not in _LAST_WORDS
        if letters and part_of_it and _APART.match(text, start):
            start -= len(letters[0])
    if _LONG_FIRST.match(text, start, end):
        end = text.index(" ", start)
    suffix = _SUFFIX.search(text, max(start, end - LOOK_BACK), end)
    return start, suffix.start() if suffix and _has_long_run(text, start, suffix.start()) else end


def _has_long_run(text: str, start: int, end: int) -> bool:
    return any(len(run) >= LONG for run in _DIGITS.findall(text, start, end))


def _may_be_id(value: str) -> bool:
    digits = sum(c.isdigit() for c in value)
    return (
        digits >= 3
        or _IBAN_START.fullmatch(value) is not None
        or (digits >= 2 and len(value) >= 6 and not value.islower())
    )


def _formatted(text: str, start: int, named: bool) -> tuple[int, float]:
    """The best reading as a number of a known format: (end, score)."""
    best = (start, 0.0)
    if _URL.search(text, max(0, start - 60), start):
        return best
    if not named and _GROUP_BEFORE.search(text, max(0, start - 6), start):
        return best  # a part of something longer
    for form in words.FORMATS:
        match = form.pattern.match(text, start)
        if match is None or form.score <= best[1]:
            continue
        if not form.module or import_module(f"stdnum.{form.module}").is_valid(match[0]):
            best = (match.end(), max(form.score, 0.95 if named else 0.0))
    card = words.CARD.match(text, start)
    return max(best, (card.end(), _card(text, card, named)), key=_score) if card else best


def _score(reading: tuple[int, float]) -> float:
    return reading[1]


def _card(text: str, match: re.Match[str], named: bool) -> float:
    """How sure the digits make a payment card; Luhn's check lets one row of digits in ten pass."""
    digits = "".join(c for c in match[0] if c.isdigit())
    if not words.CARD_PREFIX.match(digits) or not import_module("stdnum.luhn").is_valid(digits):
        return 0.0
    said = "card" in text[max(0, match.start() - 40) : match.start()].lower()
    return 0.9 if said or named or words.CARD_GROUPS.match(match[0]) else 0.6


def _plates(text: str) -> Iterator[PiiSpan]:
    """Number plates: their letters and digits stand in groups, so a word must name them."""
    for left, right in near_words(lowered(text), _PLATE_WORDS, _REACH):
        for match in _PLATE.finditer(text, left, right):
            value = match["value"]
            if any(c.isdigit() for c in value) and any(c.isalpha() for c in value):
                yield PiiSpan(*match.span("value"), "ID_NUM", 0.8, SOURCE)


def _short_rolls(text: str) -> Iterator[PiiSpan]:
    """Places in a class register: one or two digits, or a code."""
    for left, right in near_words(lowered(text), ("roll", "reg"), _REACH):
        for match in (*_ROLL.finditer(text, left, right), *_ROLL_CODE.finditer(text, left, right)):
            yield PiiSpan(*match.span("value"), "ID_NUM", 0.7, SOURCE)


def _bare(text: str, start: int, end: int) -> float:
    """A long number or code of which nothing else is known: an ID, unless it is shown otherwise."""
    if _is_otherwise(text, start, end):
        return 0.0
    if _LIKE_PHONE.fullmatch(text, start, end):
        return IN_DOUBT
    line = text.rfind("\n", 0, start) + 1
    if not text[max(line, start - LOOK_BACK) : start].strip(" \t-*•") and _ENDS.match(text, end):
        return BESIDE_NAME
    named = _NAME_BEFORE.search(text, max(line, start - LOOK_BACK), start)
    if (named and _ENDS.match(text, end)) or _NAME_BEHIND.match(text, end):
        return BESIDE_NAME
    return IN_DOUBT


def _is_otherwise(text: str, start: int, end: int) -> bool:
    """Is it short, no code, or shown to be something else?"""
    value = text[start:end]
    if stands_for_date(text, start, end) or _no_number(value) or not _CODE.fullmatch(value):
        return True
    left = max(0, start - LOOK_BACK)
    return what_else(text, start, end) != "" or bool(_PUBLIC_CUE.search(text, left, start))


def _no_number(value: str) -> bool:
    """Is it a date, a time, a decimal, or another short thing with digits?"""
    return is_date(value) or _NO_NUMBER.fullmatch(value) is not None


def what_else(text: str, start: int, end: int) -> str:
    """What a number is when it is nobody's.

    text (str): The text.
    start, end (int): The number's characters.
    RETURNS (str): The name of the first row of the table that fits; "" where none does.

        >>> what_else("We sold 1234567 units", 8, 15)
        'a count'
    """
    left = max(0, start - LONGEST_WORD)
    for row in OTHERWISE:
        if row.form and not row.form.fullmatch(text, start, end):
            continue
        if row.behind and not row.behind.match(text, end):
            continue
        if row.before and not row.before.search(text, left, start):
            continue
        return row.name
    return ""


def _normal(text: str, span: PiiSpan) -> str:
    return "".join(c for c in text[span.start : span.end].upper() if c.isalnum())
