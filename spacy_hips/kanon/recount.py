"""What a table reaches, counted anew on the table itself.

Shares no code with the methods: plain counting of equal cells, so that a fault of a method cannot
hide its own result.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Measured:
    """What was counted.

    k (int): Units of the smallest class, 0 if there are no rows.
    classes (int): Number of classes.
    rows, units (int): How many there are.
    risk (float): Largest prosecutor risk: one over the smallest class.
    mean_risk (float): Prosecutor risk averaged over units.
    l (Mapping): For each sensitive column the fewest different values in a class.
    t (Mapping): For each sensitive column the largest distance of a class from all.
    """

    k: int
    classes: int
    rows: int
    units: int
    risk: float
    mean_risk: float
    l: Mapping[str, int] = field(default_factory=dict)  # noqa: E741
    t: Mapping[str, float] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The figures as plain data."""
        return asdict(self)


def measure(
    columns: Mapping[str, Sequence[Any]],
    quasi: Sequence[str],
    units: Sequence[Hashable] | None = None,
    sensitive: Sequence[str] = (),
) -> Measured:
    """Count classes, k, l, t and risk of a table.

    columns (Mapping): The cells of each column.
    quasi (Sequence[str]): The quasi-identifiers.
    units (Sequence): The person of each row; each row is one if left out.
    sensitive (Sequence[str]): The sensitive columns.
    RETURNS (Measured): The figures.
    """
    count = len(next(iter(columns.values()), ()))
    owner: Sequence[Hashable] = range(count) if units is None else units
    rows_of: dict[tuple[Any, ...], list[int]] = defaultdict(list)
    for row, key in enumerate(zip(*(columns[name] for name in quasi), strict=True)):
        rows_of[tuple(map(_plain, key))].append(row)
    sizes = [len({owner[row] for row in rows}) for rows in rows_of.values()]
    held = {
        name: [_held(columns[name], owner, rows) for rows in rows_of.values()] for name in sensitive
    }
    return Measured(
        k=min(sizes, default=0),
        classes=len(sizes),
        rows=count,
        units=len(set(owner)),
        risk=1 / min(sizes) if sizes else 0.0,
        mean_risk=len(sizes) / sum(sizes) if sizes else 0.0,
        l={name: min((len(c) for c in counts), default=0) for name, counts in held.items()},
        t={name: _farthest(counts) for name, counts in held.items()},
    )


def _plain(value: Any) -> Any:
    """NaN, NA and blank cells are one value, None."""
    if isinstance(value, str) and not value.strip():
        return None
    try:
        return value if value == value else None
    except TypeError:
        return None


def _held(cells: Sequence[Any], owner: Sequence[Hashable], rows: Sequence[int]) -> Counter:
    """How many persons of a class have each value; a person may have several."""
    return Counter(value for _, value in {(owner[row], _plain(cells[row])) for row in rows})


def _farthest(classes: Sequence[Counter]) -> float:
    """The largest earth mover's distance of a class from the whole (Li et al., 2007, §5)."""
    whole: Counter = sum(classes, Counter())
    return max((_distance(one, whole) for one in classes), default=0.0)


def _distance(one: Counter, whole: Counter) -> float:
    n, total = sum(one.values()), sum(whole.values())
    numbers = all(isinstance(v, int | float) and not isinstance(v, bool) for v in whole)
    values = sorted(whole) if numbers else list(whole)
    gaps = [one[v] / n - whole[v] / total for v in values]
    if not numbers:
        # The values come in no order, so the sum must not depend on one.
        return math.fsum(map(abs, gaps)) / 2
    run, moved = 0.0, 0.0
    for gap in gaps:
        run += gap
        moved += abs(run)
    return moved / max(len(values) - 1, 1)
