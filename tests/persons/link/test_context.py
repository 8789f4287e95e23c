"""What the words around a mention tell of who it is."""

import pytest

from spacy_hips import PiiSpan
from spacy_hips.text.lexicon.tables import name_tables
from spacy_hips.who.persons.link.context import (
    name_in_text,
    others_since,
    told_relation,
    told_same,
    told_surname,
)


def read(string):
    """The text, and a span for each name in brackets."""
    text, spans, start = "", [], 0
    for character in string:
        if character == "[":
            start = len(text)
        elif character == "]":
            spans.append(PiiSpan(start, len(text), "PERSON"))
        else:
            text += character
    return text, spans


@pytest.mark.parametrize(
    ("string", "form"),
    [
        ("Mrs. [Okafor] came", "title last"),
        ("Associate Professor [Okafor] came", "title last"),
        ("Prof. Dr. [Ngozi Okafor] came", "title first last"),
        ("I miss [Okafor]", "last"),
        ("The Head [Okafor]", "last"),
        ("Mrs. [garcia_m]", "glued"),
    ],
)
def test_the_title_before_a_mention(string, form):
    text, (span,) = read(string)
    assert name_in_text(text, span, name_tables()).form == form


@pytest.mark.parametrize(
    ("string", "relation"),
    [
        ("my uncle [Tom]", "uncle"),
        ("my dad [Tom]", "father"),
        ("our mom, [Ana]", "mother"),
        ("my best friend [Tom]", "friend"),
        ("my classmate [Tom]", "friend"),
        ("my stepmother [Ana]", "mother"),
        ("my uncle Mr. [Tom]", "uncle"),
        ("her uncle [Tom]", ""),
        ("the uncle [Tom]", ""),
        ("my uncle. [Tom]", ""),
    ],
)
def test_how_the_writer_is_related(string, relation):
    text, (span,) = read(string)
    assert told_relation(text, span.start) == relation


@pytest.mark.parametrize(
    ("string", "since"),
    [
        ("It rained. Tom and his son [Tom] came", 11),
        ("Tom and my son [Tom] came", 15),
        ("Miss [Venter], her daughter, came", 0),
        ("Miss [Venter] and her daughter came", 5),
    ],
)
def test_who_is_introduced_is_nobody_named_before(string, since):
    text, (span,) = read(string)
    assert others_since(text, span) == since


@pytest.mark.parametrize(
    ("string", "same"),
    [
        ("[Ana Moyo], also known as [Bear], came", True),
        ("[Ana Moyo] (nicknamed [Bear])", True),
        ("[Ana Moyo], who is called [Bear]", True),
        ("[Ana Moyo] aka [Bear]", True),
        ("[Ana Moyo] goes by the name of [Bear]", True),
        ("[Ana Moyo], née [Lund]", True),
        ("[Ana Moyo] changed her name to [Ana Lund]", True),
        ("[Ana Moyo] married and is now [Ana Lund]", True),
        ("[Ana Moyo], now Mrs. [Ana Lund]", True),
        ("We call [Bartholomew] just [Bo]", True),
        ("[Ouyang Yutong] ([欧阳雨桐])", True),
        ("[Lee Jiwoo] / [이지우]", True),
        ("[Lee Jiwoo] and [이지우]", False),
        ("[Lee Jiwoo] ([Kim Minjun])", False),
        ("[Ana Moyo] is now [Tom]", False),
        ("[Ana Moyo] is now [Ana Lund]'s boss", False),
        ("[Ana Moyo] calls [Tom]", False),
        ("[Ana Moyo] and [Bear]", False),
        ("[Ana Moyo]. Also known: [Bear]", False),
    ],
)
def test_the_text_says_that_two_names_are_of_one_person(string, same):
    text, (a, b) = read(string)
    assert told_same(text, a, b) is same


@pytest.mark.parametrize(
    ("string", "surname"),
    [
        ("Mrs. [Whitlock] came", True),
        ("The [Whitlocks] came", True),
        ("Aunt [Grace] came", False),
        ("[Whitlock] came", False),
    ],
)
def test_a_lone_word_that_is_told_to_be_a_surname(string, surname):
    text, (span,) = read(string)
    assert told_surname(text, span, name_tables()) is surname
