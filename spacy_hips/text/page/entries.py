"""Finds the entries of lists of references by their form, with or without a heading.

A list that was cut out of a text, or that stands under "Publications", has no heading that tells.
Its entries do: authors at the head of a line and a year, or authors between a title and a journal.
One such line may be about anybody. A list needs two that also say where the work was published.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from ...core.later import regex
from .lines import Layout

LONGEST = 1200
"""Characters of an entry that are looked at."""
HEAD = 400
"""Characters in which its authors stand."""
APART = 3
"""Lines that may lie between two entries of a list, blank ones apart."""
LEAST = 2
"""Entries of a list that say where they were published."""
WRAPPED = 3
"""Lines over which an entry may run."""
WHOLE = 2
"""Of volume, number and pages so many tell a journal surely."""
HEADING = 60
"""Characters of the longest heading."""

_PARTICLE = (
    r"(?:(?:[Vv][ao]n|der|den|de[lr]?|de[ ]la|la|d[aiou]s?|le|al|el|bin|ter|ten|af)[ ]){0,3}"
)
_WORD = r"\p{Lu}[\p{L}\p{M}'’ʼ‐‑-]*"
_DOTTED = r"\p{Lu}\.(?:[ -]?\p{Lu}\.){0,3}"
_FORENAMES = rf"(?:{_DOTTED}|{_WORD}(?:[ ](?:{_WORD}|\p{{Lu}}\.)){{0,2}})"
_MARKS = r"[*_]{0,3}"  # of emphasis: whose list it is, or who wrote to the journal
_NOTE = r"[*_†‡¹²³]{0,3}"
_SURNAME = rf"{_MARKS}{_PARTICLE}{_WORD}(?:[ ]{_WORD}){{0,2}}{_NOTE}"
# "Hollis, T. A." and "Hollis, Tara"; "T. A. Hollis" and "Tara Hollis"; "Hollis TA".
_TURNED = rf"{_SURNAME},[ ]?{_FORENAMES}{_NOTE}"
_INITIAL = rf"{_MARKS}{_DOTTED}[ ]?{_MARKS}{_PARTICLE}{_WORD}{_NOTE}"
_STRAIGHT = rf"{_MARKS}{_FORENAMES}[ ]?{_MARKS}{_PARTICLE}{_WORD}{_NOTE}"
_BARE = rf"{_SURNAME}[ ]\p{{Lu}}(?:-?\p{{Lu}}){{0,3}}(?![\p{{L}}\p{{M}}'’-]){_NOTE}"
_JOINT = r"(?:,?[ ](?:and|und|et|y|e|och|og|en|&)[ ]|[ ]?[,;][ ])"
_REST = r"(?:,?[ ]?(?:et[ ]al|and[ ]others|u\.[ ]?a)\.?|,?[ ](?:…|\.\.\.))?"
_EDITS = r"(?:,?[ ]?\(?(?:[Ee]ds?|[Ee]ditors?|Hrsg)\.?\)?)?"
_NUMBER = r"[ \t]*(?:\[\d{1,3}\][ \t]*|\(?\d{1,3}[.)]?[ \t]+|[¹²³⁴-⁹]+[ \t]*)"
_FIRST_YEAR = r"(?:\(?(?:19|20)\d\d\)?[.:,]?[ \t]+)?"
_BULLET = rf"[ \t]*(?:[-•*–][ \t]+)?{_FIRST_YEAR}"
_BEHIND = r"(?=[ ]?[.,:;(“\"‘'«]|[ ][(“\"‘'«\[]|[ ]?$)"

_BY_SURNAME = rf"(?:{_TURNED}|{_BARE}|{_INITIAL})(?:{_JOINT}(?:{_TURNED}|{_BARE}|{_STRAIGHT}))*+"
_BY_FORENAME = rf"{_STRAIGHT}(?:{_JOINT}{_STRAIGHT})*+"
_AUTHORS = regex.compile(
    rf"(?:{_BULLET}|{_NUMBER}){_BY_SURNAME}{_REST}{_EDITS}{_BEHIND}"
    rf"|{_NUMBER}{_BY_FORENAME}{_REST}{_EDITS}{_BEHIND}"
)
# "4. Clark and Moss, *Bread*, 60-61." below the note that names both in full.
_SHORT = regex.compile(
    rf"{_NUMBER}(?:(?i:cf\.?|see(?:[ ]also)?|vgl\.?|siehe|jfr\.?|zie|v[ée]ase)[ ])?"
    rf"{_PARTICLE}(?P<name>{_WORD})(?:{_JOINT}{_PARTICLE}(?P<name>{_WORD}))*+{_REST},[ ].*\d"
)
_CAPITALISED = regex.compile(_WORD)
_COUNTED = regex.compile(r"[ \t]*[\[(]?(?P<nth>\d{1,3})[\]).]?[ \t]+\S")
_ONE_SURNAME = regex.compile(rf"(?:{_BULLET}|{_NUMBER}){_MARKS}{_PARTICLE}{_WORD},")
_SEVERAL = regex.compile(
    rf"{_JOINT}\p{{L}}.*{_JOINT}|\.{_JOINT}|[ ](?:et[ ]al|and|und|et|&|y|och|en)[ ]"
)
_BY_INITIALS = rf"(?:{_BARE}|{_INITIAL}|{_SURNAME},[ ]?{_DOTTED}{_NOTE})"
_ANY = rf"(?:{_BY_INITIALS}|{_STRAIGHT})"
_NAMES_FIRST = regex.compile(
    rf"{_NUMBER}(?:{_ANY}{_REST}{_EDITS}(?:{_BEHIND}|{_JOINT})|{_WORD},?[ ]?$)"
)
_INITIALS = regex.compile(
    rf"(?:{_BULLET}|{_NUMBER})(?:by[ ])?(?P<all>{_BY_INITIALS}(?:{_JOINT}{_BY_INITIALS})*+){_REST}"
    rf"(?=[ ]?[.,:;(]|[ ]?$)"
)
_WHOLE = rf"(?:{_STRAIGHT}|{_BY_INITIALS})"  # "Peter K. Osei" is not "Peter K."
_NAMES_ALONE = regex.compile(
    rf"{_BULLET}(?:by[ ])?{_WHOLE}(?:{_JOINT}{_WHOLE})*+{_REST}[.;]?[ \t]*"
)
_BEHIND_TITLE = regex.compile(
    rf"[.?!”\"’][ ](?P<all>{_ANY}(?:{_JOINT}{_ANY})*+{_REST})(?:[.][ ]|(?<=[.])[ ])"
)
_PUBLISHED = regex.compile(
    r"(?i:[ \t#*_>\d.]{0,8}(?:list[ ]of[ ])?"
    r"(?:(?:selected|recent|refereed|peer[- ]reviewed|journal|key|own|scientific|academic)[ ]){0,2}"
    r"(?:publications|articles|papers|veröffentlichungen|publikation(?:en|er)|publicaciones"
    r"|publicaties)(?:[ ](?:and|&)[ ](?:talks|presentations|papers|posters))?"
    r"[ ]?(?:\([^()\n]{1,30}\))?[ \t*_:.]{0,4})"
)
_DATE = r"(?:1[5-9]|20)\d\d"
_YEAR = regex.compile(rf"(?<![\d-]){_DATE}[a-z]?(?!\d)|\(n\.d\.|\bin press\b|\bforthcoming\b")
# "2019;34(2):115-20", "840, 12 (2017)", "Vol. 12, No. 3", "26, 2 (1972), 244–255", "doi:10.1000/x"
_PAGES = (
    rf"(?!{_DATE}[-–]{_DATE})(?:pp?\.[ ]|Pages[ ]|S\.[ ])?[eL]?\d{{1,5}}[-–][1-9]\d{{0,4}}(?![\d:])"
)
_ISSUE = regex.compile(
    r"\b[Vv]ol(?:ume|\.)?[ ]?\d|(?<=(?<!\d)\d{1,3},[ ])(?:[Nn]o\.|n°)[ ]?\d"
    rf"|(?<=\d[ ]\({_DATE}\),[ ])Nr\.[ ]?\d"
    r"|\bdoi\b|\bISBN\b|\bPMID\b|\barXiv\b"
    rf"|(?<![\d/.:-])\d{{1,3}}[ ]?\(\d{{1,3}}\)(?=[:,][ ]?(?:{_PAGES}|(?!{_DATE})\p{{L}}?\d|pp?\.))"
    rf"|(?<![\d/.:-])\d{{1,3}},[ ](?:\d{{1,3}}[ ]\({_DATE}\),[ ]|\({_DATE}\),[ ])?{_PAGES}"
    rf"|(?<!\d)\d{{1,4}},[ ][eL]?\d{{1,5}}(?:[-–]\d+)?[ ]\({_DATE}\)|\({_DATE}\):[ ]?{_PAGES}"
    rf"|(?<!\d){_DATE}(?:[ ]\p{{L}}{{3}}(?:[ ]\d{{1,2}})?)?;[ ]?\d{{1,4}}[ ]?(?:\(\d+\))?:"
    r"[ ]?\p{L}?\d"
    r"|;[ ]?\d{1,4}[ ]?\(\d{1,3}\):|(?<=\p{L}[.,]?[ ])\d{1,4}\(\d{1,3}\)"
    r"|(?<=\p{L}[.,]?[ ])\d{1,4}:[ ]?(?:\d{3,5}[-–]\d|e\d)"
    rf"|\b[Nn]o\.[ ]?\d{{1,4}}[ ]\({_DATE}\)"
)
_TOWN = r"\p{Lu}[\p{L} ]+(?:,[ ]\p{Lu}\p{L}+)?"
_PUBLISHER = regex.compile(
    r"(?<=[.”\"»][^\n]*)\b(?:Press|UP|Verlag|Publish(?:ers|ing)|Books|Routledge|Springer|Sage|Wiley|Elsevier|Penguin"
    r"|Proceedings|Transactions)\b"
    r"|\((?:Eds?|Hrsg|éds?|red)\.?\)|\b[Ee]dited by\b"
    rf"|(?<=[.,][ ]|\(){_TOWN}[ ]?:[ ]\p{{Lu}}[\p{{L}}&' -]+[,;][ ]{_DATE}"
)
# A heading of people, not of works.
_SUBHEAD = regex.compile(
    r"(?i:[ \t#*_]*(?:[\p{L}]+[ ])?(?:referees?|references?|supervis\p{L}+|mentors?|contacts?"
    r"|members?|students?|teachers?|committee|thanks|thank[ ]you|acknowledge?ments?|interview\p{L}*"
    r"|oral|referenzen|betreu\p{L}+|dank\p{L}*|mitglieder|referenser|handledare|tack|medlemmar"
    r"|referencias|tutores|gracias|agradecimientos|miembros|références|encadrants?|remerciements"
    r"|membres|referenties|begeleiders?|leden|bedankt)(?:[ ][\p{L}]+)?[ \t*_:]*)"
)
_SOME_WORDS = regex.compile(r"\p{L}{3,}[^\p{L}]+\p{L}{2,}")
_ENDS = regex.compile(r"[.!?”\"»)\d]\s*\Z")
_JOURNAL = regex.compile(r"\p{Lu}[\p{L}&',:. -]++[;(]?\d")
_PRIVATE = regex.compile(
    r"(?i:(?<!\p{L})(?:my|our|we|us|classmates?|attendance|presented[ ]by|aged[ ]\d+|dob|due|tel"
    r"|borrowed|returned|admission|candidate|school[ ](?:magazine|paper|newspaper)|science[ ]fair"
    r"|phone|mobile|student[ ](?:no|number|id)|class[ ]of[ ]\d{4})(?!\p{L}))"
    r"|(?<!\p{L})I[ ]\p{Ll}"
)
_SCHOOL = regex.compile(r"(?i:(?<!\p{L})(?:class|school|students?|lab|course|pupils?)(?!\p{L}))")


class Entry(NamedTuple):
    """A line that looks like a work with its authors.

    line (int): Its number.
    last (int): The number of its last line.
    told (bool): It also says where the work was published.
    sure (bool): And nothing else is written so: authors with initials and an issue of a journal,
        or any authors with volume and pages, of no school's journal.
    """

    line: int
    last: int
    told: bool
    sure: bool = False


def entries_by_form(layout: Layout) -> list[tuple[int, int]]:
    """Where entries of lists of references stand that are told by their form.

    Lines between two entries are none: they may be notes, and name anybody.

    layout (Layout): The document's lines.
    RETURNS (list[tuple[int, int]]): First character and end of each, by place.

        >>> text = "Xu, Z. (2019). Rain. Sage.\\nYi, A. (2020). Ice. Journal of Snow, 3(1), 2-9."
        >>> [text[a:b][:2] for a, b in entries_by_form(Layout(text))]
        ['Xu', 'Yi']
    """
    whole = [entry for run in _lists(layout) for entry in _whole(layout, run)]
    return [(layout.bounds(one.line)[0], layout.bounds(one.last)[1]) for one in whole]


def _whole(layout: Layout, run: list[Entry]) -> list[Entry]:
    """The entries of a list with those that are cut off and short, by place."""
    return sorted({*_with_ends(layout, run), *_short_forms(layout, run)})


def _short_forms(layout: Layout, run: list[Entry]) -> Iterator[Entry]:
    """Numbered notes below an entry that name its authors by surname, up to a heading of people."""
    names, entries = set[str](), {entry.line: entry for entry in run}
    end = min(len(layout), run[-1].last + 1 + APART)
    number = run[0].line
    while number < end:
        first, last = layout.bounds(number)
        text = layout.text[first : min(last, first + HEAD)]
        if entry := entries.get(number):
            authors = _AUTHORS.match(text)
            names.update(_CAPITALISED.findall(authors[0]) if authors else ())
            number = entry.last
        elif _SUBHEAD.fullmatch(text):
            return
        elif _is_short_form(text, names):
            yield Entry(number, number, told=False)
            end = min(len(layout), max(end, number + 1 + APART))
        number += 1


def _is_short_form(text: str, names: set[str]) -> bool:
    short = _SHORT.match(text)
    if short is None or _PRIVATE.search(text):
        return False
    return names.issuperset(short.captures("name"))


def _lists(layout: Layout) -> list[list[Entry]]:
    runs = list[list[Entry]]()
    for entry in _entries(layout):
        if not runs or not _goes_on(layout, runs[-1][-1].last, entry.line):
            runs.append([])
        runs[-1].append(entry)
    return [run for run in runs if _is_list(layout, run)]


def _above(layout: Layout, run: list[Entry]) -> int | None:
    return layout.neighbour(run[0].line, -1)


def publications(layout: Layout) -> int:
    """Where somebody's own publications begin: the character behind the heading; -1 for none.

    layout (Layout): The document's lines.

        >>> publications(Layout("Publications\\nA. Ruiz (2019). Rain. Sage."))
        12
    """
    ends = (layout.bounds(n)[1] for n in range(len(layout)) if _is_heading(layout, n, _PUBLISHED))
    return next(ends, -1)


def lines_of_authors(layout: Layout, first: int, last: int) -> set[int]:
    """Lines of names alone, each between a title and a line with a year, in a list of such.

    layout (Layout): The document's lines.
    first, last (int): The first line of a list of references, and the one behind its last.
    RETURNS (set[int]): Their numbers; none where there is only one, who may have signed below.
    """
    found: set[int] = set()
    for number in range(first + 1, last - 1):
        above, own, below = (layout.bounds(number + step) for step in (-1, 0, 1))
        if above[0] == above[1] or own[1] - own[0] > LONGEST:
            continue
        if _NAMES_ALONE.fullmatch(layout.text, *own):
            source = layout.text[below[0] : min(below[1], below[0] + LONGEST)]
            if _YEAR.search(source) and regex.match(r"\p{Lu}\p{L}++(?! \d)", source):
                found.add(number)
    return found if len(found) > 1 else set()


def _is_heading(layout: Layout, number: int | None, *kinds: regex.Pattern[str]) -> bool:
    if number is None:
        return False
    first, last = layout.bounds(number)
    return last - first <= HEADING and any(k.fullmatch(layout.text, first, last) for k in kinds)


def _goes_on(layout: Layout, above: int, below: int) -> bool:
    """Do few lines lie between two entries, and no heading of people, such as "Referees"?"""
    bounds = (layout.bounds(number) for number in range(above + 1, below))
    between = list(islice((one for one in bounds if one[0] < one[1]), APART + 1))
    headed = (_SUBHEAD.fullmatch(layout.text, *one) for one in between)
    return len(between) <= APART and not any(headed)


def _is_list(layout: Layout, run: list[Entry]) -> bool:
    headed = _is_heading(layout, _above(layout, run), _PUBLISHED)
    told = sum(entry.told for entry in run)
    return told >= (1 if headed else LEAST) or any(entry.sure for entry in run)


def _with_ends(layout: Layout, run: list[Entry]) -> Iterator[Entry]:
    """The entries of a list, and at an end of the text one that is cut off."""
    above, below = _above(layout, run), layout.neighbour(run[-1].last, 1)
    if above is not None and layout.neighbour(above, -1) is None:
        cut = _is_tail(layout, above) or _is_cut_off(layout, above, run[0].line, -1)
        yield from [Entry(above, above, told=False)][:cut]
    yield from run
    if below is not None and layout.neighbour(below, 1) is None:
        cut = _is_cut_off(layout, below, run[-1].line, 1)
        yield from [Entry(below, below, told=False)][:cut]


def _is_tail(layout: Layout, line: int) -> bool:
    """Is it the end of an entry: from the middle of a sentence on, with a volume or publisher?"""
    first, last = layout.bounds(line)
    rest = layout.text[first : min(last, first + LONGEST)].lstrip(' *_(“"')
    return _says_where(rest) and not rest[:1].isupper() and _PRIVATE.search(rest) is None


def _is_cut_off(layout: Layout, line: int, entry: int, step: int) -> bool:
    """Is a line beside an entry one, too: with the next number, or with two authors or more?"""
    (first, last), other = layout.bounds(line), layout.bounds(entry)
    text = layout.text[first : min(last, first + HEAD)]
    if _PRIVATE.search(text) or _SCHOOL.search(text):
        return False
    own, its = _COUNTED.match(text), _COUNTED.match(layout.text, *other)
    if its is not None:
        if own is None or int(own["nth"]) != int(its["nth"]) + step:
            return False
        return _AUTHORS.match(layout.text, *other) is None or _NAMES_FIRST.match(text) is not None
    authors = _AUTHORS.match(text)
    if authors is None or _SEVERAL.search(authors[0]) is None:
        return False
    turned = _INITIALS.match(text) or _ONE_SURNAME.match(text)
    return turned is not None or _SOME_WORDS.search(text, authors.end()) is not None


def _entries(layout: Layout) -> Iterator[Entry]:
    number = 0
    while number < len(layout):
        entry = _by_authors(layout, number) or _by_title(layout, number)
        if entry is not None:
            yield entry
            number = entry.last
        number += 1


def _by_authors(layout: Layout, number: int) -> Entry | None:
    """An entry that begins with its authors, maybe broken into several lines."""
    text, (first, last) = layout.text, layout.bounds(number)
    head = _AUTHORS.match(text, first, min(last, first + HEAD))
    if head is None or (head.end() >= last and text[last - 1] not in ",;&"):
        return None  # names alone
    end, final = min(last, first + LONGEST), number
    for below in range(number + 1, min(len(layout), number + WRAPPED)):
        begin, stop = layout.bounds(below)
        if not text[begin:stop].strip() or _AUTHORS.match(text, begin, min(stop, begin + HEAD)):
            break
        ended = _ENDS.search(text, first, layout.bounds(below - 1)[1]) is not None
        if ended and not (text[begin].isspace() or _says_where(text[begin:stop])):
            break  # a note below the entry
        end, final = min(stop, first + LONGEST), below
    rest = text[head.end() : end]
    if not (_YEAR.search(rest) or _YEAR.search(head[0])) or _PRIVATE.search(rest):
        return None
    initials = _INITIALS.match(text, first, min(last, first + HEAD))
    issue = text[initials.end() : end] if initials and head.end() < last else ""
    if not _SOME_WORDS.search(rest):
        return None
    told = _says_where(rest) and (initials is not None or _SCHOOL.search(rest) is None)
    return Entry(number, final, told, _is_issue(issue) or _is_issue(rest, WHOLE))


def _by_title(layout: Layout, number: int) -> Entry | None:
    """An entry whose title comes first, and its authors behind it or in a line of their own."""
    text, (first, last) = layout.text, layout.bounds(number)
    names = _BEHIND_TITLE.search(text, first, min(last, first + LONGEST))
    if names is not None:
        source = text[names.end() : min(last, first + LONGEST)]
        return _with_source(number, number, names["all"], source)
    if number + 2 >= len(layout) or not text[first:last].strip() or text[last - 1] == ":":
        return None
    begin, stop = layout.bounds(number + 1)
    if stop - begin > LONGEST or not _NAMES_ALONE.fullmatch(text, begin, stop):
        return None
    if _INITIALS.match(text[first : min(last, first + HEAD)]):
        return None
    names = text[begin:stop]
    begin, stop = layout.bounds(number + 2)
    return _with_source(number, number + 2, names, text[begin : min(stop, begin + HEAD)])


def _with_source(line: int, last: int, names: str, source: str) -> Entry | None:
    """An entry, if a journal with its year follows its authors."""
    if not (_JOURNAL.match(source) and _YEAR.search(source)) or _PRIVATE.search(source):
        return None
    initials = _INITIALS.match(names)
    sure = initials is not None and initials.end("all") >= len(names.rstrip(" .;"))
    told = _ISSUE.search(source) is not None and (sure or _SCHOOL.search(source) is None)
    return Entry(line, last, told, sure and _is_issue(source))


def _is_issue(text: str, least: int = 1) -> bool:
    """Is a volume told, or so many of volume, number and pages, and of no school's journal?"""
    return len(_ISSUE.findall(text)) >= least and _SCHOOL.search(text) is None


def _says_where(text: str) -> bool:
    """Is a volume, a page, an editor or a publisher told?"""
    return _ISSUE.search(text) is not None or _PUBLISHER.search(text) is not None
