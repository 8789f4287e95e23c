"""The classifier sees a mention, what stands beside it and the evidence, and nothing else."""

import numpy as np
import pytest
import spacy
from thinc.api import Adam, Model

from spacy_hips.core.body import set_body
from spacy_hips.find.models.role_classifier import Mentions, build_role_classifier, contexts

WIDTH, FEATURES = 4, 3
TEXT = "one two three four five six seven eight nine ten"


def vectors_of(table):
    """A layer that gives the vectors of a table, and keeps the gradient that comes back."""

    def forward(model, docs, is_train):
        def backprop(gradients):
            model.attrs["gradients"] = gradients
            return docs

        return [table[: len(doc)] for doc in docs], backprop

    return Model("vectors", forward, dims={"nO": WIDTH}, attrs={"gradients": None})


def table(tokens=10, seed=0):
    return np.random.default_rng(seed).normal(size=(tokens, WIDTH)).astype("float32")


def mentions(*tokens, text=TEXT, features=None):
    doc = spacy.blank("en").make_doc(text)
    places = np.array(tokens, dtype="int32").reshape(-1, 2)
    rows = np.zeros((len(places), FEATURES), dtype="float32") if features is None else features
    return Mentions(doc, places, rows)


def model(rows, **settings):
    built = build_role_classifier(vectors_of(rows), dropout=0.0, **settings)
    built.initialize(X=[mentions((0, 1))])
    rng = np.random.default_rng(4)  # the same weights in every run: a maximum has kinks
    for node in built.walk():
        for name in ("W", "b"):
            if node.name in ("maxout", "linear") and node.has_param(name):
                shape = node.get_param(name).shape
                node.set_param(name, rng.normal(scale=0.3, size=shape).astype("float32"))
    return built


def test_a_row_of_scores_a_mention():
    scores = model(table()).predict([mentions((0, 2), (4, 5)), mentions(), mentions((1, 2))])
    assert [array.shape for array in scores] == [(2, 4), (0, 4), (1, 4)]


def test_no_mention_at_all_is_no_error():
    assert [a.shape for a in model(table()).predict([mentions(), mentions()])] == [(0, 4)] * 2


def test_only_the_window_counts():
    rows = table()
    built = model(rows, window=2)
    before = built.predict([mentions((4, 5))])[0]
    rows[[0, 1, 8, 9]] += 5
    np.testing.assert_allclose(built.predict([mentions((4, 5))])[0], before, atol=1e-5)
    rows[6] += 5
    assert np.abs(built.predict([mentions((4, 5))])[0] - before).max() > 1e-3


def test_the_document_counts_where_it_is_asked_for():
    rows = table()
    built = model(rows, window=2, document=True)
    before = built.predict([mentions((4, 5))])[0]
    rows[[0, 9]] += 5
    assert np.abs(built.predict([mentions((4, 5))])[0] - before).max() > 1e-3


def test_a_cell_before_the_text_is_in_no_mean():
    rows = table()
    built = model(rows, window=4, document=True)
    asked = mentions((4, 5))
    set_body(asked.doc, TEXT.index("three"))
    before = built.predict([asked])[0]
    rows[[0, 1]] += 5
    np.testing.assert_allclose(built.predict([asked])[0], before, atol=1e-5)
    rows[2] += 5
    assert np.abs(built.predict([asked])[0] - before).max() > 1e-3


def test_what_the_encoder_did_not_see_dilutes_no_mean():
    """Sparse windows leave zero vectors behind."""
    rows = np.zeros((10, WIDTH), dtype="float32")
    rows[[3, 4, 5]] = table(3)
    built = model(rows, window=1)
    narrow = built.predict([mentions((4, 5))])[0]
    built.attrs["window"] = 4
    np.testing.assert_allclose(built.predict([mentions((4, 5))])[0], narrow, atol=1e-5)


def test_the_evidence_counts():
    built = model(table())
    rows = np.eye(FEATURES, dtype="float32")
    scores = built.predict([mentions((4, 5), (4, 5), (4, 5), features=rows)])[0]
    assert np.abs(scores[0] - scores[1]).max() > 1e-3


@pytest.mark.parametrize("document", [False, True])
def test_the_encoder_gets_the_gradient_of_small_changes(document):
    rows = table()
    built = model(rows, window=2, document=document)
    batch = [mentions((0, 2), (4, 5), (9, 10))]
    scores, backprop = built.begin_update(batch)
    weights = np.random.default_rng(2).normal(size=scores[0].shape).astype("float32")
    backprop([weights])
    found = built.layers[0].attrs["gradients"][0]
    step = 1e-3
    for place in [(0, 0), (3, 1), (4, 2), (6, 3), (8, 0), (9, 1)]:
        kept = rows[place]
        rows[place] = kept + step
        up = (built.predict(batch)[0] * weights).sum()
        rows[place] = kept - step
        down = (built.predict(batch)[0] * weights).sum()
        rows[place] = kept
        assert found[place] == pytest.approx((up - down) / (2 * step), rel=0.05, abs=2e-2)


def test_a_batch_without_mentions_gives_the_encoder_a_zero_gradient():
    built = model(table())
    _, backprop = built.begin_update([mentions(), mentions()])
    backprop([np.zeros((0, 4), dtype="float32")] * 2)
    assert [g.shape for g in built.layers[0].attrs["gradients"]] == [(10, WIDTH)] * 2
    assert not any(g.any() for g in built.layers[0].attrs["gradients"])


def test_it_learns():
    built = model(table())
    batch = [mentions((0, 1), (4, 5), (8, 9))]
    wanted = np.eye(4, dtype="float32")[[0, 2, 3]]
    optimizer = Adam(0.01)
    for _ in range(60):
        scores, backprop = built.begin_update(batch)
        exponents = np.exp(scores[0] - scores[0].max(axis=1, keepdims=True))
        backprop([exponents / exponents.sum(axis=1, keepdims=True) - wanted])
        built.finish_update(optimizer)
    assert built.predict(batch)[0].argmax(axis=1).tolist() == [0, 2, 3]


def test_bytes_hold_it():
    rows, batch = table(), [mentions((0, 2), (4, 5))]
    built = model(rows)
    again = build_role_classifier(vectors_of(rows)).from_bytes(built.to_bytes())
    np.testing.assert_array_equal(again.predict(batch)[0], built.predict(batch)[0])


def test_five_thousand_mentions_are_quick():
    """The time grows with the tokens and the mentions, not with their product."""
    import time

    rows = np.zeros((40_000, WIDTH), dtype="float32") + 1
    built = model(rows)
    doc = spacy.blank("en").make_doc("word " * 40_000)
    places = np.arange(5000, dtype="int32")[:, None] * 8 + [0, 2]
    many = Mentions(doc, places, np.zeros((5000, FEATURES), dtype="float32"))
    start = time.process_time()
    built.predict([many])
    assert time.process_time() - start < 2


@pytest.mark.parametrize("document", [False, True])
def test_blocks_change_nothing(monkeypatch, document):
    """The contexts of thousands of mentions are made some after the other."""
    built = model(table(), document=document)
    batch = [mentions((9, 10), (0, 2), (4, 5), (1, 3)), mentions(), mentions((1, 2))]
    whole = built.predict(batch)
    monkeypatch.setattr("spacy_hips.find.models.role_classifier._BLOCK", 2)
    for one, other in zip(whole, built.predict(batch), strict=True):
        np.testing.assert_allclose(other, one, atol=1e-6)


def test_a_frozen_encoder_is_asked_once():
    """The same scores come from what was kept of it, whatever it says later."""
    rows, batch = table(), [mentions((0, 2), (4, 5)), mentions(), mentions((1, 2))]
    built = model(rows)
    before = built.predict(batch)
    kept = contexts(built, batch)
    rows += 1
    assert all(own.doc is None for own in kept)
    for old, new in zip(before, built.predict(kept), strict=True):
        np.testing.assert_allclose(new, old, atol=1e-6)
    assert np.abs(built.predict(batch)[0] - before[0]).max() > 1e-3


def test_what_was_kept_can_be_learnt_from():
    built = model(table())
    kept = contexts(built, [mentions((0, 1)), mentions()])
    scores, backprop = built.begin_update(kept)
    backprop([np.ones_like(array) for array in scores])
    assert built.layers[0].attrs["gradients"] is None
