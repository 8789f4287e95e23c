"""The threshold of hips_filter, picked on texts with known roles."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from spacy.tokens import DocBin

from ...components.scoring.role_scores import judged, threshold_for
from ...core.errors import HipsError
from ...who.judging.role_targets import NOBODY
from ..errors import Errors
from .assemble import FILTER
from .choosing import LEAST_NAMES

if TYPE_CHECKING:
    from spacy.language import Language

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
