"""Documents and pipelines of strangers: exact places, in doubt hidden, and never without a word."""

from functools import cache

import numpy as np
import pytest
import spacy
from spacy.attrs import IS_SPACE, LOWER, NORM
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from spacy_hips import read_group
from spacy_hips.core.errors import HipsError

pytestmark = pytest.mark.filterwarnings("ignore:.*W[0-9]")

TEXT = "Ana Ruiz came late. Write to ana@x.org soon."


@Language.component("test_merges")
def merges(doc):
    """Joins tokens over the borders of names and addresses."""
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[1:3])
    return doc


@Language.component("test_fills_user_data")
def fills_user_data(doc):
    """Puts keys of all forms into user_data."""
    doc.user_data.update({3: 4, (): 1, ("._.",): 1, ("._.", "x", None, None): 1})
    return doc


@cache
def pipeline(before=(), after=()):
    nlp = spacy.blank("en")
    nlp.add_pipe("entity_ruler").add_patterns([{"label": "PERSON", "pattern": "Ana Ruiz"}])
    for name in before:
        nlp.add_pipe(name)
    nlp.add_pipe("hips_anonymizer", config={"finder": "ents"})
    for name in after:
        nlp.add_pipe(name)
    return nlp


def of_words(*words, vocab=None, **more):
    return Doc(vocab or Vocab(), words=words, spaces=[False] * len(words), **more)


ODD_VOCAB = {LOWER: lambda _: "x", NORM: lambda _: "y", IS_SPACE: lambda _: True}
PERSON = ["B-PERSON", "O", "O"]
DOCUMENTS = {
    "no blanks": (of_words("AnaRuiz", ",", "ana@x.org", ents=PERSON), ",", {(0, 7), (8, 17)}),
    "no lexical attributes": (
        of_words("Ana Ruiz", "\n", "ana@x.org", vocab=Vocab(lex_attr_getters={}), ents=PERSON),
        "\n",
        {(0, 8), (9, 18)},
    ),
    "other lexical attributes": (
        of_words("Ana Ruiz", "\n", "ana@x.org", vocab=Vocab(lex_attr_getters=ODD_VOCAB),
                 ents=PERSON),
        "\n",
        {(0, 8), (9, 18)},
    ),
    "one token of 100,000 characters": (
        of_words("x" * 50_000 + " ana@x.org " + "y" * 49_989),
        "x" * 50_000,
        {(50_001, 50_010)},
    ),
    "nothing": (of_words(), "", set()),
    "blanks alone": (of_words(" ", "\n", "\t"), " \n\t", set()),
}  # fmt: skip


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_documents_made_by_hand_are_replaced_at_exact_places(kind):
    doc, stays, places = DOCUMENTS[kind]
    doc = pipeline().get_pipe("hips_anonymizer")(doc)
    assert {(s.start, s.end) for s in read_group(doc, "pii")} == places
    assert stays in doc._.anonymized
    assert not any(doc.text[start:end] in doc._.anonymized for start, end in places)


def test_where_a_tokenizer_dropped_characters_its_text_counts():
    nlp = pipeline()
    doc = nlp(Doc(nlp.vocab, words=TEXT.replace("late", "").split()))
    assert [doc.text[s.start : s.end] for s in read_group(doc, "pii")] == ["Ana Ruiz", "ana@x.org"]
    assert "Ruiz" not in doc._.anonymized and "late" not in doc._.anonymized


@pytest.mark.parametrize("name", ["test_merges", "test_fills_user_data"])
@pytest.mark.parametrize("place", ["before", "after"])
def test_components_around_may_join_tokens_and_fill_user_data(name, place):
    doc = pipeline(**{place: (name,)})(TEXT)
    assert [r.label for r in doc._.replacements] == ["PERSON", "EMAIL"]
    assert not any(word in doc._.anonymized for word in ("Ana", "Ruiz", "ana@x.org"))
    assert {"PERSON", "EMAIL"} <= dict(doc._.hips_searched).keys()


def test_spans_set_by_hand_hold_though_tokens_were_joined_since():
    nlp = pipeline()
    doc = nlp.make_doc(TEXT)
    doc.spans["pii"] = [Span(doc, 0, 2, label="PER"), Span(doc, 7, 8, label="EMAIL")]
    doc = nlp(merges(doc))
    assert [(r.start, r.end, r.label) for r in doc._.replacements] == [
        (0, 8, "PERSON"),
        (29, 38, "EMAIL"),
    ]


@pytest.mark.parametrize("key", ["pii", "pii_rules", "pii_ner"])
def test_labels_of_other_schemes_are_read_as_in_doc_ents(key):
    nlp = pipeline()
    doc = nlp.make_doc(TEXT)
    doc.spans[key] = [Span(doc, 0, 0, label="PER"), Span(doc, 0, 2, label="PER")]
    assert nlp(doc)._.anonymized.split()[:2] != ["Ana", "Ruiz"]


@pytest.mark.parametrize("label", ["BADGE", ""])
@pytest.mark.parametrize("key", ["pii", "pii_rules", "pii_ner", "public"])
def test_a_label_that_stands_for_nothing_is_named(key, label):
    nlp = pipeline()
    doc = nlp.make_doc(TEXT)
    doc.spans[key] = [Span(doc, 0, 2, label=label)]
    with pytest.raises(HipsError, match=r"E101.*Unknown label"):
        nlp(doc)
    with pytest.raises(HipsError, match=r"E111|E127"):
        _ = doc._.anonymized


def test_an_address_in_the_group_of_what_is_hidden_is_hidden():
    nlp = pipeline()
    doc = nlp.make_doc("See https://www.bbc.co.uk/news today.")
    doc.spans["pii"] = [Span(doc, 1, 2, label="URL")]
    assert "bbc" not in nlp(doc)._.anonymized


ATTRS = {
    "behind the end": ({"offsets": [(0, 500)]}, "E110"),
    "turned": ({"offsets": [(5, 0)]}, "E110"),
    "too few": ({"scores": []}, "E114"),
}


@pytest.mark.parametrize("kind", ATTRS)
def test_attributes_that_cannot_be_are_named(kind):
    attrs, code = ATTRS[kind]
    nlp = pipeline()
    doc = nlp.make_doc(TEXT)
    doc.spans["pii"] = [Span(doc, 0, 2, label="PERSON")]
    doc.spans["pii"].attrs.update(attrs)
    with pytest.raises(HipsError, match=code):
        nlp(doc)


def test_a_score_that_is_no_number_drops_nobody():
    nlp = pipeline()
    doc = nlp.make_doc(TEXT)
    doc.spans["pii_ner"] = [Span(doc, 0, 2, label="PERSON")]
    doc.spans["pii_ner"].attrs["scores"] = np.asarray([np.nan])
    assert "Ruiz" not in nlp.get_pipe("hips_anonymizer")(doc)._.anonymized


def test_zones_streams_and_processes_give_the_same():
    nlp = pipeline()
    nlp.get_pipe("hips_anonymizer").secret  # noqa: B018 (drawn once for all)
    texts = [TEXT, "", "Ana Ruiz went."]
    alone = [nlp(text)._.anonymized for text in texts]
    with nlp.memory_zone():
        assert [doc._.anonymized for doc in nlp.pipe(texts)] == alone
    given = [(text, number) for number, text in enumerate(texts)]
    done = list(nlp.pipe(given, as_tuples=True, n_process=2))
    assert [(doc._.anonymized, number) for doc, number in done] == [
        (text, number) for number, text in enumerate(alone)
    ]
    searched = [dict(doc._.hips_searched).get("PERSON") for doc, _ in done if len(doc)]
    assert searched == [("ents",), ("ents",)]
