"""spacy-hips tune --filter: the threshold that keeps a share of the private people hidden."""

from __future__ import annotations

import json

import pytest
import spacy
from spacy.tokens import DocBin

from spacy_hips import PiiSpan, write_group
from spacy_hips.lab.training.tune_filter import point

pytest.importorskip("spacy_transformers", reason="needs the extra trf")

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}}
PERSONS = {
    "private": [0.02] * 97 + [0.6, 0.7, 0.8],
    "public": [0.5, 0.75, 0.9, 0.99],
    "nobody": [],
}


def test_the_shares_of_a_threshold():
    found = point(PERSONS, 0.75)
    assert (found.hidden, found.kept, found.nobody) == (pytest.approx(0.99), 0.75, None)


@pytest.fixture
def model(tiny_encoder, folder):
    """A finder and a filter without training, in which a deny list finds the names."""
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("hips_transformer", config={"model": {"name": tiny_encoder}})
    nlp.add_pipe("hips_ner")
    nlp.add_pipe("hips_entities", config={"deny": {"PERSON": ["Hana Sato", "Lan Nguyen"]}})
    nlp.add_pipe("hips_filter")
    nlp.initialize(lambda: [_example(nlp)])
    nlp.to_disk(folder / "model")
    return nlp


def _example(nlp):
    from spacy.training import Example

    reference = nlp.make_doc("by Hana Sato")
    for key in ("pii", "roles"):
        write_group(reference, key, [PiiSpan(3, 12, "NAME_STUDENT")])
    return Example(nlp.make_doc("by Hana Sato"), reference)


def _gold(nlp, path, *labels):
    docs = []
    for label in labels:
        doc = nlp.make_doc("by Hana Sato")
        write_group(doc, "roles", [PiiSpan(3, 12, label)] if label else [])
        docs.append(doc)
    DocBin(docs=docs, store_user_data=True).to_disk(path)
    return path


def test_it_is_chosen_and_written(hips, model, folder):
    gold = _gold(model, folder / "gold.spacy", "NAME_STUDENT", "NAME_PRIVATE", "PERSON")
    done = hips("tune", "model", gold, "--filter", "--write", "--json")
    assert done.rc == 0
    (chosen,) = (row for row in json.loads(done.out) if row["chosen"])
    assert chosen["hidden"] == 1.0
    found = spacy.load(folder / "model").get_pipe("hips_filter").threshold_public
    assert found == pytest.approx(chosen["threshold"])


@pytest.mark.slow  # makes a pipeline with an encoder anew
def test_it_is_written_elsewhere_and_the_model_stays(hips, model, folder):
    gold = _gold(model, folder / "gold.spacy", "NAME_STUDENT", "NAME_PRIVATE", "PERSON")
    before = spacy.load(folder / "model").get_pipe("hips_filter").threshold_public
    done = hips("tune", "model", gold, "--filter", "-o", "tuned", "--json")
    (chosen,) = (row for row in json.loads(done.out) if row["chosen"])
    found = {at: spacy.load(folder / at).get_pipe("hips_filter").threshold_public
             for at in ("model", "tuned")}  # fmt: skip
    assert found == {"model": before, "tuned": pytest.approx(chosen["threshold"])}


def test_the_table_marks_the_choice(hips, model, folder):
    done = hips("tune", "model", _gold(model, folder / "g.spacy", "NAME_STUDENT"), "--filter")
    assert done.out.count("<- chosen") == 1


@pytest.mark.slow  # makes a pipeline with an encoder anew
def test_gold_without_a_private_person_is_an_error(hips, model, folder):
    done = hips("tune", "model", _gold(model, folder / "g.spacy", "PERSON"), "--filter")
    assert done.rc != 0
    assert "E514" in done.err


@pytest.mark.slow  # makes a pipeline with an encoder anew
def test_a_missing_file_is_an_error(hips, model):
    assert "E404" in hips("tune", "model", "none.spacy", "--filter").err


def test_a_model_without_a_filter_is_an_error(hips, model, folder):
    model.remove_pipe("hips_filter")
    model.to_disk(folder / "finder")
    done = hips("tune", "finder", _gold(model, folder / "g.spacy", "PERSON"), "--filter")
    assert "E513" in done.err
