"""What is registered under a short name: attackers, peers, parsers of names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from spacy import registry

from ...core.errors import HipsError
from ..errors import Errors


def registered(kind: str, name: str, known: Iterable[str], refusal: str = "") -> Callable[..., Any]:
    """The maker that is registered as `spacy_hips.KIND.NAME.v1`.

    kind (str): The kind, such as "Attacker".
    name (str): Its short name, such as "table".
    known (Iterable[str]): The names that come with the package, to choose from.
    refusal (str): The message where there is none; E872 if left out.
    RETURNS (Callable): The maker.
    RAISES (HipsError): The refusal.
    """
    try:
        return registry.misc.get(f"spacy_hips.{kind}.{name}.v1")  # type: ignore[no-any-return]
    except Exception:  # what the registry raises differs between versions
        message = refusal or Errors.E872
        raise HipsError(message.format(name=name, known=", ".join(known))) from None
