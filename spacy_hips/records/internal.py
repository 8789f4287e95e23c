"""The internal folder: what shows where something was replaced, for its owner only."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import Errors, HipsError
from .output import PRIVATE_FOLDER, FileTarget, explained
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
    offsets (Mapping): Resume: the bytes of each file that are kept.
    RAISES (HipsError): E702 for files that are there, E704 if nothing can be written,
        E734 for a folder that others can open.
    """

    def __init__(
        self, path: str | Path, *, force: bool = False, offsets: Mapping[str, int] | None = None
    ) -> None:
        self.path = Path(path)
        with explained(self.path):
            self.path.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            if self.path.stat().st_mode & OTHERS:
                raise HipsError(Errors.E734.format(path=self.path))
        for name in FILES:
            if (self.path / name).exists() and not force:
                raise HipsError(Errors.E702.format(path=self.path / name))
        kept = offsets or {}
        self._files = {
            name: FileTarget(self.path / name, private=True, at=kept.get(name, 0)) for name in FILES
        }

    @property
    def offsets(self) -> dict[str, int]:
        """Bytes in each file."""
        return {name: file.offset for name, file in self._files.items()}

    def write(self, name: str, values: Mapping[str, Any]) -> None:
        """Add a line to one of FILES."""
        self._files[name].write(json_line(values))

    def flush(self) -> None:
        """Make sure that what was added is in the files."""
        for file in self._files.values():
            file.flush()

    def finish(self) -> None:
        """Give the files their names; one that stayed empty goes."""
        for file in self._files.values():
            if file.offset:
                file.finish()
            else:
                file.abandon(keep=False)

    def abandon(self, *, keep: bool) -> None:
        """The parts stay for a later run or go."""
        for file in self._files.values():
            file.abandon(keep=keep)
