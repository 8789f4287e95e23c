"""spacy-hips restore: undo a run with its key file."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from ..core.errors import HipsError
from ..desk.files.file_formats import FORMATS, STANDARD
from ..desk.files.readers import guess_format, open_source
from ..desk.files.rows import BadRow, Row
from ..desk.files.sinks import Place, write_rows
from ..desk.files.writers import target_format
from ..desk.undo.keyfile import Key, KeyFile
from ..desk.undo.restore import TEXT, Undo, restored
from . import _options
from ._app import FAILED
from ._console import ask_passphrase, say
from ._paths import claimed
from .errors import Errors

OLD = (
    "The key file was written by version 0.1.0, which had no seals: whether its end is whole "
    "cannot be told. Compare the last row."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    parser.add_argument("input", help="what `anonymize` wrote: a file or a folder")
    parser.add_argument("--key-file", required=True, metavar="FILE", help="the key file of the run")
    parser.add_argument("-o", "--output", required=True, help="a new file or folder, mode 0600")
    parser.add_argument("--format", choices=FORMATS, default="", help="where the name tells none")
    parser.add_argument("--force", action="store_true", help="replace an output that is there")
    _options.add_passphrase(parser)


def run(args: argparse.Namespace) -> int:
    """Restore an output.

    RETURNS (int): 0, or 1 where rows were left out or the run that released them has no seal.
    RAISES (HipsError): E140-E147 for a key file, passphrase or output that does not fit; nothing
        is written then.
    """
    format = args.format or guess_format(args.input)
    if FORMATS[format].in_place:
        raise HipsError(Errors.E793.format(format=format))
    if (target := target_format(args.output, format)) != format:
        raise HipsError(Errors.E715.format(source=format, target=target))
    with claimed(args, args.output):
        with KeyFile(
            args.key_file, Key.given(args.passphrase_file, ask_passphrase), create=False
        ) as file:
            undo = Undo(file, _rows(args.input, format), format)
        lost: dict[int, str] = {}
        with open_source(args.input, format) as source:
            rows = _some(restored(source, undo, lost), lost, args.input)
            place = Place(
                output=args.output, columns=source.fields, doc="id", text=TEXT,
                delimiter=source.delimiter, private=True,
            )  # fmt: skip
            count = write_rows(format, place, rows)
    return _report(args.input, count, undo, lost)


def _rows(path: str, format: str) -> Iterator[Row | BadRow]:
    if path == STANDARD:
        raise HipsError(Errors.E766)
    with open_source(path, format) as source:
        yield from source


def _some(
    rows: Iterator[dict[str, Any]], lost: Mapping[int, str], path: str
) -> Iterator[dict[str, Any]]:
    """Refuse an output of which nothing is known."""
    count = 0
    for row in rows:
        yield row
        count += 1
    if lost and not count:
        raise HipsError(Errors.E145.format(count=len(lost), path=path))


def _report(path: str, count: int, undo: Undo, lost: Mapping[int, str]) -> int:
    say(f"{count:,} rows are as they were. They hold originals.")
    if undo.old:
        say(OLD)
    if undo.unsealed:
        say(Errors.E765.format(path=path))
    if lost:
        say(Errors.E764.format(count=len(lost), path=path))
        for numbers, reason in _ranges(lost):
            say(f"  row {numbers}: {reason}")
    return FAILED if lost or undo.unsealed else 0


def _ranges(lost: Mapping[int, str]) -> Iterator[tuple[str, str]]:
    """Rows that follow each other and have one reason, as "7" or "7 to 9"."""
    numbered = enumerate(sorted(lost.items()))
    for (_, reason), run in groupby(numbered, lambda one: (one[1][0] - one[0], one[1][1])):
        numbers = [number for _, (number, _) in run]
        first, last = numbers[0], numbers[-1]
        yield (str(first) if first == last else f"{first} to {last}"), reason
