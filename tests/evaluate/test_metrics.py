"""Figures computed by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_hips.components.scoring.metrics import (
    DocumentScore,
    Prf,
    by_label,
    count_covered,
    is_clean,
    match,
    match_by_label,
    match_entities,
    summarise,
    total,
)


def test_rates_by_hand():
    counts = Prf(tp=6, fp=2, fn=4)
    assert counts.precision == 0.75
    assert counts.recall == 0.6
    assert counts.f() == pytest.approx(2 * 0.75 * 0.6 / 1.35)
    assert counts.f(5) == pytest.approx(26 * 0.75 * 0.6 / (25 * 0.75 + 0.6))


def test_rates_of_an_empty_count_are_undefined():
    assert (Prf().precision, Prf().recall, Prf().f()) == (None, None, None)
    assert Prf(fp=3).f() == 0.0
    assert Prf(fp=3).recall is None


@given(*(st.integers(0, 50) for _ in range(3)), st.sampled_from([0.5, 1.0, 5.0]))
def test_f_lies_between_precision_and_recall(tp, fp, fn, beta):
    counts = Prf(tp, fp, fn)
    if counts.precision is not None and counts.recall is not None:
        low, high = sorted((counts.precision, counts.recall))
        assert low - 1e-9 <= counts.f(beta) <= high + 1e-9


def test_spans_must_agree_in_start_end_and_label():
    gold = [(0, 3, "PERSON"), (5, 9, "EMAIL"), (20, 24, "EMAIL")]
    predicted = [(0, 3, "PERSON"), (5, 8, "EMAIL"), (20, 24, "URL_PERSONAL")]
    assert match_by_label(gold, predicted) == {
        "EMAIL": Prf(0, 1, 2),
        "PERSON": Prf(1, 0, 0),
        "URL_PERSONAL": Prf(0, 1, 0),
    }
    assert match(gold, predicted) == Prf(1, 2, 2)


def test_an_entity_is_found_only_with_all_its_mentions():
    text = "Ana, ANA  and Ben"
    gold = [(0, 3, "PERSON"), (5, 8, "PERSON"), (14, 17, "PERSON")]
    assert match_entities(text, gold, gold) == (2, 2)
    assert match_entities(text, gold, gold[1:]) == (1, 2)


def test_a_span_is_covered_whatever_the_label_and_the_ends():
    text = "Dr. Ana Li, here"
    gold = [(0, 10, "PERSON")]
    assert count_covered(text, gold, [(0, 2), (4, 10)]) == 1
    assert count_covered(text, gold, [(4, 10)]) == 0


def test_clean_means_no_gold_string_as_a_word():
    text = "I am Ana."
    gold = [(5, 8, "PERSON")]
    assert is_clean(text, gold, "I am Eva, a banana Anastasia.")
    assert not is_clean(text, gold, "Anastasia knows Ana's name")
    assert not is_clean("mail @ana", [(5, 9, "USERNAME")], "see x@ana")


def test_counts_are_added_up_and_shared_out():
    documents = [
        DocumentScore({"EMAIL": Prf(1, 0, 1)}, entities=(1, 2), covered=2, clean=True),
        DocumentScore({"EMAIL": Prf(0, 1, 0), "DATE": Prf(2, 0, 0)}, entities=(1, 1), clean=False),
        DocumentScore({"EMAIL": Prf(0, 3, 0)}),
    ]
    assert by_label(documents) == {"DATE": Prf(2, 0, 0), "EMAIL": Prf(1, 4, 1)}
    assert total(d.all for d in documents) == Prf(3, 4, 1)
    assert summarise(documents) == {
        "documents": 3,
        "documents_with_gold": 2,
        "gold_spans": 4,
        "doc_recall": 0.75,
        "docs_found": 0.5,
        "entity_recall": round(2 / 3, 6),
        "covered": 0.5,
        "docs_clean": 0.5,
    }
