"""The summary says what was done and, above all, what was not."""

from __future__ import annotations

import json

import pytest

from spacy_hips.core.ids import Ids
from spacy_hips.core.spans import Replacement
from spacy_hips.desk.files.documents import Document, Part
from spacy_hips.desk.files.rows import BadRow, Row
from spacy_hips.desk.run.batches import Result
from spacy_hips.desk.run.summary import Summary


def result(*done: tuple[int, int, str, str, str], searched=("EMAIL",)) -> Result:
    text = "Ana\n\nwrite to Ana"
    parts = (Part(0, "n", "name", 0, 3), Part(0, "t", "text", 5, len(text)))
    made = [Replacement(s, e, s, e, label, "", action, new) for s, e, label, action, new in done]
    return Result(
        Document((Row(1),), text, parts, Ids(), mended=1),
        text,
        tuple(made),
        searched=None if searched is None else frozenset(searched),
    )


def test_spans_are_counted_by_label_and_action_and_name_cells_apart():
    summary = Summary()
    summary.add(
        result(
            (0, 3, "PERSON", "surrogate", "Eva"),
            (14, 17, "PERSON", "surrogate", "Eva"),
            (5, 10, "DATE", "mark", "write"),
            (11, 13, "EMAIL", "surrogate", "[EMAIL]"),
        )
    )
    counts = summary.counts()
    assert counts["spans"] == {
        "PERSON": {"surrogate": 1},
        "EMAIL": {"surrogate": 1},
        "DATE": {"mark": 1},
    }
    assert (counts["name_cells"], counts["words"], counts["mended_characters"]) == (1, 4, 1)
    assert counts["failed"] == {"EMAIL": 1}


def test_what_was_not_searched_is_said():
    summary = Summary()
    summary.add(result())
    lines = "\n".join(summary.lines())
    assert summary.names_not_searched
    assert "Names not searched" in lines
    assert "Labels not searched: STREET_ADDRESS" in lines.replace("URL_PERSONAL, ", "")
    assert " documents: nothing" not in lines


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_what_one_document_was_searched_for_says_nothing_of_another(order):
    """Documents without text hold nothing that could be missed."""
    one = [
        result(searched=("NAME_STUDENT", "EMAIL")),
        result(searched=("EMAIL", "AGE")),
        result(searched=None),
    ]
    summary = Summary(asked=["AGE"])
    for i in order:
        summary.add(one[i])
    lines = "\n".join(summary.lines())
    assert summary.names_not_searched
    assert "Names not searched in 1 of 2 documents:" in lines
    assert "Labels not searched in 1 of 2 documents: AGE. They were to be replaced" in lines
    assert "Labels not searched: URL_PERSONAL" in lines
    counts = summary.to_json()
    assert counts["documents_with_text"] == 2
    assert counts["documents_not_searched"]["AGE"] == 1
    assert "EMAIL" not in counts["documents_not_searched"]
    assert Summary.from_state(json.loads(json.dumps(summary.state()))).lines() == summary.lines()


def test_where_nothing_has_text_nothing_was_missed():
    summary = Summary()
    summary.add(result(searched=None))
    assert "not searched" not in "\n".join(summary.lines())


@pytest.mark.parametrize(
    ("judged", "searched", "hidden"),
    [(False, ("PERSON",), True), (True, ("PERSON",), False), (False, ("EMAIL",), False)],
)
def test_where_public_people_are_hidden_too_it_is_said(judged, searched, hidden):
    summary = Summary(judged=judged)
    summary.add(result((14, 17, "PERSON", "surrogate", "Eva"), searched=searched))
    assert ("Public people count as private" in "\n".join(summary.lines())) == hidden
    assert summary.to_json()["public_people_hidden"] == hidden


def test_all_rows_of_a_document_that_failed_are_named():
    summary = Summary()
    summary.reject(BadRow(4, "it failed", before=(2, 3)))
    assert summary.rejected == [(n, "it failed") for n in (2, 3, 4)]


def test_spans_from_outside_are_not_searched_for():
    summary = Summary(given=True)
    summary.add(result(searched=()))
    assert summary.not_searched == ()
    assert "not searched" not in "\n".join(summary.lines()).lower()


def test_columns_rejections_and_notes_are_listed():
    summary = Summary()
    summary.leave_out(["spans", "grade", "spans", "Ana Ruiz"], ["Ana Ruiz", "spans", "grade"])
    summary.leave_out(["Ben Okri"], ["spans"])
    summary.rejected = [(i, "no JSON") for i in range(1, 31)]
    summary.notes.append("A note.")
    lines = summary.lines()
    assert "Columns not written: spans, grade, column 1, another column" in lines
    assert "30 rows rejected and not written:" in lines
    assert "  row 20: no JSON" in lines
    assert "  and 10 more" in lines
    assert lines[-1] == "A note."
    assert summary.to_json()["rejected_rows"][29] == {"row": 30, "reason": "no JSON"}
