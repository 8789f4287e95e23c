"""spacy-hips evaluate: measure a pipeline against labelled texts."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..core.errors import HipsError
from ..desk.annotations.annotation_format import shown_label
from ..desk.files.file_formats import STANDARD
from ..desk.files.output import FileTarget
from ..desk.files.writers import json_line
from ..desk.run.options import JobOptions
from . import _options
from ._console import collected_warnings, say, show, show_json
from ._paths import claimed
from .errors import Errors

if TYPE_CHECKING:
    from ..lab.evaluate.gold import Gold
    from ..lab.evaluate.measure import Search


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    parser.add_argument(
        "gold",
        help='jsonl or json of {"id", "text", "spans": [[start, end, label]]}, may tell "roles"; '
        "or Kaggle/CRAPII json, or .spacy",
    )
    _options.add_gold_format(parser)
    parser.add_argument(
        "--roles", default="", metavar="FILE", help="roles of the persons, by id (jsonl)"
    )
    parser.add_argument(
        "--errors", metavar="FILE", help="list what was missed or replaced wrongly here; internal"
    )
    parser.add_argument("--force", action="store_true", help="replace a list that is there")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    parser.add_argument(
        "--labels", default="", help="labels to count, or all (default: the gold's and direct ones)"
    )
    parser.add_argument("--merge-names", action="store_true", help="count all names as PERSON")
    parser.add_argument("--bootstrap", type=int, default=0, metavar="N", help="95 %% intervals")
    parser.add_argument("--seed", type=int, default=0, help="of the bootstrap")
    parser.add_argument(
        "--groups", default="", metavar="KIND,...",
        help="recall of names by region, country, gender or form of the name",
    )  # fmt: skip
    _options.add_name_parser(parser)
    _options.add_predictions(parser)
    _options.add_pipeline(parser)
    _options.add_actions(parser)
    _options.add_running(parser, output=False)


def run(args: argparse.Namespace) -> int:
    """Evaluate a pipeline.

    args (Namespace): The options.
    RETURNS (int): 0.
    RAISES (HipsError): Where the gold or the pipeline cannot be used.
    """
    from ..lab.evaluate.gold import check_labelled, read_gold, with_roles
    from ..lab.evaluate.measure import evaluate
    from ..lab.evaluate.report.groups import Groups
    from ..lab.evaluate.report.lines import lines

    options = _options.job(args)
    if args.errors == STANDARD:
        raise HipsError(Errors.E726.format(path="of mistakes"))
    with claimed(args, *([args.errors] if args.errors else ())), collected_warnings() as warned:
        gold = read_gold(args.gold, args.gold_format)
        if args.roles:
            gold = with_roles(gold, args.roles)
        check_labelled(gold, args.gold)
        kinds = [kind.strip() for kind in args.groups.split(",")]
        groups = Groups(kinds, args.name_parser) if args.groups else None
        search = _predictions(args, gold) if args.predictions else _runner(options)
        with _noted(args.errors) as note:
            done = evaluate(
                gold, search, merge_names=args.merge_names, labels=args.labels, note=note,
                each=groups,
            )  # fmt: skip
    if args.bootstrap:
        done.resample(args.bootstrap, args.seed)
    if args.json:
        grouped = {"groups": groups.to_json(args.bootstrap, args.seed)} if groups else {}
        show_json({**done.to_json(), **grouped}, on_error=False)
        return 0
    for line in (*lines(done), *(groups.lines(args.bootstrap, args.seed) if groups else ())):
        show(line)
    for message in warned:
        say(message)
    if args.errors:
        say(f"{args.errors}: what was missed and replaced wrongly. It shows originals: internal.")
    return 0


def _runner(options: JobOptions) -> Search:
    """The pipeline that the options name."""
    from ..desk.run.pipeline import Pipeline

    pipeline = Pipeline(options)
    if pipeline.anonymizer.scope != "document":
        raise HipsError(Errors.E757.format(scope=pipeline.anonymizer.scope))
    return pipeline.runner()


def _predictions(args: argparse.Namespace, gold: Sequence[Gold]) -> Search:
    """The spans of another tool."""
    from ..lab.evaluate.predictions import Predictions

    found = Predictions(args.predictions, gold, form=args.predictions_format, lang=args.lang)
    for label, count in sorted(found.unknown.items()):
        label = shown_label(label)
        say(f"Predicted spans with the unknown label {label}, which were left out: {count:,}")
    return found


@contextmanager
def _noted(path: str) -> Iterator[Callable[[Mapping[str, Any]], None] | None]:
    """Write mistakes to a file, which gets its name when it is whole."""
    if not path:
        yield None
        return
    target = FileTarget(path, private=True)
    try:
        yield lambda line: target.write(json_line(line))
    except BaseException:
        target.abandon(keep=False)
        raise
    target.finish()
