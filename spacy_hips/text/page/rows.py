"""Where a text names many in a row: "Present: Ana, Cam'ron, Wren, Youssef and Zed".

Or one below the other, each at the beginning of its line or in its first cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ...core.later import regex

LEAST = 5
"""So many items have to stand in a row."""
_WORD = r"(?:(?:\p{Lu}\.)+|\p{Lu}[\p{L}\p{M}'’-]*)"
_ITEM = regex.compile(rf"(?<![\p{{L}}\p{{M}}\p{{N}}@_]){_WORD}(?: {_WORD}){{0,3}}(?![\p{{N}}@_])")
_AT_LINE = regex.compile(
    r"[^\S\n]*+(?:(?P<mark>[-•*–|]|\(?\d{1,3}[.)])[^\S\n]*+)?[\"']?"
    rf"(?P<item>{_WORD}(?: {_WORD}){{0,3}})"
    r"(?=[\"']?(?:[^\S\n]*(?:\n|\Z)|[,;:](?!\s)|[^\S\n]*[|\t(]| [–—-] |[^\S\n]{2,}))"
)
_LINE = regex.compile(r"(?m)^[^\n]*$")
_SEPARATOR = regex.compile(r"[,;] (?:and |& )?| (?:and|&) ")


_MATES = r"(?:group|team|class|lab)[ -]?mates?|partners?|members?"
_MEMBERS = regex.compile(
    rf"(?i)(?<!\p{{L}})(?:(?:(?:group|team)(?: members?)?|{_MATES}|present|absent|attendees"
    r"|attendance|participants?|students|presenters?)(?: \d{1,2}| \p{L})?[^\S\n]*[:–][^\S\n]*"
    r"|(?:group|team)(?: \d{1,2}| \p{L})?[^\S\n]?[(\[]"
    rf"|(?:{_MATES})(?: (?:of|in|on) (?:my|our|the) \p{{L}}+)? (?:are|were|include|included)[ :]+"
    r"|(?:worked|working|paired up|teamed up) with )\Z"
)
_LOOK_BACK = 60


def of_members(text: str, row: Sequence[tuple[int, int]]) -> bool:
    """Is a row announced as one of members ("Group: Ana, Ben", "our group (Ana and Ben")?

    text (str): The text.
    row (Sequence[tuple[int, int]]): The characters of its items.
    RETURNS (bool): Whether it is.
    """
    start = row[0][0]
    return _MEMBERS.search(text[max(0, start - _LOOK_BACK) : start]) is not None


def enumerations(text: str, least: int = LEAST) -> list[list[tuple[int, int]]]:
    """Rows of words with capitals, between commas or one a line.

    text (str): The text.
    least (int): So many items at least; with fewer than LEAST, rows within lines alone.
    RETURNS (list): The characters of the items of each row, by place; rows of lines last.

        >>> enumerations("Ana, Ben, Cho, Dee and Eve came")[0][-1]
        (23, 26)
    """
    items = [match.span() for match in _ITEM.finditer(text)]
    rows: list[list[tuple[int, int]]] = [items[:1]]
    for before, item in pairwise(items):
        if _SEPARATOR.fullmatch(text, before[1], item[0]):
            rows[-1].append(item)
        else:
            rows.append([item])
    columns = _columns(text) if least >= LEAST else ()
    return [row for row in (*rows, *columns) if len(row) >= least]


def _columns(text: str) -> list[list[tuple[int, int]]]:
    """What begins lines that follow each other, behind marks of one kind."""
    rows: list[list[tuple[int, int]]] = [[]]
    last = None
    for line in _LINE.finditer(text):
        match = _AT_LINE.match(text, line.start())
        kind = (match["mark"] or "")[-1:] if match else None
        if kind != last:
            rows.append([])
        if match:
            rows[-1].append(match.span("item"))
        last = kind
    return rows
