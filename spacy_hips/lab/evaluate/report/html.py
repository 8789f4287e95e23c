"""Pieces of a page: tables, figures, numbers. What is shown is given as plain data."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from typing import Any

from ....desk.pages.page_style import head
from .style import SCRIPT, STYLE

NOTHING = "–"


def document(title: str, parts: Iterable[str], *, banner: str = "") -> str:
    """A whole page.

    title (str): Its title.
    parts (Iterable[str]): HTML.
    banner (str): A warning above all; "" for none.
    RETURNS (str): HTML with its style and script inside; it loads nothing.
    """
    top = f'<div class="banner" role="note">{escape(banner)}</div>' if banner else ""
    body = "\n".join(parts)
    return (
        f"{head(STYLE).format(title=escape(title))}{top}<main>{body}</main>"
        f"<script>{SCRIPT}</script></body></html>\n"
    )


def section(name: str, title: str, *parts: str) -> str:
    """A section with its anchor."""
    return f'<section id="{name}"><h2>{escape(title)}</h2>\n' + "\n".join(parts) + "</section>"


def table(
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    caption: str = "",
    words: Collection[int] = (0,),
) -> str:
    """A table that can be sorted.

    heads (Sequence[str]): The head of each column.
    rows (Iterable): Cells as HTML, made by `cell` and its like.
    caption (str): What stands above it.
    words (Collection[int]): The columns that hold words.
    """
    top = "".join(
        f"<th{' class=words' if n in words else ''}>{escape(name)}</th>"
        for n, name in enumerate(heads)
    )
    body = "\n".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    told = f"<caption>{escape(caption)}</caption>" if caption else ""
    return (
        f'<div class="wide"><table>{told}<thead><tr>{top}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def word(text: object) -> str:
    """A cell of words."""
    return f'<td class="words">{escape(str(text))}</td>'


def count(value: float | None, digits: int = 0) -> str:
    """A cell of a number."""
    if value is None:
        return f"<td>{NOTHING}</td>"
    return f'<td data-v="{value}">{value:z,.{digits}f}</td>'


def rate(value: float | None, low: float | None = None, high: float | None = None) -> str:
    """A cell of a share in percent, with its interval."""
    if value is None:
        return f"<td>{NOTHING}</td>"
    return f'<td data-v="{value}">{percent(value)}{between(low, high)}</td>'


def share(figure: Mapping[str, Any] | None) -> str:
    """A cell of a share as figures.py has it."""
    if figure is None:
        return f"<td>{NOTHING}</td>"
    return rate(figure["value"], figure["low"], figure["high"])


def percent(value: float) -> str:
    """A share in percent; what is not all of it never reads as all."""
    text = f"{100 * value:.1f}"
    if text == "100.0" and value < 1:
        text = f"{100 * value:.3f}" if value < 0.99999 else "<100"
    return f"{text} %"


def between(low: float | None, high: float | None) -> str:
    """An interval in percent, small."""
    if low is None or high is None:
        return ""
    return f" <small>{100 * low:.1f}–{100 * high:.1f}</small>"


def card(title: str, figure: Mapping[str, Any] | None, what: str, *, main: bool = False) -> str:
    """A share, large, and of how many it is."""
    kind = "card main" if main else "card"
    if figure is None:
        return (
            f'<div class="{kind}">{escape(title)}<b>{NOTHING}</b>'
            "<small>nothing to count</small></div>"
        )
    low, high = figure["low"], figure["high"]
    bound = "" if low is None else f"; 95 %: {100 * low:.1f} to {100 * high:.1f} %"
    return (
        f'<div class="{kind}">{escape(title)}<b data-v="{figure["value"]}">'
        f"{percent(figure['value'])}</b><small>{figure['part']:,} of {figure['whole']:,} "
        f"{escape(what)}{bound}</small></div>"
    )


def notes(lines: Iterable[str]) -> str:
    """Remarks."""
    return "".join(f'<p class="note">{escape(line)}</p>' for line in lines)


def picture(svg: str | None, caption: str) -> str:
    """A figure; nothing without a picture."""
    if not svg:
        return ""
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def pairs(rows: Mapping[str, object]) -> str:
    """Names and what belongs to them."""
    items = (f"<dt>{escape(k)}</dt><dd>{escape(str(v))}</dd>" for k, v in rows.items())
    return f"<dl>{''.join(items)}</dl>"
