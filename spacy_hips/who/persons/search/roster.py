"""Rosters: tables of people as they are exported, each with its own encoding and columns."""

from __future__ import annotations

import codecs
import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ....core.endings import JSON, JSONL
from ....core.errors import Errors, HipsError
from ....core.later import re
from ....text.lexicon.person_words import ROSTER_COLUMNS, ROSTER_PEOPLE, ROSTER_ROLES
from ....text.lexicon.tables import fold

Cells = Sequence[tuple[str, Any]]
"""The cells of a row with the names of their columns."""

DELIMITERS = ",;\t|"
LAST_RESORT = "cp1252"
NAMES = frozenset(("name", "first", "last"))
OBJECTS = (*JSONL, *JSON)
SINGLE = ("person_id", "role")
SEVERAL = ("aliases", "emails", "handles", "author", "group")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MARK = "\ufeff"
_SEPARATOR_LINE = re.compile(r"sep=(.)[^\S\n]*(?:\n|\Z)", re.I)
"""What Excel reads and some platforms write above the header."""
_FIRST_ROLES = ("instructor", "student", "private", "public")
_SEVERAL_ROLES = re.compile(r"[,;|/+]")


@dataclass(frozen=True)
class RosterFile:
    """The text of a table of people.

    path (Path): Its file.
    text (str): All of it, as it is written.
    encoding (str): What it is written in.
    guessed (bool): The encoding fits, and so might others.
    """

    path: Path
    text: str
    encoding: str
    guessed: bool

    @classmethod
    def read(cls, path: str | Path, encoding: str = "") -> RosterFile:
        """Read a table.

        path (Path): A file, csv, tsv or jsonl.
        encoding (str): What it may be written in if it has no mark and is not UTF-8; Western
            European is the last resort.
        RAISES (HipsError): E122 if it cannot be read.
        """
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            raise _unusable(path, error.strerror or type(error).__name__) from None
        marked = next((codec for mark, codec in _MARKS if data.startswith(mark)), "")
        for codec in (marked,) if marked else ("utf-8", encoding or "utf-8", LAST_RESORT):
            try:
                text = data.decode(codec)
            except (UnicodeError, LookupError):
                continue
            if "\0" not in text:
                return cls(Path(path), text, codec, codec == LAST_RESORT != encoding)
        reason = "it is no text, or in an encoding that was not tried; save it as csv in UTF-8"
        raise _unusable(path, reason)

    def rows(self, delimiter: str = "") -> Iterator[tuple[str, Cells | None]]:
        """The rows: each as it is written, which may be several lines, and its cells.

        delimiter (str): The one to try first; that which parts the header into most cells is taken.
        YIELDS (tuple): What is written, and the cells; None for a header or an empty line.
        RAISES (HipsError): E122 if it is no table of rows.
        """
        rows = self._objects if self.path.suffix.lower() in OBJECTS else self._records
        try:
            yield from rows(delimiter)
        except HipsError:
            raise
        except (ValueError, csv.Error):
            raise _unusable(self.path, "it is no table of rows") from None

    def _objects(self, delimiter: str) -> Iterator[tuple[str, Cells | None]]:
        for line in self.text.splitlines(keepends=True):
            bare = line.removeprefix(_MARK).strip()
            row = json.loads(bare) if bare else None
            if row is not None and not isinstance(row, Mapping):
                raise ValueError
            yield line, row if row is None else tuple(row.items())

    def _records(self, delimiter: str) -> Iterator[tuple[str, Cells | None]]:
        taken: list[str] = []

        def lines() -> Iterator[str]:
            for line in io.StringIO(self.text, newline=""):
                taken.append(line)
                yield line.removeprefix(_MARK)

        header: list[str] = []
        head = self.text.removeprefix(_MARK).lstrip()
        told = _SEPARATOR_LINE.match(head)
        mark = told[1] if told else _delimiter(head.partition("\n")[0], delimiter)
        for number, cells in enumerate(csv.reader(lines(), delimiter=mark, strict=True)):
            raw = "".join(taken)
            taken.clear()
            above = not header and _SEPARATOR_LINE.fullmatch(raw.removeprefix(_MARK).strip())
            if above or not any(cell.strip() for cell in cells):
                yield raw, None
            elif not header:
                header = [cell.strip() for cell in cells]
                self._check_header(header)
                yield raw, None
            elif any(cell.strip() for cell in cells[len(header) :]):
                raise _unusable(self.path, f"row {number} has more cells than the header")
            else:
                yield raw, tuple(zip(header, cells, strict=False))
        if not header:
            raise _unusable(self.path, "it is empty")

    def _check_header(self, header: Sequence[str]) -> None:
        """In a table without a header the first person would be taken for one, and lost."""
        if not {*NAMES, "person_id"} & set(meanings(tuple(header)).values()):
            raise _unusable(self.path, "its first line names no column of ids or names")


@lru_cache(maxsize=64)
def meanings(columns: tuple[str, ...]) -> Mapping[str, str]:
    """What the columns of a table of people are.

    columns (tuple[str, ...]): Their names, in any case, singular or plural.
    RETURNS (Mapping[str, str]): The part of a person by column; columns that tell none are left
        out. Of two columns of ids the one that is called so, else the first, is taken.
    """
    told = {column: _meaning(column) for column in columns}
    if not NAMES & set(told.values()):
        told |= {column: "name" for column in told if _bare(column) in ROSTER_PEOPLE}
    for only in SINGLE:
        alike = sorted((c for c, means in told.items() if means == only), key=only.__ne__)
        told |= dict.fromkeys(alike[1:], "")
    return {column: means for column, means in told.items() if means}


def person_row(cells: Cells) -> dict[str, Any]:
    """A row of a table of people under the names that the package gives its columns.

    cells (Cells): The cells with the names of their columns.
    RETURNS (dict): One text for "person_id", "name" and "role", tuples of texts for the rest. A
        name in parts is written "Last, First"; who has no id gets the folded name for one.
    """
    means = meanings(tuple(column for column, _ in cells))
    told: dict[str, list[Any]] = defaultdict(list)
    for column, value in cells:
        if column in means:
            told[means[column]].append(value)
    row: dict[str, Any] = {part: text_of(next(iter(told[part]), "")) for part in SINGLE}
    row |= {part: tuple(t for value in told[part] for t in texts_of(value)) for part in SEVERAL}
    given, last = (" ".join(filter(None, map(text_of, told[part]))) for part in ("first", "last"))
    names = [name for value in told["name"] if (name := text_of(value))]
    plain = names[0] if names else f"{given} {last}"
    if last or given:
        names.append(", ".join(filter(None, (last, given))))
    row["name"], *more = names or [""]
    row["aliases"] += tuple(more)
    row["person_id"] = row["person_id"] or folded(plain)
    return row


def role_of(cell: str) -> str | None:
    """The role that a cell of a table of people tells, such as "Non-editing teacher".

    cell (str): The cell.
    RETURNS (str): One of `labels.ROLES`, "" for an empty cell, None for a word that tells none. Of
        several roles that of the staff counts, then that of the students.
    """
    words = [_bare(word).removesuffix("enrollment") for word in _SEVERAL_ROLES.split(cell)]
    told = {ROSTER_ROLES.get(word) or ROSTER_ROLES.get(word.removesuffix("s")) for word in words}
    if not any(words):
        return ""
    return None if None in told else next(role for role in _FIRST_ROLES if role in told)


def folded(name: str) -> str:
    """The id of a person who has none in the table."""
    return " ".join(fold(name).split())


def text_of(value: Any) -> str:
    """A cell as one line of text."""
    return "" if value is None else " ".join(str(value).split())


def texts_of(value: Any) -> tuple[str, ...]:
    """The values of a cell that holds several: a list, or parted by ";" or "|"."""
    if isinstance(value, (list, tuple)):
        return tuple(text for item in value if (text := text_of(item)))
    return tuple(t for piece in text_of(value).replace("|", ";").split(";") if (t := piece.strip()))


def _meaning(column: str) -> str:
    bare = _bare(column)
    alike = (bare, bare.removesuffix("s"), bare.removesuffix("es"))
    return next((ROSTER_COLUMNS[name] for name in alike if name in ROSTER_COLUMNS), "")


def _bare(column: str) -> str:
    return "".join(c for c in str(column).casefold() if c.isalnum())


def _delimiter(header: str, given: str) -> str:
    counts = {d: len(next(csv.reader([header], delimiter=d), [])) for d in given + DELIMITERS}
    return max(counts, key=lambda d: counts[d])


def _unusable(path: str | Path, reason: str) -> HipsError:
    return HipsError(Errors.E122.format(path=path, reason=reason))
