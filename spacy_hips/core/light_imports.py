"""Imports spaCy and transformers without what nothing here runs.

On behalf of a few functions they import scikit-learn with SciPy and pandas, torch's compiler with
SymPy, and spaCy's command line with all that downloads: half of the time in which a pipeline loads.
While they are imported, stand-ins offer these functions. Each imports
what it stands for when it is called, so nothing is lost.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

LATER = {
    "scipy.optimize": "linear_sum_assignment",
    "sklearn.metrics": "roc_curve",
    "spacy.cli.info": "info",
    "torch._dynamo._trace_wrapped_higher_order_op": "TransformGetItemToIndex",
    "transformers.integrations.flex_attention": "flex_attention_forward",
}
"""By module the function that is taken of it, and called in cases that are not ours."""


def import_transformers() -> None:
    """Import spacy-transformers, where it is installed: spaCy does so for every pipeline."""
    if "spacy_transformers" not in sys.modules and find_spec("spacy_transformers") is not None:
        with imported_later():
            import_module("spacy_transformers")


def import_spacy() -> None:
    """Import spaCy, where this is the first to do so, and what it imports for every pipeline."""
    with imported_later():
        import_module("spacy")
    import_transformers()


@contextmanager
def imported_later() -> Iterator[None]:
    """Let the modules of LATER be stood in for, where they are not imported yet."""
    stand_ins = {name: _StandIn(name) for name in LATER if name not in sys.modules}
    sys.modules.update(stand_ins)
    try:
        yield
    finally:
        for name, stand_in in stand_ins.items():
            if sys.modules.get(name) is stand_in:
                del sys.modules[name]


class _StandIn(ModuleType):
    """A module of which one function is known; for all else it makes room for the real one."""

    def __getattr__(self, name: str) -> Any:
        if name == LATER[self.__name__]:
            return _later(self.__name__, name)
        if name.startswith("__"):  # what the import system asks of every module
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


def _later(module: str, name: str) -> Callable[..., Any]:
    def call(*args: Any, **settings: Any) -> Any:
        return getattr(import_module(module), name)(*args, **settings)

    return call
