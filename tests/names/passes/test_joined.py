"""Names in one word."""

import pytest

from spacy_hips.lexicon.words import Lexicon
from spacy_hips.names.passes.joined import glued_names
from spacy_hips.spans import PiiSpan

LEXICON = Lexicon()


def found(text, *places):
    """All spans then, with their labels; places are given as text and label."""
    spans = [PiiSpan(text.index(t), text.index(t) + len(t), label) for t, label in places]
    return [(text[s.start : s.end], s.label) for s in glued_names(text, spans, LEXICON)]


@pytest.mark.parametrize("name", ["AzevedoC", "OkaforN", "AmaraO"])
def test_a_name_with_an_initial_that_lost_its_blank(name):
    assert found(f"Design thinking\n{name}\n") == [(name, "PERSON")]
    assert found(f"by {name}-final.pdf") == [(name, "PERSON")]


def test_a_forename_and_a_surname_that_lost_their_blank():
    """The finder takes them for places, which are left."""
    assert found("from RawanMostafa in the choir") == [("RawanMostafa", "PERSON")]
    assert found("team of DusankaStokic\n", ("DusankaStokic", "LOCATION")) == [
        ("DusankaStokic", "PERSON")
    ]
    assert found("FaithPearce\nNew Zealand", ("FaithPearce", "LOCATION"))[0][1] == "PERSON"
    assert found("FaithPearce\nNew Zealand")[0][1] == "PERSON"


@pytest.mark.parametrize(
    "text",
    [
        "YouTube, GitHub, JavaScript, WordPress, RedHat, LinkedIn, PayPal, AliExpress, MaxPooling",
        "MacArthur, VanDyke, FitzGerald, McDonald, DeAngelo",
        "@RawanMostafa, x/RawanMostafa, RawanMostafa(), RawanMostafa.run, RawanMostafa@x.org",
        "VitaminC and GroupA, LexA and DanB",  # words, genes and nicknames
        "McKenzie, MariaDB, LaTeX, PhD, TikTok",
        "mail @OkaforN or write to a_OkaforN, x.OkaforN",
    ],
)
def test_other_words_are_none(text):
    assert found(text) == []


def test_what_was_found_there_gives_way():
    assert found("OkaforN wrote", ("OkaforN", "LOCATION")) == [("OkaforN", "PERSON")]
    assert found("OkaforN wrote", ("Okafor", "PERSON")) == [("OkaforN", "PERSON")]
    assert found("OkaforN wrote", ("OkaforN", "NAME_STUDENT")) == [("OkaforN", "NAME_STUDENT")]
    assert found("Ana OkaforN wrote", ("Ana Okafor", "PERSON")) == [("Ana OkaforN", "PERSON")]
    assert found("Lagos, OkaforN", ("Lagos, OkaforN", "LOCATION")) == [
        ("Lagos", "LOCATION"),
        ("OkaforN", "PERSON"),
    ]
    assert found("OkaforN - Lagos School", ("OkaforN - Lagos School", "SCHOOL")) == [
        ("OkaforN", "PERSON"),
        ("Lagos School", "SCHOOL"),
    ]


def test_a_place_of_two_names_and_an_underscore_is_a_name():
    assert found("\namara_okafor\n", ("amara_okafor", "LOCATION")) == [("amara_okafor", "PERSON")]
    assert found("\nnorth_shore\n", ("north_shore", "LOCATION")) == [("north_shore", "LOCATION")]
    assert found("\namara_okafor\n", ("amara_okafor", "USERNAME")) == [("amara_okafor", "USERNAME")]


def test_time_is_linear(linear):
    def run(times):
        spans = [PiiSpan(9 * i, 9 * i + 7, "LOCATION") for i in range(times)]
        assert len(glued_names("OkaforN, " * times, spans, LEXICON)) == times

    linear(run, 500)
