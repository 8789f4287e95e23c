"""hips_rules: runs registered rules, writes one group, keeps public addresses apart."""

import pickle

import pytest
import spacy
from spacy.tokens import Doc

from spacy_hips import PiiSpan, read_group
from spacy_hips.components.rules import HipsRules
from spacy_hips.core.errors import HipsError
from spacy_hips.core.spans import searched


class WordRule:
    """Finds one word; stands for a user's own rule."""

    labels = ("ID_NUM",)

    def __init__(self, word="K-12", label="ID_NUM", length=None):
        self.word, self.label, self.length = word, label, length

    def __call__(self, text):
        at = text.find(self.word)
        if at >= 0:
            yield PiiSpan(at, at + (self.length or len(self.word)), self.label, 0.9, "rules.word")


@pytest.fixture
def blank():
    return spacy.blank("en")


@spacy.registry.misc("tests.WordRule.v1")
def make_word_rule(word: str):
    return WordRule(word)


def found(doc, key="pii_rules"):
    return [(doc.text[s.start : s.end], s.label) for s in read_group(doc, key)]


def test_default_rules_find_what_has_a_pattern(blank):
    blank.add_pipe("hips_rules")
    doc = blank("Mail ana@x.org, IP 192.168.3.17, see https://www.instagram.com/ana.lopez/")
    assert found(doc) == [
        ("ana@x.org", "EMAIL"),
        ("192.168.3.17", "IP_ADDRESS"),
        ("https://www.instagram.com/ana.lopez/", "URL_PERSONAL"),
    ]


def test_public_addresses_go_to_their_own_group(blank):
    blank.add_pipe("hips_rules")
    doc = blank("Source: https://www.coursera.org/learn/design")
    assert found(doc) == []
    assert found(doc, "public") == [("https://www.coursera.org/learn/design", "URL")]


def test_a_rule_is_dropped_changed_and_added_by_config(blank):
    rules = {"email": None, "mine": {"@misc": "tests.WordRule.v1", "word": "K-12"}}
    pipe = blank.add_pipe("hips_rules", config={"rules": rules})
    assert "email" not in pipe.rules
    assert found(blank("Write ana@x.org about K-12")) == [("K-12", "ID_NUM")]


def test_the_group_is_written_also_where_nothing_is_found(blank):
    blank.add_pipe("hips_rules")
    for text in ("", "  \n ", "Nothing here."):
        assert "pii_rules" in blank(text).spans


def test_summaries_can_tell_what_was_searched(blank):
    pipe = blank.add_pipe("hips_rules")
    assert {"EMAIL", "URL_PERSONAL", "PHONE_NUM", "DATE_OF_BIRTH"} <= set(pipe.labels)
    assert searched(blank("Hello.")) == set(pipe.labels)


@pytest.mark.parametrize(
    ("rule", "code"),
    [(WordRule(label="KEY"), "E202"), (WordRule(length=99), "E203"), ("a string", "E116")],
)
def test_a_bad_rule_is_an_error(blank, rule, code):
    with pytest.raises(HipsError, match=code):
        HipsRules(blank.vocab, rules={"mine": rule})(blank.make_doc("my K-12"))


@pytest.mark.few(1)
@pytest.mark.parametrize("way", ["disk", "bytes", "pickle", "processes"])
def test_it_finds_the_same_after_a_journey(blank, tmp_path, way):
    blank.add_pipe("hips_rules", config={"rules": {"date": None}})
    text = "Mail ana@x.org"
    expected = found(blank(text))
    if way == "disk":
        blank.to_disk(tmp_path / "nlp")
        doc = spacy.load(tmp_path / "nlp")(text)
    elif way == "bytes":
        doc = spacy.blank("en").from_config(blank.config).from_bytes(blank.to_bytes())(text)
    elif way == "pickle":
        pipe = pickle.loads(pickle.dumps(blank.get_pipe("hips_rules")))
        doc = pipe(blank.make_doc(text))
    else:
        *_, doc = blank.pipe([text] * 4, n_process=2)
    assert found(doc) == expected == [("ana@x.org", "EMAIL")]


@pytest.mark.parametrize(
    "text",
    [
        "\x00 NUL ana@x.org \x00",
        "مرحبا ana@x.org كيف",
        "👩‍👩‍👧 ana@x.org 👍🏽",
        "Ана пишет ana@x.org 山田さんへ",
    ],
)
def test_odd_text_does_not_move_offsets(blank, text):
    blank.add_pipe("hips_rules")
    assert ("ana@x.org", "EMAIL") in found(blank(text))


def test_the_document_is_left_as_it_was(blank):
    blank.add_pipe("hips_rules")
    plain = blank.make_doc("Mail ana@x.org")
    before = (plain.text, [t.text for t in plain], plain.ents)
    doc: Doc = blank(plain)
    assert (doc.text, [t.text for t in doc], doc.ents) == before
