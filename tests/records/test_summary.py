"""The summary says what was done and, above all, what was not."""

from __future__ import annotations

from spacy_hips.ids import Ids
from spacy_hips.records.batches import Result
from spacy_hips.records.documents import Document, Part
from spacy_hips.records.rows import Row
from spacy_hips.records.summary import Summary
from spacy_hips.spans import Replacement


def result(*done: tuple[int, int, str, str, str], searched=("EMAIL",)) -> Result:
    text = "Ana\n\nwrite to Ana"
    parts = (Part(0, "n", "name", 0, 3), Part(0, "t", "text", 5, len(text)))
    made = [Replacement(s, e, s, e, label, "", action, new) for s, e, label, action, new in done]
    return Result(
        Document((Row(1),), text, parts, Ids(), mended=1),
        text,
        tuple(made),
        searched=frozenset(searched),
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
    summary.add(result(searched=("NAME_STUDENT",)))
    assert not summary.names_not_searched


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
