"""The threshold of hips_filter, picked on texts with known roles."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from spacy.language import Language
from spacy.tokens import DocBin

from ..components.role_scores import judged, threshold_for
from ..errors import Errors, HipsError, Warnings
from ..evaluate.exact import exact_bounds
from ..files import locked
from ..models.role_targets import NOBODY
from ._choosing import LEAST_NAMES
from ._console import say, show
from .assemble import FILTER, load_trained

THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99)


@dataclass(frozen=True)
class PublicPoint:
    """What one threshold gives: shares of the persons that arrive at the filter.

    threshold (float): The least probability of "public" that keeps a person.
    hidden (float): Of the private ones, those that stay hidden.
    kept (Optional[float]): Of the public ones, those that are kept; None where there is none.
    nobody (Optional[float]): Of what is no person's name, that which is left alone.
    """

    threshold: float
    hidden: float
    kept: float | None
    nobody: float | None


def run_filter(args: argparse.Namespace) -> int:
    """Print the curve and the choice; 1 where no threshold hides as many as are wanted."""
    nlp = load_trained(args.model)
    if FILTER not in nlp.pipe_names:
        raise HipsError(Errors.E513.format(path=args.model))
    judge = nlp.get_pipe(FILTER)
    persons = measure_filter(nlp, args.gold)
    chosen = choose_filter(persons, judge.threshold_public, args.hidden)
    points = {*THRESHOLDS, judge.threshold_public} - {chosen.threshold}
    curve = [chosen, *(point(persons, threshold) for threshold in points)]
    _print(sorted(curve, key=lambda p: p.threshold), chosen, persons, as_json=args.json)
    if len(persons["private"]) < LEAST_NAMES:
        what = f"{len(persons['private'])} private persons are"
        say(Warnings.W111.format(what=what, least=LEAST_NAMES, threshold=f"{chosen.threshold:.4f}"))
    if args.write and chosen.threshold != judge.threshold_public:
        judge.threshold_public = chosen.threshold
        with locked(args.model):
            nlp.to_disk(args.model)
    return 0 if chosen.hidden >= args.hidden else 1


def choose_filter(persons: dict[str, list[float]], own: float, hidden: float) -> PublicPoint:
    """The threshold to take: it rises where too few are hidden, and falls for a good reason only.

    persons (dict): What `measure_filter` returned.
    own (float): The present threshold.
    hidden (float): The share of private persons that must stay hidden.
    RETURNS (PublicPoint): The lowest that hides as many; the present one where that would keep
        no more public people, or where there are too few private ones to tell.
    """
    present = point(persons, own)
    least = min(max(threshold_for(persons["private"], hidden), THRESHOLDS[0]), 1.0)
    lowest = point(persons, least)
    if present.hidden < hidden:
        return lowest
    more = (lowest.kept, lowest.nobody) != (present.kept, present.nobody)
    enough = len(persons["private"]) >= LEAST_NAMES
    return lowest if least < own and more and enough else present


def measure_filter(nlp: Language, path: Path) -> dict[str, list[float]]:
    """The probabilities of being public of the persons in texts with roles.

    nlp (Language): Has hips_filter.
    path (Path): A .spacy file of scripts/convert_roles.py.
    RETURNS (dict): By what they are: "private", "public", "nobody".
    RAISES (HipsError): E404 where the file is not there, E514 where no private person is labelled.
    """
    if not path.is_file():
        raise HipsError(Errors.E404.format(path=path))
    golds = list(DocBin().from_disk(path).get_docs(nlp.vocab))
    others = {"hips_anonymizer"} & set(nlp.pipe_names)
    cfg = nlp.get_pipe(FILTER).cfg
    out: dict[str, list[float]] = {"private": [], "public": [], NOBODY: []}
    with nlp.select_pipes(disable=others):
        docs = nlp.pipe(gold.text for gold in golds)
        for doc, gold in zip(docs, golds, strict=True):
            doc._.trf_data = None
            for verdict, kind in judged(doc, gold, cfg["gold_key"], cfg["masked_key"]):
                if kind:
                    out[kind if kind in out else "private"].append(verdict.public)
    if not out["private"]:
        raise HipsError(Errors.E514.format(path=path))
    return out


def point(persons: dict[str, list[float]], threshold: float) -> PublicPoint:
    """What a threshold gives.

    persons (dict): What `measure_filter` returned.
    threshold (float): The threshold.
    RETURNS (PublicPoint): The shares.
    """
    shares = {
        kind: sum(value >= threshold for value in values) / len(values) if values else None
        for kind, values in persons.items()
    }
    lost = shares["private"] or 0.0
    return PublicPoint(threshold, 1.0 - lost, shares["public"], shares[NOBODY])


def _print(
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
