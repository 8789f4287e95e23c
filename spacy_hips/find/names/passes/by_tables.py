"""Finds names by name tables and forms alone, for pipelines in which no finder was trained.

A trained finder sees whole sentences and needs none of this: it is no part of the passes that run
behind one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, takewhile

from ....core.later import regex
from ....core.spans import PiiSpan
from ....text.lexicon.admit import is_unheard_of
from ....text.lexicon.cues import EDGE_WORDS, is_edge_word
from ....text.lexicon.form_words import BODIES
from ....text.lexicon.places import place_names
from ....text.lexicon.tables import fold, particles, titles
from ....text.lexicon.words import Lexicon
from ....text.page.page import Page
from ....text.values.gazetteer import gazetteer
from ..name_pass import NamePass

MOST_WORDS = 5
_WORD = r"\p{Lu}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*+\.?"
_GAP = r"[^\S\n]{1,4}"
_CAPITALS = regex.compile(
    rf"(?<![\p{{L}}\p{{M}}\p{{N}}@#./-]){_WORD}(?:{_GAP}(?:\p{{Ll}}[\p{{L}}'’]{{0,3}}{_GAP}){{0,2}}{_WORD})*+"
)
_PIECES = regex.compile(r"[^\s]+")

_ONE = r"(?P<who>\p{Lu}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*+)"
_END = r"(?=[^\S\n]*(?:[,.!?:;]|\n|\Z| [-–] ))"
_GREETED = regex.compile(rf"(?<!\p{{L}})(?i:dear|hi|hello|hey|thanks|thank you) {_ONE}{_END}")
_SIGNED = regex.compile(
    rf"(?m)^[^\S\n]*(?i:(?:written |submitted |prepared )?by)[:,]?\s{{1,4}}{_ONE}{_END}"
)
_SPEAKS = regex.compile(rf"(?m)^[^\S\n]*{_ONE}(?=:[^\S\n])")
_LINES = 2
"""A speaker speaks at least so often: "Challenge:" stands once."""


@dataclass(frozen=True)
class ByTables:
    """Takes words in capitals for names: a forename and what follows it, or one word behind a
    title, in a greeting, below "by", or before the lines of somebody who speaks.

    score (float): The score of such a name.

        >>> page = Page("A report by Amara Okafor for Mrs. Lindqvist")
        >>> [page.text[s.start : s.end] for s in ByTables()(page, [], Lexicon())]
        ['Amara Okafor', 'Lindqvist']
    """

    score: float = 0.6

    def __call__(self, page: Page, spans: Sequence[PiiSpan], lexicon: Lexicon) -> Sequence[PiiSpan]:
        """Give all spans of the document; what was found stays."""
        taken = {i for span in spans for i in range(span.start, span.end)}
        found = [*_full_names(page.text, lexicon), *_single_names(page.text, lexicon)]
        out = list(spans)
        for start, end in sorted(set(found), key=lambda place: (place[0], -place[1])):
            if taken.isdisjoint(range(start, end)):
                out.append(PiiSpan(start, end, "PERSON", self.score))
                taken.update(range(start, end))
        return sorted(out, key=lambda span: span.start) if len(out) > len(spans) else spans


def make_by_tables(score: float = 0.6) -> NamePass:
    """Build `spacy_hips.NamePass.by_tables.v1`.

    score (float): The score of a name that was found so.
    """
    return ByTables(score)


def _full_names(text: str, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    for stretch in _stretches(text):
        words, at = [word for _, word in stretch], 0
        while at < len(words):
            length = _length(words[at:], lexicon)
            if length:
                start, last = stretch[at + length - 1]
                yield stretch[at][0], start + len(_bare(last))
            at += max(length, 1)


def _stretches(text: str) -> Iterator[list[tuple[int, str]]]:
    """Rows of words in capitals, each with its first character: none goes beyond a sentence."""
    for run in _CAPITALS.finditer(text):
        stretch: list[tuple[int, str]] = []
        for piece in _PIECES.finditer(run[0]):
            stretch.append((run.start() + piece.start(), piece[0]))
            if _bare(piece[0]) != piece[0] and not _is_title(piece[0]):
                yield stretch
                stretch = []
        if stretch:
            yield stretch


def _length(words: Sequence[str], lexicon: Lexicon) -> int:
    """How many words from the first one on are a name; 0 where they are none."""
    opens = lexicon(_bare(words[0])).forename and _is_borne(words[0], lexicon)
    if _is_title(words[0]) or not (opens or is_unheard_of(_bare(words[0]))):
        return 0
    length = 1 + sum(1 for _ in takewhile(lambda w: _goes_on(w, lexicon), words[1:MOST_WORDS]))
    while length > 1 and fold(words[length - 1]) in _small_particles():
        length -= 1
    name = [_bare(word) for word in words[:length]]
    full = [w for w in name if w[1:].strip(".") and fold(w) not in _small_particles()]
    sure = any(_is_borne(word, lexicon) for word in full)
    if len(full) < 2 or not sure or fold(" ".join(name)) in place_names():
        return 0
    behind = words[length : length + 1]
    return 0 if behind and _bare(behind[0]).lower() in BODIES else length


def _single_names(text: str, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    for pattern in (_GREETED, _SIGNED):
        for match in pattern.finditer(text):
            if _may_be_called(match["who"], lexicon):
                yield match.span("who")
    for stretch in _stretches(text):
        for (_, title), (start, word) in pairwise(stretch):
            if _is_title(title) and not _is_title(word) and not _is_ordinary(word, lexicon):
                yield start, start + len(_bare(word))
    spoken: dict[str, list[tuple[int, int]]] = {}
    for match in _SPEAKS.finditer(text):
        spoken.setdefault(match["who"], []).append(match.span("who"))
    for who, places in spoken.items():
        if len(places) >= _LINES and _may_be_called(who, lexicon):
            yield from places


@cache
def _small_particles() -> frozenset[str]:
    """Particles that join no English words, as those of "in 't Veld" and "do Carmo" may."""
    return particles() - EDGE_WORDS - {"as", "us", "ten", "ash"}


def _bare(word: str) -> str:
    """A word without the full stop of its sentence; an initial keeps its own."""
    return word.rstrip(".") if len(word) > 2 else word


def _is_borne(word: str, lexicon: Lexicon) -> bool:
    """Somebody is called so, and it is no ordinary word, or more often a name."""
    known = lexicon(_bare(word))
    return known.named and (known.trigger or not known.common) and not _is_people(word)


def _is_people(word: str) -> bool:
    return gazetteer().people(_bare(word)) is not None


def _goes_on(word: str, lexicon: Lexicon) -> bool:
    """May it follow a forename?"""
    bare = _bare(word)
    if not word[:1].isupper():
        return fold(bare) in _small_particles()
    if len(bare) <= 2 or fold(bare) in _small_particles():
        return True
    return (lexicon(bare).named or is_unheard_of(bare)) and not _is_people(word)


def _is_ordinary(word: str, lexicon: Lexicon) -> bool:
    """It is in a dictionary and nobody bears it, or it is a people."""
    bare = _bare(word)
    return not (lexicon(bare).named or is_unheard_of(bare)) or _is_people(word)


def _may_be_called(word: str, lexicon: Lexicon) -> bool:
    known = lexicon(word)
    return known.forename > 0 and _is_borne(word, lexicon) and not is_edge_word(word)


def _is_title(word: str) -> bool:
    return any(not title.after for title in titles().get(fold(word.rstrip(".")), ()))
