"""Turns what came of a document into the rows that go out, and into internal lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from ..ids import Ids, Secret
from .batches import Done, Result
from .columns import Columns
from .documents import Document, carry
from .internal import IDS, REJECTED, SPANS, InternalFolder
from .output import FileTarget, FolderTarget, Mark, StreamTarget
from .pseudonyms import DateShift, Pseudonyms
from .readers import as_text
from .reversal import Reversal, cell_edits
from .rows import BadRow, Row
from .spanfile import replacement_lines
from .summary import Summary
from .writers import RowFormat


class Sink(Protocol):
    """Takes finished rows."""

    @property
    def mark(self) -> Mark:
        """How far the output is, where it can be resumed."""
        ...

    def start(self) -> None:
        """Before the first row of a run that was not resumed."""
        ...

    def put(self, values: Mapping[str, Any], name: str) -> None:
        """One row. `name` is the original name of its document."""
        ...

    def flush(self) -> None:
        """After a batch."""
        ...

    def finish(self) -> None:
        """After the last row."""
        ...

    def abandon(self, *, keep: bool) -> None:
        """After a failure."""
        ...


class RowSink:
    """Rows in one file or on standard output.

    target: Where the bytes go.
    form (RowFormat): How rows are written.
    """

    def __init__(self, target: FileTarget | StreamTarget, form: RowFormat) -> None:
        self._target = target
        self._form = form

    @property
    def mark(self) -> Mark:
        return self._target.mark

    def start(self) -> None:
        self._target.write(self._form.head())

    def put(self, values: Mapping[str, Any], name: str) -> None:
        self._target.write(self._form.row(values))

    def flush(self) -> None:
        self._target.flush()

    def finish(self) -> None:
        self._target.write(self._form.tail())
        self._target.finish()

    def abandon(self, *, keep: bool) -> None:
        self._target.abandon(keep=keep)


class FolderSink:
    """A file a document, under a keyed name.

    target (FolderTarget): The folder.
    form (RowFormat): How a text is written.
    pseudonyms (Pseudonyms): Names the files.
    """

    def __init__(self, target: FolderTarget, form: RowFormat, pseudonyms: Pseudonyms) -> None:
        self._target = target
        self._form = form
        self._pseudonyms = pseudonyms

    @property
    def mark(self) -> Mark:
        return self._target.mark

    def start(self) -> None:
        """A folder has no head."""

    def put(self, values: Mapping[str, Any], name: str) -> None:
        self._target.write_file(self._pseudonyms.file(name), self._form.row(values))

    def flush(self) -> None:
        self._target.flush()

    def finish(self) -> None:
        self._target.finish()

    def abandon(self, *, keep: bool) -> None:
        self._target.abandon(keep=keep)


class DocBinSink:
    """A .spacy file of the anonymised documents: their tokens and keyed ids, no marks.

    target: Where the bytes go; all documents are kept until the end, as the format asks.
    lang (str): The language of the tokenizer.
    doc, text (str): The columns of the id and of the text.
    """

    mark = Mark()

    def __init__(self, target: FileTarget | StreamTarget, lang: str, doc: str, text: str) -> None:
        from spacy.tokens import DocBin

        from ..components.tokenizer import blank

        self._target = target
        self._doc, self._text = doc, text
        # A pipeline of its own, whose vocabulary sees anonymised text only.
        self._nlp = blank(lang)
        self._bin = DocBin(store_user_data=True)

    def start(self) -> None:
        """The file is written at the end."""

    def put(self, values: Mapping[str, Any], name: str) -> None:
        from ..ids import set_ids

        text = str(values[self._text])
        self._nlp.max_length = max(self._nlp.max_length, len(text) + 1)
        with self._nlp.memory_zone():
            doc = self._nlp.make_doc(text)
            self._bin.add(set_ids(doc, doc=str(values.get(self._doc, ""))))

    def flush(self) -> None:
        """Nothing is written before the end."""

    def finish(self) -> None:
        self._target.write(self._bin.to_bytes())
        self._target.finish()

    def abandon(self, *, keep: bool) -> None:
        self._target.abandon(keep=False)


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
            new.setdefault(part.row, {})[part.column] = text
        for index, row in enumerate(document.rows):
            self.summary.leave_out(self.columns.without_role(row.fields), tuple(row.fields))
            values = self._values(row, new.get(index, {}), done)
            self._note_row(index, row, values, done)
            self.sink.put(values, self._name(row))
            self._note_ids(row)
        self._note_spans(document, done)
        return document.last

    def _values(self, row: Row, cells: Mapping[str, str], done: Result) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for column in self.columns.written:
            if column not in row.fields:
                continue
            role = self.columns.roles[column]
            value = row.fields[column]
            if role == "keep":
                out[column] = value
            elif role in ("doc", "author", "group"):
                out[column] = self._pseudonyms.id(role, as_text(value) or "")
            elif role == "date":
                out[column] = self._shifted(as_text(value) or "", done.scope, done.document.ids)
            else:
                out[column] = cells.get(column, as_text(value) or "")
        return out

    def _shifted(self, value: str, scope: str, ids: Ids) -> str:
        if not value.strip():
            return ""
        new = self._dates(value, scope, ids) if self._dates is not None else None
        if new is None:
            self.summary.dates_dropped += 1
            return ""
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
