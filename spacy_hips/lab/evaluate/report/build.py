"""Puts the sections into one JSON: all that page, summary and card may tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .asked import Asked
from .facts import Facts
from .sections.cost import cost
from .sections.detection import detection
from .sections.fairness import fairness
from .sections.leaks import leaks
from .sections.provenance import Release, provenance
from .sections.utility import utility
from .sections.verifier import verifier

FORMAT = "spacy_hips report 1"
MEASURED = "cost"
"""The one section that differs from run to run."""


def build(
    documents: Sequence[Facts],
    asked: Asked,
    *,
    versions: Mapping[str, str],
    gold: Mapping[str, str],
    release: Release | None = None,
    attack: Mapping[str, Any] | None = None,
    memory: float | None = None,
    price: float | None = None,
    unknown: Mapping[str, int] | None = None,
    searched: Mapping[str, Sequence[str]] | None = None,
    verified: bool = False,
) -> dict[str, Any]:
    """The report as plain data.

    documents (Sequence[Facts]): All documents.
    asked (Asked): What was asked for.
    versions, gold (Mapping): Versions of programs and model; SHA-256 of each set by its name.
    release (Release): What is told of the release.
    attack (Mapping): What `read_attack` gave.
    memory, price (Optional[float]): Megabytes at most, and money for an hour of a core.
    unknown (Mapping): Spans with labels that nobody knows, which were left out, by label.
    searched (Mapping): Labels: "searched"; "not_searched" though they should be hidden; "left":
        found and only marked.
    verified (bool): Has the pipeline a verifier?
    RETURNS (dict): Plain data; the same for the same texts, pipeline and settings, but for "cost".
    """
    return {
        "format": FORMAT,
        "detection": detection(documents, asked),
        "verifier": verifier(documents) if verified else None,
        "fairness": fairness(documents, asked),
        "leaks": leaks(documents, asked),
        "utility": utility(documents, asked),
        MEASURED: cost(documents, memory, price),
        "attack": dict(attack) if attack is not None else None,
        "provenance": provenance(asked, versions, gold, release or Release()),
        "labels": {name: list(own) for name, own in (searched or {}).items()},
        "unknown_labels": dict(sorted((unknown or {}).items())),
        "mistakes": [
            {"set": facts.source, **line} for facts in documents for line in facts.mistakes
        ],
    }
