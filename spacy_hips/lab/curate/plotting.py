"""The picture of how alike the texts of a corpus are."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ...core.errors import HipsError
from ..errors import Errors

WIDTH, HEIGHT = 6.4, 3.6
LINE, LIMIT = "#2166ac", "#b2182b"


def plot_similarity(nearest: np.ndarray, threshold: float, path: str | Path) -> None:
    """Draw which share of the texts has a nearest text at most so alike. Needs matplotlib.

    nearest (np.ndarray): The highest cosine of each text with any other. Shape (texts,).
    threshold (float): The cosine from which texts were dropped.
    path (Path): The picture, .png, .svg or .pdf.
    RAISES (HipsError): E627 if matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise HipsError(Errors.E627) from None
    ordered = np.sort(nearest)
    share = np.arange(1, len(ordered) + 1) / max(1, len(ordered))
    figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
    axes = figure.subplots()
    axes.step(ordered, share, where="post", color=LINE, label="texts")
    axes.axvline(threshold, color=LIMIT, linestyle=":", label=f"near-duplicate from {threshold:g}")
    axes.set_xlabel("cosine with the most similar other text")
    axes.set_ylabel("cumulative share of texts")
    axes.set_xlim(0, 1.02)
    axes.set_ylim(0, 1.05)
    axes.grid(alpha=0.3)
    axes.legend(loc="upper left")
    figure.savefig(path, dpi=150)
