"""Columns of Arrow: .parquet and Arrow's own files, read and written by batch, types kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, BinaryIO

from ....core.errors import HipsError
from ...errors import Errors
from ..readers import Source, open_bytes, shown
from ..rows import BadRow, Row
from ..sinks import Change, Place, Sink, Written
from .content import Unreadable, needed
from .values import dated, plain

EXTRA = "tables"
BATCH = 1024


class ColumnSource(Source):
    """The rows of a file of columns. A text that is null counts as empty, as in a csv."""

    def _start(self) -> None:
        self._stream, self.size = self.opened()
        try:
            with self._explained():
                self.schema = self._schema()
        except BaseException:
            self._stream.close()
            raise
        self.fields = list(self.schema.names)
        for i, name in enumerate(self.fields):
            if name in self.fields[:i]:
                first = self.fields.index(name) + 1
                message = Errors.E712.format(path=shown(self.path), first=first, second=i + 1)
                raise HipsError(message)

    def opened(self) -> tuple[BinaryIO, int]:
        """The file as a stream, and its size."""
        return open_bytes(self.path)

    def close(self) -> None:
        """Give the file back."""
        self._stream.close()

    def __iter__(self) -> Iterator[Row | BadRow]:
        number = 0
        for batch in self.batches():
            yield from rows_of(batch, number)
            number += batch.num_rows

    def batches(self) -> Iterator[Any]:
        """The record batches, read anew."""
        with self.opened()[0] as stream, self._explained():
            yield from self._batches(stream)

    def _schema(self) -> Any:
        raise NotImplementedError

    def _batches(self, stream: Any) -> Iterator[Any]:
        raise NotImplementedError

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """What pyarrow raises for a broken file, as an error of this package."""
        try:
            (pyarrow,) = needed(EXTRA, "pyarrow")
            try:
                yield
            except (pyarrow.ArrowException, OSError):
                raise Unreadable(Errors.E789, reason="it is no whole file of columns") from None
        except Unreadable as error:
            raise error.told(shown(self.path)) from None


def rows_of(batch: Any, before: int) -> Iterator[Row]:
    """The rows of a record batch.

    batch (RecordBatch): The batch.
    before (int): How many rows stand before it.
    """
    columns = {name: _values(batch.column(i)) for i, name in enumerate(batch.schema.names)}
    for at in range(batch.num_rows):
        yield Row(before + at + 1, {name: values[at] for name, values in columns.items()})


class ParquetSource(ColumnSource):
    """The rows of a .parquet file."""

    def _schema(self) -> Any:
        (parquet,) = needed(EXTRA, "pyarrow.parquet")
        return parquet.ParquetFile(self._stream).schema_arrow

    def _batches(self, stream: Any) -> Iterator[Any]:
        (parquet,) = needed(EXTRA, "pyarrow.parquet")
        yield from parquet.ParquetFile(stream).iter_batches(BATCH)


class ArrowSource(ColumnSource):
    """The rows of an Arrow file or stream, also known as Feather."""

    def _schema(self) -> Any:
        return self._reader(self._stream).schema

    def _batches(self, stream: Any) -> Iterator[Any]:
        reader = self._reader(stream)
        count = getattr(reader, "num_record_batches", None)
        found = reader if count is None else (reader.get_batch(i) for i in range(count))
        for batch in found:
            for start in range(0, batch.num_rows, BATCH):
                yield batch.slice(start, BATCH)

    def _reader(self, stream: Any) -> Any:
        pyarrow, ipc = needed(EXTRA, "pyarrow", "pyarrow.ipc")
        try:
            return ipc.open_file(stream)
        except pyarrow.ArrowInvalid:
            stream.seek(0)
            return ipc.open_stream(stream)


class ColumnSink(Sink):
    """A file of columns with the rows that are released, in the types that they had."""

    def __init__(self, place: Place) -> None:
        assert isinstance(place.source, ColumnSource)
        (self._arrow,) = needed(EXTRA, "pyarrow")
        self._file = place.open()
        self._roles = place.roles
        self._old = place.source.schema
        self._columns = [n for n in self._old.names if n in place.columns]
        self._schema = self._arrow.schema([(n, self._type(n)) for n in self._columns])
        self._batches = place.source.batches()
        self._batch: Any = None
        self._before = 0
        self._rows: list[tuple[int, Mapping[str, Any]]] = []
        self._stream = Written(self._file)
        self._writer = self._open(self._stream, self._schema)
        super().__init__(self._file)

    def put(self, values: Mapping[str, Any], name: str, change: Change | None = None) -> None:
        assert change is not None
        while self._batch is None or change.row.number > self._before + self._batch.num_rows:
            self._next()
        self._rows.append((change.row.number - self._before - 1, values))

    def finish(self) -> None:
        self._write()
        self._writer.close()
        super().finish()

    def abandon(self, *, keep: bool) -> None:
        self._stream.stop()
        self._writer.close()
        super().abandon(keep=keep)

    def _open(self, stream: Written, schema: Any) -> Any:
        raise NotImplementedError

    def _next(self) -> None:
        self._write()
        self._before += self._batch.num_rows if self._batch is not None else 0
        self._batch = next(self._batches)

    def _write(self) -> None:
        if not self._rows:
            return
        arrays = [self._column(name) for name in self._columns]
        batch = self._arrow.record_batch(arrays, schema=self._schema)
        self._writer.write_batch(batch)
        self._rows.clear()

    def _column(self, name: str) -> Any:
        new = self._schema.field(name).type
        at = self._arrow.array([index for index, _ in self._rows], self._arrow.int64())
        old = self._batch.column(self._old.get_field_index(name)).take(at)
        if self._roles[name] == "keep":
            # A dictionary may hold values that no row has any more.
            whole = self._arrow.types.is_dictionary(old.type)
            return old.dictionary_decode().dictionary_encode() if whole else old
        values = [row[name] for _, row in self._rows]
        gone = old.is_null().to_pylist()
        values = [None if v == "" and g else v for v, g in zip(values, gone, strict=True)]
        if self._arrow.types.is_temporal(new):
            return self._arrow.array([dated(v or "") for v in values]).cast(new, safe=False)
        return self._arrow.array([None if v is None else str(v) for v in values], new)

    def _type(self, name: str) -> Any:
        """The type of a column: its own, a text's where ids become pseudonyms."""
        types, old = self._arrow.types, self._old.field(name).type
        if types.is_dictionary(old):
            old = old.value_type
            if self._roles[name] == "keep":
                return self._arrow.dictionary(self._arrow.int32(), old)
        dates = self._roles[name] == "date" and (types.is_date(old) or types.is_timestamp(old))
        if self._roles[name] == "keep" or dates or _is_string(types, old):
            return old
        return self._arrow.string()


class ParquetSink(ColumnSink):
    """A .parquet file."""

    def _open(self, stream: Written, schema: Any) -> Any:
        (parquet,) = needed(EXTRA, "pyarrow.parquet")
        return parquet.ParquetWriter(stream, schema)


class ArrowSink(ColumnSink):
    """An Arrow file."""

    def _open(self, stream: Written, schema: Any) -> Any:
        (ipc,) = needed(EXTRA, "pyarrow.ipc")
        return ipc.new_file(stream, schema)


def _values(column: Any) -> list[Any]:
    """The values of a column as JSON has them."""
    pyarrow, types = needed(EXTRA, "pyarrow", "pyarrow.types")
    kind = column.type.value_type if types.is_dictionary(column.type) else column.type
    if types.is_timestamp(kind):
        column = column.cast(pyarrow.timestamp("us", kind.tz), safe=False)
    values = [plain(value) for value in column.to_pylist()]
    return ["" if v is None else v for v in values] if _is_string(types, kind) else values


def _is_string(types: Any, kind: Any) -> bool:
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))
