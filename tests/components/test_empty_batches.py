"""What trains takes batches in which there is nothing to learn: no text, no token, nothing sent."""

from __future__ import annotations

import math

import pytest
import spacy
from spacy.training import Example

from spacy_hips import PiiSpan, write_group

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}}
NAME = "Vrekkon Tazzulm"
NAMED = f"my friend {NAME} came too"
NOTHING_SENT = "and then we went to the market with them"
BATCHES = {
    "no document": [],
    "no text": ["", ""],
    "no word": [" ", "\n\n", "\t"],
    "nothing sent": [NOTHING_SENT, "the house and the tree"],
    "marks": ["...", "? !", "- - -"],
    "nothing of all kinds": ["", " ", NOTHING_SENT],
    "one with a name": ["", " ", NOTHING_SENT, NAMED],
}


@spacy.Language.component("test_one_name")
def one_name(doc):
    at = doc.text.find(NAME)
    spans = [PiiSpan(at, at + len(NAME), "PERSON", score=1.0, source="test")] if at >= 0 else []
    write_group(doc, "pii_ner", spans)
    return doc


def pipeline(encoder, component):
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("hips_transformer", config={"model": {"name": encoder}})
    if component == "hips_filter":
        nlp.add_pipe("test_one_name")
        nlp.add_pipe("hips_entities", config={"propagate": False})
    nlp.add_pipe(component)
    return nlp


def examples(nlp, texts):
    """Each text with its gold."""
    out = []
    for text in texts:
        gold = nlp.make_doc(text)
        at = text.find(NAME)
        for key, label in (("pii", "NAME_PRIVATE"), ("roles", "NAME_PRIVATE")):
            write_group(gold, key, [PiiSpan(at, at + len(NAME), label)] if at >= 0 else [])
        out.append(Example(nlp.make_doc(text), gold))
    return out


@pytest.fixture(scope="module", params=["hips_ner", "hips_filter"])
def both(request, tiny_encoder):
    """A pipeline that was initialised, with its optimizer."""
    nlp = pipeline(tiny_encoder, request.param)
    texts = [NAMED, "", NOTHING_SENT, " "]
    return nlp, nlp.initialize(lambda: examples(nlp, texts))


def update(nlp, optimizer, texts, frozen):
    losses = {}
    nlp.update(
        examples(nlp, texts),
        sgd=optimizer,
        losses=losses,
        drop=0.1,
        exclude=["hips_transformer"] if frozen else [],
        annotates=[name for name in nlp.pipe_names if not name.startswith(("hips_ner", "hips_f"))],
    )
    return losses


@pytest.mark.few(7)
@pytest.mark.parametrize("frozen", [True, False], ids=["frozen encoder", "learning encoder"])
@pytest.mark.parametrize("texts", BATCHES.values(), ids=BATCHES)
def test_it_learns_from_batches_that_hold_nothing(both, texts, frozen):
    nlp, optimizer = both
    for batch in (texts, [NAMED], texts):  # what one leaves behind must not hurt the next
        losses = update(nlp, optimizer, batch, frozen)
        assert all(math.isfinite(loss) for loss in losses.values())


@pytest.mark.parametrize("texts", BATCHES.values(), ids=BATCHES)
def test_it_predicts_and_is_evaluated(both, texts):
    nlp, _ = both
    assert [doc.text for doc in nlp.pipe(texts)] == texts
    nlp.evaluate(examples(nlp, texts))
    assert all(nlp(text).text == text for text in texts)


@pytest.mark.few(2)
@pytest.mark.parametrize("component", ["hips_ner", "hips_filter"])
@pytest.mark.parametrize(
    "first", [["", "", NOTHING_SENT], [" "] * 12, [""] * 12, [NOTHING_SENT] * 12]
)
def test_it_is_initialised_with_a_sample_that_holds_nothing(tiny_encoder, component, first):
    nlp = pipeline(tiny_encoder, component)
    optimizer = nlp.initialize(lambda: examples(nlp, [*first, NAMED]))
    assert math.isfinite(sum(update(nlp, optimizer, [NAMED], False).values()))
    assert nlp(NAMED).text == NAMED
