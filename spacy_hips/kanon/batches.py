"""Later batches: the bins of the first release again, and k over all releases together.

A frozen release is internal: it lists classes and, under a key of its own, who is in them.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.errors import HipsError
from ..core.files import write_private
from ..core.ids import Secret
from .columns import ANY, Column, as_text, is_missing, number_of, unit_ranges
from .errors import Errors
from .generalised import Generalised
from .recount import Measured, measure

if TYPE_CHECKING:
    from .released_table import Coded, KAnonymizer

VERSION = 1


@dataclass(frozen=True)
class Bin:
    """One bin of a column.

    label (str): What is released for it; None for a missing value.
    first, last (Any): The ends of an ordered bin.
    members (tuple): The values of a nominal bin.
    missing (bool): It holds missing values.
    """

    label: Any
    first: Any = None
    last: Any = None
    members: tuple[Any, ...] = ()
    missing: bool = False

    def holds(self, value: Any) -> bool:
        """Whether a value lies in it."""
        if is_missing(value):
            return self.missing
        if self.members:
            return value in self.members
        if self.first is None:
            return False
        try:
            return bool(_comparable(self.first) <= _comparable(value) <= _comparable(self.last))
        except TypeError:
            return False


@dataclass(frozen=True, slots=True)
class Person:
    """A unit that has been released.

    token (str): Its id under the frozen key.
    key (tuple): Its class.
    sensitive (tuple): Its sensitive values, for each sensitive column.
    """

    token: str
    key: tuple[Any, ...]
    sensitive: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True)
class Batch:
    """A later batch, fitted into the frozen bins."""

    labels: Mapping[str, list[Any]]
    kept: np.ndarray
    measured: Measured
    frozen: Frozen


@dataclass(frozen=True)
class Frozen:
    """The bins and the people of all releases so far. Internal.

    bins (Mapping): The bins of each column.
    people (tuple): Who was released, and in which class.
    key (str): The key of the tokens.
    """

    bins: Mapping[str, tuple[Bin, ...]]
    people: tuple[Person, ...]
    key: str

    @classmethod
    def make(
        cls,
        anonymizer: KAnonymizer,
        coded: Coded,
        result: Generalised,
        labels: Mapping[str, Sequence[Any]],
    ) -> Frozen | None:
        """Freeze a first release; None where the bins differ between rows."""
        if result.starts is None:
            return None
        key = os.urandom(32).hex()
        bins = {
            column.name: _bins(column, starts)
            for column, starts in zip(coded.columns, result.starts, strict=True)
        }
        return cls(bins, _people(anonymizer, coded, labels, result.kept, key), key)

    def add(self, anonymizer: KAnonymizer, coded: Coded) -> Batch:
        """Fit a batch into the bins, leaving out whoever would be in a class that fails.

        RAISES (HipsError): E622 if more would be left out than may be suppressed.
        """
        labels = {name: self._labels(name, coded) for name in self.bins}
        everybody = np.ones(coded.unit_count, dtype=bool)
        new = _people(anonymizer, coded, labels, everybody, self.key)
        before = {person.token: person.key for person in self.people}
        stays = np.array([before.get(p.token, p.key) == p.key for p in new], dtype=bool)
        together = {p.token: p.key for p in self.people}
        together |= {p.token: p.key for p, ok in zip(new, stays, strict=True) if ok}
        size = Counter(together.values())
        stays &= np.array([size[p.key] >= anonymizer.k for p in new], dtype=bool)
        gone = int((~stays).sum())
        if gone > int(anonymizer.max_suppressed * len(new)):
            raise HipsError(Errors.E622.format(count=gone, units=len(new), k=anonymizer.k))
        people = (*self.people, *(p for p, ok in zip(new, stays, strict=True) if ok))
        grown = Frozen(self.bins, people, self.key)
        return Batch(labels, stays, grown.measure(anonymizer.roles.sensitive), grown)

    def measure(self, sensitive: Sequence[str]) -> Measured:
        """Count over all releases together."""
        names = list(self.bins)
        rows = [
            (person.token, person.key, values)
            for person in self.people
            for values in _product(person.sensitive)
        ]
        columns = {name: [key[i] for _, key, _ in rows] for i, name in enumerate(names)}
        columns |= {name: [v[i] for _, _, v in rows] for i, name in enumerate(sensitive)}
        return measure(columns, names, [token for token, _, _ in rows], sensitive)

    def ranges(
        self, coded: Coded, labels: Mapping[str, Sequence[Any]], kept: np.ndarray
    ) -> Generalised:
        """The labels as ranges of the batch's own codes, for the report."""
        low = np.column_stack([column.low for column in coded.columns])
        high = np.column_stack([column.high for column in coded.columns])
        for i, column in enumerate(coded.columns):
            number: dict[Any, int] = {}
            written = labels[column.name]
            same = np.array([number.setdefault(label, len(number)) for label in written])
            first, last = unit_ranges(low[:, i], same)[0], unit_ranges(high[:, i], same)[1]
            low[:, i], high[:, i] = first[same], last[same]
        return Generalised(low, high, kept)

    def to_disk(self, path: str | Path) -> None:
        """Write it as JSON, readable by its owner only. It is internal: never publish it."""
        data = {
            "version": VERSION,
            "key": self.key,
            "bins": {
                name: [[b.label, b.first, b.last, list(b.members), b.missing] for b in bins]
                for name, bins in self.bins.items()
            },
            "people": [[p.token, list(p.key), [list(s) for s in p.sensitive]] for p in self.people],
        }
        text = json.dumps(data, default=as_text)
        write_private(path, text.encode("utf8"))

    @classmethod
    def from_disk(cls, path: str | Path) -> Frozen:
        """Read it back.

        RAISES (HipsError): E623 if it cannot be read.
        """
        try:
            data = json.loads(Path(path).read_text("utf8"))
            bins = {
                name: tuple(Bin(a, b, c, tuple(d), e) for a, b, c, d, e in rows)
                for name, rows in data["bins"].items()
            }
            people = tuple(
                Person(token, tuple(key), tuple(tuple(s) for s in held))
                for token, key, held in data["people"]
            )
            return cls(bins, people, data["key"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            reason = type(error).__name__
            raise HipsError(Errors.E623.format(path=path, reason=reason)) from None

    def _labels(self, name: str, coded: Coded) -> list[Any]:
        """The label of each unit: its bin's, or "*" where its rows lie in several or in none."""
        cells = coded.table.columns[name]
        known: dict[Any, int | None] = {}
        found: list[set[int | None]] = [set() for _ in range(coded.unit_count)]
        for unit, cell in zip(coded.units.tolist(), cells, strict=True):
            plain = None if is_missing(cell) else cell
            if plain not in known:
                hits = (i for i, b in enumerate(self.bins[name]) if b.holds(plain))
                known[plain] = next(hits, None)
            found[unit].add(known[plain])
        out = []
        for places in found:
            place = next(iter(places)) if len(places) == 1 else None
            out.append(ANY if place is None else self.bins[name][place].label)
        return out


def _bins(column: Column, starts: np.ndarray) -> tuple[Bin, ...]:
    """The bins of a column, labelled as in the release."""
    ends = [*(starts[1:] - 1).tolist(), column.size - 1]
    pairs = list(zip(starts.tolist(), ends, strict=True))
    labels = [column.label(first, last) for first, last in pairs]
    plain = all(a == b and column.lowest[a] == column.highest[a] for a, b in pairs)
    out = []
    for (first, last), label in zip(pairs, labels, strict=True):
        missing = column.has_missing and first == 0
        low = first + missing
        written = label if plain or label is None else as_text(label)
        if low > last:
            out.append(Bin(written, missing=True))
        elif column.kind == "nominal":
            out.append(Bin(written, members=column.lowest[low : last + 1], missing=missing))
        else:
            out.append(Bin(written, column.lowest[low], column.highest[last], missing=missing))
    return tuple(out)


def _people(
    anonymizer: KAnonymizer,
    coded: Coded,
    labels: Mapping[str, Sequence[Any]],
    kept: np.ndarray,
    key: str,
) -> tuple[Person, ...]:
    """The units that are released, with their tokens.

    Equal classes and equal sensitive values are one object each: a unit costs one small object,
    not seven, or a large table sets off a collection of everything the process holds.
    """
    secret = Secret.of_key(bytes.fromhex(key))
    cells = coded.table.columns
    unit = anonymizer.roles.unit
    held = [_held(cells[name], coded) for name in anonymizer.roles.sensitive]
    classes = zip(*labels.values(), strict=True)
    own = zip(*held, strict=True) if held else repeat((), coded.unit_count)
    one_class: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    one_held: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    people = []
    rows = zip(_first_rows(coded), classes, own, kept.tolist(), strict=True)
    for row, released, sensitive, there in rows:
        if there:
            name = as_text(cells[unit][row]) if unit else os.urandom(16).hex()
            person = Person(
                token=secret.pseudonym("unit", name, 24),
                key=one_class.setdefault(released, released),
                sensitive=one_held.setdefault(sensitive, sensitive),
            )
            people.append(person)
    return tuple(people)


def _first_rows(coded: Coded) -> list[int]:
    """The first row of each unit."""
    first = np.empty(coded.unit_count, dtype=np.int64)
    first[coded.units[::-1]] = np.arange(coded.table.rows)[::-1]
    rows: list[int] = first.tolist()
    return rows


def _held(cells: Sequence[Any], coded: Coded) -> list[tuple[Any, ...]]:
    """The different values of each unit, sorted."""
    first: dict[int, Any] = {}
    several: dict[int, set[Any]] = {}
    for number, cell in zip(coded.units.tolist(), cells, strict=True):
        plain = None if is_missing(cell) else cell
        known = first.setdefault(number, plain)
        if plain != known:
            several.setdefault(number, {known}).add(plain)
    alone = {value: (value,) for value in first.values()}
    return [
        tuple(sorted(several[number], key=str)) if number in several else alone[first[number]]
        for number in range(coded.unit_count)
    ]


def _product(sensitive: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
    """Rows that hold every value of every column at least once."""
    longest = max((len(values) for values in sensitive), default=1)
    return [tuple(values[min(i, len(values) - 1)] for values in sensitive) for i in range(longest)]


def _comparable(value: Any) -> Any:
    number = number_of(value)
    return value if number is None else number
