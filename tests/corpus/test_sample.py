"""The labelled sample that lies in corpus/."""

from __future__ import annotations

from pathlib import Path

import pytest

from spacy_hips.core.labels import LABELS
from spacy_hips.desk.annotations.annotations import read_annotations

SAMPLE = Path(__file__).parents[2] / "corpus" / "sample.jsonl"
if not SAMPLE.exists():
    pytest.skip("the corpora are not part of this copy", allow_module_level=True)


def test_the_sample_is_labelled():
    texts = list(read_annotations(SAMPLE))
    labels = {label for text in texts for *_, label in text.spans}
    assert len(texts) == 24 and labels <= set(LABELS)
    assert {"PERSON", "EMAIL", "USERNAME", "SCHOOL", "LOCATION"} <= labels
