"""A document knows where its text begins behind the cells of a table."""

import pytest
import spacy

from spacy_hips.core.body import first_token, get_body, set_body, text_of

NLP = spacy.blank("en")


def test_a_document_is_all_text_until_somebody_says_otherwise():
    doc = NLP("Ana was here.")
    assert (get_body(doc), first_token(doc)) == (0, 0)


@pytest.mark.parametrize("cell", ["Ana", "Ana Ruiz", "Ruiz, Ana María"])
def test_the_text_begins_behind_the_cell(cell):
    doc = set_body(NLP(f"{cell}\n\nShe was here."), len(cell) + 2)
    assert doc[first_token(doc)].text == "She"


def test_a_document_of_cells_alone_has_no_token_in_its_text():
    doc = set_body(NLP("Ana"), 3)
    assert first_token(doc) == len(doc)


def test_it_travels_with_the_document():
    doc = set_body(NLP("Ana\n\nShe was here."), 5)
    again = spacy.tokens.Doc(NLP.vocab).from_bytes(doc.to_bytes())
    assert get_body(again) == 5


def test_the_text_is_put_together_once_and_anew_where_tokens_came():
    doc = NLP("Ana was here.")
    assert text_of(doc) is text_of(doc)
    empty = spacy.tokens.Doc(NLP.vocab)
    assert text_of(empty) == ""
    assert text_of(empty.from_bytes(doc.to_bytes())) == "Ana was here."
