"""spacy-hips restore: undo a run with its key file."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..errors import Errors, HipsError
from ..records.keyfile import KeyFile
from ..records.output import PRIVATE_FILE, FileTarget, check_output, explained, part_of
from ..records.readers import FORMATS, Source, TableSource, guess_format, open_source
from ..records.reversal import TEXT, Undo, restored
from ..records.writers import row_format, target_format
from . import _keys
from ._console import say


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

    RETURNS (int): 0.
    RAISES (HipsError): E140-E147 for a key file, passphrase or output that does not fit; nothing
        is written then.
    """
    format = args.format or guess_format(args.input)
    check_output(args.output, args.input, force=args.force)
    if (target := target_format(args.output, format)) != format:
        raise HipsError(Errors.E715.format(source=format, target=target))
    with KeyFile(args.key_file, _keys.load_key(args), create=False) as file:
        undo = Undo(file)
    with open_source(args.input, format) as source:
        rows = restored(source, undo, format, args.input)
        count = _write(Path(args.output), format, source, rows)
    say(f"{count:,} rows are as they were. They hold originals.")
    return 0


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
    try:
        with explained(path):
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir(mode=0o700)
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
