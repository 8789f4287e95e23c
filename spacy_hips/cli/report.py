"""spacy-hips report: what is missed, for whom, and what the texts are still good for."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from . import _options
from ._console import collected_warnings, counted_bar, not_in_summary, say, show
from ._paths import claimed

if TYPE_CHECKING:
    from ..lab.evaluate.report.job import ReportOptions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    parser.add_argument("gold", nargs="*", default=[], help="labelled texts, as `evaluate` reads")
    parser.add_argument("-o", "--output", required=True, help="the page (.html)")
    parser.add_argument("--json", default="", metavar="FILE", help="the numbers (default: beside)")
    parser.add_argument("--summary", default="", metavar="FILE", help="a page for an ethics board")
    parser.add_argument("--card", default="", metavar="FILE", help="a model card (.md)")
    parser.add_argument(
        "--generated", type=int, default=0, metavar="N",
        help="also, or without gold, N texts that are made up, balanced over regions",
    )  # fmt: skip
    _options.add_gold_format(parser)
    counted = parser.add_argument_group("what is counted")
    counted.add_argument("--labels", default="", help="labels to count, or all")
    counted.add_argument("--merge-names", action="store_true", help="count all names as PERSON")
    counted.add_argument("--seed", type=int, default=0, help="of all that is drawn")
    counted.add_argument("--bootstrap", type=int, default=1000, metavar="N", help="samples")
    counted.add_argument(
        "--classes", default="", metavar="FIELD",
        help="field of the gold (level, subject) that a classifier is to tell",
    )  # fmt: skip
    _options.add_name_parser(counted)
    counted.add_argument(
        "--tagger", default="", metavar="MODEL",
        help="a spaCy pipeline with a tagger (default: one that is installed)",
    )  # fmt: skip
    counted.add_argument("--price-per-hour", type=float, metavar="MONEY", help="of one core")
    counted.add_argument(
        "--show-text", action="store_true",
        help="list what was missed, with its words: the page is internal then",
    )  # fmt: skip
    _options.add_predictions(counted, many=True)
    release = parser.add_argument_group("the release that it is about")
    release.add_argument("--attack", default="", metavar="FILE", help="JSON of `attack`")
    release.add_argument("--kanon", default="", metavar="FILE", help="JSON of `kanon --report`")
    release.add_argument("--manifest", default="", metavar="FILE", help="the manifest of its run")
    _options.add_decisions(release)
    release.add_argument("--register", default="", metavar="FILE", help="its register, if kept")
    release.add_argument("--key-file", default="", metavar="FILE", help="its key file, if kept")
    release.add_argument("--originals-gone", action="store_true",
                         help="nobody holds the originals any more")  # fmt: skip
    _options.add_pipeline(parser)
    _options.add_actions(parser)
    _options.add_running(parser)
    parser.add_argument("--resume", action="store_true", help="go on with an interrupted report")


def run(args: argparse.Namespace) -> int:
    """Make a report.

    args (Namespace): The options.
    RETURNS (int): 0.
    RAISES (HipsError): Where the gold, the pipeline or a file beside them cannot be used.
    """
    from ..lab.evaluate.report.job import ReportJob

    options = _chosen(args)
    job = _options.job(argparse.Namespace(**{**vars(args), "decisions": [], "register": "",
                                             "key_file": "", "output": ""}))  # fmt: skip
    with claimed(args, *options.outputs), collected_warnings() as warned:
        made = ReportJob(options, job)
        try:
            with counted_bar(made.total, quiet=args.quiet) as step:
                report = made.run(step)
        except KeyboardInterrupt:
            say("To go on after the texts that are done, run the same command with --resume.")
            raise
    for line in [] if args.quiet else _lines(report):
        show(line)
    for message in not_in_summary(warned):
        say(message)
    if not args.quiet:
        say("Written: " + ", ".join(options.outputs))
    if args.show_text:
        say("Page and JSON show originals: internal.")
    return 0


def _chosen(args: argparse.Namespace) -> ReportOptions:
    from ..lab.evaluate.report.asked import Asked
    from ..lab.evaluate.report.job import ReportOptions, read_kanon
    from ..lab.evaluate.report.sections.provenance import Release

    asked = Asked(
        seed=args.seed, draws=args.bootstrap, labels=args.labels, merge_names=args.merge_names,
        tagger=args.tagger, classes=args.classes, parser=args.name_parser,
        show_text=args.show_text,
    )  # fmt: skip
    release = Release(
        manifest=args.manifest, decisions=args.decisions, register=args.register,
        key_file=args.key_file, originals=not args.originals_gone, kanon=read_kanon(args.kanon),
    )  # fmt: skip
    return ReportOptions(
        gold=args.gold, output=args.output, json=args.json, summary=args.summary, card=args.card,
        generated=args.generated, gold_format=args.gold_format, predictions=args.predictions,
        predictions_format=args.predictions_format, attack=args.attack, kanon=args.kanon,
        price_per_hour=args.price_per_hour, resume=args.resume, asked=asked, release=release,
    )  # fmt: skip


def _lines(report: dict[str, Any]) -> list[str]:
    """The headline for a terminal."""
    from ..lab.evaluate.report.summary import paragraphs

    told = paragraphs(report)
    return [line for name in ("What was searched", "What was missed") for line in told[name]]
