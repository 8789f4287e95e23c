"""spacy-hips tune: pick the threshold of the trained finder, or filter, on labelled texts."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

from ..components.role_scores import HIDDEN
from ..errors import Errors, HipsError, Warnings
from ..evaluate.metrics import KAGGLE_BETA, match, total
from ..files import locked
from ..records.annotations import Annotated, read_annotations
from ..spans import PiiSpan
from . import _options
from ._choosing import LEAST_NAMES, Point, choose
from ._console import say, show
from ._tune_filter import run_filter
from .assemble import load_trained

THRESHOLDS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


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
    parser.add_argument("--json", action="store_true", help="print the curve as JSON")


def run(args: argparse.Namespace) -> int:
    """Print the curve and the choice; 1 where the wanted recall is not reached."""
    if args.filter:
        return run_filter(args)
    nlp = load_trained(args.model)
    finder = nlp.get_pipe("hips_ner")
    own = finder.threshold
    curve = measure(nlp, args.gold, args.gold_format)
    chosen = choose(curve, own, args.recall)
    print_curve(curve, chosen, own, as_json=args.json)
    tell_too_few(chosen)
    if args.write and chosen.threshold != own:
        finder.threshold = chosen.threshold
        with locked(args.model):
            nlp.to_disk(args.model)
    return 0 if args.recall is None or chosen.recall >= args.recall else 1


def measure(nlp: Language, path: Path, form: str = "") -> list[Point]:
    """Run the encoder once over labelled texts and read the spans at every threshold.

    nlp (Language): Has hips_transformer and hips_ner.
    path (Path): Labelled texts; labels of names count as PERSON.
    form (str): Their annotation format by name; "" takes what the file's name tells.
    RETURNS (list): A Point for each of THRESHOLDS and for the pipeline's own one, rising.
    RAISES (HipsError): E443 where no name is labelled.
    """
    records = read_annotations(path, overlaps="longest", form=form)
    if not any(_is_name(label) for record in records for _, _, label in record.spans):
        raise HipsError(Errors.E443.format(path=path))
    return measure_records(nlp, records)


def measure_records(
    nlp: Language, records: Sequence[Annotated], thresholds: Sequence[float] = ()
) -> list[Point]:
    """`measure` on records that are read already.

    nlp (Language): Has hips_transformer and hips_ner.
    records (Sequence[Annotated]): Labelled texts.
    thresholds (Sequence[float]): Where to measure; THRESHOLDS and the pipeline's own one if left
        out.
    RETURNS (list): A Point for each threshold.
    """
    gold = [{(s, e) for s, e, label in r.spans if _is_name(label)} for r in records]
    words = sum(len(record.text.split()) for record in records)
    ner = nlp.get_pipe("hips_ner")
    thresholds = thresholds or sorted({*THRESHOLDS, ner.threshold})
    decodings = [
        replace(ner.decoding, threshold=t, thresholds={}, beside=min(ner.cfg["beside"], t))
        for t in thresholds
    ]
    found: list[list[set[tuple[int, int]]]] = [[] for _ in decodings]
    for doc, probabilities in _predict(nlp, [record.text for record in records]):
        for column, decoding in zip(found, decodings, strict=True):
            column.append(_names(ner.read_spans(doc, probabilities, decoding)))
    return [
        _point(threshold, gold, column, words)
        for threshold, column in zip(thresholds, found, strict=True)
    ]


def tell_too_few(chosen: Point) -> None:
    """Say so where the labelled names are too few to choose by."""
    if chosen.names < LEAST_NAMES:
        what = f"{chosen.names} labelled names are"
        say(Warnings.W111.format(what=what, least=LEAST_NAMES, threshold=chosen.threshold))


def print_curve(curve: Sequence[Point], chosen: Point, own: float, *, as_json: bool) -> None:
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


def _predict(nlp: Language, texts: Sequence[str]) -> Iterator[tuple[Doc, np.ndarray]]:
    ner = nlp.get_pipe("hips_ner")
    with nlp.select_pipes(enable=["hips_transformer"]):
        for doc in nlp.pipe(texts):
            (probabilities,) = ner.predict([doc])
            doc._.trf_data = None
            yield doc, probabilities


def _is_name(label: str) -> bool:
    return label == "PERSON" or label.startswith("NAME_")


def _names(spans: Sequence[PiiSpan]) -> set[tuple[int, int]]:
    return {(s.start, s.end) for s in spans if _is_name(s.label)}


def _point(
    threshold: float,
    gold: Sequence[set[tuple[int, int]]],
    found: Sequence[set[tuple[int, int]]],
    words: int,
) -> Point:
    counts = total(match(a, b) for a, b in zip(gold, found, strict=True))
    return Point(
        threshold,
        counts.precision or 0.0,
        counts.recall or 0.0,
        counts.f() or 0.0,
        counts.f(KAGGLE_BETA) or 0.0,
        1000 * (counts.tp + counts.fp) / max(1, words),
        counts.tp + counts.fn,
        counts.fn,
    )
