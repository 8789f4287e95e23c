"""Names whose letters stand apart."""

import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.find.names.name_pass import run_passes
from spacy_hips.find.names.passes.spelt import Spelt
from spacy_hips.text.lexicon.words import Lexicon
from spacy_hips.text.page.page import Page

LEXICON = Lexicon()


def names(text, *spans):
    return [text[s.start : s.end] for s in Spelt()(Page(text), spans, LEXICON)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("By  I n g r i d   B e r g\n\nThis is my essay.", "I n g r i d   B e r g"),
        ("N A M E :  O L G A  P E T R O V A", "O L G A  P E T R O V A"),
        ("K W A M E\n\nLearning journal", "K W A M E"),
        ("by 𝐊 𝐰 𝐚 𝐦 𝐞", "𝐊 𝐰 𝐚 𝐦 𝐞"),
        ("it is spelt M-A-R-I-S-O-L, with one L", "M-A-R-I-S-O-L"),
        ("student: k-w-a-m-e", "k-w-a-m-e"),
        ("I am I-n-g-r-i-d B-e-r-g.", "I-n-g-r-i-d B-e-r-g"),
        ("x y z I-n-g-r-i-d", "I-n-g-r-i-d"),
        ("Her name is A-n-a.", "A-n-a"),
        ("Happy birthday *O*L*G*A*", "O*L*G*A"),
    ],
)
def test_letters_that_make_a_known_name_are_one(text, name):
    assert names(text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "V I S U A L I Z A T I O N",
        "a b c d e f g",
        "Also a.k.a. the S.W.O.T. of S-M-A-R-T goals",
        "H O P E",
        "We made H-O-P-E out of G-R-A-C-E",
        "A-C-G and D-N-A, X-Y-Z, U-S-A and F-B-I",
        "a-t-il et va-t-elle, vis-a-vis, do-re-mi-fa",
        "Ana Ruiz",
    ],
)
def test_words_and_short_forms_are_none(text):
    assert names(text) == []


@pytest.mark.parametrize(
    ("text", "named", "name"),
    [
        ("Her name is Zhanelle. That is z-h-a-n-e-l-l-e.", "Zhanelle", "z-h-a-n-e-l-l-e"),
        ("My name is Hope, H-O-P-E.", "Hope", "H-O-P-E"),
        ("Hope is my name: H O P E", "Hope", "H O P E"),
        ("I am Zhanelle, Z, H, A, N, E, L, L, E. I am 9.", "Zhanelle", "Z, H, A, N, E, L, L, E"),
        ("Zhanelle signs Z.H.A.N.E.L.L.E", "Zhanelle", "Z.H.A.N.E.L.L.E"),
        ("İlkay signs İ.L.K.A.Y", "İlkay", "İ.L.K.A.Y"),
    ],
)
def test_who_is_named_otherwise_is_known_by_the_letters(text, named, name):
    """No table has her name, or it is a word: she was hidden, and her letters were left."""
    start = text.index(named)
    assert names(text, PiiSpan(start, start + len(named), "PERSON", 0.9, "ner")) == [named, name]


def test_the_letters_that_the_finder_takes_for_something_give_way():
    """Else the name was dropped for them, and they were what was left of it."""
    text = "by P r i y a   R a m a n"
    guessed = PiiSpan(text.index("y a"), text.index("y a") + 3, "LOCATION", 0.6, "ner")
    assert names(text, guessed) == ["P r i y a   R a m a n"]


@pytest.mark.parametrize("label", ["LOCATION", "SCHOOL", "PERSON"])
def test_a_guess_that_reaches_beyond_the_letters_is_covered_whole(label):
    """Scanned text is full of such letters; to uncover a guess stopped the whole run (E204)."""
    text = "by P r i y a   R a m a n Lagos today"
    guessed = PiiSpan(text.index("n Lagos"), text.index(" today"), label, 0.6, "ner")
    found = names(text, guessed)
    spans = run_passes(Page(text), [guessed], {"spelt": Spelt()}, LEXICON)
    assert [text[s.start : s.end] for s in spans] == found
    assert found == ["P r i y a   R a m a n" + (" Lagos" if label != "PERSON" else "")]


def test_what_a_rule_proved_stays():
    text = "by P r i y a"
    proved = PiiSpan(3, 12, "USERNAME", 1.0, "rules.username")
    assert names(text, proved) == ["P r i y a"]
    assert Spelt()(Page(text), [proved], LEXICON) == [proved]
