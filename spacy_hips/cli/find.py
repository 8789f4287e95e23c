"""spacy-hips find: list identifiers without replacing them (internal)."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from ..core.errors import HipsError
from ..core.ids import get_ids
from ..core.spans import PiiSpan, read_group
from ..desk.files.file_formats import FORMATS, STANDARD
from ..desk.files.output import FileTarget, WriteFailed, write_lines
from ..desk.files.rows import BadRow
from ..desk.files.writers import check_ending, json_line
from ..desk.run.processes import WorkerLost
from . import _options
from ._app import FAILED
from ._console import collected_warnings, not_in_summary, progress_bar, say, show_json
from ._paths import claimed
from .errors import Errors, Warnings

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from ..components.anonymizer import HipsAnonymizer
    from ..desk.files.documents import Document
    from ..desk.kanon_texts.adding_up import AddingUp
    from ..desk.run.batches import Result, Runner
    from ..desk.run.open_input import Input
    from ..desk.run.pipeline import Pipeline
    from ..desk.run.roster_report import RosterReport
    from ..desk.run.summary import Summary

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
    parser.add_argument(
        "--roster-report", metavar="FILE",
        help="jsonl of known people never found and of found people not known; internal",
    )  # fmt: skip
    parser.add_argument(
        "--adding-up", metavar="FILE",
        help="jsonl of what the texts of each author tell together; internal",
    )  # fmt: skip
    _options.add_pipeline(parser)
    scope = parser.add_argument_group("persons over several documents (docs/review.md)")
    _options.add_scope(scope)
    _options.add_running(parser)
    parser.add_argument("--json", action="store_true", help="the summary as JSON")


def run(args: argparse.Namespace) -> int:
    """List the identifiers of an input.

    args (Namespace): The options.
    RETURNS (int): 0, or 1 where rows were rejected or the file could not be written.
    RAISES (HipsError): Where nothing can be done with what was given.
    """
    from ..desk.run.open_input import open_input
    from ..desk.run.pipeline import Pipeline

    options = _options.job(args)
    if args.output == STANDARD:
        raise HipsError(Errors.E726.format(path="of spans"))
    if args.roster_report and not args.known_people:
        raise HipsError(Errors.E822)
    written = [path for path in (args.output, args.roster_report, args.adding_up) if path]
    with (
        claimed(args, *written),
        collected_warnings() as warned,
        open_input(options) as given,
    ):
        check_ending(args.output, [*FORMATS["jsonl"].endings, ".csv", ".tsv"])
        if args.adding_up and not given.columns.the("author"):
            raise HipsError(Errors.E823)
        pipeline = Pipeline(options)
        pipeline.meet(given)
        if args.roles and not pipeline.judges:
            raise HipsError(Errors.E760)
        # Wider scopes would need a register, which finding does not.
        pipeline.anonymizer.search_only = pipeline.anonymizer.scope != "document"
        summary = pipeline.summary()
        summary.notes += [given.source.note] if given.source.note else []
        beside = _Beside(args, pipeline)
        target = FileTarget(args.output, private=True)
        try:
            _find(args, given, pipeline, summary, target, beside)
        except (WriteFailed, WorkerLost) as error:
            target.abandon(keep=False)
            say(str(error))
            return FAILED
        except BaseException:
            target.abandon(keep=False)
            raise
    summary.notes += [*beside.notes(), *not_in_summary(warned)]
    return _report(args, summary)


class _Beside:
    """What is asked for beside the file of spans.

    args (Namespace): The options.
    pipeline (Pipeline): The pipeline.
    """

    def __init__(self, args: argparse.Namespace, pipeline: Pipeline) -> None:
        from ..desk.run.roster_report import RosterReport

        self._args = args
        self._pipeline = pipeline
        self.roster: RosterReport | None = None
        self.adding: AddingUp | None = None
        if args.roster_report and pipeline.known_people is not None:
            self.roster = RosterReport(pipeline.known_people.people)
        self._wide = pipeline.anonymizer.scope != "document"
        if args.adding_up:
            from ..desk.kanon_texts.adding_up import AddingUp

            self.adding = AddingUp(args.lang)

    def runner(self) -> Runner:
        """The pipeline, with what adds up told of every document."""
        runner = self._pipeline.runner(decide=False)  # what was decided is told line by line
        if self._wide:
            runner.work = replace(runner.work, across=self._pipeline.anonymizer.across)
        if self.adding is not None:
            tell = partial(_what_adds_up, self._pipeline.anonymizer)
            runner.work = replace(runner.work, tell=tell)
        return runner

    def add(self, done: Result) -> None:
        """Count what was found in a document."""
        if self.roster is not None:
            self.roster.add(done)
        if self.adding is not None and done.told is not None:
            self.adding.add(*done.told)

    def write(self) -> None:
        """Write the files that were asked for."""
        for path, report in (
            (self._args.roster_report, self.roster),
            (self._args.adding_up, self.adding),
        ):
            if report is not None:
                write_lines(path, map(json_line, report.lines()))

    def notes(self) -> list[str]:
        """What the summary says of them."""
        return [
            note for one in (self.roster, self.adding) if one is not None for note in one.notes()
        ]


def _what_adds_up(
    anonymizer: HipsAnonymizer, doc: Doc, _: Document
) -> tuple[str, str, list[PiiSpan], list[tuple[int, int]]] | None:
    """Author, text, what was found in it, and what of that a profile that hides all leaves."""
    author = get_ids(doc).author
    if not author:
        return None
    left = [(one.start, one.end) for one in anonymizer.left_by(doc, "full")]
    return author, doc.text, read_group(doc, anonymizer.spans_key), left


def _find(
    args: argparse.Namespace,
    given: Input,
    pipeline: Pipeline,
    summary: Summary,
    target: FileTarget,
    beside: _Beside,
) -> None:
    from ..desk.found.applied import decided_lines
    from ..desk.found.spanfile import CELL, TEXTS, span_lines
    from ..desk.found.spantable import is_table, table_of

    table: list[dict[str, Any]] = []
    runner = beside.runner()
    model = pipeline.model_version
    with progress_bar(given.source, quiet=args.quiet) as step:
        for batch in runner(given.items()):
            for done in batch:
                if isinstance(done, BadRow):
                    summary.reject(done)
                    continue
                summary.found(done)
                beside.add(done)
                verdicts = done.verdicts if args.roles else None
                pipeline.decisions.note(done.document)
                lines = span_lines(
                    done.document, done.spans, verdicts, model, done.across, done.owners
                )
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
    beside.write()
    target.finish()


def _report(args: argparse.Namespace, summary: Summary) -> int:
    if args.json:
        show_json({**summary.to_json(), "internal": True}, on_error=False)
    elif not args.quiet:
        for line in (*summary.lines(), INTERNAL):
            say(line)
    else:
        for line in (*summary.failures("not searched"), *summary.kept_unsearched()):
            say(line)
    return FAILED if summary.rejected else 0
