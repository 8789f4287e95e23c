"""Names whose letters stand apart: "M a r i s o l   V e g a", "it is spelt M-a-r-i-s-o-l".

The gaps inside of a word are the narrow ones, or have a sign. Where letters make the words of a
name that tables know, and no ordinary word, or a word of somebody whom the text names, somebody is
named.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from ....core.labels import NAME_LABELS
from ....core.later import regex
from ....core.spans import PiiSpan
from ....text.lexicon.letters import spaced_runs, spaced_words, undress
from ....text.lexicon.words import Lexicon
from ....text.page.page import Page
from ..name_pass import NamePass

_SIGNS = frozenset("-‐‑*")
_WORD = regex.compile(r"\p{L}{3,}")
_LETTERS = regex.compile(
    r"\p{L}(?:[^\S\n]{1,4}\p{L}){2,}(?![-‐‑*]\p{L})"
    r"|\p{L}([-‐‑*])\p{L}(?:\1\p{L})+(?:[^\S\n]\p{L}(?:\1\p{L})+)*+"
)
_SHORTEST = 3
"""Letters of one word at least."""
_SHORTEST_SIGNED = 4
"""The same where signs part them, unless it is written like a name: of three letters short forms
are made ("A-C-G")."""
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
        runs = spaced_runs(text)
        told = _told(text, spans) if runs else frozenset()
        found = [
            name
            for run in runs
            for part in _LETTERS.finditer(text, *run)
            for name in _names(text, part.span(), lexicon, told)
        ]
        found += _told_in(text, runs, told)
        if not found:
            return spans
        # The finder may take some letters of a name, and a word beside them, for something else.
        guessed = {s for s in spans if s.source in ("", "ner") and s.label not in NAME_LABELS}
        found = _grown(found, [(span.start, span.end) for span in guessed])
        taken = {i for start, end in found for i in range(start, end)}
        kept, blocked = [], set[int]()
        for span in spans:
            own = range(span.start, span.end)
            if (span in guessed or span.label in NAME_LABELS) and not taken.isdisjoint(own):
                continue
            kept.append(span)
            blocked.update(own)
        clear = (name for name in found if blocked.isdisjoint(range(*name)))
        new = [PiiSpan(start, end, "PERSON", self.score) for start, end in clear]
        return sorted((*kept, *new), key=lambda span: span.start)


def make_spelt(score: float = 0.8) -> NamePass:
    """Build `spacy_hips.NamePass.spelt.v1`.

    score (float): The score of a name that was found so.
    """
    return Spelt(score)


def _grown(
    names: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """The names, each grown over the spans that it overlaps."""
    out: list[tuple[int, int]] = []
    for start, end in sorted(names):
        touching = [other for other in others if other[0] < end and start < other[1]]
        start = min([start, *(other[0] for other in touching)])
        end = max([end, *(other[1] for other in touching)])
        if out and start < out[-1][1]:
            out[-1] = out[-1][0], max(out[-1][1], end)
        else:
            out.append((start, end))
    return out


def _told(text: str, spans: Sequence[PiiSpan]) -> frozenset[str]:
    """The words of the persons whom a text names otherwise."""
    named = (text[span.start : span.end] for span in spans if span.label in NAME_LABELS)
    return frozenset(word.title() for name in named for word in _WORD.findall(name))


def _told_in(
    text: str, runs: Sequence[tuple[int, int]], told: Collection[str]
) -> Iterator[tuple[int, int]]:
    """Where runs have the letters of a word of such a person, whatever stands between them."""
    long = [word for word in told if len(word) >= _SHORTEST_SIGNED]
    pattern = regex.compile(r"(?i)\L<words>", words=long)
    for run in runs if long else ():
        at = [i for i in range(*run) if text[i].isalpha()]
        for match in pattern.finditer("".join(text[i] for i in at)):
            yield at[match.start()], at[match.end() - 1] + 1


def _names(
    text: str, run: tuple[int, int], lexicon: Lexicon, told: Collection[str]
) -> Iterator[tuple[int, int]]:
    """The names in one run of letters that stand apart."""
    row: list[tuple[int, int]] = []
    begin, end = run
    words = ((begin + first, begin + last) for first, last in spaced_words(text[begin:end]))
    for first, last in (*words, (end, end)):
        written = "".join(filter(str.isalpha, text[first:last]))
        is_name = lexicon(written.title()).named or written.title() in told
        if is_name and (row or _is_long(written, text[first:last])) and len(row) < _LONGEST:
            row.append((first, last))
            continue
        yield from _checked(text, row, lexicon, told)
        row = []


def _is_long(written: str, spelt: str) -> bool:
    signed = any(sign in _SIGNS for sign in spelt) and not written.istitle()
    return len(written) >= (_SHORTEST_SIGNED if signed else _SHORTEST)


def _checked(
    text: str, row: Sequence[tuple[int, int]], lexicon: Lexicon, told: Collection[str]
) -> Iterator[tuple[int, int]]:
    words = ["".join(filter(str.isalpha, text[a:b])).title() for a, b in row]
    if any(word in told or not lexicon(word).common for word in words):
        yield row[0][0], row[-1][1]
