"""Every cue is tested by its own examples; none takes a direct identifier's place."""

from __future__ import annotations

import re

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.core.labels import LABELS as TABLE
from spacy_hips.core.spans import PROVED
from spacy_hips.find.rules.cues import LABELS, LANGUAGES, SCORE, CueRule, cues, make_cue_rule

ROWS = [(lang, cue) for lang in LANGUAGES for cue in cues(lang)]


def examples(lang, texts):
    """The examples of a language: those of a table for several begin with theirs."""
    told = (text.partition(": ") if text[2:4] == ": " else (lang, "", text) for text in texts)
    return [text for own, _, text in told if own == lang]


def hits(cue, text):
    return [text[slice(*match.span("what"))] for match in cue.pattern.finditer(text)]


@pytest.mark.few(29)
@pytest.mark.parametrize(
    ("lang", "name", "example"),
    [(lg, c.name, text) for lg, c in ROWS for text in examples(lg, c.finds)],
)
def test_it_finds(lang, name, example):
    (cue,) = [cue for cue in cues(lang) if cue.name == name]
    assert hits(cue, re.sub(r"[\[\]]", "", example)) == re.findall(r"\[(.*?)\]", example)


@pytest.mark.few(21)
@pytest.mark.parametrize(
    ("lang", "name", "example"),
    [(lg, c.name, text) for lg, c in ROWS for text in examples(lg, c.leaves)],
)
def test_it_leaves(lang, name, example):
    (cue,) = [cue for cue in cues(lang) if cue.name == name]
    assert hits(cue, example) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_cue_has_examples_and_a_reason(lang):
    rows = cues(lang)
    assert all(row.finds and row.leaves and row.why for row in rows)
    assert len({row.name for row in rows}) == len(rows)
    assert {row.label for row in rows} <= set(LABELS)
    assert all(TABLE[row.label].kind == "indirect" for row in rows)


def test_a_text_of_another_language_has_its_own_cues():
    text = "Min mamma är sjuksköterska. My mother is a nurse."
    assert [text[s.start : s.end] for s in CueRule()(text)] == ["nurse", "sjuksköterska"]


def test_labels_can_be_chosen():
    text = "My mother is a nurse. I take bus 16."
    assert [s.label for s in make_cue_rule(["TRANSPORT"])(text)] == ["TRANSPORT"]
    with pytest.raises(HipsError, match="E843"):
        make_cue_rule(["DATE"])


def test_a_language_without_a_table_has_no_cues():
    rule = CueRule(languages=["fi"])
    assert list(rule("My mother is a nurse.")) == [] and rule.labels == ()


def test_a_cue_is_less_than_a_proof():
    assert 0.5 <= SCORE < PROVED


def test_time_is_linear(linear):
    rule = CueRule()
    text = "My mother is a nurse and I have type 1 diabetes. I take the number 42 bus at Oak Stop, "
    linear(lambda times: list(rule(text * times)), 60)
    linear(lambda times: list(rule("my very old friend " * times)), 200)
