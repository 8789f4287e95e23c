"""spacy-hips restore: undo a run with its key file."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from ..errors import Errors, HipsError
from ..files import PRIVATE_FILE, PRIVATE_FOLDER, part_of
from ..records.keyfile import Key, KeyFile
from ..records.output import FileTarget, explained
from ..records.readers import FORMATS, STANDARD, Source, TableSource, guess_format, open_source
from ..records.reversal import TEXT, Undo, restored
from ..records.rows import BadRow, Row
from ..records.writers import row_format, target_format
from . import _keys
from ._app import FAILED
from ._console import say
from ._paths import claimed

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
    _keys.add_passphrase(parser)


def run(args: argparse.Namespace) -> int:
    """Restore an output.

    RETURNS (int): 0, or 1 where rows were left out or the run that released them has no seal.
    RAISES (HipsError): E140-E147 for a key file, passphrase or output that does not fit; nothing
        is written then.
    """
    format = args.format or guess_format(args.input)
    if (target := target_format(args.output, format)) != format:
        raise HipsError(Errors.E715.format(source=format, target=target))
    with claimed(args, args.output):
        with KeyFile(
            args.key_file, Key.given(args.passphrase_file, _keys.ask), create=False
        ) as file:
            undo = Undo(file, _rows(args.input, format), format)
        lost: dict[int, str] = {}
        with open_source(args.input, format) as source:
            rows = _some(restored(source, undo, lost), lost, args.input)
            count = _write(Path(args.output), format, source, rows)
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


def _write(path: Path, format: str, source: Source, rows: Iterator[dict[str, Any]]) -> int:
    if format == "folder":
        return _write_folder(path, rows)
    target = FileTarget(path, private=True)
    try:
        count = 0
        if format == "spacy":
            found = list(rows)
            target.write(_docbin(found))
            count = len(found)
        else:
            delimiter = source.delimiter if isinstance(source, TableSource) else ""
            form = row_format(format, source.fields, TEXT, delimiter)
            target.write(form.head())
            for row in rows:
                target.write(form.row(row))
                count += 1
            target.write(form.tail())
        target.finish()
    except BaseException:
        target.abandon(keep=False)
        raise
    return count


def _write_folder(path: Path, rows: Iterator[Mapping[str, Any]]) -> int:
    """Each text under its original name, in its subfolder."""
    part = part_of(path)
    count = 0
    with explained(path):
        if part.is_symlink() or (part.exists() and not part.is_dir()):
            raise HipsError(Errors.E746.format(path=part))
    try:
        with explained(path):
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir(mode=PRIVATE_FOLDER)
            for row in rows:
                file = (part / row["id"]).resolve()
                if part.resolve() not in file.parents:
                    reason = "the name of a text leads out of the folder"
                    raise HipsError(Errors.E756.format(path=path, reason=reason))
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(row[TEXT].encode("utf8", "surrogatepass"))
                file.chmod(PRIVATE_FILE)
                count += 1
            if path.exists():
                shutil.rmtree(path)
            part.replace(path)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    return count


def _docbin(rows: list[dict[str, Any]]) -> bytes:
    import spacy
    from spacy.tokens import DocBin

    from ..ids import set_ids

    nlp, out = spacy.blank("xx"), DocBin(store_user_data=True)
    for row in rows:
        nlp.max_length = max(nlp.max_length, len(row[TEXT]) + 1)
        out.add(set_ids(nlp.make_doc(row[TEXT]), doc=str(row.get("id", ""))))
    return bytes(out.to_bytes())
