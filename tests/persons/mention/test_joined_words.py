"""Words of names that a line end breaks, or that lost the blank between them."""

import pytest

from spacy_hips.text.lexicon.tables import name_tables
from spacy_hips.who.persons.mention.joined_words import (
    breaks,
    broken_like,
    run_together_words,
    without_breaks,
)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("Moham-\nmed Ali", "Mohammed Ali"),
        ("MOHAM-\nMED ALI", "MOHAMMED ALI"),
        ("Anna Kowal-\n  ska", "Anna Kowalska"),
        ("Hen‐\nrique", "Henrique"),
    ],
)
def test_a_word_broken_over_a_line_is_one(text, whole):
    assert len(breaks(text, name_tables())) == 1
    assert without_breaks(text) == whole


@pytest.mark.parametrize(
    "text",
    [
        "JEAN-\nPIERRE",  # two names, whose hyphen stands at the end of the line
        "Ana-\nMaria",
        "al-\nSayed",
        "Anna-Lena",
        "A-\nlan",
    ],
)
def test_a_hyphen_between_two_names_is_no_break(text):
    assert breaks(text, name_tables()) == []


@pytest.mark.parametrize(
    ("word", "old", "new"),
    [
        ("Abdullah", "Moham-\nmed", "Abdul-\nlah"),
        ("Bo", "Moham-\nmed", "B-\no"),
        ("B", "Moham-\nmed", "B"),
        ("Abdullah", "Mohammed", "Abdullah"),
    ],
)
def test_the_new_word_is_broken_where_the_old_one_is(word, old, new):
    assert broken_like(word, old) == new


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("MariaLopez", ["Maria", "Lopez"]),
        ("LelandL", ["Leland", "L"]),
        ("McKenzie", ["McKenzie"]),
        ("DeShawn", ["DeShawn"]),
        ("MariaEssay", ["MariaEssay"]),
        ("Maria", ["Maria"]),
    ],
)
def test_names_without_a_blank_between_them(word, parts):
    assert [word[a:b] for a, b in run_together_words(word, name_tables())] == parts
