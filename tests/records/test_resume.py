"""The state of an interrupted run is only taken up by the same run."""

from __future__ import annotations

import json

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.core.files import part_of
from spacy_hips.core.ids import Secret
from spacy_hips.desk.files.output import Mark, state_path
from spacy_hips.desk.run.resume import State, fingerprint, start_state
from spacy_hips.desk.run.summary import Summary

SECRET = Secret(b"a secret of the tests, 32 bytes")


def test_a_state_reads_back(tmp_path):
    output = tmp_path / "out.jsonl"
    part_of(output).write_text("")
    summary = Summary(rows=3, rejected=[(2, "no JSON")])
    summary.actions["EMAIL|surrogate"] = 4
    summary.searched.add({"EMAIL"})
    mark = Mark(120, "digest")
    state = State(SECRET.check_value(), "settings", "source", 3, mark, {"spans.jsonl": mark})
    state.summary = summary.state()
    state.save(output, SECRET)
    read = State.load(output, SECRET)
    assert (read.output, read.internal) == (mark, {"spans.jsonl": mark})
    assert Summary.from_state(read.summary) == summary


def test_without_an_interrupted_run_there_is_nothing_to_resume(tmp_path):
    with pytest.raises(HipsError, match=r"E717.*no interrupted run"):
        State.load(tmp_path / "out.jsonl", SECRET)
    part_of(tmp_path / "out.jsonl").write_text("")
    with pytest.raises(HipsError, match=r"E717.*state is not there"):
        State.load(tmp_path / "out.jsonl", SECRET)
    for content in ("{", "[]", "null", "[" * 100_000, '{"rows": 3}', '{"other": 1}'):
        state_path(tmp_path / "out.jsonl").write_text(content)
        with pytest.raises(HipsError, match=r"E717.*cannot be read"):
            State.load(tmp_path / "out.jsonl", SECRET)


def test_a_state_that_was_changed_or_is_anothers_is_refused(tmp_path):
    output = tmp_path / "out.jsonl"
    part_of(output).write_text("")
    State(SECRET.check_value(), "settings", "source", 3).save(output, SECRET)
    with pytest.raises(HipsError, match=r"E718.*secret"):
        State.load(output, Secret(b"another secret of the tests, 32 bytes"))
    text = state_path(output).read_text()
    state_path(output).write_text(text.replace('"rows": 3', '"rows": 2'))
    with pytest.raises(HipsError, match=r"E717.*changed"):
        State.load(output, SECRET)


@pytest.mark.parametrize(
    "change",
    [
        {"rows": "3"},
        {"rows": True},
        {"rows": None},
        {"source": 5},
        {"output": 120},
        {"output": {"offset": "120", "digest": ""}},
        {"internal": {"spans.jsonl": 9}},
        {"internal": []},
        {"key_file": {"offset": 1, "more": 1}},
    ],
)
def test_a_state_of_other_types_is_none(tmp_path, change):
    output = tmp_path / "out.jsonl"
    part_of(output).write_text("")
    State(SECRET.check_value(), "settings", "source").save(output, SECRET)
    values = json.loads(state_path(output).read_text()) | change
    state_path(output).write_text(json.dumps(values))
    with pytest.raises(HipsError, match=r"E717.*cannot be read"):
        State.load(output, SECRET)


def test_another_pipeline_or_input_is_refused(tmp_path):
    path = tmp_path / "in.txt"
    path.write_text("text")
    state = start_state(SECRET, {"profile": "default"}, str(path))
    state.refuse_other(start_state(SECRET, {"profile": "default"}, str(path)))
    with pytest.raises(HipsError, match=r"E718.*options"):
        state.refuse_other(start_state(SECRET, {"profile": "full"}, str(path)))
    path.write_text("other")
    with pytest.raises(HipsError, match=r"E718.*input"):
        state.refuse_other(start_state(SECRET, {"profile": "default"}, str(path)))


def test_an_input_is_known_by_all_that_it_holds(tmp_path):
    path = tmp_path / "in.txt"
    path.write_bytes(b"a" * 3_000_000)
    before = fingerprint(path)
    path.write_bytes(b"a" * 2_999_999 + b"b")
    assert fingerprint(path) != before


def test_a_folder_is_known_by_its_names_and_what_they_hold(tmp_path):
    (tmp_path / "a.txt").write_text("a")
    known = [fingerprint(tmp_path)]
    (tmp_path / "a.txt").write_text("b")
    known.append(fingerprint(tmp_path))
    (tmp_path / "a.txt").rename(tmp_path / "b.txt")
    known.append(fingerprint(tmp_path))
    assert len(set(known)) == 3
    (tmp_path / "c.md").write_text("other")
    assert fingerprint(tmp_path, (".txt",)) == known[2]
