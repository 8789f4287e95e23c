"""How a text reads once odd characters are made plain, with an exact map back.

Hidden characters part an address that a reader sees whole; wide letters and blanks of other widths
look like plain ones; marks of web pages and of LaTeX stand for single characters. All this is read
once a document, instead of in each pattern.
"""

from __future__ import annotations

import html
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from ...core.later import re
from ..lexicon.letters import undress

# Unicode's category Cf, joiners of graphemes, fillers and selectors of variants.
_HIDDEN = (
    r"[\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u180e\u200b-\u200f"
    r"\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3"
    r"\U0001d173-\U0001d17a\U000e0001-\U000e01ef]+"
)
# A character that addresses hold, written as several, with letters or digits on both sides. What
# stands before it is looked at last, so that only few characters are.
_WRITTEN = (
    r"%(?:40|2[DEde]|5[Ff])(?<=[\w.+-]...)(?=\w)|\{@\}(?<=[\w.+-]...)(?=\w)|\\(?<=[\w.+-].)(?=[_@-])"
    r"|&(?:#(?:\d{2,6}|[xX][\da-fA-F]{2,5})|[A-Za-z]{4,8});"
)
_ODD = re.compile(rf"(?P<written>{_WRITTEN})|(?P<hidden>{_HIDDEN})")
_MARKS = ("%40", "%2", "%5", "&#", "\\_", "\\@", "\\-", "{@}")
_ENTITY = re.compile(r"&[A-Za-z]{4,8};")
_WIDE = range(0xFF01, 0xFF5F)
_BOLD_DIGITS = range(0x1D7CE, 0x1D800)
_BLANKS = (0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000)
_HYPHENS = (0x2010, 0x2011, 0xFE63)
_BREAKS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"


@dataclass(frozen=True)
class View:
    """A text with plain characters.

    text (str): The plain text; the original itself where nothing is odd.
    places (tuple[int, ...]): Characters of the plain text from which on the distance changes.
    shifts (tuple[int, ...]): From each of them on, how far behind the original's character stands.
    ends (Mapping[int, int]): Where in the original a character ends that is written as several.
    """

    text: str
    places: tuple[int, ...] = ()
    shifts: tuple[int, ...] = ()
    ends: Mapping[int, int] = field(default_factory=dict)

    def back(self, start: int, end: int) -> tuple[int, int]:
        """The characters of the original that some characters of the plain text stand for.

        start, end (int): Characters of the plain text, end exclusive.
        RETURNS (tuple): Characters of the original; hidden ones at either end are left out.
        """
        last = end - 1
        return self._original(start), self.ends.get(last, self._original(last) + 1)

    def _original(self, at: int) -> int:
        number = bisect_right(self.places, at)
        return at + (self.shifts[number - 1] if number else 0)


def view(text: str) -> View:
    """Read a text with plain characters.

    text (str): Any text.
    RETURNS (View): The plain text and the way back.

        >>> seen = view("ana@\\u200bx.org or ana%40x.org")
        >>> seen.text, seen.back(13, 22)
        ('ana@x.org or ana@x.org', (14, 25))
    """
    odd = not text.isascii() and not _odd_characters().isdisjoint(set(text))
    if not odd and not any(mark in text for mark in _MARKS) and not _ENTITY.search(text):
        return View(text)
    plain = undress(text).translate(_table()) if odd else text
    parts: list[str] = []
    places: list[int] = []
    shifts: list[int] = []
    ends: dict[int, int] = {}
    at = size = 0
    for match in _ODD.finditer(text):
        char = "" if match["hidden"] else _written(match[0])
        if char is None:
            continue
        parts += (plain[at : match.start()], char)
        size += match.start() - at
        if char:
            ends[size] = match.end()
            size += 1
        at = match.end()
        places.append(size)
        shifts.append(at - size)
    if not places:
        return View(plain if plain != text else text)
    return View("".join((*parts, plain[at:])), tuple(places), tuple(shifts), ends)


def _written(mark: str) -> str | None:
    """The letter, digit or mark of an address that several characters stand for, if they do."""
    if mark[0] == "%":
        return chr(int(mark[1:], 16))
    if mark[0] == "\\":
        return ""
    if mark[0] == "{":
        return "@"
    char = html.unescape(mark)
    if len(char) != 1 or not (char.isalnum() or char in "@._-+\xa0"):
        return None
    return " " if char.isspace() else char


@cache
def _odd_characters() -> frozenset[str]:
    """Characters that are hidden or have a plain one."""
    codes = (*range(128, 0x10000), *range(0x1D400, 0x1F200), 0x107A5, *range(0xE0001, 0xE01F0))
    hidden, table = re.compile(_HIDDEN), _table()
    letters = map(chr, codes)
    return frozenset(c for c in letters if undress(c) != c or ord(c) in table or hidden.match(c))


@cache
def _table() -> dict[int, str]:
    """Plain characters for wide ones, blanks, hyphens, breaks and bold digits."""
    table = {code: chr(code - 0xFEE0) for code in _WIDE}
    table |= {code: str((code - _BOLD_DIGITS.start) % 10) for code in _BOLD_DIGITS}
    table |= dict.fromkeys(_BLANKS, " ") | dict.fromkeys(_HYPHENS, "-")
    return table | {ord(mark): "\n" for mark in _BREAKS}
