"""Surrogates by Faker: any of its providers for any label, in any of its languages.

Each is drawn by the keyed draw of what it stands for: a generator of Faker is seeded with it, and
no state outlives the call. Another version of Faker may give other values for the same secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from typing import Any

from ...core.errors import Errors, HipsError
from ...core.ids import Draw
from ...who.persons.link.entity import Entity
from .choose import Dice, fresh
from .maker import Context, Mention, SurrogateMaker

SEEDS = 1 << 64
_ALONE = Lock()
"""A generator is seeded and asked in one go, also where a server answers several at a time."""


@dataclass(frozen=True)
class FakerSurrogate:
    """Makes what a provider of Faker gives.

    provider (str): Its name, such as "job", "company" or "license_plate".
    locale (str): The language and country, such as "de_DE".
    arguments (Mapping): What the provider is given.
    """

    provider: str
    locale: str = "en_US"
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py."""
        new = fresh(self.made, mention, entity, context, draw, f"faker {self.provider}")
        return _cased(new, mention.text) if new else None

    def made(self, dice: Dice) -> str:
        with _ALONE:
            fake = _generator(self.locale)
            fake.seed_instance(dice.roll(SEEDS))
            value = str(getattr(fake, self.provider)(**self.arguments)).strip()
        return _as_said(value) if self.provider == "job" else value


def make_faker_surrogate(
    provider: str, locale: str = "en_US", arguments: dict[str, Any] | None = None
) -> SurrogateMaker:
    """Build `spacy_hips.FakerSurrogate.v1`.

    provider (str): A provider of Faker: https://faker.readthedocs.io lists them.
    locale (str): One of Faker's locales.
    arguments (Dict[str, Any]): What the provider is given.
    RETURNS (SurrogateMaker): The maker. It never gives the original, and for a direct identifier
        nothing that another has in the same scope.
    RAISES (HipsError): E893 where Faker is not installed, or has no such locale or provider.

    EXAMPLE:
        >>> component = nlp.add_pipe("hips_anonymizer", config={
        ...     "actions": {"PROFESSION": "surrogate"},
        ...     "surrogates": {
        ...         "PROFESSION": {"@misc": "spacy_hips.FakerSurrogate.v1", "provider": "job"}
        ...     },
        ... })
    """
    maker = FakerSurrogate(provider, locale, dict(arguments or {}))
    try:
        from faker.providers import BaseProvider

        method = getattr(_generator(locale), provider, None)
    except ImportError:
        reason = "Faker is not installed (pip install 'spacy-hips[faker]')"
        raise HipsError(Errors.E893.format(provider=provider, reason=reason)) from None
    except AttributeError:
        reason = f"Faker has no locale {locale!r}"
        raise HipsError(Errors.E893.format(provider=provider, reason=reason)) from None
    if not isinstance(getattr(method, "__self__", None), BaseProvider):
        reason = f"Faker has no provider of this name in {locale!r}"
        raise HipsError(Errors.E893.format(provider=provider, reason=reason))
    try:
        maker.made(Dice(lambda purpose, n: 0, "check"))
    except Exception as error:
        reason = f"it cannot be called with these arguments ({type(error).__name__})"
        raise HipsError(Errors.E893.format(provider=provider, reason=reason)) from None
    return maker


@lru_cache(maxsize=16)
def _generator(locale: str) -> Any:
    """A generator of Faker, which every use of it seeds anew."""
    from faker import Faker

    return Faker(locale)._factories[0]


def _as_said(job: str) -> str:
    """A profession as it stands in a sentence: "Engineer, civil" is a civil engineer."""
    kind, comma, which = job.partition(", ")
    return f"{which} {kind.lower()}" if comma else job


def _cased(new: str, like: str) -> str:
    """A surrogate in small letters or capitals where the original is."""
    if like.islower():
        return new.lower()
    return new.upper() if like.isupper() and sum(map(str.isalpha, like)) > 1 else new
