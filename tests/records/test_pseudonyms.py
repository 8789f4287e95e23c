"""Ids become keyed names; dates shift as the maker of dates says."""

from __future__ import annotations

import pytest

from spacy_hips.core.ids import Ids, Secret
from spacy_hips.desk.undo.pseudonyms import DateShift, Pseudonyms, label_of, stays

SECRET = Secret(b"a secret of the tests, 32 bytes")


def test_the_same_id_has_the_same_name_under_one_secret():
    names = Pseudonyms(SECRET)
    assert names.id("doc", "ana") == Pseudonyms(SECRET).id("doc", "ana")
    assert len({names.id(role, "ana") for role in ("doc", "author", "group")}) == 3
    assert names.id("doc", "ana") != Pseudonyms(Secret()).id("doc", "ana")
    assert names.id("doc", " ") == ""
    assert names.file("Ana Silva/essay.txt").endswith(".txt")
    assert "Ana" not in names.file("Ana Silva/essay.txt")


def test_dates_of_an_author_shift_alike():
    seen = []

    def maker(mention, entity, context, draw):
        seen.append((mention.text, context.author, context.author_draw("shift", 1000)))
        return None if mention.text == "soon" else "2001-01-01"

    shift = DateShift({"DATE": maker}, SECRET, "en")
    assert shift(" 2021-05-04 ", "document:1", Ids(author="ana")) == "2001-01-01"
    assert shift("2021-06-04", "document:2", Ids(author="ana")) == "2001-01-01"
    assert shift("soon", "document:3", Ids()) is None
    assert shift("  ", "document:3", Ids()) == ""
    assert shift("2001-01-01", "document:3", Ids()) is None
    assert seen[0][1:] == seen[1][1:]
    assert seen[0][0] == "2021-05-04"
    assert seen[2][2] != seen[0][2]


@pytest.mark.parametrize(
    ("column", "label"),
    [
        ("date", "DATE"), ("submitted", "DATE"), ("birthday_gift", "DATE"),
        ("dob", "DATE_OF_BIRTH"), ("student_DOB", "DATE_OF_BIRTH"), ("birthDate", "DATE_OF_BIRTH"),
        ("Date of birth", "DATE_OF_BIRTH"), ("Geburtsdatum", "DATE_OF_BIRTH"),
        ("geboortedatum", "DATE_OF_BIRTH"),
    ],
)  # fmt: skip
def test_the_name_of_a_column_tells_dates_of_birth(column, label):
    assert label_of(column) == label


def test_a_column_follows_what_is_done_with_its_label():
    births = DateShift({"DATE": stays, "DATE_OF_BIRTH": None}, SECRET, "en")
    assert births(" 2021-05-04", "document:1", Ids(), "date") == "2021-05-04"
    assert births("2009-05-04", "document:1", Ids(), "dob") is None
    assert births.keeps("date") and not births.keeps("dob")
