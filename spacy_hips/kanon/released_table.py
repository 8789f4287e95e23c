"""k-anonymous release of a table: roles, weights, method, recount, report."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..core.errors import HipsError, HipsWarning
from ..core.ids import Secret
from .batches import Frozen
from .columns import ANY, Column, as_text, code_column, is_missing, number_of
from .cuts import cuts
from .errors import Errors, Warnings
from .frames import Table, read_table, write_table
from .generalised import Generalised
from .lattice import lattice
from .mondrian import mondrian
from .need import Need, Sensitive
from .recount import Measured, measure
from .roles import DROP, Roles
from .stinar2024 import baseline, stinar2024
from .table_report import Report, column_reports
from .weights import FEW_UNITS, Importance, importance, outcome_matrix, to_weights

Method = Callable[..., Generalised]
METHODS: dict[str, Method] = {
    "cuts": cuts,
    "mondrian": mondrian,
    "lattice": lattice,
    "stinar2024": stinar2024,
    "baseline": baseline,
}
# Methods that want importances as they are, below 0 and all, not weights with a floor.
RAW_IMPORTANCE = ("stinar2024", "baseline")
IMPOSSIBLE = ("raise", "suppress")


@dataclass(frozen=True)
class Coded:
    """A table made ready for a method.

    table (Table): The cells.
    units (ndarray): The number of each row's unit, from 0.
    columns (list): The coded quasi-identifiers.
    need (Need): What every class must fulfil.
    weights (ndarray): The weights of the columns; they sum to 1.
    raw (ndarray): The importances, or the weights again where there is no guide.
    guide_r2 (float): See `Importance`.
    """

    table: Table
    units: np.ndarray
    columns: list[Column]
    need: Need
    weights: np.ndarray
    raw: np.ndarray
    guide_r2: float | None

    @property
    def unit_count(self) -> int:
        """Number of units."""
        return int(self.units.max()) + 1


class KAnonymizer:
    """Makes a table k-anonymous, finest where it matters for the outcome.

    k (int): Units that must share every combination of released values.
    quasi (Mapping): The quasi-identifiers: "ordered", "nominal", or a list of values in order.
    unit (str): The column that says which person a row belongs to; k counts persons. It is
        released as a pseudonym unless `direct` says otherwise. Left out, each row is a person.
    guide (str): The outcome whose prediction tells what matters; it is kept.
    weights (Mapping): Weights by column, in place of a guide. Neither: all columns weigh the same.
    method (str): "cuts" (the same bins for all rows, can be frozen), "mondrian" (local ranges,
        more is left), "lattice" (levels of given hierarchies), "stinar2024", "baseline".
    hierarchies (Mapping): By column: for an ordered one the widths of bins, each a multiple of the
        one before; for a nominal one a mapping of each value to its ancestors, nearest first.
    max_suppressed (float): Share of units that may be left out, from 0 to 1. Not used where t is
        asked for: who is left out changes the distribution t is measured against.
    sensitive (Iterable[str]): Columns that must not be learned of a person; kept.
    l (int), t (float): Asked l-diversity and t-closeness of every sensitive column.
    direct (Iterable | Mapping): Direct identifiers: dropped, or by column "drop" or "pseudonym".
    keep (Iterable[str]): Columns that are kept as they are.
    if_impossible (str): "raise", or "suppress" all rows, where even one class of all fails.
    secret (Secret): For pseudonyms; drawn if left out.
    RAISES (HipsError): E616 for a k below 1 or another setting out of range, E617 for an unknown
        method, E609, E612 and E613 for roles.

        anonymizer = KAnonymizer(5, {"age": "ordered", "country": "nominal"}, guide="score")
        released, report = anonymizer.release(rows)
    """

    def __init__(
        self,
        k: int,
        quasi: Mapping[str, str | Sequence[Any]] | Iterable[str],
        unit: str | None = None,
        guide: str | None = None,
        weights: Mapping[str, float] | None = None,
        method: str = "cuts",
        hierarchies: Mapping[str, Any] | None = None,
        max_suppressed: float = 0.0,
        sensitive: Iterable[str] = (),
        l: int | None = None,  # noqa: E741
        t: float | None = None,
        *,
        direct: Mapping[str, str] | Iterable[str] = (),
        keep: Iterable[str] = (),
        if_impossible: str = "raise",
        secret: Secret | None = None,
    ) -> None:
        if method not in METHODS:
            raise HipsError(Errors.E617.format(method=method, known=", ".join(METHODS)))
        self.roles = Roles.build(quasi, unit, direct, sensitive, keep)
        self.k, self.l, self.t = k, l, t
        self.guide, self.given_weights = guide, weights
        self.method, self.hierarchies = method, dict(hierarchies or {})
        self.max_suppressed, self.if_impossible = max_suppressed, if_impossible
        self.secret = secret or Secret()
        # What an id is the name of; the same id has the same pseudonym beside the texts.
        self.id_kinds = {unit: "author"} if unit else {}
        self.frozen: Frozen | None = None
        self._check_settings()

    def release(
        self, rows: Any, *, train: Sequence[bool] | None = None, frozen: Frozen | None = None
    ) -> tuple[Any, Report]:
        """Release a table.

        rows (list | DataFrame): A list of dicts, a pandas or a polars data frame; not changed.
        train (Sequence[bool]): The rows whose outcome may guide; all of them if left out.
        frozen (Frozen): Bins and classes of earlier releases, `anonymizer.frozen`: the same bins
            are used again and k is tested over all releases together.
        RETURNS (tuple): A table of the same kind, and the `Report`. Afterwards `self.frozen` holds
            what a later batch needs (for "mondrian" None). Keep it internal.
        RAISES (HipsError): E618 if even one class of all rows fails, E619 if the recount finds less
            than was asked for, E601 to E615 for input that cannot be used.
        """
        coded = self.code(rows, train, guided=frozen is None)
        if frozen is not None:
            return self._release_batch(coded, frozen)
        result = self.generalise(coded)
        labels = released_labels(coded.columns, result)
        return self._finish(coded, result, labels)

    def code(self, rows: Any, train: Sequence[bool] | None = None, guided: bool = True) -> Coded:
        """Read a table, check it and code its columns, without generalising anything.

        rows, train: See `release`.
        guided (bool): Reckon weights from the guide.
        RETURNS (Coded): The table, ready for a method.
        """
        table = read_table(rows)
        self.roles.check(table.names, self.guide)
        units = self._units(table)
        columns = [self._column(table, name, units, None) for name in self.roles.quasi]
        learned = None
        if self.guide is not None and guided:
            learned = self._learn(table, columns, train)
            columns = [
                column if places is None else self._column(table, column.name, units, places)
                for column, places in zip(columns, learned.places, strict=True)
            ]
        raw = learned.values if learned is not None else self._weights_given()
        return Coded(
            table=table,
            units=units,
            columns=columns,
            need=Need(self.k, self._sensitive(table, units), self.l, self.t),
            weights=to_weights(raw if learned is None else learned.signal),
            raw=np.maximum(raw, 0.0),
            guide_r2=None if learned is None else learned.r2,
        )

    def generalise(self, coded: Coded) -> Generalised:
        """Run the method on a coded table.

        coded (Coded): From `code`.
        RETURNS (Generalised): The released range of every unit and column.
        RAISES (HipsError): E618 if even one class of all units fails and must not be suppressed.
        """
        units = coded.unit_count
        one_class = np.zeros(units, dtype=np.int64)
        if coded.need.failing(one_class, 1).any():
            if self.if_impossible == "raise":
                raise HipsError(Errors.E618.format(units=units, k=self.k, l=self.l, t=self.t))
            whole = np.zeros((units, len(coded.columns)), dtype=np.int64)
            return Generalised(whole, whole, np.zeros(units, dtype=bool))
        budget = 0 if self.t is not None else int(self.max_suppressed * units)
        weights = coded.raw if self.method in RAW_IMPORTANCE else coded.weights
        settings = {"hierarchies": self.hierarchies} if self.method == "lattice" else {}
        return METHODS[self.method](coded.columns, coded.need, weights, budget, **settings)

    def _check_settings(self) -> None:
        wrong = [
            ("k", isinstance(self.k, bool) or not isinstance(self.k, int) or self.k < 1),
            ("l", self.l is not None and (not isinstance(self.l, int) or self.l < 1)),
            ("t", self.t is not None and not 0 <= self.t <= 1),
            ("max_suppressed", not 0 <= self.max_suppressed <= 1),
            ("if_impossible", self.if_impossible not in IMPOSSIBLE),
            ("weights", self.given_weights is not None and self.guide is not None),
            ("sensitive", not self.roles.sensitive and (self.l is not None or self.t is not None)),
        ]
        bad = [name for name, is_wrong in wrong if is_wrong]
        if bad:
            raise HipsError(Errors.E616.format(settings=", ".join(bad)))
        strange = sorted({*self.hierarchies, *(self.given_weights or {})} - set(self.roles.quasi))
        if strange:
            raise HipsError(Errors.E614.format(columns=", ".join(strange)))

    def _units(self, table: Table) -> np.ndarray:
        name = self.roles.unit
        if name is None:
            return np.arange(table.rows)
        cells = table.columns[name]
        lacking = sum(is_missing(cell) for cell in cells)
        if lacking:
            raise HipsError(Errors.E611.format(column=name, count=lacking))
        number: dict[str, int] = {}
        return np.array([number.setdefault(as_text(cell), len(number)) for cell in cells])

    def _column(
        self, table: Table, name: str, units: np.ndarray, places: Mapping[Any, float] | None
    ) -> Column:
        given = self.hierarchies.get(name)
        spec = self.roles.quasi[name]
        return code_column(name, spec, table.columns[name], units, hierarchy=given, rank=places)

    def _learn(
        self, table: Table, columns: Sequence[Column], train: Sequence[bool] | None
    ) -> Importance:
        assert self.guide is not None
        outcome, chosen = outcome_matrix(self.guide, table.columns[self.guide], train)
        return importance(columns, outcome, chosen)

    def _weights_given(self) -> np.ndarray:
        given = self.given_weights
        if given is None:
            return np.ones(len(self.roles.quasi))
        numbers = {name: number_of(weight) for name, weight in given.items()}
        bad = sorted(name for name, weight in numbers.items() if weight is None or weight < 0)
        if bad:
            raise HipsError(Errors.E620.format(columns=", ".join(bad)))
        return np.array([numbers.get(name) or 0.0 for name in self.roles.quasi])

    def _sensitive(self, table: Table, units: np.ndarray) -> list[Sensitive]:
        out = []
        for name in self.roles.sensitive:
            cells: list[Any] = [None if is_missing(c) else c for c in table.columns[name]]
            numbers = all(isinstance(c, int | float) and not isinstance(c, bool) for c in cells)
            try:
                values = sorted(set(cells)) if numbers else list(dict.fromkeys(cells))
            except TypeError:
                raise HipsError(Errors.E605.format(column=name)) from None
            at = {value: i for i, value in enumerate(values)}
            codes = np.array([at[cell] for cell in cells])
            out.append(Sensitive.build(name, codes, units, len(values), numbers))
        return out

    def _finish(
        self, coded: Coded, result: Generalised, labels: Mapping[str, Sequence[Any]]
    ) -> tuple[Any, Report]:
        kept = result.kept[coded.units]
        cells = _by_row(coded, labels)
        report = self.recounted(coded, result, cells, kept)
        self.frozen = Frozen.make(self, coded, result, labels)
        return self.write(coded.table, cells, kept.tolist()), report

    def with_k(self, k: int) -> KAnonymizer:
        """The same anonymizer with another k."""
        new = copy(self)
        new.k, new.frozen = k, None
        new._check_settings()
        return new

    def extended(self, quasi: Mapping[str, str], unit: str | None = None) -> KAnonymizer:
        """The same anonymizer with more quasi-identifiers, and a unit where it has none.

        quasi (Mapping): The further columns and their kinds.
        unit (str): The column of the unit; it is dropped from the release.
        RETURNS (KAnonymizer): A new one.
        """
        new = copy(self)
        direct = {**self.roles.direct, **({unit: DROP} if unit else {})}
        new.roles = replace(
            self.roles,
            quasi={**self.roles.quasi, **quasi},
            direct=direct,
            unit=unit or self.roles.unit,
        )
        return new

    def write(self, table: Table, cells: Mapping[str, Sequence[Any]], kept: Sequence[bool]) -> Any:
        """Write the released table: quasi-identifiers anew, direct identifiers gone or keyed.

        table (Table): What was read.
        cells (Mapping): The released cells of each quasi-identifier, one a row.
        kept (Sequence[bool]): The rows that are released.
        RETURNS (list | DataFrame): A table of the same kind.
        """
        changed = dict(cells)
        for name, way in self.roles.direct.items():
            if way != DROP:
                kind = self.id_kinds.get(name, name)
                changed[name] = [
                    None if is_missing(cell) else self.secret.pseudonym(kind, as_text(cell))
                    for cell in table.columns[name]
                ]
        dropped = [name for name, way in self.roles.direct.items() if way == DROP]
        return write_table(table, changed, dropped, kept)

    def recounted(
        self,
        coded: Coded,
        result: Generalised,
        cells: Mapping[str, Sequence[Any]],
        kept: np.ndarray,
    ) -> Report:
        """Count a release anew and report it.

        coded, result: What was released.
        cells (Mapping): The released cells of each quasi-identifier, one a row.
        kept (ndarray): Which rows are released.
        RETURNS (Report): The report.
        RAISES (HipsError): E619 if the release is below what was asked for.
        """
        measured = self._recount(coded, cells, kept)
        if kept.any():
            self._refuse_less(measured)
        return self._report(coded, result, measured)

    def _recount(
        self, coded: Coded, cells: Mapping[str, Sequence[Any]], kept: np.ndarray
    ) -> Measured:
        rows = np.flatnonzero(kept).tolist()
        columns = {name: [column[i] for i in rows] for name, column in cells.items()}
        for name in self.roles.sensitive:
            columns[name] = [coded.table.columns[name][i] for i in rows]
        units = coded.units[rows].tolist()
        return measure(columns, list(self.roles.quasi), units, self.roles.sensitive)

    def _refuse_less(self, measured: Measured) -> None:
        """A release below what was asked for is an error, never a result."""
        short = measured.k < self.k
        if self.l is not None:
            short |= min(measured.l.values()) < self.l
        if self.t is not None:
            short |= max(measured.t.values()) > self.t + 1e-9
        if short:
            raise HipsError(Errors.E619.format(k=measured.k, asked=self.k))

    def _report(self, coded: Coded, result: Generalised, measured: Measured) -> Report:
        gone = int((~result.kept).sum())
        return Report(
            method=self.method,
            asked={"k": self.k, "l": self.l, "t": self.t, "max_suppressed": self.max_suppressed},
            measured=measured,
            rows_in=coded.table.rows,
            units_in=coded.unit_count,
            rows_suppressed=int((~result.kept[coded.units]).sum()),
            units_suppressed=gone,
            columns=column_reports(coded.columns, result, coded.weights),
            guide_r2=coded.guide_r2,
            notes=self._warn(coded, gone),
        )

    def _warn(self, coded: Coded, gone: int) -> tuple[str, ...]:
        notes = []
        r2 = coded.guide_r2
        if r2 is not None and (coded.unit_count < FEW_UNITS or r2 <= 0):
            text = Warnings.W601.format(units=coded.unit_count, r2=r2, few=FEW_UNITS)
            warnings.warn(text, HipsWarning, stacklevel=5)
            notes.append("W601")
        if gone == coded.unit_count:
            warnings.warn(Warnings.W602.format(units=gone, k=self.k), HipsWarning, stacklevel=5)
            notes.append("W602")
        return tuple(notes)

    def _release_batch(self, coded: Coded, frozen: Frozen) -> tuple[Any, Report]:
        batch = frozen.add(self, coded)
        kept = batch.kept[coded.units]
        cells = _by_row(coded, batch.labels)
        if kept.any():
            self._refuse_less(batch.measured)
        self.frozen = batch.frozen
        result = frozen.ranges(coded, batch.labels, batch.kept)
        report = replace(self._report(coded, result, batch.measured), method="frozen")
        return self.write(coded.table, cells, kept.tolist()), report


def released_labels(columns: Sequence[Column], result: Generalised) -> dict[str, list[Any]]:
    """What is written for each unit: one type a column.

    columns (Sequence[Column]): The coded columns.
    result (Generalised): Their released ranges.
    RETURNS (dict): A list of labels for each column, one a unit. A column of which every released
        value is an original one keeps its type, any other becomes text.
    """
    out = {}
    for i, column in enumerate(columns):
        # A range as one number: a pair each would be an object for every unit and column.
        ranges = (result.low[:, i] * column.size + result.high[:, i]).tolist()
        ends = {number: divmod(number, column.size) for number in set(ranges)}
        label = {number: column.label(*pair) for number, pair in ends.items()}
        plain = all(a == b and column.lowest[a] == column.highest[a] for a, b in ends.values())
        if not plain or ANY in label.values():
            label = {n: None if v is None else as_text(v) for n, v in label.items()}
        out[column.name] = [label[number] for number in ranges]
    return out


def _by_row(coded: Coded, labels: Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
    """The labels of the units as cells, one a row."""
    units = coded.units.tolist()
    return {name: [column[unit] for unit in units] for name, column in labels.items()}
