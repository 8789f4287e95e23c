"""What a release reached, for people and for programs; it holds no value of the table."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from .columns import Column
from .generalised import Generalised
from .recount import Measured


@dataclass(frozen=True)
class ColumnReport:
    """What survived of one quasi-identifier.

    name, kind (str): The column.
    weight (float): Its weight; all weights together are 1.
    before, after (int): Different values before and after.
    entropy_kept (float): The share of its entropy that is left, from 0 to 1.
    """

    name: str
    kind: str
    weight: float
    before: int
    after: int
    entropy_kept: float

    def cells(self) -> tuple[str, ...]:
        """The report as cells of a line."""
        weight, kept = f"{self.weight:.3f}", f"{self.entropy_kept:.3f}"
        return self.name, self.kind, weight, str(self.before), str(self.after), kept


@dataclass(frozen=True)
class Report:
    """What a release reached.

    method (str): The method.
    asked (Mapping): k, l, t and the share that might be suppressed, as asked.
    measured (Measured): What the released table has, counted anew.
    rows_in, units_in (int): Before.
    rows_suppressed, units_suppressed (int): Left out.
    columns (tuple): What survived of each quasi-identifier.
    guide_r2 (float): R² of the guide on rows it has not seen; None without a guide.
    texts (Mapping): Counts of the join with the texts, empty without one.
    notes (tuple): Warnings that were given, as codes.
    downstream (Mapping): The score of the user's own model on the "original" and the "released"
        table (downstream.py); empty where none was given.
    """

    method: str
    asked: Mapping[str, Any]
    measured: Measured
    rows_in: int
    units_in: int
    rows_suppressed: int
    units_suppressed: int
    columns: tuple[ColumnReport, ...]
    guide_r2: float | None = None
    texts: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    downstream: Mapping[str, float] = field(default_factory=dict)

    @property
    def utility(self) -> float:
        """The share of entropy that is left, columns counted by their weights."""
        kept = 1 - self.units_suppressed / max(self.units_in, 1)
        return kept * sum(column.weight * column.entropy_kept for column in self.columns)

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        return {**asdict(self), "utility": self.utility}

    def to_json(self) -> str:
        """The report as JSON."""
        return json.dumps(self.to_dict(), indent=2, sort_keys=True) + "\n"

    def table(self) -> str:
        """The report as lines for a terminal."""
        m = self.measured
        lines = [
            f"method {self.method}: k {m.k} (asked {self.asked.get('k')}), {m.classes} classes, "
            f"largest risk {m.risk:.3f}, mean risk {m.mean_risk:.3f}",
            f"rows {m.rows} of {self.rows_in} ({self.rows_suppressed} suppressed), "
            f"units {m.units} of {self.units_in}, utility {self.utility:.3f}",
        ]
        rows: list[tuple[str, ...]] = [
            ("column", "kind", "weight", "values", "left", "entropy kept")
        ]
        rows += [c.cells() for c in self.columns]
        lines += ["", *_aligned(rows)]
        if m.l:
            found = [("sensitive", "l", "t")]
            found += [(name, str(m.l[name]), f"{m.t[name]:.3f}") for name in m.l]
            lines += ["", *_aligned(found)]
        if self.texts:
            lines += ["", ", ".join(f"{name} {count}" for name, count in self.texts.items())]
        if self.downstream:
            before, after = self.downstream["original"], self.downstream["released"]
            lines += ["", f"your model: {before:.3f} on the original table, {after:.3f} on the "
                      f"released one ({after - before:+.3f})"]  # fmt: skip
        return "\n".join(lines) + "\n"


def column_reports(
    columns: Sequence[Column], result: Generalised, weights: np.ndarray
) -> tuple[ColumnReport, ...]:
    """What survived of each column among the units that are released.

    columns (Sequence[Column]): The coded columns.
    result (Generalised): Their released ranges.
    weights (ndarray): Their weights.
    RETURNS (tuple): One report a column.
    """
    out = []
    for i, column in enumerate(columns):
        low, high = result.low[result.kept, i], result.high[result.kept, i]
        out.append(
            ColumnReport(
                name=column.name,
                kind=column.kind,
                weight=float(weights[i]),
                before=column.size,
                after=len(np.unique(low * column.size + high)),
                entropy_kept=_entropy_kept(column, low, high),
            )
        )
    return tuple(out)


def _entropy_kept(column: Column, low: np.ndarray, high: np.ndarray) -> float:
    """How much of the uncertainty about a value its released range takes away.

    Before, a reader knows the distribution of the whole column; after, the same within the range.
    For bins without overlap this is the mutual information of value and bin over the entropy.
    """
    counts = np.bincount(column.low, minlength=column.size).astype(float)
    total = np.r_[0.0, np.cumsum(counts)]
    n_log_n = np.r_[0.0, np.cumsum(counts * np.log(np.maximum(counts, 1)))]

    def entropy(first: np.ndarray, last: np.ndarray) -> np.ndarray:
        n = np.maximum(total[last + 1] - total[first], 1)
        out: np.ndarray = np.log(n) - (n_log_n[last + 1] - n_log_n[first]) / n
        return out

    before = float(entropy(np.array([0]), np.array([column.size - 1]))[0])
    if before <= 1e-12:
        return 1.0
    after = float(entropy(low, high).mean()) if len(low) else before
    return round(min(1.0, max(0.0, 1 - after / before)), 9)


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
