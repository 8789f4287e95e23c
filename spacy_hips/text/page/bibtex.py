"""Finds the authors in entries of BibTeX: program text, which needs no heading to be told."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.later import regex
from .lines import Layout

REACH = 6
"""Lines within which the other fields of an entry stand."""
LONGEST = 4000
"""Characters of a field that are looked at."""

_FIELD = regex.compile(r"(?mi)(?:^|[{,])[ \t]*(?:author|editor|translator)[ \t]*=[ \t]*(?=[{\"])")
_KIND = regex.compile(
    r"@(?:article|book|in(?:book|collection|proceedings)|proceedings)\s*\{", regex.I
)
_BESIDE = regex.compile(
    r"(?mi)(?:^|,)[ \t]*(?:journal(?:title)?|booktitle|publisher|volume|pages|doi)"
    r"[ \t]*=[ \t]*[{\"\d]"
)


def authors_of_bibtex(layout: Layout) -> Iterator[tuple[int, int]]:
    """Where authors and editors stand in entries of BibTeX.

    layout (Layout): The document's lines.
    YIELDS (tuple[int, int]): First character and end of each value, by place, that stands beside a
        field which only a published work has.

        >>> text = "@book{a, author = {Ana Ruiz}, publisher = {Norton}}"
        >>> [text[a:b] for a, b in authors_of_bibtex(Layout(text))]
        ['{Ana Ruiz']
    """
    text, behind = layout.text, 0
    for field in _FIELD.finditer(text):
        if field.start() < behind:
            continue
        start, behind = field.end(), _closed(text, field.end())
        line = layout.line(start)
        first = layout.bounds(max(0, line - REACH))[0]
        last = layout.bounds(min(len(layout) - 1, line + REACH))[1]
        first, last = max(first, start - LONGEST), min(last, behind + LONGEST)
        if _KIND.search(text, first, start) or _BESIDE.search(text, first, last):
            yield start, behind


def _closed(text: str, start: int) -> int:
    """Where the value ends that begins with a brace or a quote here."""
    depth, last = 0, min(len(text), start + LONGEST)
    if text[start] == '"':
        end = text.find('"', start + 1, last)
        return last if end < 0 else end
    for at in range(start, last):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if not depth:
            return at
    return last
