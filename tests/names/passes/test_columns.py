"""Names below the head of a column."""

import pytest

from spacy_hips.core.spans import PiiSpan
from spacy_hips.find.names.passes.columns import Columns
from spacy_hips.text.lexicon.words import Lexicon
from spacy_hips.text.page.page import Page

LEXICON = Lexicon()


def names_in_columns(text, spans):
    return Columns()(Page(text), spans, LEXICON)


def names(text, **found):
    spans = [PiiSpan(text.index(n), text.index(n) + len(n), label) for label, n in found.items()]
    return [text[s.start : s.end] for s in names_in_columns(text, spans) if s.label == "PERSON"]


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("Name,Score\nAmara,50\nLucky,41\nTotal,91\n", ["Amara", "Lucky"]),
        ("No,Student\n1,Okafor Ada\n2,wren\n", ["Okafor Ada", "wren"]),
        ("First name;Last name;ID\nAna;Ruiz;17\n", ["Ana", "Ruiz"]),
        ("Student\tGrade\nAmara\tA\n\nWe met Ben, 50", ["Amara"]),
        ("| Name | Task |\n|---|---|\n| Yara | slides |\n", ["Yara"]),
        ("Name    Score\nLucky   50\n", ["Lucky"]),
        ('Name,Score\n"Ruiz, Ana",50\n', []),  # more cells than the head has
    ],
)
def test_what_stands_below_the_head_is_a_name(text, cells):
    """In "Amara,50" the finder sees one word: of 120 such names 118 stayed."""
    assert names(text) == cells


@pytest.mark.parametrize(
    "text",
    [
        "Students, teachers and I came\nYesterday, we went home\nHowever, it rained\n",
        "Product,Score\nAmara,50\n",
        "Name | Role\nAmazon | shop\nGoogle | search\n",
        "Name,Score\n\n12,50\nn/a,41\n",
        "The name is good\nAmara,50\n",
    ],
)
def test_elsewhere_nothing_is(text):
    assert names(text) == []


def test_a_place_in_such_a_cell_gives_way():
    assert names("Name,City\nSydney,Lagos\n", LOCATION="Sydney") == ["Sydney"]
    assert names("Name,Score\nAmara,50\n", AGE="Amara,50") == ["Amara"]
    assert names("Name,City\nSydney,Lagos\n", LOCATION="Sydney,Lagos") == ["Sydney"]
    assert names("Name,Mail\nana@x.org,50\n", EMAIL="ana@x.org") == []


def test_what_else_was_found_there_stays_covered():
    """The other cell of a place was no place any more, and would have stayed in the text."""
    text = "Name,City\nSydney,Lagos\n"
    done = names_in_columns(text, [PiiSpan(10, 22, "LOCATION")])
    assert [(text[s.start : s.end], s.label) for s in done] == [
        ("Sydney", "PERSON"), ("Lagos", "LOCATION")
    ]  # fmt: skip
    text = "Name,Score\nAmara,50\nZanele,41\n"
    done = names_in_columns(text, [PiiSpan(11, 29, "AGE")])
    assert [text[s.start : s.end] for s in done] == ["Amara", "50", "Zanele", "41"]


def test_time_is_linear(linear):
    linear(lambda times: names_in_columns("Name,Score\n" + "Amara,50\n" * times, []), 500)
