"""The digest of the words that trained weights read."""

import pytest

from spacy_hips.text.lexicon import digest, finder_columns
from spacy_hips.text.lexicon.digest import digest_of
from spacy_hips.who.judging import filter_columns

CLASSES = {"kin": ("aunt", "uncle"), "degree": ("dr",)}


@pytest.mark.parametrize("columns", [finder_columns, filter_columns])
def test_the_classes_are_those_that_pipelines_were_trained_with(columns):
    """Where this fails, a frozen class or the name tables were changed: train anew, or undo it."""
    assert digest_of(columns.CLASSES) == columns.FIRST_DIGEST


@pytest.mark.parametrize(
    "other",
    [
        {"kin": ("aunt", "uncle", "cousin"), "degree": ("dr",)},
        {"kin": ("aunt",), "degree": ("dr", "uncle")},
        {"degree": ("dr",), "kin": ("aunt", "uncle")},
        {"relatives": ("aunt", "uncle"), "degree": ("dr",)},
    ],
    ids=["word", "class", "order", "name"],
)
def test_another_word_class_or_order_is_another_digest(other):
    assert digest_of(other) != digest_of(CLASSES)


def test_the_order_of_words_in_a_class_is_no_matter():
    assert digest_of({**CLASSES, "kin": {"uncle", "aunt"}}) == digest_of(CLASSES)


def test_other_name_tables_are_another_digest(monkeypatch):
    before = digest_of(CLASSES)
    monkeypatch.setattr(digest, "tables_digest", lambda: "of other tables")
    assert digest_of(CLASSES) != before
