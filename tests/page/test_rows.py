"""Rows of names."""

import pytest

from spacy_hips.text.page.rows import enumerations, of_members


def rows(text):
    return [[text[a:b] for a, b in row] for row in enumerations(text)]


@pytest.mark.parametrize(
    ("text", "row"),
    [
        (
            "Present: Ana, Cam'ron, J.T., Hyun-woo and Zed.",
            ["Ana", "Cam'ron", "J.T.", "Hyun-woo", "Zed"],
        ),
        ("(Ana Okri; Ben Ito; Cho; Dee; and Eve)", ["Ana Okri", "Ben Ito", "Cho", "Dee", "Eve"]),
        ("Ana, Ben, Cho, Dee, Eve came", ["Ana", "Ben", "Cho", "Dee", "Eve"]),
    ],
)
def test_many_in_a_row(text, row):
    assert rows(text) == [row]


@pytest.mark.parametrize(
    "line", ["{}", "- {}", "3. {}", "{},50", "| {} | 50 |", "{}  present", "{} (5B)", "{} - absent"]
)
def test_one_a_line(line):
    items = ["Ana Okri", "Ben", "Wren", "Cam'ron", "Eve"]
    text = "Class 5B, and what we did:\n" + "\n".join(map(line.format, items)) + "\n\nIt rained."
    assert rows(text) == [items]


def test_a_heading_is_no_item():
    text = "Present\n" + "\n".join(f"{i}. {name}" for i, name in enumerate("ABCDE"))
    assert rows(text.replace("A", "Ana").replace("E", "Eve")) == [["Ana", "B", "C", "D", "Eve"]]


def test_lines_of_prose_are_no_row():
    assert rows("Then it rained.\nWe went.\nHowever, we\nLaughed a lot.\nSo it was\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "Ana, Ben, Cho and Dee",
        "Ana. Ben. Cho. Dee. Eve. Fay.",
        "Ana, who, Ben, Cho, Dee, then Eve",
        "",
    ],
)
def test_few_and_sentences_are_no_row(text):
    assert rows(text) == []


def test_time_is_linear(linear):
    linear(lambda times: enumerations("Ana, Ben Okri " * times), 2000)


def test_a_row_may_be_announced_as_one_of_members():
    for text in ("Group: Ana, Ben, Cho, Dee and Eve", "Team 4 – Ana, Ben, Cho, Dee, Eve"):
        assert of_members(text, enumerations(text)[0])
    text = "The band was Ana, Ben, Cho, Dee and Eve"
    assert not of_members(text, enumerations(text)[0])
