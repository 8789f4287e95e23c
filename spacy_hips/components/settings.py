"""Settings that are saved with a component, beside those that its config gives."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Any


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


def _same(one: Any, other: Any) -> bool:
    """Are two settings the same, though JSON writes .35 as .35000000000000003?"""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other)
    return bool(one == other)
