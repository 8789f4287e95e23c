"""What every threshold of the trained finder gives on labelled texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ...components.scoring.metrics import KAGGLE_BETA, match, total
from ...core.errors import HipsError
from ...core.spans import PiiSpan
from ...desk.annotations.annotations import Annotated, read_annotations
from ..errors import Errors
from .choosing import Point

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

THRESHOLDS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


def measure(nlp: Language, path: Path, form: str = "") -> list[Point]:
    """Run the encoder once over labelled texts and read the spans at every threshold.

    nlp (Language): Has hips_transformer and hips_ner.
    path (Path): Labelled texts; labels of names count as PERSON.
    form (str): Their annotation format by name; "" takes what the file's name tells.
    RETURNS (list): A Point for each of THRESHOLDS and for the pipeline's own one, rising.
    RAISES (HipsError): E443 where no name is labelled.
    """
    records = read_annotations(path, overlaps="longest", form=form)
    if not any(_is_name(label) for record in records for _, _, label in record.spans):
        raise HipsError(Errors.E443.format(path=path))
    return measure_records(nlp, records)


def measure_records(
    nlp: Language, records: Sequence[Annotated], thresholds: Sequence[float] = ()
) -> list[Point]:
    """`measure` on records that are read already.

    nlp (Language): Has hips_transformer and hips_ner.
    records (Sequence[Annotated]): Labelled texts.
    thresholds (Sequence[float]): Where to measure; THRESHOLDS and the pipeline's own one if left
        out.
    RETURNS (list): A Point for each threshold.
    """
    gold = [{(s, e) for s, e, label in r.spans if _is_name(label)} for r in records]
    words = sum(len(record.text.split()) for record in records)
    ner = nlp.get_pipe("hips_ner")
    thresholds = thresholds or sorted({*THRESHOLDS, ner.threshold})
    decodings = [
        replace(ner.decoding, threshold=t, thresholds={}, beside=min(ner.cfg["beside"], t))
        for t in thresholds
    ]
    found: list[list[set[tuple[int, int]]]] = [[] for _ in decodings]
    for doc, probabilities in _predict(nlp, [record.text for record in records]):
        for column, decoding in zip(found, decodings, strict=True):
            column.append(_names(ner.read_spans(doc, probabilities, decoding)))
    return [
        _point(threshold, gold, column, words)
        for threshold, column in zip(thresholds, found, strict=True)
    ]


def _predict(nlp: Language, texts: Sequence[str]) -> Iterator[tuple[Doc, np.ndarray]]:
    ner = nlp.get_pipe("hips_ner")
    with nlp.select_pipes(enable=["hips_transformer"]):
        for doc in nlp.pipe(texts):
            (probabilities,) = ner.predict([doc])
            doc._.trf_data = None
            yield doc, probabilities


def _is_name(label: str) -> bool:
    return label == "PERSON" or label.startswith("NAME_")


def _names(spans: Sequence[PiiSpan]) -> set[tuple[int, int]]:
    return {(s.start, s.end) for s in spans if _is_name(s.label)}


def _point(
    threshold: float,
    gold: Sequence[set[tuple[int, int]]],
    found: Sequence[set[tuple[int, int]]],
    words: int,
) -> Point:
    counts = total(match(a, b) for a, b in zip(gold, found, strict=True))
    return Point(
        threshold,
        counts.precision or 0.0,
        counts.recall or 0.0,
        counts.f() or 0.0,
        counts.f(KAGGLE_BETA) or 0.0,
        1000 * (counts.tp + counts.fp) / max(1, words),
        counts.tp + counts.fn,
        counts.fn,
    )
