"""Batches: plain data leaves them, a failing document is one bad row, memory zones are closed."""

from __future__ import annotations

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_hips import get_ids
from spacy_hips.core.body import get_body
from spacy_hips.core.errors import HipsError
from spacy_hips.core.ids import Ids
from spacy_hips.core.spans import PiiSpan, note_searched, write_group
from spacy_hips.desk.files.documents import Document, Part
from spacy_hips.desk.files.rows import BadRow, Row
from spacy_hips.desk.run.batches import Result, Runner, batches
from spacy_hips.desk.run.processes import WorkerLost
from spacy_hips.desk.run.tasks import Work, at_a_time


@Language.component("test_finder_of_capitals")
def find_capitals(doc: Doc) -> Doc:
    """Every capitalised token is a person; the word "boom" fails."""
    if "boom" in doc.text:
        raise RuntimeError(f"cannot take {doc.text}")
    if "heavy" in doc.text:
        raise MemoryError
    if "wrong" in doc.text:
        raise HipsError("[E117] a setting is wrong")
    spans = [PiiSpan(t.idx, t.idx + len(t), "PERSON", 0.9, "test") for t in doc if t.text.istitle()]
    write_group(doc, "pii", spans)
    note_searched(doc, "pii", ["PERSON"], "test")
    return doc


@pytest.fixture
def nlp() -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe("test_finder_of_capitals")
    return nlp


def document(text: str, number: int = 1) -> Document:
    return Document(
        (Row(number),), text, (Part(0, "text", "text", 0, len(text)),), Ids(doc=f"d{number}")
    )


def results(runner: Runner, items) -> list:
    return [done for batch in runner(items) for done in batch]


def test_plain_data_comes_back_in_order(nlp):
    texts = ["we met Ana.", "", " \n", "nobody", "Ben and Cem"]
    items = [document(text, i) for i, text in enumerate(texts, 1)]
    done = results(Runner(Work(nlp, batch_size=2)), items)
    assert [d.document.text for d in done] == texts
    assert [[s.start for s in d.spans] for d in done] == [[7], [], [], [], [0, 8]]
    assert done[0].searched == {"PERSON"}
    assert done[0].spans[0].source == "test"


def test_bad_rows_pass_through_at_their_place(nlp):
    items = [document("a", 1), BadRow(2, "ragged"), document("b", 3)]
    done = results(Runner(Work(nlp)), items)
    assert [type(d) for d in done] == [Result, BadRow, Result]


def test_a_document_that_fails_is_one_bad_row_without_its_text_in_the_reason(nlp):
    items = [document(text, i) for i, text in enumerate(["Ana", "boom Secretname", "Ben"], 1)]
    done = results(Runner(Work(nlp)), items)
    assert [type(d) for d in done] == [Result, BadRow, Result]
    assert done[1].number == 2
    assert "Secretname" not in done[1].reason
    assert "RuntimeError" in done[1].reason


def test_what_fails_behind_the_pipeline_is_one_bad_row_too(nlp):
    def settle(doc: Doc, item: Document) -> Doc:
        if item.text == "Ben":
            raise KeyError(item.text)
        return doc

    done = results(Runner(Work(nlp, settle=settle)), [document("Ana", 1), document("Ben", 2)])
    assert [type(d) for d in done] == [Result, BadRow]
    assert "Ben" not in done[1].reason


def test_memory_that_runs_out_is_no_bad_row(nlp):
    with pytest.raises(WorkerLost, match=r"E452.*row 2"):
        results(Runner(Work(nlp)), [document("Ana"), document("heavy", 2)])


def test_a_wrong_setting_is_no_bad_row(nlp):
    with pytest.raises(HipsError, match="E117"):
        results(Runner(Work(nlp)), [document("Ana"), document("wrong", 2)])


def test_documents_know_their_ids(nlp):
    seen = []
    runner = Runner(Work(nlp, settle=lambda doc, _: seen.append(get_ids(doc).doc) or doc))
    results(runner, [document("Ana", 1), document("Ben", 2)])
    assert seen == ["d1", "d2"]


def test_documents_know_where_their_text_begins(nlp):
    seen = []
    runner = Runner(Work(nlp, settle=lambda doc, _: seen.append(get_body(doc)) or doc))
    parts = (Part(0, "name", "name", 0, 3), Part(0, "text", "text", 5, 8))
    results(runner, [document("Ana"), Document((Row(2),), "Ana\n\nBen", parts, Ids())])
    assert seen == [0, 5]


def test_the_vocabulary_forgets_the_texts(nlp):
    texts = [f"Strangeword{i} was here" for i in range(50)]
    results(Runner(Work(nlp, batch_size=10)), [document(t, i) for i, t in enumerate(texts)])
    assert not any(f"Strangeword{i}" in nlp.vocab.strings for i in range(50))


@pytest.mark.slow  # writes a long document
def test_a_long_document_is_no_problem(nlp):
    (done,) = results(Runner(Work(nlp)), [document("word " * 201_000 + "Ana")])
    assert len(done.spans) == 1


@pytest.mark.parametrize(
    ("lengths", "wanted"),
    [
        ((1, 1, 1, 50, 1), [[1, 1, 1], [50], [1]]),
        ((19, 1, 1), [[19, 1], [1]]),
        ((19, 50), [[19], [50]]),
        ((10, 10, 10), [[10, 10], [10]]),
        ((), []),
    ],
)
def test_batches_close_by_number_and_by_length(lengths, wanted):
    items = [document("x" * n) for n in lengths]
    assert [[len(d.text) for d in batch] for batch in batches(items, 3, 20)] == wanted


@pytest.mark.parametrize(
    ("lengths", "size"),
    [
        ([10] * 100, 64),
        ([50_000] * 9, 2),
        ([90_000, 20_000, 90_000], 1),
        ([10] * 99 + [200_000], 1),
        ([], 64),
    ],
)
def test_a_process_takes_fewer_documents_where_they_are_long(lengths, size):
    assert at_a_time(lengths, 64) == size


def test_documents_of_spacy_keep_their_tokens(nlp):
    made = Doc(nlp.vocab, words=["An", "a"], spaces=[False, False])
    base = document("Ana")
    item = Document((Row(1, {}, made.to_bytes()),), "Ana", base.parts, base.ids)
    (done,) = results(Runner(Work(nlp)), [item])
    assert [(s.start, s.end) for s in done.spans] == [(0, 2)]


def test_spans_from_outside_are_set_before_the_pipeline():
    nlp = spacy.blank("en")

    def given(item: Document) -> list[PiiSpan]:
        return [PiiSpan(0, 3, "PERSON", 1.0, "review")]

    (done,) = results(Runner(Work(nlp), given=given), [document("Ana and Ben")])
    assert [s.source for s in done.spans] == ["review"]
