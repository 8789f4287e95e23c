"""Kaggle's tokens and BIO labels."""

from __future__ import annotations

from spacy_hips.components.scoring.metrics import match
from spacy_hips.components.tokenizer import blank
from spacy_hips.lab.evaluate.tokens import bio, given_tokens, spacy_tokens

ENGLISH = blank("en")


def texts(text: str, tokens) -> list[str]:
    return [text[start:end] for start, end in tokens]


def test_tokens_are_spacys_own():
    """An address is one token, as in the Kaggle file, and empty lines are one too."""
    text = "I'm Zoë-Ana, ok?\n\nana.li@x.org https://x.org/~ana 12 Elm St. e\u0301"
    assert texts(text, spacy_tokens(ENGLISH, text)) == [
        "I", "'m", "Zoë", "-", "Ana", ",", "ok", "?", "\n\n", "ana.li@x.org",
        "https://x.org/~ana", "12", "Elm", "St.", "e\u0301",
    ]  # fmt: skip


def test_given_tokens_are_found_in_the_text():
    text = "I am  Ana.\n\nBye"
    assert texts(text, given_tokens(text, ["I", "am", " ", "Ana", ".", "\n\n", "Bye"])) == [
        "I", "am", " ", "Ana", ".", "\n\n", "Bye",
    ]  # fmt: skip
    assert texts(text, given_tokens(text, ["I", "am", "Ana", ".", "Bye"])) == [
        "I", "am", "Ana", ".", "Bye",
    ]  # fmt: skip


def test_tokens_of_another_text_are_refused():
    assert given_tokens("I am Ana", ["I", "am", "Ben"]) is None
    assert given_tokens("I am Ana", ["I", "Ana"]) is None
    assert given_tokens("I am Ana", ["I", "am"]) is None


def test_bio_labels_are_those_of_kaggle():
    text = "I am Ana Li, 4 May, ana@x.org"
    tokens = spacy_tokens(ENGLISH, text)
    labels = bio(
        tokens, [(5, 11, "NAME_STUDENT"), (13, 18, "DATE"), (20, 29, "EMAIL"), (0, 1, "PERSON")]
    )
    assert labels == {
        (2, "B-NAME_STUDENT"), (3, "I-NAME_STUDENT"),
        (8, "B-EMAIL"),
    }  # fmt: skip


def test_a_span_that_ends_inside_a_token_takes_the_token():
    assert bio([(0, 8)], [(5, 8, "NAME_STUDENT")]) == {(0, "B-NAME_STUDENT")}


def test_micro_f5_by_hand():
    """Two of three gold tokens, one wrong: P = R = 2/3, so F5 = 2/3."""
    text = "Ana Maria Li and Ben"
    tokens = spacy_tokens(ENGLISH, text)
    gold = bio(tokens, [(0, 12, "NAME_STUDENT")])
    predicted = bio(tokens, [(0, 9, "NAME_STUDENT"), (17, 20, "NAME_STUDENT")])
    counts = match(gold, predicted)
    assert (counts.tp, counts.fp, counts.fn) == (2, 1, 1)
    assert abs(counts.f(5) - 2 / 3) < 1e-9
