"""The borders of found names."""

import pytest

from spacy_hips import PiiSpan
from spacy_hips.lexicon.tables import name_tables
from spacy_hips.persons.mention.boundaries import tidy


def tidied(string):
    """Read "{Ana and Bo}": braces stand around each found span."""
    text, spans, start = "", [], 0
    for character in string:
        if character == "{":
            start = len(text)
        elif character == "}":
            spans.append(PiiSpan(start, len(text), "PERSON"))
        else:
            text += character
    return [text[s.start : s.end] for s in tidy(text, spans, name_tables())]


@pytest.mark.parametrize(
    ("string", "names"),
    [
        ("{Maria's} book", ["Maria"]),
        ("{ Maria Garcia,}", ["Maria Garcia"]),
        ("{“Maria”}", ["Maria"]),
        ("by {J. Smith Jr.}", ["J. Smith Jr."]),
        ("by {Smith.}", ["Smith"]),
        ("by {Maria G.}", ["Maria G."]),
        ("({Maria Garcia)}", ["Maria Garcia"]),
        ("{Robert (Bob)} came", ["Robert (Bob)"]),
        ("{—}", []),
    ],
)
def test_trimming(string, names):
    assert tidied(string) == names


@pytest.mark.parametrize(
    ("string", "names"),
    [
        ("{Maria and José}", ["Maria", "José"]),
        ("{Ana Cruz, Liam Byrne & Wei Zhang}", ["Ana Cruz", "Liam Byrne", "Wei Zhang"]),
        ("{Priya/Daniel}", ["Priya", "Daniel"]),
        ("{Okafor, Chidi; Petrova, Daria}", ["Okafor, Chidi", "Petrova, Daria"]),
        ("{Anna Smith\nTom Reed}", ["Anna Smith", "Tom Reed"]),
        ("{García, Ana}", ["García, Ana"]),
        ("{Smith, Jr.}", ["Smith, Jr."]),
        ("{John Smith, PhD}", ["John Smith, PhD"]),
        ("{Mr. and Mrs. Smith}", ["Mr. and Mrs. Smith"]),
        ("{Maria\nGarcia}", ["Maria\nGarcia"]),
        ("{Ravi a/l Kumar}", ["Ravi a/l Kumar"]),
    ],
)
def test_splitting(string, names):
    assert tidied(string) == names


@pytest.mark.parametrize(
    ("string", "names"),
    [
        ("{Maria}\n{Garcia}", ["Maria\nGarcia"]),
        ("{Maria} {Garcia}", ["Maria Garcia"]),
        ("{Mr.} {Garcia}", ["Mr. Garcia"]),
        ("{García}, {Ana}", ["García, Ana"]),
        ("{Maria}\n\n{Garcia}", ["Maria", "Garcia"]),
        ("{Anna}\n{Maria}", ["Anna", "Maria"]),
        ("{Anna Smith}\n{Tom Reed}", ["Anna Smith", "Tom Reed"]),
        ("{Ana}, {Leo}", ["Ana", "Leo"]),
        ("and {Lulu}\n{Vik}: hi", ["Lulu", "Vik"]),  # the next message of a chat
    ],
)
def test_joining(string, names):
    assert tidied(string) == names


def test_a_confirmed_span_is_not_touched():
    text = "Ana and Leo"
    span = PiiSpan(0, len(text), "PERSON")
    assert tidy(text, [span], name_tables(), fixed=[(0, len(text))]) == [span]
