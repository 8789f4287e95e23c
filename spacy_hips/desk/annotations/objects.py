"""Json objects as records: read one at a time, errors by number, and written as lines or a list."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from ...core.errors import HipsError
from ..errors import Errors
from ..files.file_formats import format_by_name
from ..files.readers import open_source
from ..files.rows import BadRow, mend
from ..files.writers import JsonFormat, json_line
from .annotation_format import Misfit, Piece, Record, Report
from .tokens import Layout

FAULTS = (LookupError, TypeError, ValueError, AttributeError)

T = TypeVar("T")


def read_objects(path: Path, parse: Callable[[int, dict[str, Any]], T | None]) -> Iterator[T]:
    """What each object of a file stands for.

    path (Path): An object a line (.jsonl, .ndjson), else a json list of objects.
    parse (Callable): Number and object to what is wanted; None for an object that is left out.
    YIELDS: What it returns.
    RAISES (HipsError): E411 for what is no object or lacks a field, E701 or E705 for a file that
        cannot be read.
    """
    with open_source(str(path), "jsonl" if format_by_name(path) == "jsonl" else "json") as source:
        for row in source:
            if isinstance(row, BadRow):
                raise broken(path, row.number, row.reason)
            try:
                parsed = parse(row.number, _mended(row.fields))
            except HipsError:
                raise
            except FAULTS as error:
                reason = f"a field is missing or wrong ({type(error).__name__})"
                raise broken(path, row.number, reason) from None
            if parsed is not None:
                yield parsed


def broken(path: Path, number: int, reason: str) -> HipsError:
    """E411 for a record that cannot be read."""
    return HipsError(Errors.E411.format(number=number, path=path, reason=reason))


def write_lines(rows: Iterable[Mapping[str, Any]]) -> Iterator[Piece]:
    """An object a line."""
    for row in rows:
        yield Piece("", json_line(row))


def write_list(rows: Iterable[Mapping[str, Any]]) -> Iterator[Piece]:
    """A list, an object a line."""
    form = JsonFormat()
    yield Piece("", form.head())
    for row in rows:
        yield Piece("", form.row(row))
    yield Piece("", form.tail())


def further(record: Record, reserved: Collection[str], report: Report) -> dict[str, Any]:
    """The further fields of a record.

    record (Record): The record.
    reserved (Collection[str]): Names that mean something in the format that is written.
    report (Callable): Is told of a field of such a name, which is left out.
    RETURNS (dict): The others.
    """
    free = {name: value for name, value in record.meta.items() if name not in reserved}
    if len(free) < len(record.meta):
        report(Misfit(record.number, "field"))
    return free


def one_of(raw: Mapping[str, Any], names: Iterable[str]) -> Any:
    """The field of the first of some names that is there. RAISES (KeyError): If none is."""
    for name in names:
        if name in raw:
            return raw[name]
    raise KeyError


def as_text(value: Any) -> str:
    """A string as it is. RAISES (TypeError): For anything else."""
    if not isinstance(value, str):
        raise TypeError
    return value


def as_whole(value: Any) -> int:
    """A whole number as it is. RAISES (TypeError): For anything else."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError
    return value


def as_score(value: Any) -> float:
    """A number; 1 where there is none. RAISES (TypeError): For anything else."""
    if value is None:
        return 1.0
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise TypeError
    return float(value)


def as_list(value: Any) -> list[Any]:
    """A list as it is, empty where there is none. RAISES (TypeError): For anything else."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise TypeError
    return value


def as_id(value: Any) -> str:
    """An id as text; "" where there is none. RAISES (TypeError): For what is no text or number."""
    if value is None:
        return ""
    if not isinstance(value, (str, int, float)):
        raise TypeError
    return str(value)


def id_out(id: str) -> int | str:
    """An id as a number where it reads back as the same text, as tools number their records."""
    whole = re.fullmatch(r"0|[1-9]\d{0,14}", id, re.ASCII)
    return int(id) if whole else id


def as_layout(tokens: Any, spaces: Any) -> Layout | None:
    """Tokens, and for each whether a space follows; None where there are none.

    RAISES (TypeError, ValueError): For tokens that are no texts, or spaces that are not as many.
    """
    if tokens is None:
        return None
    words = tuple(as_text(token) for token in as_list(tokens))
    if spaces is None:
        return words, None
    followed = tuple(bool(space) for space in as_list(spaces))
    if len(words) != len(followed):
        raise ValueError
    return words, followed


def _mended(value: Any) -> Any:
    """A json value without lone surrogates, which no encoding and no tokenizer can take."""
    if isinstance(value, str):
        return value if value.isascii() else mend(value)[0]
    if isinstance(value, list):
        return [_mended(item) for item in value]
    if isinstance(value, dict):
        return {_mended(name): _mended(item) for name, item in value.items()}
    return value
