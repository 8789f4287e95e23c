"""Any spaCy pipeline: its entities (`doc.ents`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

SCHEME = "ontonotes"
INSTALL = "pip install spacy, and the pipeline"


def load(settings: dict[str, Any]) -> Callable[[list[str]], Iterator[list[Any]]]:
    """The finder."""
    import spacy

    nlp = spacy.load(settings["model"])

    def find(texts: list[str]) -> Iterator[list[Any]]:
        for doc in nlp.pipe(texts, batch_size=32):
            yield [[e.start_char, e.end_char, e.label_] for e in doc.ents]

    return find
