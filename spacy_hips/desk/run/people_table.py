"""The table of known people: csv, tsv and jsonl, or a workbook as a school keeps it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ...core.errors import HipsError
from ...who.persons.search.known import KnownPeople
from ..errors import Errors
from ..files.file_formats import format_by_name
from ..files.readers import open_source
from ..files.rows import BadRow

FILES: frozenset[str] = frozenset(("xlsx", "parquet", "arrow"))
"""Formats of tables that are no text."""


def known_people(path: str | Path, encoding: str = "", delimiter: str = "") -> KnownPeople:
    """Read a table of known people, which may be written as the input is.

    path (Path): The table.
    encoding (str): Of a text that has no byte order mark and is not UTF-8.
    delimiter (str): The one to try first.
    RETURNS (KnownPeople): Its people.
    RAISES (HipsError): E122 if it cannot be used; others where a workbook cannot be read.
    """
    if format_by_name(path) not in FILES:
        delimiter = delimiter.replace("\\t", "\t")
        return KnownPeople.load(path, encoding=encoding, delimiter=delimiter)
    return KnownPeople.from_rows(_rows(path), source=str(path))


def _rows(path: str | Path) -> Iterator[Mapping[str, Any]]:
    """The rows that hold something."""
    with open_source(str(path)) as source:
        for row in source:
            if isinstance(row, BadRow):
                raise HipsError(Errors.E122.format(path=path, reason=f"row {row.number} is broken"))
            if any(value not in (None, "") for value in row.fields.values()):
                yield row.fields
