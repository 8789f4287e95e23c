"""Tables inside a text: which words head the column that a cell stands in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ...core.later import re

# What parts the cells of a line, the surest first.
_MARKS = tuple(re.compile(mark) for mark in (r"\|", r"\t", r"[ ]{2,}", ";", ","))
_LINE = re.compile(r"[^\n]+")
_RULE = re.compile(r"[\s|:+=-]+")
_AROUND = " \t\r\"'*"
LONGEST = 400
"""More characters than a line of a table has."""


class Cell(NamedTuple):
    """A cell of a table.

    head (str): What heads its column.
    start, end (int): Its characters, without blanks around them.
    """

    head: str
    start: int
    end: int


class _Head(NamedTuple):
    """The first line of a table: what parts its cells, how many there are, and those wanted."""

    mark: re.Pattern[str]
    width: int
    wanted: dict[int, str]


def columns(text: str, wanted: Callable[[str], bool]) -> Iterator[Cell]:
    """Find the cells below some heads, in lines that are parted by bars, tabs, blanks or commas.

    A table goes on as long as its lines have as many cells as its head.

    text (str): The text.
    wanted (Callable): Whether a head is wanted.
    YIELDS (Cell): The cells below wanted heads, by place; none that is empty.
    """
    head: _Head | None = None
    for line in _LINE.finditer(text):
        start, end = line.span()
        if end - start > LONGEST:
            head = None
            continue
        if head is not None:
            if _RULE.fullmatch(text, start, end):
                continue
            cells = _cells(text, start, end, head.mark)
            if len(cells) == head.width:
                for number, name in head.wanted.items():
                    if cells[number][0] < cells[number][1]:
                        yield Cell(name, *cells[number])
                continue
        head = _head(text, start, end, wanted)


def _head(text: str, start: int, end: int, wanted: Callable[[str], bool]) -> _Head | None:
    for mark in _MARKS:
        if mark.search(text, start, end) is None:
            continue
        cells = _cells(text, start, end, mark)
        names = {i: text[a:b] for i, (a, b) in enumerate(cells) if a < b and wanted(text[a:b])}
        if names and len(cells) > 1:
            return _Head(mark, len(cells), names)
    return None


def _cells(text: str, start: int, end: int, mark: re.Pattern[str]) -> list[tuple[int, int]]:
    """Where the cells of a line stand; an indented line begins with its first word."""
    start, end = _stripped(text, start, end)
    cells, at = [], start
    for between in mark.finditer(text, start, end):
        cells.append(_stripped(text, at, between.start()))
        at = between.end()
    return [*cells, _stripped(text, at, end)]


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in _AROUND:
        start += 1
    while start < end and text[end - 1] in _AROUND:
        end -= 1
    return start, end
