"""A label of the user's own: a pattern, a kind, an action and a surrogate, by config alone."""

from __future__ import annotations

import pickle

import pytest

from spacy_hips import HipsError
from spacy_hips.components.tokenizer import blank
from spacy_hips.core import labels
from spacy_hips.find.rules.own import make_pattern_rule

ORCID = r"\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b"
CASE = r"(?i)\bcase (?P<what>SEN-\d{4})\b"


@pytest.fixture(autouse=True)
def _table(monkeypatch):
    """The table of labels, as it was before."""
    before = dict(labels._ROWS)
    yield
    labels._ROWS.clear()
    labels._ROWS.update(before)


def test_a_pattern_finds_what_its_group_names():
    rule = make_pattern_rule("CASE_NUMBER", CASE)
    assert [(s.start, s.end, s.label) for s in rule("See Case sen-0417.")] == [
        (9, 17, "CASE_NUMBER")
    ]


@pytest.mark.filterwarnings("ignore:.*W101")
@pytest.mark.parametrize("action", ["surrogate", "placeholder", "redact", "mark"])
def test_a_label_of_ones_own_is_replaced_as_its_rule_says(action):
    nlp = blank("en")
    rule = {"@misc": "spacy_hips.PatternRule.v1", "label": "ORCID", "pattern": ORCID}
    nlp.add_pipe("hips_rules", config={"rules": {"orcid": {**rule, "action": action}}})
    nlp.add_pipe("hips_entities")
    maker = {"ORCID": {"@misc": "spacy_hips.IdSurrogate.v1"}}
    nlp.add_pipe("hips_anonymizer", config={"surrogates": maker})
    doc = nlp("I am 0000-0002-1825-0097, yes, 0000-0002-1825-0097.")
    first, second = doc._.replacements
    assert (first.label, first.action, first.surrogate) == ("ORCID", action, second.surrogate)
    assert ("1825" in doc._.anonymized) == (action == "mark")


@pytest.mark.filterwarnings("ignore:.*W10")
def test_without_a_surrogate_it_is_hidden_all_the_same():
    nlp = blank("en")
    rule = {"@misc": "spacy_hips.PatternRule.v1", "label": "ORCID", "pattern": ORCID}
    nlp.add_pipe("hips_rules", config={"rules": {"orcid": rule}})
    nlp.add_pipe("hips_entities")
    nlp.add_pipe("hips_anonymizer")
    assert nlp("I am 0000-0002-1825-0097.")._.anonymized == "I am [ORCID]."


def test_another_process_knows_the_label():
    sent = pickle.dumps(make_pattern_rule("ORCID", ORCID))
    del labels._ROWS["ORCID"]
    assert pickle.loads(sent).labels == ("ORCID",)
    assert "ORCID" in labels.LABELS and labels.PROFILES["full"].actions["ORCID"] == "surrogate"
    assert "ORCID" not in labels.not_searched(())  # its rule is what searches it


def test_a_label_of_this_package_keeps_its_kind_and_action():
    make_pattern_rule("ID_NUM", r"K-\d{4}", kind="indirect", action="mark")
    assert (labels.LABELS["ID_NUM"].kind, labels.LABELS["ID_NUM"].action) == ("direct", "surrogate")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"label": "orcid"}, "E891.*capital"), ({"label": "P2"}, "E891.*capital"),
        ({"kind": "secret"}, "E891.*kind"), ({"action": "hide"}, "E891.*actions"),
        ({"pattern": "(a"}, "E892"), ({"pattern": "a*"}, "E892.*nothing"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_told_when_the_rule_is_built(settings, message):
    with pytest.raises(HipsError, match=message):
        make_pattern_rule(**{"label": "ORCID", "pattern": ORCID, **settings})


def test_two_pipelines_agree_about_a_label():
    make_pattern_rule("ORCID", ORCID)
    make_pattern_rule("ORCID", r"another \d pattern")
    with pytest.raises(HipsError, match=r"E891.*all pipelines"):
        make_pattern_rule("ORCID", ORCID, kind="indirect")
