"""Lists that users give: entries, and files of them ("file:PATH")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from ...core.errors import Errors, HipsError

_FILE = "file:"


def read_entries(entries: Iterable[str], name: str) -> Iterator[str]:
    """The entries of a list, those of its files among them.

    entries (Iterable[str]): Strings, "file:PATH".
    name (str): The component, for errors.
    RAISES (HipsError): E120 if a file cannot be read.
    """
    for entry in entries:
        if entry.startswith(_FILE):
            yield from _lines(entry.removeprefix(_FILE), name)
        elif entry.strip():
            yield entry.strip()


def _lines(path: str, name: str) -> Iterator[str]:
    try:
        lines = Path(path).read_text("utf-8-sig").splitlines()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise HipsError(Errors.E120.format(name=name, path=path, reason=reason)) from None
    except UnicodeDecodeError:
        raise HipsError(Errors.E120.format(name=name, path=path, reason="not UTF-8")) from None
    yield from (line.strip() for line in lines if line.strip() and not line.startswith("#"))
