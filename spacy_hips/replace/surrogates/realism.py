"""Safe or plausible: may a surrogate look like a real value, or must it show that it is none?

A value that certainly reaches nobody lies in a range that everybody can look up: names under
`.example`, numbers with 555-01, invented towns. So whoever looks it up tells it from a real one
that was missed. `safe` pays that price. `plausible` draws what a rule cannot tell: real towns,
common and rare street names, schools' domains, names with a tail. Where a value could reach
somebody, one in ORDINARY looks like any other of its kind. The rest reach nobody, in a range that
is less known where there is one (exchanges for tests, what a provider of mail refuses): then a
missed one is one of many that look real, and most surrogates still reach nobody.
"""

from __future__ import annotations

import copy
from dataclasses import replace

from ...core.errors import Errors, HipsError
from .choose import Dice
from .maker import Context, SurrogateMaker

SAFE, PLAUSIBLE = "safe", "plausible"
REALISMS: tuple[str, ...] = (SAFE, PLAUSIBLE)
ORDINARY = 2
"""One in so many values that could reach somebody looks like any other of its kind."""


def checked(realism: str | None) -> str:
    """A realism as makers keep it; "" follows the anonymizer.

    realism (str): "safe", "plausible", or None or "" where none was given.
    RAISES (HipsError): E310 for another one.
    """
    if realism and realism not in REALISMS:
        raise HipsError(Errors.E310.format(got=realism, known=", ".join(REALISMS)))
    return realism or ""


def with_realism(maker: SurrogateMaker, realism: str) -> SurrogateMaker:
    """A maker that follows the anonymizer's realism, unless it was given its own.

    maker (SurrogateMaker): Any maker; one without an attribute `realism` stays as it is.
    realism (str): The anonymizer's.
    """
    changes = {"realism": realism} if getattr(maker, "realism", None) == "" else {}
    inner = getattr(maker, "otherwise", None)  # of ShuffleSurrogate
    if inner is not None:
        changes["otherwise"] = with_realism(inner, realism)  # type: ignore[assignment]
    if not changes:
        return maker
    made = copy.copy(maker)
    for name, value in changes.items():
        object.__setattr__(made, name, value)
    return made


def seen(context: Context, realism: str) -> Context:
    """The context with a maker's own realism; "" leaves that of the context."""
    return replace(context, realism=realism) if realism not in ("", context.realism) else context


def is_plausible(context: Context) -> bool:
    """Whether surrogates may look like real values."""
    return context.realism == PLAUSIBLE


def is_ordinary(context: Context, dice: Dice) -> bool:
    """Whether a surrogate that could reach somebody is to look like any other of its kind."""
    return is_plausible(context) and dice.roll(ORDINARY) == 0
