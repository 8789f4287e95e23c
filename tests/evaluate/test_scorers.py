"""The registered scorer agrees with spaCy's own where all spans lie on tokens."""

from __future__ import annotations

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.scorer import Scorer
from spacy.tokens import Doc
from spacy.training import Example

from spacy_hips.components.scoring.scorers import make_pii_scorer
from spacy_hips.core.spans import PiiSpan, write_group

NLP = spacy.blank("en")
WORDS = ["Ana", "met", "Ben", "at", "ana@x.org", "today"]
SPOTS = st.lists(
    st.tuples(st.integers(0, 5), st.integers(1, 3), st.sampled_from(["PERSON", "EMAIL", "DATE"])),
    max_size=5,
    unique=True,
)


def doc_with(spots, *, exact: bool) -> Doc:
    doc = Doc(NLP.vocab, words=WORDS)
    ends = [len(doc[: min(start + length, 6)].text) for start, length, _ in spots]
    spans = [
        doc.char_span(doc[start].idx, end, label)
        for (start, _, label), end in zip(spots, ends, strict=True)
    ]
    kept = {(s.start_char, s.end_char, s.label_) for s in spans if s is not None}
    if exact:
        write_group(doc, "pii", [PiiSpan(*spot) for spot in sorted(kept)])
    else:
        doc.spans["pii"] = [doc.char_span(s, e, label) for s, e, label in sorted(kept)]
    return doc


def spacy_scores(examples) -> dict:
    return Scorer.score_spans(
        examples,
        attr="spans_pii",
        getter=lambda doc, attr: doc.spans["pii"],
        has_annotation=lambda doc: "pii" in doc.spans,
        allow_overlap=True,
    )


@given(st.lists(st.tuples(SPOTS, SPOTS), min_size=1, max_size=4), st.booleans())
def test_the_figures_are_those_of_spacy(pairs, exact):
    examples = [
        Example(doc_with(predicted, exact=True), doc_with(gold, exact=exact))
        for predicted, gold in pairs
    ]
    ours, theirs = make_pii_scorer()(examples), spacy_scores(examples)
    for key in ("p", "r", "f"):
        assert ours[f"spans_pii_{key}"] == pytest.approx(theirs[f"spans_pii_{key}"])
    for label, scores in (theirs["spans_pii_per_type"] or {}).items():
        assert ours["spans_pii_per_type"][label] == pytest.approx(scores)


def test_without_gold_there_is_no_figure():
    doc = Doc(NLP.vocab, words=WORDS)
    scores = make_pii_scorer()([Example(doc_with([], exact=True), doc)])
    assert scores == {
        "spans_pii_p": None, "spans_pii_r": None, "spans_pii_f": None, "spans_pii_per_type": None,
    }  # fmt: skip


def test_exact_gold_asks_for_exact_characters():
    predicted, gold = Doc(NLP.vocab, words=["Name:Ana"]), Doc(NLP.vocab, words=["Name:Ana"])
    write_group(predicted, "pii", [PiiSpan(5, 8, "PERSON")])
    write_group(gold, "pii", [PiiSpan(0, 8, "PERSON")])
    assert make_pii_scorer()([Example(predicted, gold)])["spans_pii_f"] == 0.0
    gold.spans["pii"] = [spacy.tokens.Span(gold, 0, 1, "PERSON")]
    assert make_pii_scorer()([Example(predicted, gold)])["spans_pii_f"] == 1.0


def test_another_group_can_be_scored():
    scores = make_pii_scorer("pii_ner")([])
    assert set(scores) == {f"spans_pii_ner_{k}" for k in ("p", "r", "f", "per_type")}


def test_the_scorer_is_registered():
    scorer = spacy.registry.scorers.get("spacy_hips.PiiScorer.v1")()
    assert scorer([])["spans_pii_p"] is None
