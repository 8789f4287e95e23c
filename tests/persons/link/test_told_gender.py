"""Relatives and titles before a name tell its gender."""

import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.who.persons.link.linking import link
from spacy_hips.who.persons.link.told_gender import told_gender


@pytest.mark.parametrize(
    ("text", "gender"),
    [
        ("my brother Xyra", "M"),
        ("Her Auntie Xyra", "F"),
        ("his fiancée Xyra", "F"),
        ("Mrs. Xyra", "F"),
        ("Mr Xyra", "M"),
        ("I miss Xyra", ""),  # no title
        ("Dr. Xyra", ""),
        ("my brother, Xyra", ""),  # perhaps another one
        ("my brother\nXyra", ""),
        ("Xyra", ""),
    ],
)
def test_the_word_before_a_name_tells(text, gender):
    assert told_gender(text, [text.index("Xyra")]) == gender


def test_mentions_that_contradict_tell_nothing():
    text = "my sister Xyra and his brother Xyra"
    assert told_gender(text, [10]) == "F"
    assert told_gender(text, [10, text.rindex("Xyra")]) == ""


@pytest.mark.parametrize(
    ("name", "who", "gender"),
    [
        ("Chike", "brother", "M"),  # the tables do not know Chike's gender
        ("Chike", "sister", "F"),
        ("Michael", "brother", "M"),
        ("Michael", "sister", "M"),  # what the tables are sure of stays
    ],
)
def test_the_text_tells_what_the_tables_do_not_know(name, who, gender):
    """Once "My brother Chike" became "My brother Funke"."""
    start = len(f"My {who} ")
    text = f"My {who} {name} left."
    (person,) = link(text, [PiiSpan(start, start + len(name), "PERSON")]).entities.values()
    assert person.gender == gender
    assert person.gender_score > 0.75
