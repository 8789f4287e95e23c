"""k-anonymity of the metadata beside the text, guided by what matters, joined with the text.

`KAnonymizer(k, quasi, ...).release(rows)` gives a table of the same kind and a `Report`;
`release_docs` joins it with what the texts still say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .batches import Frozen
    from .join import ReleasedDocs, release_docs
    from .plotting import plot, sweep
    from .recount import Measured, measure
    from .release import KAnonymizer
    from .report import Report

# Loaded when first asked for: importing the package loads no numpy of its own.
_HOMES = {
    "Frozen": "batches",
    "KAnonymizer": "release",
    "Measured": "recount",
    "ReleasedDocs": "join",
    "Report": "report",
    "measure": "recount",
    "plot": "plotting",
    "release_docs": "join",
    "sweep": "plotting",
}

__all__ = [
    "Frozen",
    "KAnonymizer",
    "Measured",
    "ReleasedDocs",
    "Report",
    "measure",
    "plot",
    "release_docs",
    "sweep",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(name)
    from importlib import import_module

    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
