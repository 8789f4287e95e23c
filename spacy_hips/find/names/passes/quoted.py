"""Names in quotes, which a finder takes for titles and terms: "Mara", 'Tom' and “Ben” came.

A nickname between a forename and a surname joins them. A row of quoted words is one of names where
most of them are forenames.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ....core.labels import NAME_LABELS
from ....core.later import regex
from ....core.spans import PiiSpan
from ....text.lexicon.cues import is_edge_word
from ....text.lexicon.words import Lexicon
from ....text.page.page import Page
from ..name_pass import NamePass
from ..things import MISTAKEN

_OPEN, _CLOSE = "[\"“„«‹'‘‚]", "[\"”“»›'’‘]"
_WORD = r"\p{Lu}[\p{L}\p{M}'’-]*\p{L}"
_NAME = rf"{_WORD}(?: {_WORD}){{0,2}}"
_AROUND = regex.compile(
    rf"(?<![\p{{L}}\p{{M}}\p{{N}}'’-])(?P<first>{_NAME})[^\S\n]{_OPEN}(?P<nick>{_WORD}){_CLOSE}"
    rf"[^\S\n](?P<last>(?:\p{{Ll}}{{1,3}} ){{0,2}}{_WORD})(?![\p{{L}}\p{{M}}\p{{N}}])"
)
_ITEM = rf"(?<![\p{{L}}\p{{N}}]){_OPEN}(?P<item>{_NAME}){_CLOSE}(?![\p{{L}}\p{{N}}])"
_ROW = regex.compile(rf"{_ITEM}(?:(?:,? (?:and|&|or) |[,;]? ){_ITEM})++")
_MARKS = frozenset("\"“„«‹'‘‚")
# What has names and is nobody: "the novels 'Emma' and 'Evelina'".
_WORKS = regex.compile(
    r"(?i)(?<!\p{L})(?:novels?|books?|films?|movies?|songs?|albums?|plays?|stor(?:y|ies)|poems?"
    r"|series|shows?|tools?|apps?|programs?|programmes?|brands?|products?|words?|terms?|labels?"
    r"|topics?|themes?|variables?|columns?|keys?|tags?|categor(?:y|ies)|characters?|read|watched"
    r"|wrote|using|used)(?:[^\S\n]+(?:are|were|like|such as|called|titled|named|of))?"
    r"[^\S\n]*[:,–-]?[^\S\n]*\Z"
)
_LOOK_BACK = 40
_SHARE = 0.5


@dataclass(frozen=True)
class Quoted:
    """Finds names in quotes, and joins what a quoted nickname parts.

    score (float): The score of a name that was found so.

        >>> page = Page("In my group were 'Mara', 'Tom' and 'Wren'.")
        >>> [page.text[s.start : s.end] for s in Quoted()(page, [], Lexicon())]
        ['Mara', 'Tom', 'Wren']
    """

    score: float = 0.6

    def __call__(self, page: Page, spans: Sequence[PiiSpan], lexicon: Lexicon) -> Sequence[PiiSpan]:
        """Give all spans of the document."""
        if _MARKS.isdisjoint(page.text):
            return spans
        at = {i: span for span in spans for i in range(span.start, span.end)}
        new = [*_joined(page.text, at, lexicon), *self._rows(page.text, at, lexicon)]
        if not new:
            return spans
        taken = {i for span in new for i in range(span.start, span.end)}
        kept = [s for s in spans if taken.isdisjoint(range(s.start, s.end))]
        return sorted((*kept, *new), key=lambda span: span.start)

    def _rows(self, text: str, at: Mapping[int, PiiSpan], lexicon: Lexicon) -> Iterator[PiiSpan]:
        """The items of rows most of which are names."""
        for row in _ROW.finditer(text):
            if _WORKS.search(text, max(0, row.start() - _LOOK_BACK), row.start()):
                continue
            items = row.spans("item")
            named = sum(_is_forename(text[start:end], lexicon) for start, end in items)
            if named <= _SHARE * len(items):
                continue
            for start, end in items:
                there = {at[i] for i in range(start, end) if i in at}
                free = all(s.label in MISTAKEN and _holds(start, end, s) for s in there)
                if free and not any(map(is_edge_word, text[start:end].split())):
                    yield PiiSpan(start, end, "PERSON", self.score)


def make_quoted(score: float = 0.6) -> NamePass:
    """Build `spacy_hips.NamePass.quoted.v1`.

    score (float): The score of a name that was found so.
    """
    return Quoted(score)


def _joined(text: str, at: Mapping[int, PiiSpan], lexicon: Lexicon) -> Iterator[PiiSpan]:
    """A forename, a nickname in quotes and a surname, of which some part was found."""
    for match in _AROUND.finditer(text):
        start, end = match.span()
        there = sorted({at[i] for i in range(start, end) if i in at}, key=lambda s: s.start)
        if not there or not all(s.label in NAME_LABELS and _holds(start, end, s) for s in there):
            continue
        parts = [match.span(part) for part in ("first", "last")]
        found = [any(s.start < b and a < s.end for s in there) for a, b in parts]
        known = [lexicon(text[a:b].split()[-1]).named for a, b in parts]
        if len(there) == 1 and (there[0].start, there[0].end) == (start, end):
            continue
        if any(found) and all(f or k for f, k in zip(found, known, strict=True)):
            best = max(there, key=lambda span: span.score)
            yield replace(best, start=start, end=end)


def _holds(start: int, end: int, span: PiiSpan) -> bool:
    return start <= span.start and span.end <= end


def _is_forename(item: str, lexicon: Lexicon) -> bool:
    word = lexicon(item.split()[0])
    return word.forename > 0 and not word.common
