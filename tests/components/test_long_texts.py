"""A packaged pipeline takes texts that are longer than spaCy's default limit."""

import spacy

from spacy_hips.components.long_texts import CHARACTERS, long_texts_config


def blank(**settings):
    return spacy.blank("en", config={"nlp": {"after_pipeline_creation": settings}})


def test_a_text_of_two_hundred_thousand_words_is_not_refused():
    nlp = blank(**long_texts_config())
    text = "essay " * 200_000
    assert len(text) > 1_000_000
    assert len(nlp(text)) > 200_000 - 1
    assert nlp.max_length == CHARACTERS


def test_a_higher_limit_stays():
    settings = long_texts_config() | {"characters": 10}
    assert blank(**settings).max_length == 1_000_000


def test_the_setting_is_the_pipelines_own():
    """Nothing global is changed: another pipeline keeps spaCy's limit."""
    blank(**long_texts_config())
    assert spacy.blank("en").max_length == 1_000_000
