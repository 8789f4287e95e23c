"""The internal folder: what shows where something was replaced, for its owner only."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from ...core.errors import HipsError
from ...core.files import PRIVATE_FOLDER, locked
from ..errors import Errors
from .output import FileTarget, Mark, explained
from .writers import json_line

REJECTED = "rejected.jsonl"
SPANS = "spans.jsonl"
IDS = "ids.jsonl"
OTHERS = 0o077
FILES: tuple[str, ...] = (REJECTED, SPANS, IDS)


class InternalFolder:
    """Writes rejected rows, spans and the table of pseudonyms, mode 0600 in a folder of 0700.

    path (Path): The folder.
    force (bool): Files that are there may be replaced.
    marks (Mapping): Resume: how much of each file is kept.
    RAISES (HipsError): E702 for files that are there, E704 if nothing can be written,
        E734 for a folder that others can open, E747 if another run writes there, E762 for files
        that are not what was written.
    """

    def __init__(
        self, path: str | Path, *, force: bool = False, marks: Mapping[str, Mark] | None = None
    ) -> None:
        self.path = Path(path)
        with explained(self.path):
            self.path.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            if os.name == "posix" and self.path.stat().st_mode & OTHERS:
                raise HipsError(Errors.E734.format(path=self.path))
        for name in FILES:
            if (self.path / name).exists() and not force:
                raise HipsError(Errors.E702.format(path=self.path / name))
        self._files: dict[str, FileTarget] = {}
        self._lock = ExitStack()
        with explained(self.path):
            self._lock.enter_context(locked(self.path))
        try:
            for name in FILES:
                at = marks[name] if marks else None
                self._files[name] = FileTarget(self.path / name, private=True, at=at)
        except BaseException:
            self.abandon(keep=marks is not None)
            raise

    @property
    def marks(self) -> dict[str, Mark]:
        """How far each file is."""
        return {name: file.mark for name, file in self._files.items()}

    def write(self, name: str, values: Mapping[str, Any]) -> None:
        """Add a line to one of FILES."""
        self._files[name].write(json_line(values))

    def flush(self) -> None:
        """Make sure that what was added is on the disk."""
        for file in self._files.values():
            file.flush()

    def finish(self) -> None:
        """Give the files their names; one that stayed empty goes."""
        for file in self._files.values():
            if file.offset:
                file.finish()
            else:
                file.abandon(keep=False)
        self._lock.close()

    def abandon(self, *, keep: bool) -> None:
        """The parts stay for a later run or go."""
        for file in self._files.values():
            file.abandon(keep=keep)
        self._lock.close()


def rejected_rows(lines: Iterable[Mapping[str, Any]]) -> set[int]:
    """The rows that are not in the output, as the file of rejected rows tells them.

    lines (Iterable[Mapping]): Its lines. One that stands for a conversation names all its rows.
    RETURNS (set[int]): Their numbers.
    """
    return {row for line in lines for row in (line["row"], *line.get("rows_before", ()))}
