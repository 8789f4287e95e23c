"""Names that the names beside them tell."""

import pytest

from spacy_hips.lexicon.words import Lexicon
from spacy_hips.names.passes.coordination import SCORE, names_beside
from spacy_hips.spans import PiiSpan

LEXICON = Lexicon()


def names(text, *found):
    """All names of a text in which some were found."""
    spans = [
        PiiSpan(text.index(name), text.index(name) + len(name), "PERSON", 0.9) for name in found
    ]
    return [text[s.start : s.end] for s in names_beside(text, spans, LEXICON)]


@pytest.mark.parametrize(
    ("text", "found", "all_names"),
    [
        ("I saw Amara and Will there", ["Amara"], ["Amara", "Will"]),
        ("I saw Grace & Amara there", ["Amara"], ["Grace", "Amara"]),
        ("Hope and Amara went", ["Amara"], ["Hope", "Amara"]),
        ("as I said. Hope and Amara went", ["Amara"], ["Hope", "Amara"]),
        ("Amara, Will, and Chidi each", ["Amara", "Chidi"], ["Amara", "Will", "Chidi"]),
        (
            "Amara came. The Okafors took in the Bianchis.",
            ["Amara"],
            ["Amara", "Okafor", "Bianchi"],
        ),
        ("Room 1\nYork, Amara\nOkafor, Chidi\n", ["Amara"], ["York, Amara"]),
        ("Room 1\nOkafor, Will\nRoom 2", ["Okafor"], ["Okafor, Will"]),
        ("Present: York, Amara; a child", ["Amara"], ["York, Amara"]),
        ("Groups – York, Amara\nSteps", ["Amara"], ["York, Amara"]),
        # Where another name is written so.
        (
            "Okafor, Chidi (cook), York, Amara (nurse) and me",
            ["Okafor, Chidi", "Amara"],
            ["Okafor, Chidi", "York, Amara"],
        ),
    ],
)
def test_who_is_named_in_one_breath_with_somebody_is_somebody(text, found, all_names):
    assert names(text, *found) == all_names


@pytest.mark.parametrize(
    "text",
    [
        "I saw Amara and Hope College there",  # something longer
        "the North Grace and Amara",
        f"{'Mc' * 18}Grace and Amara",  # the end of a long word
        "Amara and On we went",
        "on Monday and Amara, in April and",  # days and months
        "Amara, Will, the rest",  # nobody on the other side
        "The Romans, the Kings and the Lakers beat Amara",
        "the Okafor's garden, Amara",
        "we met in York, Amara",  # not alone on its line
        "we met Amara, Will\n",
        "and York, Amara (a nurse)",  # no other name is written so
        "Amara, Student\nAmara, May\n",
    ],
)
def test_what_else_has_a_capital_stays(text):
    assert names(text, "Amara") == ["Amara"]


def test_without_a_found_name_nothing_is_told():
    assert names("Will and Hope met the Okafors") == []


def test_what_was_found_is_not_found_again():
    text = "Amara and Will"
    spans = [PiiSpan(0, 5, "PERSON", 0.9), PiiSpan(10, 14, "LOCATION", 0.9)]
    assert names_beside(text, spans, LEXICON) == spans


def test_a_word_between_two_names_is_part_of_one_at_most():
    text = "Okafor, Chidi; Amara, Hope, Zuri (cooks)"
    found = names(text, "Okafor, Chidi", "Amara", "Zuri")
    assert found == ["Okafor, Chidi", "Amara", "Hope", "Zuri"]
    assert names(text, "Okafor, Chidi", "Amara") == ["Okafor, Chidi", "Amara, Hope"]


def test_they_have_a_score_of_their_own():
    (_, added) = names_beside("Amara and Will", [PiiSpan(0, 5, "PERSON", 0.9, "mine")], LEXICON)
    assert (added.score, added.source) == (SCORE, "mine")


@pytest.mark.parametrize(
    "text",
    [
        "Every Sunday Adelaide and I ate them.",
        "Cakes!\nAdelaide and I ate them.",
        "It was late when Adelaide and I came.",
    ],
)
def test_who_does_something_with_the_writer_is_no_place(text):
    place = PiiSpan(text.index("Adelaide"), text.index("Adelaide") + 8, "LOCATION")
    assert names_beside(text, [place], LEXICON)[0].label == "PERSON"


@pytest.mark.parametrize(
    "text",
    ["We stayed in Adelaide and I slept.", "I love Adelaide and I miss it.", "Adelaide and Ida"],
)
def test_a_place_and_another_clause_stay(text):
    place = PiiSpan(text.index("Adelaide"), text.index("Adelaide") + 8, "LOCATION")
    assert names_beside(text, [place], LEXICON) == [place]
