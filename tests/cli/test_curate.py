"""spacy-hips curate: a heap in, a corpus out, and a list of what was left out."""

from __future__ import annotations

import csv
import json
import random
import stat

import pytest

from .conftest import read_jsonl, write_jsonl

pytest.importorskip("sklearn")

SPANISH = "El mercado es un lugar donde la gente habla mucho porque siempre espera la lluvia. " * 6


PLAIN = "we drew a map of the market and asked people where they stop because it rains"


def essay(seed, words=120):
    """Some English text that is like no other."""
    rng = random.Random(seed)
    own = ["".join(rng.choices("abcdefghiklmnoprstuvw", k=7)) for _ in range(40)]
    plain = PLAIN.split()
    return " ".join(rng.choice((plain, own)[rng.random() < 0.5]) for _ in range(words)) + "."


HEAP = [
    {"id": "a1", "who": "Zorblak", "text": essay(1)},
    {"id": "a2", "who": "Zorblak", "text": SPANISH},
    {"id": "a3", "who": "Quimvex", "text": essay(1) + " End."},
    {"id": "a4", "who": "Quimvex", "text": "Too short."},
    {"id": "a5", "who": "Plithurn", "text": essay(2), "grade": 4},
]


@pytest.fixture
def heap(folder):
    return str(write_jsonl(folder / "heap.jsonl", *HEAP))


def test_conversations_are_chosen_by_turns_and_contributors(hips, folder):
    def talk(id, *speakers):
        said = [{"name": name, "content": essay(f"{id}{i}", 30)} for i, name in enumerate(speakers)]
        return {"id": id, "messages": said}

    talks = [
        talk("1", "Ana", "Tutor", "Ana"), talk("2", "Ben", "Tutor"), talk("3", "ana", "Tutor", "B"),
        talk("4", "Ben", "Tutor", "Ben"),
    ]  # fmt: skip
    write_jsonl(folder / "talks.jsonl", *talks)
    steps = ("--min-turns", "3", "--max-per-author", "1", "--contamination", "0")
    assert hips("curate", "talks.jsonl", "-o", "kept.jsonl", *steps).rc == 0
    assert read_jsonl(folder / "kept.jsonl") == [talks[0], talks[3]]
    table = "talk,who,say\n" + "".join(
        f"{t['id']},{m['name']},{m['content']}\n" for t in talks for m in t["messages"]
    )
    (folder / "talks.csv").write_text(table)
    columns = ("--columns", "talk=doc,who=speaker,say=text")
    assert hips("curate", "talks.csv", "-o", "kept.csv", *columns, *steps).rc == 0
    with (folder / "kept.csv").open(newline="") as file:
        assert [row["talk"] for row in csv.DictReader(file)] == list("111444")


def test_whom_nobody_tells_cannot_be_counted(hips, heap):
    got = hips("curate", heap, "-o", "corpus.jsonl", "--max-per-author", "1")
    assert got.rc == 2 and "E769" in got.err
    author = ("--columns", "text=text,who=author")
    got = hips("curate", heap, "-o", "corpus.jsonl", "--max-per-author", "1", *author)
    assert got.rc == 0 and "contributors" in got.err


def test_rows_stay_as_they_were_and_the_rest_is_listed(hips, heap, folder):
    got = hips("curate", heap, "-o", "corpus.jsonl", "--dropped", "gone.jsonl")
    assert got.rc == 0
    assert read_jsonl(folder / "corpus.jsonl") == [HEAP[0], HEAP[4]]
    gone = read_jsonl(folder / "gone.jsonl")
    assert [(line["id"], line["row"], line["step"]) for line in gone] == [
        ("a2", 2, "language"), ("a4", 4, "length"), ("a3", 3, "near-duplicates"),
    ]  # fmt: skip
    assert gone[-1]["like"] == {"row": 1, "id": "a1"}
    for name in ("corpus.jsonl", "gone.jsonl"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600


def test_messages_and_report_show_no_cell(hips, heap, folder):
    got = hips("curate", heap, "-o", "corpus.csv", "--report", "r.json", "--plot", "f.png")
    said = got.out + got.err + (folder / "r.json").read_text()
    assert not any(word in said for word in ("Zorblak", "Quimvex", "a3", "market"))
    assert "near-duplicates" in said and (folder / "f.png").exists()
    with (folder / "corpus.csv").open(newline="") as file:
        assert [row["grade"] for row in csv.DictReader(file)] == ["", "4"]


def test_the_table_as_json(hips, heap):
    got = hips("curate", heap, "-o", "c.jsonl", "--json")
    told = json.loads(got.out)
    assert [step["left"] for step in told["steps"]] == [4, 3, 2, 2] and told["texts"] == 5


def test_a_conversation_stays_whole(hips, folder):
    rows = [{"talk": "t1", "said": essay(n, 30), "who": "AB"[n % 2]} for n in range(3)]
    again = [{**row, "talk": "t2"} for row in rows]
    short = {"talk": "t3", "said": "Hi", "who": "A"}
    write_jsonl(folder / "chats.jsonl", *rows, *again, short)
    got = hips(
        "curate", "chats.jsonl", "-o", "c.jsonl", "--columns", "talk=doc,said=text,who=speaker"
    )
    assert got.rc == 0
    assert read_jsonl(folder / "c.jsonl") == rows


def test_a_folder_of_texts(hips, folder):
    (folder / "in").mkdir()
    for name, text in (("x.txt", essay(1)), ("y.txt", essay(1)), ("z.txt", essay(2))):
        (folder / "in" / name).write_text(text)
    assert hips("curate", "in", "-o", "out").rc == 0
    assert sorted(path.name for path in (folder / "out").rglob("*.txt")) == ["x.txt", "z.txt"]


def test_rows_that_cannot_be_read_are_counted(hips, folder):
    (folder / "h.jsonl").write_text(json.dumps(HEAP[0]) + "\nno json\n")
    got = hips("curate", "h.jsonl", "-o", "c.jsonl", "--dropped", "d.jsonl")
    assert got.rc == 1 and "1 rows could not be read" in got.err
    assert read_jsonl(folder / "d.jsonl")[0]["step"] == "reading"


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (["-o", "heap.jsonl"], "E703"),
        (["-o", "-"], "E726"),
        (["-o", "c.spacy"], "E715"),
        (["-o", "c.jsonl", "--similarity", "2"], "E730"),
        (["-o", "c.jsonl", "--plot", "f.doc"], "E739"),
        (["-o", "c.jsonl", "--dropped", "c.jsonl"], "E761"),
    ],
)
def test_what_cannot_be(hips, heap, folder, more, code):
    before = (folder / "heap.jsonl").read_bytes()
    got = hips("curate", heap, *more)
    assert got.rc == 2 and f"[{code}]" in got.err
    assert (folder / "heap.jsonl").read_bytes() == before
    assert not (folder / "c.jsonl").exists()
