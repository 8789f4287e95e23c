"""Quasi-identifiers as codes: every value of a column gets a number, every unit a range of them.

All methods work on ranges of codes. An ordered column is coded in its order; a nominal one so that
values that belong together (by hierarchy, by outcome, else by frequency) stand side by side, and a
set of neighbours is a range too. A missing value is a value: code 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..core.errors import HipsError
from .errors import Errors

KINDS = ("ordered", "nominal")
ANY = "*"
MISSING = "missing"
# More codes than this are joined to neighbours of equal weight before a method starts, so that
# the work grows with the rows and not with their square.
MAX_CODES = 256


@dataclass(frozen=True)
class Column:
    """A quasi-identifier, coded.

    name (str): The column's name.
    kind (str): "ordered" or "nominal".
    lowest, highest (tuple): The first and last value each code stands for; the same one unless
        neighbours were joined.
    has_missing (bool): Code 0 stands for a missing value.
    position (ndarray): Where each code lies on its scale, shape (codes,).
    row (ndarray): The code of each row, shape (rows,).
    low, high (ndarray): The smallest and largest code of each unit, shape (units,).
    names (Mapping): What a hierarchy calls a range of codes, by (first, last).
    """

    name: str
    kind: str
    lowest: tuple[Any, ...]
    highest: tuple[Any, ...]
    has_missing: bool
    position: np.ndarray
    row: np.ndarray
    low: np.ndarray
    high: np.ndarray
    names: Mapping[tuple[int, int], str] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """Number of codes."""
        return len(self.lowest)

    def label(self, first: int, last: int) -> Any:
        """What a range of codes is called in the released table.

        first, last (int): The range, both ends in it.
        RETURNS (Any): "*" for the whole column, the value itself for a single one, else a text
            such as "12-14", "A|B" or "missing|12-14".
        """
        if first == 0 and last == self.size - 1 and self.size > 1:
            return ANY
        if (first, last) in self.names:
            return self.names[first, last]
        if self.has_missing and first == 0:
            return None if last == 0 else f"{MISSING}|{self._text(1, last)}"
        if first == last and self.lowest[first] == self.highest[first]:
            return self.lowest[first]
        return self._text(first, last)

    def _text(self, first: int, last: int) -> str:
        if self.kind == "nominal":
            values = {self.lowest[i] for i in range(first, last + 1)}
            return "|".join(sorted(as_text(value).replace("|", "\\|") for value in values))
        low, high = self.lowest[first], self.highest[last]
        if low == high:
            return as_text(low)
        number = number_of(low)
        dash = "-" if number is not None and number >= 0 else ".."
        return f"{as_text(low)}{dash}{as_text(high)}"


def is_missing(value: Any) -> bool:
    """Whether a cell is empty: None, "", NaN, NaT or pandas' NA."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return True
    if type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, float) and math.isnan(value)


def as_text(value: Any) -> str:
    """A value as it is written inside a label: 3.0 as 3."""
    number = None if isinstance(value, str) else number_of(value)
    return str(int(number)) if number is not None and number.is_integer() else str(value)


def code_column(
    name: str,
    spec: str | Sequence[Any],
    values: Sequence[Any],
    units: np.ndarray,
    *,
    hierarchy: Any = None,
    rank: Mapping[Any, float] | None = None,
    max_codes: int = MAX_CODES,
) -> Column:
    """Code one column.

    name (str): Its name.
    spec (str | Sequence): "ordered", "nominal", or the values of an ordered column in order.
    values (Sequence): One value a row.
    units (ndarray): The number of the unit of each row, from 0.
    hierarchy (Mapping): For a nominal column: the ancestors of each value, nearest first.
    rank (Mapping): For a nominal column without hierarchy: where each value is put.
    max_codes (int): An ordered column with more distinct values is joined to this many codes.
    RETURNS (Column): The coded column.
    RAISES (HipsError): E603 for an unknown kind, E604 for mixed types, E605 for values that
        cannot be compared or are infinite, E606 for a value that an order or hierarchy lacks.
    """
    number, cells = _distinct(name, values)
    empty = np.array([is_missing(cell) for cell in cells], dtype=bool)
    number = _fill_within_units(number, empty, units)
    used = np.bincount(number, minlength=len(cells))
    present = {cell: int(n) for cell, n, no in zip(cells, used, empty, strict=True) if not no}
    has_missing = bool(used[empty].any())
    _check_types(name, values, has_missing or bool(empty.any()))
    kind, key = _scale(name, spec, present, hierarchy, rank)
    keys = {value: key(value) for value in present}
    distinct = sorted(set(keys.values()))
    code_of = {k: i + has_missing for i, k in enumerate(distinct)}
    codes = np.array([0 if no else code_of[keys[c]] for c, no in zip(cells, empty, strict=True)])
    row = codes[number]
    first: dict[Any, Any] = {}
    for value, k in keys.items():
        first.setdefault(k, value)
    lowest: list[Any] = [None] * has_missing + [first[k] for k in distinct]
    highest = list(lowest)
    if kind == "ordered" and len(lowest) > max_codes:
        row, lowest, highest = _join_neighbours(row, lowest, has_missing, max_codes)
    low, high = unit_ranges(row, units)
    return Column(
        name=name,
        kind=kind,
        lowest=tuple(lowest),
        highest=tuple(highest),
        has_missing=has_missing,
        position=_positions(kind, lowest, highest, has_missing),
        row=row,
        low=low,
        high=high,
        names=_names(hierarchy, lowest, has_missing) if kind == "nominal" and hierarchy else {},
    )


def unit_ranges(row: np.ndarray, units: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The smallest and largest code of each unit: the union of its rows.

    row (ndarray): Codes, shape (rows,).
    units (ndarray): The unit of each row, shape (rows,).
    RETURNS (tuple): Two arrays of shape (units,).
    """
    count = int(units.max()) + 1 if len(units) else 0
    low = np.full(count, np.iinfo(np.int64).max)
    high = np.zeros(count, dtype=np.int64)
    np.minimum.at(low, units, row)
    np.maximum.at(high, units, row)
    return low, high


def number_of(value: Any) -> float | None:
    """A value as a finite number, None where it is none."""
    if isinstance(value, bool):
        return float(value)
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None


def _distinct(name: str, values: Sequence[Any]) -> tuple[np.ndarray, list[Any]]:
    """Number the different cells of a column."""
    index: dict[Any, int] = {}
    try:
        number = [index.setdefault(value, len(index)) for value in values]
    except TypeError:
        raise HipsError(Errors.E605.format(column=name)) from None
    return np.array(number, dtype=np.int64), list(index)


def _check_types(name: str, values: Sequence[Any], some_missing: bool) -> None:
    """One column holds one type."""
    types = set(map(type, values))
    if some_missing and len(types) > 1:
        types = {type(value) for value in values if not is_missing(value)}
    kinds = {_type(kind) for kind in types}
    if len(kinds) > 1:
        raise HipsError(Errors.E604.format(column=name, types=", ".join(sorted(kinds))))


def _fill_within_units(number: np.ndarray, empty: np.ndarray, units: np.ndarray) -> np.ndarray:
    """What one row of a unit lacks and another has is known of the unit: take it from there."""
    lacks = empty[number]
    if not lacks.any() or int(units.max()) + 1 == len(units):
        return number
    known = np.full(int(units.max()) + 1, -1)
    known[units[~lacks][::-1]] = number[~lacks][::-1]
    there = lacks & (known[units] >= 0)
    return np.where(there, known[units], number)


def _scale(
    name: str,
    spec: str | Sequence[Any],
    present: Mapping[Any, int],
    hierarchy: Any,
    rank: Mapping[Any, float] | None,
) -> tuple[str, Any]:
    """The kind of a column and the key its values, given with their counts, are sorted by."""
    if not isinstance(spec, str):
        order = {value: float(i) for i, value in enumerate(spec)}
        return "ordered", _lookup(name, order, present)
    if spec == "ordered":
        return "ordered", _ordered_key(name, present)
    if spec != "nominal":
        raise HipsError(Errors.E603.format(column=name, kind=spec, known=", ".join(KINDS)))
    if isinstance(hierarchy, Mapping):
        paths = {v: (*[str(a) for a in reversed(tuple(up))], str(v)) for v, up in hierarchy.items()}
        return "nominal", _lookup(name, paths, present)
    if rank is not None:
        places = rank
        return "nominal", lambda value: (places.get(value, 0.0), as_text(value))
    return "nominal", lambda value: (-present[value], as_text(value))


def _lookup(name: str, table: Mapping[Any, Any], present: Iterable[Any]) -> Any:
    lacking = sum(value not in table for value in present)
    if lacking:
        raise HipsError(Errors.E606.format(column=name, count=lacking))
    return table.__getitem__


def _type(kind: type) -> str:
    if issubclass(kind, bool):
        return "bool"
    if issubclass(kind, int | float) or kind.__module__ == "numpy":
        return "number"
    return kind.__name__


def _ordered_key(name: str, present: Iterable[Any]) -> Any:
    if all(number_of(value) is not None for value in present):
        return number_of
    try:
        wrong = any(isinstance(value, int | float) for value in present)
        sorted(present)
    except TypeError:
        wrong = True
    if wrong:
        raise HipsError(Errors.E605.format(column=name))
    return lambda value: value


def _join_neighbours(
    row: np.ndarray, lowest: list[Any], has_missing: bool, max_codes: int
) -> tuple[np.ndarray, list[Any], list[Any]]:
    """Join neighbouring codes into about `max_codes` groups of equal weight."""
    counts = np.bincount(row, minlength=len(lowest)).astype(float)
    middle = np.cumsum(counts) - counts / 2
    group = (middle / counts.sum() * (max_codes - 1)).astype(np.int64) + has_missing
    if has_missing:
        group[0] = 0
    _, new = np.unique(group, return_inverse=True)
    starts = np.flatnonzero(np.r_[True, np.diff(new) > 0])
    ends = np.r_[starts[1:] - 1, len(lowest) - 1]
    return new[row], [lowest[i] for i in starts], [lowest[i] for i in ends]


def _positions(kind: str, lowest: list[Any], highest: list[Any], has_missing: bool) -> np.ndarray:
    """Numbers where there are numbers, ranks elsewhere; a missing value lies below the lowest."""
    ends = [(number_of(a), number_of(b)) for a, b in zip(lowest, highest, strict=True)][
        has_missing:
    ]
    if kind == "ordered" and ends and all(a is not None and b is not None for a, b in ends):
        known: np.ndarray = np.array([(a + b) / 2 for a, b in ends])  # type: ignore[operator]
    else:
        known = np.arange(len(ends), dtype=float)
    if not has_missing:
        return known
    step = float(known[-1] - known[0]) / len(known) if len(known) > 1 else 1.0
    below = (known[0] if len(known) else 0.0) - (step or 1.0)
    return np.concatenate([[below], known])


def _names(
    hierarchy: Mapping[Any, Sequence[Any]], lowest: Sequence[Any], has_missing: bool
) -> dict[tuple[int, int], str]:
    """Which range of codes each ancestor of a nominal hierarchy stands for."""
    members: dict[tuple[int, Any], list[int]] = {}
    for code in range(has_missing, len(lowest)):
        for level, ancestor in enumerate(hierarchy[lowest[code]]):
            members.setdefault((level, ancestor), []).append(code)
    names: dict[tuple[int, int], str] = {}
    for (_, ancestor), codes in sorted(members.items(), key=lambda item: item[0][0]):
        if len(codes) > 1:
            names.setdefault((codes[0], codes[-1]), str(ancestor))
    return names
