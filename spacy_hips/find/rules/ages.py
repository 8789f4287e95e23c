"""Ages: the number that says how old a person is, in digits or words."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.later import re
from ...core.spans import PiiSpan
from ._windows import near_words
from .domains import lowered

SOURCE = "rules.age"
OLDEST = 120

_ONES = r"one|two|three|four|five|six|seven|eight|nine"
_TEENS = r"ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TENS = r"twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_WORD = rf"(?:(?:{_TENS})(?:[- ](?:{_ONES})(?!\w))?|{_TEENS}|{_ONES})"
_NUMBER = rf"(?:\d{{1,3}}(?:[.,]5|[ ]?½)?|{_WORD})"
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
