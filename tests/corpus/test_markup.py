import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.lab.corpus.markup import Body, Choice, Marked, Phrase, Slot, Text, parse


def test_text_stands_for_itself():
    assert parse("By the way.\nTwo lines.", "x") == (Text("By the way.\nTwo lines."),)


@pytest.mark.parametrize(
    "source, node",
    [
        ("{student.full}", Slot("student", "", "full")),
        ("{private2.last_first}", Slot("private", "2", "last_first")),
        ("{private1.He}", Slot("private", "1", "He")),
        ("{email:student2}", Slot("email", "", "", "student2")),
        ("{date2}", Slot("date", "2")),
        ("{body:mooc.insight*2-4}", Body("mooc.insight", 2, 4)),
        ("{body:lab*2}", Body("lab", 2, 2)),
        ("{body:lab}", Body("lab", 1, 1)),
        ("{>signoff}", Phrase("signoff")),
        ("[[Gantt::eponym]]", Marked("Gantt", "eponym")),
    ],
)
def test_brackets_are_read_as_slots_and_marks(source, node):
    assert parse(source, "x") == (node,)


def test_choices_may_be_empty_and_hold_slots():
    assert parse("{Hi|Hello {student.first}|}", "x") == (
        Choice(((Text("Hi"),), (Text("Hello "), Slot("student", "", "first")), ())),
    )


@pytest.mark.parametrize(
    "source", ["{student", "{a|b", "[[Gantt]]", "[[Gantt::eponym", "{no slot!}"]
)
def test_what_cannot_be_read_is_refused_by_place(source):
    with pytest.raises(HipsError, match=r"E401.*'letter'.*character 3") as error:
        parse("Hi " + source, "letter")
    assert source not in str(error.value)
