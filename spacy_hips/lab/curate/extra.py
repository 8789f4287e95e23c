"""scikit-learn, which the extra [curate] brings."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ...core.errors import HipsError
from ..errors import Errors


def scikit_learn(module: str) -> Any:
    """A module of scikit-learn.

    module (str): Its name within the package.
    RAISES (HipsError): E820 if scikit-learn is not installed.
    """
    try:
        return import_module(f"sklearn.{module}")
    except ImportError:
        raise HipsError(Errors.E820) from None
