"""What each kind of frame needs: its rows as Arrow, and a frame of its kind from Arrow."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...core.errors import HipsError
from ..errors import Errors
from ..files.columns import Columns
from .source import Rows, arrow, check_types, extra, roles_of

Made = tuple[Any, list[int]]
"""A record batch that goes out, and the places of its rows in the frame."""


class Adapter:
    """A kind of frame, through the eyes of a run.

    frame (Any): The frame.
    given (Mapping): Role by column; None for the obvious ones.
    RAISES (HipsError): E7xx for roles that do not fit, E881 or E882 for columns that do not.
    """

    lazy = False
    """Is the run begun when the result is read, and not before?"""

    def __init__(self, frame: Any, given: Mapping[str, str] | None) -> None:
        self.frame = frame
        names = self.names()
        self.columns: Columns = roles_of(names, given)
        self.wanted = [name for name in names if name in self.columns.roles]
        read = self.read()
        self.schema = check_types(read, self.columns)
        self.rows = Rows(names, self.schema, self._batches, self.count())

    def names(self) -> list[str]:
        """The names of its columns."""
        raise NotImplementedError

    def read(self) -> Any:
        """The types of the columns that have a role."""
        raise NotImplementedError

    def batches(self) -> Iterable[Any]:
        """The record batches of these columns."""
        raise NotImplementedError

    def count(self) -> int:
        """How many rows it has, 0 where not known."""
        return len(self.frame)

    def result(self, made: Iterator[Made], schema: Any) -> Any:
        """A frame of the same kind.

        made (Iterator): What goes out.
        schema (Schema): Its columns.
        """
        raise NotImplementedError

    def _batches(self) -> Iterator[Any]:
        (pyarrow,) = arrow()
        for batch in self.batches():
            if batch.schema == self.schema:
                yield batch
            else:
                table = pyarrow.Table.from_batches([batch]).cast(self.schema)
                yield from table.to_batches()

    @property
    def kept(self) -> list[str]:
        """The columns whose values stay as they are."""
        return [name for name in self.wanted if self.columns.roles[name] == "keep"]


class TableAdapter(Adapter):
    """An Arrow table."""

    def names(self) -> list[str]:
        return list(self.frame.column_names)

    def read(self) -> Any:
        self._table = self.frame.select(self.wanted)
        return self._table.schema

    def batches(self) -> Iterable[Any]:
        return self._table.to_batches()  # type: ignore[no-any-return]

    def result(self, made: Iterator[Made], schema: Any) -> Any:
        return _table(made, schema)[0]


class PandasAdapter(Adapter):
    """A data frame of pandas. Its index is no column, and goes out only where it counts rows."""

    def names(self) -> list[str]:
        # Columns may be called by numbers; a run calls them by texts, and the result as before.
        self._called = {str(name): name for name in self.frame.columns}
        names = [str(name) for name in self.frame.columns]
        self.frame = self.frame.copy(deep=False)
        self.frame.columns = names
        return names

    def read(self) -> Any:
        (pyarrow,) = arrow()
        arrays = []
        for name in self.wanted:
            try:
                array = pyarrow.Array.from_pandas(self.frame[name])
            except (pyarrow.ArrowException, TypeError, ValueError, OverflowError):
                role = self.columns.roles[name]
                raise HipsError(Errors.E882.format(column=name, role=role)) from None
            # A column without any value is one of numbers for pandas, whatever it is meant for.
            numbers = pyarrow.types.is_floating(array.type)
            empty = numbers and array.null_count == len(array)
            arrays.append(pyarrow.nulls(len(array)) if empty else array)
        self._table = pyarrow.table(dict(zip(self.wanted, arrays, strict=True)))
        return self._table.schema

    def batches(self) -> Iterable[Any]:
        return self._table.to_batches()  # type: ignore[no-any-return]

    def result(self, made: Iterator[Made], schema: Any) -> Any:
        import pandas

        table, places = _table(made, schema)
        out = table.to_pandas()
        if isinstance(self.frame.index, pandas.RangeIndex):
            out.index = self.frame.index[places]
        rows = self.frame.iloc[places]
        for name in out.columns:
            old = self.frame[name]
            if name in self.kept:
                out[name] = rows[name].array
            elif old.dtype != "category" and _is_text(schema.field(name).type) == _is_text(
                self.schema.field(name).type
            ):
                out[name] = out[name].astype(old.dtype)
        out.columns = pandas.Index([self._called[name] for name in out.columns])
        return out


class PolarsAdapter(Adapter):
    """A data frame of Polars."""

    def names(self) -> list[str]:
        return list(self.frame.columns)

    def read(self) -> Any:
        for name in self.wanted:
            if str(self.frame[name].dtype) == "Object":
                role = self.columns.roles[name]
                raise HipsError(Errors.E882.format(column=name, role=role))
        self._table = self.frame.select(self.wanted).to_arrow()
        return self._table.schema

    def batches(self) -> Iterable[Any]:
        return self._table.to_batches()  # type: ignore[no-any-return]

    def result(self, made: Iterator[Made], schema: Any) -> Any:
        import polars

        table, places = _table(made, schema)
        out = polars.from_arrow(table)
        kept = [self.frame[name][places] for name in self.kept]
        return out.with_columns(kept)  # type: ignore[union-attr]


class DatasetAdapter(Adapter):
    """A data set of Hugging Face: read by batches, and written to a file that it reads from."""

    def names(self) -> list[str]:
        return list(self.frame.column_names)

    def read(self) -> Any:
        self._selected = self.frame.select_columns(self.wanted).with_format("arrow")
        return self._selected.features.arrow_schema

    def batches(self) -> Iterable[Any]:
        for table in self._selected.iter(1024):
            yield from table.to_batches()

    def result(self, made: Iterator[Made], schema: Any) -> Any:
        (datasets,) = extra("datasets", "datasets")
        (writing,) = extra("datasets", "datasets.arrow_writer")
        features = self.features(schema)
        folder = tempfile.mkdtemp(prefix="spacy-hips-")
        path = Path(folder, "anonymized.arrow")
        try:
            with writing.ArrowWriter(path=str(path), features=features) as writer:
                for batch, _ in made:
                    writer.write_table(arrow()[0].Table.from_batches([batch]))
                writer.finalize()
            out = datasets.Dataset.from_file(str(path))
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        weakref.finalize(out, shutil.rmtree, folder, ignore_errors=True)
        return out

    def features(self, schema: Any) -> Any:
        """The features of what goes out: those of the frame where values stay as they are."""
        (datasets,) = extra("datasets", "datasets")
        features = datasets.Features.from_arrow_schema(schema.remove_metadata())
        return datasets.Features({**features, **{n: self._selected.features[n] for n in self.kept}})


class StreamAdapter(DatasetAdapter):
    """A data set of Hugging Face that is streamed: the run goes on while the result is read."""

    lazy = True

    def names(self) -> list[str]:
        if self.frame.column_names is None:
            self.frame = self.frame._resolve_features()
        return list(self.frame.column_names)

    def read(self) -> Any:
        if self.frame.features is None:
            self.frame = self.frame._resolve_features()
        return super().read()

    def count(self) -> int:
        return 0

    def result(self, made: Iterator[Made], schema: Any) -> Any:
        raise NotImplementedError  # see `stream`

    def stream(self, run: Any) -> Any:
        """A data set that begins a run whenever it is read.

        run (Callable): Begins it, and gives what goes out.
        """
        (datasets,) = extra("datasets", "datasets")

        def rows() -> Iterator[dict[str, Any]]:
            for batch, _ in run():
                yield from batch.to_pylist()

        return datasets.IterableDataset.from_generator(rows)


def adapted(frame: Any, given: Mapping[str, str] | None) -> Adapter:
    """The adapter of a frame.

    frame (Any): The frame.
    given (Mapping): Role by column; None for the obvious ones.
    RAISES (HipsError): E883 for what is no frame that can be read.
    """
    kinds: Sequence[tuple[str, str, type[Adapter]]] = (
        ("pandas", "DataFrame", PandasAdapter),
        ("polars", "DataFrame", PolarsAdapter),
        ("pyarrow", "Table", TableAdapter),
        ("datasets", "Dataset", DatasetAdapter),
        ("datasets", "IterableDataset", StreamAdapter),
    )
    for kind in type(frame).__mro__:
        for package, name, adapter in kinds:
            if kind.__name__ == name and kind.__module__.partition(".")[0] == package:
                return adapter(frame, given)
    raise HipsError(Errors.E883.format(got=type(frame).__name__))


def _table(made: Iterator[Made], schema: Any) -> tuple[Any, list[int]]:
    """All that goes out as one table, and the places of its rows."""
    found = list(made)
    places = [place for _, own in found for place in own]
    return arrow()[0].Table.from_batches([batch for batch, _ in found], schema), places


def _is_text(kind: Any) -> bool:
    return str(kind) in ("string", "large_string", "string_view")
