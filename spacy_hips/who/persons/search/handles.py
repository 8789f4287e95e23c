"""Finds handles and file names that are made of the name of a person of the text."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from operator import attrgetter

from ....core.labels import LABELS, NAME_LABELS
from ....core.later import regex
from ....core.spans import PiiSpan
from ....text.lexicon.tables import NameTables, word_key
from ..link.entity import Entity
from ..mention.glue import LONGEST_RUN, Piece, find_pieces, parts_of
from .propagate import DISCOUNT, SURE, PersonSearch

SOURCE = "handle"
SHORTEST, SHORTEST_ALONE = 3, 4
"""Letters of a name beside other parts of a handle, and where there are only digits beside it."""
SHORTEST_PLAIN = 6
"""Letters of a handle without digits and marks ("tmokoena")."""
_MOST = 5

# No hyphens: with these a word is rather a name, or the slug of an address.
_TOKEN = regex.compile(
    r"(?<![\p{L}\p{M}\p{N}_.@/\\-])\p{L}[\p{L}\p{M}\p{N}_]*(?:\.[\p{L}\p{M}\p{N}_]+)*(?![\w@/\\-])"
)
_MARKED = regex.compile(r"[\d_]")
_RUN = regex.compile(r"[\p{L}\p{M}]+")


class Handles:
    """Handles such as "tmokoena3" where a Thandi Mokoena is named, labelled USERNAME.

    A handle is made of one person's name alone: of two parts of it, or of one with digits. Of other
    words with digits or underscores ("mokoena_essay2") the part is found that is the name.
    """

    def __call__(self, search: PersonSearch) -> list[PiiSpan]:
        """Find handles.

        search (PersonSearch): Who is looked for, and where.
        RETURNS (list[PiiSpan]): The handles, and the names inside other words.
        """
        return handles(search.text, search.spans, search.entities, search.tables, search.closed)


def handles(
    text: str,
    spans: Sequence[PiiSpan],
    entities: Mapping[str, Entity],
    tables: NameTables,
    closed: Iterable[tuple[int, int]] = (),
) -> list[PiiSpan]:
    """Find handles such as "tmokoena3" where a Thandi Mokoena is named.

    A handle is made of one person's name alone: of two parts of it, or of one with digits. Of other
    words with digits or underscores ("mokoena_essay2") the part is found that is the name.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): Linked spans, by place.
    entities (Mapping[str, Entity]): Their entities.
    tables (NameTables): The name tables.
    closed (Iterable): Places where nothing is added, such as public web addresses.
    RETURNS (list[PiiSpan]): The handles, labelled USERNAME, and the names inside other words.
    """
    finder = _Finder(spans, entities, tables)
    if not finder.owners:
        return []
    direct = [(s.start, s.end) for s in spans if LABELS[s.label].kind == "direct"]
    taken = sorted([*direct, *closed])
    starts = [start for start, _ in taken]
    reach = list(accumulate((end for _, end in taken), max))
    out: list[PiiSpan] = []
    for match in _TOKEN.finditer(text):
        if len(match[0]) > LONGEST_RUN:
            continue
        at = bisect_left(starts, match.end()) - 1
        if at < 0 or reach[at] <= match.start():
            out.extend(finder.read(match[0], match.start()))
    return out


class _Finder:
    """Reads words as handles of the sure persons of one document."""

    def __init__(
        self, spans: Sequence[PiiSpan], entities: Mapping[str, Entity], tables: NameTables
    ) -> None:
        self.tables = tables
        self.best: dict[str, PiiSpan] = {}
        for span in spans:
            named = span.label in NAME_LABELS and entities[span.id].role != "public"
            if named and span.score >= SURE:
                best = self.best.get(span.id, span)
                self.best[span.id] = max(span, best, key=attrgetter("score"))
        self.parts = {number: parts_of(entities[number]) for number in self.best}
        self.owners: dict[str, set[str]] = defaultdict(set)
        for number, parts in self.parts.items():
            for part in parts:
                if part.role != "particle" and len(part.word) >= SHORTEST:
                    self.owners[part.word].add(number)

    def read(self, token: str, start: int) -> Iterator[PiiSpan]:
        """What is found in one word, which begins at a character."""
        marked = bool(_MARKED.search(token))
        letters = sum(map(str.isalpha, token))
        if not marked and (
            letters < SHORTEST_PLAIN or not token.islower() or self.tables.is_known(token)
        ):
            return
        for number in self._candidates(token):
            pieces = find_pieces(token, self.parts[number])
            if self._is_handle(token, letters, pieces):
                best = self.best[number]
                yield PiiSpan(
                    start, start + len(token), "USERNAME", round(best.score * DISCOUNT, 4), SOURCE
                )
                return
        if marked:
            yield from self._inside(token, start)

    def _candidates(self, token: str) -> list[str]:
        """Persons one of whose names begins or ends a part of the word."""
        found: dict[str, None] = {}
        for match in _RUN.finditer(token):
            run = word_key(match[0])
            for length in range(SHORTEST, len(run) + 1):
                for part in (run[:length], run[-length:]):
                    found.update(dict.fromkeys(sorted(self.owners.get(part, ()))))
        return list(found)[:_MOST]

    def _is_handle(self, token: str, letters: int, pieces: Sequence[Piece]) -> bool:
        if sum(piece.end - piece.start for piece in pieces) < letters:
            return False
        full = [token[p.start : p.end] for p in pieces if p.kind == "full"]
        if len({piece.role for piece in pieces}) > 1:
            return any(len(word) >= SHORTEST for word in full)
        return letters < len(token) and any(self._tells(word) for word in full)

    def _tells(self, word: str) -> bool:
        """Is it a name that is no ordinary word, and long enough to be no chance?"""
        return len(word) >= SHORTEST_ALONE and not self.tables.is_common_word(word)

    def _inside(self, token: str, start: int) -> Iterator[PiiSpan]:
        for match in _RUN.finditer(token):
            owners = self.owners.get(word_key(match[0])) or self._owner_of(match[0])
            if owners and self._tells(match[0]):
                best = self.best[min(owners)]
                yield PiiSpan(
                    start + match.start(), start + match.end(), best.label,
                    round(best.score * DISCOUNT, 4), SOURCE, best.id,
                )  # fmt: skip

    def _owner_of(self, word: str) -> set[str]:
        """The person of whose initial and surname a word consists: "essay_tmokoena"."""
        if len(word) < SHORTEST_PLAIN or self.tables.is_known(word):
            return set()
        return {
            number
            for number in self._candidates(word)
            if self._is_handle(word, len(word), find_pieces(word, self.parts[number]))
        }
