"""Numbers that are said digit by digit: "oh seven seven, double oh nine one two three"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from ...core.later import re
from .language import BASE, language, languages

LEAST, MOST = 7, 15
"""Digits of such a number: those of a telephone number."""
_FEW = 4  # single digits that are said, and different ones among all
_ZEROS = ("oh", "o", "nought", "naught")
_TIMES = {"double": 2, "triple": 3, "treble": 3}
_TENS = tuple(f"{ten}0" for ten in range(2, 10))
_ROUND = {"hundred": "00", "thousand": "000"}
_WORD = re.compile(r"[^\W\d_]+")
_GAP = re.compile(r"[\s,.–-]{1,3}")
_MARKS = str.maketrans(",.–-", "    ")


@cache
def _values() -> Mapping[str, str]:
    """The digits of the words for 0 to 99, in all languages that have them."""
    found = dict.fromkeys(_ZEROS, "0")
    for code in dict.fromkeys((BASE, *languages())):
        for value, word in enumerate(language(code).words("number", "all")[:100]):
            found.setdefault(word, str(value))
    return found


def said_numbers(text: str) -> Iterator[tuple[int, int, str]]:
    """Numbers said in words that are as long as telephone numbers; who counts says none.

    text (str): Any text.
    YIELDS (tuple): The characters of each, and its digits, behind a "+" if "plus" is said.

        >>> list(said_numbers("call oh seven seven double oh nine hundred one two three!"))
        [(5, 56, '07700900123')]
    """
    values = _values()
    if len(values.keys() & set(text.lower().translate(_MARKS).split())) < _FEW:
        return
    run: list[re.Match[str]] = []
    for match in _WORD.finditer(text):
        if run and not _GAP.fullmatch(text, run[-1].end(), match.start()):
            yield from _number(run)
            run = []
        word = match[0].lower()
        if word in values or word in _TIMES or word == "plus" or (run and word in _ROUND):
            run.append(match)
        elif run:
            yield from _number(run)
            run = []
    yield from _number(run)


def _number(run: Sequence[re.Match[str]]) -> Iterator[tuple[int, int, str]]:
    words = [match[0].lower() for match in run]
    digits = _digits(words)
    said = [int(_values()[word]) for word in words if word in _values()]
    steps = {b - a for a, b in pairwise(said)}
    counted = len(steps) == 1 or sum(value < 10 for value in said) < _FEW
    if LEAST <= len(digits) <= MOST and not counted and len(set(digits)) >= _FEW:
        yield run[0].start(), run[-1].end(), "+" * (words[0] == "plus") + digits


def _digits(words: Sequence[str]) -> str:
    parts: list[str] = []
    times = 1
    for word in words:
        own = _values().get(word, "")
        tens = parts and parts[-1] in _TENS and len(own) == 1
        if word in _ROUND:
            parts.append(_ROUND[word])
        elif tens and own != "0" and times == 1:  # thirty-four
            parts[-1] = parts[-1][0] + own
        elif own:
            parts.append(own * times)
        times = _TIMES.get(word, 1)
    return "".join(parts)


def say(digits: str, like: str) -> str:
    """Digits in the words of another number.

    digits (str): ASCII digits.
    like (str): A number that is said; its language, its word for zero and its gaps are taken.
    RETURNS (str): A word for each digit.

        >>> say("0734", "oh seven, double oh nine")
        'oh seven three four'
    """
    used = [match[0].lower() for match in _WORD.finditer(like)]
    codes = dict.fromkeys((BASE, *languages()))
    own = max(codes, key=lambda code: len({*language(code).words("number", "all")} & {*used}))
    words = list(language(own).words("number", "all")[:10])
    words[0] = next((word for word in used if word in _ZEROS), words[0])
    plus = ["plus"] * (used[0] == "plus")
    said = " ".join([*plus, *(words[int(digit)] for digit in digits)])
    return said.capitalize() if like[:1].isupper() else said
