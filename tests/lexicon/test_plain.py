"""Column names in messages: those that are words, and numbers for the rest."""

import pytest

from spacy_hips.text.lexicon.plain import is_plain, shown_columns, shown_name

PLAIN = [
    "text", "essay_id", "student-id", "fullText", "Grade", "q1", "L1", "created", "SIS_ID",
    "trailing_whitespace", "score24", "author", "NAME_STUDENT", "Student ID", "Essay No",
    "Date of birth", "Full text",
]  # fmt: skip
NOT = [
    "Ana", "ana_ruiz", "AnaRuiz", "RUIZ", "Grace", "Hope", "Okafor", "Nguyen-Tran", "ana.ruiz",
    "ana@uni.edu", "Ana Ruiz", "s123456", "s123", "20217712345", "", "Żaneta",
    "my friend told me that", "zorblak", "a" * 60, "name: Ana", "=cmd", "\u202etxet", "user4711",
    "I like my school", "Will Day", "Mark School", "Student  ID ",
]  # fmt: skip


@pytest.mark.parametrize("name", PLAIN)
def test_ordinary_words_are_shown(name):
    assert is_plain(name)


@pytest.mark.parametrize("name", NOT)
def test_what_may_be_a_person_is_not(name):
    assert not is_plain(name)
    assert shown_name(name) == "(not shown)"


@pytest.mark.parametrize(
    ("names", "line"),
    [
        (["id", "grade"], "id, grade"),
        (["id", "Ana Ruiz"], "id, column 2"),
        (["Ana Ruiz", "ana@x.org", "grade"], "grade, columns 2, 4"),
        (["Ana Ruiz", "Ben Okri"], "column 2 and 1 more"),
        (["Ben Okri", "Eva Stone"], "2 of other names"),
        ([], ""),
    ],
)
def test_the_rest_is_numbered_and_counted(names, line):
    assert shown_columns(names, ["id", "Ana Ruiz", "grade", "ana@x.org"]) == line


def test_a_wide_table_without_a_header_is_one_short_line():
    cells = [f"cell {i}" for i in range(200)]
    assert shown_columns(cells, cells) == "columns 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 190 more"
