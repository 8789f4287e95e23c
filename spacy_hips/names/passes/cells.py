"""Names in the rows of a table that stands in a text: "17,Ana Ruiz,88" and '18,"Ruiz, Ana",76'.

A comma without a blank ties a name to the number beside it, so that the finder sees no word there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import regex

from ...lexicon.cues import EDGE_WORDS
from ...lexicon.words import LOWER, Lexicon, Word
from ...spans import PiiSpan

SCORE = 0.9
"""The score of such a name: a forename and a surname with a cell to themselves are one."""
LEAST_CELLS = 3
"""So many cells make a row of a line."""
MOST_WORDS = 6
"""A cell with more words is a remark."""
_LINE = regex.compile(r"[^\n]+")
_TIGHT = regex.compile(r"(?<=[^\s,;])[,;\t](?=[^\s,;])")
_LOOSE = regex.compile(r"[,;] ")
_CELL = regex.compile(r"\"(?P<quoted>[^\"\n]*)\"|(?P<bare>[^,;\t\n\"]+)")
_WORD = regex.compile(r"[\p{L}\p{M}][\p{L}\p{M}'’-]*\.?")
_NO_NAME = regex.compile(r"[\d@/:()]")  # what has one of these is a figure, an address, a remark
_FIGURE = regex.compile(r"(?:^|[,;\t\"])\d+(?:\.\d+)?(?:$|[,;\t\"])")
# What cities begin with that end like people: "San Francisco".
_PLACES = frozenset(
    {"el", "fort", "la", "las", "los", "new", "port", "saint", "san", "santa", "st"}
)

_Place = tuple[int, int]


def names_in_cells(text: str, spans: Sequence[PiiSpan], lexicon: Lexicon) -> list[PiiSpan]:
    """The names that have a cell of a row to themselves, or two cells, and were not found.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What was found in it.
    lexicon (Lexicon): Looks words up: a name is what is known as a forename and a surname.
    RETURNS (list): The names by place; none in a cell in which something was found.

        >>> [(s.start, s.end) for s in names_in_cells("17,Ana Ruiz,88", [], Lexicon())]
        [(3, 11)]
    """
    taken = {i for span in spans for i in range(span.start, span.end)}
    return [
        PiiSpan(start, end, "PERSON", SCORE, "ner")
        for line in _LINE.finditer(text)
        if _is_row(line[0])
        for start, end in _of_row(text, line.start(), line.end(), lexicon)
        if taken.isdisjoint(range(start, end))
    ]


def _is_row(line: str) -> bool:
    """Has a number a cell of its own, and do more commas stand without a blank than with one?"""
    tight = len(_TIGHT.findall(line))
    if tight < LEAST_CELLS - 1 or not _FIGURE.search(line):
        return False
    return tight > len(_LOOSE.findall(line))


def _of_row(text: str, start: int, end: int, lexicon: Lexicon) -> Iterator[_Place]:
    before: tuple[_Place, Word] | None = None
    for match in _CELL.finditer(text, start, end):
        cell = match.span("quoted" if match["quoted"] is not None else "bare")
        places = [] if _NO_NAME.search(text, *cell) else _words(text, cell)
        words = [lexicon(text[slice(*place)]) for place in places]
        if len(places) == 1:
            if before and _are_name([before[1], *words]):
                yield before[0]
                yield places[0]
                before = None
            else:
                before = places[0], words[0]
            continue
        before = None
        city = places and text[slice(*places[0])].lower() in _PLACES
        if 1 < len(places) <= MOST_WORDS and not city and _are_name(words):
            yield places[0][0], places[-1][1]


def _words(text: str, cell: _Place) -> list[_Place]:
    """The words of a cell, without titles and what announces a name."""
    places = [match.span() for match in _WORD.finditer(text, *cell)]
    return [(a, b) for a, b in places if text[b - 1] != "." and text[a:b].lower() not in EDGE_WORDS]


def _are_name(words: Sequence[Word]) -> bool:
    """Is one a forename, another a surname, and none an ordinary word or in small letters?"""
    if any(word.common or word.case == LOWER for word in words):
        return False
    return any(a.forename > 1 and b.surname > 1 for a, b in permutations(words, 2))
