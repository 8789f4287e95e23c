"""A small source of names, so that these tests do not depend on the packaged tables."""

import itertools

import pytest

_STARTS = [a + b for a in "BDFGKLMNRST" for b in "aeio"][:31]
_ENDINGS = {"KE": "wani", "JP": "kuro", "ES": "dez", "AU": "ton", "MX": "ra"}


class SmallNames:
    """Made-up names of five countries in five regions; each country has its own ending."""

    def countries(self):
        return sorted(_ENDINGS)

    def forenames(self, country, gender):
        return [f"{s}{gender}{_ENDINGS[country]}" for s in _STARTS]

    def surnames(self, country):
        pairs = itertools.islice(itertools.product(_STARTS, _STARTS), 90)
        return [f"{a}{b.lower()}{_ENDINGS[country]}" for a, b in pairs]


@pytest.fixture(scope="package")
def small_names():
    return SmallNames()
