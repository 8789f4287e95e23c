"""How a text reads once odd characters are made plain, with an exact map back.

Hidden characters part an address that a reader sees whole; wide letters and blanks of other widths
look like plain ones; marks of web pages and of LaTeX stand for single characters; emphasis, tags
and a word without its blank stand around a number as if they were a part of it. All this is read
once a document, instead of in each pattern.
"""

from __future__ import annotations

import html
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from ...core.later import re
from ..lexicon.letters import ENCODED, decoded, said_by, undress
from ..lexicon.said import said_numbers

# Unicode's category Cf, joiners of graphemes, fillers and selectors of variants.
_HIDDEN = (
    r"[\xad\u20e3\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u180e\u200b-\u200f"
    r"\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3"
    r"\U0001d173-\U0001d17a\U000e0001-\U000e01ef]+"
)
# A character that addresses hold, written as several, with letters or digits on both sides. What
# stands before it is looked at last, so that only few characters are.
_WRITTEN = (
    r"%(?:40|2[DEde]|5[Ff])(?<=[\w.+-]...)(?=\w)|\{@\}(?<=[\w.+-]...)(?=\w)|\\(?<=[\w.+-].)(?=[_@-])"
    rf"|&(?:#(?:\d{{2,6}}|[xX][\da-fA-F]{{2,5}})|[A-Za-z]{{4,8}});|{ENCODED}"
)
_ODD = re.compile(rf"(?P<written>{_WRITTEN})|(?P<hidden>{_HIDDEN})")
_SIGNS = ("%40", "%2", "%5", "&#", "\\_", "\\@", "\\-", "{@}", "=?")
# What is put around a thing, which is the same thing without: emphasis, LaTeX's commands for
# letters, brackets that point at a number, the tags of HTML and forums without attributes, the
# ends of a comment. Each begins with one of the characters of _DRESS_BEGINS.
_DRESS_BEGINS = re.compile(r"[*_~]+|=+>?|[\\<\[^-]|``|''|(?<!\w)/\*")
_TAGS = r"b|i|u|s|em|strong|mark|small|big|code|tt|kbd|span|font|ins|del"
_BREAKS = r"p|br|div|li|[ou]l|tr|t(?:able|body|head)|h[1-6r]|blockquote|pre|body|html"
TAG = re.compile(rf"</?(?:{_TAGS}|{_BREAKS}|t[dh])\s?/?>|&(?:nbsp|#160);", re.I)
"""What shows as nothing, or as a blank: tags without attributes, and the blank that holds."""
HELD = re.compile(r"(?<=[^\W\d_])[\xad\u200b-\u200d\u2060\ufeff]+(?=[^\W\d_])")
"""What does not show within a word."""
_DRESS = re.compile(
    rf"""(?<![^\W_])(?<![@/\\.])(?P<mark>\*{{1,3}}|_{{1,3}}|~{{1,2}}|==)(?!(?P=mark)|[\s,.;:!?)])
        (?P<marked>[^\n]{{1,200}}?)(?<=[^\s\\])(?P=mark)(?![\w*~=/])
    | \\(?:emph|text(?:bf|it|tt|sc)|underline)\{{(?P<set>[^{{}}\n]{{1,200}})\}}
    | <(?=[^<>\n]{{0,58}}\d\d)(?P<pointed>(?-i:[+(]?[A-Z]{{0,4}}[-/]?\d)[^<>\n@]{{1,60}})(?<=[\w)])>
    | </?(?:{_TAGS})\s?/?> | \[/?(?:{_TAGS})\] | (?<=\w)\^(?![\w{{(^+-])
    | (?P<breaks></?(?:{_BREAKS})\s?/?> | (?<![:\\/])\\(?-i:[nr](?![a-z\\])))
    | (?P<ends>/\*+(?!\S) | (?<!\S)\*+/ | <!-- | [-=]{{1,3}}> | \[quote=(?=[^\s"]) | </?t[dh]>)
    | (?P<quotes>``|'')""",
    re.X | re.I,
)
_READS = {"breaks": "\n", "ends": " ", "quotes": '"'}
_WITHIN = ("marked", "set", "pointed")
_NESTED = 3  # marks within marks that are looked at
# A telephone number that lost the blanks beside it: "Call07700900123now".
_LONG = re.compile(r"(?:0(?:[ -]?\d){9,12}|[1-9]\d{9,12})(?!\d)")
_GLUED_BEFORE = re.compile(r"(?:\A|[\s:(,;\"'“])(?:[A-Za-z][a-z]{1,14}|[A-Z]{3,14})\+?\Z")
_FREE_BEFORE = re.compile(r"(?:\A|[\s:(,;\"'“])\+?\Z")
_GLUED_BEHIND = re.compile(r"[a-z]{0,10}(?![\w@]|[./-]\w)")
_ENTITY = re.compile(r"&[A-Za-z]{4,8};")
_WIDE = range(0xFF01, 0xFF5F)
_BOLD_DIGITS = range(0x1D7CE, 0x1D800)
_BLANKS = (0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000)
_HYPHENS = (0x2010, 0x2011, 0xFE63)
_QUOTES = "«»‹›„「」『』"
_PICTURES = (
    *map(ord, "¶†‡©®™"),
    *range(0x2190, 0x2200),
    *range(0x25A0, 0x27C0),
    *range(0x1F300, 0x1FB00),
)
_LINE_ENDS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"

Edit = tuple[int, int, str]
"""Characters of the original, and what they read as."""
_PARTED = re.compile(rf"(?:[^\W\d_]+{HELD.pattern})+[^\W\d_]+")


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
        >>> view("call **07700 900123**").text
        'call 07700 900123'
    """
    odd = not text.isascii() and not _odd_characters().isdisjoint(set(text))
    plain = undress(text).translate(_table()) if odd else text
    # What is put around a thing is looked for where odd characters do not hide it.
    edits = sorted([*_odd_ones(text, odd), *_dress(plain), *_glued(plain), *said_numbers(plain)])
    if not edits:
        return View(plain if plain != text else text)
    parts: list[str] = []
    places: list[int] = []
    shifts: list[int] = []
    ends: dict[int, int] = {}
    at = size = 0
    for start, end, chars in edits:
        if start < at:
            continue  # a part of what was read already
        parts += (plain[at:start], chars)
        size += start - at
        for _ in chars:
            places.append(size)
            shifts.append(start - size)
            ends[size] = end
            size += 1
        at = end
        places.append(size)
        shifts.append(at - size)
    return View("".join((*parts, plain[at:])), tuple(places), tuple(shifts), ends)


def as_read(text: str) -> str:
    """A text in plain letters with blanks for tags, in as many characters.

    text (str): Any text. What does not show within a word comes behind it, as a blank, and so does
        what an encoded word of a mail's head has more characters than it says.
    RETURNS (str): What a model is to read; the characters of each word are where they were.

        >>> as_read("<b>A\\u200dna</b>&nbsp;Ruiz")
        '   Ana           Ruiz'
    """
    text = undress(decoded(TAG.sub(lambda match: " " * len(match[0]), text)))
    return text if text.isascii() else _PARTED.sub(_closed_up, text)


def _closed_up(match: re.Match[str]) -> str:
    return HELD.sub("", match[0]).ljust(len(match[0]))


def _odd_ones(text: str, odd: bool) -> Iterator[Edit]:
    """Characters that do not show, and those that are written as several."""
    if odd or any(mark in text for mark in _SIGNS) or _ENTITY.search(text):
        for match in _ODD.finditer(text):
            chars = "" if match["hidden"] else _written(match[0])
            if chars is not None:
                yield *match.span(), chars


def _dress(text: str) -> Iterator[Edit]:
    """What is put around a thing, and around that again."""
    ends = [len(text)]
    at = 0
    while begins := _DRESS_BEGINS.search(text, at):
        at = begins.start()
        while ends[-1] <= at:
            ends.pop()
        match = _DRESS.match(text, at, ends[-1])
        if match is None:
            at = begins.end()
            continue
        within = next((name for name in _WITHIN if match[name]), "")
        if not within:
            at = match.end()
            reads = (said for name, said in _READS.items() if match[name])
            yield *match.span(), next(reads, "")
            continue
        left, right = match.span(within)
        blank = " " if within == "pointed" else ""
        yield at, left, blank
        yield right, match.end(), blank
        at = left if len(ends) < _NESTED else match.end()
        ends.append(right)


def _glued(text: str) -> Iterator[Edit]:
    """Blanks beside a telephone number that has letters before or behind it."""
    for match in _LONG.finditer(text):
        start, end = match.span()
        left, behind = max(0, start - 18), _GLUED_BEHIND.match(text, end)
        plus = text[start - 1 : start] == "+"
        if behind is None or not (plus or text[start] in "06789"):
            continue
        word = _GLUED_BEFORE.search(text, left, start)
        if word:
            yield start - plus, start - plus, " "
        if behind[0] and (word or _FREE_BEFORE.search(text, left, start)):
            yield end, end, " "


def _written(mark: str) -> str | None:
    """The letter, digit or mark of an address that several characters stand for, if they do."""
    if mark[0] == "%":
        return chr(int(mark[1:], 16))
    if mark[0] == "\\":
        return ""
    if mark[0] == "{":
        return "@"
    if mark[0] == "=":
        return said_by(mark)
    char = html.unescape(mark)
    if len(char) != 1 or not (char.isalnum() or char in "@._-+\xa0"):
        return None
    return " " if char.isspace() else char


@cache
def _odd_characters() -> frozenset[str]:
    """Characters that are hidden or have a plain one."""
    codes = (*range(128, 0x10000), *range(0x1D400, 0x1FB00), 0x107A5, *range(0xE0001, 0xE01F0))
    hidden, table = re.compile(_HIDDEN), _table()
    letters = map(chr, codes)
    return frozenset(c for c in letters if undress(c) != c or ord(c) in table or hidden.match(c))


@cache
def _table() -> dict[int, str]:
    """Plain characters for wide ones, blanks, pictures, hyphens, quotes, breaks and bold digits."""
    table = {code: chr(code - 0xFEE0) for code in _WIDE}
    table |= {code: str((code - _BOLD_DIGITS.start) % 10) for code in _BOLD_DIGITS}
    table |= dict.fromkeys((*_BLANKS, *_PICTURES), " ") | dict.fromkeys(_HYPHENS, "-")
    table |= dict.fromkeys(map(ord, _QUOTES), '"')
    return table | {ord(mark): "\n" for mark in _LINE_ENDS}
