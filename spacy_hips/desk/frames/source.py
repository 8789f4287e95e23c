"""Batches of Arrow as the input of a run, and as its output."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.errors import HipsError
from ..errors import Errors
from ..files.columns import Columns, checked_columns, obvious_columns
from ..files.formats.arrow import BATCH, ColumnSink, ColumnSource, rows_of
from ..files.formats.content import Unreadable, needed
from ..files.rows import BadRow, Row
from ..files.sinks import Place, Written

FRAME = "The frame"
"""How a frame is called in messages."""
EXTRA = "tables"


@dataclass(frozen=True)
class Rows:
    """Rows that can be read as often as is asked.

    names (Sequence[str]): All columns of the frame.
    schema (Schema): The columns that are read: those with a role.
    batches (Callable): Their record batches, from the first on.
    count (int): How many rows there are, 0 where not known.
    """

    names: Sequence[str]
    schema: Any
    batches: Callable[[], Iterator[Any]]
    count: int = 0


class FrameSource(ColumnSource):
    """The rows of a frame.

    rows (Rows): They.
    """

    def __init__(self, rows: Rows) -> None:
        self._given = rows
        self._kept: deque[Any] | None = None
        self._read = 0
        super().__init__(FRAME)

    def _start(self) -> None:
        self.schema = self._given.schema
        self.fields = list(self._given.names)
        self.size = self._given.count

    def close(self) -> None:
        """Nothing is open."""

    @property
    def position(self) -> int:
        """Rows read so far."""
        return self._read

    def __iter__(self) -> Iterator[Row | BadRow]:
        for batch in self._given.batches():
            for start in range(0, batch.num_rows, BATCH):
                piece = batch.slice(start, BATCH)
                if self._kept is not None:
                    self._kept.append(piece)
                for row in rows_of(piece, self._read):
                    self._read = row.number
                    yield row

    def batches(self) -> Iterator[Any]:
        """The record batches as they are read: for a sink, which needs each once more."""
        self._kept = deque()
        return iter(self._kept.popleft, None)


class FrameSink(ColumnSink):
    """Keeps the rows that are released as record batches, until they are taken away."""

    def __init__(self, place: Place) -> None:
        self._made: list[tuple[Any, list[int]]] = []
        super().__init__(place)

    @property
    def schema(self) -> Any:
        """The columns that go out."""
        return self._schema

    def take(self) -> list[tuple[Any, list[int]]]:
        """What was finished since, each batch with the places of its rows in the frame."""
        made, self._made = self._made, []
        return made

    def _open(self, stream: Written, schema: Any) -> Any:
        return self

    def _write(self) -> None:
        self._places = [self._before + index for index, _ in self._rows]
        super()._write()

    def write_batch(self, batch: Any) -> None:
        """Keep a batch."""
        self._made.append((batch, self._places))

    def close(self) -> None:
        """There is nothing to end."""


def roles_of(names: Sequence[str], given: Mapping[str, str] | None) -> Columns:
    """The roles of a frame's columns.

    names (Sequence[str]): All its columns.
    given (Mapping): Role by column, which may be called by a number; None or empty for the obvious
        ones.
    RAISES (HipsError): E712 for two columns of one name, and as on the command line.
    """
    for i, name in enumerate(names):
        if name in names[:i]:
            first = list(names).index(name) + 1
            raise HipsError(Errors.E712.format(path=FRAME, first=first, second=i + 1))
    if not given:
        return obvious_columns(names)
    return checked_columns({str(name): role for name, role in given.items()})


def arrow(*modules: str) -> Sequence[Any]:
    """Import pyarrow, or parts of it.

    RAISES (HipsError): E787 where it is not installed.
    """
    return extra(EXTRA, *(modules or ("pyarrow",)))


def extra(name: str, *modules: str) -> Sequence[Any]:
    """Import what an extra of this package brings.

    name (str): The extra.
    *modules (str): What to import.
    RAISES (HipsError): E787 where one is not installed.
    """
    try:
        return needed(name, *modules)
    except Unreadable as error:
        raise error.told("This") from None


def check_types(schema: Any, columns: Columns) -> Any:
    """Refuse columns whose type does not go with their role; a column of nothing is one of texts.

    schema (Schema): The columns.
    columns (Columns): Their roles.
    RETURNS (Schema): The types to read them as.
    RAISES (HipsError): E881 for a text that is no text, or an id, name or date that is nested.
    """
    pyarrow, types = arrow("pyarrow", "pyarrow.types")
    fields = []
    for column in schema:
        role = columns.roles.get(column.name, "drop")
        kind = column.type.value_type if types.is_dictionary(column.type) else column.type
        if role not in ("keep", "drop") and types.is_null(kind):
            column, kind = column.with_type(pyarrow.string()), pyarrow.string()
        text = types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)
        plain = text or not (types.is_nested(kind) or types.is_binary(kind))
        if (role == "text" and not text) or (role not in ("keep", "drop") and not plain):
            wanted = "texts" if role == "text" else "texts, numbers or dates"
            raise HipsError(
                Errors.E881.format(column=column.name, role=role, kind=kind, wanted=wanted)
            )
        fields.append(column)
    return pyarrow.schema(fields)
