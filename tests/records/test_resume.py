"""The state of an interrupted run is only taken up by the same run."""

from __future__ import annotations

import pytest

from spacy_hips.errors import HipsError
from spacy_hips.ids import Secret
from spacy_hips.records.output import part_of
from spacy_hips.records.resume import State, fingerprint, start_state, state_path
from spacy_hips.records.summary import Summary

SECRET = Secret(b"a secret of the tests")


def test_a_state_reads_back(tmp_path):
    output = tmp_path / "out.jsonl"
    part_of(output).write_text("")
    summary = Summary(rows=3, rejected=[(2, "no JSON")])
    summary.actions["EMAIL|surrogate"] = 4
    summary.searched.add({"EMAIL"})
    state = State("check", "settings", "source", 3, 120, {"spans.jsonl": 9}, summary.state())
    state.save(output)
    read = State.load(output)
    assert read == State("check", "settings", "source", 3, 120, {"spans.jsonl": 9}, read.summary)
    assert Summary.from_state(read.summary) == summary


def test_without_an_interrupted_run_there_is_nothing_to_resume(tmp_path):
    with pytest.raises(HipsError, match=r"E717.*no interrupted run"):
        State.load(tmp_path / "out.jsonl")
    part_of(tmp_path / "out.jsonl").write_text("")
    with pytest.raises(HipsError, match=r"E717.*state is not there"):
        State.load(tmp_path / "out.jsonl")
    state_path(tmp_path / "out.jsonl").write_text("{")
    with pytest.raises(HipsError, match=r"E717.*cannot be read"):
        State.load(tmp_path / "out.jsonl")


def test_another_secret_pipeline_or_input_is_refused(tmp_path):
    path = tmp_path / "in.txt"
    path.write_text("text")
    state = start_state(SECRET, {"profile": "default"}, str(path))
    state.refuse_other(start_state(SECRET, {"profile": "default"}, str(path)))
    with pytest.raises(HipsError, match=r"E718.*secret"):
        state.refuse_other(start_state(Secret(), {"profile": "default"}, str(path)))
    with pytest.raises(HipsError, match=r"E718.*options"):
        state.refuse_other(start_state(SECRET, {"profile": "full"}, str(path)))
    path.write_text("other")
    with pytest.raises(HipsError, match=r"E718.*input"):
        state.refuse_other(start_state(SECRET, {"profile": "default"}, str(path)))


def test_a_folder_is_known_by_its_names_and_sizes(tmp_path):
    (tmp_path / "a.txt").write_text("a")
    before = fingerprint(str(tmp_path))
    assert fingerprint(str(tmp_path)) == before
    (tmp_path / "b.txt").write_text("b")
    assert fingerprint(str(tmp_path)) != before
