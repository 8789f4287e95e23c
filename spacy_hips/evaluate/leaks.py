"""What of known people still stands in a finished release.

Full names in every form, addresses, handles and ids are found by the search for known people
(persons/search.py), wherever they stand. Beside it each word of five letters or more of a name is
looked for inside all other words, so that "marquezs_draft2" is found. A word that is an ordinary
one ("Hunter"), or a longer one that is a word or a name itself ("challenge", "Martinez"), says
nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import regex

from ..lexicon.tables import NameTables, name_tables, word_key
from ..persons.link.entity import KNOWN
from ..persons.mention.parse import parse
from ..persons.search.index import KnownPerson
from ..persons.search.known import KnownPeople

SHORTEST_PART = 5
KINDS = ("full name", "e-mail", "handle", "id", "part of a name")
NAME, MAIL, HANDLE, ID, PART = KINDS
_KINDS = {"EMAIL": MAIL, "USERNAME": HANDLE, "ID_NUM": ID}
_LETTERS = regex.compile(r"[\p{L}\p{M}]{5,}")
_WORDS = regex.compile(r"[\p{L}\p{N}]{5,}")


@dataclass(frozen=True)
class Leak:
    """A place where somebody known is named.

    start, end (int): Characters.
    kind (str): One of KINDS.
    person (str): The person_id; of several who bear it, one or "".
    """

    start: int
    end: int
    kind: str
    person: str = ""


class LeakSearch:
    """Looks for people in texts that should not hold them.

    people (Iterable[KnownPerson]): Whom to look for in all texts.
    tables (NameTables): The name tables.
    """

    def __init__(self, people: Iterable[KnownPerson], tables: NameTables | None = None) -> None:
        self.tables = tables or name_tables()
        rows = list(people)
        self._known = KnownPeople(rows, scope="corpus", tables=tables)
        self._parts = self.parts_of(rows)
        self._ids = {
            value.casefold(): (kind, person.person_id)
            for person in rows
            for kind, values in ((HANDLE, person.handles), (ID, (person.person_id,)))
            for value in values
            if len(value) >= SHORTEST_PART and any(c.isdigit() for c in value)
        }

    def parts_of(self, people: Iterable[KnownPerson]) -> dict[str, str]:
        """The words of people's names that tell them, each with whom it tells."""
        out: dict[str, str] = {}
        for person in people:
            for word in (w for name in person.names for w in parse(name, self.tables).core):
                key = word_key(word.text)
                if len(key) >= SHORTEST_PART and not self.tables.is_common_word(word.text):
                    out.setdefault(key, person.person_id)
        return out

    def __call__(self, text: str, more: Mapping[str, str] | None = None) -> list[Leak]:
        """Search a text.

        text (str): The text.
        more (Mapping): Further words that must not stand in it, as `parts_of` gives them.
        RETURNS (list[Leak]): By place; no two overlap.
        """
        found = [
            Leak(s.start, s.end, self._kind(s.label, text[s.start : s.end]), s.id[len(KNOWN) :])
            for s in self._known.find(text)
        ]
        found += self._whole(text)
        found += self._inside(text, {**(more or {}), **self._parts})
        out: list[Leak] = []
        for leak in sorted(found, key=lambda k: (k.start, KINDS.index(k.kind))):
            if not out or leak.start >= out[-1].end:
                out.append(leak)
        return out

    def _kind(self, label: str, text: str) -> str:
        return _KINDS.get(label) or (NAME if len(text.split()) > 1 else PART)

    def _whole(self, text: str) -> Iterator[Leak]:
        """Ids and handles with digits, also within a file's name or an address."""
        for match in _WORDS.finditer(text) if self._ids else ():
            kind, person = self._ids.get(match.group().casefold(), ("", ""))
            if kind:
                yield Leak(match.start(), match.end(), kind, person)

    def _inside(self, text: str, parts: Mapping[str, str]) -> Iterator[Leak]:
        lengths = sorted({len(part) for part in parts}, reverse=True)
        for match in _LETTERS.finditer(text):
            word = match.group()
            key = word_key(word)
            part = key if key in parts else self._part_in(key, word, parts, lengths)
            if part:
                yield Leak(match.start(), match.end(), PART, parts[part])

    def _part_in(
        self, key: str, word: str, parts: Mapping[str, str], lengths: Sequence[int]
    ) -> str:
        held = (key[i : i + n] for n in lengths for i in range(len(key) - n + 1))
        part = next((piece for piece in held if piece in parts), "")
        return "" if self.tables.is_known(word) else part


@dataclass
class LeakCount:
    """What was found, in numbers.

    documents (int): How many were searched.
    people (int): How many people were looked for.
    hits, holding (Counter): Places, and documents with one, by kind.
    by_chance (int): Places inside surrogates: drawn for somebody else.
    """

    documents: int = 0
    people: int = 0
    hits: Counter[str] = field(default_factory=Counter)
    holding: Counter[str] = field(default_factory=Counter)
    by_chance: int = 0

    def add(self, kinds: Iterable[str]) -> None:
        """Count one document by the kinds of its leaks."""
        self.documents += 1
        kinds = list(kinds)
        self.hits.update(kinds)
        self.holding.update(set(kinds))

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data; rates are places in 1,000 documents."""
        return {
            "documents": self.documents,
            "people": self.people,
            "found": {
                kind: {
                    "places": self.hits[kind],
                    "documents": self.holding[kind],
                    "per_1000_documents": round(1000 * self.hits[kind] / self.documents, 3),
                }
                for kind in KINDS
                if self.hits[kind]
            },
            "in_surrogates_by_chance": self.by_chance,
        }
