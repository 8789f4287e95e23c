"""A folder of .parquet files, anonymised by an engine into another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from ...core.errors import HipsError
from ..errors import Errors
from ..files.columns import Columns
from ..files.formats.arrow import BATCH
from ..files.output import WriteFailed, explained
from ..files.readers import Source
from ..run.job import about_of, manifest_of, manifest_place
from ..run.options import JobOptions
from ..run.pipeline import Pipeline
from ..run.processes import WorkerLost
from ..run.resume import fingerprint
from ..run.summary import Summary
from .engines import engine
from .outputs import PART, output_of
from .parts import (
    FilePart,
    Over,
    Replacing,
    checked_options,
    given_secret,
    open_rows,
    settled,
    without_texts,
)
from .progress import Progress
from .source import FrameSource, Rows, arrow, check_types, roles_of
from .stores import File, Folder, beneath, is_store, plain, shown, split

ENDINGS = (".parquet", ".pq")
UNFINISHED = ("_temporary", ".spark-staging")


@dataclass(frozen=True)
class Files:
    """The files of a folder.

    files (tuple[File, ...]): They, by name.
    others (int): How many files of it are no .parquet.
    """

    files: tuple[File, ...]
    others: int

    @classmethod
    def of(cls, folder: str) -> Files:
        """Those of a folder and its subfolders; what programs keep for themselves is no file.

        RAISES (HipsError): E889 where there is none, or where some are still being written.
        """
        if not is_store(folder) and Path(folder).is_file():
            raise HipsError(Errors.E889.format(path=folder, reason="it is a file"))
        found = Folder(folder).files()
        place = shown(folder) if is_store(folder) else folder
        if any(name.startswith(UNFINISHED) for file in found for name in file.parts):
            raise HipsError(Errors.E889.format(path=place, reason="it is still being written"))
        own = [file for file in found if not any(name[0] in "._" for name in file.parts)]
        files = tuple(file for file in own if file.parts[-1].lower().endswith(ENDINGS))
        if not files:
            raise HipsError(Errors.E889.format(path=place, reason="it holds no .parquet file"))
        return cls(files, len(own) - len(files))


def anonymize_folder(options: JobOptions, name: str) -> Summary:
    """Anonymise a folder of .parquet files into a folder of as many.

    options (JobOptions): What is asked for; `n_process` is the number of workers. Input and output
        are folders of this machine, or URIs of a store.
    name (str): The engine: "processes", "ray" or "spark".
    RETURNS (Summary): What was done.
    RAISES (HipsError): As `FolderJob.run`.
    """
    return FolderJob(options, name).run()


@dataclass
class FolderJob:
    """One run over a folder of .parquet files.

    The files of the output are numbered in the order of the names of the input: a name may tell
    whose the file is.

    options (JobOptions): What is asked for, as for `anonymize_folder`.
    name (str): The engine.
    """

    options: JobOptions
    name: str
    _progress: Progress | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        given, output = plain(self.options.input), plain(self.options.output)
        self.options = replace(self.options, input=given, output=output)
        self._output = output_of(self.options)

    def run(self) -> Summary:
        """Run to the end.

        After an interruption or a failure the files that are done stay for a run with `resume`;
        `advice` tells.

        RETURNS (Summary): What was done.
        RAISES (HipsError): E885-E889 for what several workers cannot do, E899 for a store that
            cannot be used, and as `Job.run`.
        """
        checked_options(self.options)
        with self._output.claimed():
            return self._run(Files.of(self.options.input))

    def advice(self) -> str:
        """What can be done after an interruption; "" where no file is done."""
        count = len(self._progress.done) if self._progress is not None else 0
        return f"{count:,} files are done: run it again with --resume to go on." if count else ""

    def _run(self, files: Files) -> Summary:
        options, secret = self.options, given_secret(self.options)
        rows, columns, names = _looked_through(files, options)
        parts = self._parts(files)
        over = engine(self.name, options.n_process)
        ends = [sum(rows[: i + 1]) for i in range(len(rows))]
        progress = self._progress = Progress(Folder(self._output.part), parts, options, secret)

        def begun(pipeline: Pipeline) -> bool:
            lists = [path for path in (*options.lists, options.known_people) if path]
            listed = [fingerprint(path) for path in lists]
            return progress.begin(
                pipeline, files.files, {"columns": dict(columns.roles), "lists": listed}
            )

        whole = partial(_without_texts, files, columns, names)
        plan, pipeline = settled(
            options, columns, secret, whole, lambda: parts, over, ends, begun=begun
        )
        self._replace(progress, Replacing(plan), over)
        summary = pipeline.summary()
        for number, before in enumerate([0, *ends[:-1]]):
            summary.plus(progress.done[number], before)
        self._finish(progress, files, pipeline, summary)
        return summary

    def _replace(self, progress: Progress, work: Replacing, over: Over) -> None:
        """Make the parts that are not finished."""
        if not self.options.resume:
            self._output.clear()
        progress.settled()
        left = progress.left()
        try:
            made = over(work, [progress.parts[number] for number in left]) if left else ()
            for number, (mark, summary) in zip(left, made, strict=True):
                progress.finished(number, mark, summary)
        except (WriteFailed, WorkerLost):
            raise
        except HipsError:
            # Of what cannot work nothing stays, unless an earlier run has left it.
            if not self.options.resume:
                self._output.drop()
                progress.done.clear()
            raise

    def _finish(
        self, progress: Progress, files: Files, pipeline: Pipeline, summary: Summary
    ) -> None:
        if files.others:
            summary.notes.append(f"Files that are no .parquet and were not read: {files.others:,}.")
        summary.notes += [progress.note] if progress.note else []
        names = {split(part.output)[1] for part in progress.parts}
        self._output.publish(names, about_of(pipeline, summary))
        manifest = manifest_place(self.options, self._output.path)
        if manifest is not None:
            with explained(manifest):
                manifest_of(pipeline, summary).write(manifest)

    def _parts(self, files: Files) -> list[FilePart]:
        digits = max(5, len(str(len(files.files))))
        return [
            FilePart(file.path, beneath(self._output.part, f"{PART}{number:0{digits}}.parquet"))
            for number, file in enumerate(files.files)
        ]


def _looked_through(files: Files, options: JobOptions) -> tuple[list[int], Columns, list[str]]:
    """How many rows each file has, and the roles and names of the columns, which all share.

    RAISES (HipsError): E789 for a file that is not whole, E709 for one without a column, E881 for
        a column of another type.
    """
    (parquet,) = arrow("pyarrow.parquet")
    rows: list[int] = []
    columns, names = Columns({}), list[str]()
    for file in files.files:
        with open_rows(file.path) as source:
            fields: list[str] = list(source.fields)
            if not rows:
                columns, names = roles_of(fields, options.columns), fields
            missing = [n for n in columns.roles if n not in fields]
            if missing:
                known = ", ".join(sorted(set(fields) & set(columns.roles)))
                raise HipsError(
                    Errors.E709.format(path=source.path, missing=", ".join(missing), known=known)
                )
            check_types(source.schema, columns)
            with source.opened()[0] as stream:
                rows.append(parquet.ParquetFile(stream).metadata.num_rows)
    return rows, columns.ordered(names), names


def _without_texts(files: Files, columns: Columns, names: list[str]) -> Source:
    """All rows with empty texts: enough to tell whose they are."""
    (pyarrow, parquet) = arrow("pyarrow", "pyarrow.parquet")
    wanted = [n for n in columns.roles if columns.roles[n] not in ("text", "keep", "drop", "date")]

    def batches() -> Iterator[Any]:
        for file in files.files:
            with open_rows(file.path) as source, source.opened()[0] as stream:
                for batch in parquet.ParquetFile(stream).iter_batches(BATCH, columns=wanted):
                    table = pyarrow.Table.from_batches([batch])
                    yield from without_texts(table, columns).to_batches()

    first = next(batches(), None)
    schema = first.schema if first is not None else pyarrow.schema([])
    return FrameSource(Rows(names, schema, batches))
