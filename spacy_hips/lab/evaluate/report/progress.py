"""The part of an unfinished report: a line of facts for each document, for its owner only."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ....core.errors import HipsError
from ....core.files import open_again, open_anew, sync
from ....desk.files.output import explained
from ...errors import Errors
from .facts import Facts
from .gather import Place

ENDING = ".facts.part"
PRIVATE = 0o600


class Part:
    """The facts that are gathered so far.

    report (str): The report that is to be written; the part stands beside it.
    about (Mapping): What must be the same where a run goes on: settings, texts, pipeline.
    resume (bool): Go on with what is there.
    RAISES (HipsError): E862 where it cannot go on.

    known (dict): The facts that were there.
    """

    def __init__(self, report: str, about: Mapping[str, Any], *, resume: bool = False) -> None:
        self.path = Path(report + ENDING)
        self.known: dict[Place, Facts] = {}
        head = json.dumps({"about": about}, sort_keys=True).encode() + b"\n"
        if resume:
            length = self._read(report, head)
            self._file = open_again(self.path)
            self._file.truncate(length)
            self._file.seek(length)
        else:
            with explained(self.path):
                self._file = open_anew(self.path, PRIVATE)
                self._file.write(head)

    def _read(self, report: str, head: bytes) -> int:
        """Read what is there, up to the last whole line."""
        try:
            data = self.path.read_bytes()
        except OSError:
            raise HipsError(
                Errors.E862.format(path=report, reason="no interrupted one is there")
            ) from None
        if not data.startswith(head):
            reason = "texts, pipeline or settings are others"
            raise HipsError(Errors.E862.format(path=report, reason=reason))
        length = data.rfind(b"\n") + 1
        for line in data[len(head) : length].splitlines():
            facts = Facts(**json.loads(line))
            self.known[facts.source, facts.number] = facts
        return length

    def keep(self, facts: Iterable[Facts]) -> None:
        """Write the facts of some documents."""
        with explained(self.path):
            for own in facts:
                self._file.write(json.dumps(own.to_line()).encode() + b"\n")
            sync(self._file)

    def close(self, *, remove: bool) -> None:
        """Close it; `remove` it where the report is finished."""
        self._file.close()
        if remove:
            self.path.unlink(missing_ok=True)
