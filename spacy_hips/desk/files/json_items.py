"""The items of a json list, one at a time: exports are larger than memory should have to be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ...core.later import re

_SPACE = re.compile(r"\s*")
_DECODER = json.JSONDecoder()
# Of a number cut at "0." or "1e" the digits alone are one, too.
_NUMBER_GOES_ON = re.compile(r"[\d.eE+-]*\Z")
# An error so near to the end of what was read may only be its end.
_NEAR = 32


def json_items(chunks: Iterator[str]) -> Iterator[Any]:
    """Read a list item by item, or values that follow each other.

    chunks (Iterator[str]): The text, piece by piece.
    YIELDS: Each item, in order.
    RAISES (ValueError): At the place from which on it is no json; RecursionError where it is too
        deep.

        >>> list(json_items(iter(['[{"a": 1}, {"a"', ": 2}]"])))
        [{'a': 1}, {'a': 2}]
    """
    text = _Text(chunks)
    if text.next() == "[":
        yield from _listed(text)
    while text.next():
        yield text.value()


def _listed(text: _Text) -> Iterator[Any]:
    """The items of a list that is the whole text."""
    text.skip()
    while text.next() != "]":
        yield text.value()
        if text.next() == ",":
            text.skip()
        elif text.next() != "]":
            raise ValueError
    text.skip()
    if text.next():
        raise ValueError


class _Text:
    """Text that is read on where more of it is needed."""

    def __init__(self, chunks: Iterator[str]) -> None:
        self._chunks = chunks
        self._text = ""
        self._at = 0

    def next(self) -> str:
        """The next character that is no white space, "" at the end."""
        while True:
            found = _SPACE.match(self._text, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def skip(self) -> None:
        """Pass over one character."""
        self._at += 1

    def value(self) -> Any:
        """The value that begins here."""
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if not self._may_be_cut(error) or not self._more():
                    raise
            else:
                if not _NUMBER_GOES_ON.match(self._text, end) or not self._more():
                    self._at = end
                    return value

    def _may_be_cut(self, error: json.JSONDecodeError) -> bool:
        unterminated = error.msg.startswith("Unterminated string")
        return unterminated or error.pos > len(self._text) - _NEAR

    def _more(self) -> bool:
        """Read on: as much again as is waiting, so that a long item is not tried too often."""
        waiting = self._text[self._at :]
        pieces, length = [waiting], 0
        for chunk in self._chunks:
            pieces.append(chunk)
            length += len(chunk)
            if length >= len(waiting):
                break
        self._text, self._at = "".join(pieces), 0
        return length > 0
