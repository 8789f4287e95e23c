"""De-identify student writing inside spaCy.

    nlp.add_pipe("hips_anonymizer")

finds what identifies a private person and hides it in plain sight: every identifier is replaced
by a realistic surrogate of the same kind. Importing this package is cheap; spaCy, components,
tables and models are loaded when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .components.explain import Explanation, explain
    from .components.to_onnx import to_onnx
    from .core.errors import HipsError, HipsWarning
    from .core.hypertext import Hypertext, read_hypertext
    from .core.ids import Secret, get_ids, set_ids
    from .core.shipped import anonymize, load
    from .core.spans import PiiSpan, Replacement, map_offset, read_group, set_entity, write_group
    from .desk.kanon_texts.join import release_docs
    from .desk.run.job import Job, JobOptions
    from .kanon.released_table import KAnonymizer

__version__ = "0.2.0"

__all__ = [
    "Explanation",
    "HipsError",
    "HipsWarning",
    "Hypertext",
    "Job",
    "JobOptions",
    "KAnonymizer",
    "PiiSpan",
    "Replacement",
    "Secret",
    "__version__",
    "anonymize",
    "explain",
    "get_ids",
    "load",
    "map_offset",
    "read_group",
    "read_hypertext",
    "release_docs",
    "set_entity",
    "set_ids",
    "to_onnx",
    "write_group",
]

_HOMES = {
    "core.errors": ("HipsError", "HipsWarning"),
    "core.hypertext": ("Hypertext", "read_hypertext"),
    "core.ids": ("Secret", "get_ids", "set_ids"),
    "core.shipped": ("anonymize", "load"),
    "core.spans": (
        "PiiSpan",
        "Replacement",
        "map_offset",
        "read_group",
        "set_entity",
        "write_group",
    ),
    "components.explain": ("Explanation", "explain"),
    "components.to_onnx": ("to_onnx",),
    "desk.kanon_texts.join": ("release_docs",),
    "kanon": ("KAnonymizer",),
    "desk.run.job": ("Job", "JobOptions"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is first asked for."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
