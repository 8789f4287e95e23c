"""Make a corpus of a heap of texts: language, length, near-duplicates, odd characters."""

from __future__ import annotations

from .corpus import Curated, Dropped, Settings, Step, Talk, curate

__all__ = ["Curated", "Dropped", "Settings", "Step", "Talk", "curate"]
