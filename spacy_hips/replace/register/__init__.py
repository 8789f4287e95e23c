"""Registers: the new names of an author, a group or a corpus, settled once and then frozen.

Scopes wider than a document are replaced in two passes. Pass one collects the keys of all
identifiers (`Register.collect`), gives each a surrogate that nobody else of the scope has
(`Register.allocate`) and freezes the result in a file (`Register.freeze`). Pass two looks up what
was settled, so that it needs no shared state: documents may come in any order, on any number of
processes and machines, and come out the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .found import Found, Identifier
    from .register import Register

# Loaded when first asked for: who looks into the file of a register makes no surrogate.
_HOMES = {"Found": "found", "Identifier": "found", "Register": "register"}

__all__ = ["Found", "Identifier", "Register"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(name)
    from importlib import import_module

    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
