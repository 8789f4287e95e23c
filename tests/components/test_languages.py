"""hips_entities and the front door on text that the pipeline does not read."""

from __future__ import annotations

import warnings

import pytest
import spacy

from spacy_hips import HipsError, HipsWarning, PiiSpan, read_group, write_group
from spacy_hips.components.entities import HipsEntities
from spacy_hips.who.persons.search.known import KnownPeople, KnownPerson

SWEDISH = "Igår gick jag med {} till biblioteket, och sedan läste vi tillsammans hela kvällen."
ENGLISH = "I wrote this for my course, and I would like to thank {} for the help with it. "


@pytest.fixture
def nlp():
    return spacy.blank("en")


def merged(nlp, text, *guesses, source="ner", label="PERSON", **settings):
    """The texts of what is hidden where a finder guessed these strings."""
    doc = nlp(text)
    spans = [
        PiiSpan(at, at + len(guess), label, 0.9, source)
        for guess in guesses
        if (at := text.index(guess)) >= 0
    ]
    write_group(doc, "pii_ner", spans)
    doc = HipsEntities(nlp.vocab, **settings)(doc)
    return [text[s.start : s.end] for s in read_group(doc, "pii")]


@pytest.mark.parametrize(
    ("name", "guess", "source", "kept"),
    [
        ("Erik", "Erik", "ner", False),
        ("Erik", "jag med Erik", "ner", False),
        ("Erik", "Igår", "ner", False),
        ("Erik", "läste vi", "names.announced", False),
        ("Erik", "Erik", "ents", False),
        ("Erik", "Erik", "rules.own", True),
        ("Erik", "Erik", "names.senders", True),
        ("Erik Lindberg", "Erik Lindberg", "ner", True),
        ("Ngozi Xyq", "Ngozi Xyq", "ner", True),
        ("Xyq Lindberg", "Xyq Lindberg", "ner", False),
        ("erik lindberg", "erik lindberg", "ner", False),
    ],
)
def test_a_guess_counts_only_as_a_whole_name(nlp, name, guess, source, kept):
    text = SWEDISH.format(name)
    with pytest.warns(HipsWarning, match="W115"):
        assert merged(nlp, text, guess, source=source) == ([guess] if kept else [])


def test_what_opens_a_sentence_may_be_a_word(nlp):
    text = "Hej Elin, jag är så glad att vi är vänner och att du hjälper mig varje vecka."
    with pytest.warns(HipsWarning, match="W115"):
        assert merged(nlp, text, "Hej Elin") == []


@pytest.mark.parametrize(
    ("guess", "label", "kept"),
    [
        ("ana@x.org", "EMAIL", True),
        ("0701234567", "PHONE_NUM", True),
        ("13 år", "AGE", True),
        ("biblioteket", "LOCATION", False),
        ("kvällarna", "USERNAME", False),
    ],
)
def test_numbers_and_addresses_have_no_language(nlp, guess, label, kept):
    text = SWEDISH.format("henne") + f" Vi mötte {guess} där också innan det blev mörkt."
    with pytest.warns(HipsWarning, match="W115"):
        assert merged(nlp, text, guess, label=label) == ([guess] if kept else [])


@pytest.mark.parametrize("policy", ["rules", "all", "skip"])
def test_english_is_read_whatever_is_asked(nlp, policy):
    text = ENGLISH.format("Erik")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert merged(nlp, text, "Erik", other_languages=policy) == ["Erik"]


def test_all_searches_everything_and_warns(nlp):
    text = SWEDISH.format("Erik")
    with pytest.warns(HipsWarning, match="as if the pipeline read it"):
        assert merged(nlp, text, "Erik", other_languages="all") == ["Erik"]


def test_the_languages_can_be_named(nlp):
    text = SWEDISH.format("Erik")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert merged(nlp, text, "Erik", languages=["en", "sv"]) == ["Erik"]


@pytest.mark.parametrize("greeting", ["Hej Elin", "Kära Elin", "Elin", "Hälsningar till Elin"])
def test_who_is_found_elsewhere_is_found_here(nlp, greeting):
    letter = f"{greeting}, jag är så glad att vi är vänner och att du hjälper mig varje vecka."
    text = f"{ENGLISH.format('Elin Berg')}\n{letter}\n{ENGLISH.format('my teacher')}"
    with pytest.warns(HipsWarning, match="W115"):
        assert merged(nlp, text, "Elin Berg") == ["Elin Berg", "Elin"]


def test_the_document_tells_where(nlp):
    text = ENGLISH.format("you") + "\n" + SWEDISH.format("dig")
    doc = nlp(text)
    with pytest.warns(HipsWarning, match=r"\(sv\)"):
        HipsEntities(nlp.vocab)(doc)
    ((start, end, lang),) = [(s.start, s.end, s.lang) for s in doc._.hips_foreign]
    assert (text[start:end], lang) == (SWEDISH.format("dig"), "sv")
    again = spacy.tokens.Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert again._.hips_foreign == doc._.hips_foreign


def test_an_unknown_policy_is_refused(nlp):
    for make in (
        lambda: HipsEntities(nlp.vocab, other_languages="some"),
        lambda: setattr(HipsEntities(nlp.vocab), "other_languages", "some"),
    ):
        with pytest.raises(HipsError, match="E116"):
            make()


def test_the_policy_is_saved(nlp, tmp_path):
    nlp.add_pipe("hips_entities").other_languages = "skip"
    nlp.to_disk(tmp_path)
    assert spacy.load(tmp_path).get_pipe("hips_entities").other_languages == "skip"


# The front door


@pytest.mark.filterwarnings("ignore:.W101")
def test_the_front_door_finds_what_needs_no_language(nlp):
    nlp.add_pipe("hips_anonymizer")
    with pytest.warns(HipsWarning, match="W115"):
        doc = nlp(SWEDISH.format("er") + " Skriv till ana.li@skola.org eller 070-123 45 67!")
    assert {r.label for r in doc._.replacements} >= {"EMAIL", "PHONE_NUM"}
    assert SWEDISH.format("er") in doc._.anonymized


@pytest.mark.filterwarnings("ignore:.W101")
def test_the_front_door_finds_known_people(nlp):
    anonymizer = nlp.add_pipe("hips_anonymizer")
    anonymizer.set_known_people(KnownPeople([KnownPerson("p1", "Xyq Qvist")], scope="corpus"))
    with pytest.warns(HipsWarning, match="W115"):
        doc = nlp(SWEDISH.format("Xyq Qvist"))
    assert "Xyq" not in doc._.anonymized


@pytest.mark.filterwarnings("ignore:.W101")
def test_what_is_skipped_has_no_output(nlp):
    nlp.add_pipe("hips_entities", config={"other_languages": "skip"})
    nlp.add_pipe("hips_anonymizer")
    with pytest.warns(HipsWarning, match="it is not released"):
        docs = list(nlp.pipe([SWEDISH.format("er"), ENGLISH.format("you")]))
    assert docs[0]._.anonymized is None and docs[0]._.anonymized_doc is None
    assert docs[1]._.anonymized == docs[1].text
