"""Percentile intervals by resampling documents (Efron, 1979): documents, not spans, are drawn,
because mentions within one are not independent."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .metrics import DocumentScore, Prf, mean, rounded

Interval = tuple[float | None, float | None]
LOWEST, HIGHEST = 2.5, 97.5


def intervals(documents: Sequence[DocumentScore], draws: int, seed: int = 0) -> dict[str, Interval]:
    """95 % intervals of the figures over all labels.

    documents (Sequence[DocumentScore]): All documents.
    draws (int): How many samples.
    seed (int): Of the random numbers; the same seed gives the same intervals.
    RETURNS (dict): Lower and upper bounds of p, r, f1, f5, token_f5, doc_recall and docs_clean.
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
    return {name: bounds(values) for name, values in samples.items()}


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
        "docs_clean": mean([float(bool(d.clean)) for d in judged]),
    }


def _row(counts: Prf) -> tuple[int, int, int]:
    return counts.tp, counts.fp, counts.fn


def bounds(values: Sequence[float]) -> Interval:
    """The 95 % interval of resampled values."""
    low, high = np.percentile(values, [LOWEST, HIGHEST])
    return rounded(float(low)), rounded(float(high))
