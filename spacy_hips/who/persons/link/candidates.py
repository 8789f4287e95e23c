"""Whom of the persons of a document a mention may name, found without comparing it with them all.

To see how a name fits a person takes long, and a document may name thousands. Nobody is left out
whom `Linker` could find to fit: what is asked here is necessary for a fit, and cheap.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from ....text.lexicon.tables import fold, short_forms
from ..mention.compare import most_slips, skeleton
from ..mention.glue import SHORTEST_TOGETHER, flat
from ..mention.name import Name
from ..mention.parse import as_initials

if TYPE_CHECKING:
    from .linker import Person

SHORTEST_HEAD, LONGEST_HEAD = 2, 4
"""So many first letters of a word stand in a handle that is made of it (glue.py)."""
SHORTEST_GLUED = 3
LONGEST_TOGETHER = 64
"""A word that holds forename and surname side by side is hardly longer."""


class _Form(NamedTuple):
    """A folded word, its letters as bits, and how it sounds.

    Of two words no more bits differ than letters do.
    """

    word: str
    shape: int
    sound: str


class Candidates:
    """The persons of a document by the words of their names."""

    def __init__(self) -> None:
        self._all: set[int] = set()
        self._bearers: dict[str, set[int]] = defaultdict(set)
        self._together: dict[str, set[int]] = defaultdict(set)
        self._heads: dict[str, set[int]] = defaultdict(set)
        self._letters: dict[str, set[int]] = defaultdict(set)
        self._begin: dict[int, set[str]] = defaultdict(set)
        self._forms: dict[int, list[_Form]] = {}
        self._half: set[int] = set()

    def note(self, person: Person) -> None:
        """Keep in mind which words a person bears, and how they begin.

        person (Person): The person, new or with new words.
        """
        number = person.number
        self._all.add(number)
        letters = "" if person.words else person.initials  # others may have the same
        # "Della Rosa" may be Chiara Della Rosa: what leads her surname stands for her forename.
        for word in (*person.words, *person.particles, *person.led, *person.aliases, letters):
            if word:
                self._bearers[word].add(number)
                self._letters[_letter(word)].add(number)
                self._begin[number].add(_letter(word))
        for word in person.words:
            if len(word) >= SHORTEST_HEAD:
                self._heads[word[:LONGEST_HEAD]].add(number)
        whole = person.first + person.middle + person.last
        for part in (person.first, person.last):
            self._bearers["".join(part)].add(number)
        for part in (person.first, person.last, whole):
            if len(part) > 1:
                self._together["".join(part)].add(number)
        for joined in person.wholes:
            self._together[joined].add(number)
        words = [*person.first, *person.middle, *person.last, *person.nickname, *person.particles]
        self._forms[number] = [_form(word) for word in words]
        if not (person.first and person.last):
            self._half.add(number)

    def by_words(self, name: Name) -> set[int]:
        """Those who bear a word of a name or a short form of it: most fit nobody else.

        name (Name): The mention.
        RETURNS (set[int]): Their numbers.
        """
        words = {word.folded for word in name.core if len(word.folded) > 1}
        words |= {short for word in words for short in short_forms().get(word, ())}
        words.add("".join(word.folded for word in name.core))
        words.add(name.written)
        return self._possible(name, self._bearing(words))

    def like(self, name: Name) -> set[int]:
        """Those of whom a word begins like one of a name, and whom it could fit at all.

        name (Name): The mention.
        RETURNS (set[int]): Their numbers; initials and slips are among them.
        """
        if name.glued:
            return self._glued(name.text)
        letters = {_letter(word.folded) for word in name.core}
        if _is_full(name):
            near = self._possible(name, self._sharing(name) | self._half)
            return {n for n in near if not letters.isdisjoint(self._begin[n])}
        begin = {n for letter in letters for n in self._letters.get(letter, ())}
        word = name.core[0] if len(name.core) == 1 else None
        initials = word is None or word.initial or word.role == "initials" or as_initials(name)
        if word is None or initials or len(self._all) == 1:
            return begin
        form, holding = _form(word.folded), self._inside(word.folded)
        return {n for n in begin if n in holding or any(_begins(form, f) for f in self._forms[n])}

    def _bearing(self, words: Iterable[str]) -> set[int]:
        return {n for word in words if word for n in self._bearers.get(word, ())}

    def _sharing(self, name: Name) -> set[int]:
        """Those who bear a word of a full name, a short form of it, or its words run together."""
        words = {word.folded for word in name.core}
        words |= {short for word in words for short in short_forms().get(word, ())}
        return self._bearing(words) | self._run_together(name)

    def _run_together(self, name: Name) -> set[int]:
        """Those whose name, or a part of it, is that of a mention but for the blanks."""
        given, family = name.given, name.family
        parts = [part for part in (given, family, given + family) if part]
        out = self._bearing("".join(part) for part in parts if len(part) > 1)
        keys = (*("".join(part) for part in parts), name.written)
        return out.union(*(self._together.get(key, ()) for key in keys))

    def _possible(self, name: Name, numbers: set[int]) -> set[int]:
        """Of some people those whom a full name could fit: two of its words are like their own.

        Of a thousand who are called Maria few have a surname like that of a Maria Ruiz.
        """
        if not _is_full(name) or not name.given:
            return numbers
        forms = [_form(word.folded) for word in name.core]
        sure = self._half | self._run_together(name)
        return {n for n in numbers if n in sure or _two_related(forms, self._forms[n])}

    def _glued(self, text: str) -> set[int]:
        """Those of whom a word, or how it begins, stands in a mention like a handle."""
        low = flat(text)
        if sum(map(str.isalpha, low)) < SHORTEST_GLUED:
            return self._all  # two initials are a handle, too
        sizes = range(SHORTEST_HEAD, LONGEST_HEAD + 1)
        heads = {low[i : i + size] for i in range(len(low)) for size in sizes}
        found = {n for head in heads for n in self._heads.get(head, ())}
        return found | self._bearers.get(fold(text), set())

    def _inside(self, folded: str) -> set[int]:
        """Those who bear the word, a short form of it, or a word that stands inside it."""
        parts = {folded, *short_forms().get(folded, ())}
        if SHORTEST_TOGETHER <= len(folded) <= LONGEST_TOGETHER:
            ends = range(1, len(folded) + 1)
            parts.update(folded[start:end] for end in ends for start in range(end))
        return self._bearing(parts)


def _is_full(name: Name) -> bool:
    return len(name.core) > 1 and not all(word.initial for word in name.core)


def _letter(word: str) -> str:
    """With what a word begins: Philip is Filip."""
    return word[:1].replace("p", "f")


@lru_cache(maxsize=4096)
def _form(word: str) -> _Form:
    shape = reduce(or_, (1 << ord(letter) % 64 for letter in word), 0)
    return _Form(word, shape, skeleton(word))


def _two_related(a: Sequence[_Form], b: Sequence[_Form]) -> bool:
    """May two words of a name be two of another name?"""
    pairs = [(i, j) for i, x in enumerate(a) for j, y in enumerate(b) if _related(x, y)]
    return len({i for i, _ in pairs}) > 1 and len({j for _, j in pairs}) > 1


def _related(a: _Form, b: _Form) -> bool:
    """May two words be one: the same, a short form, an initial, a slip?"""
    if a.word == b.word or _alike(a, b):
        return True
    if len(a.word) == 1 or len(b.word) == 1:
        return a.word[0] == b.word[0]
    return a.word in short_forms().get(b.word, ())


def _begins(a: _Form, b: _Form) -> bool:
    """May one of two words be a slip of the other, or the first cut short or a plural?"""
    return _alike(a, b) or b.word.startswith(a.word) or a.word[:-1] == b.word


def _alike(a: _Form, b: _Form) -> bool:
    """May one of two words be a slip of the other (compare.py, `misspelt`)?"""
    if a.sound == b.sound:
        return True
    most = most_slips(min(len(a.word), len(b.word)))
    near = abs(len(a.word) - len(b.word)) <= most
    return near and (a.shape ^ b.shape).bit_count() <= 2 * most
