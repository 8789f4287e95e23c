from random import Random

import pytest

from spacy_hips.lab.corpus.forms import FORMS
from spacy_hips.lab.corpus.identities import Person
from spacy_hips.lab.corpus.publics import NOWHERE
from spacy_hips.lab.evaluate.fairness import form_of


def person(given=("Ana",), family=("Marquez",), **more):
    return Person("p", "private", "drawn", "f", NOWHERE, given, family, **more)


def written(form, who=None):
    """Every way in which a form may be written."""
    return {FORMS[form](who or person(), Random(seed)) for seed in range(80)}


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("full", {"Ana Marquez"}),
        ("last_first", {"Marquez, Ana"}),
        ("last_first_caps", {"MARQUEZ, ANA"}),
        ("caps_last", {"Ana MARQUEZ", "MARQUEZ Ana"}),
        ("reversed", {"Marquez Ana"}),
        ("first_l", {"Ana M.", "Ana M"}),
        ("first_initial", {"A. Marquez"}),
        ("abbr", {"A.M."}),
        ("signed", {"A.M.", "AM", "am"}),
        ("file", {"AnaMarquez", "Ana_Marquez", "Marquez_Ana", "Ana-Marquez", "MarquezA",
                  "ana_marquez", "MARQUEZ_Ana"}),
    ],
)  # fmt: skip
def test_a_name_in_every_form(form, expected):
    assert written(form) == expected


def test_two_surnames_and_a_middle_name_in_every_form():
    who = person(("Ana", "Rosa"), ("Marquez", "de la Cruz"), middle="M.")
    assert written("last_first", who) == {"Marquez de la Cruz, Ana Rosa M."}
    assert "ana_marquezdelacruz" in written("file", who)


def test_who_has_one_name_keeps_it():
    for form in ("full", "last_first", "file"):
        assert written(form, person(family=())) == {"Ana"}


def test_no_form_begins_or_ends_with_a_blank():
    for who in (person(), person(family=()), person(("Ana", "Rosa"), ("O'Neil",), suffix="Jr.")):
        for form in FORMS:
            for name in written(form, who):
                assert name, form
                assert name == name.strip(), form


def test_the_evaluation_recognises_every_written_form():
    kinds = {"last_first": "Last, First", "file": "file name", "caps": "CAPS",
             "lower": "lower case", "reversed": "other order", "signed": None}  # fmt: skip
    for form, kind in kinds.items():
        found = {form_of(name, "Ana Marquez") for name in written(form)}
        assert found == ({kind} if kind else {"initials", "lower case"})
