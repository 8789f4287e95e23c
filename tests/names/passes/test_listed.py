"""Names among names."""

import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.find.names.passes.listed import Listed
from spacy_hips.text.lexicon.words import Lexicon
from spacy_hips.text.page.page import Page

LEXICON = Lexicon()


def names_in_lists(text, spans):
    return Listed()(Page(text), spans, LEXICON)


def names(text, *found, **things):
    """All names where some were found, and things under their labels."""
    spans = [PiiSpan(text.index(n), text.index(n) + len(n), "PERSON", 0.9) for n in found]
    spans += [PiiSpan(text.index(n), text.index(n) + len(n), label) for label, n in things.items()]
    return [text[s.start : s.end] for s in names_in_lists(text, spans) if s.label == "PERSON"]


ROW = "Present: Ana, Lucky, Chidi, Sydney and Eve."


def test_who_stands_among_names_bears_one():
    """Of nine pupils in a row one was left, who was called like a word."""
    assert names(ROW, "Ana", "Chidi", "Eve") == ["Ana", "Lucky", "Chidi", "Sydney", "Eve"]
    assert "Sydney" in names(ROW, "Ana", "Chidi", "Eve", LOCATION="Sydney")


def test_most_have_to_be_names_and_a_third_found_ones():
    assert names(ROW, "Ana", "Chidi") == ["Ana", "Lucky", "Chidi", "Sydney", "Eve"]
    assert names(ROW.removeprefix("Present: "), "Ana") == ["Ana"]
    things = "Ana, Chidi, Google, Samsung, Zyxq"
    assert names(things, "Ana", "Chidi") == ["Ana", "Chidi"]


@pytest.mark.parametrize(
    ("text", "found", "all_names"),
    [
        ("Rose and Mark went", ["Mark"], ["Rose", "Mark"]),
        ("with Will, Hope & Ana Ruiz", ["Hope", "Ana Ruiz"], ["Will", "Hope", "Ana Ruiz"]),
        ("Hope, Joy and Ana came", ["Ana"], ["Ana"]),
        ("Canvas and Ana, Yesterday Rose and Ben", ["Ana", "Ben"], ["Ana", "Ben"]),
        ("the University of Virginia and Ana", ["Ana"], ["Ana"]),
        ("So, Ana. Well, Ben. Hope, Ana", ["Ana", "Ben"], ["Ana", "Ben"]),
        ("Rose\nMark", ["Mark"], ["Mark"]),
        ("Team 3: Joy, Hope and Grant", [], ["Joy", "Hope", "Grant"]),
        ("our group (Rose, Jack & Chase) met", [], ["Rose", "Jack", "Chase"]),
        ("Members of my team were Iris and Basil.", [], ["Iris", "Basil"]),
        ("I worked with Dawn, Joy & Precious.", [], ["Dawn", "Joy", "Precious"]),
        ("I worked with Excel, Word and Access.", [], []),
        ("In Group 1 (Calcium and Radium) it grows.", [], []),
        ("The team (Marketing, Sales and Design) met.", [], []),
    ],
)
def test_a_word_in_a_short_row_is_a_name_beside_as_many(text, found, all_names):
    assert names(text, *found) == all_names


@pytest.mark.parametrize("label", ["EMAIL", "USERNAME"])
def test_other_identifiers_stay(label):
    assert "Sydney" not in names(ROW, "Ana", "Chidi", "Eve", **{label: "Sydney"})


def test_a_longer_place_and_a_title_stay():
    text = "Ana, Chidi, Eve, Sydney, Dear Sir"
    longer = "Ana, Chidi, Eve, Sydney, Fay"
    assert names(text, "Ana", "Chidi", "Eve") == ["Ana", "Chidi", "Eve", "Sydney"]
    assert "Sydney" not in names(longer, "Ana", "Chidi", "Eve", LOCATION="Sydney, Fay")


def test_time_is_linear(linear):
    def run(times):
        spans = [PiiSpan(21 * i, 21 * i + 3, "PERSON") for i in range(times)]
        names_in_lists("Ana, Ben Okri, Lagos, " * times, spans)

    linear(run, 500)


def test_announced_members_are_names_though_none_was_found():
    text = "Group: Comfort, Fortune, Justice, Joy N. and Bright\n"
    assert len(names_in_lists(text, [])) == 5
    assert names_in_lists("Group: Design, Research, Sales, Marketing, Support", []) == []
    assert names_in_lists("We felt Comfort, Fortune, Justice, Joy and Hope", []) == []
