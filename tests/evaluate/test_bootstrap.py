"""Intervals over documents: seeded, and around the figure."""

from __future__ import annotations

import pytest

from spacy_hips.components.scoring.metrics import DocumentScore, Prf, total
from spacy_hips.lab.evaluate.bootstrap import intervals

DOCUMENTS = [
    DocumentScore({"EMAIL": Prf(i % 3, i % 2, 1)}, Prf(i % 3, 0, 1), clean=i % 2 == 0)
    for i in range(40)
]


def test_the_same_seed_gives_the_same_intervals():
    assert intervals(DOCUMENTS, 50, seed=1) == intervals(DOCUMENTS, 50, seed=1)
    assert intervals(DOCUMENTS, 50, seed=1) != intervals(DOCUMENTS, 50, seed=2)


def test_the_figure_lies_in_its_interval():
    bounds = intervals(DOCUMENTS, 300)
    counts = total(d.all for d in DOCUMENTS)
    for name, value in (("p", counts.precision), ("r", counts.recall), ("f5", counts.f(5))):
        low, high = bounds[name]
        assert low < value < high
    assert bounds["docs_clean"][0] < 0.5 < bounds["docs_clean"][1]


def test_where_nothing_was_missed_the_interval_tells_how_few_were_looked_at():
    """All samples are alike: they alone would say 1.000 to 1.000."""
    perfect = [DocumentScore({"EMAIL": Prf(1)}, Prf(1), (1, 1), 1, True) for _ in range(36)]
    found = intervals(perfect, 20)
    for name in ("p", "r", "doc_recall", "docs_found", "docs_clean", "entity_recall", "covered"):
        assert found[name] == (pytest.approx(0.92015, abs=1e-5), 1.0), name
    for name in ("f1", "f5", "token_f5"):
        assert found[name] == (pytest.approx(0.92015, abs=1e-5), 1.0), name


def test_figures_that_cannot_be_computed_have_no_interval():
    assert "r" not in intervals([DocumentScore({"EMAIL": Prf(0, 1, 0)})], 10)
