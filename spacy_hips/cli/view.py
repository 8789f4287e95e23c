"""spacy-hips view: an HTML page of originals beside anonymised texts (internal)."""

from __future__ import annotations

import argparse
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.errors import HipsError
from ..desk.files.file_formats import STANDARD
from ..desk.files.output import FileTarget, WriteFailed
from ..desk.files.rows import BadRow
from ..desk.files.writers import check_ending
from ..desk.run.options import JobOptions
from . import _options
from ._app import FAILED
from ._console import collected_warnings, not_in_summary, progress_bar, say
from ._paths import claimed
from .errors import Errors

if TYPE_CHECKING:
    from ..desk.run.batches import Result
    from ..desk.run.open_input import Input
    from ..desk.run.pipeline import Pipeline
    from ..desk.run.summary import Summary


LIMIT = 200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    _options.add_input(parser)
    parser.add_argument("-o", "--output", required=True, help="HTML file; internal")
    parser.add_argument(
        "--limit", type=int, default=LIMIT, help=f"documents on the page (default {LIMIT})"
    )
    _options.add_pipeline(parser)
    _options.add_actions(parser)
    _options.add_running(parser)
    parser.add_argument(
        "--register", metavar="FILE", help="new names shared by all runs; for the wider scopes"
    )


def run(args: argparse.Namespace) -> int:
    """Write the page.

    args (Namespace): The options.
    RETURNS (int): 0, or 1 where rows were rejected or the page could not be written.
    RAISES (HipsError): Where nothing can be done with what was given.
    """
    options = _options.job(args)
    if args.limit < 1:
        raise HipsError(Errors.E730.format(setting="--limit", wanted="1 or more"))
    if args.output == STANDARD:
        raise HipsError(Errors.E726.format(path="of originals"))
    with claimed(args, args.output):
        check_ending(args.output, (".html", ".htm"))
        return _view(args, options)


def _view(args: argparse.Namespace, options: JobOptions) -> int:
    from ..desk.pages.view_page import page
    from ..desk.run.open_input import open_input

    with collected_warnings() as warned, open_input(options) as given:
        pipeline = _settled(options, given)
        summary = pipeline.summary()
        results, more = _run(args, given, pipeline, summary)
    summary.notes += [given.source.note] if given.source.note else []
    summary.notes += not_in_summary(warned)
    if more:
        summary.notes.append(f"Only the first {len(results):,} documents are shown (--limit).")
    lines = summary.lines()
    # The legend tells the counts by label.
    remarks = [line for line in lines if not line.startswith("  ")]
    title = "Originals and replacements"
    if args.input != STANDARD:
        title += f": {Path(args.input).name}"
    try:
        target = FileTarget(args.output, private=True)
        target.write(page(results, title, remarks).encode("utf8", "replace"))
        target.finish()
    except WriteFailed as error:
        say(str(error))
        return FAILED
    if not args.quiet:
        for line in (*lines, f"{args.output} shows originals: it is internal, never publish it."):
            say(line)
    else:
        for line in summary.failures("not shown"):
            say(line)
    return FAILED if summary.failures() else 0


def _settled(options: JobOptions, given: Input) -> Pipeline:
    """The pipeline; in a scope wider than a document with all new names settled."""
    from ..desk.run.first_pass import check_register, settle_names
    from ..desk.run.pipeline import Pipeline

    pipeline = Pipeline(options)
    scope = pipeline.anonymizer.scope
    if scope in ("author", "group") and not given.columns.the(scope):
        raise HipsError(Errors.E722.format(scope=scope))
    check_register(options, scope)
    pipeline.meet(given)
    if scope != "document":
        settle_names(options, pipeline, given, None)
    return pipeline


def _run(
    args: argparse.Namespace, given: Input, pipeline: Pipeline, summary: Summary
) -> tuple[list[Result], bool]:
    """What the page shows, and whether the input holds more."""
    from ..desk.run.first_pass import with_ids

    results = []
    items = iter(with_ids(given.items(), pipeline.anonymizer.scope))
    with progress_bar(given.source, quiet=args.quiet) as step:
        for batch in pipeline.runner()(islice(items, args.limit)):
            for done in batch:
                if isinstance(done, BadRow):
                    summary.reject(done)
                else:
                    summary.add(done)
                    results.append(done)
            step()
        more = next(items, None) is not None
    return results, more
