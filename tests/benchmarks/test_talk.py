"""The benchmark of talk: uptake and moves of turns, and what a release changes of them."""

from __future__ import annotations

from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "talk.py"
if not SCRIPT.exists():
    pytest.skip("the benchmarks are not part of this copy", allow_module_level=True)


@pytest.fixture(scope="module")
def bench(load_script):
    return load_script(SCRIPT)


@pytest.mark.parametrize(
    "said, answer, uptake, move",
    [
        ("Ana has two apples", "Ana has two apples?", 1.0, "restating"),
        ("Ana has two apples", "So two apples are Ana's", 0.5, "revoicing"),
        ("Ana has two apples", "Why do you think so?", 0.0, "reasons"),
        ("Ana has two apples", "How many?", 0.0, "accuracy"),
        ("Ana has two apples", "Do you agree, Bo?", 0.0, "relating"),
        ("Ana has two apples", "Who can say that again?", 0.0, "together"),
        ("Ana has two apples", "Fine.", 0.0, "none"),
        ("Two.", "Two.", 0.0, "none"),
    ],
)
def test_uptake_and_move_of_a_turn(bench, said, answer, uptake, move):
    assert bench.exchanges(f"Bo: {said}\nMs Lind: {answer}") == [(uptake, move)]


def test_what_a_release_changes(bench):
    text = "A: I saw Ana there\nB: You saw Ana?\nA: Yes, Ana Ruiz\nB: Good."
    before = [bench.exchanges(text)]
    same = bench.row_of(before, [text.replace("Ana", "Mia")])
    assert (same["changed"], same["other move"], same["other turns"]) == (0, 0, 0)
    other = bench.row_of(before, [text.replace("saw Ana?", "saw Eva?")])
    assert other["changed"] == pytest.approx(2 / 3)
    assert bench.row_of([*before, *before], [text, "A: Hello there"])["other turns"] == 0.5
