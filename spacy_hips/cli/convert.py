"""spacy-hips convert: labelled texts from one annotation format into another (internal)."""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from ..core.errors import HipsError
from ..core.labels import check_label
from ..desk.annotations.annotation_format import UNITS, Misfit
from ..desk.files.file_formats import STANDARD
from ..desk.files.paths import refuse_unusable
from ._console import say
from ._paths import claimed
from .errors import Errors

SHOWN = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    parser.add_argument("input", type=Path, help="labelled texts; a folder for brat")
    parser.add_argument("-o", "--output", type=Path, required=True, help="where to write to")
    parser.add_argument(
        "--from", dest="read", metavar="FORMAT", default="",
        help="format of the input, where its name does not tell (docs/formats.md lists them)",
    )  # fmt: skip
    parser.add_argument(
        "--to", dest="write", metavar="FORMAT", default="", help="format of the output"
    )
    parser.add_argument(
        "--offsets", choices=UNITS, default=UNITS[0], help="what the input's offsets count"
    )
    parser.add_argument(
        "--labels", type=Path, metavar="FILE",
        help="labels of the input, a line each: THEIRS=OURS; THEIRS= leaves such spans out",
    )  # fmt: skip
    parser.add_argument("--force", action="store_true", help="replace an output that is there")


def run(args: argparse.Namespace) -> int:
    """Convert.

    args (Namespace): The options.
    RETURNS (int): 0, or 1 where something was left out.
    RAISES (HipsError): Where the input cannot be used or the output cannot be written.
    """
    from ..desk.annotations.convert import convert
    from ..desk.annotations.registry import FORMATS, format_of, make_reader, make_writer

    refuse_unusable([args.input, args.output])
    to = _told(format_of(args.output, args.write, writing=True), args.output, "--to")
    labels = _labels(args.labels) if args.labels else {}
    read = make_reader(
        _told(format_of(args.input, args.read), args.input, "--from"), args.offsets, labels
    )
    write = make_writer(to)
    beside = _beside(args, FORMATS[to].beside if to in FORMATS else "")
    with claimed(args, str(args.output), *map(str, beside)):
        done = convert(args.input, args.output, read, write, FORMATS.get(to))
    for line in misfit_lines(done.misfits):
        say(line)
    if not done.records:
        raise HipsError(Errors.E782.format(path=args.input))
    for what, count in done.unheld.items():
        if count:
            say(f"The format {to} has no place for {what} ({count}).")
    say(f"{args.output}: {done.records} record(s), {done.spans} span(s) read (internal)")
    return 0 if done.whole else 1


def misfit_lines(misfits: Sequence[Misfit]) -> list[str]:
    """What to tell of misfits: of each kind the first ones by number, and how many more.

    misfits (Sequence[Misfit]): What did not fit.
    RETURNS (list[str]): The lines.
    """
    kinds: dict[str, list[Misfit]] = defaultdict(list)
    for misfit in misfits:
        kinds[misfit.kind].append(misfit)
    lines = []
    for found in kinds.values():
        lines += [f"Record {misfit.number}: {misfit.what}." for misfit in found[:SHOWN]]
        if len(found) > SHOWN:
            numbers = dict.fromkeys(str(misfit.number) for misfit in found[SHOWN:])
            lines.append(f"{len(found) - SHOWN} more of this kind, in: {', '.join(numbers)}.")
    return lines


def _told(form: str, path: Path, option: str) -> str:
    if not form:
        raise HipsError(Errors.E786.format(path=path, option=option))
    return form


def _beside(args: argparse.Namespace, ending: str) -> list[Path]:
    """What is written beside the output."""
    if str(args.output) == STANDARD:
        raise HipsError(Errors.E726.format(path="of the conversion"))
    if not ending:
        return []
    other: Path = args.output.with_suffix(ending)
    if other == args.output:
        wanted = f"a name that does not end in {ending}, which is written beside it"
        raise HipsError(Errors.E730.format(setting="--output", wanted=wanted))
    return [other]


def _labels(path: Path) -> dict[str, str]:
    """The pairs of a file, a line each; what follows a # at the start of a line is a comment."""
    from ..desk.files.decoding import DEFAULT_ENCODING, Decoder
    from ..desk.files.readers import open_bytes

    stream, _ = open_bytes(str(path))
    pairs = {}
    for number, line in enumerate(Decoder(stream, DEFAULT_ENCODING, str(path)).lines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        theirs, equals, ours = (part.strip() for part in line.rpartition("="))
        if not equals or not theirs:
            raise HipsError(Errors.E781.format(path=path, line=number))
        pairs[theirs] = check_label(ours).name if ours else ""
    return pairs
