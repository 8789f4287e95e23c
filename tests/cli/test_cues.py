"""--cues: what is found by cue is listed and marked, and takes nothing from anything else."""

from __future__ import annotations

import pytest

from .conftest import read_jsonl, write_jsonl

CUED = ("PROFESSION", "TRANSPORT", "SENSITIVE", "OTHER")
TEXTS = (
    "My mother is a nurse in Lima. I take bus 16 to Oak Street Station and I have type 1 diabetes.",
    "I was born on 3 May 1999. My uncle works as a driver at ana@x.example, 12 Elm Street.",
    "I joined the Newton Party. I am 17 and take the 42 bus; call +1 202 555 0143 or 2024-05-03.",
    "My father, a baker, won the gold medal at 221 Baker Street. My family is Hindu.",
)


@pytest.fixture
def essays(folder):
    rows = [{"id": f"e{i}", "text": text} for i, text in enumerate(TEXTS)]
    write_jsonl(folder / "in.jsonl", *rows)
    return "in.jsonl"


def spans(path):
    keys = ("doc", "start", "end", "label", "entity", "score", "sources")
    return [tuple(map(str, map(line.get, keys))) for line in read_jsonl(path) if "label" in line]


def test_find_lists_them_for_review(hips, folder, essays):
    assert hips("find", essays, "-o", "found.jsonl", "--cues", "all").rc == 0
    lines = [line for line in read_jsonl(folder / "found.jsonl") if line.get("label") in CUED]
    rows = dict(zip(("e0", "e1", "e2", "e3"), TEXTS, strict=True))
    found = {rows[line["doc"]][line["start"] : line["end"]] for line in lines}
    assert {"nurse", "bus 16", "type 1 diabetes", "driver", "Newton Party", "baker"} <= found
    assert {tuple(line["sources"]) for line in lines} == {("rules.cue",)}


def test_nothing_else_changes(hips, folder, essays):
    assert hips("find", essays, "-o", "without.jsonl").rc == 0
    assert hips("find", essays, "-o", "with.jsonl", "--cues", "all").rc == 0
    others = [span for span in spans(folder / "with.jsonl") if span[3] not in CUED]
    assert others == spans(folder / "without.jsonl")


def test_they_are_marked_unless_an_action_is_set(hips, folder, essays):
    assert hips("anonymize", essays, "-o", "a.jsonl", "--cues", "PROFESSION,TRANSPORT").rc == 0
    first = read_jsonl(folder / "a.jsonl")[0]["text"]
    assert "a nurse" in first and "bus 16" in first
    action = ("--action", "PROFESSION=placeholder")
    assert hips("anonymize", essays, "-o", "b.jsonl", "--cues", "PROFESSION", *action).rc == 0
    first = read_jsonl(folder / "b.jsonl")[0]["text"]
    assert "a [PROFESSION_1] in" in first and "bus 16" in first


def test_the_summary_says_what_was_searched(hips, essays):
    done = hips("find", essays, "-o", "found.jsonl", "--cues", "TRANSPORT")
    (line,) = [line for line in done.err.splitlines() if "Labels not searched" in line and
               "SENSITIVE" in line]  # fmt: skip
    assert "PROFESSION" in line and "TRANSPORT" not in line


@pytest.mark.parametrize("wrong", ["DATE", "", "all,DATE"])
def test_there_are_no_cues_for_other_labels(hips, essays, wrong):
    done = hips("find", essays, "-o", "found.jsonl", "--cues", wrong)
    assert done.rc == 2 and "[E843]" in done.err
