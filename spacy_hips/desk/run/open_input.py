"""Opens the input of a run, with the roles of its columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Self

from ...core.errors import HipsError
from ...text.lexicon.plain import shown_columns
from ..errors import Errors
from ..files.columns import Columns, checked_columns, obvious_columns
from ..files.decoding import check_encoding
from ..files.documents import Item, documents
from ..files.file_formats import FORMATS, PEOPLE, format_by_name
from ..files.readers import Source, guess_format, open_source, shown
from ..files.rows import BadRow, Row
from .options import JobOptions


@dataclass
class Input:
    """An input that is open.

    source (Source): Its rows.
    format (str): Its format.
    columns (Columns): The roles of its columns.
    opener (Callable): Opens its rows once more, from the first.
    """

    source: Source
    format: str
    columns: Columns
    opener: Callable[[], Source]
    _held: list[Row | BadRow] | None = field(default=None, init=False, repr=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.source.close()

    def again(self) -> Input:
        """The same input, opened once more: what is read in two passes is opened twice."""
        return replace(self, source=self.opener())

    def hold(self) -> None:
        """Keep all rows in memory: `items` gives them twice, though they can be read only once."""
        if self._held is None:
            self._held = list(self.source)

    def items(self, after: int = 0) -> Iterator[Item]:
        """Its documents and bad rows.

        after (int): Pass over the rows up to this number.
        """
        return documents(self._rows(after), self.columns)

    def _rows(self, after: int) -> Iterator[Row | BadRow]:
        rows = self.source if self._held is None else self._held
        return (row for row in rows if row.number > after)


def open_input(options: JobOptions) -> Input:
    """Open the input and settle the roles.

    options (JobOptions): Names the input, and tells how it is read.
    RAISES (HipsError): E7xx for options or an input that cannot be used.
    """
    check_encoding(options.encoding)
    given = checked_columns(options.columns, text=False) if options.columns else None
    format = options.format or guess_format(options.input, options.encoding)
    if FORMATS[format].within and given and set(given.having("text")) - {"text"}:
        format = options.format or format_by_name(options.input)
    if given is not None and not FORMATS[format].has_columns:
        raise HipsError(Errors.E716.format(format=format))
    opener = partial(
        open_source,
        options.input,
        format,
        encoding=options.encoding,
        delimiter=options.delimiter,
    )
    return input_of(opener, format, given)


def input_of(opener: Callable[[], Source], format: str, given: Columns | None) -> Input:
    """Open rows and settle the roles of their columns.

    opener (Callable): Opens them.
    format (str): The format that they have.
    given (Columns): The roles; None for the obvious ones.
    RAISES (HipsError): E7xx for roles that do not fit the columns.
    """
    source = opener()
    try:
        return Input(source, format, _roles(source, format, given), opener)
    except HipsError:
        source.close()
        raise


def _roles(source: Source, format: str, given: Columns | None) -> Columns:
    if not FORMATS[format].has_columns:
        people = {PEOPLE: "name"} if PEOPLE in source.fields else {}
        return Columns({"id": "doc", **people, "text": "text"})
    if given is None and (reason := source.unreadable):
        raise HipsError(Errors.E701.format(path=shown(source.path), reason=reason))
    if source.roles and not (given and given.having("text")):  # else all roles are given
        given = Columns({**source.roles, **(given.roles if given else {})})
    if given is None:
        return obvious_columns(source.fields)
    given = checked_columns(given.roles)
    wanted = given.having("text") if FORMATS[format].kind == "object" else given.roles
    missing = [name for name in wanted if name not in source.fields]
    if missing and source.fields:
        raise HipsError(
            Errors.E709.format(
                path=shown(source.path),
                missing=", ".join(missing),
                known=shown_columns(source.fields, source.fields),
            )
        )
    return given.ordered((*source.fields, *(n for n in given.roles if n not in source.fields)))
