"""Several processes give what one gives: what a worker must know comes with the task.

Workers are copies here: they get what is sent to a process, as bytes, and nothing else.
"""

from __future__ import annotations

import csv
import json
import pickle
from pathlib import Path

import pytest

from spacy_hips import Job, JobOptions
from spacy_hips.cli._app import main
from spacy_hips.desk.files.documents import Document, text_hash
from spacy_hips.desk.run import batches, processes
from spacy_hips.desk.run.name_columns import Expected
from spacy_hips.desk.run.open_input import open_input

pytestmark = pytest.mark.filterwarnings("ignore:.*W10")

NAMES = ("tasseryua", "mirolenta", "kadovine", "bellurico", "zantevik", "ormusali", "perdanuo")
SCOPES = ("document", "author", "group", "corpus")
PASSPHRASE = "a horse that nobody would ever guess"


class Copies:
    """Stands in for `processes.Workers`: the tasks go round among copies of the work."""

    def __init__(self, work, count):
        self._sent, self._count = processes._sent(work), count

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def __call__(self, tasks):
        copies = [pickle.loads(self._sent) for _ in range(self._count)]
        for copy in copies:
            copy.start()
        for number, task in enumerate(tasks):
            done = copies[number % self._count](pickle.loads(pickle.dumps(task)))
            yield pickle.loads(pickle.dumps(done))


@pytest.fixture(autouse=True)
def copies(monkeypatch):
    monkeypatch.setattr(batches, "Workers", Copies)
    monkeypatch.setenv("HIPS_SECRET", "a secret for the tests only")
    monkeypatch.setenv("HIPS_KEY_PASSPHRASE", PASSPHRASE)


def table(folder: Path, rows: list[tuple[str, ...]], header: str) -> str:
    path = folder / "in.csv"
    with path.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([tuple(header.split(",")), *rows])
    return str(path)


def texts_of(path: str | Path, column: str = "text") -> list[str]:
    with Path(path).open(newline="") as file:
        return [row[column] for row in csv.DictReader(file)]


def run(folder: Path, count: int, **more) -> tuple[Path, Job]:
    """Anonymise in.csv in a folder of its own."""
    out = folder / f"{count}-{more.get('batch_size', 64)}"
    (out / "public").mkdir(parents=True)
    wide = more.get("scope", "document") != "document"
    options = JobOptions(
        input=str(folder / "in.csv"), output=str(out / "public" / "out.csv"), rules_only=True,
        internal_dir=str(out / "internal"), key_file=str(out / "key"), n_process=count,
        register=str(out / "names.register") if wide else "", **more,
    )  # fmt: skip
    job = Job(options)
    job.run()
    return out, job


def written(out: Path) -> dict[str, bytes]:
    """All that a run has written, but for the key file, which is encrypted."""
    files = (path for path in out.rglob("*") if path.is_file() and path.name != "key")
    return {str(path.relative_to(out)): path.read_bytes() for path in files}


@pytest.mark.few(1)
@pytest.mark.parametrize(("count", "size"), [(1, 2), (2, 1), (3, 64)])
def test_a_name_in_the_last_rows_is_hidden_in_its_text(tmp_path, count, size):
    """Workers knew the people of the first batch only: 52 of 2,100 names stayed, exit code 0."""
    rows = [(str(n), name, f"today iris {name} wrote this") for n, name in enumerate(NAMES)]
    table(tmp_path, rows, "id,name,text")
    columns = {"id": "doc", "name": "name", "text": "text"}
    out, _ = run(tmp_path, count, batch_size=size, columns=columns)
    texts = texts_of(out / "public" / "out.csv")
    assert [name for name, text in zip(NAMES, texts, strict=True) if name in text] == []


HEADER = "id,sid,course,who,when,text"
COLUMNS = {"id": "doc", "sid": "author", "course": "group", "who": "name", "text": "text"}
FRIENDS = [
    (
        f"d{n}", f"s{n % 5}", f"c{n % 2}", f"{NAMES[n % 5]} okri", f"{n}",
        f"i, {NAMES[n % 5]}, met {NAMES[(n + 1) % 5]} okri and Ms. Tern, write to ana{n % 3}@x.org",
    )
    for n in range(9)
]  # fmt: skip
# Two names in one cell; a row that its author does not name; what no reader of columns expects.
FRIENDS[6] = ("d6", "s1", "c0", "", "6", f"{NAMES[1]} again, and <b>{NAMES[2]}</b> okri")
FRIENDS[7] = ("d7", "s2", "c1", f"{NAMES[2]} okri; {NAMES[6]} lind", "7", f"with {NAMES[6]} lind")


def known(folder: Path) -> str:
    path = folder / "people.csv"
    path.write_text("person_id,name,role\nt1,Wanda Tern,instructor\ns3,Dov Vankarelo,student\n")
    return str(path)


def decisions(folder: Path, *more: dict) -> list[str]:
    """What stays, what is hidden, and what is said of another text."""
    cell = FRIENDS[3][5]
    head = {"doc": "d3", "row": 4, "column": "text", "text_hash": text_hash(cell)}
    start = cell.index("met")
    lines = [
        {**head, "verdict": "added", "start": start, "end": start + 3, "label": "OTHER"},
        {**head, "verdict": "reject", "start": cell.index("ana"), "end": len(cell)},
        {**head, "doc": "d4", "row": 5, "verdict": "reject", "start": 0, "end": 1},
        *more,
    ]
    path = folder / "decisions.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)) + "\n")
    return [str(path)]


def joined(folder: Path) -> list[dict]:
    """A decision that makes one author another one, over all documents."""
    found = folder / "found.jsonl"
    columns = ",".join(f"{name}={role}" for name, role in COLUMNS.items())
    asked = ["find", str(folder / "in.csv"), "-o", str(found), "--columns", columns, "--rules-only"]
    assert main([*asked, "--scope", "corpus", "--quiet"]) == 0
    lines = [json.loads(line) for line in found.read_text().splitlines()]
    names = [line for line in lines if line.get("across") and line["column"] == "text"]
    first = names[0]
    other = next(line for line in names if line["across"] != first["across"])
    keys = ("doc", "row", "column", "text_hash", "start", "end", "label", "entity", "within")
    place = {key: first[key] for key in keys}
    return [{**place, "verdict": "accept", "across": first["across"], "joined": other["across"]}]


CASES = {
    "decided": lambda folder: {"decisions": decisions(folder), "known_people": known(folder)},
    "full": lambda folder: {"profile": "full", "fill_placeholders": True, "regions": ["SE"]},
}


@pytest.mark.few(1)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("scope", SCOPES)
def test_every_scope_writes_the_same_bytes(tmp_path, scope, case):
    table(tmp_path, FRIENDS, HEADER)
    more = {**CASES[case](tmp_path), "columns": COLUMNS, "scope": scope}
    one, first = run(tmp_path, 1, **more)
    several, job = run(tmp_path, 3, batch_size=2, **more)
    assert written(several).keys() == written(one).keys()
    assert written(several) == written(one)
    assert job.summary == first.summary


@pytest.mark.slow  # two whole runs of one kind
@pytest.mark.parametrize("case", ["joined", "shuffled"])
def test_what_is_settled_over_all_documents_is_the_same(tmp_path, case):
    table(tmp_path, FRIENDS, HEADER)
    more = {"columns": COLUMNS, "scope": "corpus"}
    if case == "joined":
        more["decisions"] = decisions(tmp_path, *joined(tmp_path))
    else:
        more |= {"shuffle": ["EMPLOYER"], "profile": "full"}
    one, first = run(tmp_path, 1, **more)
    two, second = run(tmp_path, 2, batch_size=1, **more)
    assert written(one) == written(two)
    assert first.summary == second.summary


def test_a_key_file_of_several_processes_undoes_the_run(tmp_path):
    path = table(tmp_path, FRIENDS, HEADER)
    out, _ = run(tmp_path, 2, batch_size=2, columns=COLUMNS, scope="author")
    back, public = str(tmp_path / "back.csv"), str(out / "public" / "out.csv")
    assert main(["restore", public, "--key-file", str(out / "key"), "-o", back]) == 0
    assert texts_of(back) == texts_of(path)


@pytest.mark.slow  # two whole runs of one kind
def test_reviewed_spans_are_replaced_alike(tmp_path):
    path = table(tmp_path, FRIENDS, HEADER)
    found = str(tmp_path / "found.jsonl")
    columns = ",".join(f"{name}={role}" for name, role in COLUMNS.items())
    asked = ["find", path, "-o", found, "--columns", columns, "--rules-only"]
    assert main([*asked, "--n-process", "2", "--batch-size", "2", "--quiet"]) == 0
    alone = str(tmp_path / "alone.jsonl")
    assert main([*asked[:3], alone, *asked[4:], "--quiet"]) == 0
    assert Path(found).read_bytes() == Path(alone).read_bytes()
    columns_of = {**COLUMNS}
    made = []
    for count in (1, 2):
        out = tmp_path / f"out{count}.csv"
        Job(JobOptions(
            input=path, output=str(out), columns=columns_of, spans=found, scope="document",
            n_process=count, batch_size=2,
        )).run()  # fmt: skip
        made.append(out.read_bytes())
    assert made[0] == made[1]


@pytest.mark.slow  # two whole runs of one kind
def test_what_adds_up_is_counted_alike(tmp_path):
    path = table(tmp_path, FRIENDS, HEADER)
    columns = ",".join(f"{name}={role}" for name, role in COLUMNS.items())
    told = []
    for count in ("1", "2"):
        adding = tmp_path / f"adding{count}.jsonl"
        asked = ["find", path, "-o", str(tmp_path / f"f{count}.jsonl"), "--columns", columns]
        asked += ["--rules-only", "--adding-up", str(adding), "--n-process", count]
        assert main([*asked, "--batch-size", "2", "--quiet"]) == 0
        told.append(adding.read_bytes())
    assert told[0] == told[1]


@pytest.mark.few(1)
@pytest.mark.parametrize("count", [1, 2])
def test_standard_input_is_searched_as_a_file(tmp_path, monkeypatch, capsysbinary, count):
    """Each batch knew its own people, so who spoke in a later one stayed in the earlier text."""
    path = table(tmp_path, [("r1", "kadovine", "hi mirolenta"), *TALK], "room,who,text")
    asked = ["--columns", "room=doc,who=speaker,text=text", "--rules-only", "--quiet"]
    asked += ["--n-process", str(count), "--batch-size", "1"]
    assert main(["anonymize", path, "-o", str(tmp_path / "out.csv"), *asked]) == 0
    capsysbinary.readouterr()
    with Path(path).open(encoding="utf8") as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        assert main(["anonymize", "-", "--format", "csv", *asked]) == 0
    out = capsysbinary.readouterr().out
    assert out == (tmp_path / "out.csv").read_bytes()
    assert b"mirolenta" not in out


def documents(folder: Path, rows: list[tuple[str, ...]], header: str, **roles: str) -> list:
    path = table(folder, rows, header)
    with open_input(JobOptions(input=path, columns=roles)) as given:
        return [item for item in given.items() if isinstance(item, Document)]


@pytest.mark.parametrize(
    ("rows", "counts"),
    [
        ([("1", "Ana Ruiz", "a"), ("2", "Ben Li", "b")], [2]),
        ([("1", "Ana Ruiz", "a"), ("2", "Ana Ruiz", "b")], [2]),
        ([("1", "Ana Ruiz", "a"), ("2", "ana ruiz", "b"), ("3", "Eva", "c")], [1, 2]),
        ([("1", "Ana Ruiz", "a"), ("1", "Ben Li", "b")], [1, 1]),
        ([("1", "", "a"), ("2", "", "b")], [2]),
    ],
)
def test_documents_that_tell_something_else_of_somebody_are_searched_apart(tmp_path, rows, counts):
    made = documents(tmp_path, rows, "id,who,text", id="doc", who="name", text="text")
    assert [count for _, count in Expected().stretches(made)] == counts


TALK = [("r1", "mirolenta", "hi"), ("r2", "kadovine", "hm"), ("r1", "zantevik", "hi mirolenta")]


@pytest.mark.parametrize("size", [1, 64])
def test_a_talk_that_another_one_interrupts_knows_all_who_speak_in_it(tmp_path, size):
    table(tmp_path, TALK, "room,who,text")
    roles = {"room": "doc", "who": "speaker", "text": "text"}
    out, _ = run(tmp_path, 1, columns=roles, batch_size=size)
    assert "mirolenta" not in texts_of(out / "public" / "out.csv")[2]
