"""Every pattern that announces names is tested by its own examples."""

import re

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.core.spans import PiiSpan
from spacy_hips.find.names.passes.announced import Announced, make_announced
from spacy_hips.find.names.patterns import FILE, announcements
from spacy_hips.text.lexicon.language import language, languages
from spacy_hips.text.lexicon.words import Lexicon
from spacy_hips.text.page.page import Page

LEXICON = Lexicon()
ROWS = announcements("en")
TABLES = [code for code in languages() if language(code).has(FILE)]
ALL = [(lang, row) for lang in TABLES for row in announcements(lang)]


def names(text, only, lang):
    without = tuple(row.name for row in announcements(lang) if row.name != only)
    found = Announced(without=without)(Page(text, lang), (), LEXICON)
    return [text[s.start : s.end] for s in found if s.label == "PERSON"]


@pytest.mark.few(28)
@pytest.mark.parametrize(
    ("lang", "pattern", "example"),
    [(lang, row.name, text) for lang, row in ALL for text in row.finds],
)
def test_it_finds(lang, pattern, example):
    wanted = re.findall(r"\[(.*?)\]", example)
    assert names(re.sub(r"[\[\]]", "", example), pattern, lang) == wanted


@pytest.mark.few(31)
@pytest.mark.parametrize(
    ("lang", "pattern", "example"),
    [(lang, row.name, text) for lang, row in ALL for text in row.leaves],
)
def test_it_leaves(lang, pattern, example):
    assert names(example, pattern, lang) == []


@pytest.mark.parametrize("lang", TABLES)
def test_every_pattern_has_examples_and_a_reason(lang):
    rows = announcements(lang)
    assert all(row.finds and row.leaves and row.why for row in rows)
    assert len({row.name for row in rows}) == len(rows)


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
    assert announcements("fi") == ROWS


def test_a_line_costs_the_same_in_a_long_text(linear):
    """The letters that a pattern needs were looked for to the end of the text, for each line."""
    opening = [row for row in ROWS if row.opens_line]

    def matches(lines):
        return [[*row.matches("A line of text.\n" * lines)] for row in opening]

    linear(matches, 4000)


def test_time_is_linear(linear):
    text = "Signed: Legend\nThanks,\nGrant\nmy name is Beauty and I\n"
    linear(lambda times: Announced()(Page(text * times), [], LEXICON), 200)


@pytest.mark.parametrize(("lang", "row"), [(lang, row) for lang, row in ALL if row.opens_line])
def test_a_pattern_that_opens_a_line_is_tried_at_lines_alone(lang, row):
    texts = [re.sub(r"[\[\]]", "", text) for text in (*row.finds, *row.leaves)]
    text = "\n".join([*texts, f"in a line {texts[0]}", *texts, ""])
    found = [match.span() for match in row.matches(text)]
    assert found == [match.span() for match in row.pattern.finditer(text)] and found


@pytest.mark.parametrize(
    ("text", "found", "whole"),
    [
        ("My friend สมชาย ใจดี came", ["สมชาย"], ["สมชาย ใจดี"]),
        ("My friend [b]สมชาย ใจดี[/b] came", ["ใจดี"], ["สมชาย ใจดี"]),
        ("**Signed:** Legend Low\n", ["Legend"], ["Legend"]),
    ],
)
def test_a_name_in_a_script_is_taken_whole(text, found, whole):
    spans = [PiiSpan(text.index(name), text.index(name) + len(name), "PERSON") for name in found]
    after = Announced()(Page(text), spans, LEXICON)
    assert [text[s.start : s.end] for s in after] == whole
