"""User names and IP addresses: scores and settings; what is found stands in tests/cases."""

import pickle

import pytest

from spacy_hips.find.rules.ip_addresses import IpAddressRule, make_ip_address_rule
from spacy_hips.find.rules.rule import Rule
from spacy_hips.find.rules.usernames import UsernameRule, is_code, make_username_rule


def scores(rule, text):
    return [s.score for s in rule(text)]


def test_are_rules_that_can_be_pickled():
    for rule in (make_username_rule(), make_ip_address_rule()):
        assert isinstance(pickle.loads(pickle.dumps(rule)), Rule)


def test_a_platform_before_a_mention_raises_its_score():
    assert scores(UsernameRule(), "so @ana_silva") < scores(
        UsernameRule(), "my twitter: @ana_silva"
    )


def test_mentions_can_be_left_alone():
    assert not scores(UsernameRule(mentions=False), "so @ana_silva said")
    assert scores(UsernameRule(mentions=False), "username: ana_silva")


def test_a_mention_of_digits_alone_is_doubtful():
    (score,) = scores(UsernameRule(), "six apples @5000 here")
    assert score < 0.5


def test_a_name_found_twice_is_given_once_with_the_better_score():
    text = "my instagram is @ana_silva"
    (span,) = UsernameRule()(text)
    assert (text[span.start : span.end], span.score) == ("@ana_silva", 0.95)


def test_four_small_numbers_are_doubtful_without_a_cue():
    (plain,) = scores(IpAddressRule(), "it says 1.2.3.4 there")
    (cued,) = scores(IpAddressRule(), "the server 1.2.3.4 there")
    assert plain < 0.5 <= cued


def test_odd_text_holds_none():
    for text in ("", " ", "@", "＠", ":", "::::", "1.2.3", "\ud800", "\x00@\x00"):
        assert not scores(UsernameRule(), text)
        assert not scores(IpAddressRule(), text)


@pytest.mark.parametrize(
    ("text", "handle"),
    [
        ("@Override\npublic void f()", "@Override"),
        ("@property\ndef area(self):", "@property"),
        ("@my_check\ndef f():", "@my_check"),
        ("@media print {", "@media"),
        ("@article{smith2020,", "@article"),
        ("@article{smith2020,", "smith2020"),
        ("@Book(knuth84,", "knuth84"),
        ("@area.setter\ndef f():", "@area.setter"),
        ("{@link Foo}", "@link"),
        ("npm i @types/node", "@types/node"),
    ],
)
def test_words_of_program_text_are_no_handles(text, handle):
    start = text.index(handle)
    assert is_code(text, start, start + len(handle))


@pytest.mark.parametrize(
    "text", ["ask @ana_silva", "@jsmith\nsaid so", "{smith2020}", "@okri/notes"]
)
def test_handles_are_no_words_of_program_text(text):
    start = max(text.find("@"), 0)
    assert not is_code(text, start, len(text))
