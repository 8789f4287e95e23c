"""Finds the authors in entries of a list of references by their form, with or without a heading.

An entry is told by what only entries have: a BibTeX field of authors beside one of a year or a
journal, surnames with bare initials before a year with a volume (Vancouver), or a line of authors
between a title and a journal. An entry that is cut off counts beside one that is whole.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.later import regex
from .lines import Layout

REACH = 6
"""Lines within which the other fields of a BibTeX entry stand."""
LONGEST = 4000
"""Characters of a line, or of a field, that are looked at."""

_NAME = r"\p{Lu}[\p{L}\p{M}'’ʼ‐‑-]+"
_PARTICLE = r"(?:(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|al|el|bin|ter|ten|af)\s+)*"
# "Xu ZX", "van der Berg J-P", "O'Neil AB Jr"
_BARE = (
    rf"{_PARTICLE}{_NAME}(?:[ ]{_NAME})?[ ]\p{{Lu}}(?:-?\p{{Lu}}){{0,3}}"
    r"(?:[ ](?:Jr|Sr|[23]rd|II|III))?"
)
# "T. A. Hollis", "Hollis, T. A.", "Tess Hollis"
_INITIAL = rf"\p{{Lu}}\.(?:[ -]?\p{{Lu}}\.){{0,3}}[ ]?{_PARTICLE}{_NAME}(?:[ -]{_NAME})?"
_TURNED = rf"{_PARTICLE}{_NAME}(?:[ -]{_NAME})?,[ ]\p{{Lu}}\.(?:[ -]?\p{{Lu}}\.){{0,3}}"
_WHOLE = rf"{_NAME}(?:[ ]\p{{Lu}}\.)?(?:[ ]{_PARTICLE}{_NAME}){{1,2}}"
_JOINT = r"(?:,?[ ](?:and|und|et|y|och|en|&)[ ]|[,;][ ])"
_MARK_BEFORE = r"[ \t]*(?:[-•*–][ \t]*|\[\d{1,3}\][ \t]*|\(?\d{1,3}[.)][ \t]+)?"
_REST = r"(?:,?[ ](?:et[ ]al|and[ ]others|u\.[ ]?a)\.?|,?[ ](?:…|\.\.\.))?"

_VANCOUVER = regex.compile(rf"{_BARE}(?:{_JOINT}{_BARE})*+{_REST}(?=[.,;]|[ ]\(|\s*$)")
_BEGIN = regex.compile(_MARK_BEFORE)
_AUTHORS_LINE = regex.compile(
    rf"{_MARK_BEFORE}(?:by[ ])?(?P<all>(?:{_BARE}|{_TURNED}|{_INITIAL}|{_WHOLE})"
    rf"(?:{_JOINT}(?:{_BARE}|{_TURNED}|{_INITIAL}|{_WHOLE}))*+{_REST})[.;:]?[ \t]*"
)
_SOME = rf"(?:{_BARE}|{_TURNED}|{_INITIAL})"
_BEHIND_TITLE = regex.compile(rf"[.?!”\"’][ ](?P<all>{_SOME}(?:{_JOINT}{_SOME})*+{_REST})[.,:]?[ ]")
_YEAR = r"(?:1[5-9]|20)\d\d"
# "2019;34(2):115-20", "840, 12 (2017)", "Vol. 12, No. 3", "doi:10.1000/x"
_ISSUE = regex.compile(
    rf"(?<!\d){_YEAR}(?:[ ]\p{{L}}{{3,9}}\.?(?:[ ]\d{{1,2}})?)?[ ]?;[ ]?\d|\bdoi\b|\bPMID\b"
    rf"|\b[Vv]ol(?:ume|\.)[ ]?\d|\b\d{{1,4}}[ ]?\(\d{{1,3}}\)[ ]?[:,]"
    rf"|(?<!\d)\d{{1,4}}:[ ]?e?\d{{1,5}}[-–]\d"
    rf"|\b\d{{1,4}},[ ]e?\d{{1,5}}(?:[-–]\d+)?[ ]\({_YEAR}\)",
)
_JOURNAL = regex.compile(
    rf"\b(?:Journal|Proceedings|Proc\.|Transactions|Letters|Review|Annals|Bulletin|Quarterly|Press"
    rf"|Conference|Zeitschrift|Revista|Revue|Tidskrift|Tijdschrift|arXiv|bioRxiv|preprint)\b"
    rf"|(?<!\d){_YEAR}(?!\d)"
)
_FIELD = regex.compile(r"(?mi)(?:^|[{,])[ \t]*(?:author|editor|translator)[ \t]*=[ \t]*(?=[{\"])")
_BESIDE = regex.compile(
    r"(?mi)(?:^|,)[ \t]*(?:year|date|journal(?:title)?|booktitle|publisher|volume|pages|doi)"
    r"[ \t]*=[ \t]*[{\"\d]"
)


def authors_by_form(layout: Layout) -> list[tuple[int, int]]:
    """Where authors stand in entries that are told by their form.

    layout (Layout): The document's lines.
    RETURNS (list[tuple[int, int]]): First character and end of each run of authors, by place.

        >>> text = "3. Xu ZX, Gan L. A title. J Biol. 2019;34(2):115-20."
        >>> [text[a:b] for a, b in authors_by_form(Layout(text))]
        ['Xu ZX, Gan L']
    """
    return sorted({*_bibtex(layout), *_bare(layout), *_title_first(layout), *_behind_title(layout)})


def _bibtex(layout: Layout) -> Iterator[tuple[int, int]]:
    """The values of author and editor beside a field that only an entry has."""
    text, behind = layout.text, 0
    for field in _FIELD.finditer(text):
        if field.start() < behind:
            continue
        start, behind = field.end(), _closed(text, field.end())
        line = layout.line(start)
        first = layout.bounds(max(0, line - REACH))[0]
        last = layout.bounds(min(len(layout) - 1, line + REACH))[1]
        first, last = max(first, start - LONGEST), min(last, behind + LONGEST)
        if text.rfind("@", first, start) >= 0 or _BESIDE.search(text, first, last):
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


def _bare(layout: Layout) -> Iterator[tuple[int, int]]:
    """Surnames with bare initials: in lines with an issue, and beside such lines."""
    runs: dict[int, list[tuple[int, int]]] = {}
    sure: set[int] = set()
    for number in range(len(layout)):
        first, last = layout.bounds(number)
        last = min(last, first + LONGEST)
        begin = _BEGIN.match(layout.text, first, last).end()
        found = [
            match.span()
            for match in _VANCOUVER.finditer(layout.text, first, last)
            if match.start() == begin or "," in match[0]  # "Vitamin D" is one name, and no author
        ]
        if not found:
            continue
        runs[number] = found
        if _ISSUE.search(layout.text, found[0][1], last):
            sure.add(number)
    for number, found in runs.items():
        beside = {layout.neighbour(number, -1), layout.neighbour(number, 1)}
        if number in sure or not sure.isdisjoint(beside):
            yield from found


def _title_first(layout: Layout) -> Iterator[tuple[int, int]]:
    """A line of authors alone, between a title and a line that names a journal and an issue."""
    for number in range(1, len(layout) - 1):
        first, last = layout.bounds(number)
        if first == last or last - first > LONGEST:
            continue
        match = _AUTHORS_LINE.fullmatch(layout.text, first, last)
        if match is None or layout.neighbour(number, -1) != number - 1:
            continue
        below = layout.bounds(number + 1)
        stop = min(below[1], below[0] + LONGEST)
        if _ISSUE.search(layout.text, below[0], stop) and _JOURNAL.search(layout.text, *below):
            yield match.span("all")


def _behind_title(layout: Layout) -> Iterator[tuple[int, int]]:
    """In a numbered line, authors with initials between a title and a journal with its year."""
    for number in range(len(layout)):
        first, last = layout.bounds(number)
        last = min(last, first + LONGEST)
        begin = _BEGIN.match(layout.text, first, last).end()
        if begin == first:
            continue
        match = _BEHIND_TITLE.search(layout.text, begin, last)
        if match and (
            _ISSUE.search(layout.text, match.end(), last)
            or len(set(_JOURNAL.findall(layout.text, match.end(), last))) > 1
        ):
            yield match.span("all")
