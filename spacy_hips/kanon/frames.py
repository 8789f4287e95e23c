"""Tables in and out: a list of dicts, a pandas or a polars data frame; the same kind comes back.

Neither pandas nor polars is imported: a frame is known by what it can do. The input is never
changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any

from ..core.errors import HipsError
from ..text.lexicon.plain import shown_columns
from .errors import Errors


@dataclass(frozen=True)
class Table:
    """A table as lists of cells.

    kind (str): "dicts", "pandas" or "polars".
    columns (Mapping): The cells of each column, in the table's order.
    rows (int): Number of rows.
    source (Any): What was given.
    """

    kind: str
    columns: Mapping[str, list[Any]]
    rows: int
    source: Any

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names, in order."""
        return tuple(self.columns)


def read_table(rows: Any) -> Table:
    """Read a table.

    rows (list | DataFrame): A list of dicts (a key that a row lacks is a missing value), a pandas
        or a polars data frame.
    RETURNS (Table): Its cells.
    RAISES (HipsError): E601 if it is no table or has no rows, E602 for duplicate column names.
    """
    if hasattr(rows, "iloc") and hasattr(rows, "columns"):
        names = _unique([str(name) for name in rows.columns])
        columns = {n: rows.iloc[:, i].tolist() for i, n in enumerate(names)}
        return _table("pandas", columns, len(rows), rows)
    if hasattr(rows, "to_dicts") and hasattr(rows, "columns"):
        columns = {name: rows[name].to_list() for name in _unique(rows.columns)}
        return _table("polars", columns, rows.height, rows)
    given = list(rows) if isinstance(rows, Iterable) and not isinstance(rows, str) else [rows]
    if not all(isinstance(row, Mapping) for row in given):
        raise HipsError(Errors.E601.format(reason="it is no list of dicts and no data frame"))
    seen = dict.fromkeys(name for row in given for name in row)
    columns = {str(name): [row.get(name) for row in given] for name in seen}
    return _table("dicts", columns, len(given), given)


def write_table(
    table: Table, changed: Mapping[str, Sequence[Any]], dropped: Iterable[str], kept: Sequence[bool]
) -> Any:
    """Make a table of the same kind as the one read.

    table (Table): What was read.
    changed (Mapping): New cells of some columns, one a row of the old table; new columns last.
    dropped (Iterable[str]): Columns left out.
    kept (Sequence[bool]): The rows that stay.
    RETURNS (list | DataFrame): The new table.
    """
    gone = set(dropped)
    if table.kind == "dicts":
        return _dicts(table, changed, gone, kept)
    out = table.source.copy() if table.kind == "pandas" else table.source
    if table.kind == "pandas":
        out.columns = list(table.names)
        for name, cells in changed.items():
            if name not in gone:
                out[name] = list(cells)
        return out.drop(columns=[n for n in out.columns if n in gone]).loc[list(kept)]
    series = type(table.source.to_series(0))
    fresh = [series(n, list(c), strict=False) for n, c in changed.items() if n not in gone]
    return out.with_columns(fresh).drop(gone & set(table.names)).filter(list(kept))


def _dicts(
    table: Table, changed: Mapping[str, Sequence[Any]], gone: set[str], kept: Sequence[bool]
) -> list[dict[str, Any]]:
    columns = {**table.columns, **changed}
    names = [name for name in columns if name not in gone]
    lines = zip(*(columns[name] for name in names), strict=True)
    return [dict(zip(names, line, strict=True)) for line in compress(lines, kept)]


def _table(kind: str, columns: Mapping[str, list[Any]], rows: int, source: Any) -> Table:
    if rows == 0:
        raise HipsError(Errors.E601.format(reason="it has no rows"))
    return Table(kind, columns, rows, source)


def _unique(names: Sequence[str]) -> list[str]:
    twice = sorted({name for name in names if list(names).count(name) > 1})
    if twice:
        raise HipsError(Errors.E602.format(columns=shown_columns(twice, names)))
    return list(names)
