"""How large what a file unpacks to may be: for one file, and for all files of an input together."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...errors import Errors
from .content import Unreadable

_MILLION = 1_000_000


@dataclass(frozen=True)
class Limit:
    """A bound.

    alone (int): For one file.
    free (int): So many are no matter, however small a file is.
    rate (int): So many more for each packed byte of it. What people write stays far below that.
    together (int): For all files of an input, beside what their packed bytes allow at that rate: so
        the files behind a bomb are read as if it were not there.
    """

    alone: int
    free: int
    rate: int
    together: int

    def holds(self, own: int, packed: int) -> bool:
        """May a file have so many?

        own (int): How many it has.
        packed (int): Its bytes, packed.
        """
        return own <= min(self.alone, self.free + self.rate * packed)


BYTES = Limit(256 * _MILLION, 32 * _MILLION, 32, 512 * _MILLION)
"""Unpacked. A text packs to a tenth of its XML."""
MARKS = Limit(2 * _MILLION, _MILLION // 5, 8, 4 * _MILLION)
"""Beginnings and ends of elements, and attributes: memory and time grow with them. A document of
300 pages has some half a million, and two for each packed byte at most."""
CELLS = Limit(10 * _MILLION, 2 * _MILLION, 64, 20 * _MILLION)
"""The same of a workbook, which is not held as a tree: a million cells, which may be alike."""


@dataclass
class Allowance:
    """What the files of one input have taken of what they may take, which only grows.

    A file that is refused takes nothing, so that it does not spoil those behind it.
    """

    packed: int = 0
    taken: dict[str, int] = field(default_factory=dict)

    def file(self, data_size: int) -> FileAllowance:
        """What the next file may take.

        data_size (int): Its bytes, packed.
        """
        self.packed += data_size
        return FileAllowance(self, data_size)


@dataclass
class FileAllowance:
    """What one file has taken.

    whole (Allowance): That of its input.
    packed (int): Its bytes, packed.
    """

    whole: Allowance
    packed: int
    taken: dict[str, int] = field(default_factory=dict)

    def unpack(self, count: int) -> None:
        """Take room for unpacked bytes.

        RAISES (Unreadable): E796 where it is too much.
        """
        self._take("bytes", count, BYTES)

    def mark(self, data: bytes, limit: Limit = MARKS) -> None:
        """Take room for the elements and attributes of some XML.

        data (bytes): The XML, in an encoding that has ASCII's bytes.
        limit (Limit): The bound.
        RAISES (Unreadable): E796 where they are too many.
        """
        self._take("elements", data.count(b"<") + data.count(b"="), limit)

    def step(self, count: int, limit: Limit = MARKS) -> None:
        """Take room for other small parts, such as the drawings of a page.

        RAISES (Unreadable): E796 where they are too many.
        """
        self._take("elements", count, limit)

    def done(self) -> None:
        """The file was read: what it took is gone."""
        for what, count in self.taken.items():
            self.whole.taken[what] = self.whole.taken.get(what, 0) + count

    def _take(self, what: str, count: int, limit: Limit) -> None:
        own = self.taken[what] = self.taken.get(what, 0) + count
        together = self.whole.taken.get(what, 0) + own
        most = limit.together + limit.rate * self.whole.packed
        if together > most or not limit.holds(own, self.packed):
            raise Unreadable(Errors.E796, what=what)


def alone(data: bytes) -> FileAllowance:
    """The allowance of a file that is read by itself."""
    return Allowance().file(len(data))
