"""k-anonymity of tables, guided by what matters. It knows no text and no spaCy.

`KAnonymizer(k, quasi, ...).release(rows)` gives a table of the same kind and a `Report`;
`spacy_hips.release_docs` joins it with what the texts still say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .batches import Frozen
    from .plotting import plot, sweep
    from .recount import Measured, measure
    from .released_table import KAnonymizer
    from .table_report import Report

# Loaded when first asked for: importing the package loads no numpy of its own.
_HOMES = {
    "Frozen": "batches",
    "KAnonymizer": "released_table",
    "Measured": "recount",
    "Report": "table_report",
    "measure": "recount",
    "plot": "plotting",
    "sweep": "plotting",
}

__all__ = ["Frozen", "KAnonymizer", "Measured", "Report", "measure", "plot", "sweep"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(name)
    from importlib import import_module

    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
