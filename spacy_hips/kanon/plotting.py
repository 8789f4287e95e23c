"""Risk and utility over k, as figures and as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ..core.errors import HipsError
from .errors import Errors
from .released_table import KAnonymizer
from .table_report import Report

KS = range(1, 16)
WIDTH, HEIGHT = 6.4, 3.6
RISK, UTILITY = "#b2182b", "#2166ac"


def sweep(anonymizer: KAnonymizer, rows: Any, ks: Iterable[int] = KS) -> list[Report]:
    """Release a table at several k.

    anonymizer (KAnonymizer): Everything but k.
    rows (list | DataFrame): The table; not changed.
    ks (Iterable[int]): The k, ascending.
    RETURNS (list): A report for each k that the table can reach.
    """
    reports = []
    for k in ks:
        try:
            reports.append(anonymizer.with_k(k).release(rows)[1])
        except HipsError as error:
            if not str(error).startswith("[E618]"):
                raise
            break
    return reports


def plot(reports: Sequence[Report], path: str | Path) -> None:
    """Draw prosecutor risk and utility over k. Needs matplotlib, the extra [report].

    reports (Sequence[Report]): From `sweep`.
    path (Path): The picture, .png, .svg or .pdf.
    RAISES (HipsError): E627 if matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
        from matplotlib.ticker import MaxNLocator
    except ImportError:
        raise HipsError(Errors.E627) from None
    ks = [report.asked["k"] for report in reports]
    figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
    axes = figure.subplots()
    axes.plot(ks, [r.measured.risk for r in reports], "o-", color=RISK, label="largest risk")
    axes.plot(ks, [r.measured.mean_risk for r in reports], "o:", color=RISK, label="mean risk")
    axes.plot(ks, [r.utility for r in reports], "s-", color=UTILITY, label="utility")
    axes.set_xlabel("k")
    axes.set_ylabel("share, from 0 to 1")
    axes.set_ylim(0, 1.05)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(alpha=0.3)
    axes.legend(loc="center right")
    figure.savefig(path, dpi=150)
