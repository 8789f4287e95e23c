"""De-identify student writing inside spaCy.

    nlp.add_pipe("hips_anonymizer")

finds what identifies a private person and hides it in plain sight: every identifier is replaced
by a realistic surrogate of the same kind. Importing this package is cheap; components, tables and
models are loaded when they are first used.
"""

from typing import TYPE_CHECKING, Any

from .errors import HipsError, HipsWarning
from .hypertext import Hypertext, read_hypertext
from .ids import get_ids, set_ids
from .shipped import anonymize, load
from .spans import PiiSpan, Replacement, map_offset, read_group, set_entity, write_group

if TYPE_CHECKING:
    from .components.to_onnx import to_onnx
    from .records.job import Job, JobOptions

__version__ = "0.1.0"

__all__ = [
    "HipsError",
    "HipsWarning",
    "Hypertext",
    "Job",
    "JobOptions",
    "PiiSpan",
    "Replacement",
    "__version__",
    "anonymize",
    "get_ids",
    "load",
    "map_offset",
    "read_group",
    "read_hypertext",
    "set_entity",
    "set_ids",
    "to_onnx",
    "write_group",
]


def __getattr__(name: str) -> Any:
    """Import what runs over whole files or pipelines when it is first asked for."""
    if name == "to_onnx":
        from .components.to_onnx import to_onnx

        return to_onnx
    if name in ("Job", "JobOptions"):
        from .records import job

        return getattr(job, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
