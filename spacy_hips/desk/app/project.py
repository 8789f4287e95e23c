"""A project: a folder with what was dropped in, what was found and decided, and what comes out."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any

from ...core.errors import HipsError
from ...core.files import PART, PRIVATE_FOLDER, read_plain, write_private
from ...core.later import re
from ..errors import Errors
from ..files.columns import Columns, checked_columns
from ..files.file_formats import FORMATS, MACROS, READ_ENDINGS, TEXT_ENDINGS, format_by_name
from ..files.foreign import is_systems
from ..files.formats.kinds import kind_of
from ..files.readers import guess_format
from ..run.options import JobOptions

INTERNAL, PUBLIC = "internal-never-publish", "to-publish"
TABLES: frozenset[str] = frozenset(("csv", "tsv", "xlsx", "jsonl", "json"))
DOCUMENTS, TABLE, ARCHIVE = "documents", "table", "archive"
EMAIL = "email"
"""A role of the page: a cell of addresses is searched and written, as a text is."""
OFFERED: tuple[str, ...] = (
    "text", "author", "name", "group", "doc", "speaker", "context", "date", EMAIL, "keep", "drop",
)  # fmt: skip
LONGEST_NAME, KEPT_START, KEPT_END = 120, 70, 20
BATCH = 8
"""Documents at a time: so often the page is told how far it is."""
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"|?*\\]')
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.I)


@dataclass
class Settings:
    """What a person chose on the page.

    profile, scope (str): As of `JobOptions`.
    columns (dict): By table, the role of each column.
    encodings (dict): By table that is text, its encoding.
    numbers (dict): By table or archive, the number that its files bear.
    key (bool): Is a key kept that turns the texts back?
    """

    profile: str = "full"
    scope: str = "corpus"
    columns: dict[str, dict[str, str]] = field(default_factory=dict)
    encodings: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    key: bool = False


@dataclass(frozen=True)
class Part:
    """What one run reads: a table, an archive, or all other files together.

    kind (str): DOCUMENTS, TABLE or ARCHIVE.
    name (str): The name of its file; "" for the documents.
    number (int): What its files bear in place of the name.
    """

    kind: str
    name: str = ""
    number: int = 0

    @property
    def id(self) -> str:
        """What its files are called: the names that were dropped in may be students'."""
        return self.kind if self.kind == DOCUMENTS else f"{self.kind}-{self.number}"

    @property
    def shown(self) -> str:
        """What its owner knows it by."""
        return self.name or self.id


@dataclass(frozen=True)
class Project:
    """A project.

    folder (Path): Its folder.
    """

    folder: Path

    @property
    def internal(self) -> Path:
        """Where originals and all that leads back to them stand."""
        return self.folder / INTERNAL

    @property
    def public(self) -> Path:
        """Where the new texts stand."""
        return self.folder / PUBLIC

    @property
    def originals(self) -> Path:
        """What was dropped in, a folder a kind."""
        return self.internal / "originals"

    @property
    def archive(self) -> Path:
        """The new texts in one file."""
        return self.folder / f"{PUBLIC}.zip"

    @property
    def chosen(self) -> Path:
        """The file of the settings."""
        return self.internal / "settings.json"

    @property
    def settings(self) -> Settings:
        """What was chosen; of a damaged file nothing."""
        try:
            return read_plain(Settings, self.chosen)
        except (OSError, ValueError):
            return Settings()

    def save(self, settings: Settings) -> None:
        """Keep what was chosen."""
        data = json.dumps(asdict(settings), ensure_ascii=False).encode()
        write_private(self.chosen, data)

    @property
    def roster(self) -> Path | None:
        """The class list, if there is one."""
        there = self.originals / "roster"
        return next((p for p in there.iterdir() if p.is_file()), None) if there.is_dir() else None

    @property
    def parts(self) -> list[Part]:
        """What is to be worked on: documents, tables, archives."""
        numbers = self.settings.numbers
        out = [Part(DOCUMENTS)] if self.files(DOCUMENTS) else []
        for kind in (TABLE, ARCHIVE):
            out += [Part(kind, name, numbers.get(name, 0)) for name in self.files(kind)]
        return out

    def part(self, part_id: str) -> Part | None:
        """The part of an id; None without one."""
        return next((part for part in self.parts if part.id == part_id), None)

    def files(self, kind: str) -> list[str]:
        """The files of a kind, sorted."""
        root = self.originals / kind
        found = (p for p in root.rglob("*") if p.is_file() and p.suffix != PART)
        return sorted(p.relative_to(root).as_posix() for p in found)

    def source(self, part: Part) -> Path:
        """What a part reads."""
        return self.originals / part.kind / part.name

    def found(self, part: Part) -> Path:
        """What was found in a part."""
        return self.internal / f"found-{part.id}.jsonl"

    def decisions(self, part: Part) -> Path:
        """What was decided about a part."""
        return self.internal / f"decisions-{part.id}.jsonl"

    def output(self, part: Part) -> Path:
        """What becomes of a part."""
        ending = PurePosixPath(part.name).suffix.lower()
        return self.public / (part.id + MACROS.get(ending, ending))

    def options(self, part: Part, *, write: bool = False, resume: bool = False) -> JobOptions:
        """What a run over a part is asked for, as on the command line.

        part (Part): The part.
        write (bool): Is it to write new texts? Else it searches.
        resume (bool): Does it go on with an interrupted run?
        RAISES (HipsError): As `checked_columns`.
        """
        settings, decided = self.settings, self.decisions(part)
        scope = scope_of(self)
        wide = scope != "document"
        writing: dict[str, Any] = {
            "output": str(self.output(part)),
            "decisions": [str(decided)] if decided.exists() else [],
            "internal_dir": str(self.internal / part.id),
            "register": str(self.internal / "names.register") if wide else "",
            "key_file": str(self.internal / "key") if keeps_key(self) else "",
        }
        return JobOptions(
            input=str(self.source(part)),
            columns=self.columns(part).roles if part.kind == TABLE else {},
            encoding=settings.encodings.get(part.name, "") if part.kind == TABLE else "",
            known_people=str(self.roster or ""),
            profile=settings.profile,
            scope=scope,
            secret_file=str(self.internal / "secret"),
            batch_size=BATCH,
            force=not resume,
            resume=resume,
            **(writing if write else {}),
        )

    def columns(self, part: Part) -> Columns:
        """The roles of a table's columns, as a run takes them."""
        chosen = self.settings.columns.get(part.name, {})
        kept = {name: "text" if role == EMAIL else role for name, role in chosen.items()}
        return checked_columns({name: role for name, role in kept.items() if role != "drop"})

    def place(self, kind: str, name: str) -> Path:
        """Where a file that is dropped in is kept; tables and archives without their folders.

        kind (str): Its kind, or "roster".
        name (str): Its path, as it was dropped in.
        """
        steps = [step for step in map(_clean, name.split("/")) if step]
        kept = steps if kind == DOCUMENTS else steps[-1:]
        return self.originals.joinpath(kind, *(kept or ["file"]))


def kind_by_name(name: str) -> str:
    """Which kind of part a file belongs to; "" for one that cannot be read.

    name (str): Its path, as it was dropped in.
    """
    if format_by_name(name) in TABLES:
        return TABLE
    ending = PurePosixPath(name).suffix.lower()
    return ARCHIVE if ending == ".zip" else DOCUMENTS if ending in READ_ENDINGS else ""


def is_passed_over(name: str) -> bool:
    """Is a file one that programs keep for themselves?"""
    path = PurePosixPath(name)
    return is_systems(path) and path.suffix.lower() not in TEXT_ENDINGS


def _clean(step: str) -> str:
    """A name that every system takes, and that leads nowhere else."""
    step = _FORBIDDEN.sub("_", unicodedata.normalize("NFC", step)).strip().rstrip(". ")
    if len(step) > LONGEST_NAME:
        step = f"{step[:KEPT_START]}-{sha256(step.encode()).hexdigest()[:8]}{step[-KEPT_END:]}"
    return f"_{step}" if _DEVICES.match(step) or step.startswith("..") else step


@dataclass(frozen=True)
class Desk:
    """The projects of a folder.

    folder (Path): The folder.
    """

    folder: Path

    def __iter__(self) -> Iterator[Project]:
        if self.folder.is_dir():
            own = (path for path in self.folder.iterdir() if (path / INTERNAL).is_dir())
            yield from map(Project, sorted(own, key=lambda path: -path.stat().st_mtime))

    def get(self, name: str) -> Project | None:
        """The project of a name; None without one."""
        return next((project for project in self if project.folder.name == name), None)

    def make(self, name: str) -> Project:
        """A new project; one of a name that is taken gets a number.

        name (str): What somebody calls it.
        RAISES (HipsError): E704 where no folder can be made.
        """
        stem = _clean(name.replace("/", "-")) or "project"
        number, own = 1, stem
        while (self.folder / own).exists():
            number += 1
            own = f"{stem} {number}"
        project = Project(self.folder / own)
        try:
            for kind in (DOCUMENTS, TABLE, ARCHIVE):
                (project.originals / kind).mkdir(parents=True)
            project.internal.chmod(PRIVATE_FOLDER)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise HipsError(Errors.E704.format(path=project.folder, reason=reason)) from None
        project.save(Settings())
        return project


def scopes_of(project: Project) -> tuple[str, ...]:
    """The scopes that a project can have: an author or a group must be known of every text."""
    parts, columns = project.parts, project.settings.columns
    roles = [set(columns.get(part.name, {}).values()) for part in parts if part.kind == TABLE]
    tables = len(roles) == len(parts) > 0
    more = [name for name in ("author", "group") if tables and all(name in own for own in roles)]
    return ("document", *more, "corpus")


def scope_of(project: Project) -> str:
    """The scope that was chosen, or the widest where the files do not allow it any longer."""
    chosen = project.settings.scope
    return chosen if chosen in scopes_of(project) else "corpus"


def can_keep_key(project: Project) -> bool:
    """Can the result be turned back? What is rewritten in place cannot."""
    kinds = (kind_of(name) for name in project.files(DOCUMENTS))
    forms = (FORMATS[_format(project.source(p))] for p in project.parts if p.kind != DOCUMENTS)
    return not any(one is not None and one.in_place for one in (*kinds, *forms))


def _format(path: Path) -> str:
    """The format of a table or an archive; it is looked into once."""
    seen = path.stat()
    return _looked_into(str(path), seen.st_mtime_ns, seen.st_size)


@lru_cache(maxsize=256)
def _looked_into(path: str, changed: int, size: int) -> str:
    return guess_format(path)


def keeps_key(project: Project) -> bool:
    """Is a key asked for, and can there be one?"""
    return project.settings.key and can_keep_key(project)
