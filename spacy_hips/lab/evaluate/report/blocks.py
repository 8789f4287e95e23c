"""Blocks of a page as plain data: tables, figures, numbers. `data/pages/report.html` draws them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

NOTHING = "–"


@dataclass(frozen=True)
class Cell:
    """A cell of a table, or what a card shows.

    text (str): What it says.
    value (float): What a column is sorted by; None for the text.
    small (str): What stands behind it, such as an interval.
    kind (str): "words", "few" for what does not count, or "" for a number.
    """

    text: str
    value: float | None = None
    small: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Table:
    """A table that can be sorted.

    heads (Sequence[str]): The head of each column.
    rows (Sequence): Its cells.
    caption (str): What stands above it.
    words (Collection[int]): The columns that hold words.
    """

    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    caption: str = ""
    words: Collection[int] = (0,)
    kind: ClassVar[str] = "table"


@dataclass(frozen=True)
class Notes:
    """Remarks."""

    lines: Sequence[str]
    kind: ClassVar[str] = "notes"


@dataclass(frozen=True)
class Card:
    """A share, large, and of how many it is."""

    title: str
    text: str
    value: float | None
    small: str
    main: bool = False


@dataclass(frozen=True)
class Cards:
    """Cards beside each other."""

    cards: Sequence[Card]
    kind: ClassVar[str] = "cards"


@dataclass(frozen=True)
class Picture:
    """A figure, drawn by us."""

    svg: str
    caption: str
    kind: ClassVar[str] = "picture"


@dataclass(frozen=True)
class Pairs:
    """Names and what belongs to them."""

    rows: Mapping[str, object]
    kind: ClassVar[str] = "pairs"


@dataclass(frozen=True)
class Folded:
    """A block that is shown when its title is clicked."""

    title: str
    block: Table | Notes
    kind: ClassVar[str] = "folded"


Block = Table | Notes | Cards | Picture | Pairs | Folded


@dataclass(frozen=True)
class Section:
    """A section with its anchor."""

    name: str
    title: str
    blocks: Sequence[Block]


def section(name: str, title: str, *blocks: Block | Iterable[Block]) -> Section:
    """A section of blocks and lists of blocks."""
    whole: list[Block] = []
    for block in blocks:
        whole += [block] if isinstance(block, Block) else block
    return Section(name, title, whole)


def table(
    heads: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    *,
    caption: str = "",
    words: Collection[int] = (0,),
) -> Table:
    """A table; see there."""
    return Table(heads, list(rows), caption, words)


def word(text: object) -> Cell:
    """A cell of words."""
    return Cell(str(text), kind="words")


def count(value: float | None, digits: int = 0) -> Cell:
    """A cell of a number."""
    return Cell(NOTHING) if value is None else Cell(f"{value:z,.{digits}f}", value)


def rate(value: float | None, low: float | None = None, high: float | None = None) -> Cell:
    """A cell of a share in percent, with its interval."""
    return Cell(NOTHING) if value is None else Cell(percent(value), value, between(low, high))


def share(figure: Mapping[str, Any] | None) -> Cell:
    """A cell of a share as figures.py has it."""
    if figure is None:
        return Cell(NOTHING)
    return rate(figure["value"], figure["low"], figure["high"])


def percent(value: float) -> str:
    """A share in percent; what is not all of it never reads as all."""
    text = f"{100 * value:.1f}"
    if text == "100.0" and value < 1:
        text = f"{100 * value:.3f}" if value < 0.99999 else "<100"
    return f"{text} %"


def between(low: float | None, high: float | None) -> str:
    """An interval in percent."""
    if low is None or high is None:
        return ""
    return f"{100 * low:.1f}–{100 * high:.1f}"


def card(title: str, figure: Mapping[str, Any] | None, what: str, *, main: bool = False) -> Card:
    """A card of a share as figures.py has it."""
    if figure is None:
        return Card(title, NOTHING, None, "nothing to count", main)
    low, high = figure["low"], figure["high"]
    bound = "" if low is None else f"; 95 %: {100 * low:.1f} to {100 * high:.1f} %"
    small = f"{figure['part']:,} of {figure['whole']:,} {what}{bound}"
    return Card(title, percent(figure["value"]), figure["value"], small, main)


def picture(svg: str | None, caption: str) -> list[Block]:
    """A figure; nothing without a picture."""
    return [Picture(svg, caption)] if svg else []
