"""Reads citations: which names are those of cited authors.

Author and year in and before brackets, numbers in brackets with a list of references, footnotes,
and the list itself. Everything looks at a bounded stretch around a name or at a line once, so the
time is linear in the length of the text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import islice

from ...core.later import re
from ...text.lexicon.tables import fold, particles
from ...text.page.bibtex import authors_of_bibtex
from ...text.page.entries import entries_by_form, lines_of_authors
from ...text.page.lines import Layout
from .private_sources import TOLD, is_dated_byline, is_forename_alone, is_private_source

REACH = 160
"""Characters behind a name that may lie before its year: other authors, "et al."."""
STEPS = 40
"""Words and marks that may lie before it."""
LONGEST_NAME = 3
"""Words with a capital that may follow each other there."""
LONGEST_REST = 1
"""Such words that may follow the name itself unjoined: more are a heading."""
BEFORE = 300
"""Characters in front of a name in which its bracket may have been opened."""
HEAD = 400
"""Characters of a line that are looked at to see what it is."""
LONGEST_HEADING = 60
LAST = 10
"""Of the words "References" within running text, so many last ones may begin the list."""
AUTHORS = 5000
"""Characters of a line in which the authors of a list are looked for: it may be all in one line."""
RUN_ON = 600
"""Characters of a line from which on it is a list that lost its line breaks."""
CONTINUED = 3
"""Lines over which an entry of a list may run without a mark of its own."""

_TOKEN = re.compile(r"[^\W\d_]+(?:['’\-‐‑][^\W\d_]+)*|\d+[a-z]?|[^\w\s]|\n")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d[a-z]?")
_UNDATED = ("n.d", "nd)", "inpress", "forthcoming")
_EDITED = frozenset(("ed", "eds", ".", ",", "in", "c", "ca"))
_INSIDE = frozenset(("'", "’", "s"))
_ABBREVIATED = frozenset(("al", "Jr", "Sr", "St", "Ed", "Eds"))
_JOINERS = frozenset(("&", "and", "und", "et", "y", "e", "og", "och", "en", "with"))
_PAGE = re.compile(r"\s*,?\s*(?:pp?|pages?|chap|ch|vol)\.?\s*\d", re.I)
_MLA = re.compile(r"\s+\d{1,3}(?:\s*[-–]\s*\d{1,3})?\s*\)")
_NUMBER = re.compile(r"\s*(?:et\s+al\.?\s*)?(?:\[\d{1,3}(?:\s*[,;–-]\s*\d{1,3}){0,8}\]|[¹²³⁴-⁹]+)")
_LIFE = re.compile(r"\s*\(\s*(?:born\s+|b\.\s*|c\.\s*|ca\.\s*)?\d{3,4}\s*[-–—]\s*(?:\d{2,4})?\s*\)")
_HEADING = re.compile(
    r"^[ \t#*_>\d.]{0,8}(?:(?:list\s+of\s+)?(?:references?|refrences?|bibliography|sources|"
    r"literature|works?\s+(?:cited|consulted)|further\s+reading|literaturverzeichnis|literatur|quellen|"
    r"bibliograf[ií]a|referencias|bibliographie|r[ée]f[ée]rences|refer[êe]ncias)"
    r"(?:\s+(?:list|cited|used|consulted))?)[ \t*_:.]{0,4}$",
    re.I,
)
_INLINE = re.compile(
    r"(?<![^\s.:;!?)\]])(?:References?|REFERENCES?|Bibliography|BIBLIOGRAPHY|Works [Cc]ited|"
    r"WORKS CITED)[ \t]*:?[ \t]+(?=[\[(]?\d|[^\W\d_])"
)
_STOP = re.compile(
    r"^[ \t#*_\d.]{0,8}(?:appendi(?:x|ces)|annex|attachments?|acknowledge?ments?|about\s+the\s+"
    r"authors?|signature|signed|submitted|name|student|author|reflection|notes?)\b",
    re.I,
)
_START = re.compile(
    r"\s*(?:[-•*–]\s*|\[\d{1,3}\]\s*|\(?\d{1,3}[.)]\s+)?"
    r"[^\W\d_][\w'’.-]*(?:\s+[^\W\d_][\w'’.-]*){0,3}\s*,\s*(?:[^\W\d_]\.|[^\W\d_][\w'’-]+)"
)
_MARK = re.compile(
    r"(?<!\d)(?:1[5-9]|20)\d\d[a-z]?(?!\d)|https?:|www\.|\bdoi\b|\bpp?\.\s*\d|\bvol\b|\bISBN\b"
    r"|[“”\"«]|\b(?:Press|Publish|Journal|Verlag|Retrieved|Books?|Eds?)\b"
)
_PUBLISHED = re.compile(
    r"https?:|www\.|\bdoi\b|\bpp?\.\s*\d|\bvol\b|\bISBN\b|\d\s*\(\d{1,3}\)|\d\s*[;:]\s*\d"
    r"|\b(?:Press|Publish\w*|Journal|Verlag|Revista|Revue|Tidskrift|Tijdschrift|Zeitschrift)\b"
)
"""What is told of a published work, be it an interview."""
_OWN = re.compile(
    r"\b[Mm]y\s+(?:own|grand\w+|mother|mum|mom|father|dad|aunt|uncle|sister|brother|cousin|friend"
    r"|neighbou?r|teacher|tutor|class\w*|diary|notes)\b|\b(?:[Tt]ele)?[Pp]hone\s+call\b|\b[Tt]ext\s+message\b"
)
_DATED = re.compile(
    r"[\s,.–-]*(?:\d{1,2}(?:st|nd|rd|th)?\.?\s+)?(?:[^\W\d_]{3,9}\.?\s+)?(?:\d{1,2},?\s+)?"
    r"(?:\d{1,2}[./-]\d{1,2}[./-])?(?:19|20)\d\d[\s.]*"
)
_TITLED = re.compile(
    r"\s*(?:[-•*–]\s*|\d{1,2}[.)]\s*)?(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor)(?![^\W\d_])"
)
_NOTE = re.compile(r"\s*(?:\[?\d{1,3}[\].)]?|[¹²³⁴-⁹]+|\*{1,3}|†)\s*(?=[^\W\d_\"“])")
_NOTED = re.compile(
    r"\bibid\b|\bop\.\s*cit|\bpp?\.\s*\d|\((?!born\b|b\.)[^()]{0,80}(?:1[5-9]|20)\d\d\)"
    r"|[\"”],?\s[^\"“”]{0,120}(?:1[5-9]|20)\d\d",
    re.I,
)
_NOTED_WORDS = frozenset(
    ("see", "also", "cf", "e", "g", "eg", "quoted", "cited", "in", "by", "and", "as", "ibid", "id")
)
_SMALL = re.compile(r"(?<![^\W\d_])[a-zß-öø-ÿ]+")
_GOES_ON = re.compile(r"(?:['’]s)?\s*[,.:;]|\s+(?:and|&)\s")
_NAME = re.compile(r"[^\W\d_]{3,}(?:['’-][^\W\d_]+)*")

_WITH_INITIAL = re.compile(
    r"(?P<first>[^\W\d_]{2,}(?:['’-][^\W\d_]+)*),?\s+[^\W\d_]\."
    r"|(?<![^\W\d_])[^\W\d_]\.\s*(?P<last>[^\W\d_]{2,}(?:['’-][^\W\d_]+)*)"
)
_FIRST_WORD = re.compile(r"\s*(?:[-•*–]\s*|\[?\d{1,3}[\].)]\s*)?([^\W\d_]{3,}(?:['’-][^\W\d_]+)*)")


class Citations:
    """Where one document cites, asked a name at a time.

    layout (Layout): The document's lines.
    """

    def __init__(self, layout: Layout) -> None:
        self.text = layout.text
        self._layout = layout

    def kind(self, start: int, end: int) -> str:
        """How the name at these characters is cited.

        start, end (int): The name's characters.
        RETURNS (str): "list" (in the list of references), "year" (author and year), "et al",
            "number", "note" (a footnote), "page", or "" where it is not cited.
        """
        if self.in_list(start, end):
            return "list"
        if self._private(start, end) or self.unpublished(start, end):
            return ""
        # Whoever is named in full on top wrote the text, and "Ana Ruiz et al." is a team.
        after = self._authors(start, end)
        full = _is_full(self.text[start:end]) and not self.listed(self.text[start:end])
        if after and not (full and (after == "et al" or end <= self._layout.title_end)):
            return after
        if self.in_note(start, end):
            return "note"
        if _NUMBER.match(self.text, end, end + 40) and self.listed(self.text[start:end]):
            return "number"
        bracket = self._open_bracket(start)
        if bracket and not full and _PAGE.match(self.text, end, end + 20):
            return "page"
        if bracket and _MLA.match(self.text, end, end + 16) and self.listed(self.text[start:end]):
            return "page"
        return ""

    def number(self, end: int) -> bool:
        """Does a number in brackets follow, with or without a list?"""
        return _NUMBER.match(self.text, end, end + 40) is not None

    def life(self, end: int) -> bool:
        """Do the years of a life follow: "(1879-1955)"?"""
        return _LIFE.match(self.text, end, end + 30) is not None

    def listed(self, name: str) -> bool:
        """Is the last word of a name that of an author in the list of references?"""
        words = _NAME.findall(fold(name))
        return bool(words) and words[-1] in self._authors_listed

    def in_list(self, start: int, end: int) -> bool:
        """Is it within an entry of the list of references?"""
        if _covers(self._bibtex, start):
            return not is_private_source(self.text, start, end)
        line = self._layout.line(start)
        if _covers(self._entries, start):
            return not self._is_private_line(line, start, end) and not self._ends(line, start, end)
        return _covers(self._zones, start) and self._is_entry(line, start, end)

    def unpublished(self, start: int, end: int) -> bool:
        """Is it in an entry of the list of references that tells of an unpublished source?

        "Ruiz, Ana (2024). Lecture 4 [slides]": teachers, classmates and interviewees stand so among
        the authors of works. A published interview has a journal, pages or an address.
        """
        if not _covers(self._zones, start) and not _covers(self._entries, start):
            return False
        first, last = self._layout.bounds(self._layout.line(start))
        entry = self.text[first:last]
        told = last - first <= RUN_ON and TOLD.search(entry) is not None
        return told and not _PUBLISHED.search(entry)

    def in_note(self, start: int, end: int) -> bool:
        """Is it in a footnote that cites, at the head of what is cited?

        Members of a group have numbers, too ("1. Ana Ruiz (Class of 2021)"), and a note may tell
        who did what ("* Ana Ruiz drew it (May 2020)").
        """
        first, last = self._layout.bounds(self._layout.line(start))
        mark = _NOTE.match(self.text, first, min(last, first + 12))
        if not mark or not _GOES_ON.match(self.text, end, last):
            return False
        head = self.text[max(mark.end(), self.text.rfind(";", first, start)) : start].lower()
        if not _NOTED_WORDS.issuperset(_SMALL.findall(head)):
            return False
        return bool(_NOTED.search(self.text, start, min(last, start + 250)))

    # Author and year

    def _authors(self, start: int, end: int) -> str:
        """Walk over further authors to a year; "year", "et al" or ""."""
        after = _TOKEN.findall(self.text, end, min(len(self.text), end + REACH))[:STEPS]
        if after[:1] == ["."] and end - start > 1 and self.text[end - 2].isalpha():
            return ""  # the end of a sentence, and not of an initial
        return _to_year(after, self._open_bracket(start))

    def _open_bracket(self, start: int) -> bool:
        low = max(0, start - BEFORE)
        opened = max(self.text.rfind("(", low, start), self.text.rfind("[", low, start))
        return opened > max(self.text.rfind(")", low, start), self.text.rfind("]", low, start))

    def _private(self, start: int, end: int) -> bool:
        """Is it no work that is cited but this one, or what somebody said?"""
        if is_private_source(self.text, start, end) or is_dated_byline(self._layout, start, end):
            return True
        name = self.text[start:end]
        if not is_forename_alone(name) or self.listed(name):
            return False
        return not self._among_authors(start, end)

    def _among_authors(self, start: int, end: int) -> bool:
        """Does its bracket name authors who are surely cited ("(Jean, 2009; Barabé, 2004)")?"""
        if not self._open_bracket(start):
            return False
        low = max(self.text.rfind(mark, max(0, start - BEFORE), start) for mark in "([")
        high = self.text.find(")", end, end + REACH)
        others = self.text[low + 1 : start], self.text[end : max(end, high)]
        words = (word for other in others for word in _NAME.findall(other))
        return any(word[0].isupper() and not is_forename_alone(word) for word in words)

    # The list of references

    @cached_property
    def _bibtex(self) -> list[tuple[int, int]]:
        """Where authors stand in entries of BibTeX."""
        return list(authors_of_bibtex(self._layout))

    @cached_property
    def _entries(self) -> list[tuple[int, int]]:
        """Entries that are told by their form."""
        return entries_by_form(self._layout)

    @cached_property
    def _zones(self) -> list[tuple[int, int]]:
        """Where lists of references begin and end, by place."""
        zones = self._headed()
        if not zones:
            heads = deque((m.end() for m in _INLINE.finditer(self.text)), maxlen=LAST)
            found = (at for at in reversed(heads) if _MARK.search(self.text, at, at + 300))
            zones = [(at, len(self.text)) for at in islice(found, 1)]
        return zones

    def _headed(self) -> list[tuple[int, int]]:
        """Lists under a heading, until something else begins or lines look like no entries."""
        zones: list[tuple[int, int]] = []
        opened, bare = -1, 0
        for number in range(len(self._layout)):
            first, last = self._layout.bounds(number)
            if first == last:
                continue
            head = self.text[first : min(last, first + HEAD)]
            if last - first <= LONGEST_HEADING and _HEADING.match(head):
                opened, bare = (last, 0) if opened < 0 else (opened, 0)
            elif opened >= 0:
                bare = 0 if _MARK.search(head) or _START.match(head) else bare + 1
                if bare > CONTINUED or _STOP.match(head):
                    zones.append((opened, first))
                    opened = -1
        return [*zones, (opened, len(self.text))] if opened >= 0 else zones

    def _is_private_line(self, line: int, start: int, end: int) -> bool:
        """Does a line tell of a private source, or of whom one may ask?"""
        first, last = self._layout.bounds(line)
        low, high = max(first, start - REACH), min(last, end + 2 * REACH)
        if TOLD.search(self.text, low, high) or is_private_source(self.text, start, end):
            return True
        # in an application; "my aunt"
        return bool(_TITLED.match(self.text, first, high) or _OWN.search(self.text, low, high))

    def _ends(self, line: int, start: int, end: int) -> bool:
        """Does a full name stand behind an entry in its line: "Sage, 2019. Ana Ruiz"?"""
        first, last = self._layout.bounds(line)
        if not _is_full(self.text[start:end]) or not _MARK.search(self.text, first, start):
            return False
        if _DATED.fullmatch(self.text, end, last):
            return True  # "Read by Ana Ruiz, 3 May 2021"
        return not (_MARK.search(self.text, end, last) or _PUBLISHED.search(self.text, end, last))

    def _is_entry(self, line: int, start: int, end: int) -> bool:
        """Is there more on the line than a name, and nothing that tells of a private source?"""
        if self._is_private_line(line, start, end) or self._layout.repeats(line) > 1:
            return False  # a page header repeats
        first, last = self._layout.bounds(line)
        low, high = max(first, start - REACH), min(last, end + 2 * REACH)
        short = start - first <= REACH and last - end <= REACH
        if short and _DATED.fullmatch(self.text, end, last) and not self.text[first:start].strip():
            return False  # who signs below
        if last - first > RUN_ON:
            # Nobody knows where the list ends: names behind its last year are no authors.
            return _MARK.search(self.text, end, high) is not None
        near = self.text[low:high]
        if self._ends(line, start, end):
            return False
        if _MARK.search(near) or line in self._lines_of_authors:
            return True
        below = self._layout.neighbour(line, 1)
        if below is None or not _START.match(near):
            return False
        begin, stop = self._layout.bounds(below)
        return bool(_MARK.search(self.text, begin, min(stop, begin + 2 * REACH)))

    @cached_property
    def _lines_of_authors(self) -> set[int]:
        """Lines that name the authors of the title above in full."""
        zones = ((self._layout.line(first), self._layout.line(last)) for first, last in self._zones)
        return {n for first, last in zones for n in lines_of_authors(self._layout, first, last + 1)}

    @cached_property
    def _authors_listed(self) -> frozenset[str]:
        """The words of the author part of each entry."""
        words: set[str] = set()
        for first, last in (*self._zones, *self._entries):
            line = self._layout.line(first)
            while line < len(self._layout):
                begin, end = self._layout.bounds(line)
                if begin >= last:
                    break
                head = self.text[max(begin, first) : min(end, begin + AUTHORS)]
                words.update(_listed_authors(head))
                line += 1
        return frozenset(words)


def _covers(places: Sequence[tuple[int, int]], at: int) -> bool:
    """Is a character in one of the places, which do not overlap?"""
    nth = bisect_right(places, at, key=lambda place: place[0]) - 1
    return nth >= 0 and at < places[nth][1]


def _is_full(name: str) -> bool:
    """Is it a forename and a surname? In a text they stand so where people are told of."""
    return " " in name and "." not in name and "," not in name


def _to_year(tokens: list[str], inside: bool) -> str:
    """Do only names, their joints and a bracket lie between an author and a year?

    tokens (list[str]): What follows the author.
    inside (bool): A bracket was opened before.
    RETURNS (str): "year", "et al", or "" where something else comes first.
    """
    joined, run = False, 0
    for number, token in enumerate(tokens):
        word = token.lower()
        if _YEAR.fullmatch(token):
            return "year" if inside and not _spans(tokens, number) else ""
        if token in "([":
            return _year_in_bracket(tokens, number + 1)
        if word == "et" and tokens[number + 1 : number + 2] == ["al"]:
            return "et al"
        if word in _JOINERS or token in ",/":
            joined, run = True, 0
        elif token[0].isupper():
            run += len(token) > 1
            if run > (LONGEST_NAME if joined else LONGEST_REST):
                return ""
        elif word in _INSIDE:
            joined = True  # "Piaget's Child Psychology (1926)"
        elif not _goes_on(tokens, number):
            return ""
    return ""


def _year_in_bracket(tokens: list[str], first: int) -> str:
    """ "year" where a year, or "n.d.", comes first in a bracket, else ""."""
    for number in range(first, len(tokens)):
        if _YEAR.fullmatch(tokens[number]):
            return "" if _spans(tokens, number) else "year"
        if "".join(tokens[number : number + 3]).lower().startswith(_UNDATED):
            return "year"
        if tokens[number].lower() not in _EDITED:
            return ""
    return ""


def _goes_on(tokens: list[str], at: int) -> bool:
    """Does the name go on behind this: a line break within it, the dot of an initial, "van"?"""
    if tokens[at] == "\n":
        return not _ends_line(tokens, at)
    if tokens[at] == ".":  # of an initial or "Jr.", not the end of a sentence
        return not at or len(tokens[at - 1]) == 1 or tokens[at - 1] in _ABBREVIATED
    return tokens[at].lower() in particles()


def _ends_line(tokens: list[str], at: int) -> bool:
    """Does something else begin behind this line break, as below a byline?"""
    before, after = tokens[at - 1] if at else "", tokens[at + 1] if at + 1 < len(tokens) else "\n"
    goes_on = before.lower() in _JOINERS or before in ("&", ",", "/", "(", ";")
    return after == "\n" or (after[0].isupper() and not goes_on)


def _spans(tokens: list[str], at: int) -> bool:
    """Is it the first year of two ("2001-2005")?"""
    after = tokens[at + 1 : at + 3]
    return len(after) == 2 and after[0] in "-–—" and after[1][0].isdigit()


def _listed_authors(line: str) -> Iterable[str]:
    """Words before the years of a line, where authors stand."""
    at = 0
    for mark in _YEAR.finditer(line):
        part = line[max(at, mark.start() - REACH) : mark.start()]
        yield from (fold(m[m.lastgroup]) for m in _WITH_INITIAL.finditer(part) if m.lastgroup)
        at = mark.end()
    head = _FIRST_WORD.match(line)
    if head and head[1][0].isupper():
        yield fold(head[1])
