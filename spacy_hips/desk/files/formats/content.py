"""What a document file holds, and the names in it that are nobody's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from ....core.errors import HipsError
from ....text.lexicon.programs import is_account
from ...errors import Errors


class Unreadable(Exception):
    """A file cannot be read; who asked for it knows how its name is shown.

    message (str): One of `Errors`, with a place for the path.
    **values (str): What else stands in it.
    """

    def __init__(self, message: str, **values: str) -> None:
        super().__init__(message.format(path="A file", **values))
        self._message = message
        self._values = values

    def told(self, path: str) -> HipsError:
        """The error for the user.

        path (str): How the file is called in it.
        """
        return HipsError(self._message.format(path=path, **self._values))


@dataclass(frozen=True)
class Content:
    """What was read of a document file.

    text (str): Its text, whatever of it a reader or a program can show.
    people (tuple[str, ...]): Names in its properties and its path: who wrote, changed, commented.
    unsearched (Mapping[str, int]): What cannot be searched, by kind.
    speakers (Sequence): Where the text names who speaks, start and end.
    """

    text: str
    people: tuple[str, ...] = ()
    unsearched: Mapping[str, int] = field(default_factory=dict)
    speakers: Sequence[tuple[int, int]] = ()


def names_in(values: Iterable[str | None]) -> tuple[str, ...]:
    """The names among some properties, each once.

    values (Iterable): Properties that hold people, such as the author; programs and accounts that
        everybody has ("Windows User") are nobody.
    """
    names = (" ".join((value or "").split()) for value in values)
    return tuple(dict.fromkeys(name for name in names if not is_account(name)))


def counted_kinds(found: Iterable[str]) -> Mapping[str, int]:
    """How often each kind stands among what was found, sorted."""
    return dict(sorted(Counter(found).items()))


def needed(extra: str, *modules: str) -> Sequence[Any]:
    """Import packages of an extra.

    extra (str): The extra of this package that brings them.
    *modules (str): What to import.
    RETURNS (Sequence): The modules.
    RAISES (Unreadable): E787 where one is not installed.
    """
    try:
        return [import_module(name) for name in modules]
    except ImportError as error:
        missing = (error.name or modules[0]).partition(".")[0]
        raise Unreadable(Errors.E787, package=missing, extra=extra) from None
