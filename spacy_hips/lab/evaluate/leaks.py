"""What of known people still stands in a finished release.

Full names in every form, addresses, handles and ids are found by the search for known people
(who/persons/search), wherever they stand. Beside it each word of five letters or more of a name is
looked for inside all other words, so that "marquezs_draft2" is found. A word that is an ordinary
one ("Hunter"), or a longer one that is a word or a name itself ("challenge", "Martinez"), says
nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...components.scoring.metrics import whole_words
from ...core.labels import DIRECT_LABELS, NAME_LABELS
from ...core.later import regex
from ...text.lexicon.tables import NameTables, name_tables, word_key
from ...who.persons.link.entity import KNOWN
from ...who.persons.mention.parse import parse
from ...who.persons.search.addressed import spelled_name
from ...who.persons.search.index import KnownPerson
from ...who.persons.search.known import KnownPeople

SHORTEST_PART = 5
KINDS = ("full name", "e-mail", "handle", "id", "part of a name", "other identifier")
NAME, MAIL, HANDLE, ID, PART, OTHER = KINDS
_KINDS = {"EMAIL": MAIL, "USERNAME": HANDLE, "ID_NUM": ID}
_LETTERS = regex.compile(r"[\p{L}\p{M}]{5,}")
_WORDS = regex.compile(r"[\p{L}\p{N}]{5,}")


def sought(label: str, text: str, who: str) -> KnownPerson | None:
    """What was replaced at one place, as somebody to look for.

    label (str): Its label.
    text (str): What stood there.
    who (str): What tells it from others.
    RETURNS (Optional[KnownPerson]): None for what is no name, address, handle or id.
    """
    if label in NAME_LABELS:
        return KnownPerson(who, " ".join(text.split()))
    name = spelled_name(text, label, name_tables())
    if label == "EMAIL":
        return KnownPerson(who, name, emails=(text,), whole=True)
    if label == "USERNAME":
        return KnownPerson(who, name, handles=(text,), whole=True)
    return KnownPerson(text) if label == "ID_NUM" else None


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
        names = ((person, name) for person in people if not person.whole for name in person.names)
        for person, name in names:
            for word in parse(name, self.tables).core:
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
            Leak(s.start, s.end, kind_of(s.label, text[s.start : s.end]), s.id[len(KNOWN) :])
            for s in self._known.find(text)
        ]
        found += self._whole(text)
        found += self._inside(text, {**(more or {}), **self._parts})
        return apart(found)

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


class Traces:
    """Looks for the originals of one document in what became of it, in every form.

    Names, addresses, handles and ids as `LeakSearch` does, so also in part, in another case,
    without accents, as initials, and inside addresses and names of files. Any other direct
    identifier by its letters and digits, however they are separated.

    originals (Iterable): (label, text) of what may not stand there.
    tables (NameTables): The name tables.

        >>> traces = Traces([("NAME_STUDENT", "Mariana Okafor"), ("PHONE_NUM", "555 0143 22")])
        >>> [leak.kind for leak in traces("See okafor_draft.docx, call (555) 014-322.")]
        ['part of a name', 'other identifier']
    """

    def __init__(
        self, originals: Iterable[tuple[str, str]], tables: NameTables | None = None
    ) -> None:
        own = [pair for pair in dict.fromkeys(originals) if pair[1].strip()]
        people = [sought(label, text, f"original {n}") for n, (label, text) in enumerate(own)]
        self._search = LeakSearch([p for p in people if p is not None], tables)
        self._whole = [pair for pair in own if not self._says_nothing(*pair)]
        squeezed = (_squeezed(text)[0] for label, text in own if kind_of(label, text) == OTHER)
        self._others = [key for key in squeezed if len(key) > SHORTEST_PART]

    def __call__(self, text: str) -> list[Leak]:
        """Search a text.

        text (str): The text.
        RETURNS (list[Leak]): By place; no two overlap.
        """
        found = self._search(text)
        for label, original in self._whole:
            places = whole_words(original, text)
            found += [Leak(start, end, kind_of(label, original)) for start, end in places]
        if self._others:
            letters, at = _squeezed(text)
            for other in self._others:
                start = letters.find(other)
                while start >= 0:
                    end = start + len(other)
                    found.append(Leak(at[start], at[end - 1] + 1, OTHER))
                    start = letters.find(other, end)
        return apart(found)

    def _says_nothing(self, label: str, text: str) -> bool:
        """An ordinary word that is a name, too, or a letter, stands elsewhere by chance."""
        lone = len(text.split()) == 1
        return len(text.strip()) < 3 or (
            label in NAME_LABELS and lone and self._search.tables.is_common_word(text)
        )


def apart(leaks: Iterable[Leak]) -> list[Leak]:
    """Leaks by place, of those that overlap the first, or the one of the gravest kind."""
    out: list[Leak] = []
    for leak in sorted(leaks, key=lambda k: (k.start, KINDS.index(k.kind))):
        if not out or leak.start >= out[-1].end:
            out.append(leak)
    return out


def kind_of(label: str, text: str) -> str:
    """Which kind of leak an original is where it still stands."""
    if label in NAME_LABELS:
        return NAME if len(text.split()) > 1 else PART
    return _KINDS.get(label, OTHER)


def is_sought(label: str) -> bool:
    """Is it a name or another direct identifier?"""
    return label in NAME_LABELS or label in DIRECT_LABELS


def _squeezed(text: str) -> tuple[str, list[int]]:
    """Letters and digits in lower case, and where each stands."""
    kept = [(low, i) for i, c in enumerate(text) if c.isalnum() for low in c.casefold()]
    return "".join(c for c, _ in kept), [i for _, i in kept]


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
