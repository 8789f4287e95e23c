"""No token is left without a vector because the window before it was full of wordpieces."""

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc

pytest.importorskip("torch", reason="needs the extra trf")
pytest.importorskip("spacy_transformers", reason="needs the extra trf")

from spacy_hips.find.models.fitting import encode_windows, most_wordpieces
from spacy_hips.find.models.windows import make_dense_windows

MOST = 24
ADDRESS = "https.news.example.org.climate.change"  # 37 wordpieces of the tiny encoder


@pytest.fixture
def model(tiny_encoder):
    from spacy_hips.find.models.architectures import build_encoder

    model = build_encoder(tiny_encoder, make_dense_windows(window=30, stride=20))
    model.initialize()
    model.tokenizer.model_max_length = MOST
    return model


def lengths_of(encoding):
    return np.asarray(encoding["attention_mask"]).sum(axis=1)


def test_a_window_of_too_many_wordpieces_is_cut_until_it_fits(model):
    doc = Doc(spacy.blank("en").vocab, words=["amara", "went", "home", "again"] * 7)
    windows, encoding = encode_windows(model.tokenizer, [[doc[:28]], [doc[:2]]], MOST)
    assert lengths_of(encoding).max() <= MOST
    assert {token.i for window in windows[0] for token in window} == set(range(28))
    assert [(window.start, window.end) for window in windows[1]] == [(0, 2)]


def test_both_halves_see_the_tokens_around_the_cut(model):
    doc = Doc(spacy.blank("en").vocab, words=["amara"] * 8)
    first, second = encode_windows(model.tokenizer, [[doc[:]]], 34)[0][0]
    assert (first.start, first.end, second.start, second.end) == (0, 6, 2, 8)


@pytest.mark.parametrize("tokens", [16, 64])
def test_words_without_end_are_cut_into_as_many_windows_as_they_are(model, tokens):
    """With an overlap at each cut there were ever more: Chinese without blanks took for ever."""
    doc = Doc(spacy.blank("en").vocab, words=[ADDRESS] * tokens)
    (windows,), _ = encode_windows(model.tokenizer, [[doc[:]]], MOST)
    assert len(windows) == tokens


def test_a_single_token_stays_whole_however_long_it_is(model):
    doc = Doc(spacy.blank("en").vocab, words=[ADDRESS])
    windows, encoding = encode_windows(model.tokenizer, [[doc[:]]], MOST)
    assert len(windows[0]) == 1
    assert lengths_of(encoding).max() > MOST


@pytest.mark.parametrize("training", [True, False])
def test_names_behind_a_list_of_web_addresses_have_vectors(model, training):
    """They had none, so nobody in them was found (of a list of fourteen sources)."""
    words = [ADDRESS] * 5 + ["my", "friend", "amara"]
    doc = Doc(spacy.blank("en").vocab, words=words)
    batch = model.begin_update([doc])[0] if training else model.predict([doc])
    assert (np.asarray(batch.doc_data[0].align.lengths) > 0).all()


def test_the_positions_of_the_network_are_a_limit_too(model):
    model.tokenizer.model_max_length = int(1e30)  # what a tokenizer says that was saved without one
    assert most_wordpieces(model) == 512


def test_the_encoder_reads_plain_letters(model):
    vocab = spacy.blank("en").vocab
    plain, dressed = (Doc(vocab, words=[word, "went"]) for word in ("amara", "ᴀᴍᴀʀᴀ"))
    (_, first), (_, second) = (
        encode_windows(model.tokenizer, [[doc[:]]], MOST) for doc in (plain, dressed)
    )
    assert first["input_ids"].tolist() == second["input_ids"].tolist()
