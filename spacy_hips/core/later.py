"""`re` and `regex` whose patterns are compiled when they are first used.

A text needs one pattern in five: half a second of loading goes into those that it does not need.
Patterns of users are compiled at once, by the modules themselves, so that a wrong one is told.
"""

from __future__ import annotations

import re as _re
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

import regex as _regex

_MODULES = {"re": _re, "regex": _regex}


class _Compiled:
    """A pattern that was used."""

    def __init__(self, module: str, *args: Any, **settings: Any) -> None:
        self._told = module, args, settings

    def __reduce__(self) -> tuple[Any, ...]:
        module, args, settings = self._told
        return partial(_Later, module, **settings), args

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Compiled) and self._told == other._told

    def __hash__(self) -> int:
        return hash(self._told[:2])


class _Later(_Compiled):
    """A pattern; it has all that a compiled one has, from its first use on as quick."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # what copying and the like ask of every object
            raise AttributeError(name)
        module, args, settings = self._told
        pattern = _MODULES[module].compile(*args, **settings)
        own = {each: getattr(pattern, each) for each in dir(pattern) if not each.startswith("_")}
        vars(self).update(own)
        self.__class__ = _Compiled  # type: ignore[assignment]  # without this function
        return own[name]


def _late(name: str) -> ModuleType:
    """A module, but for its `compile`."""
    late = ModuleType(name)
    vars(late).update(vars(_MODULES[name]), compile=partial(_Later, name))
    return late


if TYPE_CHECKING:
    import re as re

    import regex as regex
else:
    re, regex = map(_late, _MODULES)
