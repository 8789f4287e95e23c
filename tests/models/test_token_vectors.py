"""A document of one vector a token is read as it is, and all others as the listener reads them."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from spacy.tokens import Doc
from spacy.vocab import Vocab
from thinc.api import Model, Ragged

from spacy_hips.models.encoding import SeenVectors, seen_tokens, sum_from, token_vectors

WIDTH = 3


@pytest.fixture
def made(monkeypatch):
    """Makes documents that hold an encoder's output."""
    if not Doc.has_extension("trf_data"):
        Doc.set_extension("trf_data", default=None)

    def make(lengths, pieces, rows=1, count=None):
        doc = Doc(Vocab(), words=["a"] * len(lengths))
        count = len(pieces) if count is None else count
        hidden = np.arange(rows * count * WIDTH, dtype="float32").reshape(rows, count, WIDTH)
        output = {"last_hidden_state": hidden + 1}
        align = Ragged(np.array(pieces, dtype="i").reshape(-1, 1), np.array(lengths, dtype="i"))
        doc._.trf_data = SimpleNamespace(model_output=_Output(output), align=align)
        return doc

    return make


class _Output(dict):
    @property
    def last_hidden_state(self):
        return self["last_hidden_state"]


def listener(asked):
    def forward(model, docs, is_train):
        asked.extend(docs)
        return [np.full((len(doc), WIDTH), -1.0, dtype="float32") for doc in docs], lambda d: "back"

    return Model("listener", forward)


def test_one_vector_a_token_is_taken_without_the_listener(made):
    asked = []
    whole, gaps = made([1, 1, 1], [0, 1, 2]), made([1, 0, 1], [0, 1])
    (all_of_it, with_gap), _ = token_vectors(listener(asked), [whole, gaps], False)
    assert asked == []
    assert all_of_it.base is not None  # a view, no copy
    assert all_of_it.tolist() == whole._.trf_data.model_output.last_hidden_state[0].tolist()
    assert with_gap[:].tolist() == [[1, 2, 3], [0, 0, 0], [4, 5, 6]]


@pytest.mark.parametrize(
    ("lengths", "pieces", "rows", "count"),
    [
        ([2, 1], [0, 1, 2], 1, None),  # two wordpieces of a token
        ([1, 1], [1, 0], 1, None),  # another order
        ([1, 1], [0, 1], 2, None),  # two windows
        ([1, 1], [0, 1], 1, 4),  # wordpieces of no token, such as the first and the last
    ],
)
def test_all_others_are_read_by_the_listener(lengths, pieces, rows, count, made):
    asked = []
    other, whole = made(lengths, pieces, rows, count), made([1], [0])
    (read, own), _ = token_vectors(listener(asked), [other, whole], False)
    assert asked == [other] and (read == -1).all() and own.tolist() == [[1, 2, 3]]


def test_training_asks_the_listener_for_everything(made):
    asked, whole = [], made([1], [0])
    _, backprop = token_vectors(listener(asked), [whole], True)
    assert asked == [whole] and backprop([]) == "back"


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
