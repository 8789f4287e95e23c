"""spacy-hips find: list identifiers without replacing them (internal)."""

from __future__ import annotations

import argparse
from typing import Any

from ..errors import Errors, HipsError, Warnings
from ..records.file_formats import FORMATS, STANDARD
from ..records.given import Input, open_input
from ..records.output import FileTarget, WriteFailed
from ..records.pipeline import Pipeline
from ..records.processes import WorkerLost
from ..records.rows import BadRow
from ..records.spanfile import CELL, TEXTS, span_lines
from ..records.spantable import is_table, table_of
from ..records.summary import Summary
from ..records.writers import check_ending, json_line
from ..review.applied import decided_lines
from . import _options
from ._app import FAILED
from ._console import collected_warnings, not_in_summary, progress_bar, say, show_json
from ._paths import claimed

INTERNAL = "This file shows where identifiers stand: it is internal, never publish it."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    _options.add_input(parser)
    parser.add_argument("-o", "--output", required=True, help="jsonl or csv of spans; internal")
    parser.add_argument(
        "--roles", action="store_true", help="tell role, probability and reason of each person"
    )
    parser.add_argument(
        "--no-text", action="store_true", help="leave the texts out: they cannot be reviewed then"
    )
    _options.add_decisions(parser)
    _options.add_pipeline(parser)
    _options.add_running(parser)
    parser.add_argument("--json", action="store_true", help="the summary as JSON")


def run(args: argparse.Namespace) -> int:
    """List the identifiers of an input.

    args (Namespace): The options.
    RETURNS (int): 0, or 1 where rows were rejected or the file could not be written.
    RAISES (HipsError): Where nothing can be done with what was given.
    """
    options = _options.job(args)
    if args.output == STANDARD:
        raise HipsError(Errors.E726.format(path="of spans"))
    with (
        claimed(args, args.output),
        collected_warnings() as warned,
        open_input(options) as given,
    ):
        check_ending(args.output, [*FORMATS["jsonl"].endings, ".csv", ".tsv"])
        pipeline = Pipeline(options)
        pipeline.meet(given)
        if args.roles and not pipeline.judges:
            raise HipsError(Errors.E760)
        # Wider scopes would need a register, which finding does not.
        pipeline.anonymizer.search_only = pipeline.anonymizer.scope != "document"
        summary = pipeline.summary()
        summary.notes += [given.source.note] if given.source.note else []
        target = FileTarget(args.output, private=True)
        try:
            _find(args, given, pipeline, summary, target)
        except (WriteFailed, WorkerLost) as error:
            target.abandon(keep=False)
            say(str(error))
            return FAILED
        except BaseException:
            target.abandon(keep=False)
            raise
    summary.notes += not_in_summary(warned)
    return _report(args, summary)


def _find(
    args: argparse.Namespace,
    given: Input,
    pipeline: Pipeline,
    summary: Summary,
    target: FileTarget,
) -> None:
    table: list[dict[str, Any]] = []
    runner = pipeline.runner(decide=False)  # what was decided is told line by line
    model = pipeline.model_version
    with progress_bar(given.source, quiet=args.quiet) as step:
        for batch in runner(given.items()):
            for done in batch:
                if isinstance(done, BadRow):
                    summary.reject(done)
                    continue
                summary.found(done)
                verdicts = done.verdicts if args.roles else None
                lines = span_lines(done.document, done.spans, verdicts, model)
                for line in decided_lines(lines, done.document, pipeline.decisions):
                    if args.no_text:
                        line = {k: v for k, v in line.items() if k not in TEXTS}
                    if is_table(args.output):
                        table.append({k: v for k, v in line.items() if k != CELL})
                    else:
                        target.write(json_line(line))
            step()
    if is_table(args.output):
        target.write(table_of(table, args.output))
    if pipeline.decisions:
        counts = pipeline.decisions.counts()
        summary.decided = dict(counts)
        summary.notes.append(f"Decisions of reviewers: {counts['applied']:,} hold here.")
        if counts["other_text"]:
            summary.notes.append(Warnings.W141.format(count=f"{counts['other_text']:,}"))
    target.finish()


def _report(args: argparse.Namespace, summary: Summary) -> int:
    if args.json:
        show_json({**summary.to_json(), "internal": True}, on_error=False)
    elif not args.quiet:
        for line in (*summary.lines(), INTERNAL):
            say(line)
    elif summary.rejected:
        say(f"{len(summary.rejected)} rows rejected and not searched")
    return FAILED if summary.rejected else 0
