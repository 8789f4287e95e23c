"""Token types tell the encoder the case of words, where lines begin, and what may be a name."""

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc
from thinc.types import Ragged

from spacy_hips.errors import HipsError
from spacy_hips.models.lexicon import Lexicon
from spacy_hips.models.token_types import (
    CASES,
    COUNT,
    LINES,
    NAMES,
    types_of_tokens,
    types_of_wordpieces,
)
from spacy_hips.models.windows import make_dense_windows


@pytest.fixture(scope="module")
def nlp():
    return spacy.blank("en")


@pytest.fixture(scope="module")
def lexicon():
    return Lexicon()


def parts(types):
    """Case, name and line of each type."""
    return [(t // (NAMES * LINES), t // LINES % NAMES, t % LINES) for t in types.tolist()]


def test_there_is_one_type_for_each_case_name_and_line():
    assert (len(CASES) + 1) * NAMES * LINES == COUNT == 36


def test_cases(nlp, lexicon):
    types = types_of_tokens(nlp("table Table TABLE iTable 12 ,"), lexicon)
    assert [case for case, _, _ in parts(types)] == [0, 1, 2, 3, 0, 0]


def test_names_that_are_words_are_told_from_others(nlp, lexicon):
    types = types_of_tokens(nlp("the okafor grant xqzv"), lexicon)
    assert [name for _, name, _ in parts(types)] == [0, 2, 1, 0]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a b", [2, 0]),
        ("a\nb c", [2, 0, 1, 0]),
        ("a\n\nb", [2, 0, 2]),
        ("a\n \nb", [2, 0, 2]),
        (" \n a\n\t b", [0, 2, 0, 1]),
    ],
)
def test_lines_begin_at_the_first_word_behind_a_break(nlp, lexicon, text, lines):
    doc = nlp(text)
    assert [line for _, _, line in parts(types_of_tokens(doc, lexicon))] == lines


@pytest.mark.parametrize("text", ["", " ", "\n\n"])
def test_texts_without_a_word_have_type_0_only(nlp, lexicon, text):
    types = types_of_tokens(nlp(text), lexicon)
    assert types.shape == (len(nlp(text)),)
    assert not types.any()


def test_every_wordpiece_of_a_token_has_its_type_and_special_ones_have_none():
    align = Ragged(np.array([1, 2, 6], dtype="i"), np.array([2, 0, 1], dtype="i"))
    types = types_of_wordpieces(np.array([5, 7, 9]), align, (2, 4))
    assert types.tolist() == [[0, 5, 5, 0], [0, 0, 9, 0]]


# --- in the encoder -------------------------------------------------------------------------------


@pytest.fixture
def told(tiny_encoder):
    """An encoder with token types, and one without, of the same weights."""
    torch = pytest.importorskip("torch", reason="needs the extra trf")
    from spacy_hips.models.architectures import build_encoder

    def build(token_types):
        windows = make_dense_windows(window=7, stride=5)
        dropout = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
        model = build_encoder(
            tiny_encoder, windows, token_types=token_types, transformer_config=dropout
        )
        model.initialize()
        return model

    model, plain = build(True), build(False)
    assert network(model).config.type_vocab_size == COUNT
    assert torch.equal(*(table(m)[0] for m in (model, plain)))
    return model, plain


def network(model):
    return model.layers[0].shims[0]._model


def table(model):
    return network(model).embeddings.token_type_embeddings.weight.data


def test_an_encoder_that_is_given_types_computes_what_it_computed(nlp, told):
    doc = Doc(nlp.vocab, words=["Amara", "okafor", "\n", "went", "TO", ".", "b", "\n\n", "Grant"])
    states = [m.predict([doc]).model_output.last_hidden_state for m in told]
    np.testing.assert_allclose(*states, atol=1e-6)


def part(model):
    """Give every type another vector, as training does."""
    rng = np.random.default_rng(1)
    table(model)[:] += torch_of(rng.normal(size=tuple(table(model).shape)))


def torch_of(array):
    import torch

    return torch.as_tensor(array, dtype=torch.float32)


@pytest.mark.parametrize("training", [True, False])
def test_it_tells_apart_what_has_the_same_letters(nlp, told, training):
    docs = [Doc(nlp.vocab, words=["we", "met", word, "."]) for word in ("grant", "Grant")]

    def differ(model):
        batch = model.begin_update(docs)[0] if training else model.predict(docs)
        small, capital = np.asarray(batch.model_output.last_hidden_state)
        return not np.allclose(small, capital, atol=1e-5)

    model, plain = told
    assert not differ(model) and not differ(plain)
    part(model)
    assert differ(model)


def test_the_types_are_trained(nlp, told):
    model, _ = told
    batch, backprop = model.begin_update([Doc(nlp.vocab, words=["We", "met", "Grant"])])
    state = batch.model_output.last_hidden_state
    batch.model_output.last_hidden_state = state * 0 + 1.0
    backprop(batch)
    gradient = network(model).embeddings.token_type_embeddings.weight.grad
    seen = set(gradient.abs().sum(axis=1).nonzero().flatten().tolist())
    assert len(seen) >= 3


def test_a_long_document_is_told_the_same(nlp, told, monkeypatch):
    from spacy_hips.models import encoder

    model, _ = told
    part(model)
    doc = Doc(nlp.vocab, words=["Amara", "okafor", "\n", "went", "TO", ".", "Grant"] * 3)
    whole = model.predict([doc])
    monkeypatch.setattr(encoder, "LONG", 2)
    model.attrs["pool_long"] = True
    pooled = np.asarray(model.predict([doc]).model_output.last_hidden_state)[0]
    pieces = np.asarray(whole.model_output.last_hidden_state).reshape(-1, pooled.shape[1])
    first = pieces[np.asarray(whole.align.dataXd)[: whole.align.lengths[0]].reshape(-1)].mean(0)
    np.testing.assert_allclose(pooled[0], first, atol=1e-5)


def test_types_are_kept_when_it_is_written(tiny_encoder, tmp_path):
    pytest.importorskip("spacy_transformers", reason="needs the extra trf")
    nlp = spacy.blank("en")
    config = {"model": {"name": tiny_encoder, "token_types": True}}
    nlp.add_pipe("hips_transformer", config=config)
    nlp.initialize()
    table(nlp.get_pipe("hips_transformer").model)[7] += 1.0
    nlp.to_disk(tmp_path)
    again = spacy.load(tmp_path)
    model = again.get_pipe("hips_transformer").model
    assert model.attrs["lexicon"] is not None
    expected = table(nlp.get_pipe("hips_transformer").model)
    np.testing.assert_allclose(table(model), expected, atol=1e-2)  # in half precision


def test_an_encoder_without_types_says_that_it_has_none(tmp_path):
    transformers = pytest.importorskip("transformers", reason="needs the extra trf")
    pytest.importorskip("spacy_transformers", reason="needs the extra trf")
    from spacy_hips.models.architectures import build_encoder

    vocab = tmp_path / "vocab.txt"
    vocab.write_text("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "a"]))
    transformers.DistilBertTokenizerFast(str(vocab)).save_pretrained(tmp_path)
    config = transformers.DistilBertConfig(vocab_size=5, dim=8, hidden_dim=8, n_layers=1, n_heads=2)
    transformers.DistilBertModel(config).save_pretrained(tmp_path)
    model = build_encoder(str(tmp_path), make_dense_windows(), token_types=True)
    with pytest.raises(HipsError, match=r"E432.*token_types = true, but DistilBertModel knows no"):
        model.initialize()
