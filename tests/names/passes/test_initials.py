"""Initials in brackets behind the name that they stand for."""

import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.find.names.passes.initials import Initials
from spacy_hips.text.lexicon.words import Lexicon
from spacy_hips.text.page.page import Page

LEXICON = Lexicon()


def found(text, name, label="PERSON", **others):
    spans = [PiiSpan(text.index(name), text.index(name) + len(name), label, 0.9)]
    spans += [PiiSpan(text.index(o), text.index(o) + len(o), label) for label, o in others.items()]
    return [(text[s.start : s.end], s.label) for s in Initials()(Page(text), spans, LEXICON)]


@pytest.mark.parametrize(
    ("text", "name", "letters"),
    [
        ("Sizwe Nene (SN) drew it.", "Sizwe Nene", "SN"),
        ("I asked Olga Berg (O.B.).", "Olga Berg", "O.B."),
        ("Ana Maria Ruiz [AMR]", "Ana Maria Ruiz", "AMR"),
        ("Ana Maria Ruiz (AR)", "Ana Maria Ruiz", "AR"),
        ("Wei Jun (JW)", "Wei Jun", "JW"),
    ],
)
def test_the_first_letters_of_a_name_are_its_bearers(text, name, letters):
    assert found(text, name)[1] == (letters, "PERSON")
    assert found(text, name, LOCATION=letters)[1] == (letters, "PERSON")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Olga Berg (RN) came", "Olga Berg"),
        ("Olga (O) came", "Olga"),
        ("Olga Berg (UK)", "Olga Berg"),
    ],
)
def test_other_letters_are_not(text, name):
    assert found(text, name) == [(name, "PERSON")]


def test_only_a_name_explains_initials():
    assert found("The Mind Map (MM) helps", "Mind Map", label="EMPLOYER") == [
        ("Mind Map", "EMPLOYER")
    ]
