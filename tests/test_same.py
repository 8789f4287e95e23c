"""What must change nothing changes no byte: the pairs of benchmarks/same.py, with small buffers.

The constants that say how much is taken at a time are made small, so that a few rows stand on both
sides of each of their borders.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
if not (BENCHMARKS / "same.py").exists():
    pytest.skip("the benchmarks are not part of this copy", allow_module_level=True)

pytestmark = pytest.mark.filterwarnings("ignore")
ROOMS = ("runs", "carriers", "callers", "engines", "buffers")
SMALL = {
    "desk.run.batches:BATCH_CHARACTERS": 300,
    "desk.run.batches:WORKER_BATCHES": 1,
    "desk.run.batches:TASKS": 1,
    "desk.files.readers:PEEKED": 3,
    "desk.files.decoding:CHUNK": 7,
    "desk.files.formats.arrow:BATCH": 5,
}
PIECES = (
    "Call Ben Okri on 0151 23456789 or mail ben.okri@uni.org.",
    "Due on 12 May 2024, room 3, see https://www.uni.org/~ben.okri today.",
)
BORDERS = (8, 16)
ROWS = 34
QUICK = {
    "document": (
        "batches of 64 against batches of 1",
        "rows in order against rows shuffled",
        "documents alone against documents among the others",
        "jsonl against csv",
        "jsonl against json",
        "jsonl against xlsx",
        "jsonl against parquet",
        "jsonl against .txt files",
        "jsonl against .docx files",
        "a file against nlp, text by text",
        "a file against nlp.pipe, in a memory zone and without",
        "a file against the server",
        "a file against a data frame of pandas",
    ),
    "author": ("rows in order against rows shuffled",),
    "corpus": (
        "batches of 64 against batches of 1",
        "rows in order against rows shuffled",
        "once against again, behind other texts",
        "jsonl against csv",
        "a file against a data frame of pandas",
    ),
}
SLOW = (
    "one process against two",
    "in one go against resumed behind SIGKILL",
    "a file against parts on two processes",
)
# Those write documents of Word or start a server.
CASES = [
    pytest.param(scope, name, marks=pytest.mark.slow if ".docx" in name or "server" in name else ())
    for scope, names in QUICK.items()
    for name in names
]


@pytest.fixture(scope="module")
def same():
    """The modules of the pairs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(BENCHMARKS))
        found = import_module("same_pairs")
        for room in ROOMS:
            import_module(f"same_pairs.{room}")
        yield found
    for name in [name for name in sys.modules if name.partition(".")[0] == "same_pairs"]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def worlds(same, tmp_path_factory):
    """A world of few rows for each scope."""
    return few_rows(same, tmp_path_factory)


@pytest.fixture(scope="module")
def real_worlds(same, tmp_path_factory, real_work_factors):
    """The same with keys that other processes draw, too; a world keeps what it has run."""
    return few_rows(same, tmp_path_factory)


def few_rows(same, tmp_path_factory):
    rows = sys.modules["same_pairs.rows"].make_rows(ROWS, PIECES, BORDERS)
    return {
        scope: same.World(scope, "", rows, tmp_path_factory.mktemp(scope), batch_size=8)
        for scope in same.SCOPES
    }


@pytest.fixture
def small(same, monkeypatch):
    """A secret, small buffers, and few documents that are tried alone."""
    buffers = sys.modules["same_pairs.buffers"]
    monkeypatch.setenv("HIPS_SECRET", same.SECRET)
    monkeypatch.setattr(sys.modules["same_pairs.runs"], "ALONE", 2)
    with ExitStack() as stack:
        for buffer in buffers.BUFFERS:
            if buffer.place in SMALL:
                stack.enter_context(buffers.changed(buffer, SMALL[buffer.place]))
        yield


def tried(same, world, name):
    found = next(own for own in same.PAIRS if own.name == name)
    try:
        outcome = found.run(world)
    except same.NotHere as reason:
        pytest.skip(str(reason))
    assert outcome.holds, outcome.told()


@pytest.mark.few(4)
@pytest.mark.parametrize(("scope", "name"), CASES)
@pytest.mark.usefixtures("small")
def test_a_pair_gives_the_same(same, worlds, scope, name):
    tried(same, worlds[scope], name)


@pytest.mark.slow
@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("scope", ["document", "corpus"])
@pytest.mark.parametrize("name", SLOW)
def test_a_pair_that_starts_processes_gives_the_same(same, real_worlds, scope, name):
    tried(same, real_worlds[scope], name)


def test_the_table_of_buffers_is_that_of_the_package(same):
    buffers = sys.modules["same_pairs.buffers"]
    assert {b.place: b.there for b in buffers.BUFFERS} == {
        b.place: b.value for b in buffers.BUFFERS
    }
    for place in buffers.ELSEWHERE:
        if place.startswith("desk.serve.") and find_spec("starlette") is None:  # an extra
            continue
        module, _, name = place.partition(":")
        assert hasattr(import_module(f"spacy_hips.{module}"), name), place


DIFFERENT = [
    ({"1": ("a",)}, {"1": ("b",)}, "row 1 at character 0"),
    ({"1": ("a",)}, {}, "1 of 1 rows differ"),
    ({"1": ("abc",), "2": ("x",)}, {"1": ("abd",), "2": ("x!",)}, "row 2 at character 1"),
    ({"1": ("a",), "2": ("b",)}, {"2": ("b",), "1": ("a",)}, "another order"),
]


@pytest.mark.parametrize(("one", "other", "told"), DIFFERENT)
def test_a_difference_is_seen_and_told(same, one, other, told):
    outcome = same.Outcome(one, other)
    assert not outcome.holds and told in outcome.told()


@pytest.mark.parametrize(("spans", "holds"), [(1000, True), (100, False)])
def test_engines_may_differ_in_one_span_of_two_hundred(same, spans, holds):
    one = {str(n): ("0-3 PERSON",) for n in range(spans)}
    outcome = same.Outcome(one, {**one, "0": ("0-4 PERSON",)}, least=0.995)
    assert outcome.holds is holds and "items agree" in outcome.told()
