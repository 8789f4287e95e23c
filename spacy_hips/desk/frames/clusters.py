"""Frames that lie on many machines: a `Dataset` of Ray, a `DataFrame` of Spark.

What comes out is again a frame of the engine, made when it is asked for. Only what concerns the
whole is settled at once: see parts.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.ids import Secret
from ..files.columns import Columns
from ..files.formats.arrow import BATCH
from ..files.sinks import Place
from ..run.options import JobOptions
from .anonymize import refuse_options_of_files
from .engines import LoadedOnce, ready_ray
from .parts import (
    Guarded,
    Plan,
    Replacing,
    TablePart,
    Worker,
    given_secret,
    settled,
    told_left_out,
    unpacked,
    without_texts,
)
from .source import FRAME, FrameSink, FrameSource, Rows, arrow, check_types, extra, roles_of

FOUND = "found"
ROWS = 4096
"""So many rows an actor of Ray takes at a time."""


def anonymize_ray(
    dataset: Any,
    columns: Mapping[str, str] | None = None,
    *,
    workers: int = 1,
    secret: Secret | None = None,
    **options: Any,
) -> Any:
    """Anonymise a data set of Ray with actors that load the pipeline once each.

    dataset (ray.data.Dataset): The rows. In a scope wider than a document they are read twice.
    columns (Mapping[str, str]): Role by column, as in `anonymize`; no column may be a speaker.
    workers (int): How many actors. The cluster needs two more processors than that.
    secret (Secret): The secret; left out, that of `secret_file` or HIPS_SECRET. Every machine
        needs it at the same place.
    **options: As in `anonymize`.
    RETURNS (ray.data.Dataset): The rows that go out, made when they are asked for.
    RAISES (HipsError): As `anonymize`, and E885-E888 for what several workers cannot do.
    """
    ready_ray(workers)
    schema = arrow()[0].schema(
        dict(zip(dataset.schema().names, dataset.schema().types, strict=True))
    )
    frame = _Frame.of(schema, columns, options, secret)

    def tables() -> Iterator[Any]:
        own = dataset.select_columns(frame.telling) if frame.telling else dataset
        yield from own.iter_batches(batch_format="pyarrow", batch_size=BATCH)

    def done(actor: type, work: Worker) -> Any:
        return dataset.map_batches(
            actor, fn_constructor_args=(work, frame.columns), concurrency=workers, num_cpus=1,
            batch_format="pyarrow", batch_size=ROWS,
        )  # fmt: skip

    def over(work: Worker, parts: Sequence[Any]) -> Iterator[Any]:
        return (unpacked(row[FOUND]) for row in done(RayCollecting, work).iter_rows())

    return done(RayReplacing, Replacing(frame.plan(tables, over)))


def anonymize_spark(
    frame: Any,
    columns: Mapping[str, str] | None = None,
    *,
    secret: Secret | None = None,
    **options: Any,
) -> Any:
    """Anonymise a data frame of Spark, partition by partition.

    frame (pyspark.sql.DataFrame): The rows. In a scope wider than a document they are read twice.
    columns (Mapping[str, str]): Role by column, as in `anonymize`; no column may be a speaker.
    secret (Secret): The secret; left out, that of `secret_file` or HIPS_SECRET. Every machine
        needs it at the same place.
    **options: As in `anonymize`.
    RETURNS (pyspark.sql.DataFrame): The rows that go out, made when they are asked for.
    RAISES (HipsError): As `anonymize`, and E885-E888 for what several workers cannot do.
    """
    (types,) = extra("spark", "pyspark.sql.pandas.types")
    own = _Frame.of(types.to_arrow_schema(frame.schema), columns, options, secret)

    def tables() -> Iterator[Any]:
        rows = (row.asDict() for row in frame.select(*own.telling).toLocalIterator())
        schema = arrow()[0].schema([own.schema.field(name) for name in own.telling])
        yield from _tables(rows, schema)

    def over(work: Worker, parts: Sequence[Any]) -> Iterator[Any]:
        found = frame.mapInArrow(_SparkBatches(work, own.columns, collect=True), f"{FOUND} binary")
        return (unpacked(bytes(row[FOUND])) for row in found.toLocalIterator())

    plan = own.plan(tables, over)
    out = types.from_arrow_schema(own.released)
    return frame.mapInArrow(_SparkBatches(Replacing(plan), own.columns), out)


@dataclass(frozen=True)
class _Frame:
    """A frame that lies elsewhere, and what is to be done with it.

    schema (Schema): Its columns.
    columns (Columns): Their roles.
    options (JobOptions): What is asked for.
    secret (Secret): The secret.
    """

    schema: Any
    columns: Columns
    options: JobOptions
    secret: Secret

    @classmethod
    def of(
        cls,
        schema: Any,
        columns: Mapping[str, str] | None,
        options: Mapping[str, Any],
        secret: Secret | None,
    ) -> _Frame:
        refuse_options_of_files(options)
        roles = roles_of(schema.names, columns)
        chosen = JobOptions(input=FRAME, columns=roles.roles, **options)
        return cls(check_types(schema, roles), roles, chosen, given_secret(chosen, secret))

    @property
    def telling(self) -> list[str]:
        """The columns that tell whose the rows are."""
        silent = ("text", "keep", "drop", "date")
        return [name for name, role in self.columns.roles.items() if role not in silent]

    @property
    def released(self) -> Any:
        """The columns of what goes out."""
        wanted = arrow()[0].schema([f for f in self.schema if f.name in self.columns.roles])
        source = FrameSource(Rows(self.schema.names, wanted, lambda: iter(())))
        place = Place(
            output="-", columns=self.columns.written, doc="", text="", source=source,
            roles=self.columns.roles,
        )  # fmt: skip
        return FrameSink(place).schema

    def plan(
        self,
        tables: Callable[[], Iterator[Any]],
        over: Callable[[Worker, Sequence[Any]], Iterator[Any]],
    ) -> Plan:
        """Settle what concerns all rows.

        tables (Callable): The columns that tell whose they are, in pieces.
        over (Callable): Does work on all rows, piece by piece.
        """

        def batches() -> Iterator[Any]:
            for table in tables():
                yield from without_texts(table, self.columns).to_batches()

        def whole() -> FrameSource:
            texts = without_texts(self.schema.empty_table(), self.columns).schema
            return FrameSource(Rows(self.schema.names, texts, batches))

        return settled(self.options, self.columns, self.secret, whole, tuple, over)[0]


class RayCollecting:
    """An actor of pass one."""

    def __init__(self, work: Worker, columns: Columns) -> None:
        self._work, self._columns = Guarded(work), columns

    def __call__(self, table: Any) -> dict[str, list[bytes]]:
        """What stands in some rows."""
        return {FOUND: [self._work(TablePart(table, self._columns))]}


class RayReplacing:
    """An actor of pass two."""

    def __init__(self, work: Worker, columns: Columns) -> None:
        self._work, self._columns = work, columns

    def __call__(self, table: Any) -> Any:
        """Some rows with everything replaced."""
        new, summary = self._work(TablePart(table, self._columns))
        told_left_out(summary)
        return new


class _SparkBatches:
    """What a task of Spark does with the batches of a partition.

    work (Worker): The work.
    columns (Columns): The roles.
    collect (bool): Is it pass one?
    """

    def __init__(self, work: Worker, columns: Columns, *, collect: bool = False) -> None:
        self._loaded, self._columns, self._collect = LoadedOnce(work), columns, collect

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        (pyarrow,) = arrow()
        work = self._loaded.work
        guarded = Guarded(work)
        for batch in batches:
            part = TablePart(pyarrow.Table.from_batches([batch]), self._columns)
            if self._collect:
                yield pyarrow.record_batch(
                    {FOUND: pyarrow.array([guarded(part)], pyarrow.binary())}
                )
                continue
            new, summary = work(part)
            told_left_out(summary)
            yield from new.to_batches()


def _tables(rows: Iterator[Mapping[str, Any]], schema: Any) -> Iterator[Any]:
    """Rows as tables of at most BATCH rows."""
    (pyarrow,) = arrow()
    piece: list[Mapping[str, Any]] = []
    for row in rows:
        piece.append(row)
        if len(piece) == BATCH:
            yield pyarrow.Table.from_pylist(piece, schema)
            piece = []
    if piece:
        yield pyarrow.Table.from_pylist(piece, schema)
