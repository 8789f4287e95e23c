"""Span getters: dense covers all, sparse covers what may be a name."""

import pytest
import spacy

from spacy_hips.core.body import first_token, set_body
from spacy_hips.find.models.windows import make_dense_windows, make_sparse_windows

NLP = spacy.blank("en")
PLAIN = "we went to the market and bought some bread because it was cheap there " * 12


def covered(doc, getter):
    (spans,) = getter([doc])
    return {i for span in spans for i in range(span.start, span.end)}


@pytest.mark.parametrize("length", [0, 1, 95, 96, 97, 300])
def test_dense_windows_cover_every_token(length):
    doc = spacy.tokens.Doc(NLP.vocab, words=["word"] * length)
    assert covered(doc, make_dense_windows(96, 64)) == set(range(length))


def test_sparse_windows_stand_around_a_name():
    doc = NLP(PLAIN + "Amara Okafor came too " + PLAIN)
    tokens = covered(doc, make_sparse_windows(context=5))
    name = next(t.i for t in doc if t.text == "Amara")
    assert set(range(name - 5, name + 7)) <= tokens
    assert len(tokens) < 25


@pytest.mark.parametrize(
    "name", ["amara okafor", "AMARA OKAFOR", "Nguyễn Thị Lan", "Xyqzt", "O'Neill", "山田太郎"]
)
def test_the_gate_opens_in_any_case_and_script(name):
    doc = NLP(PLAIN + name + " " + PLAIN)
    start = len(NLP(PLAIN))
    assert start in covered(doc, make_sparse_windows(context=2))


@pytest.mark.parametrize(
    ("word", "opens"),
    [
        ("zhanelle", True),  # a name that no table has
        ("eudy-salmonsen", True),
        ("ifeanyichukwuka", True),
        ("thuýbaotrần", True),
        ("kenji9", True),  # handles
        ("the_ema", True),
        ("@moon", True),
        ("23rd", False),
        ("3.5", False),
        ("stakeholders", False),  # rare words, and parts of words, are in the dictionary
        ("self-awareness", False),
        ("bene\ufb01ts", False),  # with a ligature, as in texts of PDFs
        ("naïvely", False),
        ("ur", False),
        ("n't", False),
    ],
)
def test_small_letters_open_it_where_they_make_no_english_word(word, opens):
    doc = NLP(PLAIN + word + " " + PLAIN)
    assert bool(covered(doc, make_sparse_windows(context=2))) == opens


def test_ordinary_capitals_do_not_open_it():
    doc = NLP("The market was open. We bought bread. It was cheap. " * 20)
    assert covered(doc, make_sparse_windows()) == set()


@pytest.mark.parametrize(
    ("text", "opens"),
    [
        ("we saw that my brother Will was there ", True),
        ("we saw that she is called Hope and ", True),
        ("Dear Rosemary, we saw that ", True),
        ("Dear Sage, we saw that ", True),  # in no table
        ("With Rosemary we saw that ", True),
        ("We saw Meetings there and ", True),
        ("Speaker 2: Meetings saw that ", True),
        ("3 (Meetings) and that ", True),
        ("Everything was open and we saw that ", False),
        ("thanks king, we saw that ", True),
        ("thanks  king, we saw that ", True),  # two blanks are a token
        ("we saw\nMeetings that ", False),  # a line begins
        ("May and we saw that ", True),
        ("we saw that my cousin prince was there ", True),
        ("we saw that the prince was there ", False),
        ("Will and we see that it was there ", True),
        ("Because we see that it was there ", False),
        ("we saw that he will be there ", False),
    ],
)
def test_a_word_that_may_be_a_name_opens_the_gate(text, opens):
    covered_tokens = covered(NLP(PLAIN + ". " + text + PLAIN), make_sparse_windows(context=2))
    assert (len(covered_tokens) > 2) == opens


def test_first_and_last_token_are_in_a_window_where_there_is_one():
    doc = NLP(PLAIN + "Amara Okafor came too " + PLAIN)
    assert {0, len(doc) - 1} < covered(doc, make_sparse_windows(context=2))


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("yes it is", set()),
        ("  \n", set()),
        (PLAIN, set()),
        ("we will mark you and them", set()),  # a word, and inside the text
        ("we go now mark", {0, 3}),  # a word that may be whoever signs
        ("hope that it works", {0, 3}),
    ],
)
def test_a_text_without_a_word_that_may_be_a_name_is_not_sent(text, sent):
    assert covered(NLP(text), make_sparse_windows()) == sent


def test_an_empty_document_has_no_window():
    assert make_sparse_windows()([NLP("")]) == [[]] or make_sparse_windows()([NLP("")])[0] == []


def test_no_window_is_longer_than_the_limit():
    doc = NLP("Amara Okafor " * 300)
    (spans,) = make_sparse_windows(window=96, stride=64)([doc])
    assert max(len(span) for span in spans) <= 96


@pytest.mark.parametrize("getter", [make_dense_windows(), make_sparse_windows(context=5)])
def test_a_cell_before_the_text_is_not_sent_with_it(getter):
    cell, text = "Youssef Haddad\n\n", "Amara Okafor came too " + PLAIN
    alone, behind = NLP(text), set_body(NLP(cell + text), len(cell))
    first = first_token(behind)
    # The first token alone is sent, too, for the encoder's alignment begins there.
    assert covered(behind, getter) == {0} | {i + first for i in covered(alone, getter)}


def test_a_document_of_cells_alone_still_has_a_window():
    doc = set_body(NLP("Amara Okafor"), 12)
    for getter in (make_dense_windows(), make_sparse_windows()):
        assert covered(doc, getter) == {0, 1}
