"""Writers: one class a format, each turns a row of values into bytes for a target."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from ...core.errors import HipsError
from ..errors import Errors
from .file_formats import FORMATS, MACROS, STANDARD, format_by_name, targets
from .foreign import ENDINGS


class RowFormat(Protocol):
    """How rows are written."""

    def head(self) -> bytes:
        """What stands before the first row."""
        ...

    def row(self, values: Mapping[str, Any]) -> bytes:
        """One row."""
        ...

    def tail(self) -> bytes:
        """What stands behind the last row."""
        ...


class TextFormat:
    """The text of one document, and nothing else."""

    def __init__(self, text_column: str) -> None:
        self.column = text_column

    def head(self) -> bytes:
        """Nothing."""
        return b""

    def row(self, values: Mapping[str, Any]) -> bytes:
        """The text as UTF-8."""
        return str(values[self.column]).encode("utf8", "replace")

    def tail(self) -> bytes:
        """Nothing."""
        return b""


class JsonlFormat:
    """A json object a line."""

    def head(self) -> bytes:
        """Nothing."""
        return b""

    def row(self, values: Mapping[str, Any]) -> bytes:
        """The object as UTF-8; what UTF-8 has no bytes for stays a json escape."""
        return json_line(values)

    def tail(self) -> bytes:
        """Nothing."""
        return b""


class JsonFormat:
    """A json list, an object a line."""

    def __init__(self) -> None:
        self._gap = b"\n"

    def head(self) -> bytes:
        """The bracket that opens the list."""
        return b"["

    def row(self, values: Mapping[str, Any]) -> bytes:
        """The object, behind a comma where another is before it."""
        gap, self._gap = self._gap, b",\n"
        return gap + json_line(values).removesuffix(b"\n")

    def tail(self) -> bytes:
        """The bracket that closes the list."""
        return b"\n]\n"


class TableFormat:
    """A csv or tsv table with a header.

    columns (Sequence[str]): The header.
    delimiter (str): The character between cells.
    """

    def __init__(self, columns: Sequence[str], delimiter: str) -> None:
        self.columns = columns
        self.delimiter = delimiter

    def head(self) -> bytes:
        """The header."""
        return self._line(self.columns)

    def row(self, values: Mapping[str, Any]) -> bytes:
        """The cells in the order of the header."""
        return self._line([values.get(name, "") for name in self.columns])

    def tail(self) -> bytes:
        """Nothing."""
        return b""

    def _line(self, cells: Sequence[Any]) -> bytes:
        buffer = io.StringIO()
        # The writer quotes a cell for the line ends that it writes itself, so it must know both.
        writer = csv.writer(buffer, delimiter=self.delimiter, lineterminator="\r\n")
        writer.writerow([_cell(value) for value in cells])
        line = buffer.getvalue().removesuffix("\r\n") + "\n"
        return line.encode("utf8", "backslashreplace")


def target_format(output: str, source: str) -> str:
    """The format to write: that which the output's name tells, else the input's.

    output (str): The output's path, "-" for standard output.
    source (str): The input's format.
    RETURNS (str): The format.
    RAISES (HipsError): E715 if the input cannot become that, E739 for a name whose ending says
        that it is something else.
    """
    suffix = Path(output).suffix.lower()
    if suffix in MACROS:
        raise _other_ending(output, [MACROS[suffix]])
    if not suffix or output == STANDARD:
        target = targets(source)[0]
    elif named := format_by_name(output):
        target = source if named in FORMATS[source].within else named
    elif source == "folder" and suffix not in ENDINGS:
        target = source  # a folder's name may hold a dot
    else:
        target = ""
    if target in targets(source):
        return target
    if target == "txt":
        raise HipsError(Errors.E715.format(source=source, target=target))
    can = (form for form in targets(source) if FORMATS[form].endings)
    raise _other_ending(output, [f".{form}" for form in can])


def check_ending(output: str | Path, endings: Sequence[str]) -> None:
    """Refuse to write a file under a name that says that it is something else.

    output (str): Its path, "-" for standard output.
    endings (Sequence[str]): The endings of what is written.
    RAISES (HipsError): E739 for another ending; a name may have none.
    """
    suffix = Path(output).suffix.lower()
    if suffix and suffix not in endings:
        raise _other_ending(output, endings)


def _other_ending(output: str | Path, endings: Sequence[str]) -> HipsError:
    return HipsError(Errors.E739.format(path=output, known=", ".join(endings)))


def json_line(values: Mapping[str, Any]) -> bytes:
    """One line of jsonl."""
    line = json.dumps(values, ensure_ascii=False) + "\n"
    return line.encode("utf8", "backslashreplace")


def _cell(value: Any) -> Any:
    if value is None or isinstance(value, (str, int, float)):
        return value
    return json.dumps(value, ensure_ascii=False)
