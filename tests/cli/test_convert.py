"""spacy-hips convert, and gold of every format for the verbs that read gold."""

import json
import stat
import sys

import pytest

from spacy_hips.cli.convert import SHOWN, misfit_lines
from spacy_hips.core.errors import HipsError
from spacy_hips.desk.annotations.annotation_format import Misfit
from spacy_hips.desk.annotations.annotations import read_annotations
from spacy_hips.desk.annotations.registry import FORMATS
from spacy_hips.lab.training.train import TrainOptions, read_records
from spacy_hips.lab.training.tune import measure

from .conftest import read_jsonl, write_jsonl

TEXT = "By Ana Lopez, ana@x.org 😀 Bye"
ROW = {"id": "e1", "text": TEXT, "spans": [[3, 12, "NAME_STUDENT"], [14, 23, "EMAIL"]]}


def parts(folder):
    return sorted(p.name for p in folder.iterdir())


@pytest.mark.parametrize("form", FORMATS)
def test_there_and_back(form, hips, folder):
    write_jsonl(folder / "in.jsonl", ROW, {"id": "e2", "text": "", "spans": []})
    run = hips("convert", "in.jsonl", "-o", "there", "--to", form)
    assert (run.rc, run.out) == (0, ""), run.err
    assert "2 record(s), 2 span(s)" in run.err
    run = hips("convert", "there", "-o", "back.jsonl", "--from", form)
    assert run.rc == 0, run.err
    rows = read_jsonl(folder / "back.jsonl")
    rows = [{name: row[name] for name in ("id", "text", "spans")} for row in rows]
    assert rows == [ROW, {"id": "e2", "text": "", "spans": []}]


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
@pytest.mark.parametrize("form", FORMATS)
def test_what_holds_originals_is_for_its_owner_only(form, hips, folder):
    write_jsonl(folder / "in.jsonl", ROW)
    hips("convert", "in.jsonl", "-o", "out", "--to", form)
    for path in (p for p in folder.rglob("*") if p.name != "in.jsonl"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def test_the_names_tell_the_formats(hips, folder):
    write_jsonl(folder / "in.jsonl", ROW)
    for one, other in [("in.jsonl", "a.json"), ("a.json", "b.conll"), ("b.conll", "c.spacy")]:
        assert hips("convert", one, "-o", other).rc == 0
    assert json.loads((folder / "a.json").read_text("utf8"))[0]["labels"][1] == "B-NAME_STUDENT"
    (record,) = read_annotations(folder / "c.spacy")
    assert (record.text, [list(span) for span in record.spans]) == (TEXT, ROW["spans"])


def test_what_was_left_out_is_told_by_number_and_never_with_text(hips, folder):
    spans = [[3, 12, "NAME_STUDENT"], [3, 6, "NAME_STUDENT"], [14, 23, "COURSE"], [20, 99, "EMAIL"]]
    write_jsonl(folder / "in.jsonl", {"text": "x"}, {**ROW, "spans": spans})
    run = hips("convert", "in.jsonl", "-o", "out.json")
    assert run.rc == 1
    told = run.err.splitlines()
    assert told[0].startswith("Record 2: unknown label 'COURSE' (characters 14 to 23)")
    assert told[1].startswith("Record 2: a span from 20 to 99 is outside the text")
    assert any(line.startswith("Record 2: spans overlap at") for line in told)
    assert any(line.startswith("Record 2: a span from 3 to 6 overlaps a longer") for line in told)
    assert "Ana" not in run.err and "ana@" not in run.err
    assert len(json.loads((folder / "out.json").read_text("utf8"))) == 2


def test_labels_of_ones_own(hips, folder):
    write_jsonl(folder / "in.jsonl", {**ROW, "spans": [[3, 12, "STUD"], [14, 23, "MISC"]]})
    (folder / "labels.txt").write_text("# ours\nSTUD = NAME_STUDENT\n\nMISC=\n")
    run = hips("convert", "in.jsonl", "-o", "out.jsonl", "--labels", "labels.txt")
    assert run.rc == 0
    assert read_jsonl(folder / "out.jsonl")[0]["spans"] == [[3, 12, "NAME_STUDENT"]]


@pytest.mark.parametrize(
    "content, message",
    [("STUD", "E781.*line 1"), ("\n=PERSON", "E781.*line 2"), ("A=PUPIL", "E101")],
)
def test_a_file_of_labels_that_is_wrong(content, message, hips, folder):
    write_jsonl(folder / "in.jsonl", ROW)
    (folder / "labels.txt").write_text(content)
    run = hips("convert", "in.jsonl", "-o", "out.jsonl", "--labels", "labels.txt")
    assert run.rc == 2
    assert all(part in run.err for part in message.split(".*"))


def test_offsets_in_utf16(hips, folder):
    write_jsonl(folder / "in.jsonl", {"id": "1", "text": "😀 Ana", "spans": [[3, 6, "PERSON"]]})
    run = hips("convert", "in.jsonl", "-o", "out.jsonl", "--offsets", "utf16")
    assert run.rc == 0
    assert read_jsonl(folder / "out.jsonl")[0]["spans"] == [[2, 5, "PERSON"]]
    run = hips(
        "convert", "in.jsonl", "-o", "b", "--from", "svala", "--to", "jsonl", "--offsets", "bytes"
    )
    assert run.rc == 2 and "E785" in run.err


def test_what_the_output_has_no_place_for_is_told(hips, folder):
    span = {"start": 3, "end": 12, "label": "PERSON", "score": 0.5, "entity": "PERSON:1"}
    write_jsonl(folder / "in.jsonl", {**ROW, "spans": [span], "author": "a1"})
    run = hips("convert", "in.jsonl", "-o", "out.conll")
    assert run.rc == 0
    for what in ("scores of spans (1)", "persons of spans (1)", "further fields (1)"):
        assert f"The format conll has no place for {what}." in run.err


BROKEN = {
    "truncated": b'[{"id": "1", "text": "Ana", "spans": [], "label": [], "results": []',
    "wrong types": b'[{"id": "1", "text": ["Ana"], "spans": 3, "label": 3, "results": 3}]',
    "missing fields": b'[{"id": "1"}]',
    "no utf-8": b'[{"id": "1", "text": "L\xf3pez", "spans": [], "label": [], "results": []}]',
    "empty": b"",
}


@pytest.mark.few(20)
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("case", BROKEN)
def test_of_a_broken_file_nothing_is_written(form, case, hips, folder):
    path = folder / "in.ann" if form == "brat" else folder / "in"
    path.write_bytes(BROKEN[case])
    if form == "brat" and case != "missing fields":
        (folder / "in.txt").write_bytes(BROKEN[case])
    before = parts(folder)
    if form == "brat" and case == "empty":
        return  # a text without annotations
    run = hips("convert", path.name, "-o", "out.jsonl", "--from", form, "--to", "jsonl")
    assert run.rc == 2 and run.err.startswith("[E"), run.err
    assert "Ana" not in run.err and "pez" not in run.err
    assert parts(folder) == before


@pytest.mark.parametrize("form", FORMATS)
def test_two_documents_of_one_id(form, hips, folder):
    rows = [{"id": f"e{n % 3}", "text": f"text {n}", "spans": []} for n in range(4)]
    write_jsonl(folder / "in.jsonl", *rows)
    run = hips("convert", "in.jsonl", "-o", "out", "--to", form)
    assert run.rc == 2 and "E780" in run.err and "Records 1 and 4" in run.err
    assert parts(folder) == ["in.jsonl"]


@pytest.mark.parametrize(
    "arguments, code",
    [
        (["in.jsonl", "-o", "out.docx"], "E786"),
        (["in.xyz", "-o", "out.jsonl"], "E786"),
        (["in.jsonl", "-o", "out", "--to", "nobody"], "E779"),
        (["in.jsonl", "-o", "in.jsonl"], "E703"),
        (["in.jsonl", "-o", "there.jsonl"], "E702"),
        (["in.jsonl", "-o", "-", "--to", "jsonl"], "E726"),
        (["nowhere.jsonl", "-o", "out.jsonl"], "E701"),
        (["nowhere", "-o", "out.jsonl", "--from", "brat"], "E701"),
        (["nowhere.spacy", "-o", "out.jsonl"], "E701"),
        (["in.jsonl", "-o", "nowhere/out.jsonl"], "E704"),
        (["in.jsonl", "-o", "out.xml", "--to", "label_studio"], "E730"),
        (["in.jsonl", "-o", "tasks.json", "--to", "label_studio"], "E702"),
    ],
)
def test_what_cannot_be_done(arguments, code, hips, folder):
    write_jsonl(folder / "in.jsonl", ROW)
    write_jsonl(folder / "there.jsonl", ROW)
    (folder / "tasks.xml").write_text("<View/>")
    (folder / "in.xyz").write_text("")
    before = parts(folder)
    run = hips("convert", *arguments)
    assert run.rc == 2 and f"[{code}]" in run.err
    assert parts(folder) == before


def test_where_every_record_is_left_out_nothing_is_written(hips, folder):
    write_jsonl(folder / "in.jsonl", {"text": TEXT, "spans": [], "answer": "reject"})
    run = hips("convert", "in.jsonl", "-o", "out.jsonl", "--from", "prodigy")
    assert run.rc == 2
    assert run.err.startswith("Record 1: it was rejected") and "E782" in run.err
    assert parts(folder) == ["in.jsonl"]


def test_of_many_misfits_of_a_kind_the_first_are_told_and_the_others_counted():
    lines = misfit_lines([Misfit(n, "answer") for n in range(1, SHOWN + 4)])
    assert len(lines) == SHOWN + 1
    assert lines[-1] == "3 more of this kind, in: 21, 22, 23."


@pytest.mark.few(3)
@pytest.mark.parametrize("form", FORMATS)
def test_evaluate_measures_against_gold_of_every_format(form, hips, folder):
    write_jsonl(folder / "in.jsonl", ROW)
    assert hips("convert", "in.jsonl", "-o", "gold", "--to", form).rc == 0
    run = hips("evaluate", "gold", "--gold-format", form, "--json", "--labels", "EMAIL")
    assert run.rc == 0, run.err
    assert '"EMAIL"' in run.out


@pytest.mark.parametrize("form", FORMATS)
def test_train_and_tune_read_gold_of_every_format(form, hips, folder):
    write_jsonl(folder / "in.jsonl", {**ROW, "spans": [[14, 23, "EMAIL"]]})
    assert hips("convert", "in.jsonl", "-o", "gold", "--to", form).rc == 0
    labels = folder / "gold"
    options = TrainOptions(model="model", output=folder / "x", labels=labels, gold_format=form)
    (record,) = read_records(options)
    assert [(start, end) for start, end, _ in record.spans] == [(14, 23)]
    with pytest.raises(HipsError, match="E443"):  # read, but without a name to tune on
        measure(None, labels, form)
