"""Names in the rows of a table within a text."""

import pytest

from spacy_hips import PiiSpan
from spacy_hips.lexicon.words import Lexicon
from spacy_hips.names.passes.cells import names_in_cells

LEXICON = Lexicon()


def found(text, *spans):
    return [text[s.start : s.end] for s in names_in_cells(text, spans, LEXICON)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("17,Maria Okafor,88,good\n18,Daniel Silva,76,late", ["Maria Okafor", "Daniel Silva"]),
        ('18,"Okafor, Maria",76', ["Okafor, Maria"]),
        ('18,"Okafor, Mst. Maria",76', ["Okafor, Mst. Maria"]),
        ("18;Mr. Daniel Okafor;76", ["Daniel Okafor"]),
        ("18\tMaria Okafor\t76", ["Maria Okafor"]),
        ("18,Maria,Okafor,76", ["Maria", "Okafor"]),
        ("18,Maria,Okafor,Daniel,76", ["Maria", "Okafor"]),
        # A sentence, figures, ordinary words, places, and what has too few cells are no such rows.
        ("I met Maria Okafor, Daniel Silva, and Ana", []),
        ("Roll,Name,Marks,Remarks", []),
        ("17,Good Work,88", []),
        ("17,Room 12 Maria Okafor,88", []),
        ("Maria Okafor,88", []),
        ("However,Maria Okafor, Daniel Silva, and 2,000 others went", []),
        ("San Francisco,870000,7", []),
        ("Maria Okafor,tall,kind", []),
        ("x,Maria Okafor asked us all to come there,88", []),
        ("", []),
    ],
)
def test_names_in_cells(text, names):
    assert found(text) == names


def test_what_was_found_is_not_found_again():
    assert found("17,Maria Okafor,88", PiiSpan(3, 8, "PERSON")) == []


def test_a_long_line_takes_linear_time(linear):
    linear(lambda n: found("17,Maria Okafor,88," * n), 2000)
