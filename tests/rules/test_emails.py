"""E-mail addresses."""

import pickle

import pytest

from spacy_hips.find.rules.emails import EmailRule, make_email_rule
from spacy_hips.find.rules.rule import Rule


def found(text, **settings):
    return [(text[s.start : s.end], s.score) for s in EmailRule(**settings)(text)]


def test_is_a_rule_that_can_be_pickled():
    rule = pickle.loads(pickle.dumps(make_email_rule()))
    assert isinstance(rule, Rule)
    assert [s.label for s in rule("ana@school.edu")] == ["EMAIL"]


def test_a_cue_before_it_raises_the_score():
    ((_, plain),) = found("so ana@school.edu said")
    ((_, cued),) = found("my e-mail is ana@school.edu")
    assert 0.8 <= plain < cued <= 1


def test_an_unknown_top_level_is_less_sure_than_a_known_one():
    ((_, unknown),) = found("so ana@school.zzzz said")
    ((_, known),) = found("so ana@school.edu said")
    assert unknown < known


def test_spelled_out_addresses_can_be_left_alone():
    text = "ana [at] school [dot] edu"
    assert found(text)
    assert not found(text, spelled_out=False)


def test_an_address_inside_a_web_address_gives_way_to_it():
    ((_, score),) = found("http://x.org/?to=ana@school.edu")
    assert score < 0.8


@pytest.mark.parametrize("length, is_one", [(64, True), (65, False)])
def test_what_stands_before_the_at_has_at_most_64_octets(length, is_one):
    address = "a" * length + "@school.edu"
    assert bool(found(address)) is is_one


@pytest.mark.parametrize(
    "text", ["", " ", "@", "a@", "@b", "\ud800@x.org", "a@\ud800.org", "\x00@x"]
)
def test_odd_text_holds_none(text):
    assert not found(text)
