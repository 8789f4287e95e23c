"""Surnames of women and men of one family."""

import pytest

from spacy_hips.replace.surrogates.family_forms import family_keys, of_gender
from spacy_hips.text.lexicon.tables import name_tables


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("Nováková", "Novák", True),
        ("Svobodová", "Svoboda", True),
        ("Hájková", "Hájek", True),
        ("Černá", "Černý", True),
        ("Kowalska", "Kowalski", True),
        ("Petrova", "Petrov", True),
        ("Ильина", "Ильин", True),
        ("Moyo", "Moya", False),
        ("Petrova", "Ivanov", False),
    ],
)
def test_whose_surnames_are_one(a, b, same):
    assert bool(family_keys(a) & family_keys(b)) is same


@pytest.mark.parametrize(
    ("surname", "gender", "place", "form"),
    [
        ("Novák", "F", "CZ", "Nováková"),
        ("Svoboda", "F", "CZ", "Svobodová"),
        ("Hájek", "F", "CZ", "Hájková"),
        ("Černý", "F", "CZ", "Černá"),
        ("Kowalski", "F", "PL", "Kowalska"),
        ("Nowak", "F", "PL", "Nowak"),
        ("Yarkov", "F", "BG", "Yarkova"),
        ("Svobodová", "M", "CZ", "Svoboda"),
        ("Kowalska", "M", "PL", "Kowalski"),
        ("Okafor", "M", "NG", "Okafor"),
    ],
)
def test_a_surname_in_the_form_for_a_man_or_a_woman(surname, gender, place, form):
    assert of_gender(surname, gender, place, name_tables()) == form
