"""Known people in a release: what is found, and what says nothing."""

from __future__ import annotations

from itertools import pairwise

import pytest

from spacy_hips.lab.evaluate.leaks import (
    HANDLE,
    ID,
    MAIL,
    NAME,
    PART,
    LeakCount,
    LeakSearch,
    sought,
)
from spacy_hips.who.persons.search.index import KnownPerson

PEOPLE = (
    KnownPerson("s4471902", "Mariana Okafor", emails=("m.okafor@uni.org",), handles=("@mari_ok7",)),
    KnownPerson("s2", "José Márquez", aliases=("Pepe Márquez",)),
    KnownPerson("s3", "Ann Hunter"),
    KnownPerson("s4", "Will Allen"),
)
FOUND = {
    "By Mariana Okafor.": [NAME],
    "OKAFOR, Mariana": [NAME],
    "M. Okafor wrote it": [NAME],
    "m. okafor wrote it": [PART],
    "Ask Okafor.": [PART],
    "Jose Marquez and pepe marquez": [NAME, NAME],
    "MÁRQUEZ": [PART],
    "marquezs_draft2.docx": [PART],
    "file:///home/jmarquez/essay": [PART],
    "#TeamOkafor": [PART],
    "okafor99@mail.example": [PART],
    "Write to M.Okafor@uni.org!": [MAIL],
    "I am @mari_ok7": [HANDLE],
    "essay_s4471902_v2.pdf": [ID],
    "S4471902": [ID],
    "By Ann Hunter": [NAME],
    "the hunter's rest": [],  # an ordinary word
    "a challenge": [],  # holds Allen, and is a word itself
    "Marian went to the market": [],
    "Nobody here. 4471902": [],
}


@pytest.fixture(scope="module")
def search():
    return LeakSearch(PEOPLE)


@pytest.mark.parametrize("text", FOUND)
def test_people_are_found_in_every_form(search, text):
    found = search(text)
    assert [leak.kind for leak in found] == FOUND[text]
    assert all(a.end <= b.start for a, b in pairwise(found))


def test_a_leak_names_the_person_of_the_table(search):
    assert [leak.person for leak in search("Okafor, marquez")] == ["s4471902", "s2"]


def test_words_of_one_document_are_looked_for_in_that_one(search):
    more = search.parts_of([KnownPerson("row 1", "Etxeberria")])
    assert [leak.person for leak in search("the Etxeberrias", more)] == ["row 1"]
    assert search("the Etxeberrias") == []


def test_leaks_are_counted_by_kind_and_document():
    count = LeakCount(people=3)
    for kinds in ([NAME, NAME, PART], [], [PART], []):
        count.add(kinds)
    found = count.to_json()["found"]
    assert found[NAME] == {"places": 2, "documents": 1, "per_1000_documents": 500.0}
    assert found[PART]["documents"] == 2


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Alassane Zukic wrote it.", ["full name"]),
        ("ZUKIC, Alassane", ["full name"]),
        ("The Zukic method, said Alassane.", []),  # a word alone may be anybody's
    ],
)
def test_the_name_that_a_replaced_address_spells_is_looked_for(text, kinds):
    for label, address in (("EMAIL", "alassane.zukic@uni.edu"), ("USERNAME", "@alassanezukic")):
        search = LeakSearch([sought(label, address, "original 1")])
        assert [leak.kind for leak in search(text)] == kinds
