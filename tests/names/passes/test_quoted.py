"""Names in quotes, which a finder takes for titles and terms."""

import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.find.names.passes.quoted import Quoted
from spacy_hips.text.lexicon.words import Lexicon
from spacy_hips.text.page.page import Page

LEXICON = Lexicon()


def names(text, *found, label="PERSON"):
    """All names where the finder found some, one after the other."""
    spans, at = [], 0
    for name in found:
        at = text.index(name, at)
        spans.append(PiiSpan(at, at + len(name), label, 0.9, "ner"))
        at += len(name)
    return [text[s.start : s.end] for s in Quoted()(Page(text), spans, LEXICON)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We were 'Zanele', 'Olga' and 'Piet'.", ["Zanele", "Olga", "Piet"]),
        ("“Amina” and “Kwame” led us.", ["Amina", "Kwame"]),
        ("«Pedro», ‘Luz’, „Heike“ sang", ["Pedro", "Luz", "Heike"]),
        ('"Olga Petrova" and "Sven" drew it.', ["Olga Petrova", "Sven"]),
    ],
)
def test_a_row_of_quoted_forenames_is_one_of_people(text, expected):
    assert names(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The terms 'canvas' and 'Canvas' differ.",
        'We tried "Miroverse", "Trello" and "Padlet".',
        "The novels 'Emma' and 'Evelina' are old.",
        "She read “Pamela” and “Clarissa”.",
        "the variables 'Anna' and 'Otto'",
        "'Amina' was there.",
        "don't say 'Hope' and 'Grace'",
    ],
)
def test_terms_works_and_words_are_none(text):
    assert names(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Tendai “Tino” Moyo led us.", ["Tendai “Tino"]),
        ("Ingrid 'Inga' Berg came.", ["Ingrid", "Inga' Berg"]),
        ('Olena "Lena" Bondar', ["Olena", "Lena", "Bondar"]),
        ("Ruben «Ruby» de Vries", ["Ruben"]),
    ],
)
def test_a_nickname_joins_the_parts_around_it(text, found):
    whole = text.removesuffix(" led us.").removesuffix(" came.")
    assert names(text, *found) == [whole]


def test_nothing_is_joined_that_was_not_found():
    assert names("The Book “Emma” Again") == []
    assert names("Tendai “Tino” Moyo", "Moyo", label="EMPLOYER") == ["Moyo"]
