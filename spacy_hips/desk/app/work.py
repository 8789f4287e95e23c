"""The work on a project, in a process of its own: the search, and the new texts.

Both may end at any moment, as a machine that is switched off does. What is done stands on the disk,
and the same call goes on from there.
"""

from __future__ import annotations

import json
import secrets
import shutil
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from ...core.errors import HipsError
from ...core.files import locked, part_of, read_plain, write_private
from ...core.labels import NAME_LABELS
from ...core.later import re
from ..errors import Errors
from ..files.documents import Item
from ..files.output import FileTarget, Mark, WriteFailed, explained
from ..files.readers import guess_format
from ..files.rows import BadRow
from ..files.sinks import open_sink
from ..files.writers import json_line, target_format
from ..found.spanfile import SpanFile, span_lines
from ..run.batches import Done, Result, Runner
from ..run.job import ABOUT, Held, Job
from ..run.open_input import Input, open_input
from ..run.options import JobOptions
from ..run.pipeline import Pipeline
from ..run.processes import WorkerLost
from ..run.resume import finished_rows, searched_rows
from .project import ARCHIVE, DOCUMENTS, TABLE, Part, Project
from .report import write_report

SEARCH, WRITE = "search", "write"
EVERY = 0.4
"""Seconds between two notes of how far the work is."""
LATEST, MOST_FAILED = 8, 300
SECRET = 32
FATAL: frozenset[str] = frozenset(("E735", "E728", "E141", "E142", "E143", "E149", "E787"))
"""What no part can go on with: no pipeline, no package for it, no passphrase."""
STALE: frozenset[str] = frozenset(("E717", "E718", "E762"))
"""An interrupted run that cannot be gone on with: something was changed since."""

_OURS = re.compile(rf"(?:{DOCUMENTS}|(?:{TABLE}|{ARCHIVE})-\d+)(?:\.|$)")
"""What runs write; whatever else somebody puts into the folder stays."""


@dataclass
class Failure:
    """A file that could not be read, and why, in words of its reader."""

    name: str
    why: str


@dataclass
class Searched:
    """How far the search of a part is, and what came of it.

    whole (bool): Is it done?
    row (int): The last row that is done.
    mark (Mark): How far the file of what was found is.
    texts (int): Texts that were read.
    people (int), labels (dict): What was found.
    failed (list): Files that could not be read.
    """

    whole: bool = False
    row: int = 0
    mark: Mark = field(default_factory=Mark)
    texts: int = 0
    labels: dict[str, int] = field(default_factory=dict)
    failed: list[Failure] = field(default_factory=list)


@dataclass
class Progress:
    """How far the work is, for the page.

    task (str): SEARCH or WRITE.
    done (float): The share that is done, from 0 to 1.
    texts (int): Texts so far.
    rate (float), left (float): Texts a second, and seconds that are left; 0 while unknown.
    labels (dict): What was found, by label.
    latest (list): The names that were found last.
    failed (list): Files that could not be read.
    whole (bool): Is it done?
    of (str): What was written rests on that (`fingerprint`).
    """

    task: str
    done: float = 0.0
    texts: int = 0
    rate: float = 0.0
    left: float = 0.0
    labels: dict[str, int] = field(default_factory=dict)
    latest: list[str] = field(default_factory=list)
    failed: list[Failure] = field(default_factory=list)
    whole: bool = False
    of: str = ""


def progress_of(project: Project, task: str) -> Progress:
    """How far a task was when it last told."""
    try:
        return read_plain(Progress, note_of(project, task))
    except (OSError, ValueError):
        return Progress(task)


def searched(project: Project, part: Part) -> Searched:
    """What the search of a part came to, or was at when it stopped."""
    try:
        return read_plain(Searched, searched_place(project, part))
    except (OSError, ValueError):
        return Searched()


def searched_place(project: Project, part: Part) -> Path:
    """Where that stands."""
    return project.internal / f"searched-{part.id}.json"


def note_of(project: Project, task: str) -> Path:
    """Where a task tells how far it is."""
    return project.internal / f"{task}.json"


@dataclass
class Work:
    """What the process does.

    folder (Path): The project.
    passphrase (str): That of the key, if one is kept.
    """

    folder: Path
    passphrase: str = ""

    def start(self) -> None:
        """Get ready."""

    def __call__(self, task: str) -> bool:
        """Do a task from where it was left.

        task (str): SEARCH or WRITE.
        RAISES (HipsError): Where nothing can go on: no pipeline, no room on the disk.
        """
        project = Project(self.folder)
        with locked(note_of(project, task)):
            _Run(project, task, self.passphrase).run()
        return True


class _Run:
    """One task over all parts of a project.

    project, task, passphrase: As above.
    """

    def __init__(self, project: Project, task: str, passphrase: str) -> None:
        self.project, self.task, self.passphrase = project, task, passphrase
        self.told = Progress(task)
        self._latest: deque[str] = deque(maxlen=LATEST)
        self.weights = {part.id: rows_of(project, part) for part in project.parts}
        self._behind = 0
        self._began, self._at_first = time.monotonic(), -1.0
        self._texts_before, self._noted = 0, 0.0

    def run(self) -> None:
        """All parts, one after the other: what one fails on holds up no other."""
        project = self.project
        with explained(project.internal):
            if not (project.internal / "secret").exists():
                data = secrets.token_hex(SECRET).encode() + b"\n"
                write_private(project.internal / "secret", data)
        # What is decided while it goes on is not in what is written.
        self.told.of = fingerprint(project, *project.parts) if self.task == WRITE else ""
        self.note(force=True)
        try:
            self._parts()
            if self.task == WRITE:
                self._pack()
            self.told.done, self.told.whole, self.told.left = 1.0, True, 0.0
        finally:  # where it stopped, however little time went by since the last note
            self.note(force=True)

    def _parts(self) -> None:
        for part in self.project.parts:
            try:
                self._part(part)
            except (WriteFailed, WorkerLost):
                raise
            except HipsError as error:
                if code_of(error) in FATAL:
                    raise
                self.told.failed.append(Failure(part.shown, str(error)))
                self._forget(part)
            self._behind += self.weights[part.id]

    def _part(self, part: Part) -> None:
        if self.task == SEARCH:
            search(self, part)
        else:
            write(self, part)

    def _forget(self, part: Part) -> None:
        """A part that failed leaves nothing that could be taken for its result."""
        if self.task == SEARCH:
            self.project.found(part).unlink(missing_ok=True)
            save_searched(self.project, part, Searched())
        else:
            _written(self.project, part).unlink(missing_ok=True)

    def count(self, labels: Counter[str], texts: int, failed: list[Failure]) -> None:
        """Add what a part came to before."""
        self.told.labels = dict(Counter(self.told.labels) + labels)
        self.told.texts += texts
        self.told.failed += failed
        self._texts_before += texts

    def at(self, share: float, part: Part) -> None:
        """Tell how far a part is."""
        told = self.told
        whole, own = sum(self.weights.values()), self.weights[part.id]
        told.done = min(1.0, (self._behind + min(share, 1.0) * own) / whole)
        told.latest = list(self._latest)
        spent = time.monotonic() - self._began
        if self._at_first < 0:
            self._at_first, self._began = told.done, time.monotonic()
        elif told.done > self._at_first and spent > 1:
            told.rate = (told.texts - self._texts_before) / spent
            told.left = spent * (1 - told.done) / (told.done - self._at_first)
        self.note()

    def name(self, text: str) -> None:
        """Show a name that was found."""
        if text not in self._latest:
            self._latest.append(" ".join(text.split())[:60])

    def note(self, *, force: bool = False) -> None:
        """Write down how far the work is, now and then."""
        if force or time.monotonic() - self._noted > EVERY:
            self._noted = time.monotonic()
            with explained(self.project.internal):
                write_private(
                    note_of(self.project, self.task), json.dumps(asdict(self.told)).encode()
                )

    def _pack(self) -> None:
        """The new files as an archive: what is in the public folder, and nothing else."""
        project = self.project
        written = {part: told for part in project.parts if (told := read_written(project, part))}
        own = {project.output(part) for part in written}
        whole = project.archive
        with explained(whole):
            for path in project.public.iterdir() if project.public.is_dir() else ():
                stem = path.with_name(path.name.removesuffix(ABOUT))
                if _OURS.match(path.name) and stem not in own:
                    _remove(path)  # of a file that was taken out since, or that failed
            packed = part_of(whole)
            with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
                for file in sorted(file for path in own for file in (path, *path.rglob("*"))):
                    if file.is_file():
                        archive.write(file, file.relative_to(project.public).as_posix())
            packed.replace(whole)
        write_report(project, list(written.values()))


def rows_of(project: Project, part: Part) -> int:
    """How many rows or files a part has; 1 for one that cannot be read."""
    try:
        with open_input(project.options(part)) as given:
            entries = getattr(given.source, "entries", None)
            return max(1, sum(1 for _ in given.source) if entries is None else len(entries))
    except HipsError:
        return 1


def save_searched(project: Project, part: Part, state: Searched) -> None:
    """Keep how far the search of a part is."""
    path = searched_place(project, part)
    with explained(path):
        write_private(path, json.dumps(asdict(state)).encode())


def search(run: _Run, part: Part) -> None:
    """Find what stands in a part, and go on where the search was left.

    run (_Run): Is told how far it is.
    part (Part): The part.
    """
    project, state = run.project, searched(run.project, part)
    run.count(Counter(state.labels), state.texts, state.failed)
    if state.whole:
        return
    options = project.options(part)
    with open_input(options) as given:
        pipeline = Pipeline(options)
        pipeline.meet(given)
        anonymizer = pipeline.anonymizer
        anonymizer.search_only = anonymizer.scope != "document"
        runner = pipeline.runner(decide=False)
        if anonymizer.scope != "document":
            runner.work = replace(runner.work, across=anonymizer.across)
        there = part_of(project.found(part)).exists()
        state = state if there else Searched()
        target = FileTarget(project.found(part), private=True, at=state.mark if there else None)
        try:
            for batch in runner(given.items(state.row)):
                for done in batch:
                    if isinstance(done, BadRow):
                        failed = _failure(done, given, part)
                        for failures in (state.failed, run.told.failed):
                            _add(failures, failed)
                        state.row = max(state.row, done.number)
                    else:
                        _take(done, state, target, run, pipeline)
                target.flush()
                state.mark = target.mark
                save_searched(project, part, state)
                run.at(state.row / run.weights[part.id], part)
            target.finish()
        except BaseException:
            target.abandon(keep=True)
            raise
    state.whole = True
    save_searched(project, part, state)


def _take(done: Result, state: Searched, target: FileTarget, run: _Run, own: Pipeline) -> None:
    """What was found in a text."""
    state.row = max(state.row, done.document.last)
    state.texts += 1
    run.told.texts += 1
    for span in done.spans:
        for counts in (state.labels, run.told.labels):
            counts[span.label] = counts.get(span.label, 0) + 1
        if span.label in NAME_LABELS:
            run.name(done.document.text[span.start : span.end])
    for line in span_lines(
        done.document, done.spans, done.verdicts, own.model_version, done.across, done.owners
    ):
        target.write(json_line(line))


def _failure(row: BadRow, given: Input, part: Part) -> Failure:
    """What could not be read: a file by its name, a row of a table by its number."""
    if part.kind == TABLE:
        return Failure(f"{part.name}: {row.number}", row.reason)
    return Failure(given.source.entries[row.number - 1].name, row.reason)  # type: ignore[attr-defined]


def _add(failures: list[Failure], failed: Failure) -> None:
    """Name a failure; where there are very many, only that there are more."""
    if len(failures) <= MOST_FAILED:
        failures.append(failed if len(failures) < MOST_FAILED else Failure("…", ""))


def write(run: _Run, part: Part) -> None:
    """Write a part anew, and go on where that was left.

    run (_Run): Is told how far it is.
    part (Part): The part.
    """
    project = run.project
    found = searched(project, part)
    run.told.failed += found.failed
    state = fingerprint(project, part)
    if read_written(project, part).get("of") == state:
        run.told.texts += found.texts
        return
    if not found.whole:
        why = (one.why for one in progress_of(project, SEARCH).failed if one.name == part.shown)
        raise HipsError(next(why, Errors.E404.format(path=part.shown)))
    output = project.output(part)
    with explained(output):
        output.parent.mkdir(exist_ok=True)
    resume = bool(finished_rows(output) or searched_rows(output))
    try:
        summary = _job(run, part, project.options(part, write=True, resume=resume), found).run()
    except HipsError as error:
        if not resume or code_of(error) not in STALE:
            raise
        summary = _job(run, part, project.options(part, write=True), found).run()
    with explained(output):
        told = {**summary.to_json(), "of": state}
        write_private(_written(project, part), json.dumps(told).encode())


def _job(run: _Run, part: Part, options: JobOptions, found: Searched) -> Job:
    passes = 1 if options.scope == "document" else 2
    seen, before = [0], run.told.texts

    def told(batch: Sequence[Done]) -> None:
        seen[0] += len(batch)
        run.told.texts = before + seen[0] // passes
        run.at(seen[0] / (passes * (found.texts + len(found.failed)) or 1), part)

    def opened() -> Pipeline:
        return _Telling(options, told)

    target = target_format(options.output, guess_format(options.input))
    held = Held(partial(open_input, options), partial(open_sink, target), opened)
    return Job(options, ask=lambda: run.passphrase, held=held)


@dataclass
class _Told(Runner):
    """Tells of every batch, in the first pass as in the second."""

    told: Callable[[Sequence[Done]], None] = lambda batch: None

    def __call__(self, items: Iterable[Item]) -> Iterator[list[Done]]:
        for batch in super().__call__(items):
            yield batch
            self.told(batch)


class _Telling(Pipeline):
    """A pipeline that tells of every batch."""

    def __init__(self, options: JobOptions, told: Callable[[Sequence[Done]], None]) -> None:
        super().__init__(options)
        self._told = told

    def runner(self, given: SpanFile | None = None, *, decide: bool = True) -> Runner:
        own = super().runner(given, decide=decide)
        return _Told(own.work, own.n_process, own.given, self._told)


def fingerprint(project: Project, *parts: Part) -> str:
    """What written parts rest on: they are written anew where any of that was changed."""
    digest = sha256()
    for part in parts:
        digest.update(part.id.encode())
        for path in (project.chosen, project.found(part), project.decisions(part)):
            digest.update(sha256(path.read_bytes()).digest() if path.exists() else b"-")
    return digest.hexdigest()


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()


def read_written(project: Project, part: Part) -> dict[str, Any]:
    """The counts of a part that was written; empty where it was not."""
    try:
        told = json.loads(_written(project, part).read_bytes())
    except (OSError, ValueError):
        return {}
    return told if isinstance(told, dict) else {}


def _written(project: Project, part: Part) -> Path:
    return project.internal / f"written-{part.id}.json"


def code_of(error: HipsError) -> str:
    """The code of an error."""
    return str(error)[1:5]
