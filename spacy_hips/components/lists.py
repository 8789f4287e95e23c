"""Allow and deny lists: strings, regular expressions ("re:...") and files of both ("file:...")."""

from __future__ import annotations

import re
from collections.abc import Iterable

import regex

from ..core.errors import Errors, HipsError
from ..text.lexicon.entries import read_entries

_REGEX = "re:"


class ListMatcher:
    """Finds the entries of a list in a text.

    A string is found in any case, as a whole word. A file holds an entry a line; empty lines and
    lines that begin with "#" are skipped.

    entries (Iterable[str]): Strings, "re:PATTERN", "file:PATH".
    name (str): The component, for errors.
    setting (str): The setting, for errors.
    RAISES (HipsError): E120 if a file cannot be read, E121 for an invalid regular expression.
    """

    def __init__(self, entries: Iterable[str], *, name: str, setting: str) -> None:
        self._arguments = (tuple(entries), name, setting)
        given = list(read_entries(self._arguments[0], name))
        words = {entry.lower() for entry in given if not entry.startswith(_REGEX)}
        self._patterns = []
        if words:
            self._patterns.append(regex.compile(r"(?<!\w)\L<words>(?!\w)", regex.I, words=words))
        for index, entry in enumerate(given, 1):
            if entry.startswith(_REGEX):
                self._patterns.append(_compile(entry, index, name, setting))

    def __call__(self, text: str) -> list[tuple[int, int]]:
        """The places where an entry stands, in order; they may overlap."""
        hits = (m.span() for pattern in self._patterns for m in pattern.finditer(text))
        return sorted({(start, end) for start, end in hits if end > start})

    def __bool__(self) -> bool:
        return bool(self._patterns)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, self._arguments


def _rebuild(entries: tuple[str, ...], name: str, setting: str) -> ListMatcher:
    return ListMatcher(entries, name=name, setting=setting)


def _compile(entry: str, index: int, name: str, setting: str) -> re.Pattern[str]:
    try:
        return re.compile(entry.removeprefix(_REGEX))
    except re.error as error:
        # The message of the error may hold a part of the expression, which may be a name.
        reason = f"it cannot be read at character {(error.pos or 0) + 1}"
        message = Errors.E121.format(name=name, index=index, setting=setting, reason=reason)
        raise HipsError(message) from None
