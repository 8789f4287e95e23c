"""The encoder: windows of like length go through together, and nothing but the speed changes."""

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc

from spacy_hips.models.windows import make_dense_windows

torch = pytest.importorskip("torch", reason="needs the extra trf")
pytest.importorskip("spacy_transformers", reason="needs the extra trf")

NO_DROPOUT = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
LENGTHS = (3, 60, 17, 1, 90, 5, 41, 2, 80, 33)


@pytest.fixture
def model(tiny_encoder):
    from spacy_hips.models.architectures import build_encoder

    windows = make_dense_windows(window=30, stride=20)
    model = build_encoder(tiny_encoder, windows, transformer_config=dict(NO_DROPOUT))
    model.initialize()
    return model


@pytest.fixture
def docs():
    """Texts of very different length, so that there are several batches of windows."""
    nlp = spacy.blank("en")
    words = ["amara", "b", "quispe", "went", "to", "themarketplace"]
    return [Doc(nlp.vocab, words=[words[i % 6] for i in range(n)]) for n in LENGTHS]


def network(model):
    return model.layers[0].shims[0]._model


def by_one_batch(model, wordpieces):
    """What torch itself makes of all windows, padded to the longest."""
    return network(model)(
        input_ids=torch.as_tensor(np.asarray(wordpieces.input_ids), dtype=torch.long),
        attention_mask=torch.as_tensor(np.asarray(wordpieces.attention_mask)),
    ).last_hidden_state


def test_gradients_of_bucketed_training_are_those_of_one_batch(model, docs):
    from spacy_hips.models import encoder

    batch, backprop = model.begin_update(docs)
    wordpieces = batch.wordpieces
    mask = np.asarray(wordpieces.attention_mask).astype(bool)
    lengths = mask.sum(axis=1)
    buckets = list(encoder._batches(lengths, encoder._training_batch(lengths)))
    assert len(buckets) >= 2
    rng = np.random.default_rng(1)
    shape = (*mask.shape, 16)
    upstream = rng.normal(size=shape).astype("float32") * mask[:, :, None]

    network(model).zero_grad()
    ends = np.cumsum([len(spans) for spans in batch.spans])[:-1]
    backprop(batch.unsplit_by_doc([[part] for part in np.split(upstream, ends)]))
    own = gradients(model)

    network(model).zero_grad()
    network(model).train()
    by_one_batch(model, wordpieces).backward(torch.from_numpy(upstream))
    one = gradients(model)
    assert own.keys() == one.keys()
    for name, gradient in one.items():
        largest = float(gradient.abs().max())
        if "key.bias" in name:  # shifts all scores of a softmax alike: its gradient is rounding
            continue
        assert largest > 0.001
        torch.testing.assert_close(own[name], gradient, rtol=0, atol=1e-4 * largest, msg=name)


def gradients(model):
    found = network(model).named_parameters()
    return {name: p.grad.clone() for name, p in found if p.grad is not None}


@pytest.mark.parametrize("training", [True, False])
def test_hidden_states_are_those_of_one_batch(model, docs, training):
    batch = model.begin_update(docs)[0] if training else model.predict(docs)
    mask = torch.as_tensor(np.asarray(batch.wordpieces.attention_mask)).bool()
    with torch.no_grad():
        one = by_one_batch(model, batch.wordpieces)
    own = torch.as_tensor(batch.model_output.last_hidden_state)
    torch.testing.assert_close(own[mask], one[mask], rtol=1e-4, atol=1e-5)
