"""A peer in a process, and so in an environment, of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ....components.scoring.metrics import Spot
from ....core.errors import HipsError
from ....core.labels import check_label
from ...errors import Errors
from .peer import Found, our_label
from .worker import adapter_of

WORKER = Path(__file__).with_name("worker.py")


class OwnProcess:
    """Runs an adapter by the worker, with the Python of the tool's environment.

    adapter (Union[str, Path]): The file of the adapter (tools/ has ours).
    python (str): The interpreter that has the tool; "" is this one.
    settings (Mapping): What the adapter's `load` is given.
    RAISES (HipsError): E875 where there is no such adapter, E101 where it maps to a label that is
        not ours.
    """

    def __init__(
        self, adapter: str | Path, python: str = "", settings: Mapping[str, Any] | None = None
    ) -> None:
        self._path = Path(adapter)
        self._python = python or sys.executable
        self._settings = json.dumps(dict(settings or {}))
        try:
            module = adapter_of(str(self._path))
            if not callable(module.load):
                raise TypeError
        except Exception as error:  # whatever the file does
            message = Errors.E875.format(path=self._path, reason=type(error).__name__)
            raise HipsError(message) from None
        self._scheme: str = getattr(module, "SCHEME", "")
        self._labels: Mapping[str, str] = getattr(module, "LABELS", {})
        self.install: str = getattr(module, "INSTALL", "")
        for label in filter(None, self._labels.values()):
            check_label(label)

    @property
    def name(self) -> str:
        """The name of the adapter's file."""
        return self._path.stem

    def __call__(self, texts: Sequence[str]) -> Found:
        """Find identifiers; see `Peer` in base.py.

        texts (Sequence[str]): The texts.
        RETURNS (Found): What it found, with our labels.
        RAISES (HipsError): E876 where the tool cannot be run, E877 for an answer that is none.
        """
        lines = self._run("".join(json.dumps({"text": text}) + "\n" for text in texts))
        try:
            *rows, last = map(json.loads, lines)
            pairs = zip(texts, rows, strict=True)
            spans = tuple(tuple(sorted(self._ours(text, row["spans"]))) for text, row in pairs)
            return Found(spans, float(last["seconds"]))
        except (ValueError, TypeError, KeyError):
            raise HipsError(Errors.E877.format(name=self.name)) from None

    def _run(self, given: str) -> list[str]:
        command = [self._python, str(WORKER), str(self._path.resolve()), self._settings]
        try:
            done = subprocess.run(command, input=given, capture_output=True, text=True,
                                  encoding="utf8", errors="replace")  # fmt: skip
        except OSError as error:
            raise self._failed(type(error).__name__) from None
        if done.returncode:
            raise self._failed(f"exit code {done.returncode}: {_kind(done.stderr)}")
        return done.stdout.splitlines()

    def _failed(self, reason: str) -> HipsError:
        return HipsError(
            Errors.E876.format(name=self.name, python=self._python, reason=reason)
            + (f" ({self.install})" if self.install else "")
        )

    def _ours(self, text: str, spans: Sequence[Any]) -> Iterator[Spot]:
        for start, end, label in spans:
            if not (0 <= start < end <= len(text)):
                raise ValueError
            known = our_label(label, self._scheme, self._labels)
            if known:
                yield start, end, known


def _kind(stderr: str) -> str:
    """The kind of the last error, without its message: that may hold text."""
    last = (stderr.strip().splitlines() or ["nothing"])[-1]
    return last.partition(":")[0][:60]
