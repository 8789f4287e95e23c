"""Near-duplicates: texts whose character trigrams point in nearly the same direction.

All cosines are computed, none is estimated. Trigrams that stand in many texts are multiplied as a
dense block, the many rare ones as a sparse matrix: each is much faster so. A block of texts at a
time meets all others, so memory grows with the number of texts and not with its square.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .extra import scikit_learn

WEIGHTS: tuple[str, ...] = ("log", "counts")
BLOCK = 256
"""So many texts meet all others at a time."""
COMMON = 0.1
"""A trigram that stands in a larger share of the texts is in the dense block."""
ROUNDING = 1e-4
"""So near to the threshold a cosine is computed again in double precision."""


@dataclass(frozen=True)
class Pair:
    """A text that resembles an earlier one.

    text, like (int): The text and the earlier one, which stays.
    cosine (float): How alike they are.
    """

    text: int
    like: int
    cosine: float


@dataclass(frozen=True)
class Near:
    """What was found.

    pairs (tuple[Pair, ...]): The texts to drop, by number.
    nearest (np.ndarray): The highest cosine of each text with any other. Shape (texts,), float32.
    """

    pairs: tuple[Pair, ...]
    nearest: np.ndarray


def near_duplicates(texts: Sequence[str], threshold: float = 0.9, weights: str = "log") -> Near:
    """Find texts that resemble an earlier text.

    texts (Sequence[str]): The texts.
    threshold (float): The least cosine of two texts that count as one.
    weights (str): One of WEIGHTS. With "counts" the commonest trigrams of a language rule, and
        any two long texts have a cosine near .85.
    RETURNS (Near): A text that resembles only a text that is dropped itself is not dropped.
    RAISES (HipsError): E820 if scikit-learn is not installed.
    """
    nearest = np.zeros(len(texts), "float32")
    if not any(len(text) >= 3 for text in texts):
        return Near((), nearest)
    trigrams = _trigrams(texts, weights)
    dense, sparse = _parted(trigrams)
    across = sparse.T.tocsr()
    stays = np.ones(len(texts), bool)
    pairs = []
    for start in range(0, len(texts), BLOCK):
        stop = min(start + BLOCK, len(texts))
        cosines = dense[start:stop] @ dense.T + (sparse[start:stop] @ across).toarray()
        for i in range(start, stop):
            row = cosines[i - start]
            row[i] = 0.0
            nearest[i] = row.max()
            pair = _first_alike(trigrams, i, row[:i], stays[:i], threshold)
            if pair is not None:
                stays[i] = False
                pairs.append(pair)
    return Near(tuple(pairs), np.clip(nearest, 0.0, 1.0))


def _first_alike(
    trigrams: Any, i: int, row: np.ndarray, stays: np.ndarray, threshold: float
) -> Pair | None:
    """The first text before a text that stays and resembles it.

    trigrams (csr_matrix): All texts. Shape (texts, trigrams).
    row (np.ndarray): The cosines with the texts before it. Shape (i,).
    stays (np.ndarray): Whether each of these stays. Shape (i,).
    """
    for j in np.flatnonzero((row >= threshold - ROUNDING) & stays):
        cosine = float(row[j])
        if cosine < threshold + ROUNDING:
            exact = trigrams[i].astype(float).multiply(trigrams[j].astype(float)).sum()
            cosine = float(exact)
        if cosine >= threshold - 1e-7:
            return Pair(i, int(j), min(cosine, 1.0))
    return None


def _trigrams(texts: Sequence[str], weights: str) -> Any:
    """The trigrams of each text, as vectors of length 1. Shape (texts, trigrams), float32."""
    text = scikit_learn("feature_extraction.text")
    counter = text.CountVectorizer(analyzer="char", ngram_range=(3, 3), dtype=np.float32)
    counts = counter.fit_transform(texts)
    if weights == "log":
        counts.data = 1 + np.log(counts.data)
    return scikit_learn("preprocessing").normalize(counts, copy=False)


def _parted(trigrams: Any) -> tuple[np.ndarray, Any]:
    """The trigrams of many texts as a dense matrix, and the rest as a sparse one."""
    texts, width = trigrams.shape
    common = np.bincount(trigrams.indices, minlength=width) > COMMON * texts
    return np.ascontiguousarray(trigrams[:, common].toarray()), trigrams[:, ~common]
