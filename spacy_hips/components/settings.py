"""Settings that are saved with a component, beside those that its config gives."""

from __future__ import annotations

import inspect
import math
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar, get_type_hints

from ..core.errors import HipsWarning, Warnings

_Factory = TypeVar("_Factory", bound=Callable[..., Any])


def to_take(
    own: Mapping[str, Any], saved: Mapping[str, Any], always: Collection[str] = ()
) -> dict[str, Any]:
    """The saved settings to take: all but those to which this config gives another value.

    Without that, `spacy.load(path, config=...)` would do nothing, and nobody would be told.

    own (Mapping): What the config of this component gives.
    saved (Mapping): Settings "now", and what the config "given" then. Pipelines of earlier
        versions saved the first alone: that is taken whole.
    always (Collection[str]): Settings that belong to the model.
    RETURNS (dict): The settings to take.
    """
    now, given = saved.get("now", saved), saved.get("given", own)
    return {
        key: value
        for key, value in now.items()
        if key in always or _same(own.get(key), given.get(key))
    }


def with_settings_of(part: type, settings: Iterable[str]) -> Callable[[_Factory], _Factory]:
    """Let a factory that takes **keywords take the settings of a part of its component as well.

    They once stood in the component's own block, and configs that have them there must load.

    part (type): The part, whose attributes are annotated.
    settings (Iterable[str]): The names of its settings.
    RETURNS (Callable): Gives the factory the signature from which spaCy reads what it takes: these
        settings are None where a config does not give them.
    """
    hints = get_type_hints(part)
    keyword = inspect.Parameter.KEYWORD_ONLY
    beside = [
        inspect.Parameter(key, keyword, default=None, annotation=hints[key] | None)
        for key in settings
    ]

    def decorate(make: _Factory) -> _Factory:
        own = list(inspect.signature(make).parameters.values())[:-1]  # without **keywords
        make.__signature__ = inspect.Signature([*own, *beside])  # type: ignore[attr-defined]
        return make

    return decorate


def take_settings(part: Any, beside: Mapping[str, Any]) -> None:
    """Give a part the settings that stand beside it.

    What stands beside wins, and a warning (W503) says so where the part was given another value.

    part (Any): The part; made without arguments, its class has the defaults.
    beside (Mapping): Settings by name; None is not given.
    """
    defaults = type(part)()
    for key, value in beside.items():
        if value is not None:
            own = getattr(part, key)
            setattr(part, key, value)
            if not any(_same(own, getattr(other, key)) for other in (part, defaults)):
                message = Warnings.W503.format(name=part.name, setting=key)
                warnings.warn(message, HipsWarning, stacklevel=2)


def _same(one: Any, other: Any) -> bool:
    """Are two settings the same, though JSON writes .35 as .35000000000000003?"""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other)
    return bool(one == other)
