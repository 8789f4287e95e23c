"""Known people: a table of persons who are found in texts in every form of their names."""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import regex

from ....core.errors import Errors, HipsError, HipsWarning, Warnings
from ....core.ids import Ids
from ....core.labels import ROLES
from ....core.spans import PiiSpan
from ....text.lexicon.plain import shown_columns
from ....text.lexicon.tables import NameTables, fold, name_tables
from ..link.describe import describe_person
from ..link.entity import Entity
from .index import Index, KnownPerson, Search
from .roster import Cells, RosterFile, meanings, person_row, role_of

SCOPES: tuple[str, ...] = ("author", "group", "corpus")


class KnownPeople:
    """Finds the people of a table in texts.

    Full names in any order and case, with and without accents, initials with a surname, and
    addresses, handles and ids are found wherever the person may occur. A lone forename or surname
    counts in the person's own texts, where the person is named in full, and, if it can mean
    nobody and nothing else, within the person's group.

    people (Sequence[KnownPerson]): The rows.
    scope (str): Where a person may occur: in the own texts only ("author"), in texts of the own
        groups and in those without a group ("group"), or anywhere ("corpus").
    initials (bool): An initial with a surname ("A. Ruiz") names a person wherever the person may
        occur; else in the own texts and those of the own groups only.
    tables (NameTables): The name tables; the packaged ones by default.
    RAISES (HipsError): E109 for an unknown scope, E122 for rows that contradict each other.
    """

    def __init__(
        self,
        people: Iterable[KnownPerson],
        *,
        scope: str = "group",
        initials: bool = True,
        tables: NameTables | None = None,
        source: str = "",
    ) -> None:
        if scope not in SCOPES:
            raise HipsError(Errors.E109.format(scope=scope, known=", ".join(SCOPES)))
        self.scope = scope
        self.initials = initials
        self._tables = tables
        self._people = _merged(people, source or "given")
        self._by_id = {person.person_id: i for i, person in enumerate(self._people)}
        self._entities: dict[str, Entity] = {}
        self._index = Index(self._people, self.tables)
        self._own: dict[str, list[int]] = defaultdict(list)
        for i, person in enumerate(self._people):
            for author in {person.person_id, *person.authors}:
                self._own[author].append(i)

    @property
    def tables(self) -> NameTables:
        """The name tables."""
        return self._tables or name_tables()

    @classmethod
    def load(
        cls, path: str | Path, *, scope: str = "group", encoding: str = "", delimiter: str = ""
    ) -> KnownPeople:
        """Read a table: csv, tsv or jsonl. Columns may be called as usual: "First name", "E-Mail".

        path (Path): The file. Several values in a cell are parted by ";" or "|".
        scope (str): Where a person may occur.
        encoding (str): What it is written in where it has no byte order mark and is not UTF-8.
        delimiter (str): The one to try first; it is found out.
        RAISES (HipsError): E122 if it cannot be read or used.
        """
        file = RosterFile.read(path, encoding)
        if file.guessed:
            _warn(path, f"it is not UTF-8 and was read as {file.encoding}")
        rows = [cells for _, cells in file.rows(delimiter) if cells is not None]
        return cls._of(rows, scope, str(path))

    @classmethod
    def from_rows(
        cls, rows: Iterable[Mapping[str, Any]], *, scope: str = "group", source: str = ""
    ) -> KnownPeople:
        """Take the rows of a table.

        rows (Iterable[Mapping]): With "person_id" or "name", and any of the other columns; lists
            or strings parted by ";" or "|" for several values. Columns may be called as usual.
        scope (str): Where a person may occur.
        RAISES (HipsError): E122 for a row without id and name, an unknown role, or two names
            under one person_id.

        EXAMPLE:
            >>> KnownPeople.from_rows([{"person_id": "s1", "name": "Ana Ruiz"}])
            KnownPeople(1 people)
        """
        name = source or "given"
        cells = [_cells(row, number, name) for number, row in enumerate(rows, 1)]
        return cls._of(cells, scope, name)

    @classmethod
    def _of(cls, rows: Sequence[Cells], scope: str, source: str) -> KnownPeople:
        columns = tuple(dict.fromkeys(column for cells in rows for column, _ in cells))
        unused = [column for column in columns if column not in meanings(columns)]
        if unused:
            _warn(source, f"columns that are not used: {shown_columns(unused, columns)}")
        if not rows:
            _warn(source, "it holds nobody")
        people = [_person(cells, number, source) for number, cells in enumerate(rows, 1)]
        return cls(people, scope=scope, source=source)

    def __len__(self) -> int:
        return len(self._people)

    def __repr__(self) -> str:
        return f"KnownPeople({len(self)} people)"

    @property
    def people(self) -> tuple[KnownPerson, ...]:
        """The rows, one a person."""
        return tuple(self._people)

    def person(self, person_id: str) -> Entity | None:
        """The record of a person, None where there is no such id.

        person_id (str): The id.
        RETURNS (Entity): With the parts of the name, guesses and role; its `key` is the id.
        """
        if person_id not in self._by_id:
            return None
        if person_id not in self._entities:
            row = self._people[self._by_id[person_id]]
            entity = Entity("", row.label, person_id, row.names, person_id=person_id)
            if row.names:
                entity = describe_person(entity, None, self.tables)
            self._entities[person_id] = replace(entity, texts=(), role=row.role)
        return self._entities[person_id]

    def own(self, ids: Ids) -> list[Entity]:
        """The records of the author of a text.

        ids (Ids): Whose text it is.
        RETURNS (list[Entity]): As `person` gives them; none where the author is not in the table.
        """
        numbers = self._own.get(ids.author, ()) if ids.author else ()
        records = [self.person(self._people[number].person_id) for number in numbers]
        return [record for record in records if record is not None]

    def find(self, text: str, ids: Ids | None = None) -> list[PiiSpan]:
        """Find the people in a text.

        text (str): The text.
        ids (Ids): Whose text it is and to which group it belongs.
        RETURNS (list[PiiSpan]): By place, with source "known" and id "known:<person_id>"; the id
            is "" where a name is known but several people bear it.
        """
        ids = ids or Ids()
        own = frozenset(self._own.get(ids.author, ())) if ids.author else frozenset()
        search = Search(
            self._people, self._index, self.tables, self.scope, text, ids, own, self.initials
        )
        return search.run()


def _cells(row: Mapping[str, Any], number: int, source: str) -> Cells:
    if not isinstance(row, Mapping):
        raise HipsError(Errors.E122.format(path=source, reason=f"row {number} is no record"))
    return tuple(row.items())


def _warn(source: str | Path, note: str) -> None:
    warnings.warn(Warnings.W109.format(path=source, note=note), HipsWarning, stacklevel=3)


def _person(cells: Cells, number: int, source: str) -> KnownPerson:
    row = person_row(cells)
    if not row["person_id"]:
        reason = f"row {number} has neither person_id nor name"
        raise HipsError(Errors.E122.format(path=source, reason=reason))
    role = role_of(row["role"])
    if role is None:
        reason = f"row {number} has an unknown role; roles are {', '.join(ROLES)}"
        raise HipsError(Errors.E122.format(path=source, reason=reason))
    return KnownPerson(
        row["person_id"],
        row["name"],
        row["aliases"],
        row["emails"],
        row["handles"],
        role=role,
        authors=row["author"],
        groups=row["group"],
        row=number,
    )


def _merged(people: Iterable[KnownPerson], source: str) -> list[KnownPerson]:
    """Rows of one person_id as one; two names under one id are an error."""
    out: dict[str, KnownPerson] = {}
    first: dict[str, int] = {}
    for number, person in enumerate(people, 1):
        known = out.get(person.person_id)
        if known is None:
            out[person.person_id], first[person.person_id] = person, number
            continue
        if known.name and person.name and not _same_name(known.name, person.name):
            reason = (
                f"row {number} repeats the person_id of row {first[person.person_id]} with "
                "another name (a second name belongs into aliases)"
            )
            raise HipsError(Errors.E122.format(path=source, reason=reason))
        groups = () if not (known.groups and person.groups) else (*known.groups, *person.groups)
        out[person.person_id] = KnownPerson(
            person.person_id,
            known.name or person.name,
            tuple(dict.fromkeys((*known.aliases, *person.aliases))),
            tuple(dict.fromkeys((*known.emails, *person.emails))),
            tuple(dict.fromkeys((*known.handles, *person.handles))),
            known.role or person.role,
            tuple(dict.fromkeys((*known.authors, *person.authors))),
            tuple(dict.fromkeys(groups)),
            known.row,
        )
    return list(out.values())


def _same_name(a: str, b: str) -> bool:
    return sorted(regex.findall(r"\w+", fold(a))) == sorted(regex.findall(r"\w+", fold(b)))
