"""One worker process that waits for tasks, each of which has a limit of time."""

from __future__ import annotations

from contextlib import ExitStack
from threading import Event, Lock, Thread, Timer
from typing import Any

from ...core.errors import HipsError
from ..errors import Errors
from ..run.processes import Work, WorkerLost, Workers


class TookTooLong(HipsError):
    """A task was not done in the time that it had."""


class Helper:
    """A worker process that gets ready at once, and is replaced where it had to be ended.

    work (Work): What it does.
    first (Any): The first task of every process, whose result `ready` gives; not None.
    """

    def __init__(self, work: Work[Any, Any], first: Any) -> None:
        self._work, self._first = work, first
        self._alone = Lock()
        self._closed = False
        self._renew()

    def ready(self) -> Any:
        """Wait until the process is ready.

        RETURNS (Any): What came of the first task.
        RAISES (HipsError): What the work raises.
        RAISES (WorkerLost): Where the process could not be started, or has ended.
        """
        with self._alone:
            return self._greeted()

    def __call__(self, task: Any, seconds: float) -> Any:
        """Do a task, behind those that were given before.

        task (Any): The task; not None.
        seconds (float): The time that it has.
        RETURNS (Any): What came of it.
        RAISES (HipsError): What the work raises.
        RAISES (TookTooLong): E853 where the time was over. The process is ended, and a new one gets
            ready.
        RAISES (WorkerLost): Where the process has ended, likewise.
        """
        with self._alone:
            late = Event()
            timer = Timer(seconds, _end, (late, self._process))
            timer.daemon = True
            try:
                self._greeted()
                timer.start()
                return self._ask(task)
            except WorkerLost:
                if not late.is_set():
                    self._replace()
                    raise
                raise TookTooLong(Errors.E853.format(seconds=round(seconds))) from None
            finally:
                timer.cancel()
                if late.is_set():  # perhaps when the task had just been done
                    self._replace()

    def close(self) -> None:
        """End the process at once, whatever it does."""
        self._closed = True
        self._process.close()

    def _greeted(self) -> Any:
        if not self._greeting:
            try:
                self._greeting.append(self._ask(self._first))
            except HipsError:
                self._process.close()
                self._renew()
                raise
        return self._greeting[0]

    def _ask(self, task: Any) -> Any:
        if self._closed:
            raise WorkerLost(Errors.E449.format(code="none"))
        (done,) = self._workers([task])
        return done

    def _replace(self) -> None:
        self._process.close()
        self._renew()
        if not self._closed:
            Thread(target=self._get_ready, daemon=True).start()

    def _get_ready(self) -> None:
        try:
            self.ready()
        except HipsError:
            return  # who asks next is told

    def _renew(self) -> None:
        """Take a process that has not been started."""
        self._greeting: list[Any] = []
        self._process = ExitStack()
        self._workers = self._process.enter_context(Workers(self._work, 1))


def _end(late: Event, process: ExitStack) -> None:
    late.set()
    process.close()
