"""Percentile intervals by resampling documents (Efron, 1979): documents, not spans, are drawn,
because mentions within one are not independent. Where all samples are alike, as where nothing was
missed, they say nothing: so shares are widened by their exact bounds (exact.py)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from ...components.scoring.metrics import KAGGLE_BETA, DocumentScore, Prf, rounded, share, total
from ...core.bounds import Bounds, exact_bounds, widened

Interval = tuple[float | None, float | None]
Rate = tuple[float, float]
LOWEST, HIGHEST = 2.5, 97.5


def intervals(documents: Sequence[DocumentScore], draws: int, seed: int = 0) -> dict[str, Interval]:
    """95 % intervals of the figures over all labels.

    documents (Sequence[DocumentScore]): All documents.
    draws (int): How many samples.
    seed (int): Of the random numbers; the same seed gives the same intervals.
    RETURNS (dict): Lower and upper bounds of p, r, f1, f5, token_f5, doc_recall, docs_found,
        docs_clean, entity_recall and covered.
    """
    samples: dict[str, list[float]] = {}
    for sums in resampled(np.array([_row(d) for d in documents], dtype="float64"), draws, seed):
        for name, value in _figures(sums).items():
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


def resampled(table: np.ndarray, draws: int, seed: int = 0) -> Iterator[np.ndarray]:
    """Sums over documents that are drawn with replacement.

    table (np.ndarray): What each document adds. Shape (documents, columns).
    draws (int): How many samples.
    seed (int): Of the random numbers.
    YIELDS (np.ndarray): The sums of a sample. Shape (columns,).
    """
    random = np.random.default_rng(seed)
    for _ in range(draws if len(table) else 0):
        chosen = random.integers(0, len(table), len(table))
        yield np.bincount(chosen, minlength=len(table)) @ table


def share_intervals(
    documents: Sequence[Mapping[str, Rate]], draws: int, seed: int = 0
) -> dict[str, list[float]]:
    """Resampled shares.

    documents (Sequence[Mapping]): What each document adds to the part and the whole of each share.
    draws (int): How many samples.
    seed (int): Of the random numbers.
    RETURNS (dict): By name of the share its value in each sample that has a whole.
    """
    names = sorted({name for own in documents for name in own})
    rows = [[own.get(name, (0.0, 0.0)) for name in names] for own in documents]
    table = np.array(rows, dtype="float64").reshape(len(rows), 2 * len(names))
    samples: dict[str, list[float]] = {name: [] for name in names}
    for sums in resampled(table, draws if names else 0, seed):
        for name, (part, whole) in zip(names, sums.reshape(-1, 2), strict=True):
            if whole:
                samples[name].append(float(part / whole))
    return samples


def _figures(sums: np.ndarray) -> dict[str, float | None]:
    """The figures of a sample, from the sums of the columns of `_row`."""
    given = [int(n) if i != _MEAN else float(n) for i, n in enumerate(sums)]
    counts, words = Prf(*map(int, given[:3])), Prf(*map(int, given[3:6]))
    holding, recalls, found, entities, of, covered, gold, judged, clean = given[6:]
    return {
        "p": counts.precision,
        "r": counts.recall,
        "f1": counts.f(),
        "f5": counts.f(5.0),
        "token_f5": words.f(5.0),
        "doc_recall": share(recalls, holding),
        "docs_found": share(found, holding),
        "entity_recall": share(entities, of),
        "covered": share(covered, gold),
        "docs_clean": share(clean, judged),
    }


_MEAN = 7
"""The column of `_row` that is no count."""


def _row(document: DocumentScore) -> tuple[float, ...]:
    """What a document adds: spans, tokens, and of documents with gold what else is counted."""
    spans, words = document.all, document.tokens
    counts = (spans.tp, spans.fp, spans.fn, words.tp, words.fp, words.fn)
    if not document.gold:
        return (*counts, *(0.0,) * 9)
    recall = spans.recall or 0.0
    return (
        *counts, 1, recall, recall == 1.0, *document.entities, document.covered, document.gold,
        document.clean is not None, bool(document.clean),
    )  # fmt: skip


def bounds(values: Sequence[float], exact: Bounds | None = None) -> Interval:
    """The 95 % interval of resampled values, and of exact bounds where they reach further."""
    low, high = np.percentile(values, [LOWEST, HIGHEST])
    low, high = widened((float(low), float(high)), exact) or (None, None)
    return rounded(low), rounded(high)
