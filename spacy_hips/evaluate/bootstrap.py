"""Percentile intervals by resampling documents (Efron, 1979): documents, not spans, are drawn,
because mentions within one are not independent. Where all samples are alike, as where nothing was
missed, they say nothing: so shares are widened by their exact bounds (exact.py)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .exact import Bounds, exact_bounds, widened
from .metrics import KAGGLE_BETA, DocumentScore, Prf, mean, rounded, share, total

Interval = tuple[float | None, float | None]
LOWEST, HIGHEST = 2.5, 97.5


def intervals(documents: Sequence[DocumentScore], draws: int, seed: int = 0) -> dict[str, Interval]:
    """95 % intervals of the figures over all labels.

    documents (Sequence[DocumentScore]): All documents.
    draws (int): How many samples.
    seed (int): Of the random numbers; the same seed gives the same intervals.
    RETURNS (dict): Lower and upper bounds of p, r, f1, f5, token_f5, doc_recall, docs_found,
        docs_clean, entity_recall and covered.
    """
    random = np.random.default_rng(seed)
    spans = np.array([_row(d.all) for d in documents], dtype="int64").reshape(-1, 3)
    tokens = np.array([_row(d.tokens) for d in documents], dtype="int64").reshape(-1, 3)
    samples: dict[str, list[float]] = {}
    for _ in range(draws):
        chosen = random.integers(0, len(documents), len(documents))
        for name, value in _figures(documents, chosen, spans, tokens).items():
            if value is not None:
                samples.setdefault(name, []).append(value)
    sure = _exact(documents)
    return {name: bounds(values, sure.get(name)) for name, values in samples.items()}


def _exact(documents: Sequence[DocumentScore]) -> dict[str, Bounds | None]:
    """Exact bounds of what is a share, and of what is none where it is 1."""
    holding = [d for d in documents if d.gold]
    counts, words = total(d.all for d in documents), total(d.tokens for d in documents)
    found = exact_bounds(sum(d.all.recall == 1.0 for d in holding), len(holding))
    judged = [bool(d.clean) for d in holding if d.clean is not None]
    return {
        "p": exact_bounds(counts.tp, counts.tp + counts.fp),
        "r": exact_bounds(counts.tp, counts.tp + counts.fn),
        "f1": _f_bounds(counts, 1.0),
        "f5": _f_bounds(counts, KAGGLE_BETA),
        "token_f5": _f_bounds(words, KAGGLE_BETA),
        "doc_recall": found if all(d.all.recall == 1.0 for d in holding) else None,
        "docs_found": found,
        "docs_clean": exact_bounds(sum(judged), len(judged)),
        "entity_recall": exact_bounds(*_entities(holding)),
        "covered": exact_bounds(sum(d.covered for d in holding), sum(d.gold for d in holding)),
    }


def _f_bounds(counts: Prf, beta: float) -> Bounds | None:
    """Of a perfect F-beta: it is at least what the lower bounds of precision and recall give."""
    bounds = exact_bounds(counts.tp, counts.tp)
    if bounds is None or counts.fp or counts.fn:
        return None
    low = bounds[0]  # of both, for nothing is wrong and nothing is missed
    return (1 + beta**2) * low * low / (beta**2 * low + low), 1.0


def _entities(documents: Sequence[DocumentScore]) -> tuple[int, int]:
    return sum(d.entities[0] for d in documents), sum(d.entities[1] for d in documents)


def _figures(
    documents: Sequence[DocumentScore], chosen: np.ndarray, spans: np.ndarray, tokens: np.ndarray
) -> dict[str, float | None]:
    counts = Prf(*(int(n) for n in spans[chosen].sum(axis=0)))
    words = Prf(*(int(n) for n in tokens[chosen].sum(axis=0)))
    holding = [documents[i] for i in chosen if documents[i].gold]
    judged = [d for d in holding if d.clean is not None]
    return {
        "p": counts.precision,
        "r": counts.recall,
        "f1": counts.f(),
        "f5": counts.f(5.0),
        "token_f5": words.f(5.0),
        "doc_recall": mean([d.all.recall or 0.0 for d in holding]),
        "docs_found": mean([float(d.all.recall == 1.0) for d in holding]),
        "entity_recall": share(*_entities(holding)),
        "covered": share(sum(d.covered for d in holding), sum(d.gold for d in holding)),
        "docs_clean": mean([float(bool(d.clean)) for d in judged]),
    }


def _row(counts: Prf) -> tuple[int, int, int]:
    return counts.tp, counts.fp, counts.fn


def bounds(values: Sequence[float], exact: Bounds | None = None) -> Interval:
    """The 95 % interval of resampled values, and of exact bounds where they reach further."""
    low, high = np.percentile(values, [LOWEST, HIGHEST])
    low, high = widened((float(low), float(high)), exact) or (None, None)
    return rounded(low), rounded(high)
