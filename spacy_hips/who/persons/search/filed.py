"""Guessed names that hold the name of a file: only the words in it that may be a name are hidden.

The finder takes "Ana_Ruiz_Essay1.docx, Ruiz-Ana" for one name, and then the essay and the kind of
file would get the letters of somebody.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ....core.labels import NAME_LABELS
from ....core.later import regex
from ....core.spans import DENIED, PiiSpan, is_proved
from ....text.lexicon.tables import NameTables, name_tables
from ....text.page.page import page_for

_JOINT = regex.compile(r"[._+-]{1,2}")
_AROUND = regex.compile(r"[\s,;:()]+")
NO_NAMES = frozenset(("hw", "img", "pic", "doc", "ver", "cv", "ppt", "pdf", "docx", "dsc", "tmp"))
"""Words of names of files that no list of words has."""


def within_files(text: str, spans: Sequence[PiiSpan]) -> list[PiiSpan]:
    """Cut guessed names down to what may be a name where they reach into names of files.

    text (str): The text.
    spans (Sequence[PiiSpan]): What was found; what a rule proved or a list denies stays whole.
    RETURNS (list): The spans, or their pieces.
    """
    page = page_for(text)
    places, words = page.files, page.words_of_files
    if not places:
        return list(spans)
    starts, ends = zip(*places, strict=True)
    word_starts, word_ends = [start for start, _ in words], [end for _, end in words]
    out: list[PiiSpan] = []
    for span in spans:
        met = places[bisect_right(ends, span.start) : bisect_left(starts, span.end)]
        guessed = span.label in NAME_LABELS or span.label == "USERNAME"
        if not met or not guessed or span.source == DENIED or is_proved(span):
            out.append(span)
            continue
        first, last = bisect_left(word_starts, span.start), bisect_right(word_ends, span.end)
        named = _names(text, words[first:last])
        outside = _outside(text, span, met)
        pieces = [replace(span, start=a, end=b) for a, b in sorted((*named, *outside))]
        out += pieces or [span]
    return out


def _names(text: str, words: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Words that may be a name, joined where only a mark is between them."""
    tables = name_tables()
    start = end = -1
    for left, right in words:
        if not _may_name(text[left:right], tables):
            continue
        if start >= 0 and _JOINT.fullmatch(text, end, left):
            end = right
            continue
        if start >= 0:
            yield start, end
        start, end = left, right
    if start >= 0:
        yield start, end


def _may_name(word: str, tables: NameTables) -> bool:
    """A word that no list knows may be a name, too."""
    if len(word) < 2 or word.lower() in NO_NAMES:
        return False
    return not tables.is_common_word(word) or (word[0].isupper() and tables.is_forename(word))


def _outside(
    text: str, span: PiiSpan, places: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """What a span covers outside the names of files."""
    at = span.start
    for left, right in (*places, (span.end, span.end)):
        start, end = at, min(left, span.end)
        while start < end and _AROUND.match(text[start]):
            start += 1
        while end > start and _AROUND.match(text[end - 1]):
            end -= 1
        if any(map(str.isalpha, text[start:end])):
            yield start, end
        at = right
