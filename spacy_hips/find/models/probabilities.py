"""From what a model gives to plain probabilities."""

from __future__ import annotations

from typing import Any

import numpy as np


def softmax(scores: np.ndarray) -> np.ndarray:
    """Probabilities from unnormalised scores, along the last axis."""
    exponents: np.ndarray = np.exp(scores - scores.max(axis=-1, keepdims=True))
    exponents /= exponents.sum(axis=-1, keepdims=True)
    return exponents


def to_numpy(array: Any) -> np.ndarray:
    """An array in this machine's memory, also where it was computed on a GPU."""
    return np.asarray(array.get() if hasattr(array, "get") else array)
