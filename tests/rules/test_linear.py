"""No pattern backtracks: time grows with the length of a text, whatever stands in it."""

import time

import pytest

from spacy_hips.find.rules.emails import EmailRule
from spacy_hips.find.rules.ip_addresses import IpAddressRule
from spacy_hips.find.rules.urls import UrlRule
from spacy_hips.find.rules.usernames import UsernameRule

RULES = [EmailRule(), UrlRule(), UsernameRule(), IpAddressRule()]
NASTY = [
    "@", ".", "a", "a.", "a@", "a@b.", "@a", ' "', '"@', "'a.b", "at ", "[at]", " at a dot", "(",
    "()", "[(", "http://", "http://a.co/(", "http://a.co/)", "a.co/)", "www.", "www.a", "://", "a_",
    "é",
    "日.", "1.", "1:", "::", "a:", "my id is ", "u/", "a#1234", "@a-", " \t", "\n", "x.in ", "-a",
]  # fmt: skip


def seconds(rule, text):
    begin = time.process_time()
    for _ in rule(text):
        pass
    return time.process_time() - begin


@pytest.mark.few(21)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: type(rule).__name__)
@pytest.mark.parametrize("unit", NASTY)
def test_time_grows_with_length_only(rule, unit, linear):
    linear(lambda length: list(rule(unit * (length // len(unit)))), 10_000)


@pytest.mark.slow  # asks in large what the test above asks in small
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: type(rule).__name__)
@pytest.mark.parametrize("unit", ["@", ".", "a", "[(", "a. "])
def test_a_megabyte_on_one_line(rule, unit):
    assert seconds(rule, unit * (1_000_000 // len(unit))) < 30
