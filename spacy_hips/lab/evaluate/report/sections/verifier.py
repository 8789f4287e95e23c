"""What a verifier changed in the verdicts of the filter, and how often it was right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .....components.scoring.metrics import rounded
from .....core.bounds import exact_bounds
from ..facts import Facts

CHANGES = {0: "hidden to kept", 1: "kept to hidden"}


def verifier(documents: Sequence[Facts]) -> dict[str, Any]:
    """The section.

    documents (Sequence[Facts]): All documents, searched by a pipeline with a verifier.
    RETURNS (dict): Plain data.
    """
    changed = [row for facts in documents for row in facts.overruled]
    kinds = sorted({(hidden, role) for hidden, role, _ in changed}, reverse=True)
    return {
        "judged": sum(facts.judged for facts in documents),
        "changed": len(changed),
        "failed": sum(facts.unverified for facts in documents),
        "rows": [_row(hidden, role, changed) for hidden, role in kinds],
    }


def _row(hidden: int, role: str, changed: Sequence[tuple[int, str, int]]) -> dict[str, Any]:
    right = [hit for *kind, hit in changed if kind == [hidden, role]]
    bounds = exact_bounds(sum(right), len(right))
    low, high = (None, None) if bounds is None else map(rounded, bounds)
    return {
        "change": CHANGES[hidden],
        "role": role,
        "mentions": len(right),
        "right": sum(right),
        "wrong": len(right) - sum(right),
        "share_right": {"value": rounded(sum(right) / len(right)), "low": low, "high": high,
                        "part": sum(right), "whole": len(right)},
    }  # fmt: skip
