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
from multiprocessing.connection import Connection, wait
from multiprocessing.context import set_spawning_popen  # type: ignore[attr-defined]
from threading import Thread
from typing import Any, Protocol, Self, TypeVar

from ..errors import Errors, HipsError, HipsWarning
from ..light_imports import import_transformers

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


class WorkerLost(HipsError):
    """A worker process could not be started, or ended before its work was done."""


def in_processes(work: Work[Task, Done], tasks: Sequence[Task], count: int) -> Iterator[Done]:
    """Do tasks in worker processes.

    work (Work): What they do. An error of this package that it raises is raised here, and its
        warnings are given here.
    tasks (Sequence): The tasks.
    count (int): The most processes.
    YIELDS (Any): What came of each task, in order.
    RAISES (HipsError): E450 where `work` cannot be sent to a process.
    RAISES (WorkerLost): E449 where a worker ended, E451 where it could not be started.
    """
    with Workers(work, min(count, len(tasks))) as workers:
        yield from workers(tasks)


def seconds_of_workers() -> float:
    """Seconds of the processor that tasks of this process's workers have taken so far."""
    return _seconds[0]


class Workers:
    """Worker processes that are started once, when the first tasks come, and end with the block.

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

    def __call__(self, tasks: Sequence[Any]) -> Iterator[Any]:
        """Do some tasks; all results must be taken before the next ones are given.

        tasks (Sequence): The tasks.
        YIELDS (Any): What came of each task, in order.
        RAISES (HipsError, WorkerLost): As `in_processes`.
        """
        self._start(min(self._count, len(tasks)) - len(self._workers))
        yield from _shared_out(self._workers, tasks)

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


def _shared_out(workers: Iterable[_Worker], tasks: Sequence[Any]) -> Iterator[Any]:
    """Whoever is idle gets the next task; the results come in the order of the tasks."""
    idle = list(workers)
    busy: dict[Connection, tuple[_Worker, int]] = {}
    done: dict[int, Any] = {}
    given = 0
    for wanted in range(len(tasks)):
        while wanted not in done:
            while idle and given < len(tasks):
                worker = idle.pop()
                worker.send(pickle.dumps(tasks[given]))
                busy[worker.connection] = worker, given
                given += 1
            for ready in wait(busy):
                worker, number = busy.pop(ready)  # type: ignore[call-overload]
                done[number] = worker.receive()
                idle.append(worker)
        yield done.pop(wanted)


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
        """Send what `_serve` waits for."""
        try:
            self.connection.send_bytes(data)
        except OSError:
            raise self._lost() from None

    def receive(self) -> Any:
        """What came of a task."""
        try:
            done, warned, seconds = self.connection.recv()
        except (EOFError, OSError):
            raise self._lost() from None
        _seconds[0] += seconds
        for message, category in warned:
            warnings.warn(message, category, stacklevel=2)
        if isinstance(done, HipsError):
            raise done
        return done

    def stop(self) -> None:
        """End the process, idle or not; a thread that waits for it sees that it is gone."""
        self._process.terminate()
        self._process.join()
        self.connection.close()

    def _lost(self) -> WorkerLost:
        self._process.join(1)
        return WorkerLost(Errors.E449.format(code=self._process.exitcode))


def _serve(connection: Connection, count: int) -> None:
    """What a worker does until the parent closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; the parent ends its workers
    Thread(target=_end_with_parent, daemon=True).start()
    work: Work[Any, Any] | None = None
    with suppress(EOFError, OSError):
        sent = connection.recv_bytes()
        while True:
            task = pickle.loads(connection.recv_bytes())
            with warnings.catch_warnings(record=True) as warned:
                warnings.simplefilter("always", HipsWarning)
                begin = time.process_time()
                try:
                    if work is None:
                        work = _started(sent, count)
                        begin = time.process_time()  # to get ready is no part of the task
                    done = work(task)
                except HipsError as error:
                    done = error
                except Exception as error:
                    done = HipsError(Errors.E450.format(kind=type(error).__name__))
            seconds = time.process_time() - begin
            connection.send((done, [(str(w.message), w.category) for w in warned], seconds))


def _end_with_parent() -> None:
    """End this process with its parent, whatever it does at that moment."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _started(sent: bytes, count: int) -> Work[Any, Any]:
    import_transformers()
    work: Work[Any, Any] = pickle.loads(sent)
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.set_num_threads(max(1, torch.get_num_threads() // count))
    work.start()
    return work
