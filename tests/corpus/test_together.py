"""Documents from which encoder, finder and filter learn together."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
import spacy
from spacy.tokens import DocBin

from spacy_hips import PiiSpan, read_group, write_group
from spacy_hips.core.errors import HipsError
from spacy_hips.desk.annotations.annotations import Annotated, to_docs
from spacy_hips.lab.corpus.render import Mark
from spacy_hips.lab.corpus.roles import RoleText, to_doc
from spacy_hips.lab.corpus.together import as_found, make_together_corpus

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}}
TEXT = "By Ana Silva. As Newton said, Lima is far."
ROLES = [[3, 12, "student", "s"], [17, 23, "public", "p"]]
SPANS = ((3, 12, "PERSON"), (17, 23, "PERSON"), (30, 34, "LOCATION"))
REAL = RoleText(
    "r", "Ben met Marx.", (Mark(0, 3, "", "private", "b"), Mark(8, 12, "doubt", "public", "m"))
)
ANNOTATORS = ["hips_rules", "hips_entities"]


@pytest.fixture
def nlp():
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("hips_rules")
    nlp.add_pipe("hips_entities")
    return nlp


def generated(nlp):
    """A document as scripts/convert_corpus.py writes those of the generator."""
    return next(to_docs([Annotated("g", TEXT, SPANS, extra={"roles": ROLES})], nlp))


def save(path, *docs):
    DocBin(docs=docs, store_user_data=True).to_disk(path)
    return path


def texts(doc, key):
    return [(doc.text[s.start : s.end], s.label) for s in read_group(doc, key)]


def test_gold_names_take_the_place_of_what_a_finder_would_find(nlp, tmp_path):
    own = to_doc(REAL, nlp)
    path, roles = save(tmp_path / "a.spacy", generated(nlp)), save(tmp_path / "b.spacy", own)
    first, second = make_together_corpus(path, roles, ANNOTATORS)(nlp)
    assert {name for name, _ in texts(first.predicted, "pii")} >= {"Ana Silva", "Newton"}
    assert texts(second.predicted, "pii") == [("Ben", "PERSON"), ("Marx", "PERSON")]
    assert all(s.id for s in read_group(first.predicted, "pii"))


def test_the_roles_of_the_generators_documents_are_taught(nlp):
    gold = generated(nlp)
    as_found(gold, Random(1))
    assert texts(gold, "roles") == [("Ana Silva", "NAME_STUDENT"), ("Newton", "PERSON")]
    assert gold.user_data["hips_roles_complete"] is True


def test_where_nothing_is_known_of_roles_nothing_arrives(nlp):
    """The finder alone learns from such a document."""
    gold = next(to_docs([Annotated("n", TEXT, SPANS)], nlp))
    assert texts(as_found(gold, Random(1)), "pii_ner") == []


def test_now_and_then_a_place_is_shown_as_if_it_were_taken_for_a_name(nlp):
    shown = [texts(as_found(generated(nlp), Random(seed)), "pii_ner") for seed in range(200)]
    share = np.mean([("Lima", "PERSON") in spans for spans in shown])
    assert 0.05 < share < 0.3
    scores = [s.score for s in read_group(as_found(generated(nlp), Random(1)), "pii_ner")]
    assert max(scores) == 1.0


def test_the_finder_learns_every_name_of_a_real_text(nlp):
    doc = to_doc(REAL, nlp)
    assert texts(doc, "pii") == [("Ben", "PERSON"), ("Marx", "PERSON")]
    assert doc.user_data["hips_labelled"] == ["PERSON"]


def test_a_missing_file_is_told_before_training(tmp_path):
    with pytest.raises(HipsError, match="E404"):
        make_together_corpus(tmp_path / "no.spacy", tmp_path / "no.spacy", ANNOTATORS)


@pytest.mark.slow
def test_encoder_finder_and_filter_learn_from_one_pass(nlp, tmp_path, tiny_encoder):
    pytest.importorskip("spacy_transformers", reason="needs the extra trf")
    nlp.add_pipe("hips_transformer", after="hips_rules", config={"model": {"name": tiny_encoder}})
    nlp.add_pipe("hips_ner", after="hips_transformer", config={"scheme": "BIO"})
    nlp.add_pipe("hips_filter")
    path = save(tmp_path / "a.spacy", generated(nlp))
    examples = list(make_together_corpus(path, path, ANNOTATORS)(nlp))
    optimizer = nlp.initialize(lambda: examples)
    optimizer.learn_rate = 0.01
    losses = [nlp.update(examples, sgd=optimizer, losses={}, drop=0.0) for _ in range(25)]
    for name in ("hips_ner", "hips_filter"):
        assert losses[-1][name] < 0.5 * losses[0][name]


def test_the_filter_alone_moves_the_encoder(nlp, tmp_path, tiny_encoder):
    pytest.importorskip("spacy_transformers", reason="needs the extra trf")
    nlp.add_pipe("hips_transformer", after="hips_rules", config={"model": {"name": tiny_encoder}})
    nlp.add_pipe("hips_filter")
    path = save(tmp_path / "a.spacy", generated(nlp))
    examples = list(make_together_corpus(path, path, ANNOTATORS)(nlp))
    optimizer = nlp.initialize(lambda: examples)
    optimizer.learn_rate = 0.01

    def weights():
        network = nlp.get_pipe("hips_transformer").model.transformer
        return np.concatenate([p.detach().numpy().ravel() for p in network.parameters()]).copy()

    before = weights()
    for _ in range(3):  # the output layer begins with zeros, so the first step moves it alone
        nlp.update(examples, sgd=optimizer, losses={}, drop=0.0)
    assert not np.allclose(before, weights())


def test_spans_of_the_gold_are_exact(nlp):
    gold = nlp.make_doc(TEXT)
    write_group(gold, "roles", [PiiSpan(3, 12, "NAME_STUDENT")])
    assert texts(as_found(gold, Random(1)), "pii_ner") == [("Ana Silva", "PERSON")]
