"""The tokenizer splits a field's name from its value and loses no character."""

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from spacy_hips.components import tokenizer
from spacy_hips.components.tokenizer import BoundedTokenizer, blank

CONFIG = {"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}}
NLP = spacy.blank("en", config=CONFIG)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Name:Ana", ["Name", ":", "Ana"]),
        ("Dimitri❤\ufe0fHana", ["Dimitri", "❤", "\ufe0f", "Hana"]),
        ("🙏🏽Hana 1\ufe0f\u20e3Ana", ["🙏", "🏽", "Hana", "1\ufe0f\u20e3", "Ana"]),
        ("Email:ana@x.org", ["Email", ":", "ana@x.org"]),
        ("ID:445566", ["ID", ":", "445566"]),
        ("Roll#1234", ["Roll", "#", "1234"]),
        ("Essay_Ana_Lopez", ["Essay", "_", "Ana", "_", "Lopez"]),
        ("Smith2021", ["Smith", "2021"]),
        ("Ana\u200bLopez", ["Ana", "\u200b", "Lopez"]),
        ("S\u200bchneider", ["S\u200bchneider"]),
        ("C\u200dh\u200di, so\xadfi\u200b", ["C\u200dh\u200di", ",", "so\xadfi", "\u200b"]),
        ("<b>Ana</b> <td>Ruiz</td>", ["<b>", "Ana", "</b>", "<td>", "Ruiz", "</td>"]),
        ('class="x">Ana</a>', ["class", '="', "x", '"', ">", "Ana", "<", "/", "a", ">"]),
        ("\x00Ana\x1f Ruiz", ["\x00", "Ana", "\x1f", " ", "Ruiz"]),
        ("(=?utf-8?Q?Ana_Ruiz?=)", ["(", "=?utf-8?Q?Ana_Ruiz?=", ")"]),
        ("Ana&nbsp;Ruiz<br>", ["Ana", "&nbsp;", "Ruiz", "<br>"]),
        ("http://x.org/a:b", ["http://x.org/a:b"]),
        ("12:30", ["12:30"]),
        ("[Ana](https://x.org)", ["[", "Ana", "](", "https://x.org", ")"]),
        ("[b]Ana[/b]", ["[", "b", "]", "Ana", "[", "/b", "]"]),
        ("[quote=Ana]Hi", ["[", "quote", "=", "Ana", "]", "Hi"]),
        ('[quote="Ana, post', ["[", "quote", '="', "Ana", ",", "post"]),
        (r"\emph{Ana}", [r"\emph", "{", "Ana", "}"]),
        ("Mr.~Ruiz", ["Mr.", "~", "Ruiz"]),
        (r"flow~\cite{x}", ["flow", "~", r"\cite", "{", "x", "}"]),
        ("5.~7", ["5.~7"]),
        ("~~Ana~~", ["~~", "Ana", "~~"]),
        ("==Ana==", ["==", "Ana", "=="]),
        ("->Ana", ["->", "Ana"]),
        ("Ana[1]", ["Ana", "[", "1", "]"]),
        ("f(x)=2", ["f(x)=2"]),
        ("2.Ana", ["2.", "Ana"]),
        ("b)Ana", ["b)", "Ana"]),
        ("3.5 kg", ["3.5", "kg"]),
        ("Ana!She", ["Ana", "!", "She"]),
        ("Ana(she/her)", ["Ana", "(", "she", "/", "her", ")"]),
        ("Ana<3", ["Ana", "<3"]),
        ("Ana：hi", ["Ana", "：", "hi"]),
        ("→Ana", ["→", "Ana"]),
        (r"Best,\nAna", ["Best,", r"\n", "Ana"]),
        (r"\nAna", [r"\n", "Ana"]),
        (r"Ana\n", ["Ana", r"\n"]),
        (r"\\Ana", ["\\\\", "Ana"]),
        ("Ana´s", ["Ana", "´s"]),
    ],
)
def test_splits(text, tokens):
    assert [token.text for token in NLP(text)] == tokens


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=60))
def test_no_character_is_lost(text):
    assert NLP(text).text == text


def test_the_language_defaults_are_left_alone():
    assert [token.text for token in spacy.blank("en")("ID:445566")] == ["ID:445566"]


@pytest.mark.few(2)
@pytest.mark.parametrize("lang", ["en", "sv", "de", "fr", "xx"])
def test_a_blank_pipeline_splits_as_spacy_does(lang):
    text = "I can't, isn't it? d'un ID:445566 U.S. :) z.B. 3.5km http://x.org/a:b $5.00 (a/b)"
    ours, theirs = blank(lang), spacy.blank(lang)
    assert isinstance(ours.tokenizer, BoundedTokenizer)
    assert [(t.text, t.norm_) for t in ours(text)] == [(t.text, t.norm_) for t in theirs(text)]


def test_a_language_with_a_tokenizer_of_its_own_keeps_it():
    assert type(blank("zh").tokenizer) is type(spacy.blank("zh").tokenizer)


def test_a_blank_pipeline_builds_one_tokenizer(monkeypatch, unshared):
    built = []
    monkeypatch.setattr(tokenizer, "BoundedTokenizer", lambda *_, **more: built.append(more))
    monkeypatch.setattr("spacy.language.Tokenizer", lambda *_, **more: built.append(more))
    blank("en")
    assert len(built) == 1


def test_a_pipeline_that_was_saved_keeps_its_bound(tmp_path):
    blank("en").to_disk(tmp_path)
    assert isinstance(spacy.load(tmp_path).tokenizer, BoundedTokenizer)


def test_what_was_saved_is_read_and_what_is_there_is_not_built_again(unshared):
    """A tokenizer with a case of its own, and a vocabulary without the strings of the cases."""
    data = NLP.tokenizer.to_bytes(exclude=["vocab"])
    other = spacy.blank("en", config=CONFIG)
    other.tokenizer.add_special_case("gimme", [{"ORTH": "gim"}, {"ORTH": "me"}])
    own = other.tokenizer.to_bytes(exclude=["vocab"])
    assert len(other.tokenizer.from_bytes(data, exclude=["vocab"])("gimme")) == 1
    assert len(other.tokenizer.from_bytes(own, exclude=["vocab"])("gimme")) == 2
    other.vocab.strings.from_bytes(spacy.blank("xx").vocab.strings.to_bytes())
    again = other.tokenizer.from_bytes(own, exclude=["vocab"])
    assert [token.text for token in again("gimme, don't")] == ["gim", "me", ",", "do", "n't"]
