"""The pairs behind benchmarks/same.py: one module a room, and what they share.

A pair is a function that gets a `World` and returns what came out in two ways, row by row.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from spacy_hips import Job, JobOptions

from .rows import Row

SECRET = "a secret that only the pairs have, of no use elsewhere"
SCOPES = ("document", "author", "corpus")
BATCH = 64
ROLES = {"n": "keep", "id": "doc", "author": "author", "who": "name", "text": "text"}
NO_AUTHOR = {name: role for name, role in ROLES.items() if role != "author"}
TEXT_ONLY = {"n": "keep", "id": "doc", "text": "text"}
AROUND = 40

Texts = Mapping[str, str]
"""What came of each row, by its number."""
PAIRS: list[Pair] = []


class NotHere(Exception):
    """A pair cannot be tried here; the message says why."""


@dataclass(frozen=True)
class Outcome:
    """What came out in two ways.

    one, other (Mapping): By row, its items: one text, or several spans.
    note (str): What to say beside it.
    ordered (bool): Must the rows come in the same order?
    least (float): The least share of items that both have.
    """

    one: Mapping[str, tuple[str, ...]]
    other: Mapping[str, tuple[str, ...]]
    note: str = ""
    ordered: bool = True
    least: float = 1.0

    @property
    def differing(self) -> list[str]:
        """The rows that differ, the one with the shortest items first."""
        keys = [key for key in {**self.one, **self.other} if self._items(key)]
        return sorted(keys, key=lambda key: sum(map(len, self.one.get(key, ()))))

    @property
    def agreement(self) -> float:
        """The share of items that both have."""
        both = only = 0
        for key in {**self.one, **self.other}:
            one, other = set(self.one.get(key, ())), set(self.other.get(key, ()))
            both += len(one & other)
            only += len(one ^ other)
        return 2 * both / (2 * both + only) if both + only else 1.0

    @property
    def holds(self) -> bool:
        """Do they agree as far as they must?"""
        if self.least < 1.0:
            return self.agreement >= self.least
        return not self.differing and (not self.ordered or list(self.one) == list(self.other))

    def told(self) -> str:
        """How many rows differ, and the smallest difference."""
        rows = self.differing
        if not rows:
            return "" if self.holds else "the rows come in another order"
        row = rows[0]
        one, other = "\n".join(self.one.get(row, ())), "\n".join(self.other.get(row, ()))
        at = first_difference(one, other)
        share = f"{self.agreement:.2%} of the items agree; " if self.least < 1.0 else ""
        return (
            f"{share}{len(rows):,} of {len(self.one):,} rows differ; row {row} at character {at}: "
            f"{_near(one, at)!r} / {_near(other, at)!r}"
        )

    def _items(self, key: str) -> bool:
        return self.one.get(key) != self.other.get(key)


def first_difference(one: str, other: str) -> int:
    """The first character in which two texts differ."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _near(text: str, at: int) -> str:
    return text[max(0, at - AROUND // 2) : at + AROUND]


@dataclass
class World:
    """What both ways of a pair share.

    scope (str): One of SCOPES.
    model (str): A trained pipeline; "" for rules alone.
    rows (Sequence[Row]): The rows.
    folder (Path): An empty folder of its own.
    batch_size (int): Documents at a time, where nothing else is tried.
    """

    scope: str
    model: str
    rows: Sequence[Row]
    folder: Path
    texts: Sequence[str] = ()
    batch_size: int = BATCH
    _runs: int = field(default=0, init=False)

    @property
    def roles(self) -> dict[str, str]:
        """The roles of the columns in this scope."""
        return NO_AUTHOR if self.scope == "document" else ROLES

    @cached_property
    def base(self) -> Texts:
        """What one process makes of the rows, in batches of the usual size."""
        return self.job(self.rows)

    @cached_property
    def plain(self) -> Texts:
        """The texts alone, without name columns, each a document with its id."""
        return texts_of(self.job(self.rows, columns=TEXT_ONLY))

    def having(self, rows: Iterable[Row]) -> dict[str, str]:
        """What the base has of some rows."""
        return {row.n: self.base[row.n] for row in rows if row.n in self.base}

    def sub(self, rows: Sequence[Row]) -> World:
        """The same world with other rows."""
        own = self.new_folder()
        return replace(self, rows=rows, folder=own)

    def new_folder(self) -> Path:
        """An empty folder."""
        self._runs += 1
        folder = self.folder / f"run{self._runs}"
        folder.mkdir(parents=True)
        return folder

    def options(self, given: Path, output: Path, **more: Any) -> JobOptions:
        """The options of a run in this world.

        given, output (Path): What is read and where to. The register lies beside the input.
        **more (Any): Other options.
        """
        own: dict[str, Any] = {"columns": self.roles, "batch_size": self.batch_size}
        own |= {"scope": self.scope, "model": self.model, "rules_only": not self.model}
        if self.scope != "document":
            own["register"] = str(given.parent / "names.register")
        return JobOptions(input=str(given), output=str(output), force=True, **(own | more))

    def job(self, rows: Sequence[Row], *, ending: str = ".jsonl", **more: Any) -> Texts:
        """What a run makes of rows, in a file of some format.

        rows (Sequence[Row]): The rows.
        ending (str): Of the file's name.
        **more (Any): Options of the run.
        """
        from .carriers import CARRIERS

        folder, carrier = self.new_folder(), CARRIERS[ending]
        given, output = folder / f"in{ending}", folder / "out" / f"out{ending}"
        output.parent.mkdir()
        options = self.options(given, output, **more)
        columns = [name for name in options.columns if name in ROLES]
        carrier.write(given, [{name: row.fields[name] for name in columns} for row in rows])
        Job(options).run()
        return by_number(carrier.read(output))


def by_number(rows: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Rows as they go out, each as one string, by number."""
    out = {}
    for row in rows:
        cells = {name: "" if value is None else str(value) for name, value in row.items()}
        out[cells.pop("n")] = json.dumps(cells, ensure_ascii=False)
    return out


def texts_of(made: Texts) -> dict[str, str]:
    """The text cells of rows that go out."""
    return {number: json.loads(row)["text"] for number, row in made.items()}


def compared(one: Texts, other: Texts, note: str = "", *, ordered: bool = True) -> Outcome:
    """Two outputs that must agree byte for byte."""
    one_items = {number: (text,) for number, text in one.items()}
    other_items = {number: (text,) for number, text in other.items()}
    return Outcome(one_items, other_items, note, ordered)


Try = Callable[[World], Outcome]


@dataclass(frozen=True)
class Pair:
    """Two ways that must give the same.

    room (str): The name of its module.
    name (str): What is compared.
    run (Callable): Makes both.
    scopes (tuple[str, ...]): Where it is tried.
    models (str): "rules", "trained" or "both".
    most (int): With a trained pipeline, so many rows at most.
    """

    room: str
    name: str
    run: Try
    scopes: tuple[str, ...] = ("document",)
    models: str = "both"
    most: int = 0

    def fits(self, scope: str, model: str) -> bool:
        """Is it tried here?"""
        kind = "trained" if model else "rules"
        return scope in self.scopes and self.models in ("both", kind)


def pair(
    name: str, *, scopes: tuple[str, ...] = ("document",), models: str = "both", most: int = 0
) -> Callable[[Try], Try]:
    """Add a function to the table of pairs.

    name, scopes, models, most: As in `Pair`.
    """

    def add(run: Try) -> Try:
        room = run.__module__.rpartition(".")[2]
        PAIRS.append(Pair(room, name, run, scopes, models, most))
        return run

    return add
