"""Imports spaCy and transformers without what nothing here runs.

On behalf of a few functions they import scikit-learn with SciPy and pandas, torch's compiler with
SymPy, and spaCy's command line with all that downloads: half of the time in which a pipeline loads.
While they are imported, stand-ins offer these functions. Each imports what it stands for when it is
called, so nothing is lost.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import LazyLoader, find_spec, module_from_spec
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
    """Import spaCy, where this is the first to do so, and what it imports for every pipeline.

    `spacy.cli` is there as ever, and is read when something of it is first used.
    """
    with imported_later():
        spacy: Any = import_module("spacy")
    if "spacy.cli" not in sys.modules:
        spacy.cli = _at_first_use("spacy.cli")
    import_transformers()


def _at_first_use(name: str) -> ModuleType:
    """A module that is there now, and runs when something of it is first asked for."""
    spec = find_spec(name)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(name=name)
    spec.loader = LazyLoader(spec.loader)
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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
