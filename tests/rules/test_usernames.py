"""User names and IP addresses: scores and settings; what is found stands in tests/cases."""

import pickle

from spacy_hips.rules.base import Rule
from spacy_hips.rules.ip_addresses import IpAddressRule, make_ip_address_rule
from spacy_hips.rules.usernames import UsernameRule, make_username_rule


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
