"""Who works on what: one task at a time, in a process that can be ended at any moment."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from threading import Lock, Thread

from ...core.errors import HipsError
from ..run.processes import Workers
from .work import Work

UNFORESEEN = "unforeseen"
"""What stands in place of a code where nobody foresaw an error."""


class Runs:
    """The task that is worked on, if any; and how the last one of each project ended."""

    def __init__(self) -> None:
        self._alone = Lock()
        self._now: tuple[Path, str] | None = None
        self._process = ExitStack()
        self._errors: dict[Path, str] = {}

    def start(self, folder: Path, task: str, passphrase: str = "") -> bool:
        """Begin a task, or go on with it.

        folder (Path): The project.
        task (str): Which.
        passphrase (str): That of the key.
        RETURNS (bool): Was it begun? Not while another one is worked on.
        """
        with self._alone:
            if self._now is not None:
                return False
            self._now = folder, task
            self._errors.pop(folder, None)
            self._process = ExitStack()
            workers = self._process.enter_context(Workers(Work(folder, passphrase), 1))
        Thread(target=self._work, args=(folder, task, workers), daemon=True).start()
        return True

    def stop(self, folder: Path) -> None:
        """End the task of a project at once; what is done is on the disk."""
        with self._alone:
            if self._now is not None and self._now[0] == folder:
                self._now = None
                self._process.close()

    def close(self) -> None:
        """End whatever is worked on."""
        if self._now is not None:
            self.stop(self._now[0])

    def task(self, folder: Path) -> str:
        """The task that is worked on in a project; "" for none."""
        now = self._now
        return now[1] if now is not None and now[0] == folder else ""

    def error(self, folder: Path) -> str:
        """Why the last task of a project ended before its end; "" where it did not."""
        return self._errors.get(folder, "")

    def _work(self, folder: Path, task: str, workers: Workers) -> None:
        error = ""
        try:
            for _ in workers([task]):
                pass
        except HipsError as reason:
            error = str(reason)
        except Exception as reason:  # its message may hold text of a document
            error = f"[{UNFORESEEN}] {type(reason).__name__}"
        with self._alone:
            if self._now != (folder, task):
                return  # it was stopped, and its process is gone
            self._now = None
            self._process.close()
            if error:
                self._errors[folder] = error
