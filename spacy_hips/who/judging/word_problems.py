"""Who is only in a word problem: "Sam has 12 apples and gives 5 away. How many are left?"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ...core.later import re
from ...text.lexicon.language import language, languages
from ...text.lexicon.pattern_tables import alternation

REASON = "word problem"
BEFORE, AFTER = 400, 600
"""Characters of the line on either side of a name that are read."""
LEAST_NUMBERS = 2
_BEGINS = re.compile(r"(?:\A|[.:?!\n]\s*)\Z")
_CALLED = re.compile(r"\s*(?:[.?!\n]|\Z|,(?!\s+[^\W\d_a-z]))")
"""What stands behind who is spoken to. "Sam, Ben and Ana" is a row: a capital follows the comma."""
_DIGITS = r"(?<![\w.,])\d[\d.,/]*"


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]], ...]:
    """Of each language that has the table: what asks, what tells of the writer, what counts."""
    out = []
    for own in map(language, languages()):
        if not own.has("problem"):
            continue
        asks = rf"{_word(own.words('problem', 'asks'))}[^?!\n]{{0,150}}[?？]"
        writer = _word((*own.words("my"), *own.words("problem", "writer")))
        counted = [n for n in own.words("number", "all")[2:] if n]  # "one" is an article, too
        numbers = rf"{_DIGITS}|{_word(counted)}"
        out.append((re.compile(asks, re.I), re.compile(writer, re.I), re.compile(numbers, re.I)))
    return tuple(out)


def _word(words: Sequence[str]) -> str:
    return rf"(?<!\w){alternation(words)}(?!\w)"


def in_word_problem(text: str, start: int, end: int) -> bool:
    """Does a name stand in a word problem?

    A word problem is a line that gives two numbers, asks for another, and says nothing of whoever
    wrote it ("I", "our"). Who is asked stands in none: "... how many are left? Camilla."

    text (str): The document's text.
    start, end (int): The characters of the name.
    RETURNS (bool): Whether it does.

    EXAMPLE:
        >>> in_word_problem("Sam has 12 apples and eats 5. How many are left?", 0, 3)
        True
    """
    if _is_called(text, start, end):
        return False
    begin = text.rfind("\n", max(0, start - BEFORE), start) + 1 or max(0, start - BEFORE)
    stop = text.find("\n", end, end + AFTER)
    line = text[begin : stop if stop >= 0 else end + AFTER]
    return any(
        asks.search(line)
        and not writer.search(line)
        and sum(1 for _ in numbers.finditer(line)) >= LEAST_NUMBERS
        for asks, writer, numbers in _patterns()
    )


def _is_called(text: str, start: int, end: int) -> bool:
    before, behind = text[max(0, start - 5) : start], text[end : end + 5]
    if _BEGINS.search(before):
        return bool(_CALLED.match(behind))
    return before.rstrip().endswith(",") and bool(re.match(r"\s*[.?!]", behind))
