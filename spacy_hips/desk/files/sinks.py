"""Sinks: each takes finished rows and writes them in one format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import RawIOBase
from typing import Any
from zipfile import ZipFile

from ...core.spans import Replacement
from .file_formats import FORMATS, STANDARD, made_by
from .formats.archive import entry
from .formats.sources import FileSource
from .output import FileTarget, FolderTarget, Mark, StreamTarget
from .readers import Source
from .rows import Row
from .writers import JsonFormat, JsonlFormat, RowFormat, TableFormat, TextFormat


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where rows are written, and what they are.

    output (str): A file or folder, "-" for standard output.
    columns (Sequence[str]): The columns that are written.
    doc, text (str): Those that are the id and the text.
    delimiter (str): For tables; "" for the format's own.
    lang (str): The language of the tokenizer of documents.
    file_name (Callable): The name of a document to that of its file in a folder.
    source (Source): What is read, for what is rewritten in place.
    roles (Mapping[str, str]): Roles by column, for the same.
    at (Mark): Resume: how far the output is.
    private (bool): Only the owner may read it.
    """

    output: str
    columns: Sequence[str]
    doc: str
    text: str
    delimiter: str = ""
    lang: str = "xx"
    file_name: Callable[[str], str] = str
    source: Source | None = None
    roles: Mapping[str, str] = field(default_factory=dict)
    at: Mark | None = None
    private: bool = False

    def open(self) -> FileTarget | StreamTarget:
        """The file, or standard output."""
        if self.output == STANDARD:
            return StreamTarget()
        return FileTarget(self.output, private=self.private, at=self.at)


@dataclass(frozen=True)
class Change:
    """What was done to a row, for those who rewrite what it was read from.

    row (Row): The row as it was read.
    cells (Mapping): What was replaced in its cells, by column, counted from their start.
    """

    row: Row
    cells: Mapping[str, Sequence[Replacement]]


class Sink:
    """Takes finished rows. What a format needs beyond `put` it has in place of these.

    target (Any): Where the bytes go.
    notes (list): What the user should know when it is done.
    """

    def __init__(self, target: FileTarget | FolderTarget | StreamTarget) -> None:
        self._target = target
        self.notes: list[str] = []

    @property
    def mark(self) -> Mark:
        """How far the output is, where it can be resumed."""
        return self._target.mark

    def start(self) -> None:
        """Before the first row of a run that was not resumed."""

    def put(self, values: Mapping[str, Any], name: str, change: Change | None = None) -> None:
        """One row.

        values (Mapping): What is released of it.
        name (str): The original name of its document.
        change (Change): What was done to it, where it was read from a file.
        """
        raise NotImplementedError

    def flush(self) -> None:
        """After a batch."""
        self._target.flush()

    def finish(self) -> None:
        """After the last row."""
        self._target.finish()

    def abandon(self, *, keep: bool) -> None:
        """After a failure."""
        self._target.abandon(keep=keep)


def open_sink(format: str, place: Place) -> Sink:
    """What writes a format.

    format (str): One of FORMATS.
    place (Place): Where.
    RAISES (HipsError): E704, E746 or E762 where nothing can be written there.
    """
    return made_by(FORMATS[format].sink)(place)  # type: ignore[no-any-return]


def write_rows(format: str, place: Place, rows: Iterable[Mapping[str, Any]]) -> int:
    """Write rows, all of them or none.

    format (str): One of FORMATS.
    place (Place): Where; its column `doc` names the files of a folder.
    rows (Iterable): The rows.
    RETURNS (int): How many they are.
    RAISES (HipsError): As `open_sink`.
    """
    sink, count = open_sink(format, place), 0
    try:
        sink.start()
        for row in rows:
            sink.put(row, str(row.get(place.doc, "")))
            count += 1
        sink.finish()
    except BaseException:
        sink.abandon(keep=False)
        raise
    return count


class RowSink(Sink):
    """Rows in one file or on standard output.

    place (Place): Where.
    form (RowFormat): How rows are written.
    """

    def __init__(self, place: Place, form: RowFormat) -> None:
        self._file = place.open()
        self._form = form
        super().__init__(self._file)

    def start(self) -> None:
        self._file.write(self._form.head())

    def put(self, values: Mapping[str, Any], name: str, change: Change | None = None) -> None:
        self._file.write(self._form.row(values))

    def finish(self) -> None:
        self._file.write(self._form.tail())
        super().finish()


def text_sink(place: Place) -> Sink:
    """A text file, of the one document there is."""
    return RowSink(place, TextFormat(place.text))


def jsonl_sink(place: Place) -> Sink:
    """A json object a line."""
    return RowSink(place, JsonlFormat())


def json_sink(place: Place) -> Sink:
    """A json list."""
    return RowSink(place, JsonFormat())


def csv_sink(place: Place) -> Sink:
    """A csv table."""
    return RowSink(place, TableFormat(place.columns, place.delimiter or ","))


def tsv_sink(place: Place) -> Sink:
    """A tsv table."""
    return RowSink(place, TableFormat(place.columns, place.delimiter or "\t"))


class DocumentSink(Sink):
    """A document file of the form it was read in."""

    def __init__(self, place: Place) -> None:
        self._file = place.open()
        self._source = place.source
        super().__init__(self._file)

    def put(self, values: Mapping[str, Any], name: str, change: Change | None = None) -> None:
        data = rewritten(self._source, change)
        assert data is not None
        self._file.write(data)


class FolderSink(Sink):
    """A file a document."""

    def __init__(self, place: Place) -> None:
        self._folder = FolderTarget(place.output, at=place.at, private=place.private)
        self._form = TextFormat(place.text)
        self._file_name = place.file_name
        self._source = place.source
        super().__init__(self._folder)

    def put(self, values: Mapping[str, Any], name: str, change: Change | None = None) -> None:
        data = rewritten(self._source, change) or self._form.row(values)
        self._folder.write_file(self._file_name(name), data)


class ZipSink(Sink):
    """A .zip with a file a document."""

    def __init__(self, place: Place) -> None:
        self._file = place.open()
        self._form = TextFormat(place.text)
        self._file_name = place.file_name
        self._source = place.source
        self._stream = Written(self._file)
        self._zip = ZipFile(self._stream, "w")
        super().__init__(self._file)

    def put(self, values: Mapping[str, Any], name: str, change: Change | None = None) -> None:
        data = rewritten(self._source, change) or self._form.row(values)
        self._zip.writestr(entry(self._file_name(name)), data)

    def finish(self) -> None:
        self._zip.close()
        super().finish()

    def abandon(self, *, keep: bool) -> None:
        self._stream.stop()
        self._zip.close()
        super().abandon(keep=keep)


class Written(RawIOBase):
    """A target as a stream that is written from start to end, for those who want one.

    target (Any): Where the bytes go.
    """

    def __init__(self, target: FileTarget | StreamTarget) -> None:
        self._target: FileTarget | StreamTarget | None = target

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: Any) -> int:
        """Add bytes."""
        if self._target is not None:
            self._target.write(bytes(data))
        return len(data)

    def stop(self) -> None:
        """Take what follows, and write none of it: those who pack write an end when they go."""
        self._target = None


def rewritten(source: Source | None, change: Change | None) -> bytes | None:
    """The file of a document with what was replaced in it; None for one that becomes a text.

    source (Source): What it was read from.
    change (Change): What was done to it.
    """
    if change is None or not isinstance(source, FileSource):
        return None
    fields = change.row.fields
    return source.rewritten(fields["id"], change.cells, fields["text"])


class DocBinSink(Sink):
    """A .spacy file of documents: their tokens and ids, no marks.

    All documents are kept until the end, as the format asks.
    """

    def __init__(self, place: Place) -> None:
        from spacy.tokens import DocBin

        from ...components.tokenizer import blank

        self._file = place.open()
        self._doc, self._text = place.doc, place.text
        # A pipeline of its own, whose vocabulary sees anonymised text only.
        self._nlp = blank(place.lang)
        self._bin = DocBin(store_user_data=True)
        super().__init__(self._file)

    def put(self, values: Mapping[str, Any], name: str, change: Change | None = None) -> None:
        from ...core.ids import set_ids

        text = str(values[self._text])
        self._nlp.max_length = max(self._nlp.max_length, len(text) + 1)
        with self._nlp.memory_zone():
            doc = self._nlp.make_doc(text)
            self._bin.add(set_ids(doc, doc=str(values.get(self._doc, ""))))

    def finish(self) -> None:
        self._file.write(self._bin.to_bytes())
        super().finish()
