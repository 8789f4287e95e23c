"""Tables inside a text."""

import pytest

from spacy_hips.find.rules.id_numbers import IdNumberRule
from spacy_hips.text.page.columns import columns


def cells(text):
    return [(head, text[a:b]) for head, a, b in columns(text, lambda cell: cell == "ID")]


@pytest.mark.parametrize(
    "text",
    [
        "| Name | ID | Task |\n|---|---|---|\n| Ana Ruiz | 4711 | all |\n| Bo Okri | 4712 | none |",
        "Name\tID\nAna Ruiz\t4711\nBo Okri\t4712\n",
        "Name       ID     Task\nAna Ruiz   4711   all\nBo Okri    4712   none",
        "  Name       ID     Task\n\n  Ana Ruiz   4711   all\n  --------\n  Bo Okri    4712   none",
        "Name;ID\r\nAna Ruiz;4711\r\nBo Okri;4712\r\n",
        'Name,ID\n"Ana Ruiz","4711"\n"Bo Okri","4712"',
        "**ID** | **Name**\n--- | ---\n4711 | Ana Ruiz\n4712 | Bo Okri",
    ],
)
def test_the_cells_below_a_head_are_found(text):
    assert cells(text) == [("ID", "4711"), ("ID", "4712")]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ID\n4711",
        "Name, age\nAna, 4711",
        "Name, ID\n\nAna Ruiz wrote 4711 words, and so on, and on.",
        "Name | ID\nAna Ruiz |  \n",
        "ID, " + "word " * 100 + "\n4711, 4712",
    ],
)
def test_what_is_no_table_has_no_cells(text):
    assert cells(text) == []


def test_a_table_ends_where_its_lines_have_other_cells():
    assert cells("Name,ID\nAna,4711\nThat was all.\nBo,4712") == [("ID", "4711")]


def numbers(text):
    return [text[s.start : s.end] for s in IdNumberRule()(text)]


def test_numbers_below_their_name_are_found():
    """Eight digits that begin like a date were left in the list of a group's members."""
    text = """Group 6
| Member | Student ID | Hours |
|---|---|---|
| Nguyen Thi Hoa | 20193344 | 4 |
| Zanele Dube | 20190177 | 700 |
"""
    assert numbers(text) == ["20193344", "20190177"]
    assert numbers("Member,Matric No\nAna,A4711\nBo,B-4712") == ["A4711", "B-4712"]


def test_numbers_below_other_words_are_not():
    assert numbers("| Course ID | Hours |\n|---|---|\n| 4711 | 40 |\n| 4712 | 2019 |") == []
    assert numbers("| Student ID | Year |\n|---|---|\n| none | 2019 |\n| 2019-20 | 2020 |") == []


def test_time_is_linear_in_the_length(linear):
    def read(lines):
        text = "| Student ID | Name |\n" + "| 20193344 | Ana, Ruiz; x  y |\n" * lines
        assert sum(1 for _ in columns(text, lambda cell: cell == "Student ID")) == lines

    linear(read, 2000)
