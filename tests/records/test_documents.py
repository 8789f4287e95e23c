"""Rows to documents and back: every cell gets its own part of the anonymised text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_hips.core.ids import Ids
from spacy_hips.core.spans import Replacement
from spacy_hips.desk.files.columns import parse_columns
from spacy_hips.desk.files.documents import (
    Document,
    Part,
    Touching,
    build,
    carry,
    documents,
    names_nobody,
    within,
)
from spacy_hips.desk.files.rows import BadRow, Row


def rows(*fields: dict) -> list[Row]:
    return [Row(number, values) for number, values in enumerate(fields, 1)]


def replaced(text: str, *wanted: tuple[int, int, str]) -> list[Replacement]:
    """Replacements as the anonymizer makes them."""
    out, shift = [], 0
    for start, end, new in wanted:
        at = start + shift
        out.append(Replacement(start, end, at, at + len(new), "PERSON", "", "surrogate", new))
        shift += len(new) - (end - start)
    return out


def test_a_row_is_a_document_with_its_ids():
    columns = parse_columns(["essay=text,sid=author,course=group,n=doc"])
    (document,) = documents(
        rows({"essay": "I am Ana.", "sid": 7, "course": "C1", "n": "a"}), columns
    )
    assert document.text == "I am Ana."
    assert document.ids == Ids("a", "7", "C1")
    assert document.parts == (Part(0, "essay", "text", 0, 9),)
    assert document.people == ()


def test_name_cells_stand_before_the_text_and_are_known_people():
    columns = parse_columns(["first=name", "last=name", "essay=text", "sid=author"])
    row = {"first": "Ana", "last": "Silva", "essay": "Ana was here.", "sid": "s1"}
    document = build(rows(row), columns)
    assert document.text == "Ana\n\nSilva\n\nAna was here."
    assert [document.text[p.start : p.end] for p in document.parts] == [
        "Ana", "Silva", "Ana was here.",
    ]  # fmt: skip
    assert document.text[document.body :] == "Ana was here."
    assert document.people == (
        {
            "person_id": "s1",
            "name": "Ana Silva",
            "aliases": ["Ana", "Silva"],
            "role": "student",
            "author": "s1",
        },
    )


@pytest.mark.parametrize(
    ("cell", "people"),
    [
        ("Ana Silva; Ben Li", ["Ana Silva", "Ben Li"]),
        ("Silva, Ana; Li, Ben", ["Silva, Ana", "Li, Ben"]),
        ("Ana Silva, Ben Li and Kofi Mensah", ["Ana Silva", "Ben Li", "Kofi Mensah"]),
        ("Ana Silva, Ben Li, Kofi Mensah", ["Ana Silva", "Ben Li", "Kofi Mensah"]),
        ("Ana / Ben", ["Ana", "Ben"]),
        ("Ana\nBen & Kofi", ["Ana", "Ben", "Kofi"]),
        ("Silva Lopes, Ana", ["Silva Lopes, Ana"]),
        ("Silva, Ana, Jr.", ["Silva, Ana, Jr."]),
        ("Anand Andersson", ["Anand Andersson"]),
        ("Ana;", ["Ana"]),
        (" ;  ", []),
    ],
)
def test_one_cell_may_name_several_people(cell, people):
    """They were one person, whose parts in the text got other surrogates than in the cell."""
    columns = parse_columns(["name=name,essay=text,sid=author"])
    document = build(rows({"name": cell, "essay": "x", "sid": "s1"}), columns)
    assert [person["name"] for person in document.people] == people
    # Draws follow the author's id where the author is one person.
    ids = {person["person_id"] for person in document.people}
    assert (ids == {"s1"}) is (len(people) == 1)
    assert all(person["author"] == "s1" for person in document.people)


def test_names_without_an_author_column_are_bound_to_their_document():
    columns = parse_columns(["name=name,essay=text,id=doc"])
    made = list(documents(rows(*({"name": "Ana", "essay": "x", "id": i} for i in "ab")), columns))
    assert [d.ids.author for d in made] == ["writer:a", "writer:b"]
    assert [d.people[0]["author"] for d in made] == ["writer:a", "writer:b"]
    assert [d.people[0]["person_id"] for d in made] == ["name:ana", "name:ana"]


def test_an_empty_name_cell_is_no_part():
    columns = parse_columns(["name=name,essay=text"])
    document = build(rows({"name": "  ", "essay": "x"}), columns)
    assert (document.text, document.people) == ("x", ())


def test_messages_of_a_conversation_are_one_document():
    columns = parse_columns(["room=group,who=speaker,msg=text"])
    talk = rows(
        {"room": "r1", "who": "Ana Silva", "msg": "hi Ben"},
        {"room": "r1", "who": "Tutor", "msg": "hi Ana"},
        {"room": "r2", "who": "Ben", "msg": "bye"},
    )
    first, second = documents(talk, columns)
    assert first.text == "Ana Silva: hi Ben\nhi Ana"
    assert [(p.row, p.role) for p in first.parts] == [(0, "speaker"), (0, "text"), (1, "text")]
    assert [p["name"] for p in first.people] == ["Ana Silva"]
    assert [r.number for r in second.rows] == [3]


def test_a_task_is_searched_once_before_the_messages_that_it_is_about():
    columns = parse_columns(["c=doc,who=speaker,msg=text,task=context"])
    talk = [
        {"c": "1", "who": "Ana Silva", "task": "Add 2 and 3.", "msg": "5?"},
        {"c": "1", "who": "Tutor", "task": "Add 2 and 3.", "msg": "yes"},
        {"c": "1", "who": "Tutor", "task": " ", "msg": "next"},
        {"c": "1", "who": "Tutor", "task": "Add 7.", "msg": "now"},
        {"c": "1", "who": "Tutor", "msg": "go"},
        {"c": "2", "who": "Tutor", "task": "Add 7.", "msg": "now"},
    ]
    first, second = documents(rows(*talk), columns)
    assert first.text == "Add 2 and 3.\n\nAna Silva: 5?\nyes\nnext\nAdd 7.\n\nnow\ngo"
    assert second.text == "Add 7.\n\nnow"
    assert [p.rows for p in first.parts if p.column == "task"] == [(0, 1), (3,)]
    told = [cells.get("task", []) for cells in within(first, replaced(first.text, (4, 5, "9")))]
    assert [len(done) for done in told] == [1, 1, 0, 0, 0]


def test_a_task_beside_one_text_is_read_with_it():
    document = build(
        rows({"task": "A", "n": "Ana", "t": "B"}), parse_columns(["task=context,n=name,t=text"])
    )
    assert (document.text, document.text[document.body :]) == ("Ana\n\nA\n\nB", "A\n\nB")


def test_a_bad_row_inside_a_conversation_comes_after_it_and_does_not_cut_it():
    columns = parse_columns(["room=group,who=speaker,msg=text"])
    good = rows(*({"room": "r", "who": "A", "msg": m} for m in "xyz"))
    stream = [good[0], BadRow(2, "ragged"), Row(3, good[1].fields), Row(4, good[2].fields)]
    items = list(documents(stream, columns))
    assert [type(item) for item in items] == [Document, BadRow]
    assert items[0].text == "x\ny\nz"
    assert items[0].last == 4


def test_rows_keep_their_order_around_bad_ones():
    columns = parse_columns(["t=text"])
    stream = [BadRow(1, "x"), Row(2, {"t": "a"}), BadRow(3, "x"), Row(4, {"t": "b"})]
    numbers = [i.number if isinstance(i, BadRow) else i.last for i in documents(stream, columns)]
    assert numbers == [1, 2, 3, 4]


@pytest.mark.parametrize("value", [None, 3, ["a"], {"a": 1}])
def test_a_text_that_is_no_string_is_a_bad_row(value):
    (item,) = documents(rows({"t": value}), parse_columns(["t=text"]))
    assert isinstance(item, BadRow)
    assert "'t' (text)" in item.reason


def test_an_id_that_is_an_object_is_a_bad_row():
    (item,) = documents(rows({"t": "x", "i": [1]}), parse_columns(["t=text,i=doc"]))
    assert isinstance(item, BadRow)


@pytest.mark.parametrize("speaker", ["Tutor", "student 2", "S", "B", "7", "USER", "speaker_1", ""])
def test_roles_and_letters_name_nobody(speaker):
    assert names_nobody(speaker)


@pytest.mark.parametrize("speaker", ["Ana", "Al", "student 4711", "Mr. Tutor", "anna_b"])
def test_names_name_somebody(speaker):
    assert not names_nobody(speaker)


def test_lone_surrogates_are_mended_and_counted():
    document = build(rows({"t": "a\ud800\udc00b\udfff"}), parse_columns(["t=text"]))
    assert document.text == "a\ufffd\ufffdb\ufffd"
    assert document.mended == 3


def test_each_part_gets_its_own_piece():
    document = build(
        rows({"n": "Ana", "t": "I am Ana.", "u": "Ana again"}),
        parse_columns(["n=name,t=text", "u=text"]),
    )
    assert document.text == "Ana\n\nI am Ana.\n\nAna again"
    done = replaced(document.text, (0, 3, "Beatrice"), (10, 13, "Beatrice"), (16, 19, "Beatrice"))
    assert carry(document, done) == ["Beatrice", "I am Beatrice.", "Beatrice again"]


def test_a_replacement_over_a_border_goes_to_the_part_in_which_it_begins():
    text = "12 Elm St\nSpringfield now"
    parts = (Part(0, "a", "text", 0, 9), Part(1, "a", "text", 10, 25))
    document = Document((Row(1), Row(2)), text, parts, Ids())
    assert carry(document, replaced(text, (0, 21, "9 Oak Rd, Salem"))) == [
        "9 Oak Rd, Salem",
        " now",
    ]


def test_what_is_only_marked_over_a_border_stays():
    text = "May\n2021"
    parts = (Part(0, "a", "text", 0, 3), Part(1, "a", "text", 4, 8))
    document = Document((Row(1), Row(2)), text, parts, Ids())
    marked = [Replacement(0, 8, 0, 8, "DATE", "DATE:1", "mark", text)]
    assert carry(document, marked) == ["May", "2021"]


@given(
    st.lists(st.text(alphabet="ab \n", max_size=8), min_size=1, max_size=5),
    st.lists(st.tuples(st.integers(0, 40), st.integers(1, 6), st.text("XYZ", max_size=4))),
)
def test_parts_put_together_are_the_anonymised_text(cells, wanted):
    """Whatever is replaced inside the cells, joining the new cells gives the new text."""
    columns = parse_columns([f"c{i}=text" for i in range(len(cells))])
    document = build(rows({f"c{i}": cell for i, cell in enumerate(cells)}), columns)
    places = []
    for start, length, new in sorted(wanted):
        inside = any(p.start <= start and start + length <= p.end for p in document.parts)
        if inside and (not places or places[-1][1] <= start):
            places.append((start, start + length, new))
    done = replaced(document.text, *places)
    whole, at = "", 0
    for r in done:
        whole += document.text[at : r.start] + r.surrogate
        at = r.end
    whole += document.text[at:]
    assert "\n\n".join(carry(document, done)) == whole


@given(
    st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9)), max_size=8),
    st.integers(0, 30),
    st.integers(1, 9),
)
def test_what_touches_a_piece_is_found(places, start, length):
    parts = [Part(0, "t", "text", at, at + size) for at, size in sorted(places)]
    end = start + length
    wanted = [p for p in parts if p.start < end and p.end > start]
    assert Touching(parts)(start, end) == wanted
