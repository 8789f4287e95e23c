"""Takes a person out of a release: the own rows go, rows that name the person are written anew.

All other rows stay byte for byte. The rows that name the person are anonymised once more with the
register of the release, without the person's entries. Everybody else keeps the new name. The person
is still known during this run, and gets a new name under an id that is drawn at random and kept
nowhere.
"""

from __future__ import annotations

import secrets
import tempfile
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...core.errors import HipsError
from ...core.files import write_private
from ...replace.register import Register
from ...replace.register.file import seals_of
from ...replace.register.register import Forgotten
from ...who.persons.link.linking import normal_form
from ..errors import Errors
from ..files.documents import UNKNOWN
from ..files.formats.submissions import submitter
from ..run.job import Job, Progress
from ..run.open_input import Input, open_input
from ..run.options import JobOptions
from ..run.people_table import known_people
from ..undo.pseudonyms import Pseudonyms
from .open_release import WRITTEN, Exchanged, ReleasedRow, form_of, rows_of, write_anew


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


def also_known(names: Iterable[str]) -> list[str]:
    """What somebody without an id is known by whom a name column or a document file names.

    names (Iterable[str]): The names of the person.
    """
    return [UNKNOWN + " ".join(name.split()).casefold() for name in names]


def names_of(person: str, table: str) -> set[str]:
    """The names that somebody has: the one that was given, and those of the table for an id.

    person (str): The person_id, or the full name of somebody without one.
    table (str): The table of known people, or "".
    """
    if not table:
        return {person}
    rows = (one for one in known_people(table).people if one.person_id == person)
    return {person, *(one.name for one in rows if one.name)}


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
    release (str): The release, one of WRITTEN; a table with its column of documents.
    person (str): The person_id, or the full name of somebody without one.
    register (Register): The register as it was read, the person forgotten.
    gone (Forgotten): Which documents show the person.
    progress (Callable): Shows how far the input is read; see `Job`.
    RETURNS (Withdrawal): What became of the rows.
    RAISES (HipsError): E825 for a release or an input that has no column of documents or another
        format, E826 where the options are not those of the release. Nothing was written then.
    """
    names, called = Pseudonyms(register.secret), names_of(person, options.known_people)
    with open_input(options) as given:
        doc, author = given.columns.the("doc"), given.columns.the("author")
        wrote = {*gone.wrote, *(names.id("doc", name) for name in _handed_in(given, called))}
    form = form_of(release)
    if form not in WRITTEN or form != form_of(options.output, like=form) or not doc:
        raise HipsError(Errors.E825.format(path=release, known=", ".join(WRITTEN)))
    own = {(doc, name) for name in wrote}
    if author:
        own.add((author, names.id("author", person)))
    beside = Path(options.register).parent
    with tempfile.TemporaryDirectory(prefix=".forget-", dir=beside) as folder:
        others = frozenset(gone.named_in) - wrote
        made = _made_anew(options, Path(folder), form, person, others, register, progress)
        new = made.rows(doc)
        old = list(rows_of(release, form))
        if not _fit(old, new, doc, others):
            raise HipsError(Errors.E826.format(path=release))
        done, rows = _spliced(old, new, doc, own, release)
        write_anew(release, form, options.output, made.output, rows)
        made.register.rewrite(options.register, in_place_of=register)
    return done


@dataclass(frozen=True)
class _New:
    """The rows that were made anew.

    head (bytes): The header; None for a format without one.
    rows (dict): The rows of every document, in their order.
    """

    head: Any
    rows: dict[str, deque[ReleasedRow]]


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
        rows: dict[str, deque[ReleasedRow]] = defaultdict(deque)
        head = None
        for row in rows_of(self.output, self.form):
            if row.fields is None:
                head = head or row.raw
            else:
                rows[str(row.fields[doc])].append(row)
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
    ending = "" if form == "folder" else f".{form}"
    path, output = folder / "names.register", folder / "out" / f"rows{ending}"
    output.parent.mkdir()
    there = Path(options.register)
    for old, new in ((there, path), (seals_of(there), seals_of(path))):
        if old.exists():
            write_private(new, old.read_bytes())
    copy = Register.load(path, register.secret)
    called = names_of(person, options.known_people)
    copy.forget(person, also_known(called))
    copy.rewrite(path)
    drawn = secrets.token_hex()
    own = replace(
        options, output=str(output), register=str(path), scope=register.scope,
        internal_dir="", key_file="", force=True, resume=False,
    )  # fmt: skip
    names = dict.fromkeys((person, normal_form("PERSON", person), *also_known(called)), drawn)
    Job(own, progress=progress, only=others, renamed=names).run()
    return _Made(output, form, Register.load(path, register.secret))


def _fit(old: list[ReleasedRow], new: _New, doc: str, others: frozenset[str]) -> bool:
    """Have both one header, and was every document made anew that must change?"""
    heads = [row.raw for row in old[:1] if row.fields is None]
    there = {str(row.fields.get(doc)) for row in old if row.fields is not None}
    return others & there <= new.rows.keys() and (new.head is None or heads == [new.head])


def _spliced(
    old: list[ReleasedRow], new: _New, doc: str, own: set[tuple[str, str]], release: str
) -> tuple[Withdrawal, list[Exchanged]]:
    """The release with some rows gone and some exchanged."""
    out: list[Exchanged] = []
    theirs, anew, number = list[int](), list[int](), 0
    left = {name: deque(rows) for name, rows in new.rows.items()}
    for row in old:
        if row.fields is None:
            out.append((row, row))
            continue
        number += 1
        if doc not in row.fields:
            raise HipsError(Errors.E825.format(path=release, known=", ".join(WRITTEN)))
        name = str(row.fields[doc])
        now = row
        if name in left:
            if not left[name]:
                raise HipsError(Errors.E826.format(path=release))
            now = left[name].popleft()
        if any(str(row.fields.get(column, "")) == value for column, value in own):
            theirs.append(number)
            out.append((row, None))
            continue
        if now.raw != row.raw:
            anew.append(number)
        out.append((row, now))
    if any(left.values()):
        raise HipsError(Errors.E826.format(path=release))
    kept = number - len(theirs) - len(anew)
    return Withdrawal(tuple(theirs), tuple(anew), kept), out


def _handed_in(given: Input, names: set[str]) -> Iterator[str]:
    """The files of a folder or an archive that somebody handed in, by their paths."""
    wanted = {normal_form("PERSON", name) for name in names}
    for entry in getattr(given.source, "entries", ()):
        name = submitter(entry.name)
        if name and normal_form("PERSON", name) in wanted:
            yield entry.name
