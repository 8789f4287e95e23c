"""Intervals over documents: seeded, and around the figure."""

from __future__ import annotations

from spacy_hips.evaluate.bootstrap import intervals
from spacy_hips.evaluate.metrics import DocumentScore, Prf, total

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


def test_figures_that_cannot_be_computed_have_no_interval():
    assert "r" not in intervals([DocumentScore({"EMAIL": Prf(0, 1, 0)})], 10)
