"""Labelled texts: what is learnt, what is kept apart, what is masked."""

from types import MappingProxyType

import pytest
import spacy

from spacy_hips import PiiSpan, read_group, write_group
from spacy_hips.core.errors import HipsError
from spacy_hips.desk.annotations.annotations import Annotated
from spacy_hips.lab.training.labelled import mask_others, part, pieces, taught_labels

from .tiny import texts


def records(rows):
    return [
        Annotated(r["id"], r["text"], tuple(map(tuple, r["spans"])), extra={"author": r["author"]})
        for r in rows
    ]


def test_no_author_is_on_both_sides(tmp_path):
    parts = part(records(texts()), "mine.jsonl", share=0.3, seed=1)
    learn, apart = ({r.extra["author"] for r in side} for side in (parts.learn, parts.apart))
    assert len(parts.learn) + len(parts.apart) == 12
    assert learn and apart and not learn & apart
    assert parts == part(records(texts()), "mine.jsonl", share=0.3, seed=1)


def test_both_sides_have_names_even_where_names_are_rare():
    rows = [
        {**row, "spans": row["spans"] if row["author"] in ("a1", "a4") else []} for row in texts()
    ]
    parts = part(records(rows), "mine.jsonl", share=0.2, seed=1)
    assert all(any(r.spans for r in side) for side in (parts.learn, parts.apart))


def test_gold_of_students_alone_leaves_other_names_open():
    known = ("PERSON", "AGE")
    rows = records(texts())
    assert taught_labels(rows, [], known, "f") == (["PERSON"], True)
    assert taught_labels(rows, ["NAME_STUDENT", "AGE"], known, "f") == (["AGE", "PERSON"], True)
    assert taught_labels(rows, ["PERSON"], known, "f") == (["PERSON"], False)
    assert taught_labels(rows, ["AGE"], known, "f") == (["AGE"], False)


class Finder:
    """Stands for a pipeline that finds two people, whatever the gold says."""

    cfg = MappingProxyType({"spans_key": "pii_ner"})

    def __init__(self, nlp):
        self.nlp = nlp

    def get_pipe(self, name):
        return self

    def pipe(self, texts):
        for text in texts:
            doc = self.nlp.make_doc(text)
            write_group(doc, "pii_ner", [PiiSpan(0, 3, "PERSON"), PiiSpan(8, 11, "PERSON")])
            yield doc


def test_names_that_are_found_but_not_marked_are_masked():
    nlp = spacy.blank("en")
    doc = nlp("Ana met Ben and Eve")
    write_group(doc, "pii", [PiiSpan(0, 3, "NAME_STUDENT")])
    assert mask_others([doc], Finder(nlp), gold_key="pii", masked_key="pii_masked") == 1
    assert [(s.start, s.end) for s in read_group(doc, "pii_masked")] == [(8, 11)]


def test_a_long_text_is_cut_between_words_and_never_in_a_span():
    text = "Amara Okafor went home. " * 50 + "\n" + "x" * 300
    spans = tuple((i, i + 12, "PERSON") for i in range(0, 1200, 24))
    found = list(pieces(Annotated("1", text, spans), 100))
    assert "".join(piece.text for piece in found) == text
    assert max(len(piece.text) for piece in found) <= 112
    assert sum(len(piece.spans) for piece in found) == 50
    assert {p.text[s:e] for p in found for s, e, _ in p.spans} == {"Amara Okafor"}


def test_a_missing_field_names_the_record():
    with pytest.raises(HipsError, match=r"E446.*Record 3"):
        rows = records(texts())
        rows[2] = Annotated("x", "no author", ())
        part(rows, "mine.jsonl", share=0.2, seed=1, by="author")
