"""A run over the parts of a large input, on any number of processes or machines.

What concerns the whole is settled once, by who drives the run: whom the name columns name, and in a
scope wider than a document the new names. Pass one collects what stands in each part, one register
gives everything its surrogate and is frozen, pass two replaces with that register. So a part comes
out the same wherever, whenever and however often it is made.
"""

from __future__ import annotations

import pickle
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol
from uuid import uuid4

from ...core.errors import HipsError, HipsWarning
from ...core.ids import Secret
from ...replace.register import Found, Register
from ..errors import Errors, Warnings
from ..files.columns import Columns
from ..files.documents import Document
from ..files.file_formats import STANDARD
from ..files.output import Mark
from ..files.readers import Source, open_source
from ..files.sinks import Place, Sink, open_sink
from ..run.first_pass import (
    begin_register,
    check_authors,
    check_register,
    collect_all,
    freeze_register,
)
from ..run.job import Held, Job
from ..run.name_columns import ColumnPeople
from ..run.open_input import Input, input_of
from ..run.options import JobOptions
from ..run.pipeline import Pipeline
from ..run.summary import Summary
from .source import FRAME, FrameSink, FrameSource, Rows, arrow, check_types
from .stores import Folder, StoredParquet, is_store, split

PARQUET = "parquet"
OF_ONE_RUN = ("spans", "decisions", "key_file", "internal_dir")
"""Options that need the whole input in one place."""

Over = Callable[[Any, Sequence[Any]], Iterator[Any]]
"""An engine: does a piece of work on each of some tasks, and gives what came of each, in order."""


def open_rows(path: str) -> Any:
    """The rows of a .parquet file.

    path (str): A path of this machine, or the URI of a file in a store.
    """
    return StoredParquet(path) if is_store(path) else open_source(path, PARQUET)


@dataclass(frozen=True)
class FilePart:
    """A file of columns that becomes another. Both are on this machine or in a store.

    path, output (str): The file, and where its rows go.
    """

    path: str
    output: str

    def open(self) -> Source:
        """Its rows."""
        return open_rows(self.path)  # type: ignore[no-any-return]

    def sink(self, place: Place) -> Sink:
        """What writes its rows under a name of its own: another worker may write them, too."""
        folder = tempfile.mkdtemp(prefix="spacy-hips-") if is_store(self.output) else ""
        path = f"{folder}/rows" if folder else f"{self.output}.{uuid4().hex}"
        return open_sink(PARQUET, replace(place, output=path))

    def result(self, sink: Sink) -> Mark:
        """Give the file its name.

        RETURNS (Mark): How long it is, and the digest of what it holds.
        """
        written = Path(sink._target.path)
        if is_store(self.output):
            folder, name = split(self.output)
            try:
                Folder(folder).put(written, name)
            finally:
                shutil.rmtree(written.parent)
        else:
            written.replace(self.output)
        return sink.mark


@dataclass(frozen=True)
class TablePart:
    """An Arrow table that becomes another.

    table (Table): The table.
    columns (Columns): The roles of its columns.
    """

    table: Any
    columns: Columns

    def open(self) -> Source:
        """Its rows."""
        wanted = [name for name in self.table.column_names if name in self.columns.roles]
        table = self.table.select(wanted)
        table = table.cast(check_types(table.schema, self.columns))
        return FrameSource(Rows(self.table.column_names, table.schema, table.to_batches))

    def sink(self, place: Place) -> Sink:
        """What keeps its rows."""
        return FrameSink(place)

    def result(self, sink: Sink) -> Any:
        """The table of them."""
        assert isinstance(sink, FrameSink)
        batches = [batch for batch, _ in sink.take()]
        return arrow()[0].Table.from_batches(batches, sink.schema)


class Part(Protocol):
    """A part of the input: `FilePart` or `TablePart`."""

    def open(self) -> Source:
        """Its rows."""
        ...

    def sink(self, place: Place, /) -> Sink:
        """What takes its rows."""
        ...

    def result(self, sink: Any, /) -> Any:
        """What is handed back of them."""
        ...


@dataclass(frozen=True)
class Plan:
    """What a worker must know. No key of the secret travels with it: see `Secret`.

    options (JobOptions): What the run is asked for.
    columns (Columns): The roles.
    secret (Secret): The secret of the run.
    people (ColumnPeople): Whom the name columns of the whole input name; None where nobody can
        occur in another document.
    register (Register): The new names; None before they are settled, and in the scope "document".
    """

    options: JobOptions
    columns: Columns
    secret: Secret
    people: ColumnPeople | None = None
    register: Register | None = None

    def pipeline(self) -> Pipeline:
        """The pipeline of a worker.

        RAISES (HipsError): E885 where the secret of the run is not there.
        """
        try:
            self.secret.digest("worker")
        except HipsError:
            raise HipsError(Errors.E885) from None
        made = Pipeline(self.options, secret=self.secret)
        if self.people is not None:
            made.take_people(self.people)
        if self.register is not None:
            made.anonymizer.set_register(self.register)
        return made


@dataclass
class Worker:
    """Does a piece of work with a pipeline that is loaded once.

    plan (Plan): What it must know.
    """

    plan: Plan
    _pipeline: Pipeline | None = None

    def start(self) -> None:
        """Load the pipeline."""
        if self._pipeline is None:
            self._pipeline = self.plan.pipeline()

    def __call__(self, part: Part) -> Any:
        """Do the work on one part."""
        raise NotImplementedError

    def opened(self, part: Part) -> Input:
        """The rows of a part, with their roles."""
        return input_of(part.open, "parquet", self.plan.columns)

    def __getstate__(self) -> dict[str, Any]:
        return {"plan": self.plan, "_pipeline": None}


class Collecting(Worker):
    """Pass one: what stands in the documents of a part."""

    def __call__(self, part: Part) -> list[Found]:
        """Search a part."""
        self.start()
        assert self._pipeline is not None
        found = _Sack()
        with self.opened(part) as given:
            collect_all(self._pipeline, found, given.items())
        return found.items


class Replacing(Worker):
    """Pass two: a part with everything replaced."""

    def __call__(self, part: Part) -> tuple[Any, Summary]:
        """Replace what stands in a part.

        RETURNS (tuple): What is handed back of it, and what was done.
        """
        self.start()
        pipeline = self._pipeline
        assert pipeline is not None
        sinks: list[Sink] = []

        def sink(place: Place) -> Sink:
            sinks.append(part.sink(place))
            return sinks[-1]

        held = Held(partial(self.opened, part), sink, lambda: pipeline, part=True)
        summary = Job(self.plan.options, held=held).run()
        return part.result(sinks[-1]), summary


class _Sack:
    """Takes what was found, for a register elsewhere."""

    def __init__(self) -> None:
        self.items: list[Found] = []

    def collect(self, found: Iterable[Found]) -> int:
        """Take it."""
        before = len(self.items)
        self.items += found
        return len(self.items) - before


class Guarded:
    """Work whose errors come back as data: engines change what is raised far away.

    work (Worker): The work.
    """

    def __init__(self, work: Worker) -> None:
        self.work = work

    def __call__(self, part: Part) -> bytes:
        """Do it on one part.

        RETURNS (bytes): For `unpacked`.
        """
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", HipsWarning)  # the summary tells
            try:
                return pickle.dumps(self.work(part))
            except HipsError as error:
                return pickle.dumps(error)


def unpacked(data: bytes) -> Any:
    """What came of a part.

    data (bytes): From `Guarded`, on a machine of the same run.
    RAISES (HipsError): What the worker raised.
    """
    done = pickle.loads(data)
    if isinstance(done, HipsError):
        raise done
    return done


def checked_options(options: JobOptions) -> JobOptions:
    """The options of one worker.

    options (JobOptions): Those of the whole run.
    RAISES (HipsError): E886 for one that needs the whole input in one place.
    """
    for name in OF_ONE_RUN:
        if getattr(options, name):
            raise HipsError(Errors.E886.format(option=name))
    return replace(options, output=STANDARD, n_process=1, resume=False, force=False)


def given_secret(options: JobOptions, secret: Secret | None = None) -> Secret:
    """The secret of a run of several workers.

    options (JobOptions): What the run is asked for.
    secret (Secret): The secret, in place of the one that the options name.
    RAISES (HipsError): E887 where none was given: each worker would draw one of its own.
    """
    found = secret or Secret.load(options.secret_file)
    if found.drawn:
        raise HipsError(Errors.E887)
    return found


def settled(
    options: JobOptions,
    columns: Columns,
    secret: Secret,
    whole: Callable[[], Source],
    parts: Callable[[], Sequence[Part]],
    over: Over,
    ends: Sequence[int] = (),
    *,
    begun: Callable[[Pipeline], bool] = lambda pipeline: False,
) -> tuple[Plan, Pipeline]:
    """Settle what concerns the whole input.

    options (JobOptions): What the run is asked for.
    columns (Columns): The roles.
    secret (Secret): The secret.
    whole (Callable): Opens all rows, without their texts.
    parts (Callable): The parts.
    over (Callable): The engine.
    ends (Sequence[int]): The number of the last row of each part, where parts are files.
    begun (Callable): Told the pipeline: does an interrupted run go on, for which all new names
        stand in the register already?
    RETURNS (tuple): The plan of the workers, and a pipeline that tells what they work with.
    RAISES (HipsError): As a run of one process, and E888 for a conversation in two parts.
    """
    pipeline = Pipeline(options, secret=secret)
    scope = pipeline.anonymizer.scope
    check_register(replace(options, output=STANDARD), scope)
    if scope in ("author", "group") and not columns.the(scope):
        raise HipsError(Errors.E722.format(scope=scope))
    given = input_of(whole, "parquet", columns)
    with given:
        _refuse_cut(given, ends)
        check_authors(options, given, scope, _suggestion)
        pipeline.meet(given)
    plan = Plan(checked_options(options), columns, secret, pipeline.people)
    settled_before = begun(pipeline)
    if scope == "document":
        return plan, pipeline
    register = begin_register(options, pipeline)
    if settled_before:
        return replace(plan, register=register), pipeline
    for found in over(Collecting(plan), parts()):
        register.collect(found)
    freeze_register(options, pipeline, register)
    return replace(plan, register=register), pipeline


def told_left_out(summary: Summary) -> None:
    """Warn of rows of a part that are not handed back, on the machine that made it."""
    if summary.rejected:
        reasons = "; ".join(sorted({reason for _, reason in summary.rejected}))
        message = Warnings.W159.format(count=len(summary.rejected), reasons=reasons)
        warnings.warn(message, HipsWarning, stacklevel=2)


def without_texts(table: Any, columns: Columns) -> Any:
    """The columns of a table that tell whose its rows are, with empty texts."""
    (pyarrow,) = arrow()
    texts = columns.having("text")
    empty = pyarrow.array([""] * len(table), pyarrow.string())
    wanted = {
        name: empty if name in texts else table.column(name)
        for name in columns.roles
        if name in texts or name in table.column_names
    }
    return pyarrow.table(wanted)


def _refuse_cut(given: Input, ends: Sequence[int]) -> None:
    if not given.columns.the("speaker"):
        return
    if not ends:
        raise HipsError(Errors.E888.format(place=FRAME.lower()))
    inner = set(ends[:-1])
    for item in given.again().items():
        if isinstance(item, Document) and inner & {row.number for row in item.rows[:-1]}:
            raise HipsError(Errors.E888.format(place=f"row {item.last}"))


def _suggestion(scope: str) -> str:
    return f"  scope {scope}, and a register: --scope {scope} --register internal/names.register"
