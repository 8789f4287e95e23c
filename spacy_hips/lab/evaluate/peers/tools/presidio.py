"""presidio-analyzer: patterns, and names by a spaCy pipeline."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from tempfile import TemporaryDirectory
from typing import Any

SCHEME = "presidio"
LABELS = {"AU_ABN": "ID_NUM", "AU_ACN": "ID_NUM", "AU_MEDICARE": "ID_NUM", "AU_TFN": "ID_NUM",
          "CRYPTO": "ID_NUM", "IN_AADHAAR": "ID_NUM", "IN_PAN": "ID_NUM", "UK_NINO": "ID_NUM",
          "MAC_ADDRESS": "ID_NUM", "US_MBI": "ID_NUM", "US_NPI": "ID_NUM"}  # fmt: skip
INSTALL = "pip install presidio-analyzer, and a spaCy pipeline such as en_core_web_sm"


def load(settings: dict[str, Any]) -> Callable[[list[str]], Iterator[list[Any]]]:
    """The finder: its engine with all recognisers that it loads for English."""
    import spacy
    import tldextract
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import SpacyNlpEngine

    # What follows would fetch a list and a pipeline where they are not there.
    offline: Any = tldextract.TLDExtract(suffix_list_urls=())
    tldextract.tldextract.TLD_EXTRACTOR = offline
    with TemporaryDirectory() as folder:
        model = settings.get("model")
        nlp = spacy.load(model) if model else spacy.blank("en")
        nlp.to_disk(folder)
        engine = SpacyNlpEngine(models=[{"lang_code": "en", "model_name": folder}])
        engine.load()
    analyzer = AnalyzerEngine(nlp_engine=engine, supported_languages=["en"])
    least = settings.get("threshold") or 0.0

    def find(texts: list[str]) -> Iterator[list[Any]]:
        for text in texts:
            found = analyzer.analyze(text, language="en", score_threshold=least)
            yield [[r.start, r.end, r.entity_type] for r in found]

    return find
