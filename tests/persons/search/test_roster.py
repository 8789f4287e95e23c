"""Rosters as schools export them: every usual column is understood, the rest is told."""

import json
import warnings

import pytest

from spacy_hips.core.errors import HipsError, HipsWarning
from spacy_hips.core.ids import Ids
from spacy_hips.who.persons.search.known import KnownPeople
from spacy_hips.who.persons.search.roster import meanings, role_of
from spacy_hips.who.persons.search.withdraw import without_person

EXPORTS = [
    # header, row, who it is, what is found
    ("person_id,name", "s1x9,Ana Ruiz", "s1x9", "Ana Ruiz"),
    ("Student ID,Full Name", "s1x9,Ana Ruiz", "s1x9", "Ana Ruiz"),
    ("First name,Surname,ID number,Email address", "Ana,Ruiz,s1x9,a@x.example", "s1x9", "Ana Ruiz"),
    ("Last Name,First Name,Username,Student ID", "Ruiz,Ana,anaru7,s1x9", "s1x9", "anaru7"),
    ("Student,ID,SIS Login ID", '"Ruiz, Ana",s1x9,anaru7', "s1x9", "Ana Ruiz"),
    ("FORENAME,MIDDLE NAME,FAMILY_NAME,sid", "Ana,Eva,Ruiz Gil,s1x9", "s1x9", "Ana Eva Ruiz Gil"),
    ("names,e-mail", "Ana Ruiz,a@x.example", "ana ruiz", "a@x.example"),
    ("first name,last name", "Ana,Ruiz", "ana ruiz", "Ruiz, Ana"),
    ("id,name,nickname", "s1x9,Ana Ruiz,Anita Ruiz", "s1x9", "Anita Ruiz"),
    ("id,name,Preferred Names", "s1x9,Ana Ruiz,Nena Ruiz; Nita Ruiz", "s1x9", "Nita Ruiz"),
    ("id,E-Mails,mail,name", "s1x9,a@x.example|b@x.example,c@x.example,Ana", "s1x9", "c@x.example"),
    ("id,display name,first name,last name", "s1x9,Nena Gil,Ana,Ruiz", "s1x9", "Ana Ruiz"),
    ("Handles,Role,name", "@anaru7,Teacher,Ana Ruiz", "ana ruiz", "@anaru7"),
]


@pytest.fixture
def load(tmp_path):
    """Writes a roster and reads it."""

    def write(text, codec="utf-8", name="people.csv", **how):
        (tmp_path / name).write_bytes(text.encode(codec))
        return KnownPeople.load(tmp_path / name, **how)

    return write


def found(known, text):
    return [(text[s.start : s.end], s.id) for s in known.find(text, Ids())]


@pytest.mark.parametrize(("header", "row", "who", "surface"), EXPORTS)
def test_usual_columns_are_understood(load, header, row, who, surface):
    assert found(load(f"{header}\n{row}\n"), f"It is {surface} now") == [(surface, f"known:{who}")]


@pytest.mark.parametrize(
    ("encoding", "told"),
    [("utf-8", False), ("utf-8-sig", False), ("utf-16", False), ("utf-32", False),
     ("cp1252", True)],
)  # fmt: skip
@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_encoding_and_delimiter_are_found_out(load, encoding, told, mark):
    text = mark.join(("id", "Name", "E-Mail")) + "\r\n" + mark.join(("s1x9", "Zoë Peña", "z@x.y"))
    with warnings.catch_warnings(record=True) as kept:
        warnings.simplefilter("always")
        known = load(text, encoding)
    assert found(known, "With Zoë Peña") == [("Zoë Peña", "known:s1x9")]
    assert ["read as cp1252" in str(warning.message) for warning in kept] == [True] * told


def test_the_encoding_of_the_input_comes_before_a_guess(load):
    known = load("id,name\ns1x9,Łukasz Wójcik\n", "iso-8859-2", encoding="iso-8859-2")
    assert found(known, "With Łukasz Wójcik") == [("Łukasz Wójcik", "known:s1x9")]


def test_columns_that_tell_nothing_are_named_if_they_are_words(load):
    with pytest.warns(HipsWarning, match="W109") as kept:
        load("id,name,section,Ana Ruiz,course\ns1,Ana Ruiz,4,x,BIO\n")
    (warning,) = kept
    assert "not used: section, course, column 4." in str(warning.message)
    assert "Ana" not in str(warning.message)


@pytest.mark.parametrize("name", ["people.jsonl", "people.ndjson", "people.JSON"])
def test_json_rows_may_be_written_as_usual_too(load, name):
    line = json.dumps({"Student ID": "s1x9", "First Name": "Ana", "Last Name": "Ruiz"})
    assert found(load(line, name=name), "Ana Ruiz") == [("Ana Ruiz", "known:s1x9")]
    known = KnownPeople.from_rows([{"ID": "s1x9", "Name": "Ana Ruiz", "AUTHOR": ["u1", "u2"]}])
    assert known.find("ruiz", Ids(author="u2"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("s1,Ana Ruiz\ns2,Ben Okri\n", "names no column of ids or names"),
        ("grade,course\n1,2\n", "names no column of ids or names"),
        ("", "is empty"),
        ("id,name\ns1,Ana Ruiz\ns2,Ana,Ruiz\n", "row 2 has more cells"),
        ('id,name\ns1,"Ana\n', "no table of rows"),
    ],
)
def test_a_table_that_would_lose_somebody_is_refused(load, text, reason):
    with pytest.raises(HipsError, match=f"E122.*{reason}") as error:
        load(text)
    assert "Ana" not in str(error.value)


def test_a_table_of_nobody_is_told(load):
    with pytest.warns(HipsWarning, match="holds nobody"):
        load("id,name\n")


def test_bytes_without_a_mark_are_not_taken_for_letters(load):
    with pytest.raises(HipsError, match="save it as csv in UTF-8"):
        load("id,name\ns1,Zoë\n", "utf-16-le")


def test_only_what_hides_more_is_guessed():
    """A course in other words than the texts' groups would keep its people from being found."""
    assert set(meanings(("course", "class", "section", "id"))) == {"id"}


def test_of_two_columns_of_ids_one_is_taken_and_the_other_told():
    assert meanings(("SIS ID", "ID")) == {"SIS ID": "person_id"}
    assert meanings(("ID", "person_id", "name")) == {"person_id": "person_id", "name": "name"}


@pytest.mark.parametrize("encoding", ["utf-16", "cp1252"])
def test_a_person_is_taken_out_of_an_export_as_it_is_written(tmp_path, encoding):
    path = tmp_path / "people.csv"
    path.write_bytes("Student ID;First name\r\ns1;Zoë\r\ns2;Béa\r\n".encode(encoding))
    gone = without_person(path, "s1")
    assert gone.dropped == 1
    assert gone.data == "Student ID;First name\r\ns2;Béa\r\n".encode(encoding)


@pytest.mark.parametrize(
    ("cell", "role"),
    [
        ("", ""),
        ("Student", "student"),
        ("StudentEnrollment", "student"),
        ("Non-editing teacher", "instructor"),
        ("TaEnrollment", "instructor"),
        ("Teaching Assistant", "instructor"),
        ("Course Builder", "instructor"),
        ("Student, Teacher", "instructor"),
        ("Student|Guest", "student"),
        ("Observer", "private"),
        ("Dozentin", "instructor"),
        ("Students", "student"),
        ("Wizard", None),
        ("Student, Wizard", None),
    ],
)
def test_roles_as_learning_platforms_call_them(cell, role):
    assert role_of(cell) == role
