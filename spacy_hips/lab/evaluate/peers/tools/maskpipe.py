"""maskpipe: its patterns, over a spaCy pipeline without its names, as its own pages show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

SCHEME = "presidio"
LABELS = {"IBAN": "ID_NUM", "IPV4": "IP_ADDRESS", "IPV6": "IP_ADDRESS", "MAC_ADDRESS": "ID_NUM",
          "CRYPTO": "ID_NUM", "ABA_ROUTING_NUMBER": "ID_NUM", "US_BANK_ACCOUNT": "ID_NUM",
          "US_MBI": "ID_NUM", "US_NPI": "ID_NUM", "UK_NINO": "ID_NUM", "UK_PASSPORT": "ID_NUM",
          "UK_POSTCODE": "ZIP", "UK_VEHICLE_REGISTRATION": "ID_NUM"}  # fmt: skip
INSTALL = "pip install maskpipe, and a spaCy pipeline such as en_core_web_sm"


def load(settings: dict[str, Any]) -> Callable[[list[str]], Iterator[list[Any]]]:
    """The finder."""
    import spacy
    from maskpipe import PipelineBuilder, entities

    nlp = spacy.load(settings["model"], exclude=["ner", "parser"])
    builder = PipelineBuilder(nlp)
    # The check of this one fails on texts where letters stand among the digits.
    broken = {entities.us.MEDICAL_LICENSE.label}
    known = [*entities.GENERIC, *entities.us.US, *entities.uk.UK]
    builder.add_entities([entity for entity in known if entity.label not in broken])
    nlp = builder.build()

    def find(texts: list[str]) -> Iterator[list[Any]]:
        for doc in nlp.pipe(texts):
            yield [[e.start_char, e.end_char, e.label_] for e in doc.ents]

    return find
