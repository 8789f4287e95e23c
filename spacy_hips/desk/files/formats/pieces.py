"""A text put together of pieces, each of which knows where it came from and can be put back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ....core.spans import Replacement
from ..documents import carried

Put = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a text.

    text (str): The piece.
    put (Callable): Writes another text in its place; None for what only parts others.
    """

    text: str
    put: Put | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """A place in the whole text.

    start, end (int): Characters.
    """

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Slot(Span):
    """Where a piece that can be put back stands in the whole text.

    put (Callable): Writes another text in its place.
    """

    put: Put


Line = list[Piece]


def joined(lines: Iterable[Line], gap: str) -> Line:
    """Lines one behind the other, parted by a gap."""
    out: Line = []
    between = Piece(gap)
    for number, line in enumerate(lines):
        if number:
            out.append(between)
        out += line
    return out


def whole(pieces: Iterable[Piece]) -> tuple[str, list[Slot]]:
    """The text of pieces, and where those stand in it that can be put back."""
    texts: list[str] = []
    slots: list[Slot] = []
    at = 0
    for piece in pieces:
        texts.append(piece.text)
        end = at + len(piece.text)
        if piece.put is not None and piece.text:
            slots.append(Slot(at, end, piece.put))
        at = end
    return "".join(texts), slots


def by_line(text: str, replacements: Sequence[Replacement]) -> list[Replacement]:
    """Part replacements of several lines that have as many lines as what they replace.

    So each line of an address gets its own new line, and not the first all of them.

    text (str): The text they are about.
    replacements (Sequence[Replacement]): What was done.
    """
    out: list[Replacement] = []
    for r in replacements:
        old, new = text[r.start : r.end].split("\n"), r.surrogate.split("\n")
        if len(old) == 1 or len(old) != len(new):
            out.append(r)
            continue
        at = r.start
        for line, other in zip(old, new, strict=True):
            out.append(replace(r, start=at, end=at + len(line), surrogate=other))
            at += len(line) + 1
    return out


def changed(text: str, replacements: Sequence[Replacement]) -> str:
    """A text with what was replaced in it.

    text (str): The text.
    replacements (Sequence[Replacement]): What was done, by place.
    """
    return "".join(carried(text, [Span(0, len(text))], replacements))


def renamed(people: Sequence[str], replacements: Sequence[Replacement]) -> dict[str, str]:
    """The new name of everybody in the properties of a file.

    people (Sequence[str]): Their names.
    replacements (Sequence[Replacement]): What was done with them, a name a line.
    """
    lines, at = [], 0
    for name in people:
        lines.append(Span(at, at + len(name)))
        at += len(name) + 1
    text = "\n".join(people)
    return dict(zip(people, carried(text, lines, by_line(text, replacements)), strict=True))
