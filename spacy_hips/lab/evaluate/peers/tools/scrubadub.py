"""scrubadub: the detectors that it loads by itself. They find no names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

LABELS = {"email": "EMAIL", "url": "URL_PERSONAL", "phone": "PHONE_NUM", "twitter": "USERNAME",
          "skype": "USERNAME", "credit_card": "ID_NUM", "social_security_number": "ID_NUM",
          "national_insurance_number": "ID_NUM", "tax_reference_number": "ID_NUM",
          "drivers_licence": "ID_NUM", "vehicle_licence_plate": "ID_NUM", "name": "PERSON",
          "address": "STREET_ADDRESS", "date_of_birth": "DATE_OF_BIRTH", "postalcode": "ZIP",
          "credential": "USERNAME"}  # fmt: skip
INSTALL = "pip install scrubadub"


def load(settings: dict[str, Any]) -> Callable[[list[str]], Iterator[list[Any]]]:
    """The finder."""
    import scrubadub

    scrubber = scrubadub.Scrubber(locale=settings.get("locale") or "en_US")

    def find(texts: list[str]) -> Iterator[list[Any]]:
        for text in texts:
            yield [[f.beg, f.end, f.type] for f in scrubber.iter_filth(text)]

    return find
