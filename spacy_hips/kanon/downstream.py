"""What a release costs the user's own model: its score on the table before and after."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from numbers import Real
from pathlib import Path
from typing import Any

from ..core.errors import HipsError
from .errors import Errors

Rows = Sequence[Mapping[str, Any]]


class Downstream:
    """A Python file with a function `score(rows) -> float`, which trains and scores a model.

    The rows are dicts, a new list of new ones for each call; how the model is validated is the
    file's own business. The file is run: give only what you would run yourself.

    path (str): The file.
    RAISES (HipsError): E866 where it cannot be run or has no such function.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        spec = importlib.util.spec_from_file_location("downstream", path)
        if spec is None or spec.loader is None or not Path(path).is_file():
            raise HipsError(Errors.E866.format(path=path, reason="there is no such Python file"))
        module = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except Exception as error:  # whatever the file raises
            raise HipsError(Errors.E866.format(path=path, reason=_where(error, path))) from None
        self._score: Callable[[list[dict[str, Any]]], Any] | None = getattr(module, "score", None)
        if not callable(self._score):
            raise HipsError(Errors.E866.format(path=path, reason="it has no function score"))

    def score(self, rows: Rows, table: str) -> float:
        """The score of the model on a table.

        rows (Sequence[Mapping]): The table.
        table (str): Which table it is, for the error: "original" or "released".
        RETURNS (float): What the function returns.
        RAISES (HipsError): E867 where it fails or returns no number.
        """
        assert self._score is not None
        try:
            value = self._score([dict(row) for row in rows])
        except Exception as error:  # whatever the model raises; its message may hold a cell
            raise self._failed(table, _where(error, self.path)) from None
        if not isinstance(value, Real) or isinstance(value, bool) or not isfinite(value):
            raise self._failed(table, f"it returned no number ({type(value).__name__})")
        return float(value)

    def _failed(self, table: str, reason: str) -> HipsError:
        return HipsError(Errors.E867.format(path=self.path, table=table, reason=reason))


def _where(error: Exception, path: str) -> str:
    """The kind of an error and the line of the file it came from, without its message."""
    line, frame = 0, error.__traceback__
    while frame is not None:
        if frame.tb_frame.f_code.co_filename == path:
            line = frame.tb_lineno
        frame = frame.tb_next
    if isinstance(error, SyntaxError):
        line = error.lineno or 0
    return type(error).__name__ + (f" in line {line}" if line else "")
