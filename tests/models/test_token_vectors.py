"""What an engine left of a document is read as it is, and all else as the listener reads it."""

from __future__ import annotations

import numpy as np
import pytest
from spacy.tokens import Doc
from spacy.vocab import Vocab
from thinc.api import Model

from spacy_hips.find.models.encoding import (
    Encoding,
    SeenVectors,
    seen_tokens,
    sum_from,
    token_vectors,
)

WIDTH = 3


@pytest.fixture
def made():
    """Makes documents that an engine encoded, or something else."""
    if not Doc.has_extension("trf_data"):
        Doc.set_extension("trf_data", default=None)

    def make(count, tokens=None):
        doc = Doc(Vocab(), words=["a"] * count)
        if tokens is not None:
            vectors = np.arange(len(tokens) * WIDTH, dtype="float32").reshape(-1, WIDTH) + 1
            doc._.trf_data = Encoding(vectors, np.array(tokens, dtype=int))
        return doc

    return make


class Listener(Model):
    """A model that may have more attributes than thinc's own."""


def listener(asked, batch=None):
    def forward(model, docs, is_train):
        asked.extend(docs)
        return [np.full((len(doc), WIDTH), -1.0, dtype="float32") for doc in docs], lambda d: "back"

    model = Listener("listener", forward)
    model._batch_id = batch
    return model


@pytest.mark.parametrize("training", [True, False])
def test_what_an_engine_left_is_taken_without_the_listener(made, training):
    """In training as well: it is that of an encoder that does not learn."""
    asked = []
    whole, gap = made(3, [0, 1, 2]), made(3, [0, 2])
    (all_of_it, with_gap), backprop = token_vectors(listener(asked), [whole, gap], training)
    assert asked == []
    assert all_of_it[:].tolist() == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    assert with_gap[:].tolist() == [[1, 2, 3], [0, 0, 0], [4, 5, 6]]
    assert backprop([]) == [whole, gap]


def test_all_else_is_read_by_the_listener(made):
    asked = []
    docs = [made(2), made(2)]
    vectors, _ = token_vectors(listener(asked), docs, False)
    assert asked == docs and all((own == -1).all() for own in vectors)


@pytest.mark.parametrize(("training", "asks"), [(True, True), (False, False)])
def test_an_encoder_that_learns_along_is_asked_by_its_listener(made, training, asks):
    asked, doc = [], made(1, [0])
    token_vectors(listener(asked, batch=7), [doc], training)
    assert bool(asked) is asks


@pytest.mark.parametrize("places", [[0, 2, 3, 7], [], [9]])
def test_vectors_of_the_seen_are_read_like_those_of_all(places):
    """Only the rows that somebody asks for are written out."""
    rows = np.arange(len(places) * WIDTH, dtype="float32").reshape(-1, WIDTH)
    dense = np.zeros((10, WIDTH), dtype="float32")
    dense[places] = rows
    seen = SeenVectors(rows, np.array(places, dtype=int), 10)
    assert (len(seen), seen.shape) == (len(dense), dense.shape)
    mask = np.arange(10) % 3 == 0
    for key in (slice(None), slice(2, 8), slice(7, None), slice(4, 4), np.array([9, 0, 3]), mask):
        np.testing.assert_array_equal(seen[key], dense[key])
    np.testing.assert_array_equal(seen_tokens(np, seen), seen_tokens(np, dense))
    for begin in (0, 3, 10):
        np.testing.assert_array_equal(sum_from(seen, begin), sum_from(dense, begin))
