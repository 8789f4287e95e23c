"""Names that touch are parted where the whole row of them makes most sense."""

from itertools import pairwise

import numpy as np
import pytest
import spacy

from spacy_hips.find.names.tokens.touching import Row, cuts, parted, rows
from spacy_hips.text.lexicon.words import Lexicon

NLP = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}})
LEXICON = Lexicon()


def parts(text, **odds):
    """The names of a row, where the finder gives the named words these odds of beginning one."""
    words = text.split()
    row = Row(words, [odds.get(word, 0.0) for word in words], LEXICON)
    borders = [0, *cuts(row), len(row)]
    return [" ".join(words[a:b]) for a, b in pairwise(borders)]


def test_forenames_stand_before_surnames():
    assert parts("Maria Okafor Daniel Nguyen") == ["Maria Okafor", "Daniel Nguyen"]
    assert parts("Maria Elena Okafor") == ["Maria Elena Okafor"]


def test_what_the_finder_says_counts():
    surely = {"Okafor": -5.0, "Daniel": -5.0, "Nguyen": -5.0}
    assert parts("Maria Okafor Daniel Nguyen", **surely) == ["Maria Okafor Daniel Nguyen"]
    assert parts("Zyxq Qwvt", Qwvt=5.0) == ["Zyxq", "Qwvt"]
    assert parts("Zyxq Qwvt", Qwvt=-5.0) == ["Zyxq Qwvt"]


def test_particles_hold_a_name_together():
    assert parts("Maria van der Berg") == ["Maria van der Berg"]


def test_a_long_name_is_one():
    name = "Maria da Conceição dos Santos Silva de Sousa Pereira"
    assert parts(name, **dict.fromkeys(name.split(), -3.0)) == [name]


def test_a_row_ends_where_more_than_a_blank_stands():
    doc = NLP("Maria Okafor, Daniel Nguyen  Lan")
    names = np.array([token.is_alpha for token in doc])
    assert [doc[a:b].text for a, b in rows(doc, names)] == ["Maria Okafor", "Daniel Nguyen"]


@pytest.mark.parametrize("words", [0, 1, 2, 500])
def test_any_length(words):
    doc = NLP(" ".join(["Maria"] * words))
    found = parted(doc, np.ones(len(doc), dtype=bool), np.zeros(len(doc)), LEXICON)
    assert found.shape == (len(doc),)
    assert not found[:1].any()
