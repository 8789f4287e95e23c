"""piilo: Presidio with a recogniser that placed third in Kaggle's competition on student essays."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from tempfile import TemporaryDirectory
from typing import Any

SCHEME = "presidio"
LABELS = {"AU_ABN": "ID_NUM", "AU_ACN": "ID_NUM", "AU_MEDICARE": "ID_NUM", "AU_TFN": "ID_NUM",
          "CRYPTO": "ID_NUM", "IN_AADHAAR": "ID_NUM", "IN_PAN": "ID_NUM", "UK_NINO": "ID_NUM",
          "MAC_ADDRESS": "ID_NUM", "US_MBI": "ID_NUM", "US_NPI": "ID_NUM"}  # fmt: skip
INSTALL = "pip install piilo-anonymizer, and a spaCy pipeline such as en_core_web_sm"


def load(settings: dict[str, Any]) -> Callable[[list[str]], Iterator[list[Any]]]:
    """The finder: what its `analyze` finds with all entities, which is its default."""
    import spacy
    import tldextract

    # What follows would fetch a list and a pipeline where they are not there.
    offline: Any = tldextract.TLDExtract(suffix_list_urls=())
    tldextract.tldextract.TLD_EXTRACTOR = offline
    sys.modules.setdefault("en_core_web_sm", import_module(settings["model"]))
    from piilo.engines.analyzer import CustomAnalyzer

    with TemporaryDirectory() as folder:
        spacy.load(settings["model"]).to_disk(folder)
        models = [{"lang_code": "en", "model_name": folder}]
        analyzer = CustomAnalyzer({"nlp_engine_name": "spacy", "models": models})

    def find(texts: list[str]) -> Iterator[list[Any]]:
        for text in texts:
            found = analyzer.analyze(text, language="en")
            yield [[r.start, r.end, r.entity_type] for r in found]

    return find
