"""The last net: what is left of the names that are replaced, wherever and however it stands.

What the replacer leaves as it is is the text between its spans, so that is where the net looks: for
every word of every name that is replaced, in words that are run together, in handles, paths,
hashtags and names of files, in fancy letters and letters spaced out. A leftover becomes a span of
its person, so that it gets the matching part of the same new name.

One walk over the text: at each place three letters are looked up, whatever the number of people.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter

from ....core.labels import NAME_LABELS
from ....core.later import regex
from ....core.spans import PiiSpan
from ....text.lexicon.letters import spaced_runs, undress, without_hidden
from ....text.lexicon.person_words import DATES
from ....text.lexicon.tables import NameTables, fold, particles, script_of, word_key
from ..link.entity import Entity
from ..mention.glue import LONGEST_RUN, Piece, find_pieces, parts_of, split_part
from ..mention.name import UNSPACED
from .finder import Finder
from .propagate import DISCOUNT, SURE_OF_WORD

SOURCE = "leftover"
HEAD = 3
"""Letters by which words are looked up; shorter words count beside another one only."""
SHORTEST_END = 4
"""Letters of a word that begins or ends a longer one ("moyofamily")."""
SHORTEST_INSIDE = 5
"""Letters of a word anywhere in a handle, a path or a hashtag."""
ENDINGS: frozenset[str] = frozenset(("s", "es", "z", "n", "ian", "esque", "ish", "ism", "like"))
"""What may stand behind a name in one word: "the Etxeberrias"."""

_Place = tuple[int, int]
_Hit = tuple[int, int, str]

_PLACE = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:[._'’-]+[\p{L}\p{M}\p{N}]+)*+")
_RUN = regex.compile(r"[\p{L}\p{M}]+")
_WORD = regex.compile(r"\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+(?!\p{Ll})|[\p{L}\p{M}]")
_NEXT = regex.compile(r"[ -](\p{Lu}[\p{L}\p{M}]*)")
_MACHINE = regex.compile(r"[\p{N}_]|\p{L}\.\p{L}")
_BEFORE, _BEHIND = frozenset("@#/\\_=~"), frozenset("@/\\_=~")


@dataclass(frozen=True)
class _View:
    """A text with plain letters and without marks that do not show.

    plain (str): With plain letters, every character at its place.
    text (str): Without marks, with capitals.
    flat (str): Folded, of the same length.
    places (tuple): Where each character stands in the original; None where all are the same.
    """

    plain: str
    text: str
    flat: str
    places: Sequence[int] | None

    def inward(self, place: int) -> int:
        """Where a place of the original is in the view."""
        return place if self.places is None else bisect_left(self.places, place)

    def outward(self, start: int, end: int) -> _Place:
        """Where a stretch of the view stands in the original."""
        if self.places is None:
            return start, end
        return self.places[start], self.places[end - 1] + 1


def leftovers(
    text: str,
    spans: Sequence[PiiSpan],
    people: Mapping[str, Entity],
    tables: NameTables,
    closed: Iterable[_Place] = (),
    public: Iterable[str] = (),
) -> list[PiiSpan]:
    """Find what would be left of the names that are replaced.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What is replaced, each with the id of its entity.
    people (Mapping[str, Entity]): Whose words are looked for, by id.
    tables (NameTables): The name tables.
    closed (Iterable): Places that stay as they are: public people, addresses, allowed strings.
    public (Iterable[str]): The names of public people that stay: a word that one of them shares
        with a private person is left over only beside another word of the private one.
    RETURNS (list[PiiSpan]): By place, without overlap, with the id of the person.
    """
    full = {i: entity for i, entity in people.items() if entity.first and entity.last}
    if not full:
        return []
    best: dict[str, PiiSpan] = {}
    for span in spans:
        if span.label in NAME_LABELS:
            best[span.id] = max(span, best.get(span.id, span), key=attrgetter("score"))
    view = _look(text)
    taken = [*((s.start, s.end) for s in spans), *closed]
    blocked = _united((view.inward(start), view.inward(end)) for start, end in taken)
    shared = frozenset(word_key(w) for name in public for w in _RUN.findall(undress(name)))
    net = _Net(full, {i: s.score for i, s in best.items()}, tables, shared)
    stops = {start for start, _ in taken}
    found: list[PiiSpan] = []
    for first, last, i in net.find(view, blocked):
        start, end = view.outward(first, last)
        while end < len(text) and unicodedata.combining(text[end]) and end not in stops:
            end += 1
        start = max(start, found[-1].end if found else 0)  # two hits may share a ligature
        if start < end:
            label = best[i].label if i in best else people[i].label
            score = round(DISCOUNT * (best[i].score if i in best else 1.0), 4)
            found.append(PiiSpan(start, end, label, score, SOURCE, i))
    return found


def _united(places: Iterable[_Place]) -> list[_Place]:
    """Places without overlap."""
    out: list[_Place] = []
    for start, end in sorted(places):
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return out


def _look(text: str) -> _View:
    plain = undress(text)
    if plain.isascii():
        return _View(plain, plain, plain.lower(), None)
    signs = [_sign(character) for character in plain]
    places = tuple(place for place, sign in enumerate(signs) for _ in sign)
    shown = "".join(signs)
    return _View(plain, shown, shown.lower(), places)


@lru_cache(maxsize=4096)
def _sign(character: str) -> str:
    """A character as it is compared: without accents, nothing where it does not show."""
    folded = fold(without_hidden(character))
    if not character.isupper():
        return folded if len(folded.lower()) == len(folded) else character
    capital = folded[:1].upper() + folded[1:]
    return capital if len(capital.lower()) == len(capital) else folded


class _Net:
    """The words of the people of one document, and the search for them.

    people (Mapping[str, Entity]): By id.
    scores (Mapping[str, float]): How sure the best mention of each is.
    tables (NameTables): The name tables.
    shared (frozenset[str]): Folded words of public people.
    """

    def __init__(
        self,
        people: Mapping[str, Entity],
        scores: Mapping[str, float],
        tables: NameTables,
        shared: frozenset[str],
    ) -> None:
        self.tables = tables
        self.shared = shared
        self.parts = {i: parts_of(entity) for i, entity in people.items()}
        self.owners: dict[str, list[str]] = defaultdict(list)
        self.lengths: dict[str, set[int]] = defaultdict(set)
        for i, entity in people.items():
            for word in _words_of(entity):
                if i not in self.owners[word]:
                    self.owners[word].append(i)
                if len(word) >= HEAD:
                    self.lengths[word[:HEAD]].add(len(word))
        self.prose = {
            word: owners[-1]
            for word, owners in self.owners.items()
            if (len(word) >= HEAD or script_of(word) in UNSPACED or not tables.is_common_word(word))
            and word not in shared | DATES  # "in April and May": these are left to `propagate`
            and (not tables.is_common_word(word) or scores.get(owners[-1], 1.0) >= SURE_OF_WORD)
        }

    def find(self, view: _View, blocked: Sequence[_Place]) -> list[_Hit]:
        """What is left in a text, outside of some places, by place and without overlap."""
        at = sorted({start for start, _ in self._places(view.flat)})
        hits = [*self._spaced(view)]
        finder = Finder(view.text, self.prose, blocked, self.tables)
        free = any(finder.is_free(start, start + 1) for start in at)
        if free or any(len(word) < HEAD for word in self.prose):
            hits += [hit for hit in finder.find() if not self._begins_another(view.text, hit)]
        if free:
            hits += self._glued(view, at, finder.free)
        out: list[_Hit] = []
        for start, end, i in sorted(hits, key=lambda hit: (hit[0], -hit[1])):
            if (not out or start >= out[-1][1]) and finder.is_free(start, end):
                out.append((start, end, i))
        return out

    def _begins_another(self, text: str, hit: _Hit) -> bool:
        """Does a short word begin the name of somebody or something else: the El of El Salvador?"""
        start, end, i = hit
        behind = _NEXT.match(text, end)
        if end - start >= HEAD or behind is None or script_of(text[start:end]) in UNSPACED:
            return False
        return i not in self.owners.get(word_key(behind[1]), ())

    # Words run together, handles, paths, hashtags, names of files

    def _glued(
        self, view: _View, at: Sequence[int], free: Callable[[int, int], list[_Place]]
    ) -> Iterator[_Hit]:
        """What is left in words and handles in which a word of a name begins at some place."""
        read: dict[tuple[str, bool], list[_Hit]] = {}  # the same words stand in many places
        for match in _PLACE.finditer(view.text):
            start, end = match.span()
            rest = free(start, end) if bisect_left(at, end) > bisect_left(at, start) else ()
            if not rest:
                continue
            before, behind = view.text[start - 1 : start], view.text[end : end + 1]
            machine = bool(before in _BEFORE or behind in _BEHIND or _MACHINE.search(match[0]))
            # Of a place that is taken in part the rest is read by itself, too.
            for begin, finish in dict.fromkeys(((start, end), *rest)):
                key = view.text[begin:finish], machine
                if key not in read:
                    read[key] = self._read(*key)
                yield from ((begin + first, begin + last, i) for first, last, i in read[key])

    def _read(self, place: str, machine: bool) -> list[_Hit]:
        """What is left in one word, handle or name of a file."""
        owners = self._owners(place)
        if (whole := self._whole(place, owners)) is not None:
            return [(0, len(place), whole)]
        hits: list[_Hit] = []
        for run in _RUN.finditer(place):
            start = run.start()
            if (whole := self._whole(run[0], owners)) is not None:
                hits.append((start, run.end(), whole))
                continue
            inner = self._read_run(run[0], machine=machine)
            hits += [(start + first, start + last, i) for first, last, i in inner]
        words: dict[str, set[str]] = defaultdict(set)
        for first, last, i in hits:
            words[i].add(place[first:last].lower())
        # An ordinary word and one of a public person's name need another word beside them.
        return [
            hit
            for hit in hits
            if self._is_own(place[hit[0] : hit[1]].lower()) or len(words[hit[2]]) > 1
        ]

    def _whole(self, place: str, owners: Sequence[str]) -> str | None:
        """The person of whose name alone a word or handle consists."""
        for i in owners if len(place) <= LONGEST_RUN else ():
            if self._is_whole(place, find_pieces(place, self.parts[i])):
                return i
        return None

    def _owners(self, place: str) -> list[str]:
        """The people of whom a word stands in a place, in the order of the place."""
        found: dict[str, None] = {}
        for start, end in self._places(place.lower()):
            found.update(dict.fromkeys(self.owners[place[start:end].lower()]))
        return list(found)

    def _places(self, flat: str) -> Iterator[_Place]:
        """Where words of names stand in folded text, longer ones first at each place."""
        for at in range(len(flat) - HEAD + 1):
            for length in sorted(self.lengths.get(flat[at : at + HEAD], ()), reverse=True):
                if flat[at : at + length] in self.owners:
                    yield at, at + length

    def _is_whole(self, place: str, pieces: Sequence[Piece]) -> bool:
        """Does a word or handle consist of one person's name ("tmoyo", "moyo_tendai99")?"""
        letters = sum(map(str.isalpha, place))
        if sum(p.end - p.start for p in pieces) < letters:
            return False
        full = [place[p.start : p.end].lower() for p in pieces if p.kind == "full"]
        if len({p.role for p in pieces} - {"particle"}) > 1 or len(full) > 1:
            shortest = HEAD if len(full) > 1 else SHORTEST_END
            long = any(len(word) >= shortest for word in full)
            by_chance = (
                self.tables.is_common_word if len(full) == len(pieces) else self.tables.is_known
            )
            return long and not by_chance(place)
        marked = any(c.isdecimal() for c in place)
        return marked and any(len(w) >= SHORTEST_END and self._is_own(w) for w in full)

    def _read_run(self, run: str, *, machine: bool) -> Iterator[_Hit]:
        """What is left in some letters: a whole word, one between capitals, one inside."""
        flat = run.lower()
        if flat in self.owners:
            if machine:
                yield 0, len(run), self.owners[flat][0]
            return
        seams = [m.span() for m in _WORD.finditer(run)]
        inner = [(s, e) for s, e in seams if flat[s:e] in self.owners] if len(seams) > 1 else []
        if inner:
            yield from ((s, e, self.owners[flat[s:e]][0]) for s, e in inner)
        elif len(seams) > 1 or not self.tables.is_known(run):
            yield from self._inside(run, machine=machine or len(seams) > 1)

    def _inside(self, run: str, *, machine: bool) -> Iterator[_Hit]:
        flat, last = run.lower(), 0
        for start, end in self._places(flat):
            i = self.owners[flat[start:end]][0]
            beside = {part.word for part in self.parts[i]} - {flat[start:end]}
            if start >= last and self._stands_out(flat, start, end, beside, machine=machine):
                yield start, end, i
                last = end

    def _stands_out(
        self, flat: str, start: int, end: int, beside: Iterable[str], *, machine: bool
    ) -> bool:
        """Is a name inside of letters no chance? Its other words may be cut off ("temoyo")."""
        if end - start >= SHORTEST_INSIDE and machine:
            return True
        if end - start < SHORTEST_END or len(flat) > LONGEST_RUN:
            return False
        before, behind = flat[:start], flat[end:]
        if len(before + behind) < HEAD and any(w.startswith(before + behind) for w in beside):
            return True
        if not before:
            return behind in ENDINGS or self._are_words(behind, machine=machine)
        return not behind and (before in particles() or self._are_words(before, machine=machine))

    def _are_words(self, letters: str, *, machine: bool) -> bool:
        """Do letters consist of ordinary words? In prose of one that is long ("martingale")."""
        if self.tables.is_common_word(letters):
            return len(letters) >= (HEAD if machine else SHORTEST_INSIDE)
        cuts = range(HEAD, len(letters) - HEAD + 1)
        words = ((letters[:cut], letters[cut:]) for cut in cuts)
        return machine and any(all(map(self.tables.is_common_word, pair)) for pair in words)

    def _is_own(self, word: str) -> bool:
        """Is it no ordinary word, and no public person's?"""
        return word not in self.shared and not self.tables.is_common_word(word)

    # Letters spaced out

    def _spaced(self, view: _View) -> Iterator[_Hit]:
        for start, end in spaced_runs(view.plain):
            signs = [(at, _sign(view.plain[at]).lower()) for at in range(start, end)]
            at = [place for place, sign in signs for letter in sign if letter.isalpha()]
            letters = "".join(letter for _, sign in signs for letter in sign if letter.isalpha())
            for first, last in self._in_letters(letters, at):
                i = self.owners[letters[first:last]][0]
                yield view.inward(at[first]), view.inward(at[last - 1] + 1), i

    def _in_letters(self, letters: str, at: Sequence[int]) -> Iterator[_Place]:
        """Words in a row of letters: long ones anywhere, short ones between wider gaps."""
        gaps = [b - a for a, b in pairwise(at)]
        narrow = min(filter(None, gaps), default=1)
        edges = {0, len(letters), *(i + 1 for i, gap in enumerate(gaps) if gap > narrow)}
        last = 0
        for first, end in self._places(letters):
            whole = first in edges and end in edges
            if first >= last and (whole or end - first >= SHORTEST_INSIDE):
                yield first, end
                last = end


def _words_of(entity: Entity) -> Iterator[str]:
    """The folded words of a name, and those of a word that has a particle in it ("AlSayed")."""
    for part in (entity.first, entity.middle, entity.last, entity.nickname):
        for word in split_part(undress(part)):
            key = word_key(word).strip(".")
            if len(key) > 1:
                yield key
            pieces = [word_key(piece) for piece in _WORD.findall(word)]
            if len(pieces) == 2 and pieces[0] in particles() and len(pieces[1]) >= SHORTEST_END:
                yield pieces[1]
