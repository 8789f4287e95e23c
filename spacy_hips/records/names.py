"""Makes sure that a name column is replaced whole, and tells the pipeline whose names to expect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spacy.tokens import Doc

from ..ids import Ids
from ..labels import NAME_LABELS, actions_for
from ..persons.known import KnownPeople
from ..persons.records import Entity
from ..spans import PiiSpan, Replacement, read_group, write_group
from .documents import BETWEEN, NAME_ROLES, Document, Part, Touching

SOURCE = "columns"
KEPT = ("mark", "keep")


class PeopleOfColumns:
    """Finds the authors and speakers of some documents, each in the texts that name it.

    It stands in for `KnownPeople` where a table of people may come on top of name columns.

    documents (Sequence[Document]): The documents.
    table (KnownPeople): A table of people that may occur in any of them.
    """

    def __init__(self, documents: Sequence[Document], table: KnownPeople | None = None) -> None:
        self._table = table
        self._rows: dict[str, dict[str, dict[str, Any]]] = {}
        self._people: dict[str, KnownPeople] = {}
        for document in documents:
            for row in document.people:
                self._add(document.ids.author, row)

    def find(self, text: str, ids: Ids | None = None) -> list[PiiSpan]:
        """Find people in a text.

        text (str): The text.
        ids (Ids): Whose text it is.
        RETURNS (list[PiiSpan]): As `KnownPeople.find`.
        """
        ids = ids or Ids()
        return [span for people in self._tables(ids) for span in people.find(text, ids)]

    def own(self, ids: Ids) -> list[Entity]:
        """The records of the author of a text; see `KnownPeople.own`."""
        return [record for people in self._tables(ids) for record in people.own(ids)]

    def _tables(self, ids: Ids) -> list[KnownPeople]:
        """What is known for the texts of an author."""
        if ids.author in self._rows and ids.author not in self._people:
            rows = self._rows[ids.author].values()
            self._people[ids.author] = KnownPeople.from_rows(rows, scope="author")
        known = (self._people.get(ids.author), self._table)
        return [people for people in known if people is not None]

    def person(self, person_id: str) -> Entity | None:
        """The record of a person, None where there is no such id."""
        for people in (*self._people.values(), self._table):
            found = people.person(person_id) if people is not None else None
            if found is not None:
                return found
        return None

    def _add(self, author: str, row: dict[str, Any]) -> None:
        """An author whose name is written in two ways is one person with two names."""
        known = self._rows.setdefault(author, {}).setdefault(row["person_id"], dict(row))
        if row["name"] != known["name"]:
            names = [*known["aliases"], row["name"], *row["aliases"]]
            known["aliases"] = list(dict.fromkeys(names))


def uncovered(document: Document, replacements: Sequence[Replacement]) -> list[Part]:
    """The name cells in which some letter or digit of a name was not replaced.

    document (Document): The document.
    replacements (Sequence[Replacement]): What was done.
    """
    hidden = Touching(r for r in replacements if r.action not in KEPT)
    return [
        part
        for part in document.parts
        if part.role in NAME_ROLES
        and not _covered(document.text, part, hidden(part.start, part.end))
    ]


def cover(doc: Doc, document: Document, parts: Sequence[Part], spans_key: str) -> None:
    """Write the group anew so that each of the cells is one name.

    A cell takes the entity of a mention in it, else of another cell of the same row or with the
    same name, else a new one: whose name it is does not depend on what the pipeline thought of it.

    doc (Doc): The document, searched.
    document (Document): Its cells.
    parts (Sequence[Part]): The cells to cover.
    spans_key (str): The group.
    """
    spans = read_group(doc, spans_key)
    for part in parts:
        label = "NAME_STUDENT" if part.role == "name" else "PERSON"
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
    return any(chosen[label] in ("mark", "keep") for label in NAME_LABELS)


def _covered(text: str, part: Part, hidden: Sequence[Replacement]) -> bool:
    joints = [m.span() for m in BETWEEN.finditer(text, part.start, part.end)]
    hidden_or_joint = [*((r.start, r.end) for r in hidden), *joints]
    return all(
        any(start <= i < end for start, end in hidden_or_joint)
        for i in range(part.start, part.end)
        if text[i].isalnum()
    )


def _name(part: Part, document: Document) -> str:
    return " ".join(document.text[part.start : part.end].casefold().split())


def _entity(part: Part, document: Document, spans: Sequence[PiiSpan]) -> str:
    name = _name(part, document)
    alike = [
        p
        for p in document.parts
        if p.role == part.role and (p.row == part.row or _name(p, document) == name)
    ]
    cells = [part, *alike]
    for cell in cells:
        for span in spans:
            inside = span.start < cell.end and span.end > cell.start
            if inside and span.label in NAME_LABELS and span.id:
                return span.id
    numbers = [int(s.id.rpartition(":")[2]) for s in spans if s.id.startswith("PERSON:")]
    return f"PERSON:{max(numbers, default=0) + 1}"
