"""Host names in parts."""

import pytest

from spacy_hips.find.rules.domains import labels_fit, looks_like_tld, split_host, without_run_on


def test_a_host_in_parts():
    assert split_host("WWW.shop.x.co.uk") == ("www.shop", "x", "co.uk")
    assert split_host("почта.рф").registered == "почта.рф"
    assert split_host("x.zzzz").suffix == ""
    assert split_host("localhost").registered == ""


@pytest.mark.parametrize(
    "host, cut",
    [
        ("x.org.Then", "x.org"),
        ("x.com.My", "x.com"),
        ("x.com.my", "x.com.my"),
        ("x.org.then", "x.org"),
        ("X.ORG", "X.ORG"),
        ("x.org", "x.org"),
        ("x.zzzz", "x.zzzz"),
        ("x", "x"),
    ],
)
def test_a_sentence_behind_a_host_is_left_out(host, cut):
    assert without_run_on(host) == cut


@pytest.mark.parametrize(
    "host, fits", [("a-b.c", True), ("-a.c", False), ("a..c", False), ("a" * 64, False)]
)
def test_labels(host, fits):
    assert labels_fit(host) is fits


def test_underscores_are_for_those_who_ask():
    assert not labels_fit("a_b.x.org")
    assert labels_fit("a_b.x.org", underscores=True)
    assert not labels_fit("_a.x.org", underscores=True)


def test_what_could_be_a_top_level():
    assert looks_like_tld("museum") and looks_like_tld("xn--p1ai") and looks_like_tld("рф")
    assert not looks_like_tld("c") and not looks_like_tld("123") and not looks_like_tld("c_m")
