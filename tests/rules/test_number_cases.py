"""Cases of the rules for numbers, dates and places: inline-tagged texts, one a line.

A row with `known_failure` is tagged as is right and says why the rule cannot read it yet. The
folders of tests/cases/lang hold texts in other languages than English.
"""

from __future__ import annotations

import json
import pickle
import time
from pathlib import Path

import pytest
import spacy

from spacy_hips.core.errors import HipsError
from spacy_hips.core.labels import LABELS
from spacy_hips.find.rules._windows import near_digits
from spacy_hips.find.rules.rule import Rule

CASES = Path(__file__).parents[1] / "cases"
THRESHOLD = 0.5  # as in the component's default
RULES = {
    "phones": "spacy_hips.PhoneRule.v1",
    "addresses": "spacy_hips.StreetAddressRule.v1",
    "id_numbers": "spacy_hips.IdNumberRule.v1",
    "dates": "spacy_hips.DateRule.v1",
    "ages": "spacy_hips.AgeRule.v1",
    "zips": "spacy_hips.ZipRule.v1",
}


def rows(name):
    return [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text("utf8").splitlines()]


def case(name, row, told):
    why = row.get("known_failure")
    marks = [pytest.mark.xfail(reason=why, strict=True)] if why else []
    return pytest.param(name, row, id=told, marks=marks)


def read_cases():
    for name in RULES:
        for number, row in enumerate(rows(name), 1):
            yield case(name, row, f"{name}-{number}")


def make(name):
    return spacy.registry.misc.get(RULES[name])()


def found(rule, text):
    return [(s.start, s.end, s.label) for s in rule(text) if s.score >= THRESHOLD]


def read_elsewhere():
    for path in sorted((CASES / "lang").glob("*/*.jsonl")):
        lang = path.parent.name
        for number, row in enumerate(rows(f"lang/{lang}/{path.stem}"), 1):
            yield case(path.stem, row, f"{lang}-{path.stem}-{number}")


@pytest.mark.few(10)
@pytest.mark.parametrize(("name", "row"), list(read_elsewhere()))
def test_case_of_another_language(name, row, tagged):
    text, expected = tagged(row["text"])
    assert sorted(found(make(name), text)) == expected


@pytest.mark.few(47)
@pytest.mark.parametrize(("name", "row"), list(read_cases()))
def test_case(name, row, tagged):
    text, expected = tagged(row["text"])
    assert found(make(name), text) == expected


@pytest.mark.parametrize("name", list(RULES))
def test_rule_keeps_the_contract(name, tagged):
    rule = make(name)
    assert isinstance(rule, Rule)
    assert set(rule.labels) <= set(LABELS)
    copy = pickle.loads(pickle.dumps(rule))
    for row in rows(name):
        text, _ = tagged(row["text"])
        spans = list(rule(text))
        assert spans == list(copy(text)), "a pickled rule finds the same"
        for span in spans:
            assert 0 <= span.start < span.end <= len(text)
            assert span.label in rule.labels
            assert 0 < span.score <= 1
            assert span.source.startswith("rules.")
            assert text[span.start : span.end].strip() == text[span.start : span.end]
        ends = [0, *(s.end for s in spans)]
        assert all(s.start >= end for s, end in zip(spans, ends, strict=False)), "no overlaps"


@pytest.mark.parametrize("name", list(RULES))
@pytest.mark.parametrize(
    "text", ["", " ", "\n\n", "\x00", "\ud800", "א 12 ب", "👩‍👩‍👧 5", "１２３"]
)
def test_odd_texts_are_read(name, text):
    list(make(name)(text))


LONG = {
    "digits": "1",
    "digits and dashes": "12-",
    "digits and spaces": "1 ",
    "nested brackets": "([{",
    "one long word": "Ab.",
    "words": "Ab cd ",
    "numbers and words": "12 Ab ",
    "parts of an address": "flat 1, ab, 12 Main Street ",
    "spaces": " ",
    "lines": "\n",
    "cues": "student id: phone: born address ",
}


@pytest.mark.slow
@pytest.mark.parametrize("unit", list(LONG.values()), ids=list(LONG))
@pytest.mark.parametrize("name", list(RULES))
def test_time_is_linear_in_the_length(name, unit, linear):
    rule = make(name)
    linear(lambda length: list(rule(unit * (length // len(unit)))), 25_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(RULES))
def test_a_megabyte_in_one_line(name):
    start = time.process_time()
    list(make(name)("the quick brown fox, 12 of 345 jumps over " * 25_000))
    assert time.process_time() - start < 30


def test_a_part_near_a_digit_begins_in_the_text():
    assert list(near_digits("Am Neckarufer 15.", 120)) == [(0, 17)]
    assert list(near_digits("no digit", 120)) == []


def test_an_unknown_region_is_refused():
    make_phones = spacy.registry.misc.get("spacy_hips.PhoneRule.v1")
    with pytest.raises(HipsError, match="E201"):
        make_phones(regions=["Germany"])


def test_one_region_is_trusted_more_than_many(tagged):
    text, expected = tagged("it was [033316005|PHONE_NUM] to buy")
    make_phones = spacy.registry.misc.get("spacy_hips.PhoneRule.v1")
    assert found(make_phones(regions=["NZ"]), text) == expected
    assert found(make_phones(), text) == []


def test_a_number_found_with_its_name_is_found_again(tagged):
    text, expected = tagged("Roll no. [4711-08|ID_NUM] was absent. Where was [4711-08|ID_NUM]?")
    assert found(make("id_numbers"), text) == expected


def test_further_names_of_a_number_can_be_given(tagged):
    text, expected = tagged("my z-tag [4711|ID_NUM]")
    make_ids = spacy.registry.misc.get("spacy_hips.IdNumberRule.v1")
    assert found(make_ids(), text) == []
    assert found(make_ids(cues=["z-tag"]), text) == expected


def test_cues_and_form_raise_the_score():
    def score(name, text):
        return max((span.score for span in make(name)(text)), default=0.0)

    assert score("phones", "9876543210 and so on") < 0.5 <= score("phones", "phone 9876543210")
    assert score("id_numbers", "it was 83716253 to") == 0.5 < score("id_numbers", "ID: 83716253 to")
    bare = score("addresses", "at Oak 3, 12 Oak Way was shut")
    assert (
        bare
        < score("addresses", "I live at 12 Oak Way")
        < score("addresses", "12 Oak Way, Rye, NY 10580")
    )
    cited = score("dates", "Retrieved 5 June 2020 from https://example.org")
    assert cited < score("dates", "We met on 5 June 2020 again.")


def test_a_year_alone_is_a_date_only_when_wanted(tagged):
    text, expected = tagged("It was [2019|DATE] then.")
    make_dates = spacy.registry.misc.get("spacy_hips.DateRule.v1")
    assert found(make_dates(), text) == []
    assert found(make_dates(years=True), text) == expected
