"""Steps by name, as a config gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import wrong_setting


def checked_steps(name: str, setting: str, steps: Any, wanted: str) -> dict[str, Any]:
    """Steps by name without those that are dropped.

    name (str): The component that they belong to, for errors.
    setting (str): What holds them in its config.
    steps (Any): What stands there: steps by name, in their order; None for one that is dropped.
    wanted (str): What a step must be, for errors.
    RETURNS (dict): The steps, in their order.
    RAISES (HipsError): E116 for what is no step.

    EXAMPLE:
        >>> list(checked_steps("hips_names", "passes", {"a": print, "b": None}, "a pass"))
        ['a']
    """
    if not isinstance(steps, Mapping):
        raise wrong_setting(name, setting, "a block of steps by name", type(steps).__name__)
    for key, step in steps.items():
        if step is not None and (isinstance(step, type) or not callable(step)):
            raise wrong_setting(name, f"{setting}.{key}", wanted, type(step).__name__)
    return {key: step for key, step in steps.items() if step is not None}
