"""Finds the authors in entries of a list of references by their form, with or without a heading.

An entry is told by what only entries have: a BibTeX field of authors in a work that was published,
surnames with bare initials before a volume with its pages (Vancouver), or authors with initials
between a title and a journal. An entry that is cut off counts beside one that is whole. Whoever
stands there in full, or beside "my" and "our", may have written the text itself, and is none.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.later import regex
from .lines import Layout

REACH = 6
"""Lines within which the other fields of a BibTeX entry stand."""
LONGEST = 4000
"""Characters of a line, or of a field, that are looked at."""
HEADING = 60
"""Characters of the longest heading."""

_NAME = r"\p{Lu}[\p{L}\p{M}'’ʼ‐‑-]+"
_PARTICLE = r"(?:(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|al|el|bin|ter|ten|af)\s+)*"
# "Xu ZX", "van der Berg J-P", "O'Neil AB Jr"
_BARE = (
    rf"{_PARTICLE}{_NAME}(?:[ ]{_NAME})?[ ]\p{{Lu}}(?:-?\p{{Lu}}){{0,3}}"
    r"(?:[ ](?:Jr|Sr|[23]rd|II|III))?(?![\p{L}\p{M}'’-])"
)
# "T. A. Hollis", "Hollis, T. A."
_INITIAL = rf"\p{{Lu}}\.(?:[ -]?\p{{Lu}}\.){{0,3}}[ ]?{_PARTICLE}{_NAME}(?:[ -]{_NAME})?"
_TURNED = rf"{_PARTICLE}{_NAME}(?:[ -]{_NAME})?,[ ]\p{{Lu}}\.(?:[ -]?\p{{Lu}}\.){{0,3}}"
_JOINT = r"(?:,?[ ](?:and|und|et|y|och|en|&)[ ]|[,;][ ])"
_MARK_BEFORE = r"[ \t]*(?:[-•*–][ \t]*|\[\d{1,3}\][ \t]*|\(?\d{1,3}[.)][ \t]+)?"
_REST = r"(?:,?[ ](?:et[ ]al|and[ ]others|u\.[ ]?a)\.?|,?[ ](?:…|\.\.\.))?"

_VANCOUVER = regex.compile(rf"{_BARE}(?:{_JOINT}{_BARE})*+{_REST}(?=[.,;]|[ ]\(|\s*$)")
_BEGIN = regex.compile(_MARK_BEFORE)
_WORDS = regex.compile(r"[.,;]?[ ]+\p{L}+[ ]+\p{L}+")
_SOME = rf"(?:{_BARE}|{_TURNED}|{_INITIAL})"
_ALL = rf"(?P<all>{_SOME}(?:{_JOINT}{_SOME})*+{_REST})"
_AUTHORS_LINE = regex.compile(rf"{_MARK_BEFORE}(?:by[ ])?{_ALL}[.;:]?[ \t]*")
_FULL = rf"{_NAME}(?:[ ]\p{{Lu}}\.)?(?:[ ]{_PARTICLE}{_NAME}){{1,2}}"
_NAMES_LINE = regex.compile(
    rf"{_MARK_BEFORE}(?:by[ ])?{_FULL}(?:{_JOINT}{_FULL})*+{_REST}\.?[ \t]*"
)
_BEHIND_TITLE = regex.compile(rf"[.?!”\"’][ ]{_ALL}[.,:]?[ ]")
_OWN = regex.compile(r"(?i:(?<!\p{L})(?:my|our|we|classmates?)(?!\p{L}))")
_SCHOOL = regex.compile(r"(?i:(?<!\p{L})(?:class|school|students?|lab|course|pupils?)(?!\p{L}))")
_PUBLISHED = regex.compile(
    r"(?i:[ \t#*_>\d.]{0,8}(?:list[ ]of[ ])?"
    r"(?:(?:selected|recent|refereed|peer[- ]reviewed|journal|key|own|scientific|academic)[ ]){0,2}"
    r"(?:publications|articles|papers|veröffentlichungen|publikation(?:en|er)|publicaciones"
    r"|publicaties)(?:[ ](?:and|&)[ ](?:talks|presentations|papers|posters))?"
    r"[ ]?(?:\([^()\n]{1,30}\))?[ \t*_:.]{0,4})"
)
_HEAD = regex.compile(_ALL)
_YEAR = r"(?:1[5-9]|20)\d\d"
# "2019;34(2):115-20", "840, 12 (2017)", "Vol. 12, No. 3", "doi:10.1000/x"
_ISSUE = regex.compile(
    rf"(?<!\d){_YEAR}(?:[ ]\p{{L}}{{3,9}}\.?(?:[ ]\d{{1,2}})?)?[ ]?;"
    r"[ ]?\d{1,4}(?:\(\d+\))?:[ ]?\p{L}?\d"
    r"|\bdoi\b|\bPMID\b"
    rf"|\b[Vv]ol(?:ume|\.)[ ]?\d|\b\d{{1,4}}[ ]?\(\d{{1,3}}\)[ ]?[:,]"
    rf"|(?<!\d)\d{{1,4}}:[ ]?e?\d{{1,5}}[-–]\d"
    rf"|\b\d{{1,4}},[ ]e?\d{{1,5}}(?:[-–]\d+)?[ ]\({_YEAR}\)",
)
_JOURNAL = regex.compile(
    rf"\b(?:Journal|Proceedings|Proc\.|Transactions|Letters|Review|Annals|Bulletin|Quarterly|Press"
    rf"|Conference|Zeitschrift|Revista|Revue|Tidskrift|Tijdschrift|arXiv|bioRxiv|preprint)\b"
    rf"|(?<!\d){_YEAR}(?!\d)|\bin press\b|\bforthcoming\b"
)
_FIELD = regex.compile(r"(?mi)(?:^|[{,])[ \t]*(?:author|editor|translator)[ \t]*=[ \t]*(?=[{\"])")
_KIND = regex.compile(
    r"@(?:article|book|in(?:book|collection|proceedings)|proceedings)\s*\{", regex.I
)
_BESIDE = regex.compile(
    r"(?mi)(?:^|,)[ \t]*(?:journal(?:title)?|booktitle|publisher|volume|pages|doi)"
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
    ways = (_bibtex, _bare, _title_first, _behind_title, _published)
    return sorted({place for way in ways for place in way(layout)})


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


def _bare(layout: Layout) -> Iterator[tuple[int, int]]:
    """Surnames with bare initials that begin a line with an issue, or a line beside such a one."""
    runs: dict[int, tuple[int, int]] = {}
    sure: set[int] = set()
    for number, begin, last in _lines(layout):
        match = _VANCOUVER.match(layout.text, begin, last)
        if match is None:
            continue
        if _ISSUE.search(layout.text, match.end(), last):
            sure.add(number)
        # Beside it an entry that is cut off: with a title, or in the middle of its authors.
        elif _WORDS.match(layout.text, match.end(), last) is None and match[0].count(",") < 2:
            continue
        runs[number] = match.span()
    for number, found in runs.items():
        beside = {layout.neighbour(number, -1), layout.neighbour(number, 1)}
        if number in sure or not sure.isdisjoint(beside):
            yield found


def _title_first(layout: Layout) -> Iterator[tuple[int, int]]:
    """A line of authors alone, between a title and a line that names a journal and an issue."""
    for number, _, last in _lines(layout):
        first = layout.bounds(number)[0]
        match = _AUTHORS_LINE.fullmatch(layout.text, first, last)
        if match is None or number + 1 >= len(layout):
            continue
        above = layout.neighbour(number, -1)
        title = layout.bounds(above) if above == number - 1 else (0, 0)
        if title[0] == title[1] or layout.text[title[1] - 1] == ":":
            continue
        if _AUTHORS_LINE.fullmatch(layout.text, title[0], min(title[1], title[0] + LONGEST)):
            continue
        begin, end = layout.bounds(number + 1)
        below = layout.text[begin : min(end, begin + LONGEST)]
        if _ISSUE.search(below) and _JOURNAL.search(below) and not _SCHOOL.search(below):
            yield match.span("all")


def publications(layout: Layout) -> int:
    """Where somebody's own publications begin: the character behind the heading; -1 for none.

    layout (Layout): The document's lines.

        >>> publications(Layout("Publications\\nA. Ruiz (2019). Rain. Sage."))
        12
    """
    for number in range(len(layout)):
        first, last = layout.bounds(number)
        if last - first <= HEADING and _PUBLISHED.fullmatch(layout.text, first, last):
            return last
    return -1


def lines_of_authors(layout: Layout, first: int, last: int) -> set[int]:
    """Lines of full names alone, each between a title and a line with a year, in a list of such.

    layout (Layout): The document's lines.
    first, last (int): The first line of a list of references, and the one behind its last.
    RETURNS (set[int]): Their numbers; none where there is only one, who may have signed below.
    """
    found: set[int] = set()
    for number in range(first + 1, last - 1):
        above, own, below = (layout.bounds(number + step) for step in (-1, 0, 1))
        if above[0] == above[1] or own[1] - own[0] > LONGEST:
            continue
        if _NAMES_LINE.fullmatch(layout.text, *own):
            source = layout.text[below[0] : min(below[1], below[0] + LONGEST)]
            if regex.search(_YEAR, source) and regex.match(r"\p{Lu}\p{L}++(?! \d)", source):
                found.add(number)
    return found if len(found) > 1 else set()


def _behind_title(layout: Layout) -> Iterator[tuple[int, int]]:
    """In a numbered line, authors with initials between a title and a journal with its year."""
    for number, begin, last in _lines(layout):
        if begin == layout.bounds(number)[0]:
            continue
        match = _BEHIND_TITLE.search(layout.text, begin, last)
        if match and (
            _ISSUE.search(layout.text, match.end(), last)
            or len(set(_JOURNAL.findall(layout.text, match.end(), last))) > 1
        ):
            yield match.span("all")


def _published(layout: Layout) -> Iterator[tuple[int, int]]:
    """Under a heading of publications, authors with initials that begin a line with its year."""
    under = -1
    for number, begin, last in _lines(layout):
        first = layout.bounds(number)[0]
        if _PUBLISHED.fullmatch(layout.text, first, min(last, first + HEADING)):
            under = number
            continue
        if under < 0 or layout.neighbour(number, -1) != under:
            under = -1
            continue
        under = number
        match = _HEAD.match(layout.text, begin, last)
        if match and _JOURNAL.search(layout.text, match.end(), last):
            yield match.span("all")


def _lines(layout: Layout) -> Iterator[tuple[int, int, int]]:
    """The lines that may hold an entry: their number, where they begin behind a mark, and end."""
    for number in range(len(layout)):
        first, last = layout.bounds(number)
        last = min(last, first + LONGEST)
        if first < last and not _OWN.search(layout.text, first, last):
            yield number, _BEGIN.match(layout.text, first, last).end(), last
