"""What the user sees while a verb runs: progress, warnings, summaries."""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import HipsWarning
from ..records.readers import Source


def say(message: str) -> None:
    """A line on standard error."""
    sys.stderr.write(message + "\n")


def show(line: str) -> None:
    """A line on standard output."""
    sys.stdout.write(line + "\n")


def show_json(values: dict[str, Any], *, on_error: bool) -> None:
    """Plain data as JSON, on standard error where standard output holds the texts."""
    stream = sys.stderr if on_error else sys.stdout
    stream.write(json.dumps(values, indent=2, ensure_ascii=False) + "\n")


class Progress:
    """A bar over the bytes of the input, on a terminal only.

    source (Source): The input.
    quiet (bool): No bar.
    """

    def __init__(self, source: Source, *, quiet: bool) -> None:
        from tqdm import tqdm

        self._source = source
        self._bar = tqdm(
            total=source.size or None,
            unit="B",
            unit_scale=True,
            file=sys.stderr,
            disable=True if quiet else None,
            leave=False,
        )

    def step(self) -> None:
        """Show how far the input is read."""
        self._bar.update(self._source.position - self._bar.n)

    def close(self) -> None:
        """Take the bar away."""
        self._bar.close()


@contextmanager
def collected_warnings() -> Iterator[list[str]]:
    """Keep each warning of this package once, in place of printing it."""
    kept: list[str] = []
    with warnings.catch_warnings():
        shown = warnings.showwarning

        def keep(message: Any, category: Any, *rest: Any, **more: Any) -> None:
            if not issubclass(category, HipsWarning):
                shown(message, category, *rest, **more)
            elif str(message) not in kept:
                kept.append(str(message))

        warnings.simplefilter("always", HipsWarning)
        warnings.showwarning = keep
        yield kept
