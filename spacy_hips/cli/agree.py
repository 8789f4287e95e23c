"""spacy-hips agree: compare and merge the decisions of two reviewers (internal)."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ..core.errors import HipsError
from ..desk.files.file_formats import FORMATS, STANDARD
from ..desk.files.output import FileTarget, WriteFailed
from ..desk.files.writers import check_ending, json_line
from ..desk.found.audit import audit_of
from ..desk.found.decisions import Decisions
from ..desk.review.agreement import Agreement, compare, lines, merged, shares
from ._app import FAILED
from ._console import say, show, show_json
from ._paths import claimed
from .errors import Errors


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    parser.add_argument("decisions", nargs=2, metavar="FILE", help="what each reviewer decided")
    parser.add_argument("--third", metavar="FILE", default="", help="what a third settled")
    parser.add_argument("-o", "--output", default="", help="what all agree on, jsonl; internal")
    parser.add_argument(
        "--disagreements", metavar="FILE", default="", help="what is open, jsonl; internal"
    )
    parser.add_argument("--force", action="store_true", help="replace an output that is there")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")


def run(args: argparse.Namespace) -> int:
    """Compare two files of decisions.

    args (Namespace): The options.
    RETURNS (int): 0, or 1 where a file could not be written.
    RAISES (HipsError): Where nothing can be done with what was given.
    """
    first, second = (Decisions.read([path]) for path in args.decisions)
    third = Decisions.read([args.third]) if args.third else None
    agreement = compare(first, second)
    whole, still = merged(first, second, agreement, third)
    outputs = [path for path in (args.output, args.disagreements) if path]
    if STANDARD in outputs:
        raise HipsError(Errors.E726.format(path="of decisions"))
    try:
        with claimed(args, *outputs):
            if args.output:
                _write(args.output, lines(whole))
            if args.disagreements:
                _write(args.disagreements, (pair.line() for pair in still))
    except WriteFailed as error:
        say(str(error))
        return FAILED
    audit = audit_of(whole)
    if args.json:
        more = {"open": len(still), "merged": len(whole)}
        show_json(
            {**agreement.to_json(), **more, "audit": audit.to_json() if audit else None},
            on_error=False,
        )
        return 0
    for line in _report(agreement, len(still)):
        show(line)
    if audit is not None:
        show(audit.line())
    return 0


def _write(path: str, values: Iterable[Mapping[str, Any]]) -> None:
    check_ending(path, FORMATS["jsonl"].endings)
    target = FileTarget(Path(path), private=True)
    for line in values:
        target.write(json_line(line))
    target.finish()


def _report(agreement: Agreement, still: int) -> Iterable[str]:
    figures = agreement.to_json()
    yield f"{figures['places']:,} places decided by both, {figures['one_reviewer_only']:,} by one"
    yield from shares(figures)
    differ = ", ".join(f"{count:,} {kind}" for kind, count in figures["disagreements"].items())
    yield f"Disagreements: {differ or 'none'}"
    if still:
        yield f"{still:,} are open: a third must settle them. The merged file leaves them out."
