"""Worker processes whose end is noticed, whatever ended them.

spaCy's own, those of `nlp.pipe(n_process=2)`, are waited for for ever where one was killed, as
happens where memory runs out. Here each has a pipe of its own and nobody else holds its ends: the
parent sees at once that a worker is gone, and a worker ends when the parent is gone, also in the
middle of a task. They are spawned: a forked process has the locks of its parent's threads without
the threads.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import time
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from multiprocessing.connection import Connection, wait
from multiprocessing.context import set_spawning_popen  # type: ignore[attr-defined]
from threading import Thread
from typing import Any, Protocol, Self, TypeVar

from ...core.errors import HipsError, HipsWarning
from ...core.light_imports import import_spacy
from ..errors import Errors

Task = TypeVar("Task", contravariant=True)
Done = TypeVar("Done", covariant=True)


class Work(Protocol[Task, Done]):
    """What workers do; a copy is sent to each of them."""

    def start(self) -> None:
        """Get ready."""

    def __call__(self, task: Task, /) -> Done:
        """Do a task."""


# Of the processor, over all workers of this process.
_seconds = [0.0]


# So many tasks for each worker are given out before the first of them is taken back.
AHEAD = 4
# What the errors of libraries that have no class for it say, and where those come from.
_NO_MEMORY = ("not enough memory", "can't allocate memory", "cannot allocate memory",
              "bad allocation", "bad_alloc", "failed to allocate", "out of memory")  # fmt: skip
_NETWORKS = ("builtins", "torch", "onnxruntime")


class WorkerLost(HipsError):
    """A worker process could not be started or ended before its work was done, or memory ran out:
    what is done can be gone on with."""


def is_out_of_memory(error: Exception) -> bool:
    """Did memory run out, whatever a library calls that?

    error (Exception): What was raised.
    """
    if isinstance(error, MemoryError):
        return True
    # The message of an error that a document caused may quote it, whatever it says.
    if isinstance(error, (LookupError, ValueError, TypeError)):
        return False
    known = type(error).__module__.partition(".")[0] in _NETWORKS
    return known and any(said in str(error).lower() for said in _NO_MEMORY)


def in_processes(work: Work[Task, Done], tasks: Iterable[Task], count: int) -> Iterator[Done]:
    """Do tasks in worker processes.

    work (Work): What they do. An error of this package that it raises is raised here, and its
        warnings are given here.
    tasks (Iterable): The tasks.
    count (int): The most processes.
    YIELDS (Any): What came of each task, in order.
    RAISES (HipsError): E450 where `work` cannot be sent to a process.
    RAISES (WorkerLost): E449 where a worker ended, E451 where it could not be started, E452 where
        its memory ran out.
    """
    with Workers(work, count) as workers:
        yield from workers(tasks)


def seconds_of_workers() -> float:
    """Seconds of the processor that tasks of this process's workers have taken so far."""
    return _seconds[0]


class Workers:
    """Worker processes that are started when the first tasks come, and end with the block.

    They get the work once. All that a task needs beyond it must come with the task: what the parent
    learns later, no worker knows.

    work (Work): As for `in_processes`.
    count (int): The most processes.
    """

    def __init__(self, work: Work[Task, Done], count: int) -> None:
        self._work = work
        self._count = count
        self._workers: list[_Worker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for worker in self._workers:
            worker.stop()

    def __call__(self, tasks: Iterable[Any]) -> Iterator[Any]:
        """Do some tasks; all results must be taken before the next ones are given.

        tasks (Iterable): The tasks; they are read as workers become idle.
        YIELDS (Any): What came of each task, in order.
        RAISES (HipsError, WorkerLost): As `in_processes`.
        """
        given = iter(tasks)
        first = list(islice(given, self._count))
        self._start(len(first) - len(self._workers))
        yield from _shared_out(self._workers, chain(first, given))

    def _start(self, more: int) -> None:
        if more < 1:
            return
        sent = _sent(self._work)
        new = []
        for _ in range(more):  # all are started before the first one gets its work
            new.append(_Worker(self._count))
            self._workers.append(new[-1])
        for worker in new:
            worker.send(sent)


def _sent(work: object) -> bytes:
    """`work` as bytes, for a process that is being started: a secret goes along."""
    set_spawning_popen(True)  # type: ignore[arg-type]
    try:
        return pickle.dumps(work)
    except HipsError:
        raise
    except Exception as error:
        raise HipsError(Errors.E450.format(kind=type(error).__name__)) from error
    finally:
        set_spawning_popen(None)


def _shared_out(workers: Sequence[_Worker], tasks: Iterator[Any]) -> Iterator[Any]:
    """Whoever is idle gets the next task; the results come in the order of the tasks.

    So do errors: what stands before one is not lost with it.
    """
    idle = list(workers)
    busy: dict[Connection, tuple[_Worker, int]] = {}
    done: dict[int, Any] = {}
    given = taken = 0
    while True:
        while idle and given < taken + AHEAD * len(workers):
            if (task := next(tasks, None)) is None:
                break
            worker = idle.pop()
            worker.send(pickle.dumps(task))
            busy[worker.connection] = worker, given
            given += 1
        for ready in wait(busy, 0 if taken in done else None) if busy else ():
            worker, number = busy.pop(ready)  # type: ignore[call-overload]
            done[number] = worker.receive()
            if isinstance(done[number], HipsError):
                tasks = iter(())
            else:
                idle.append(worker)
        if taken not in done:
            if not busy:
                return
            continue
        if isinstance(done[taken], HipsError):
            raise done[taken]
        yield done.pop(taken)
        taken += 1


class _Worker:
    """A worker process, seen from the parent.

    count (int): How many there are.
    """

    def __init__(self, count: int) -> None:
        spawned = multiprocessing.get_context("spawn")
        self.connection, its = spawned.Pipe()
        self._process = spawned.Process(target=_serve, args=(its, count), daemon=True)
        try:
            self._process.start()
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise WorkerLost(Errors.E451.format(reason=reason)) from None
        finally:
            its.close()

    def send(self, data: bytes) -> None:
        """Send what `_serve` waits for; that it is gone is told where its answer is taken."""
        with suppress(OSError):
            self.connection.send_bytes(data)

    def receive(self) -> Any:
        """What came of a task, or the error that it ended with."""
        try:
            done, warned, seconds = self.connection.recv()
        except (EOFError, OSError):
            self._process.join(1)
            return WorkerLost(Errors.E449.format(code=self._process.exitcode))
        _seconds[0] += seconds
        done = pickle.loads(done)
        for message, category in warned:
            warnings.warn(message, category, stacklevel=2)
        return done

    def stop(self) -> None:
        """End the process, idle or not; a thread that waits for it sees that it is gone."""
        self._process.terminate()
        self._process.join()
        self.connection.close()


def _serve(connection: Connection, count: int) -> None:
    """What a worker does until the parent closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; the parent ends its workers
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        try:
            _answer_all(connection, count)
        except MemoryError:  # too little is left to tell of it; the parent sees that it is gone
            sys.exit(1)


def _answer_all(connection: Connection, count: int) -> None:
    work: Work[Any, Any] | None = None
    sent = connection.recv_bytes()
    while True:
        data = connection.recv_bytes()
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always", HipsWarning)
            begin = time.process_time()
            try:
                if work is None:
                    work = _started(sent, count)
                    begin = time.process_time()  # to get ready is no part of the task
                done = pickle.dumps(work(pickle.loads(data)))
            except Exception as error:
                done = pickle.dumps(_explained(error))
        told = [(str(w.message), w.category) for w in warned]
        connection.send((done, told, time.process_time() - begin))


def _explained(error: Exception) -> HipsError:
    """What the parent is told of an error. A foreign one may hold text of a document."""
    if isinstance(error, HipsError):
        return error
    if is_out_of_memory(error):
        return WorkerLost(Errors.E452.format(where=" in a worker process"))
    return HipsError(Errors.E450.format(kind=type(error).__name__))


def _end_with_parent() -> None:
    """End this process with its parent, whatever it does at that moment."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _started(sent: bytes, count: int) -> Work[Any, Any]:
    import_spacy()
    work: Work[Any, Any] = pickle.loads(sent)
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.set_num_threads(max(1, torch.get_num_threads() // count))
    work.start()
    return work
