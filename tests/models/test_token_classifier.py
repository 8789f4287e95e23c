"""The head: what it says of a document does not depend on what lies beside it in a batch."""

import numpy as np
import pytest
import spacy
from thinc.api import Model

from spacy_hips.find.models.token_classifier import build_token_classifier, look_at

NLP = spacy.blank("en")
TEXTS = ["By Amara Okafor", "we went", "Hana Sato came", "x"]


def fixed_vectors(width=4):
    """Stands for the encoder: vectors that depend on the token alone."""

    def forward(model, docs, is_train):
        vectors = [
            np.array(
                [[token.orth % p / p for p in (3, 5, 7, 11)] for token in doc], dtype="float32"
            )
            + 0.1
            for doc in docs
        ]
        return vectors, lambda d_vectors: []

    return Model("fixed", forward, dims={"nO": width})


@pytest.fixture
def model():
    model = build_token_classifier(fixed_vectors(), hidden_width=8, surface_width=8, nO=3)
    model.initialize(X=[NLP(text) for text in TEXTS])
    output = model.get_ref("output_layer")
    output.set_param("W", np.random.default_rng(1).normal(size=(3, 8)).astype("float32"))
    return model


def test_neighbours_in_the_batch_change_nothing(model):
    """The window over surface features once reached into the next document."""
    docs = [NLP(text) for text in TEXTS]
    together = model.predict(docs)
    for doc, scores in zip(docs, together, strict=True):
        assert model.predict([doc])[0] == pytest.approx(scores, abs=1e-5)


@pytest.mark.parametrize("block", [1, 2, 3])
def test_blocks_change_nothing(model, monkeypatch, block):
    """A long document goes through in parts, so that its memory is bounded."""
    docs = [NLP(" ".join(TEXTS)), NLP("x")]
    whole = model.predict(docs)
    monkeypatch.setattr("spacy_hips.find.models.token_classifier.BLOCK", block)
    for one, other in zip(whole, model.predict(docs), strict=True):
        assert other == pytest.approx(one, abs=1e-5)


@pytest.mark.slow  # compares gradients of training
def test_gradients_add_up_over_documents(model):
    docs = [NLP(text) for text in TEXTS]
    rng = np.random.default_rng(2)
    upstream = [rng.normal(size=(len(doc), 3)).astype("float32") for doc in docs]

    def gradients(parts):
        for node in model.walk():
            for name in node.grad_names:
                node.set_grad(name, node.get_grad(name) * 0)
        for part in parts:
            _, backprop = model.begin_update([docs[i] for i in part])
            backprop([upstream[i] for i in part])
        return {
            (index, name): np.array(node.get_grad(name))
            for index, node in enumerate(model.walk())
            for name in node.grad_names
        }

    model.layers[3].layers[0].attrs["dropout_rate"] = 0.0
    apart, together = gradients([[0], [1], [2], [3]]), gradients([[0, 1, 2, 3]])
    assert apart.keys() == together.keys() != set()
    assert max(np.abs(gradient).max() for gradient in together.values()) > 0.1
    for key, gradient in together.items():
        assert apart[key] == pytest.approx(gradient, abs=1e-4)


def test_what_is_kept_of_documents_says_and_teaches_the_same(model):
    """A frozen encoder is asked once; what it did not see has no scores there either."""
    docs = [NLP(text) for text in TEXTS]
    model.layers[3].layers[0].attrs["dropout_rate"] = 0.0
    upstream = [np.ones((len(doc), 3), dtype="float32") for doc in docs]
    told = []
    for given in (docs, look_at(model, docs)):
        for node in model.walk():
            for name in node.grad_names:
                node.set_grad(name, node.get_grad(name) * 0)
        scores, backprop = model.begin_update(given)
        backprop(upstream)
        grads = [node.get_grad(name).copy() for node in model.walk() for name in node.grad_names]
        told.append([*scores, *grads])
    for one, other in zip(*told, strict=True):
        assert other == pytest.approx(one, abs=1e-5)
