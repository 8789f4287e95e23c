"""Makes sure that a name column is replaced whole, and tells the pipeline whose names to expect."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core.ids import Ids
from ...core.labels import KEPT, NAME_LABELS, actions_for
from ...core.later import re
from ...core.spans import PiiSpan, Replacement, read_group, write_group
from ...who.persons.link.entity import Entity
from ...who.persons.search.index import KnownPerson
from ...who.persons.search.known import KnownPeople
from ...who.persons.search.roster import folded
from ..files.documents import BETWEEN, NAME_ROLES, UNKNOWN, Document, Item, Part, Touching
from ..files.file_formats import PEOPLE

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from ...components.anonymizer import HipsAnonymizer

SOURCE = "columns"
_HANDLE = re.compile(r"@?(?=[^\W_]*[\d_])[^\W_][\w.-]{2,38}\w")
"""A name in one piece with a digit or an underscore is a handle, and is found as one."""
SUSPECT = "suspect:"
"""What stands in place of the id of a person whom only the properties of a file name."""


@dataclass
class _Person:
    """A person of name and speaker columns, as all rows tell.

    names (set): All names, as they are written.
    role (str): "student" or "".
    authors, groups (set): Those of the rows.
    """

    names: set[str] = field(default_factory=set)
    role: str = ""
    authors: set[str] = field(default_factory=set)
    groups: set[str] = field(default_factory=set)

    def known(self, person_id: str, authors: Iterable[str]) -> KnownPerson:
        """The person as a row of a table, the same whatever row came first.

        person_id (str): The id.
        authors (Iterable[str]): Whose texts the person may have written.
        """
        names = sorted(self.names, key=lambda n: (-len(n.split()), n in (n.lower(), n.upper()), n))
        return KnownPerson(
            person_id,
            names[0],
            tuple(names[1:]),
            handles=tuple(name for name in names if _HANDLE.fullmatch(name)),
            role=self.role,
            authors=tuple(sorted(authors)),
            groups=tuple(sorted(self.groups)),
        )


class ColumnPeople:
    """The authors and speakers that the columns of an input name.

    They are known wherever the scope of the run gives a person one new name: in all texts of the
    author, of the group, or in all texts. Within a document's scope that is the author's texts.
    Whoever reads more documents makes another one: a copy in a worker process is never behind.
    Suspects, whom only the properties of a file name, are found there, too, but are nobody of their
    own: an author in the properties is the person of the table or the text with that name.

    scope (str): The scope of the run.
    table (KnownPeople): A table of people that may occur in any of them.
    documents (Iterable): The documents that name them; best of all documents of the input.
    """

    def __init__(
        self,
        scope: str = "document",
        table: KnownPeople | None = None,
        documents: Iterable[Item] = (),
    ) -> None:
        self.scope = scope
        self._table = table
        self._persons: dict[str, _Person] = defaultdict(_Person)
        self._places: dict[str, set[str]] = defaultdict(set)
        self._built: dict[str, _Place] = {}
        for document in documents:
            if isinstance(document, Document):
                self._add(document)

    def _add(self, document: Document) -> None:
        for row in document.people:
            person = self._persons[person_id := self._person_id(row)]
            person.names.update((row["name"], *row["aliases"]))
            person.role = person.role or row["role"]
            person.authors.add(row["author"])
            person.groups.update({document.ids.group} - {""})
            self._places[place_of(self.scope, document.ids)].add(person_id)

    def of(self, documents: Iterable[Document]) -> PeopleOfColumns:
        """Those who may occur in some documents, to be handed to a pipeline."""
        places = {place_of(self.scope, document.ids) for document in documents} & set(self._places)
        self._built = {place: self._built.get(place) or self._build(place) for place in places}
        people = {place: built.people for place, built in self._built.items()}
        suspects = {place: built.suspects for place, built in self._built.items()}
        return PeopleOfColumns(self.scope, people, self._table, suspects)

    def __bool__(self) -> bool:
        return bool(self._persons)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_built": {}}  # a worker builds what it needs

    def _person_id(self, row: Mapping[str, Any]) -> str:
        """A lone name without an id may be anybody's: it is bound to its author.

        Who speaks under a name, and what is no word of letters, is one wherever it stands.
        """
        person_id = str(row["person_id"]) or SUSPECT + str(row["name"]).casefold()
        lone = person_id.startswith(UNKNOWN) and row["name"].isalpha() and row["role"]
        wide = self.scope in ("group", "corpus")
        return f"{person_id} of {row['author']}" if wide and lone else person_id

    def _build(self, place: str) -> _Place:
        wide = self.scope in ("group", "corpus")
        persons = [(i, self._persons[i]) for i in sorted(self._places[place])]
        # A name that thousands of authors share would bring all of them to each of them.
        people = [one.known(i, one.authors if wide else (place,)) for i, one in persons]
        scope = self.scope if wide else "author"
        suspects = [one for one in people if one.person_id.startswith(SUSPECT)]
        people = _united([one for one in people if not one.person_id.startswith(SUSPECT)])
        # Among all authors of a corpus somebody has the initial and surname of whoever is cited.
        known = partial(KnownPeople, scope=scope, initials=False)
        return _Place(known(people), known(suspects))


class _Place(NamedTuple):
    """Who may occur in one place of a scope."""

    people: KnownPeople
    suspects: KnownPeople


@dataclass(frozen=True)
class PeopleOfColumns:
    """Finds the people of name columns, and those of a table, as `KnownPeople` does.

    scope (str): The scope of the run.
    people (Mapping): Who may occur in one place of the scope.
    table (KnownPeople): Who may occur in any.
    suspects (Mapping): Whom the properties of files name, by place of the scope.
    """

    scope: str
    people: Mapping[str, KnownPeople]
    table: KnownPeople | None = None
    suspects: Mapping[str, KnownPeople] = field(default_factory=dict)

    def find(self, text: str, ids: Ids | None = None) -> list[PiiSpan]:
        """Find people in a text.

        text (str): The text.
        ids (Ids): Whose text it is.
        RETURNS (list[PiiSpan]): As `KnownPeople.find`.
        """
        ids = ids or Ids()
        found = [span for people in self._known(ids) for span in people.find(text, ids)]
        suspects = self.suspects.get(place_of(self.scope, ids))
        if suspects is None:
            return found
        known = Touching(found)
        named = (span for span in suspects.find(text, ids) if not known(span.start, span.end))
        return [*found, *(replace(span, id="") for span in named)]

    def own(self, ids: Ids) -> list[Entity]:
        """The records of the author of a text; see `KnownPeople.own`."""
        return [record for people in self._known(ids) for record in people.own(ids)]

    def _known(self, ids: Ids) -> list[KnownPeople]:
        """What is known for a text."""
        known = (self.people.get(place_of(self.scope, ids)), self.table)
        return [people for people in known if people is not None]

    def person(self, person_id: str) -> Entity | None:
        """The record of a person, None where there is no such id."""
        for people in (*self.people.values(), self.table):
            found = people.person(person_id) if people is not None else None
            if found is not None:
                return found
        return None


@dataclass(frozen=True)
class Expected:
    """Tells whom to expect in a document: always the same, whatever else is searched with it.

    scope (str): The scope of the run.
    table (KnownPeople): A table of people that may occur in any document.
    people (ColumnPeople): Whom the whole input names; None where each document tells its own.
    """

    scope: str = "document"
    table: KnownPeople | None = None
    people: ColumnPeople | None = None

    def stretches(
        self, documents: Sequence[Document]
    ) -> Iterator[tuple[PeopleOfColumns | KnownPeople | None, int]]:
        """Whom to expect in some documents.

        documents (Sequence[Document]): The documents.
        YIELDS (tuple): Whom to expect in the next ones, and in how many.
        """
        if self.people is not None:
            yield self._known(self.people, documents), len(documents)
            return
        start = 0
        told: dict[Hashable, Hashable] = {}
        for at, document in enumerate(documents):
            says = _says(document)
            if any(told.get(about, what) != what for about, what in says.items()):
                yield self._told(documents[start:at]), at - start
                start, told = at, {}
            told |= says
        yield self._told(documents[start:]), len(documents) - start

    def _told(self, documents: Sequence[Document]) -> PeopleOfColumns | KnownPeople | None:
        """Whom documents tell themselves."""
        return self._known(ColumnPeople(self.scope, self.table, documents), documents)

    def _known(
        self, people: ColumnPeople, documents: Sequence[Document]
    ) -> PeopleOfColumns | KnownPeople | None:
        return people.of(documents) if people else self.table


def _says(document: Document) -> dict[Hashable, Hashable]:
    """What a document tells of people: two that contradict each other are searched apart."""
    rows = tuple(map(_what_is_told, document.people))
    persons: dict[Hashable, tuple[Hashable, ...]] = {}
    for row, what in zip(document.people, rows, strict=True):
        own = row["person_id"]
        persons[own] = (*persons.get(own, (document.ids.group,)), what)
    return {**persons, (document.ids.author,): rows}


def _what_is_told(row: Mapping[str, Any]) -> Hashable:
    return row["person_id"], row["name"], *row["aliases"], row["role"]


def place_of(scope: str, ids: Ids) -> str:
    """Within what a person of a name column is known: the group, everything, or the author."""
    if scope == "corpus":
        return ""
    return ids.group if scope == "group" else ids.author


def _united(people: Sequence[KnownPerson]) -> list[KnownPerson]:
    """Somebody without an id who bears the full name of one author is that author."""
    authors: dict[str, list[int]] = defaultdict(list)
    out = [person for person in people if not person.person_id.startswith(UNKNOWN)]
    for number, person in enumerate(out):
        for name in {folded(name) for name in person.names}:
            authors[name].append(number)
    for person in people:
        if not person.person_id.startswith(UNKNOWN):
            continue
        same = authors[folded(person.name)] if len(person.name.split()) > 1 else []
        if len(same) != 1:
            out.append(person)
            continue
        author = out[same[0]]
        out[same[0]] = replace(
            author,
            authors=(*author.authors, *person.authors),
            groups=tuple(dict.fromkeys((*author.groups, *person.groups))),
        )
    return out


@dataclass(frozen=True)
class CoverCells:
    """Replaces name cells whole, also where the pipeline thought otherwise.

    anonymizer (HipsAnonymizer): Replaces.
    """

    anonymizer: HipsAnonymizer

    def __call__(self, doc: Doc, document: Document) -> Doc:
        """Replace what is left of the name cells of a document.

        doc (Doc): The document, with everything else replaced.
        document (Document): Its cells.
        RETURNS (Doc): The same document.
        """
        from ...components.output import read_output

        output = read_output(doc)  # none in a run that only searches
        parts = uncovered(document, output.replacements if output is not None else ())
        if not self.covers(doc, document, parts):
            return doc
        return self.anonymizer(doc)

    def covers(self, doc: Doc, document: Document, parts: Sequence[Part]) -> bool:
        """Make each of the cells, or names in one, a name, where names are hidden.

        parts (Sequence[Part]): Those that are not covered.
        RETURNS (bool): Was anything changed?
        """
        anonymizer = self.anonymizer
        if not parts or keeps_names(anonymizer.profile, anonymizer.actions):
            return False
        cover(doc, document, parts, anonymizer.spans_key)
        return True


def uncovered(document: Document, replacements: Sequence[Replacement]) -> list[Part]:
    """The names in name cells of which some letter or digit was not replaced.

    document (Document): The document.
    replacements (Sequence[Replacement]): What was done.
    RETURNS (list): Name cells, and the names in those of several people.
    """
    hidden = Touching(r for r in replacements if r.action not in KEPT)
    return [
        name
        for part in (*document.parts, *document.speakers)
        if part.role in NAME_ROLES
        for name in _each(document.text, part)
        if not _covered(document.text, name, hidden(name.start, name.end))
    ]


def _each(text: str, part: Part) -> Iterator[Part]:
    """The names of a cell that lists people, else the cell."""
    start = part.start
    for joint in BETWEEN.finditer(text, part.start, part.end):
        yield replace(part, start=start, end=joint.start())
        start = joint.end()
    yield replace(part, start=start)


def cover(doc: Doc, document: Document, parts: Sequence[Part], spans_key: str) -> None:
    """Write the group anew so that each of the cells, or names in one, is one name.

    A cell takes the entity of a mention in it, else of another cell of the same row or with the
    same name, else a new one: whose name it is does not depend on what the pipeline thought of it.
    A name in a cell of several people takes that of no other.

    doc (Doc): The document, searched.
    document (Document): Its cells.
    parts (Sequence[Part]): The cells to cover.
    spans_key (str): The group.
    """
    spans = read_group(doc, spans_key)
    for part in parts:
        label = "NAME_STUDENT" if part.role == "name" and part.column != PEOPLE else "PERSON"
        entity = _entity(part, document, spans)
        spans = [s for s in spans if s.end <= part.start or s.start >= part.end]
        # White space around the name in its cell stays where it is.
        cell = document.text[part.start : part.end]
        start = part.start + len(cell) - len(cell.lstrip())
        spans.append(PiiSpan(start, part.start + len(cell.rstrip()), label, 1.0, SOURCE, entity))
    write_group(doc, spans_key, spans)


def keeps_names(profile: str, actions: dict[str, str]) -> bool:
    """Did the user ask that names stay?"""
    chosen = actions_for(profile, actions)
    return any(chosen[label] in KEPT for label in NAME_LABELS)


def _covered(text: str, part: Part, hidden: Sequence[Replacement]) -> bool:
    return all(
        any(r.start <= i < r.end for r in hidden)
        for i in range(part.start, part.end)
        if text[i].isalnum()
    )


def _name(part: Part, document: Document) -> str:
    return " ".join(document.text[part.start : part.end].casefold().split())


def _entity(part: Part, document: Document, spans: Sequence[PiiSpan]) -> str:
    name = _name(part, document)
    whole = part in document.parts
    alike = [
        p
        for p in (*document.parts, *document.speakers)
        if p.role == part.role and ((whole and p.row == part.row) or _name(p, document) == name)
    ]
    cells = [part, *alike]
    for cell in cells:
        for span in spans:
            inside = span.start < cell.end and span.end > cell.start
            if inside and span.label in NAME_LABELS and span.id:
                return span.id
    numbers = [int(s.id.rpartition(":")[2]) for s in spans if s.id.startswith("PERSON:")]
    return f"PERSON:{max(numbers, default=0) + 1}"
