"""Presidio's analyzer: its patterns, and names by a spaCy pipeline."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from ...core.errors import Errors, HipsError
from ...core.spans import PiiSpan
from .finder import need

if TYPE_CHECKING:
    from spacy.tokens import Doc

NAME = "spacy_hips.Finder.presidio.v1"
LEFT = frozenset(("DATE_TIME", "URL"))
"""The rules tell which addresses are private, and "today" from a date."""


@dataclass(frozen=True)
class PresidioFinder:
    """Asks an analyzer; the arguments are those of `make_presidio_finder`."""

    model: str
    language: str
    threshold: float
    labels: tuple[str, ...]
    may_overlap = True

    def __call__(self, doc: Doc) -> Iterator[PiiSpan]:
        """Find what it finds."""
        analyzer = _loaded(self.model, self.language)
        for one in analyzer.analyze(
            doc.text, self.language, entities=list(self.labels), score_threshold=self.threshold
        ):
            yield PiiSpan(one.start, one.end, one.entity_type, float(one.score))


@lru_cache(maxsize=2)
def _loaded(model: str, language: str) -> Any:
    import spacy
    import tldextract
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import SpacyNlpEngine

    # What follows would fetch a list and a pipeline where they are not there.
    offline: Any = tldextract.TLDExtract(suffix_list_urls=())
    tldextract.tldextract.TLD_EXTRACTOR = offline
    with TemporaryDirectory() as folder:
        try:
            nlp = spacy.load(model) if model else spacy.blank(language)
        except OSError as error:
            reason = type(error).__name__
            raise HipsError(Errors.E728.format(model=model, reason=reason)) from None
        nlp.to_disk(folder)
        engine = SpacyNlpEngine(models=[{"lang_code": language, "model_name": folder}])
        engine.load()
    return AnalyzerEngine(nlp_engine=engine, supported_languages=[language])


def make_presidio_finder(
    model: str = "", language: str = "en", threshold: float = 0.0
) -> PresidioFinder:
    """Build `spacy_hips.Finder.presidio.v1`: Presidio with all its recognizers of a language.

    model (str): The spaCy pipeline that finds its names: an installed package or a folder. If
        empty, it finds patterns alone. Nothing is fetched.
    language (str): The language of the texts, as Presidio has it.
    threshold (float): The least score of a span.
    RETURNS (Finder): The finder. Dates and public addresses are left to the rules.
    RAISES (HipsError): E728 where there is no such pipeline, E741 where the package is missing.
    """
    need("presidio_analyzer", "presidio")
    known = _loaded(model, language).get_supported_entities(language)
    return PresidioFinder(model, language, threshold, tuple(sorted(set(known) - LEFT)))
