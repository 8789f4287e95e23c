"""What `find` tells of people beside their spans: the roster, and what adds up per author."""

from __future__ import annotations

import csv
import stat

import pytest

from .conftest import read_jsonl

ROSTER = (
    ("First name", "Surname", "Student ID", "Roles"),
    ("Amara", "Okafor", "s1", "Student"),
    ("Zorblak", "Quimvex", "s2", "Student"),
    ("Eva", "Größe", "t1", "Non-editing teacher"),
)
TEXTS = (
    ("id", "author", "text"),
    ("e1", "s1", "I am Amara Okafor and 19 years old."),
    ("e2", "s9", "Amara Okafor and Eva Größe met me. I am 19 years old."),
)
COLUMNS = "id=doc,author=author,text=text"


@pytest.fixture
def roster(folder):
    def write(encoding="utf8", mark=",", above=""):
        with (folder / "people.csv").open("w", newline="", encoding=encoding) as file:
            file.write(above)
            csv.writer(file, delimiter=mark).writerows(ROSTER)
        return "people.csv"

    with (folder / "in.csv").open("w", newline="", encoding="utf8") as file:
        csv.writer(file).writerows(TEXTS)
    return write


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("encoding", "mark", "above"),
    [
        ("utf8", ",", ""), ("utf-8-sig", ";", ""), ("cp1252", ";", ""), ("utf-16", "\t", ""),
        ("cp1252", ";", "sep=;\r\n"), ("utf-8-sig", ";", "sep=;\r\n"),
    ],
)  # fmt: skip
def test_known_people_never_found(hips, roster, folder, encoding, mark, above):
    got = hips("find", "in.csv", "-o", "f.jsonl", "--columns", COLUMNS, "--known-people",
               roster(encoding, mark, above), "--roster-report", "r.jsonl")  # fmt: skip
    assert got.rc == 0
    told = {line["person_id"]: line for line in read_jsonl(folder / "r.jsonl")}
    assert [(i, one["status"], one["documents"]) for i, one in told.items()] == [
        ("s2", "never found", 0), ("s1", "found", 2), ("t1", "found", 1),
    ]  # fmt: skip
    assert told["t1"]["role"] == "instructor"
    assert "2 of 3 found. Never found: row 2 of the table." in got.err
    assert "NAME_INSTRUCTOR" in got.err
    assert not any(word in got.err for word in ("Amara", "Okafor", "Zorblak", "Quimvex"))
    assert stat.S_IMODE((folder / "r.jsonl").stat().st_mode) == 0o600


@pytest.mark.parametrize("ending", ["xlsx", "parquet"])
def test_a_roster_that_is_no_text(hips, roster, folder, ending):
    """As a school keeps it: numbers for ids, an empty row, blanks instead of nothing."""
    header, rows = ROSTER[0], [(*row[:2], 100 + n, row[3]) for n, row in enumerate(ROSTER[1:])]
    rows.insert(1, (None,) * 4)
    path = folder / f"people.{ending}"
    if ending == "xlsx":
        book = pytest.importorskip("openpyxl").Workbook()
        for row in (header, *rows):
            book.active.append(row)
        book.save(path)
    else:
        table = pytest.importorskip("pyarrow").table(
            {name: [row[n] for row in rows] for n, name in enumerate(header)}
        )
        pytest.importorskip("pyarrow.parquet").write_table(table, path)
    got = hips("find", "in.csv", "-o", "f.jsonl", "--columns", COLUMNS,
               "--known-people", path.name, "--roster-report", "r.jsonl")  # fmt: skip
    assert got.rc == 0, got.err
    told = [(x["person_id"], x["status"], x["documents"]) for x in read_jsonl(folder / "r.jsonl")]
    assert told == [("101", "never found", 0), ("100", "found", 2), ("102", "found", 1)]
    leaks = hips("leaks", "in.csv", "--known-people", path.name)
    assert leaks.rc == 1 and "Okafor" not in leaks.err + leaks.out
    path.write_bytes(b"PK broken")
    broken = hips("leaks", "in.csv", "--known-people", path.name)
    assert broken.rc == 2 and "[E" in broken.err


def test_people_that_are_not_in_the_table(hips, roster, folder):
    with (folder / "in.csv").open("w", newline="") as file:
        csv.writer(file).writerows([
            ("id", "author", "who", "text"), ("e1", "s1", "Amara Okafor", "Hi"),
            ("e2", "s8", "Plithurn Dex", "Plithurn Dex writes."),
        ])  # fmt: skip
    got = hips("find", "in.csv", "-o", "f.jsonl", "--columns", COLUMNS + ",who=name",
               "--known-people", roster(), "--roster-report", "r.jsonl")  # fmt: skip
    strange = [x for x in read_jsonl(folder / "r.jsonl") if x["status"] == "not known"]
    assert [(one["name"], one["mentions"], one["documents"]) for one in strange] == [
        ("Plithurn Dex", 2, 1)
    ]
    assert "not in the table: 1." in got.err and "Plithurn" not in got.err


def test_what_adds_up_per_author(hips, roster, folder):
    got = hips("find", "in.csv", "-o", "f.jsonl", "--columns", COLUMNS, "--adding-up", "a.jsonl")
    assert got.rc == 0 and "2 of 2 authors tell some" in got.err
    lines = read_jsonl(folder / "a.jsonl")
    assert [(one["author"], one["authors_alike"]) for one in lines] == [("s1", 2), ("s9", 2)]
    assert lines[0]["identifiers"] == [
        {"label": "AGE", "value": "19", "documents": 1, "left_by_full": False}
    ]
    assert stat.S_IMODE((folder / "a.jsonl").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (["--roster-report", "r.jsonl"], "E822"),
        (["--adding-up", "a.jsonl", "--columns", "id=doc,text=text"], "E823"),
        (["--adding-up", "f.jsonl", "--columns", COLUMNS], "E761"),
    ],
)
def test_what_cannot_be(hips, roster, more, code):
    got = hips("find", "in.csv", "-o", "f.jsonl", *more)
    assert got.rc == 2 and f"[{code}]" in got.err
