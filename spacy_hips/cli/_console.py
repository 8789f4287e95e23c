"""What the user sees while a verb runs: progress, warnings, summaries."""

from __future__ import annotations

import getpass
import json
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ..core.errors import HipsError, HipsWarning
from ..desk.files.file_formats import STANDARD
from ..desk.files.output import WriteFailed, explained
from ..desk.files.readers import Source
from .errors import Errors, Warnings


def say(message: str) -> None:
    """A line on standard error; nobody may be there to read it."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(message + "\n")


def show(line: str) -> None:
    """A line on standard output.

    RAISES (WriteFailed): E704 if it cannot be sent.
    """
    send(line + "\n")


def show_json(values: dict[str, Any], *, on_error: bool) -> None:
    """Plain data as JSON, on standard error where standard output holds the texts.

    RAISES (WriteFailed): E704 if standard output cannot be written.
    """
    (say if on_error else show)(json.dumps(values, indent=2, ensure_ascii=False))


def send(text: str = "") -> None:
    """Write to standard output, and send what was written before.

    RAISES (WriteFailed): E704 if it cannot be sent.
    """
    out = sys.stdout
    if out is not None:
        with explained(Path(STANDARD)):
            out.write(text.encode(out.encoding, "backslashreplace").decode(out.encoding))
            out.flush()
    elif text:
        raise WriteFailed(Errors.E704.format(path="standard output", reason="it is closed"))


def ask_passphrase() -> str:
    """Ask for the passphrase on the terminal.

    RAISES (HipsError): E142 if there is none.
    """
    if sys.stdin is None or sys.stdin.closed or not sys.stdin.isatty():
        raise HipsError(Errors.E142)
    return getpass.getpass("Passphrase of the key file: ")


@contextmanager
def progress_bar(source: Source, *, quiet: bool) -> Iterator[Callable[[], None]]:
    """A bar over the bytes of the input, on a terminal only.

    source (Source): The input.
    quiet (bool): No bar.
    YIELDS (Callable): Shows how far the input is read.
    """
    from tqdm import tqdm

    disable = True if quiet or sys.stderr is None else None
    total = source.size or None
    with tqdm(
        total=total, unit="B", unit_scale=True, file=sys.stderr, disable=disable, leave=False
    ) as bar:
        yield lambda: bar.update(source.position - bar.n)


@contextmanager
def counted_bar(total: int, *, quiet: bool) -> Iterator[Callable[[int], None]]:
    """A bar over documents, on a terminal only.

    total (int): How many there are.
    quiet (bool): No bar.
    YIELDS (Callable): Told how many more are done.
    """
    from tqdm import tqdm

    disable = True if quiet or sys.stderr is None else None
    with tqdm(total=total, unit="doc", file=sys.stderr, disable=disable, leave=False) as bar:
        yield bar.update


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


def not_in_summary(warned: Sequence[str]) -> list[str]:
    """The warnings that a summary does not tell anyhow, with its counts.

    warned (Sequence[str]): What `collected_warnings` kept.
    """
    told = (Warnings.W101, Warnings.W105, Warnings.W106, Warnings.W115)
    codes = tuple(message.partition(" ")[0] for message in told)
    return [message for message in warned if not message.startswith(codes)]
