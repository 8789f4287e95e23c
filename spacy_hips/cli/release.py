"""spacy-hips release: anonymised texts with the labels of what was replaced."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from ..core.errors import HipsError
from ..core.files import write_whole
from ..core.labels import INDIRECT_LABELS, KEPT, actions_for
from ..core.spans import DENIED
from ..desk.annotations.annotation_format import Misfit, Record
from ..desk.annotations.registry import FORMATS, format_of, make_reader, make_writer
from ..desk.files.file_formats import STANDARD
from ..desk.files.output import WriteFailed, explained
from ..desk.run.options import JobOptions
from . import _options
from ._app import FAILED
from ._console import ask_passphrase, collected_warnings, not_in_summary, progress_bar, say
from ._paths import claimed
from .anonymize import whole_command
from .convert import misfit_lines
from .errors import Errors, Warnings
from .leaks import RunOf, count_leaks, people_of

if TYPE_CHECKING:
    from ..desk.annotations.convert import Converted
    from ..desk.release.labelled_release import Release
    from ..desk.run.summary import Summary
    from ..lab.evaluate.leaks import Leak


NOTICE = (
    "The labels show what was found and replaced. So a reader sees at once what was not: a name "
    "that has no label is a public one, or one that was missed."
)
ABOUT = ".about.json"
SVALA = "svala"
UNREPLACED: frozenset[str] = frozenset(("label", "outside", "inside", "quote", "crossed"))
"""Misfits of gold by which an identifier would stay in the text."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    _options.add_input(parser)
    parser.add_argument("-o", "--output", type=Path, required=True, help="the labelled texts")
    parser.add_argument(
        "--to", dest="write", metavar="FORMAT", default="",
        help="annotation format of the output, where its name does not tell (docs/formats.md)",
    )  # fmt: skip
    decided = parser.add_argument_group("spans that people decided on")
    decided.add_argument("--reviewed", metavar="FILE", help="what `find` wrote and people reviewed")
    _options.add_decisions(decided)
    decided.add_argument("--gold", action="store_true", help="the input itself holds the labels")
    _options.add_gold_format(decided)
    _options.add_pipeline(parser)
    _options.add_actions(parser)
    parser.add_argument("--register", metavar="FILE", help="new names, for the wider scopes")
    parser.add_argument("--details", metavar="FILE", help="list what still stands here; internal")
    parser.add_argument("--despite-leaks", action="store_true", help="write it all the same")
    parser.add_argument(
        "--aligned", type=Path, metavar="FILE",
        help="the originals beside the new texts, as SVALA's JSON; internal",
    )  # fmt: skip
    _options.add_running(parser)


def run(args: argparse.Namespace) -> int:
    """Make a labelled release.

    args (Namespace): The options.
    RETURNS (int): 0, or 1 where something was left out or still stands in the texts.
    RAISES (HipsError): E840 or E841 without spans that people decided on; others where nothing
        can be done with what was given.
    """
    from ..desk.release.labelled_release import Release
    from ..desk.run.job import Job

    form = _checked(args)
    others = [str(path) for path in (args.aligned, args.details) if path]
    beside = [args.output.with_name(args.output.name + ABOUT)]
    if form in FORMATS and FORMATS[form].beside:
        beside.append(args.output.with_suffix(FORMATS[form].beside))
    with (
        claimed(args, str(args.output), *others, beside=beside),
        TemporaryDirectory(prefix="hips-release-") as folder,
        collected_warnings() as warned,
    ):
        release = Release(_job(args, Path(folder)), Path(folder), gold=args.gold)
        try:
            job = Job(
                release.options, ask=ask_passphrase, suggest=partial(whole_command, args),
                progress=partial(progress_bar, quiet=args.quiet), target="jsonl",
            )  # fmt: skip
            summary = release.run(job)
            _check_decided(args, summary)
            left = _left(args, release)
            if left and not args.despite_leaks:
                kinds = ", ".join(f"{kind}: {places:,}" for kind, places in left.items())
                say(Errors.E842.format(count=left.total(), kinds=kinds, what=_decided(args)))
                return FAILED
            done = _write(args, release, form)
        except WriteFailed as error:
            say(str(error))
            return FAILED
    summary.notes += not_in_summary(warned)
    failures = [*summary.failures("left out"), *_not_reviewed(release), *_left_out(form, done)]
    if not args.quiet:
        lines = [*summary.lines(), *_not_reviewed(release), *_left_out(form, done)]
        _tell(args, form, lines, left)
    elif failures:
        for line in failures:
            say(line)
    return FAILED if summary.failures() or release.uncovered or not done.whole else 0


def _checked(args: argparse.Namespace) -> str:
    """The format of the output, where all that is needed was given."""
    from ..desk.release.labelled_release import check_reviewed
    from ..desk.run.first_pass import lies_with

    if bool(args.reviewed or args.decisions) == args.gold:
        raise HipsError(Errors.E840)
    if STANDARD in (args.input, str(args.output)):
        wanted = "files: a labelled release is checked before it is written"
        raise HipsError(Errors.E730.format(setting="Input and --output", wanted=wanted))
    form = format_of(args.output, args.write, writing=True)
    if not form:
        raise HipsError(Errors.E786.format(path=args.output, option="--to"))
    if args.register and lies_with(Path(args.register), args.output):
        raise HipsError(Errors.E755.format(path=args.register))
    if args.reviewed and not args.decisions:
        check_reviewed(args.reviewed)
    return form


def _check_decided(args: argparse.Namespace, summary: Summary) -> None:
    """Refuse decisions none of which holds for these texts, unless the file of spans has some."""
    from ..desk.release.labelled_release import check_reviewed

    if not args.decisions or summary.decided.get("applied"):
        return
    if not args.reviewed:
        raise HipsError(Errors.E841.format(path=", ".join(args.decisions)))
    check_reviewed(args.reviewed)


def _decided(args: argparse.Namespace) -> str:
    """What is to be corrected where something still stands in the new texts."""
    if args.gold:
        return f"the labels of {args.input}"
    return args.reviewed or "what was decided"


def _job(args: argparse.Namespace, folder: Path) -> JobOptions:
    """The run over the reviewed spans, over those of the labelled texts, or with a search.

    Where there is no search, known people are only looked for in what comes out.
    """
    from ..desk.release.labelled_release import gold_input

    options = _options.job(args)
    if not args.gold and not args.reviewed:
        return options
    options = replace(options, known_people="", spans=args.reviewed or "")
    if not args.gold:
        return options
    path = Path(args.input)
    form = format_of(path, args.gold_format)
    if not form:
        raise HipsError(Errors.E786.format(path=path, option="--gold-format"))
    records = make_reader(form)(path, _refuse_gaps)
    return gold_input(_with_namesakes(records, options), options, folder)


def _with_namesakes(records: Iterable[Record], options: JobOptions) -> Iterator[Record]:
    """Gold in which nothing is kept that holds a name of somebody who is replaced.

    A label says what a place is and not what becomes of it: under the default profile "Reyes High
    School" would stay, and with it the name of a Reyes of the same text, who has another one now.
    """
    from ..lab.evaluate.leaks import Traces

    actions = actions_for(options.profile or "default", options.action)
    open_labels = {
        label for label in INDIRECT_LABELS if actions[label] in KEPT and label not in options.action
    }
    for record in records:
        text = record.text
        gone = [
            (s.label, text[s.start : s.end]) for s in record.spans if actions[s.label] not in KEPT
        ]
        traces = Traces(gone)
        spans = tuple(
            replace(span, source=DENIED)
            if span.label in open_labels and traces(text[span.start : span.end])
            else span
            for span in record.spans
        )
        yield replace(record, spans=spans)


def _refuse_gaps(misfit: Misfit) -> None:
    """Refuse gold of which a span would not be replaced."""
    if misfit.kind in UNREPLACED:
        raise HipsError(Errors.E844.format(number=misfit.number, what=misfit.what))


def _left(args: argparse.Namespace, release: Release) -> Counter[str]:
    """What still stands in the new texts of what was replaced, and of the people of the table."""
    kind = _LabelledRun if args.gold else RunOf
    run_of = kind(release.internal, lambda: release.originals().source)
    people = people_of(args.known_people, run_of)
    count, _ = count_leaks(release.texts(), people, run_of, args.details)
    found = Counter(count.hits)
    found.update(f"{one.label} repeated" for one in release.repeated())
    return found


class _LabelledRun(RunOf):
    """The run over gold, in which people have said what the places are that stay.

    That somebody of another text has a word of a town's name for a name is chance.
    """

    def drew(self, number: int, column: str, leak: Leak) -> bool:
        """Does a place lie in a surrogate, or say by its label that it is something else?"""
        return super().drew(number, column, leak) or self._is_other(number, column, leak)

    def _is_other(self, number: int, column: str, leak: Leak) -> bool:
        from ..lab.evaluate.leaks import PART

        return leak.kind == PART and any(
            line["column"] == column
            and line["action"] in KEPT
            and line["label"] in INDIRECT_LABELS
            and line["new_start"] <= leak.start
            and leak.end <= line["new_end"]
            for line in self.places(number)
        )


def _not_reviewed(release: Release) -> list[str]:
    """What is said of documents that are left out, since nobody reviewed them."""
    count = len(release.uncovered)
    return [Warnings.W147.format(count=f"{count:,}")] if count else []


def _write(args: argparse.Namespace, release: Release, form: str) -> Converted:
    """Write what was asked for."""
    from ..desk.annotations.convert import convert

    if args.aligned:
        convert(
            args.aligned, args.aligned, lambda path, report: release.aligned(),
            make_writer(SVALA), FORMATS[SVALA],
        )  # fmt: skip
    done = convert(
        args.output, args.output, lambda path, report: release.records(),
        make_writer(form), FORMATS.get(form), private=False,
    )  # fmt: skip
    if not done.records:
        raise HipsError(Errors.E782.format(path=args.input))
    about = {
        "notice": NOTICE,
        "spans": "gold" if args.gold else "reviewed",
        "format": form,
        "labels": sorted(done.labels),
    }
    path = args.output.with_name(args.output.name + ABOUT)
    with explained(path):
        write_whole(path, (json.dumps(about, indent=2) + "\n").encode("utf8"))
    return done


def _left_out(form: str, done: Converted) -> list[str]:
    """What the format of the output has no place for."""
    lines = [
        f"The format {form} has no place for {what} ({count:,})."
        for what, count in done.unheld.items()
        if count
    ]
    unwritten = Counter(misfit.label for misfit in done.misfits if misfit.kind == "unwritten")
    lines += [
        f"The format {form} has no label for {label}: {count:,} left without one."
        for label, count in unwritten.items()
    ]
    rest = [misfit for misfit in done.misfits if misfit.kind != "unwritten"]
    return lines + misfit_lines(rest)


def _tell(args: argparse.Namespace, form: str, lines: Sequence[str], left: Counter[str]) -> None:
    for line in lines:
        say(line)
    if left:
        say(f"Written despite {left.total():,} place(s) that the search for leaks found.")
    say(f"{args.output}: labelled release ({form}). {NOTICE}")
    if args.aligned:
        say(f"{args.aligned}: internal, never publish it. It shows originals.")
