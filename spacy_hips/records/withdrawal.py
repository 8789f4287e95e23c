"""Takes a person out of a release: the own rows go, rows that name the person are written anew.

All other rows stay byte for byte. The rows that name the person are anonymised once more with the
register of the release, without the person's entries: everybody else keeps the new name, and the
person, whose name is still known while this goes on, gets a new one under an id that is drawn at
random and kept nowhere.
"""

from __future__ import annotations

import csv
import io
import json
import secrets
import tempfile
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..errors import Errors, HipsError
from ..files import write_private
from ..persons.link.linking import normal_form
from ..register import Register
from ..register.file import seals_of
from ..register.register import Forgotten
from .file_formats import format_by_name
from .given import open_input
from .job import Job, Progress
from .options import JobOptions
from .output import write_lines
from .pseudonyms import Pseudonyms
from .readers import open_source, reason_of

WRITTEN = ("csv", "tsv", "jsonl")


@dataclass(frozen=True)
class ReleasedRow:
    """A row of a release.

    raw (bytes): As it is written.
    fields (Mapping): Its cells; None for a header or an empty line.
    """

    raw: bytes
    fields: Mapping[str, Any] | None


@dataclass(frozen=True)
class Withdrawal:
    """What became of a release.

    own (tuple[int, ...]): The rows of the release that the person wrote, from 1; they are gone.
    anew (tuple[int, ...]): The rows that were written anew; they named the person.
    kept (int): How many rows stayed as they were.
    """

    own: tuple[int, ...] = ()
    anew: tuple[int, ...] = ()
    kept: int = 0


def withdraw(
    options: JobOptions,
    release: str,
    person: str,
    *,
    register: Register,
    gone: Forgotten,
    progress: Progress | None = None,
) -> Withdrawal:
    """Write a release anew without a person, and put the register in its new state.

    options (JobOptions): Those of the run that made the release; `output` is the new release.
    release (str): The release, csv, tsv or jsonl, with its column of documents.
    person (str): The person_id, or the full name of somebody without one.
    register (Register): The register as it was read, the person forgotten.
    gone (Forgotten): Which documents show the person.
    progress (Callable): Shows how far the input is read; see `Job`.
    RETURNS (Withdrawal): What became of the rows.
    RAISES (HipsError): E825 for a release or an input that has no column of documents or another
        format, E826 where the options are not those of the release. Nothing was written then.
    """
    with open_input(options) as given:
        doc, author = given.columns.the("doc"), given.columns.the("author")
    form = format_by_name(release)
    if form not in WRITTEN or form != format_by_name(options.output) or not doc:
        raise HipsError(Errors.E825.format(path=release, known=", ".join(WRITTEN)))
    own = {(doc, name) for name in gone.wrote}
    if author:
        own.add((author, Pseudonyms(register.secret).id("author", person)))
    beside = Path(options.register).parent
    with tempfile.TemporaryDirectory(prefix=".forget-", dir=beside) as folder:
        others = frozenset(gone.named_in) - frozenset(gone.wrote)
        made = _made_anew(options, Path(folder), form, person, others, register, progress)
        new = made.rows(doc)
        old = list(released_rows(release, form))
        if not _fit(old, new, doc, others):
            raise HipsError(Errors.E826.format(path=release))
        done, data = _spliced(old, new, doc, own, release)
        write_lines(options.output, [data], private=False)
        made.register.rewrite(options.register, in_place_of=register)
    return done


def released_rows(path: str | Path, form: str) -> Iterator[ReleasedRow]:
    """The rows of a release, each with its bytes; joined they are the file.

    path (Path): The release.
    form (str): One of WRITTEN.
    RAISES (HipsError): E701 if it cannot be read, E825 if it is no table.
    """
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


@dataclass(frozen=True)
class _New:
    """The rows that were made anew.

    head (bytes): The header; None for a format without one.
    rows (dict): The rows of every document, in their order.
    """

    head: bytes | None
    rows: dict[str, deque[bytes]]


@dataclass(frozen=True)
class _Made:
    """A run over the documents that name the person.

    output (Path): What it wrote.
    form (str): Its format.
    register (Register): The register as it is now.
    """

    output: Path
    form: str
    register: Register

    def rows(self, doc: str) -> _New:
        rows: dict[str, deque[bytes]] = defaultdict(deque)
        head = None
        for row in released_rows(self.output, self.form):
            if row.fields is None:
                head = head or row.raw
            else:
                rows[str(row.fields[doc])].append(row.raw)
        return _New(head, rows)


def _made_anew(
    options: JobOptions,
    folder: Path,
    form: str,
    person: str,
    others: frozenset[str],
    register: Register,
    progress: Progress | None,
) -> _Made:
    """Anonymise the documents that name the person, with a copy of the register."""
    path, output = folder / "names.register", folder / "out" / f"rows.{form}"
    output.parent.mkdir()
    there = Path(options.register)
    for old, new in ((there, path), (seals_of(there), seals_of(path))):
        if old.exists():
            write_private(new, old.read_bytes())
    copy = Register.load(path, register.secret)
    copy.forget(person)
    copy.rewrite(path)
    drawn = secrets.token_hex()
    own = replace(
        options, output=str(output), register=str(path), scope=register.scope,
        internal_dir="", key_file="", force=True, resume=False,
    )  # fmt: skip
    names = {person: drawn, normal_form("PERSON", person): drawn}
    Job(own, progress=progress, only=others, renamed=names).run()
    return _Made(output, form, Register.load(path, register.secret))


def _fit(old: list[ReleasedRow], new: _New, doc: str, others: frozenset[str]) -> bool:
    """Have both one header, and was every document made anew that must change?"""
    heads = [row.raw for row in old[:1] if row.fields is None]
    there = {str(row.fields.get(doc)) for row in old if row.fields is not None}
    return others & there <= new.rows.keys() and (new.head is None or heads == [new.head])


def _spliced(
    old: list[ReleasedRow], new: _New, doc: str, own: set[tuple[str, str]], release: str
) -> tuple[Withdrawal, bytes]:
    """The release with some rows gone and some exchanged."""
    out: list[bytes] = []
    theirs, anew, number = list[int](), list[int](), 0
    left = {name: deque(rows) for name, rows in new.rows.items()}
    for row in old:
        if row.fields is None:
            out.append(row.raw)
            continue
        number += 1
        if doc not in row.fields:
            raise HipsError(Errors.E825.format(path=release, known=", ".join(WRITTEN)))
        name = str(row.fields[doc])
        raw = row.raw
        if name in left:
            if not left[name]:
                raise HipsError(Errors.E826.format(path=release))
            raw = left[name].popleft()
        if any(str(row.fields.get(column, "")) == value for column, value in own):
            theirs.append(number)
            continue
        if raw != row.raw:
            anew.append(number)
        out.append(raw)
    if any(left.values()):
        raise HipsError(Errors.E826.format(path=release))
    kept = number - len(theirs) - len(anew)
    return Withdrawal(tuple(theirs), tuple(anew), kept), b"".join(out)
