"""Firms that everybody knows: a known one becomes another known one of its trade.

See known_schools.py for why; the domain of a firm goes where its name goes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ...core.ids import Draw
from ...text.lexicon.data_files import rows
from ...text.lexicon.tables import fold


@dataclass(frozen=True)
class KnownFirm:
    """A firm.

    name (str): As people call it.
    domain (str): Where it writes from.
    trade (str): What it lives by.
    """

    name: str
    domain: str
    trade: str


@cache
def _firms() -> tuple[KnownFirm, ...]:
    trades = ((row["trade"], row["firms"].split(";")) for row in rows("known_firms.tsv"))
    parted = ((trade, firm.partition("=")) for trade, firms in trades for firm in firms)
    return tuple(KnownFirm(name, domain, trade) for trade, (name, _, domain) in parted)


@cache
def _by_name() -> dict[str, KnownFirm]:
    return {key: firm for firm in _firms() for key in (fold(firm.name), firm.domain)}


def firm_of(text: str) -> KnownFirm | None:
    """The firm that a text names, as a whole, by its name or its domain.

    text (str): "Walmart", "bofa.com".
    """
    return _by_name().get(fold(" ".join(text.split())[:80]))


def other_firm(old: KnownFirm, draw: Draw, attempt: int = 0) -> KnownFirm:
    """Another firm of its trade; no two of a trade become the same one.

    old (KnownFirm): The one that goes.
    draw (Draw): Keyed choices; its name and its domain are given the same.
    attempt (int): Higher numbers give others.
    """
    kin = [firm for firm in _firms() if firm.trade == old.trade]
    # Each becomes the next one in a circle whose order is drawn.
    circle = sorted(kin, key=lambda firm: (draw(f"known firm:{firm.domain}", 1 << 32), firm.domain))
    return circle[(circle.index(old) + 1 + attempt % (len(circle) - 1)) % len(circle)]
