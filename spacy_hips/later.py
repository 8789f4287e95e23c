"""`re` and `regex` whose patterns are compiled when they are first used.

A text needs one pattern in five: half a second of loading goes into those that it does not need.
Patterns of users are compiled at once, by the modules themselves, so that a wrong one is told.
"""

from __future__ import annotations

import re as _re
from types import ModuleType
from typing import TYPE_CHECKING, Any

import regex as _regex

_MODULES = {"re": _re, "regex": _regex}


class _Later:
    """A pattern; it has all that a compiled one has, from its first use on as quick."""

    def __init__(self, module: str, *args: Any, **settings: Any) -> None:
        self._told = module, args, settings

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # what copying and the like ask of every object
            raise AttributeError(name)
        module, args, settings = self._told
        pattern = _MODULES[module].compile(*args, **settings)
        own = {each: getattr(pattern, each) for each in dir(pattern) if not each.startswith("_")}
        vars(self).update(own)
        return own[name]

    def __getstate__(self) -> dict[str, Any]:
        return {"_told": self._told}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Later) and self._told == other._told

    def __hash__(self) -> int:
        return hash(self._told[:2])


class _Module:
    """A module, but for its `compile`."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def compile(self, *args: Any, **settings: Any) -> _Later:
        return _Later(self._module.__name__, *args, **settings)

    def __getattr__(self, name: str) -> Any:
        value = vars(self)[name] = getattr(self._module, name)
        return value


if TYPE_CHECKING:
    import re as re

    import regex as regex
else:
    re, regex = map(_Module, _MODULES.values())
