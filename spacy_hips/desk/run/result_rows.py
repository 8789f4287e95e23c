"""Turns what came of a document into the rows that go out, and into internal lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.ids import Secret
from ..files.columns import Columns
from ..files.documents import Document, carry, within
from ..files.file_formats import PEOPLE
from ..files.internal import IDS, REJECTED, SPANS, InternalFolder
from ..files.readers import as_text
from ..files.rows import BadRow, Row
from ..files.sinks import Change, Sink
from ..found.spanfile import replacement_lines
from ..undo.pseudonyms import DateShift, Pseudonyms
from ..undo.restore import Reversal, cell_edits
from .batches import Done, Result
from .summary import Summary


class Outbox:
    """Writes what goes out, and beside it what is internal, and counts both.

    columns (Columns): The roles.
    sink (Sink): Takes the rows.
    secret (Secret): The key of the pseudonyms.
    summary (Summary): Counts.
    dates (DateShift): Shifts date columns; None empties them.
    internal (InternalFolder): Takes what is internal; None writes none of it.
    reversal (Reversal): Notes what every row was; None notes nothing.
    """

    def __init__(
        self,
        columns: Columns,
        sink: Sink,
        secret: Secret,
        summary: Summary,
        *,
        dates: DateShift | None = None,
        internal: InternalFolder | None = None,
        reversal: Reversal | None = None,
    ) -> None:
        self.columns = columns
        self.sink = sink
        self.summary = summary
        self._pseudonyms = Pseudonyms(secret)
        self._dates = dates
        self._internal = internal
        self._reversal = reversal

    def put(self, done: Done) -> int:
        """Write one document, or note one bad row.

        RETURNS (int): The number of its last row.
        """
        if isinstance(done, BadRow):
            self._reject(done)
            return done.number
        document = done.document
        self.summary.add(done)
        new: dict[int, dict[str, str]] = {}
        for part, text in zip(document.parts, carry(document, done.replacements), strict=True):
            for index in part.rows:
                new.setdefault(index, {})[part.column] = text
        changes = within(document, done.replacements)
        for index, row in enumerate(document.rows):
            self.summary.leave_out(self.columns.without_role(row.fields), tuple(row.fields))
            values = self._values(row, new.get(index, {}), done)
            self._note_row(index, row, values, done)
            self.sink.put(values, self._name(row), Change(row, changes[index]))
            self._note_ids(row)
        self._note_spans(document, done)
        return document.last

    def _values(self, row: Row, cells: Mapping[str, str], done: Result) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for column in self.columns.written:
            if column not in row.fields or column == PEOPLE:
                continue
            role = self.columns.roles[column]
            value = row.fields[column]
            if role == "keep":
                out[column] = value
            elif role in ("doc", "author", "group"):
                out[column] = self._pseudonyms.id(role, as_text(value) or "")
            elif role == "date":
                out[column] = self._shifted(column, as_text(value) or "", done)
            else:
                out[column] = cells.get(column, as_text(value) or "")
        return out

    def _shifted(self, column: str, value: str, done: Result) -> str:
        if not value.strip() or self._dates is None:
            return ""
        new = self._dates(value, done.scope, done.document.ids, column)
        if new is None:
            self.summary.dates_dropped += 1
            return ""
        if self._dates.keeps(column):
            self.summary.dates_kept += 1
        else:
            self.summary.dates += 1
        return new

    def _name(self, row: Row) -> str:
        return as_text(row.fields.get(self.columns.the("doc"))) or str(row.number)

    def _reject(self, row: BadRow) -> None:
        self.summary.reject(row)
        if self._internal is not None:
            line = {"row": row.number, "reason": row.reason, "content": row.raw}
            line |= {"rows_before": list(row.before)} if row.before else {}
            self._internal.write(REJECTED, line)

    def _note_ids(self, row: Row) -> None:
        if self._internal is None:
            return
        for role in ("doc", "author", "group"):
            column = self.columns.the(role)
            value = as_text(row.fields.get(column)) if column else ""
            if value:
                name = self._pseudonyms.id(role, value)
                line = {"row": row.number, "column": column, "value": value, "pseudonym": name}
                self._internal.write(IDS, line)

    def _note_row(self, index: int, row: Row, values: Mapping[str, Any], done: Result) -> None:
        if self._reversal is not None:
            found = cell_edits(done.document, done.replacements)
            edits = {column: cell for (r, column), cell in found.items() if r == index}
            self._reversal.note(row, self._name(row), values, edits)

    def _note_spans(self, document: Document, done: Result) -> None:
        if self._internal is not None:
            for line in replacement_lines(document, done.replacements):
                self._internal.write(SPANS, line)
