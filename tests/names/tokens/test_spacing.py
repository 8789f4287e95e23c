"""What parts two tokens."""

import pytest
import spacy

from spacy_hips.find.names.tokens.spacing import ends_line, is_hyphen, is_wide, wide_gap

NLP = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}})


@pytest.mark.parametrize(
    ("blank", "wide"), [("", False), (" ", False), ("  ", True), ("\t", True), ("\n", True)]
)
def test_more_than_a_blank_parts(blank, wide):
    assert is_wide(blank) is wide


@pytest.mark.parametrize(
    ("text", "wide"), [("Ana Ruiz", False), ("Ana\nRuiz", True), ("Ana   Ruiz", True)]
)
def test_a_gap_is_wide_where_white_space_is_a_token(text, wide):
    doc = NLP(text)
    assert wide_gap(doc, text, 0, len(doc) - 1) is wide


def test_a_hyphen_ties_where_no_blank_is_beside_it():
    doc = NLP("Ana-Ruiz - Lima")
    found = [doc[i].text for i in range(len(doc)) if is_hyphen(doc, i)]
    assert found == ["-"] and is_hyphen(doc, 1)


def test_a_line_ends_where_it_was_not_full():
    full = "The report was read to the whole committee by Amara\nOkafor"
    for text, ended in (("By Amara\nOkafor", True), (full, False), ("By Amara\n\nOkafor", True)):
        (gap,) = (token for token in NLP(text) if token.is_space)
        assert ends_line(gap, text) is ended
