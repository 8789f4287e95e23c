"""The file of spans: found, reviewed, and taken back for the same text only."""

from __future__ import annotations

import json

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.core.spans import PiiSpan, Replacement
from spacy_hips.desk.files.columns import parse_columns
from spacy_hips.desk.files.documents import build
from spacy_hips.desk.files.rows import Row
from spacy_hips.desk.found.spanfile import SpanFile, replacement_lines, span_lines

COLUMNS = parse_columns(["id=doc,text=text"])
TALK = parse_columns(["room=doc,who=speaker,msg=text"])


def document(text: str, number: int = 1, id: str = "d1"):
    return build([Row(number, {"id": id, "text": text})], COLUMNS)


def write(tmp_path, lines) -> SpanFile:
    path = tmp_path / "spans.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return SpanFile(path)


def test_spans_come_back_as_they_were_found(tmp_path):
    doc = document("I am Ana, ana@x.org.")
    spans = [
        PiiSpan(5, 8, "PERSON", 0.5, "ner", "PERSON:1"),
        PiiSpan(10, 19, "EMAIL", 1.0, "rules.email", "EMAIL:1"),
    ]
    lines = list(span_lines(doc, spans))
    assert lines[0]["status"] == "found"
    assert set(lines[0]) >= {"doc", "text_hash", "start", "end", "label", "entity", "score"}
    assert list(write(tmp_path, lines).of(doc).spans) == spans


def test_only_accepted_added_and_found_spans_are_replaced(tmp_path):
    doc = document("Ana Ben Cem Dan Eva")
    places = {"found": 0, "accept": 4, "added": 8, "reject": 12, "mark": 16}
    (line,) = span_lines(doc, [PiiSpan(0, 3, "PERSON")])
    lines = [{**line, "start": p, "end": p + 3, "status": s} for s, p in places.items()]
    reviewed = write(tmp_path, lines).of(doc)
    assert [s.start for s in reviewed.spans] == [0, 4, 8]
    assert [s.start for s in reviewed.marked] == [16]


def test_a_document_without_spans_is_told_from_one_that_was_never_searched(tmp_path):
    empty, other = document("nothing"), document("something", 2, "d2")
    lines = list(span_lines(empty, []))
    assert lines[0]["status"] == "none"
    file = write(tmp_path, lines)
    assert file.of(empty).spans == ()
    with pytest.raises(HipsError, match=r"E725.*Record 2"):
        file.of(other)


def test_a_changed_text_is_an_error(tmp_path):
    file = write(tmp_path, span_lines(document("I am Ana."), [PiiSpan(5, 8, "PERSON")]))
    with pytest.raises(HipsError, match=r"E724.*record 1"):
        file.of(document("I am Ben."))


def test_offsets_are_those_of_the_cell(tmp_path):
    rows = [Row(n, {"room": "r", "who": "Ana", "msg": m}) for n, m in ((1, "hi"), (2, "hi Ben"))]
    talk = build(rows, TALK)
    start = talk.text.index("Ben")
    (line,) = [x for x in span_lines(talk, [PiiSpan(start, start + 3, "PERSON")]) if "start" in x]
    assert (line["row"], line["column"], line["start"], line["end"]) == (2, "msg", 3, 6)
    lines = list(span_lines(talk, [PiiSpan(start, start + 3, "PERSON")]))
    (span,) = write(tmp_path, lines).of(talk).spans
    assert talk.text[span.start : span.end] == "Ben"


def test_the_same_message_twice_keeps_what_was_said_of_each(tmp_path):
    rows = [Row(n, {"room": "r", "who": "A", "msg": "Will"}) for n in (1, 2)]
    talk = build(rows, TALK)
    lines = list(span_lines(talk, [PiiSpan(0, 4, "PERSON"), PiiSpan(5, 9, "PERSON")]))
    lines[1]["status"] = "reject"
    assert [s.start for s in write(tmp_path, lines).of(talk).spans] == [0]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"status": "maybe"}, "status"),
        ({"text_hash": None}, "text_hash"),
        ({"doc": "", "row": None}, "doc or row"),
        ({"start": 3, "end": 3}, "start and end"),
        ({"start": "3"}, "start and end"),
        ({"label": None}, "label"),
    ],
)
def test_lines_that_are_no_spans(tmp_path, change, reason):
    (line,) = span_lines(document("I am Ana."), [PiiSpan(5, 8, "PERSON")])
    with pytest.raises(HipsError, match=rf"E723.*line 1.*{reason}"):
        write(tmp_path, [{**line, **change}])


def test_other_things_that_are_no_spans(tmp_path):
    with pytest.raises(HipsError, match=r"E723.*no JSON"):
        path = tmp_path / "spans.jsonl"
        path.write_text("text\n")
        SpanFile(path)
    with pytest.raises(HipsError, match="E701"):
        SpanFile(tmp_path / "none.jsonl")
    (line,) = span_lines(document("I am Ana."), [PiiSpan(5, 8, "PERSON")])
    for label in ("NICK", ["PERSON"]):
        with pytest.raises(HipsError, match=r"E723.*label") as error:
            write(tmp_path, [{**line, "label": label}])
        assert "NICK" not in str(error.value)
    with pytest.raises(HipsError, match="E110"):
        write(tmp_path, [{**line, "end": 99}]).of(document("I am Ana."))


def test_replacements_are_placed_in_the_new_cell():
    doc = document("Ana and Ben")
    done = [
        Replacement(0, 3, 0, 6, "PERSON", "PERSON:1", "surrogate", "Daniel"),
        Replacement(8, 11, 11, 14, "PERSON", "PERSON:2", "surrogate", "Eva"),
    ]
    lines = list(replacement_lines(doc, done))
    assert [(x["new_start"], x["new_end"]) for x in lines] == [(0, 6), (11, 14)]
