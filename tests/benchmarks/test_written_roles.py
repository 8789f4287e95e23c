"""The tables of texts with roles: lines as texts, frames, codes of speakers, without a pipeline."""

from __future__ import annotations

from pathlib import Path

import pytest
import spacy

from spacy_hips.lab.corpus.render import Mark
from spacy_hips.lab.corpus.roles import PUBLIC, RoleText

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "benchmarks" / "written_roles.py"
if not SCRIPT.exists():
    pytest.skip("the benchmarks are not part of this copy", allow_module_level=True)


@pytest.fixture(scope="module")
def bench(load_script):
    return load_script(SCRIPT)


def marked(text: str, *names: str) -> RoleText:
    marks = (Mark(text.index(name), text.index(name) + len(name), "", "private") for name in names)
    return RoleText("a-1", text, tuple(marks))


def test_each_line_is_a_text_with_its_own_places(bench):
    lines = list(bench.lines_of(marked("By Ana.\nNobody.\n\nI met Bo\n", "Ana", "Bo")))
    assert [(line.id, line.text) for line in lines] == [
        ("a-1-1", "By Ana."),
        ("a-1-2", "Nobody."),
        ("a-1-3", ""),
        ("a-1-4", "I met Bo"),
    ]
    assert [[line.text[m.start : m.end] for m in line.marks] for line in lines] == [
        ["Ana"],
        [],
        [],
        ["Bo"],
    ]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("T: Who?\nSS: Me.", ["T", "SS"]),
        ("Speaker 1: Yes.\nTutor_04: No.", ["Speaker 1", "Tutor_04"]),
        ("[00:01:02] Coach: Hello", ["Coach"]),
        ("*CHI: duck\n%act: points", ["CHI", "act"]),
        ("Because it was late we went home: all of us.", []),
    ],
)
def test_codes_of_speakers_stand_before_a_colon(bench, text, codes):
    assert [match["code"] for match in bench._CODE.finditer(text)] == codes


def test_a_sentence_in_a_frame_keeps_its_mark(bench):
    rows = [{"name": "Ana Ruiz", "text": "I met [[P1|Ana Ruiz]]."}]
    [read] = bench.framed(spacy.blank("en"), rows, "A: hi\nB: {}\nA: ok", "private")
    [mark] = read.row.marks
    assert read.doc.text == read.row.text == "A: hi\nB: I met Ana Ruiz.\nA: ok"
    assert (read.row.text[mark.start : mark.end], mark.role) == ("Ana Ruiz", "private")


@pytest.mark.parametrize(
    ("role", "hidden", "right"),
    [
        ("private", {0, 1, 2, 4, 5}, True),
        ("private", {0, 1, 2}, False),
        (PUBLIC, set(), True),
        (PUBLIC, {5}, False),
    ],
)
def test_a_private_name_is_right_where_all_of_it_is_hidden(bench, role, hidden, right):
    read = bench.Read(RoleText("a-1", "Ana Li"), spacy.blank("en")("Ana Li"))
    vars(read)["hidden"] = hidden
    assert read.right(Mark(0, 6, "", role)) is right


def test_a_share_comes_with_its_bounds(bench):
    assert bench.share([True] * 36) == "1.000 (36 of 36; 0.92-1.00)"
    assert bench.share([]) == ""
