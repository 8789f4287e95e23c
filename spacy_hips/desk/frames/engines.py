"""Engines that do work on parts: processes of this machine, Ray, Spark."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar
from uuid import uuid4

from ..run.processes import in_processes
from .parts import Guarded, Over, Worker, unpacked
from .source import extra

SPARK_PYTHON = "PYSPARK_PYTHON"


def engine(name: str, workers: int) -> Over:
    """What does work on parts.

    name (str): One of ENGINES.
    workers (int): How many processes, or actors, work at a time.
    RETURNS (Callable): The engine: (work, parts) -> what came of each part, in order.
    """
    return _MADE[name](workers)


def processes(workers: int) -> Over:
    """Processes of this machine; one is this process itself."""

    def over(work: Worker, parts: Sequence[Any]) -> Iterator[Any]:
        if workers == 1 or len(parts) == 1:
            return (work(part) for part in parts)
        return in_processes(work, parts, workers)

    return over


def on_ray(workers: int) -> Over:
    """Actors of Ray Data, each of which loads the pipeline once.

    A part whose actor is lost is made again by another. Ray keeps some processors for itself, so
    one that it starts here has two more than there are actors: with fewer it waits for ever.
    """

    def over(work: Worker, parts: Sequence[Any]) -> Iterator[Any]:
        data = ready_ray(workers)
        rows = data.from_items([{"number": n, "part": part} for n, part in enumerate(parts)])
        done = rows.repartition(len(parts)).map(
            RayActor, fn_constructor_args=(work,), concurrency=min(workers, len(parts)), num_cpus=1
        )
        yield from _in_order((row["number"], row["done"]) for row in done.iter_rows())

    return over


def ready_ray(workers: int) -> Any:
    """Ray Data, connected to the cluster that is there, or to one on this machine.

    workers (int): How many actors are to work.
    RETURNS (module): `ray.data`.
    RAISES (HipsError): E787 where Ray is not installed.
    """
    ray, data = extra("ray", "ray", "ray.data")
    if not ray.is_initialized():
        ray.init(num_cpus=workers + 2, include_dashboard=False, logging_level="ERROR")
    context = data.DataContext.get_current()
    context.enable_progress_bars = False
    context.verbose_stats_logs = False
    return data


class RayActor:
    """An actor of Ray: a worker process with its pipeline."""

    def __init__(self, work: Worker) -> None:
        self._work = Guarded(work)

    def __call__(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Do the work on one part."""
        return {"number": row["number"], "done": self._work(row["part"])}


def on_spark(workers: int) -> Over:
    """Tasks of Spark, a part each; what a lost worker did is done again by another.

    The session is the one that is active, else one of this machine that tries a task four times.
    """
    (sql,) = extra("spark", "pyspark.sql")

    def over(work: Worker, parts: Sequence[Any]) -> Iterator[Any]:
        spark = session(sql, workers)
        numbered = spark.sparkContext.parallelize(list(enumerate(parts)), len(parts))
        done = numbered.mapPartitions(_SparkTask(work)).toLocalIterator(prefetchPartitions=True)
        yield from _in_order(done)

    return over


class LoadedOnce:
    """Work for tasks of Spark, which sends it anew with each.

    A process of Spark does many tasks, and loads the pipeline for the first of a run.

    work (Worker): The work.
    """

    _there: ClassVar[dict[str, Worker]] = {}

    def __init__(self, work: Worker) -> None:
        self._work, self._run = work, uuid4().hex

    @property
    def work(self) -> Worker:
        """The work, with the pipeline that an earlier task has loaded."""
        if self._run not in self._there:
            self._there.clear()
            self._there[self._run] = self._work
        return self._there[self._run]


class _SparkTask:
    """What a task of Spark does."""

    def __init__(self, work: Worker) -> None:
        self._loaded = LoadedOnce(work)

    def __call__(self, numbered: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, bytes]]:
        guarded = Guarded(self._loaded.work)
        for number, part in numbered:
            yield number, guarded(part)


def session(sql: Any, workers: int) -> Any:
    """The Spark session that is active, or a new one on this machine.

    Workers of a new one run this Python. Spark would take the first `python3` of the path, which
    may lack what is installed here.
    """
    there = sql.SparkSession.getActiveSession()
    if there is not None:
        return there
    builder = sql.SparkSession.builder.master(f"local[{workers},4]").appName("spacy-hips")
    given = os.environ.get(SPARK_PYTHON)
    os.environ[SPARK_PYTHON] = given or sys.executable
    try:
        return builder.config("spark.ui.enabled", "false").getOrCreate()
    finally:
        if given is None:
            del os.environ[SPARK_PYTHON]


def _in_order(done: Iterator[tuple[int, bytes]]) -> Iterator[Any]:
    """What came of each part, in the order of the parts."""
    waiting: dict[int, bytes] = {}
    wanted = 0
    for number, data in done:
        waiting[int(number)] = data
        while wanted in waiting:
            yield unpacked(waiting.pop(wanted))
            wanted += 1


_MADE: Mapping[str, Callable[[int], Over]] = MappingProxyType(
    {"processes": processes, "ray": on_ray, "spark": on_spark}
)
