"""A folder of .parquet files, anonymised by an engine into another."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ..errors import Errors, HipsError
from ..files import part_of
from ..records.columns import Columns
from ..records.files.arrow import BATCH
from ..records.job import ABOUT, manifest_of, manifest_place, write_about
from ..records.options import JobOptions
from ..records.output import explained
from ..records.paths import claimed
from ..records.readers import Source, open_source
from ..records.summary import Summary
from .engines import engine
from .parts import FilePart, Replacing, checked_options, given_secret, settled, without_texts
from .source import FrameSource, Rows, arrow, check_types, roles_of

ENDINGS = (".parquet", ".pq")
UNFINISHED = ("_temporary", ".spark-staging")


@dataclass(frozen=True)
class Files:
    """The files of a folder.

    paths (tuple[Path, ...]): They, sorted.
    others (int): How many files of it are no .parquet.
    """

    paths: tuple[Path, ...]
    others: int

    @classmethod
    def of(cls, folder: str) -> Files:
        """Those of a folder and its subfolders; what programs keep for themselves is no file.

        RAISES (HipsError): E889 where there is none, or where some are still being written.
        """
        root = Path(folder)
        found = [p for p in sorted(root.rglob("*")) if p.is_file()]
        inner = [p.relative_to(root).parts for p in found]
        if any(name.startswith(UNFINISHED) for parts in inner for name in parts):
            raise HipsError(Errors.E889.format(path=folder, reason="it is still being written"))
        own = [
            p
            for p, parts in zip(found, inner, strict=True)
            if not any(name[0] in "._" for name in parts)
        ]
        paths = tuple(p for p in own if p.suffix.lower() in ENDINGS)
        if not paths:
            raise HipsError(Errors.E889.format(path=folder, reason="it holds no .parquet file"))
        return cls(paths, len(own) - len(paths))


def anonymize_folder(options: JobOptions, name: str) -> Summary:
    """Anonymise a folder of .parquet files into a folder of as many.

    The files of the output are numbered in the order of the names of the input: a name may tell
    whose the file is. The output appears whole or not at all.

    options (JobOptions): What is asked for; `n_process` is the number of workers.
    name (str): The engine: "processes", "ray" or "spark".
    RETURNS (Summary): What was done.
    RAISES (HipsError): E885-E889 for what several workers cannot do, and as `Job.run`.
    """
    checked_options(options)
    output = Path(options.output)
    about = output.with_name(output.name + ABOUT)
    manifest = manifest_place(options, output)
    with claimed(
        [options.output], options.input, read=options.read, kept=options.kept,
        ours=about if about.exists() else None, beside=[about], force=options.force,
    ):  # fmt: skip
        return _made(options, name, Files.of(options.input), about, manifest)


def _made(
    options: JobOptions, name: str, files: Files, about: Path, manifest: Path | None
) -> Summary:
    secret = given_secret(options)
    rows, columns, names = _looked_through(files, options)
    parts = _parts(files, part_of(Path(options.output)))
    over = engine(name, options.n_process)
    whole = partial(_without_texts, files, columns, names)
    ends = [sum(rows[: i + 1]) for i in range(len(rows))]
    plan, pipeline = settled(options, columns, secret, whole, lambda: parts, over, ends)
    summary = pipeline.summary()
    folder = part_of(Path(options.output))
    with explained(Path(options.output)):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    try:
        before = [0, *ends]
        for number, (_, part) in enumerate(over(Replacing(plan), parts)):
            summary.plus(part, before[number])
        _publish(folder, Path(options.output), parts)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    if files.others:
        summary.notes.append(f"Files that are no .parquet and were not read: {files.others:,}.")
    write_about(about, pipeline, summary)
    if manifest is not None:
        with explained(manifest):
            manifest_of(pipeline, summary).write(manifest)
    return summary


def _parts(files: Files, folder: Path) -> list[FilePart]:
    digits = max(5, len(str(len(files.paths))))
    return [
        FilePart(str(path), str(folder / f"part-{number:0{digits}}.parquet"))
        for number, path in enumerate(files.paths)
    ]


def _publish(folder: Path, output: Path, parts: list[FilePart]) -> None:
    """Give the folder its name, without what lost workers left in it."""
    made = {Path(part.output) for part in parts}
    with explained(output):
        for file in folder.iterdir():
            if file not in made:
                file.unlink()
        if output.exists():
            shutil.rmtree(output)
        folder.replace(output)


def _looked_through(files: Files, options: JobOptions) -> tuple[list[int], Columns, list[str]]:
    """How many rows each file has, and the roles and names of the columns, which all share.

    RAISES (HipsError): E789 for a file that is not whole, E709 for one without a column, E881 for
        a column of another type.
    """
    (parquet,) = arrow("pyarrow.parquet")
    rows: list[int] = []
    columns, names = Columns({}), list[str]()
    for path in files.paths:
        with _opened(path) as source:
            fields: list[str] = list(source.fields)
            if not rows:
                columns, names = roles_of(fields, options.columns), fields
            missing = [n for n in columns.roles if n not in fields]
            if missing:
                known = ", ".join(sorted(set(fields) & set(columns.roles)))
                raise HipsError(
                    Errors.E709.format(path=path, missing=", ".join(missing), known=known)
                )
            check_types(source.schema, columns)
            rows.append(parquet.ParquetFile(path).metadata.num_rows)
    return rows, columns.ordered(names), names


def _opened(path: Path) -> Any:
    return open_source(str(path), "parquet")


def _without_texts(files: Files, columns: Columns, names: list[str]) -> Source:
    """All rows with empty texts: enough to tell whose they are."""
    (pyarrow, parquet) = arrow("pyarrow", "pyarrow.parquet")
    wanted = [n for n in columns.roles if columns.roles[n] not in ("text", "keep", "drop", "date")]

    def batches() -> Iterator[Any]:
        for path in files.paths:
            for batch in parquet.ParquetFile(path).iter_batches(BATCH, columns=wanted):
                table = pyarrow.Table.from_batches([batch])
                yield from without_texts(table, columns).to_batches()

    first = next(batches(), None)
    schema = first.schema if first is not None else pyarrow.schema([])
    return FrameSource(Rows(names, schema, batches))
