"""Readers: one class a format, each yields rows in order and holds one row at a time."""

from __future__ import annotations

import csv
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, Self

from ...core.errors import HipsError
from ..errors import Errors
from .decoding import DEFAULT_ENCODING, Decoder, check_encoding
from .file_formats import FORMATS, STANDARD, format_by_name, known_endings, made_by
from .json_items import json_items
from .rows import BadRow, Row

DELIMITERS = ",;\t|"
PEEKED = 50


class Source:
    """Rows of one input.

    path (str): The input, "-" for standard input.
    encoding (str): The encoding of its text.
    delimiter (str): The character between the cells of a table; "" finds it. Afterwards that which
        was found, and "" where there are no cells.
    fields (Sequence[str]): Its columns, as far as they are known before reading.
    note (str): What the reader decided by itself and the user should know; "" for nothing.
    size (int): Bytes in all, 0 where not known.
    unreadable (str): Why none of the first rows could be read; "" where one could.
    rewrites (bool): Does it hold documents that are rewritten in place?
    roles (Mapping[str, str]): Roles of columns that the format tells itself.
    """

    roles: Mapping[str, str] = {}

    def __init__(self, path: str, encoding: str = DEFAULT_ENCODING, delimiter: str = "") -> None:
        self.path = path
        self.encoding = encoding
        self.delimiter = ""
        self._asked = delimiter
        self.fields: Sequence[str] = ()
        self.note = ""
        self.unreadable = ""
        self.rewrites = False
        self.size = 0
        self._decoder: Decoder | None = None
        self._start()

    def _start(self) -> None:
        """Open the file, and learn the columns."""
        raise NotImplementedError

    @property
    def position(self) -> int:
        """Bytes read so far."""
        return self._decoder.position if self._decoder else 0

    def __iter__(self) -> Iterator[Row | BadRow]:
        raise NotImplementedError

    def close(self) -> None:
        """Give the file back."""
        if self._decoder is not None:
            self._decoder.stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _open(self) -> Decoder:
        stream, self.size = open_bytes(self.path)
        self._decoder = Decoder(stream, self.encoding, shown(self.path))
        return self._decoder


class TextSource(Source):
    """A text file, or standard input: one document. Who speaks in a transcript is told."""

    def _start(self) -> None:
        self.fields = ("id", "text")
        self._chunks = self._open().chunks()

    def __iter__(self) -> Iterator[Row | BadRow]:
        name = "" if self.path == STANDARD else Path(self.path).name
        from .formats.talks import named, speakers  # not at each start

        text = "".join(self._chunks)
        found = speakers(text)
        fields = {"id": name, "text": text}
        yield Row(1, fields, people=named(text, found), speakers=found)


class ObjectSource(Source):
    """Json objects, whose keys are only known by looking at the first of them."""

    def _start(self) -> None:
        self._begin(self._open())
        self._peeked = self._peek()
        bad = [row.reason for row in self._peeked if isinstance(row, BadRow)]
        self.unreadable = bad[0] if bad and len(bad) == len(self._peeked) else ""
        names = (name for row in self._peeked if isinstance(row, Row) for name in row.fields)
        self.fields = tuple(dict.fromkeys(names))

    def __iter__(self) -> Iterator[Row | BadRow]:
        number = 0
        while self._peeked:
            row = self._peeked.pop(0)
            number = row.number
            yield row
        yield from self._rows(number)

    def _peek(self) -> list[Row | BadRow]:
        peeked: list[Row | BadRow] = []
        for row in self._rows(0):
            peeked.append(row)
            if len(peeked) == PEEKED:
                break
        return peeked

    def _begin(self, decoder: Decoder) -> None:
        raise NotImplementedError

    def _rows(self, number: int) -> Iterator[Row | BadRow]:
        raise NotImplementedError


class JsonlSource(ObjectSource):
    """A json object a line. Lines of white space are passed over and not counted."""

    def _begin(self, decoder: Decoder) -> None:
        self._lines = enumerate(decoder.lines(), 1)

    def _rows(self, number: int) -> Iterator[Row | BadRow]:
        for line_number, line in self._lines:
            if not line.strip():
                continue
            number += 1
            where = f"line {line_number}"
            try:
                fields = json.loads(line)
            except (ValueError, RecursionError):
                yield BadRow(number, f"{where} is no JSON", line)
                continue
            if isinstance(fields, dict):
                yield Row(number, fields)
            else:
                yield BadRow(number, f"{where} is no JSON object", line)


class JsonSource(ObjectSource):
    """A json list of objects; objects one behind the other are read as well.

    Behind what is no json nothing can be read: that is one bad row, and the last.
    """

    def _begin(self, decoder: Decoder) -> None:
        self._items = json_items(decoder.chunks())

    def _rows(self, number: int) -> Iterator[Row | BadRow]:
        try:
            for value in self._items:
                number += 1
                if isinstance(value, dict):
                    yield Row(number, value)
                else:
                    raw = json.dumps(value, ensure_ascii=False)
                    yield BadRow(number, f"item {number} is no JSON object", raw)
        except HipsError:
            raise  # what the bytes are, not what they say
        except (ValueError, RecursionError):
            reason = f"item {number + 1} is no JSON; nothing from there on was read"
            yield BadRow(number + 1, reason)


class TableSource(Source):
    """A csv or tsv file with a header. Quoted cells may hold line ends; empty lines are skipped.

    Without a delimiter the one is taken that parts the header into most cells, and that is said
    where it is no comma.

    RAISES (HipsError): E713 without a header, E712 for two columns of one name.
    """

    own_delimiter = ""

    def _start(self) -> None:
        self._line = 0
        self._raw: list[str] = []
        self._lines = self._open().lines()
        try:
            first = self._first_line()
            if _old_line_ends(first):
                self._lines = _parted(first, self._lines)
                first = self._first_line()
            given = self._asked or self.own_delimiter
            self.delimiter = given or _guess(first)
            if not given and self.delimiter != ",":
                self.note = f"The delimiter is {self.delimiter!r} (set it with --delimiter)."
            self._reader = csv.reader(self._recorded(first), delimiter=self.delimiter, strict=True)
            self.fields = self._header()
        except HipsError:
            self.close()
            raise

    def __iter__(self) -> Iterator[Row | BadRow]:
        number = 0
        with _long_cells():
            while True:
                self._raw = []
                first = self._line + 1
                try:
                    cells = next(self._reader)
                except StopIteration:
                    return
                except csv.Error as error:
                    number += 1
                    yield BadRow(number, _reason(error, first, self._line), "".join(self._raw))
                    continue
                if not cells:
                    continue
                number += 1
                if len(cells) == len(self.fields):
                    yield Row(number, dict(zip(self.fields, cells, strict=True)))
                else:
                    reason = f"line {first} has {len(cells)} cells, the header {len(self.fields)}"
                    yield BadRow(number, reason, "".join(self._raw))

    def _first_line(self) -> str:
        for line in self._lines:
            if line.strip():
                return line
            self._line += 1
        raise HipsError(Errors.E713.format(path=shown(self.path)))

    def _recorded(self, first: str) -> Iterator[str]:
        """The lines, each remembered until its record is whole."""
        for line in _chained(first, self._lines):
            self._line += 1
            self._raw.append(line)
            yield line

    def _header(self) -> Sequence[str]:
        with _long_cells():
            try:
                names = [name.strip() for name in next(self._reader)]
            except csv.Error as error:
                reason = f"the header: {_reason(error, 1, self._line)}"
                raise HipsError(Errors.E701.format(path=shown(self.path), reason=reason)) from None
        for i, name in enumerate(names):
            if name in names[:i]:
                first = names.index(name) + 1
                message = Errors.E712.format(path=shown(self.path), first=first, second=i + 1)
                raise HipsError(message)
        return names


class TabSource(TableSource):
    """A tsv file."""

    own_delimiter = "\t"


class DocBinSource(Source):
    """The documents of a .spacy file (`DocBin`), which is read whole."""

    def _start(self) -> None:
        from spacy.tokens import DocBin

        stream, self.size = open_bytes(self.path)
        with stream:
            data = stream.read()
        try:
            self._bin = DocBin().from_bytes(data)
        except Exception as error:  # whatever zlib and msgpack raise for other files
            reason = f"no file of spaCy documents ({type(error).__name__})"
            raise HipsError(Errors.E701.format(path=shown(self.path), reason=reason)) from None
        self.fields = ("id", "text")

    def __iter__(self) -> Iterator[Row | BadRow]:
        from spacy.vocab import Vocab

        from ...core.ids import get_ids

        # A vocabulary of its own: the pipeline's is emptied after every batch.
        for number, doc in enumerate(self._bin.get_docs(Vocab()), 1):
            yield Row(number, {"id": get_ids(doc).doc, "text": doc.text}, doc.to_bytes())


def open_source(
    path: str, format: str = "", *, encoding: str = DEFAULT_ENCODING, delimiter: str = ""
) -> Source:
    """Open an input.

    path (str): A file, a folder, or "-" for standard input.
    format (str): One of FORMATS; "" tells it from the name. Standard input is text by default.
    encoding (str): The encoding of text formats.
    delimiter (str): For tables; "" finds it.
    RETURNS (Source): An iterable of `Row` and `BadRow`.
    RAISES (HipsError): E701 and following for input that cannot be used.
    """
    delimiter = delimiter.replace("\\t", "\t")
    if delimiter and (len(delimiter) != 1 or delimiter in '"\r\n'):
        raise HipsError(Errors.E719)
    make = made_by(FORMATS[format or guess_format(path, encoding)].source)
    return make(path, check_encoding(encoding), delimiter)  # type: ignore[no-any-return]


def guess_format(path: str, encoding: str = DEFAULT_ENCODING) -> str:
    """The format that a path's name tells, or of that what is in the file.

    RAISES (HipsError): E701 if nothing is there, E714 if the name tells nothing.
    """
    if path == STANDARD:
        return "txt"
    if Path(path).is_dir():
        return "folder"
    format = format_by_name(path)
    if not Path(path).exists():
        raise HipsError(Errors.E701.format(path=path, reason="it is not there"))
    if not format:
        raise HipsError(Errors.E714.format(path=path, known=known_endings()))
    kept = (name for name, form in FORMATS.items() if format in form.within)
    return next((name for name in kept if _holds(name, path, format, encoding)), format)


def _holds(name: str, path: str, format: str, encoding: str) -> bool:
    """Does a file of a format hold another one?"""
    module = FORMATS[name].source.partition(":")[0]
    return bool(made_by(f"{module}:holds")(path, format, encoding))


def open_bytes(path: str) -> tuple[BinaryIO, int]:
    """Open a file or standard input as bytes, with its size (0 where not known).

    RAISES (HipsError): E701 if it cannot be opened.
    """
    if path == STANDARD:
        return _standard_input(), 0
    try:
        return Path(path).open("rb"), Path(path).stat().st_size
    except OSError as error:
        raise HipsError(Errors.E701.format(path=path, reason=reason_of(error))) from None


def reason_of(error: OSError) -> str:
    """An operating system's error without the path."""
    return error.strerror or type(error).__name__


def shown(path: str) -> str:
    """How a path is named in messages."""
    return "Standard input" if path == STANDARD else path


def _standard_input() -> BinaryIO:
    """Standard input under a handle of its own, which can be closed."""
    if sys.stdin is None or sys.stdin.closed:
        raise HipsError(Errors.E701.format(path=shown(STANDARD), reason="it is closed"))
    try:
        return os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    except (OSError, ValueError):
        return sys.stdin.buffer


def _parted(first: str, rest: Iterator[str]) -> Iterator[str]:
    """Lines, parted again where a carriage return stands."""
    for line in _chained(first, rest):
        *whole, last = line.split("\r")
        yield from (part + "\r" for part in whole)
        if last:
            yield last


def _chained(first: str, rest: Iterator[str]) -> Iterator[str]:
    yield first
    yield from rest


def _old_line_ends(line: str) -> bool:
    """Do lines end in a lone "\\r", as on the first Macs? Within quotes it is part of a cell."""
    return "\r" in re.sub(r'"[^"]*"', "", line.rstrip("\r\n"))


def _guess(header: str) -> str:
    """The delimiter that parts a header into most cells; a comma where none does."""
    counts: dict[str, int] = {}
    for delimiter in DELIMITERS:
        with suppress(csv.Error):  # told when the header is read
            counts[delimiter] = len(next(csv.reader([header], delimiter=delimiter), []))
    return max(DELIMITERS, key=lambda d: counts.get(d, 0))


def _reason(error: csv.Error, first: int, last: int) -> str:
    """What is wrong with a row of a table, and in which lines."""
    where = f"line {first}" if first == last else f"lines {first} to {last}"
    text = str(error)
    if "end of data" in text:
        rest = f"; the {last - first:,} lines behind it were not read" if last > first else ""
        return f"line {first}: a quote is opened and never closed{rest}"
    if "expected after" in text:
        return f"{where}: a quote stands inside a quoted cell; write it twice"
    if "new-line" in text:
        return f"{where}: a carriage return stands in a cell without quotes"
    return f"{where}: it is no row of a table"


@contextmanager
def _long_cells() -> Iterator[None]:
    """Let cells be as long as essays are; the limit is Python's own, so it is put back."""
    limit = csv.field_size_limit(sys.maxsize)
    try:
        yield
    finally:
        csv.field_size_limit(limit)


def as_text(value: Any) -> str | None:
    """A cell's value as text: numbers as written, nothing as ""; None for lists and objects."""
    if value is None:
        return ""
    if isinstance(value, (str, int, float)):
        return str(value)
    return None
