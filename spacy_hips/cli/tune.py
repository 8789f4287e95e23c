"""spacy-hips tune: pick the threshold of the trained finder, or filter, on labelled texts."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from ..components.scoring.role_scores import HIDDEN
from ..core.bounds import exact_bounds
from ..core.errors import HipsError
from ..core.files import locked
from ..lab.training.choosing import Point, choose, too_few
from . import _options
from ._console import say, show
from .errors import Errors

if TYPE_CHECKING:
    from spacy.language import Language

    from ..lab.training.tune_filter import PublicPoint


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the verb."""
    parser.add_argument("model", type=Path, help="folder of a trained pipeline")
    parser.add_argument("gold", type=Path, help="labelled texts (.jsonl, .json or .spacy)")
    _options.add_gold_format(parser)
    parser.add_argument("--recall", type=float, help="fewest names found with this recall")
    parser.add_argument(
        "--filter",
        action="store_true",
        help="that of hips_filter; gold is .spacy with roles",
    )
    parser.add_argument(
        "--hidden",
        type=float,
        default=HIDDEN,
        help=f"with --filter: share of private persons that stays hidden (default {HIDDEN})",
    )
    parser.add_argument("--write", action="store_true", help="write the threshold into the model")
    parser.add_argument(
        "-o", "--output", type=Path, help="write the pipeline with the threshold to this folder"
    )
    parser.add_argument("--json", action="store_true", help="print the curve as JSON")


def run(args: argparse.Namespace) -> int:
    """Print the curve and the choice; 1 where the wanted recall is not reached."""
    from ..lab.training.assemble import load_trained
    from ..lab.training.tune import measure

    if args.filter:
        return _run_filter(args)
    nlp = load_trained(args.model)
    finder = nlp.get_pipe("hips_ner")
    own = finder.threshold
    curve = measure(nlp, args.gold, args.gold_format)
    chosen = choose(curve, own, args.recall)
    _print_curve(curve, chosen, own, as_json=args.json)
    if note := too_few(chosen.names, "labelled names", f"{chosen.threshold}"):
        say(note)
    finder.threshold = chosen.threshold
    _write(nlp, args, changed=chosen.threshold != own)
    return 0 if args.recall is None or chosen.recall >= args.recall else 1


def _run_filter(args: argparse.Namespace) -> int:
    """Print the curve and the choice; 1 where no threshold hides as many as are wanted."""
    from ..lab.training.assemble import FILTER, load_trained
    from ..lab.training.tune_filter import THRESHOLDS, choose_filter, measure_filter, point

    nlp = load_trained(args.model)
    if FILTER not in nlp.pipe_names:
        raise HipsError(Errors.E513.format(path=args.model))
    judge = nlp.get_pipe(FILTER)
    persons = measure_filter(nlp, args.gold)
    chosen = choose_filter(persons, judge.threshold_public, args.hidden)
    points = {*THRESHOLDS, judge.threshold_public} - {chosen.threshold}
    curve = [chosen, *(point(persons, threshold) for threshold in points)]
    _print_persons(sorted(curve, key=lambda p: p.threshold), chosen, persons, as_json=args.json)
    if note := too_few(len(persons["private"]), "private persons", f"{chosen.threshold:.4f}"):
        say(note)
    changed = chosen.threshold != judge.threshold_public
    judge.threshold_public = chosen.threshold
    _write(nlp, args, changed=changed)
    return 0 if chosen.hidden >= args.hidden else 1


def _write(nlp: Language, args: argparse.Namespace, *, changed: bool) -> None:
    """Write the pipeline where it is wanted; the model itself only if its threshold changed."""
    for path in filter(None, (args.output, args.model if args.write and changed else None)):
        with locked(path):
            nlp.to_disk(path)


def _print_curve(curve: Sequence[Point], chosen: Point, own: float, *, as_json: bool) -> None:
    """Write the curve to standard output."""
    if as_json:
        told = [
            {"at_least": p.at_least, "present": p.threshold == own, "chosen": p is chosen}
            for p in curve
        ]
        rows = [{**asdict(p), **more} for p, more in zip(curve, told, strict=True)]
        show(json.dumps(rows, indent=2))
        return
    show("threshold  precision  recall     F1     F5  names per 1,000 words")
    for p in curve:
        mark = "  <- chosen" if p is chosen else "  <- present" if p.threshold == own else ""
        show(
            f"{p.threshold:9.2f}  {p.precision:9.3f}  {p.recall:6.3f}  {p.f1:5.3f}  {p.f5:5.3f}"
            f"  {p.candidates:8.2f}{mark}"
        )
    show(
        f"{chosen.missed:,} missed of {chosen.names:,} names: the recall of all such is at least "
        f"{chosen.at_least:.3f} (95 %)"
    )


def _print_persons(
    curve: Sequence[PublicPoint],
    chosen: PublicPoint,
    persons: dict[str, list[float]],
    *,
    as_json: bool,
) -> None:
    if as_json:
        show(json.dumps([{**asdict(p), "chosen": p is chosen} for p in curve], indent=2))
        return
    show("threshold_public  private hidden  public kept  no names left alone")
    for p in curve:
        mark = "  <- chosen" if p is chosen else ""
        show(
            f"{p.threshold:16.4f}  {p.hidden:14.4f}  {_share(p.kept):>11}"
            f"  {_share(p.nobody):>19}{mark}"
        )
    private = len(persons["private"])
    kept = sum(value >= chosen.threshold for value in persons["private"])
    low, _ = exact_bounds(private - kept, private) or (0.0, 1.0)
    told = f"{kept:,} kept of {private:,} private persons"
    show(f"{told}: of all such at least {low:.3f} stay hidden (95 %)")


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
