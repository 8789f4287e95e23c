"""--fill-placeholders: names where somebody has put placeholders before."""

from __future__ import annotations

import csv
import json

import pytest

from .conftest import read_jsonl, write_jsonl

TEXT = "<TEACHER>: Hello <STUDENT>.\n<STUDENT>: NAME_1 is my friend, Mr. [NAME]."


@pytest.fixture
def texts(folder):
    write_jsonl(folder / "in.jsonl", {"id": "1", "text": TEXT}, {"id": "2", "text": "Hi NAME_1"})
    (folder / "out").mkdir()
    return "in.jsonl"


def test_they_stay_unless_asked(hips, texts, folder):
    assert hips("anonymize", texts, "-o", "out/o.jsonl").rc == 0
    assert [row["text"] for row in read_jsonl(folder / "out" / "o.jsonl")] == [TEXT, "Hi NAME_1"]


def test_they_are_filled_and_counted(hips, texts, folder):
    got = hips(
        "anonymize", texts, "-o", "out/o.jsonl", "--fill-placeholders", "--internal-dir", "int"
    )
    one, two = (row["text"] for row in read_jsonl(folder / "out" / "o.jsonl"))
    assert got.rc == 0
    assert not any(word in one + two for word in ("<", "[", "NAME", "STUDENT", "TEACHER"))
    first, second = one.split("\n")
    assert first.split()[-1].strip(".") == second.split(":")[0]
    assert "PERSON           6 filled, where a placeholder stood" in got.err
    manifest = json.loads((folder / "int" / "manifest.json").read_text())
    assert manifest["counts"]["placeholders_filled"] == 6
    assert {row["action"] for row in read_jsonl(folder / "int" / "spans.jsonl")} == {"fill"}


def test_a_register_keeps_them_and_a_group_shares_numbers(hips, folder):
    rows = [{"id": str(n), "course": "c", "text": "NAME_1 and [NAME]."} for n in (1, 2)]
    write_jsonl(folder / "in.jsonl", *rows)
    (folder / "out").mkdir()
    run = ["anonymize", "in.jsonl", "--columns", "id=doc,course=group,text=text"]
    run += ["--scope", "group", "--register", "int/r", "--fill-placeholders", "-o"]
    assert hips(*run, "out/1.jsonl").rc == hips(*run, "out/2.jsonl").rc == 0
    one, two = (row["text"].split() for row in read_jsonl(folder / "out" / "1.jsonl"))
    assert one[0] == two[0] and one[2] != two[2]
    assert (folder / "out" / "1.jsonl").read_bytes() == (folder / "out" / "2.jsonl").read_bytes()


def test_spans_from_a_reviewer_do_not_hinder(hips, texts, folder):
    assert hips("find", texts, "-o", "found.jsonl").rc == 0
    assert hips("anonymize", texts, "--spans", "found.jsonl", "-o", "out/o.jsonl",
                "--fill-placeholders").rc == 0  # fmt: skip
    assert "<" not in read_jsonl(folder / "out" / "o.jsonl")[0]["text"]


def test_cells_of_names_and_speakers(hips, folder):
    with (folder / "in.csv").open("w", newline="") as file:
        csv.writer(file).writerows([
            ("talk", "who", "said"),
            ("1", "<STUDENT_1>", "Hi, I am NAME_7."), ("1", "Tutor", "Hello <STUDENT_1>!"),
        ])  # fmt: skip
    (folder / "out").mkdir()
    got = hips("anonymize", "in.csv", "-o", "out/o.csv", "--fill-placeholders",
               "--columns", "talk=doc,who=speaker,said=text")  # fmt: skip
    assert got.rc == 0
    with (folder / "out" / "o.csv").open(newline="") as file:
        one, two = csv.DictReader(file)
    assert two["who"] == "Tutor" and two["said"] == f"Hello {one['who']}!"
    assert not any("<" in cell for cell in one.values())


def test_an_undone_run_has_its_placeholders_again(hips, texts, folder, monkeypatch):
    monkeypatch.setenv("HIPS_KEY_PASSPHRASE", "seven quiet otters row to Malmo at dusk 4417")
    run = ["anonymize", texts, "-o", "out/o.jsonl", "--fill-placeholders", "--key-file", "key"]
    assert hips(*run).rc == 0
    assert hips("restore", "out/o.jsonl", "--key-file", "key", "-o", "back.jsonl").rc == 0
    assert read_jsonl(folder / "back.jsonl")[0]["text"] == TEXT
