"""Web addresses and their privacy."""

import pickle
from importlib.resources import files

import pytest
import spacy

from spacy_hips.find.rules.rule import Rule
from spacy_hips.find.rules.url_privacy import Judgement, host_table, judge
from spacy_hips.find.rules.urls import UrlRule, make_url_rule


def everything_is_public(url, before, after):
    return Judgement(True, "for a test")


def test_is_a_rule_that_can_be_pickled():
    rule = pickle.loads(pickle.dumps(make_url_rule()))
    assert isinstance(rule, Rule)
    assert [s.label for s in rule("http://ana-silva.com")] == ["URL_PERSONAL"]


def test_a_judge_of_ones_own_decides():
    (span,) = make_url_rule(judge=everything_is_public)("http://ana-silva.com")
    assert (span.label, span.reason) == ("URL", "for a test")


def test_addresses_without_scheme_can_be_left_alone():
    text = "ana-silva.com or www.ana-silva.com or http://ana-silva.com"
    assert len(list(UrlRule()(text))) == 3
    assert [s.start for s in UrlRule(bare=False)(text)] == [text.index("http")]


def test_find_does_not_judge():
    assert list(UrlRule().find("see http://ana-silva.com now")) == [(4, 24, 0.95)]


def test_a_cue_raises_the_score_of_a_bare_host():
    (plain,) = UrlRule()("then ana-silva.com fell")
    (cued,) = UrlRule()("my website ana-silva.com")
    assert plain.score < cued.score


@pytest.mark.parametrize(
    "text", ["", " ", ".", "..", "http://", "www.", "http://\ud800.org", "\x00.com"]
)
def test_odd_text_holds_none(text):
    assert list(UrlRule()(text)) == []


def test_known_names_make_an_address_personal():
    url = "https://www.nytimes.com/ana-silva"
    assert judge(url).public
    assert not judge(url, names={"silva"}).public
    assert judge(url, names={"ana"}).public, "short names stand in many words"


def test_reasons_hold_no_text_of_the_document():
    url = "https://secretword.com/secretpath?secret=1"
    for before in ("", "my blog ", "Source: ", "the company "):
        assert "secret" not in judge(url, before).reason


def test_every_row_of_the_host_table_is_read():
    table = host_table()
    assert len(table) > 300
    assert {row.kind for row in table.values()} == {"public", "platform", "hosting"}
    assert all(host == host.lower() and not host.startswith("www.") for host in table)
    assert all(path.startswith("/") for row in table.values() for path in row.exceptions)
    lines = files("spacy_hips.data").joinpath("hosts.tsv").read_text("utf8").splitlines()
    hosts = [line.split("\t")[0] for line in lines if line and not line.startswith("#")][1:]
    assert len(hosts) == len(set(hosts)), "no host twice"


def test_a_longer_host_counts_before_a_shorter_one():
    assert judge("https://www.google.com/search?q=x").public
    assert not judge("https://docs.google.com/document/d/1").public


def test_no_list_is_fetched(monkeypatch):
    """The suffix list is the one in the package; a network that is down changes nothing."""
    import socket

    from spacy_hips.find.rules import domains

    def refuse(*_):
        raise AssertionError("the network was asked")

    domains._extractor.cache_clear()
    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert domains.split_host("www.x.co.uk").registered == "x.co.uk"


@pytest.mark.slow
def test_the_rules_add_nothing_heavy_when_imported():
    import subprocess
    import sys

    code = (
        "import sys, spacy; "
        "from spacy_hips.find.rules import emails, urls, usernames, ip_addresses; "
        "assert not {'tldextract', 'faker', 'phonenumbers'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", ["EmailRule", "UrlRule", "UsernameRule", "IpAddressRule"])
def test_registered(name):
    assert isinstance(spacy.registry.misc.get(f"spacy_hips.{name}.v1")(), Rule)
