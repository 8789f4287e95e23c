"""Handles and file names that are made of the name of a person of the text."""

import time

import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.text.lexicon.tables import name_tables
from spacy_hips.who.persons.link.linking import link
from spacy_hips.who.persons.search.handles import handles


def found(name, rest, score=0.9, closed=()):
    text = f"By {name}\n\n{rest}"
    linked = link(text, [PiiSpan(3, 3 + len(name), "PERSON", score)])
    closed = [(text.index(c), text.index(c) + len(c)) for c in closed]
    out = handles(text, linked.spans, linked.entities, name_tables(), closed)
    return [(text[s.start : s.end], s.label) for s in out]


@pytest.mark.parametrize(
    "handle",
    [
        "tmokoena3", "tmokoena", "mokoenat", "thandiwe.mokoena", "ThandiweMokoena7",
        "thandiwe_m", "mokoena98", "mokoena_thandiwe", "t_mokoena", "thandiwe2003",
    ],
)  # fmt: skip
def test_handles_of_a_persons_name_are_found(handle):
    """The handle behind a name, "Thandiwe Mokoena (tmokoena3)", stayed in the text."""
    assert found("Thandiwe Mokoena", f"Pushed by {handle} today.") == [(handle, "USERNAME")]


def test_of_other_words_the_name_is_found():
    rest = "See thandiwe_assignment3.docx and essay2_MOKOENA."
    assert found("Thandiwe Mokoena", rest) == [("thandiwe", "PERSON"), ("MOKOENA", "PERSON")]


@pytest.mark.parametrize(
    ("name", "rest"),
    [
        # Plain names are left to propagation, and what others own is no handle.
        ("Thandiwe Mokoena", "thandiwe and Mokoena, mokoena, themba98, IMG_2034"),
        # Words and names of others that begin like one.
        ("Anne Tim", "It was time, anna and timed, annette, tim7"),
        ("Will Smithers", "willow, goodwill, will_power, will2020"),
        ("Ben Thomas", "benthos, bent, thomasina"),
        # Parts of addresses are judged as these.
        ("Thandiwe Mokoena", "a@tmokoena3.org, x/tmokoena3, @tmokoena3, tmokoena3@x.org"),
    ],
)
def test_other_words_are_no_handles(name, rest):
    assert found(name, rest) == []


def test_a_doubtful_name_has_no_handles():
    assert found("Thandiwe Mokoena", "tmokoena3", score=0.4) == []


def test_closed_places_stay_closed():
    assert found("Thandiwe Mokoena", "see tmokoena3 there", closed=["tmokoena3"]) == []


def test_time_is_linear_in_the_length(linear):
    def find(times):
        assert len(found("Thandiwe Mokoena", "tmokoena3 and other_words2 came. " * times)) == times

    find(10)
    start = time.process_time()
    assert found("Thandiwe Mokoena", "mokoena" * 50_000 + "3") == []
    assert time.process_time() - start < 5
    linear(find, 1000)
