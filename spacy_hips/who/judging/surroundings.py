"""What stands around the mentions of persons in a document: lines, cells, identifiers."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from ...core.later import re
from ...core.spans import PiiSpan
from ...text.lexicon.public_figures import PublicLists
from ...text.lexicon.tables import fold, titles
from ...text.page.lines import Layout
from ...text.page.page import page_for
from . import signs
from .citations import Citations

NEIGHBOUR = 120
"""Characters within which another identifier stands beside a name."""
SHORT_LINE = 200
"""Characters of the longest line of which the words are counted."""

WORD = re.compile(r"[^\W\d_]+(?:['’ʼ\-‐‑][^\W\d_]+)*")
LETTERS = re.compile(r"[^\W\d_]{2,}")
_LOWER = re.compile(r"\b[a-zß-öø-ÿ]{3,}\b")
_IDENTIFIERS = frozenset(("EMAIL", "ID_NUM", "PHONE_NUM", "USERNAME", "STREET_ADDRESS"))


class Surroundings:
    """What stands around the mentions of a document; each thing is read once.

    text (str): The document's text.
    people (Sequence): The mentions of each person, by place.
    others (Sequence[PiiSpan]): The other identifiers of the document.
    lists (PublicLists): Who is public by name.
    """

    def __init__(
        self,
        text: str,
        people: Sequence[Sequence[PiiSpan]],
        others: Sequence[PiiSpan],
        lists: PublicLists,
    ) -> None:
        self.text = text
        self.lists = lists
        self.layout = Layout(text)
        self.citations = Citations(self.layout)
        self.places = sorted((m.start, m.end, n) for n, own in enumerate(people) for m in own)
        self._identifiers = sorted(s.start for s in others if s.label in _IDENTIFIERS)
        self._names: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for start, end, _ in self.places:
            self._names[self.layout.line(start)].append((start, end))
        self._words: dict[int, int] = {}

    @cached_property
    def own_words(self) -> float:
        """How much the whole text speaks of the writer."""
        return signs.own_words(WORD.findall(self.text.lower().replace("’", "'")))

    @cached_property
    def cells(self) -> frozenset[tuple[int, int]]:
        """Cells of tables in the text that hold names."""
        return frozenset(page_for(self.text).name_cells)

    @cached_property
    def filed(self) -> frozenset[int]:
        """Where the words in names of files begin."""
        return frozenset(start for start, _ in page_for(self.text).words_of_files)

    @cached_property
    def lower(self) -> frozenset[str]:
        """The words of the text in small letters."""
        return frozenset(_LOWER.findall(self.text))

    def other_words(self, line: int) -> int:
        """How many words of a line belong to no name; many for a long line."""
        if line not in self._words:
            first, last = self.layout.bounds(line)
            rest = []
            if last - first <= SHORT_LINE:
                for start, end in self._names.get(line, ()):
                    rest.append(self.text[first:start])
                    first = max(first, end)
            rest.append(self.text[first : min(last, first + SHORT_LINE)])
            words = LETTERS.findall(signs.unmarked(" ".join(rest)))
            self._words[line] = sum(fold(word) not in titles() for word in words)
        return self._words[line]

    def only_names(self, line: int | None) -> bool:
        """Are there names on a line, and nothing else?"""
        return line is not None and bool(self._names.get(line)) and self.other_words(line) == 0

    def beside_identifier(self, start: int, end: int) -> bool:
        """Is an e-mail address, a telephone number or the like close by?"""
        return is_between(self._identifiers, start - NEIGHBOUR, end + NEIGHBOUR)


def is_between(places: Sequence[int], first: int, last: int) -> bool:
    """Is one of some places, in order, from the first to the last?"""
    at = bisect_left(places, first)
    return at < len(places) and places[at] <= last
