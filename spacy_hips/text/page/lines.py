"""Where in its document and its line a name stands: lines, title block, repeated page headers."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from functools import cached_property
from itertools import accumulate

from ...core.later import re

LONG_LINE = 100
"""Characters of a line from which on it is running text, and the title block is over."""
TITLE_LINES = 25
TITLE_CHARACTERS = 1500
HEADER = 160
"""Characters of the longest line that can be a page header."""

_SENTENCE = re.compile(r"[?!]\s*\Z|(?:\w+\s+){5}[^\n]*\.\s*\Z")
_NUMBERS = str.maketrans("", "", "0123456789")
_SPACE = re.compile(r"\s+")


class Layout:
    """The lines of one text.

    text (str): The document's text.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        lines = text.split("\n")
        self._starts = list(accumulate((len(line) + 1 for line in lines), initial=0))[:-1]

    def __len__(self) -> int:
        return len(self._starts)

    def line(self, at: int) -> int:
        """The number of the line that a character is in."""
        return bisect_right(self._starts, at) - 1

    def bounds(self, line: int) -> tuple[int, int]:
        """First character of a line, and the one behind its last."""
        last = line + 1 == len(self._starts)
        return self._starts[line], len(self.text) if last else self._starts[line + 1] - 1

    @cached_property
    def _title(self) -> tuple[int, int]:
        end = lines = 0
        for number in range(min(len(self), TITLE_LINES)):
            first, last = self.bounds(number)
            if last - first > LONG_LINE or last > TITLE_CHARACTERS:
                break
            if _SENTENCE.search(self.text, first, last):
                break
            end, lines = last, lines + (last > first)
        return (end, lines) if len(self) > 1 else (0, 0)

    @property
    def title_end(self) -> int:
        """Where the block of short lines at the beginning ends; 0 where there is none."""
        return self._title[0]

    @property
    def title_lines(self) -> int:
        """How many lines of that block are not blank."""
        return self._title[1]

    def repeats(self, line: int) -> int:
        """How often a short line is in the document, page numbers apart."""
        first, last = self.bounds(line)
        if last - first > HEADER:
            return 1
        return self._headers[_bare(self.text[first:last])]

    @cached_property
    def _headers(self) -> Counter[str]:
        """Short lines without numbers and spaces, and how often each is there."""
        lines = self.text.split("\n")
        return Counter(_bare(line) for line in lines if len(line) <= HEADER)

    def neighbour(self, line: int, step: int) -> int | None:
        """The next line above (-1) or below (1) that is not blank, at most three lines away."""
        for number in range(line + step, line + 4 * step, step):
            if not 0 <= number < len(self):
                return None
            first, last = self.bounds(number)
            if last - first > HEADER or (not self.text[first:last].isspace() and last > first):
                return number
        return None


def _bare(line: str) -> str:
    return _SPACE.sub("", line.translate(_NUMBERS))
