"""Words of replaced names in schools, firms and places that are only marked."""

import re

import pytest
import spacy

from spacy_hips import PiiSpan, write_group
from spacy_hips.core.ids import Secret

KINDS = {"S": "SCHOOL", "E": "EMPLOYER", "L": "LOCATION", "P": "PROFESSION", "D": "DATE"}
HIDDEN = [
    ("Iryna Vasileuski", "My father runs [E:Vasileuski Construction].", "Vasileuski"),
    ("Maria Reyes", "I go to [S:Reyes High School].", "Reyes"),
    ("Tendai Moyo", "He went to [S:Moyo Academy].", "Moyo"),
    ("Aylin Yilmaz", "My uncle founded [E:Yilmaz & Sons Ltd].", "Yilmaz"),
    ("Wei Ngo", "My parents own [E:Ngo Dental].", "Ngo"),
    ("Mei Wu", "My parents own [E:Wu Dental].", "Wu"),
    ("Ann O'Brien", "My uncle runs [E:O'Brien Plumbing].", "Brien"),
    ("José Martínez", "He owns [E:MARTINEZ AUTO REPAIR].", "MARTINEZ"),
    ("Zoltan Kovacs", "I am from [L:Kovacs Village].", "Kovacs"),
    ("Ana Vasileuski", "I work at [E:VasileuskiTech].", "Vasileuski"),
    ("Ana Vasileuski", "I am a [P:Vasileuski Fellow].", "Vasileuski"),
    ("Tendai Moyo", "I help at [E:Tendai Moyo Catering].", "Tendai"),
    ("Grace Young", "He founded the [E:Grace Young Foundation].", "Young"),
    ("Denzel Washington", "He owns [E:Denzel Washington Catering].", "Washington"),
    ("Ana van der Berg", "I go to [S:Berg Elementary].", "Berg"),
    ("Ana Vasileuski", "We eat at [E:vasileuski's bakery].", "vasileuski"),
    ("Xolani Moyo", "He runs [E:Xolani Motors].", "Xolani"),
]
KEPT = [
    ("Denzel Washington", "I study at [S:Washington University]."),
    ("Kayla Lincoln", "I go to [S:Lincoln High School] in [L:Lincoln], [L:Nebraska]."),
    ("Sofia Houston", "I live in [L:Houston] and study at the [S:University of Houston]."),
    ("Emma Stanford", "I want to study at [S:Stanford University]."),
    ("John Baker", "I study at [S:Baker College]."),
    ("Grace Young", "I go to [S:Young Middle School]."),
    ("Mary Vasileuski", "I go to [S:St. Mary's School] and [S:Queen Mary University]."),
    ("Antonio Clara", "I go to [S:Santa Clara High School] in [L:San Antonio]."),
    ("Luis Chavez", "I go to [S:Cesar Chavez Elementary]."),
    ("Aida Moyo", "I live in [L:Moyo]."),
    ("Jordan Okri", "I was born in [D:April]."),
]


@pytest.fixture(scope="module")
def nlp():
    nlp = spacy.blank("en")
    nlp.add_pipe("hips_anonymizer").set_secret(Secret(b"a secret for the tests only"))
    return nlp


def anonymise(nlp, name, marked, kind="PERSON"):
    """What comes of a text of which a name and the marked places were found."""
    head = f"My name is {name}. "
    found, text = [PiiSpan(11, 11 + len(name), kind, 1.0)], head
    for kind, inside, rest in re.findall(r"(?:\[(\w):([^]]+)\])?([^[]*)", marked):
        if inside:
            found.append(PiiSpan(len(text), len(text) + len(inside), KINDS[kind], 1.0))
        text += inside + rest
    doc = nlp.make_doc(text)
    write_group(doc, "pii", found)
    return nlp.get_pipe("hips_anonymizer")(doc), text


@pytest.mark.parametrize(("name", "text", "word"), HIDDEN)
def test_a_word_of_a_replaced_name_goes_and_the_rest_stays(nlp, name, text, word):
    doc, _ = anonymise(nlp, name, text)
    assert word not in doc._.anonymized
    assert [r for r in doc._.replacements if r.action == "mark"]
    for r in doc._.replacements:
        assert doc._.anonymized[r.new_start : r.new_end] == r.surrogate


@pytest.mark.parametrize(("name", "text"), KEPT)
def test_ordinary_words_and_public_names_stay(nlp, name, text):
    doc, whole = anonymise(nlp, name, text)
    first, *_ = doc._.replacements
    assert doc._.anonymized[first.new_end :] == whole[first.end :]


def test_what_the_user_keeps_stays(nlp):
    anonymizer = nlp.get_pipe("hips_anonymizer")
    anonymizer.actions = {"SCHOOL": "keep"}
    try:
        doc, _ = anonymise(nlp, "Maria Reyes", "I go to [S:Reyes High School].")
    finally:
        anonymizer.actions = {}
    assert doc._.anonymized.endswith("I go to Reyes High School.")


def test_a_surname_alone_counts(nlp):
    doc, _ = anonymise(nlp, "Mrs. Okafor", "She runs the [E:Okafor Foundation].")
    assert "Okafor" not in doc._.anonymized
