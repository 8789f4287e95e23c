"""Whose a submission is, by the path that a learning platform gave it."""

from __future__ import annotations

import pytest

from spacy_hips.desk.files.columns import Columns
from spacy_hips.desk.files.documents import build
from spacy_hips.desk.files.file_formats import PEOPLE
from spacy_hips.desk.files.formats.submissions import submitter
from spacy_hips.desk.files.rows import Row


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("Tendai Moyo_123456_assignsubmission_file/essay.docx", "Tendai Moyo"),
        ("Tendai Moyo_123456_assignsubmission_file_/essay.docx", "Tendai Moyo"),
        ("Tendai Moyo_123456_assignsubmission_file_essay.docx", "Tendai Moyo"),
        ("week 1/Anne-Lise O'Neill_7_assignsubmission_onlinetext/a.html", "Anne-Lise O'Neill"),
        ("moyotendai_12345_67890_essay.docx", "Tendai Moyo"),
        ("moyotendai_LATE_12345_67890_essay.docx", "Tendai Moyo"),
        ("submissions/smithjohn_1_2_a_b.pdf", "John Smith"),
        ("qwrtz_1_2_a.pdf", "Qwrtz"),
        ("12345-67890 - Tendai Moyo - Jan 12, 2024 1004 PM/essay.docx", "Tendai Moyo"),
        ("essay.docx", ""),
        ("week_1_2.txt", ""),
        ("Tendai Moyo/essay.docx", ""),
        ("a_1_assignsubmission.txt", ""),
    ],
)
def test_names_in_paths(path, name):
    assert submitter(path) == name


@pytest.mark.parametrize(
    ("path", "roles"),
    [
        ("Tendai Moyo_1_assignsubmission_file/a.docx", {"Tendai Moyo": "student", "Ruth Li": ""}),
        ("essay.docx", {"Tendai Moyo": "", "Ruth Li": ""}),
    ],
)
def test_only_who_handed_a_file_in_is_known_to_be_a_student(path, roles):
    """Who changed it last or wrote a comment may be a teacher."""
    columns = Columns({"id": "doc", PEOPLE: "name", "text": "text"})
    row = Row(1, {"id": path, PEOPLE: "Tendai Moyo\nRuth Li", "text": "Mine."})
    people = build([row], columns).people
    assert {p["name"]: p["role"] for p in people} == roles
    # Of the others only the text and a table tell who they are.
    assert all(bool(p["person_id"]) is bool(p["role"]) for p in people)
