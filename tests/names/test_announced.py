"""Every pattern that announces names is tested by its own examples."""

import re

import pytest

from spacy_hips.errors import HipsError
from spacy_hips.lexicon.words import Lexicon
from spacy_hips.names.passes.announced import Announced, make_announced
from spacy_hips.names.patterns import announcements
from spacy_hips.page.page import Page
from spacy_hips.spans import PiiSpan

LEXICON = Lexicon()
ROWS = announcements("en")


def names(text, *only, spans=()):
    without = tuple(row.name for row in ROWS if only and row.name not in only)
    found = Announced(without=without)(Page(text), spans, LEXICON)
    return [text[s.start : s.end] for s in found if s.label == "PERSON"]


@pytest.mark.parametrize(
    ("pattern", "example"), [(row.name, text) for row in ROWS for text in row.finds]
)
def test_it_finds(pattern, example):
    wanted = re.findall(r"\[(.*?)\]", example)
    assert names(re.sub(r"[\[\]]", "", example), pattern) == wanted


@pytest.mark.parametrize(
    ("pattern", "example"), [(row.name, text) for row in ROWS for text in row.leaves]
)
def test_it_leaves(pattern, example):
    assert names(example, pattern) == []


def test_every_pattern_has_examples_and_a_reason():
    assert all(row.finds and row.leaves and row.why for row in ROWS)
    assert len({row.name for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize(
    ("label", "taken"), [("DATE", True), ("LOCATION", True), ("EMAIL", False), ("PERSON", False)]
)
def test_what_gives_way_to_a_name(label, taken):
    spans = [PiiSpan(8, 13, label, 0.7)]
    (found,) = Announced()(Page("Signed: April"), spans, LEXICON)
    assert (found.label, found.score) == (("PERSON", 0.9) if taken else (label, 0.7))


def test_a_longer_place_stays():
    spans = [PiiSpan(8, 19, "LOCATION")]
    assert Announced()(Page("Signed: April, Lima"), spans, LEXICON) == spans


def test_a_pattern_can_be_left_out():
    assert make_announced(without=["field"])(Page("Signed: Legend"), [], LEXICON) == []
    with pytest.raises(HipsError, match="E206"):
        make_announced(without=["fields"])


def test_a_language_without_a_table_reads_the_english_one():
    assert announcements("sv") == ROWS


def test_time_is_linear(linear):
    text = "Signed: Legend\nThanks,\nGrant\nmy name is Beauty and I\n"
    linear(lambda times: Announced()(Page(text * times), [], LEXICON), 200)
