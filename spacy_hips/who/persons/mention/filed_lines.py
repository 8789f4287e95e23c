"""Lists in which every line is "Last, First": the comma parts no people, and the line ends do."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter

from ....core.later import regex
from ....core.spans import DENIED, PiiSpan
from ....text.lexicon.tables import NameTables
from .parse import parse

_WORD = r"\p{Lu}[\p{L}\p{M}'’.\-]*"
_SMALL = r"(?:(?:de|da|do|dos|del|der|den|la|van|von|bin|al|el)[^\S\n])"
_LINE = regex.compile(
    rf"^[^\S\n]*(?:[-*•–>]|\(?\d{{1,3}}[.)])?[^\S\n]*"
    rf"(?P<name>{_SMALL}{{0,3}}{_WORD}(?:[^\S\n]{_WORD}){{0,2}},[^\S\n]?"
    rf"{_WORD}(?:[^\S\n]{_WORD}){{0,3}})[^\S\n]*(?=$|[(|\t;])",
    regex.M,
)
FEWEST = 2
"""So many such lines in a row make a list."""


def filed_lines(text: str, tables: NameTables) -> list[tuple[int, int]]:
    """Find the lines of lists that name a person as "Last, First".

    text (str): The document's text.
    tables (NameTables): The name tables.
    RETURNS (list): Start and end of the names, by place.
    """
    return [row for rows in _lists(text) if _are_filed(text, rows, tables) for row in rows]


def with_filed_lines(
    text: str, spans: Sequence[PiiSpan], lines: Sequence[tuple[int, int]]
) -> list[PiiSpan]:
    """Make one name of each line of a list in which something was found.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): Names, by place, without overlap.
    lines (Sequence[tuple[int, int]]): Start and end of whole names, by place.
    RETURNS (list[PiiSpan]): By place; what stands outside the lines keeps its borders.
    """
    out: list[PiiSpan] = []
    for span in spans:
        at = span.start
        first = bisect_right(lines, at, key=itemgetter(1))
        last = len(lines) if span.source != DENIED else 0
        for start, end in lines[first : bisect_left(lines, span.end, key=itemgetter(0), hi=last)]:
            if any(map(str.isalpha, text[at:start])):
                out.append(replace(span, start=at, end=start))
            if out and (out[-1].start, out[-1].end) == (start, end):
                out[-1] = replace(out[-1], score=max(out[-1].score, span.score))
            else:
                out.append(replace(span, start=start, end=end))
            at = end
        if at == span.start or any(map(str.isalpha, text[at : span.end])):
            out.append(replace(span, start=at))
    return out


def _lists(text: str) -> list[list[tuple[int, int]]]:
    """Runs of lines that look like "Last, First"."""
    out: list[list[tuple[int, int]]] = []
    last = -1
    for match in _LINE.finditer(text) if "," in text else ():
        if last >= 0 and text.count("\n", last, match.start()) == 1:
            out[-1].append(match.span("name"))
        else:
            out.append([match.span("name")])
        last = match.start()
    return [rows for rows in out if len(rows) >= FEWEST]


def _are_filed(text: str, rows: Sequence[tuple[int, int]], tables: NameTables) -> bool:
    """Do surnames rather stand before the commas than forenames, and forenames behind them?"""
    before = after = 0
    for start, end in rows:
        name = parse(text[start:end], tables)
        last, first = name.having("last"), name.having("first")
        if not (name.comma and last and first):
            return False
        fore, sur = tables.masses(last[0].folded)
        before += (sur > fore) - (fore > 20 * sur)
        fore, sur = tables.masses(first[0].folded)
        after += (fore > sur or first[0].initial) - (sur > 20 * fore)
    return before > 0 and after > 0
