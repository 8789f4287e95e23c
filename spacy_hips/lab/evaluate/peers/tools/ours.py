"""This package, as its users run it: what its pipeline replaces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

INSTALL = "pip install spacy-hips en_hips_student"
KEPT = ("mark", "keep")


def load(settings: dict[str, Any]) -> Callable[[list[str]], Iterator[list[Any]]]:
    """The finder: what is replaced, and persons that are kept where they are asked for."""
    import spacy

    if settings.get("model"):
        nlp = spacy.load(settings["model"])
    else:
        nlp = spacy.blank("en")
        nlp.add_pipe("hips_anonymizer")
    anonymizer: Any = next(
        nlp.get_pipe(name)
        for name in nlp.pipe_names
        if nlp.get_pipe_meta(name).factory == "hips_anonymizer"
    )

    def find(texts: list[str]) -> Iterator[list[Any]]:
        for doc in nlp.pipe(texts, batch_size=32):
            done = [r for r in doc._.replacements if r.action not in KEPT]
            spans = {(r.start, r.end, r.label) for r in done}
            if settings.get("public"):
                spans |= set(_public(doc, anonymizer.public_key))
            yield [list(span) for span in spans]

    return find


def _public(doc: Any, key: str) -> Iterator[tuple[int, int, str]]:
    from spacy_hips.core.spans import read_group  # this file is run by its path

    for span in read_group(doc, key):
        if span.label == "PERSON" or span.label.startswith("NAME_"):
            yield span.start, span.end, "PERSON"
