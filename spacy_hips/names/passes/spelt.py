"""Names whose letters stand apart: "M a r i s o l   V e g a".

The gaps inside of a word are the narrow ones; where letters make the words of a name that tables
know, and no ordinary word, somebody is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import regex

from ...labels import NAME_LABELS
from ...lexicon.words import Lexicon
from ...page.letters import spaced_runs, undress
from ...page.page import Page
from ...spans import PiiSpan
from ..base import NamePass

_LETTERS = regex.compile(r"\p{L}(?:[^\S\n]{1,4}\p{L}){2,}")
_SHORTEST = 3
"""Letters of one word at least."""
_LONGEST = 4
"""Words of one name."""


@dataclass(frozen=True)
class Spelt:
    """Finds names that are written letter by letter.

    score (float): The score of such a name.

        >>> page = Page("By  M a r i s o l   V e g a")
        >>> [page.text[s.start : s.end] for s in Spelt()(page, [], Lexicon())]
        ['M a r i s o l   V e g a']
    """

    score: float = 0.8

    def __call__(self, page: Page, spans: Sequence[PiiSpan], lexicon: Lexicon) -> Sequence[PiiSpan]:
        """Give all spans of the document."""
        text = undress(page.text)
        new = [
            PiiSpan(start, end, "PERSON", self.score)
            for start, end in spaced_runs(text)
            for part in _LETTERS.finditer(text, start, end)
            for start, end in _names(text, part.start(), part.end(), lexicon)
        ]
        if not new:
            return spans
        taken = {i for span in new for i in range(span.start, span.end)}
        kept, blocked = [], set[int]()
        for span in spans:
            own = range(span.start, span.end)
            guessed = span.source in ("", "ner")
            if (guessed or span.label in NAME_LABELS) and not taken.isdisjoint(own):
                continue  # a letter or two of it, which the finder takes for anything
            kept.append(span)
            blocked.update(own)
        new = [s for s in new if blocked.isdisjoint(range(s.start, s.end))]
        return sorted((*kept, *new), key=lambda span: span.start)


def make_spelt(score: float = 0.8) -> NamePass:
    """Build `spacy_hips.NamePass.spelt.v1`.

    score (float): The score of a name that was found so.
    """
    return Spelt(score)


def _names(text: str, start: int, end: int, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    """The names in one run of letters that stand apart."""
    row: list[tuple[int, int]] = []
    for first, last in (*_words(text, start, end), (end, end)):
        word = "".join(c for c in text[first:last] if c.isalpha()).title()
        known = lexicon(word)
        if known.named and (row or len(word) >= _SHORTEST) and len(row) < _LONGEST:
            row.append((first, last))
            continue
        yield from _checked(text, row, lexicon)
        row = []


def _checked(
    text: str, row: Sequence[tuple[int, int]], lexicon: Lexicon
) -> Iterator[tuple[int, int]]:
    words = ["".join(filter(str.isalpha, text[a:b])).title() for a, b in row]
    if any(not lexicon(word).common for word in words):
        yield row[0][0], row[-1][1]


def _words(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The words of a run: between two of them the gap is wider than inside, or has a mark."""
    at = [i for i in range(start, end) if text[i].isalpha()]
    narrow = min(b - a for a, b in pairwise(at))
    first = at[0]
    for before, behind in pairwise(at):
        if behind - before > narrow or "\n" in text[before:behind]:
            yield first, before + 1
            first = behind
    yield first, end
