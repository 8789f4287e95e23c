"""Surface features: what each column says, looked up once a word form."""

from __future__ import annotations

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc

from spacy_hips.core.body import first_token, set_body
from spacy_hips.find.models.surface import COLUMNS, features
from spacy_hips.text.lexicon.words import Lexicon, word_forms

COLUMN = {name: i for i, (name, _, _) in enumerate(COLUMNS)}


@pytest.fixture(scope="module")
def nlp():
    return spacy.blank("en")


@pytest.fixture(scope="module")
def lexicon():
    return Lexicon()


def test_a_document_is_its_word_forms_and_where_they_stand(nlp):
    doc = nlp("To be, or not to be\nTo be")
    forms, at = word_forms(doc)
    assert sorted(forms) == sorted({token.text for token in doc})
    assert [forms[i] for i in at] == [token.text for token in doc]


def test_an_empty_document_has_no_rows(nlp, lexicon):
    assert features(nlp(""), lexicon).shape == (0, len(COLUMNS))
    assert word_forms(nlp("")) == ([], pytest.approx(np.zeros(0)))


def test_words_in_fancy_letters_have_plain_forms(nlp):
    assert set(word_forms(nlp("ᴀᴍᴀʀᴀ 𝐀𝐧𝐚"))[0]) == {"amara", "Ana"}


def test_lexical_columns_are_those_of_the_tokens(nlp, lexicon):
    doc = nlp("By: Ana Ruiz, ana ruiz. By Ana")
    table = features(doc, lexicon)
    for row, token in zip(table, doc, strict=True):
        word = lexicon(token.text)
        assert row[:3].tolist() == [token.shape, token.prefix, token.suffix]
        assert row[COLUMN["case"]] == word.case
        assert row[COLUMN["tables"]] == word.forename * 16 + word.surname * 2 + word.common
        assert row[COLUMN["cue"]] == word.cue


@pytest.mark.parametrize(
    ("text", "gaps"),
    [
        ("a b", [1, 0]),
        ("a  b", [1, 2, 0]),
        ("a\nb", [0, 3, 0]),
        ("a\n\nb", [0, 4, 0]),
        ("a\n\n\n\nb", [0, 9, 0]),
        ("a\tb", [0, 6, 0]),
        (" \n a", [7, 0]),
    ],
)
def test_gaps_tell_spaces_tabs_and_line_breaks(nlp, lexicon, text: str, gaps: list[int]):
    assert features(nlp(text), lexicon)[:, COLUMN["gap"]].tolist() == gaps


def test_the_same_word_differs_by_its_line(nlp, lexicon):
    doc = nlp("Name: Ana\nwe met Ana there and Ana left")
    table = features(doc, lexicon)
    first, second, third = (i for i, token in enumerate(doc) if token.text == "Ana")
    assert table[first, COLUMN["line"]] % 2 == 1  # after a colon in its line
    assert table[second, COLUMN["line"]] % 2 == 0
    assert table[first, COLUMN["place"]] != table[second, COLUMN["place"]]
    assert table[second, :6].tolist() == table[third, :6].tolist()


def test_cells_before_the_text_are_no_first_lines_of_it(nlp, lexicon):
    cell, text = "Ana Ruiz\n\n", "Report\nName: Ben Li\n\nWe met."
    doc = set_body(nlp(cell + text), len(cell))
    behind = features(doc, lexicon)[first_token(doc) :]
    np.testing.assert_array_equal(behind, features(nlp(text), lexicon))


def test_an_encoded_word_of_a_mail_looks_like_what_it_says(nlp, lexicon):
    words = ["From", "=?utf-8?B?Tmdvemk=?=", "Ngozi"]
    doc = Doc(nlp.vocab, words=words)
    assert word_forms(doc)[0].count("Ngozi") == 2
    _, encoded, plain = features(doc, lexicon)[:, [*range(3), *map(COLUMN.get, ("case", "tables"))]]
    assert encoded.tolist() == plain.tolist()
