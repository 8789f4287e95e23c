"""Takes a person's rows out of a table of known people, the rest byte for byte as it was."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..errors import Errors, HipsError
from .tables import fold


@dataclass(frozen=True)
class Withdrawn:
    """A table without a person.

    data (bytes): The table.
    dropped (int): How many rows are gone.
    """

    data: bytes
    dropped: int


def without_person(path: str | Path, person: str) -> Withdrawn:
    """Leave out the rows of one person.

    path (Path): The table, csv, tsv or jsonl, as `KnownPeople.load` reads it.
    person (str): The person_id; for rows without one the name.
    RETURNS (Withdrawn): The table; it is not written.
    RAISES (HipsError): E122 if it cannot be read.
    """
    file = Path(path)
    try:
        text = file.read_bytes().decode("utf8")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise HipsError(Errors.E122.format(path=path, reason=reason)) from None
    except UnicodeDecodeError:
        raise HipsError(Errors.E122.format(path=path, reason="it is not UTF-8")) from None
    rows = _json_rows if file.suffix in (".jsonl", ".json") else _table_rows
    kept, dropped = [], 0
    try:
        for raw, identity in rows(text):
            gone = identity is not None and identity in (person, _folded(person))
            dropped += gone
            kept += [] if gone else [raw]
    except (ValueError, csv.Error):
        raise HipsError(Errors.E122.format(path=path, reason="it is no table of rows")) from None
    return Withdrawn("".join(kept).encode("utf8"), dropped)


def _json_rows(text: str) -> Iterator[tuple[str, str | None]]:
    for line in text.splitlines(keepends=True):
        yield line, _identity(json.loads(line).get) if line.strip() else None


def _table_rows(text: str) -> Iterator[tuple[str, str | None]]:
    """Each row as it is written, which may be several lines, and whose it is."""
    mark = max("\t;,", key=text.partition("\n")[0].count)
    taken: list[str] = []

    def lines() -> Iterator[str]:
        for line in io.StringIO(text, newline=""):
            taken.append(line)
            yield line

    header: list[str] = []
    for cells in csv.reader(lines(), delimiter=mark, strict=True):
        raw = "".join(taken)
        taken.clear()
        if not header:
            header = [cell.removeprefix("\ufeff") for cell in cells]
            yield raw, None
        else:
            yield raw, _identity(dict(zip(header, cells, strict=False)).get)


def _identity(get: Callable[[str], object]) -> str:
    """The id of a row as `KnownPeople` sees it."""
    person_id = " ".join(str(get("person_id") or "").split())
    return person_id or _folded(str(get("name") or ""))


def _folded(name: str) -> str:
    return " ".join(fold(name).split())
