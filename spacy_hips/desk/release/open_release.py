"""A finished release, row by row or file by file, so that some can be exchanged and some go."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from ...core.errors import HipsError
from ..errors import Errors
from ..files.file_formats import format_by_name
from ..files.formats.archive import MOST_BYTES, Archive, entry
from ..files.formats.content import Unreadable, needed
from ..files.output import FileTarget, FolderTarget, write_lines
from ..files.readers import open_bytes, open_source, reason_of, shown
from ..files.sinks import Written

LINES, COLUMNS, FILES = ("csv", "tsv", "jsonl"), ("parquet", "arrow"), ("zip", "folder")
WRITTEN = (*LINES, "xlsx", *COLUMNS, *FILES)
DIGITS = 12
"""So many digits of the name of a file are the pseudonym of its document."""


@dataclass(frozen=True)
class ReleasedRow:
    """A row of a release, or a file of one.

    raw (Any): As it is written: bytes, or the values of its cells.
    fields (Mapping): Its cells; None for a header or an empty line.
    at (Any): Where it stands, in a file that is no text.
    """

    raw: Any
    fields: Mapping[str, Any] | None
    at: Any = None


Exchanged = tuple[ReleasedRow, ReleasedRow | None]
"""A row of a release, and what stands in its place: itself, a new one, or nothing."""


def form_of(path: str | Path, like: str = "") -> str:
    """The format of a release; "" for one that cannot be written anew.

    path (Path): The release, which may not be there yet.
    like (str): What a name without an ending is.
    """
    folder = Path(path).is_dir() or (like == "folder" and not Path(path).suffix)
    return "folder" if folder else format_by_name(path)


def rows_of(path: str | Path, form: str) -> Iterator[ReleasedRow]:
    """The rows of a release.

    path (Path): The release.
    form (str): One of WRITTEN.
    RAISES (HipsError): E701 if it cannot be read, E825 if it is no table.
    """
    if form in FILES:
        yield from _files(path, form)
    elif form == "xlsx":
        yield from _cells(path)
    elif form in COLUMNS:
        for index, fields in enumerate(_table(path, form).to_pylist()):
            yield ReleasedRow(fields, fields, index)
    else:
        yield from _text_rows(path, form)


def write_anew(
    release: str | Path,
    form: str,
    output: str | Path,
    other: str | Path,
    rows: Sequence[Exchanged],
) -> None:
    """Write a release anew.

    release (Path), form (str): The release.
    output (Path): The new one.
    other (Path): Where new rows come from.
    rows (Sequence): All rows of the release, in order.
    RAISES (WriteFailed): Where it cannot be written.
    """
    if form in LINES:
        write_lines(output, [new.raw for _, new in rows if new is not None], private=False)
        return
    target = FolderTarget(output) if form == "folder" else FileTarget(output)
    try:
        _write(target, release, form, other, rows)
    except BaseException:
        target.abandon(keep=False)
        raise
    target.finish()


def _write(
    target: FolderTarget | FileTarget,
    release: str | Path,
    form: str,
    other: str | Path,
    rows: Sequence[Exchanged],
) -> None:
    kept = [(old, new) for old, new in rows if new is not None]
    if isinstance(target, FolderTarget):
        for _, new in kept:
            target.write_file(new.at, new.raw)
        return
    stream: Any = Written(target)
    if form == "zip":
        with ZipFile(stream, "w") as archive:
            for _, new in kept:
                archive.writestr(entry(new.at), new.raw)
    elif form == "xlsx":
        from ..files.formats.excel import write_exchanged

        cells = ((old.at, old.raw, None if new is None else new.raw) for old, new in rows)
        write_exchanged(stream, release, cells)
    else:
        _write_table(stream, form, _table(release, form), _table(other, form), kept)


def _text_rows(path: str | Path, form: str) -> Iterator[ReleasedRow]:
    try:
        text = Path(path).read_bytes().decode("utf8")
    except OSError as error:
        raise HipsError(Errors.E701.format(path=path, reason=reason_of(error))) from None
    except UnicodeDecodeError:
        raise HipsError(Errors.E701.format(path=path, reason="not UTF-8")) from None
    try:
        yield from _objects(text) if form == "jsonl" else _records(path, form, text)
    except (ValueError, csv.Error):
        raise HipsError(Errors.E825.format(path=path, known=", ".join(WRITTEN))) from None


def _objects(text: str) -> Iterator[ReleasedRow]:
    for line in io.StringIO(text, newline=""):
        fields = json.loads(line) if line.strip() else None
        if fields is not None and not isinstance(fields, dict):
            raise ValueError
        yield ReleasedRow(line.encode(), fields)


def _records(path: str | Path, form: str, text: str) -> Iterator[ReleasedRow]:
    with open_source(str(path), form) as source:
        delimiter, names = source.delimiter, list(source.fields)
    taken: list[str] = []

    def lines() -> Iterator[str]:
        for line in io.StringIO(text, newline=""):
            taken.append(line)
            yield line

    head = True
    for cells in csv.reader(lines(), delimiter=delimiter, strict=True):
        raw = "".join(taken).encode()
        taken.clear()
        if head or not cells:
            yield ReleasedRow(raw, None)
            head = head and not cells
        else:
            yield ReleasedRow(raw, dict(zip(names, cells, strict=True)))


def _files(path: str | Path, form: str) -> Iterator[ReleasedRow]:
    """The files of a release, a document each, whose name tells which."""
    for name, data in _named_files(Path(path), form):
        yield ReleasedRow(data, {"id": Path(name).stem[:DIGITS]}, name)


def _named_files(path: Path, form: str) -> Iterator[tuple[str, bytes]]:
    if form == "folder":
        for file in sorted(p for p in path.rglob("*") if p.is_file()):
            yield file.relative_to(path).as_posix(), file.read_bytes()
        return
    with open_bytes(str(path))[0] as stream:
        try:
            archive = Archive(stream, MOST_BYTES)
            yield from ((name, archive.read(name)) for name in archive.names)
        except Unreadable as error:
            raise error.told(shown(str(path))) from None


def _cells(path: str | Path) -> Iterator[ReleasedRow]:
    with open_source(str(path), "xlsx") as source:
        for sheet, at, cells in source.rows():  # type: ignore[attr-defined]
            fields = dict(zip(source.fields, cells, strict=True))
            yield ReleasedRow(tuple(cells), fields, (sheet, at))


def _table(path: str | Path, form: str) -> Any:
    with open_source(str(path), form) as source:
        (arrow,) = needed("tables", "pyarrow")
        batches = source.batches()  # type: ignore[attr-defined]
        return arrow.Table.from_batches(batches, source.schema)  # type: ignore[attr-defined]


def _write_table(
    stream: Any, form: str, old: Any, new: Any, rows: Sequence[tuple[ReleasedRow, ReleasedRow]]
) -> None:
    """Write rows of two tables, each value as it is."""
    arrow, parquet, ipc = needed("tables", "pyarrow", "pyarrow.parquet", "pyarrow.ipc")
    at = [now.at if now is was else len(old) + now.at for was, now in rows]
    both = arrow.concat_tables([old, new]).unify_dictionaries()
    table = both.take(arrow.array(at, arrow.int64())).combine_chunks()
    for index, kind in enumerate(table.schema.types):
        if arrow.types.is_dictionary(kind):  # it may hold what no row has any more
            column = table.column(index).cast(kind.value_type).dictionary_encode().cast(kind)
            table = table.set_column(index, table.schema.field(index), column)
    make = parquet.ParquetWriter if form == "parquet" else ipc.new_file
    with make(stream, table.schema) as writer:
        writer.write_table(table)
