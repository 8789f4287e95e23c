"""The file of spans as a table for people: csv that Excel opens, the most doubtful line first.

A spreadsheet calculates a cell that begins like a formula, and turns "007", "3/4" and "1e5" into
numbers and dates. So such a cell is written with an apostrophe in front, and one apostrophe at the
front of a cell is taken off when the table is read again.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ...core.errors import HipsError
from ...core.later import re
from ..errors import Errors
from ..files.decoding import DEFAULT_ENCODING
from ..files.file_formats import format_by_name
from ..files.readers import open_source, reason_of
from ..files.rows import BadRow

COLUMNS: tuple[str, ...] = (
    "status", "label", "text", "before", "after", "role", "public", "reason", "surrogate",
    "doc", "row", "column", "start", "end", "score", "entity", "owner", "rival", "sources", "model",
    "text_hash",
)  # fmt: skip
NUMBERS: Mapping[str, type] = {
    "row": int, "start": int, "end": int, "score": float, "public": float
}  # fmt: skip
TWO_OWNERS = 0.5
BOM = "\ufeff"
MARK = "'"
# Full-width signs begin a formula in some spreadsheets, too.
_FORMULA = re.compile(r"[\s\x00-\x1f]*[=+\-@＝＋－＠]|[\t\r\n]")
_CONVERTED = re.compile(
    r"[\d.,].{0,40}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\W*\d.*|true|false",
    re.I,
)
WESTERN = "cp1252"
_CONTROL = re.compile(r"[\x00-\x1f\x7f\s]+")


def is_table(path: str | Path) -> bool:
    """Does the name of a file say that it is a table?"""
    return format_by_name(path) in ("csv", "tsv")


def table_of(lines: Iterable[Mapping[str, Any]], path: str | Path) -> bytes:
    """Lines of spans as a table.

    lines (Iterable): As `span_lines` gives them.
    path (Path): Its name, which tells the delimiter.
    RETURNS (bytes): UTF-8 with a byte order mark, the most doubtful line first.
    """
    out = io.StringIO()
    delimiter = "\t" if format_by_name(path) == "tsv" else ","
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for line in sorted(lines, key=doubt, reverse=True):
        writer.writerow([_cell(line.get(name)) for name in COLUMNS])
    return (BOM + out.getvalue()).encode("utf8", "backslashreplace")


def doubt(line: Mapping[str, Any]) -> float:
    """How doubtful it is that a span is rightly hidden, or rightly kept: from 0 to 1.

    line (Mapping): A line of spans; one without a span is beyond doubt. Of an address that two
        people may own, one of two is wrong.

        >>> round(doubt({"start": 0, "status": "found", "score": 0.9, "public": 0.5}), 2)
        0.55
        >>> round(doubt({"start": 0, "status": "reject", "public": 0.98}), 2)
        0.02
    """
    if line.get("start") is None:
        return -1.0
    public = float(line.get("public") or 0)
    if line["status"] == "reject":
        return 1 - public
    found = 1 - (1 - public) * float(line.get("score", 1.0))
    return max(found, TWO_OWNERS) if line.get("rival") else found


def read_table(path: str | Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The lines of a table that `table_of` wrote and people changed.

    path (Path): The table; any delimiter, any column left out or added.
    YIELDS (tuple): Number of the line (the header is the first) and its cells; empty ones are
        left out.
    RAISES (HipsError): E701 if it cannot be read, E723 for a line of another form.
    """
    with open_source(str(path), format_by_name(path), encoding=_encoding(path)) as source:
        for row in source:
            number = row.number + 1
            if isinstance(row, BadRow):
                raise _problem(path, number, row.reason)
            cells = {k.strip().lower(): v.removeprefix(MARK) for k, v in row.fields.items()}
            yield number, _typed(path, number, {k: v for k, v in cells.items() if v.strip()})


def _cell(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        value = ",".join(map(str, value))
    if not isinstance(value, str):
        return value
    value = _CONTROL.sub(" ", value)
    guarded = value.startswith(MARK) or _FORMULA.match(value) or _CONVERTED.fullmatch(value)
    return MARK + value if guarded else value


def _encoding(path: str | Path) -> str:
    """A spreadsheet may save a table in the encoding of its country."""
    try:
        Path(path).read_bytes().decode("utf8")
    except UnicodeDecodeError as error:
        return DEFAULT_ENCODING if error.start == 0 else WESTERN  # byte order mark of another
    except OSError as error:
        raise HipsError(Errors.E701.format(path=path, reason=reason_of(error))) from None
    return DEFAULT_ENCODING


def _typed(path: str | Path, number: int, cells: dict[str, str]) -> dict[str, Any]:
    out: dict[str, Any] = dict(cells)
    for name, kind in NUMBERS.items():
        if name not in cells:
            continue
        try:  # a spreadsheet may write 12 as 12.0, and .5 as ,5
            value = float(cells[name].replace(",", "."))
            out[name] = kind(value)
        except (ValueError, OverflowError):
            raise _problem(path, number, f"{name} is no number") from None
    if "sources" in cells:
        out["sources"] = cells["sources"].split(",")
    return out


def _problem(path: str | Path, number: int, reason: str) -> HipsError:
    return HipsError(Errors.E723.format(path=path, line=number, reason=reason))
