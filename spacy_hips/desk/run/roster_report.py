"""Whom of a roster the texts name, and whom they name that is in no roster (internal)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...core.labels import NAME_LABELS
from ...who.persons.search.index import KnownPerson
from ...who.persons.search.roster import folded
from .batches import Result

LISTED = 20


@dataclass
class _Seen:
    """How often somebody was found.

    name (str): The fullest name; "" if only an address or a number was found.
    label (str): The label of the name.
    mentions (int): Places.
    documents (set): The numbers of the documents' last rows.
    """

    name: str = ""
    label: str = ""
    mentions: int = 0
    documents: set[int] = field(default_factory=set)

    def add(self, text: str, label: str, document: int) -> None:
        self.mentions += 1
        self.documents.add(document)
        if label in NAME_LABELS and len(text) > len(self.name):
            self.name, self.label = text, label

    def line(self) -> dict[str, Any]:
        return {"mentions": self.mentions, "documents": len(self.documents)}


class RosterReport:
    """Compares what was found with a table of known people.

    people (Sequence[KnownPerson]): The rows of the table.
    """

    def __init__(self, people: Sequence[KnownPerson]) -> None:
        self._people = people
        self._known = {person.person_id: _Seen() for person in people}
        self._others: dict[str, _Seen] = {}

    def add(self, result: Result) -> None:
        """Count the people of one document.

        result (Result): What was found in it.
        """
        text, number = result.document.text, result.document.last
        fullest: dict[str, str] = {}
        for span in result.spans:
            if span.label in NAME_LABELS:
                name = " ".join(text[span.start : span.end].split())
                fullest[span.id] = max(fullest.get(span.id, ""), name, key=len)
        for span in result.spans:
            person = result.persons.get(span.id, "")
            seen = self._known.get(person)
            if seen is None and span.label in NAME_LABELS:
                seen = self._others.setdefault(folded(fullest[span.id]), _Seen())
            if seen is not None:
                name = " ".join(text[span.start : span.end].split())
                seen.add(name, span.label, number)

    @property
    def missing(self) -> list[KnownPerson]:
        """Those of the table who were never found."""
        return [one for one in self._people if not self._known[one.person_id].mentions]

    @property
    def unknown(self) -> int:
        """How many names were found that are nobody's of the table."""
        return len(self._others)

    def lines(self) -> Iterator[dict[str, Any]]:
        """All people: those never found, those not known (most mentions first), and the rest.

        YIELDS (dict): A line of the internal file, with names.
        """
        missing = {person.person_id for person in self.missing}
        for person in self.missing:
            yield self._line(person, "never found")
        for seen in sorted(self._others.values(), key=lambda s: (-s.mentions, s.name)):
            yield {"status": "not known", "name": seen.name, "label": seen.label, **seen.line()}
        for person in self._people:
            if person.person_id not in missing:
                yield self._line(person, "found")

    def notes(self) -> list[str]:
        """The same in numbers, for the summary; rows stand for people."""
        rows = [str(person.row) for person in self.missing[:LISTED]]
        more = len(self.missing) - len(rows)
        found = len(self._people) - len(self.missing)
        note = f"Known people: {found:,} of {len(self._people):,} found."
        if rows:
            rest = f" and {more:,} more" if more else ""
            note += (
                f" Never found: row{'s' * (len(rows) > 1)} {', '.join(rows)}{rest} of the table."
            )
        return [note, f"Names found that are not in the table: {self.unknown:,}."]

    def _line(self, person: KnownPerson, status: str) -> dict[str, Any]:
        known = {"row": person.row, "person_id": person.person_id, "name": person.name}
        seen = self._known[person.person_id]
        return {"status": status, **known, "role": person.role, **seen.line()}
