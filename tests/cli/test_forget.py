"""spacy-hips forget with a release: own rows go, rows that name the person change, others stay."""

from __future__ import annotations

import csv
import hashlib
import importlib
import json
import shutil
import zipfile

import pytest

from spacy_hips.desk.files.readers import open_source

from .conftest import main, read_jsonl, write_jsonl

COLUMNS = "id=doc,student=author,who=name,essay=text"
HEAD = ("id", "student", "who", "essay")
ROWS = [
    ("1", "s1", "Ana Ruiz", "I am Ana Ruiz, ana.ruiz@uni.edu."),
    ("2", "s2", "Ben Okri", 'Ben here, and Ana Ruiz\nsaid "hi". ID: 20217712345, b_okri@uni.edu'),
    ("3", "s1", "Ana Ruiz", "Ana again."),
    ("4", "s3", "Eva Stone", "Eva wrote this on 3 May 2019, with Ben Okri."),
    ("5", "s3", "Eva Stone", "Ask ana.ruiz@uni.edu or eva_stone@uni.edu!"),
]
RELEASE = ["--columns", COLUMNS, "--scope", "corpus", "--register", "int/r", "--profile", "full"]
PEOPLE = "person_id,name\ns1,Ana Ruiz\ns2,Ben Okri\n"


def forget(*more, person="s1", out="out/new.csv"):
    return main(["forget", "in.csv", "--person", person, "--register", "int/r", "--release",
                 "out/old.csv", "-o", out, "--columns", COLUMNS, "--profile", "full",
                 "--rules-only", *more])  # fmt: skip


def write(path, rows=ROWS, mark=","):
    with path.open("w", newline="") as file:
        csv.writer(file, delimiter=mark).writerows([HEAD, *rows])


@pytest.fixture
def released(folder):
    (folder / "out").mkdir()
    write(folder / "in.csv")
    (folder / "people.csv").write_text(PEOPLE)
    assert main(["anonymize", "in.csv", "-o", "out/old.csv", *RELEASE]) == 0
    return folder


def rows(path):
    with path.open(newline="") as file:
        return list(csv.reader(file))


def raw(path):
    return path.read_bytes().splitlines(keepends=True)


class TestRelease:
    def test_own_rows_go_and_others_stay_byte_for_byte(self, released, capsys):
        assert forget() == 0
        old, new = rows(released / "out" / "old.csv"), rows(released / "out" / "new.csv")
        assert [row[0] for row in new] == [old[i][0] for i in (0, 2, 4, 5)]
        assert new[2] == old[4] and new[1][:3] == old[2][:3]
        before, after = (raw(released / "out" / name) for name in ("old.csv", "new.csv"))
        (line,) = (line for line in before if line.startswith(old[4][0].encode()))
        assert before[0] == after[0] and line in after
        said = capsys.readouterr().err
        assert "2 rows of out/old.csv of the person are gone: 1, 3" in said
        assert "2 rows of out/old.csv were written anew: 2, 5" in said
        assert "1 rows are in out/new.csv as they were" in said
        assert not any(word in said for word in ("Ana", "Ruiz", "Okri"))

    def test_the_person_has_another_name_and_everybody_else_the_same(self, released):
        assert forget() == 0
        old, new = rows(released / "out" / "old.csv"), rows(released / "out" / "new.csv")
        ana, ben = old[1][2], old[2][2]
        assert ana in old[2][3] and ana not in new[1][3] and "Ana" not in new[1][3]
        assert new[1][2] == ben and new[1][3].startswith(ben.split()[0])
        # of the text only the person's mention has changed
        begin, end = old[2][3].split(ana)
        assert new[1][3].startswith(begin) and new[1][3].endswith(end)
        theirs = old[5][3].split()
        assert new[3][3].split()[3] == theirs[3] and new[3][3].split()[1] != theirs[1]
        assert "uni.edu" not in new[3][3]

    def test_the_register_and_the_table_know_the_person_no_more(self, released, capsys):
        assert forget("--known-people", "people.csv") == 0
        assert "Ana" not in (released / "people.csv").read_text()
        capsys.readouterr()
        assert forget(out="out/more.csv") == 2
        assert "[E139]" in capsys.readouterr().err

    @pytest.mark.slow  # a further run
    def test_a_new_batch_changes_nobody(self, released):
        assert forget() == 0
        kept = rows(released / "out" / "new.csv")
        write(released / "in.csv", [ROWS[1], ROWS[3], ("9", "s9", "Ida Moss", "Ida and Ben Okri.")])
        assert main(["anonymize", "in.csv", "-o", "out/next.csv", *RELEASE]) == 0
        after = rows(released / "out" / "next.csv")
        assert after[1][:3] == kept[1][:3] and after[2] == kept[2]
        assert kept[1][2] in after[3][3]

    def test_a_failure_changes_nothing(self, released):
        before = {p: p.read_bytes() for p in released.rglob("*") if p.is_file()}
        write(released / "in.csv", [*ROWS, ("2", "s2", "Ben Okri", "Ana Ruiz")])
        before[released / "in.csv"] = (released / "in.csv").read_bytes()
        assert forget("--known-people", "people.csv") == 2
        after = {p: p.read_bytes() for p in released.rglob("*") if p.is_file()}
        assert {p: d for p, d in after.items() if not p.name.endswith(".lock")} == before

    def test_a_document_that_can_no_longer_be_made_anew(self, released):
        write(released / "in.csv", [row for row in ROWS if row[0] != "2"])
        assert forget() == 2
        assert not (released / "out" / "new.csv").exists()

    def test_a_person_whom_nobody_else_names(self, released):
        assert forget(person="s3") == 0
        old, new = rows(released / "out" / "old.csv"), rows(released / "out" / "new.csv")
        assert new == old[:4]

    def test_what_a_reviewer_has_found_stays_hidden(self, folder, capsys):
        (folder / "out").mkdir()
        write(folder / "in.csv", [*ROWS[:1], ("2", "s2", "Ben Okri", "Ana Ruiz met Zorbel.")])
        text_hash = hashlib.sha256(b"Ana Ruiz met Zorbel.").hexdigest()
        place = {"doc": "2", "row": 2, "column": "essay", "text_hash": text_hash}
        added = {"verdict": "added", "start": 13, "end": 19, "label": "NAME_PRIVATE"}
        write_jsonl(folder / "decisions.jsonl", {**place, **added})
        reviewed = ["--decisions", "decisions.jsonl"]
        (folder / "people.csv").write_text(PEOPLE)
        known = ["--known-people", "people.csv"]
        run = ["anonymize", "in.csv", "-o", "out/old.csv", *RELEASE, *known, *reviewed]
        assert main(run) == 0
        assert forget(*known, *reviewed) == 0
        for name in ("old.csv", "new.csv"):
            assert "Zorbel" not in (folder / "out" / name).read_text()
        old, new = rows(folder / "out" / "old.csv"), rows(folder / "out" / "new.csv")
        assert old[2][3].split()[-1] == new[1][3].split()[-1]

    def test_json(self, released, capsys):
        assert forget("--json") == 0
        told = json.loads(capsys.readouterr().out)
        assert told["release"] == {"own": [1, 3], "anew": [2, 5], "kept": 1}

    def test_a_person_whom_only_texts_name(self, folder, capsys):
        (folder / "out").mkdir()
        (folder / "people.csv").write_text("name\nAna Ruiz\n")
        texts = [("1", "s2", "", "Ana Ruiz came."), ("2", "s3", "", "Nobody came.")]
        write(folder / "in.csv", texts)
        run = [*RELEASE, "--known-people", "people.csv"]
        assert main(["anonymize", "in.csv", "-o", "out/old.csv", *run]) == 0
        assert forget("--known-people", "people.csv", person="Ana Ruiz") == 0
        old, new = rows(folder / "out" / "old.csv"), rows(folder / "out" / "new.csv")
        assert new[2] == old[2] and new[1] != old[1] and "Ana" not in new[1][3]
        assert (folder / "people.csv").read_text() == "name\n"


def test_a_conversation_loses_the_messages_of_the_person(folder):
    (folder / "out").mkdir()
    talk = [("1", "s1", "Ana Ruiz", "Hi"), ("1", "s2", "Ben Okri", "Hi Ana Ruiz"),
            ("2", "s2", "Ben Okri", "Alone")]  # fmt: skip
    write_jsonl(folder / "in.jsonl", *(dict(zip(HEAD, row, strict=True)) for row in talk))
    columns = "id=doc,student=author,who=speaker,essay=text"
    run = ["--columns", columns, "--register", "int/r", "--rules-only"]
    assert main(["anonymize", "in.jsonl", "-o", "out/a.jsonl", "--scope", "corpus", *run]) == 0
    assert main(["forget", "in.jsonl", "--person", "s1", "--release", "out/a.jsonl", "-o",
                 "out/b.jsonl", *run]) == 0  # fmt: skip
    old, new = read_jsonl(folder / "out" / "a.jsonl"), read_jsonl(folder / "out" / "b.jsonl")
    assert [row["who"] for row in new] == [old[1]["who"]] * 2
    assert new[1] == old[2] and old[0]["who"] not in new[0]["essay"] and "Ana" not in str(new)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["in.csv"], "E824"),
        (["--release", "out/old.csv"], "E824"),
        (["in.csv", "--release", "out/old.csv", "-o", "out/o.jsonl", "--columns", COLUMNS], "E825"),
        (["in.csv", "--release", "out/old.csv", "-o", "out/new.csv", "--columns",
          "student=author,who=name,essay=text"], "E825"),
        (["in.csv", "--release", "out/old.csv", "-o", "out/new.csv", "--columns",
          "id=doc,student=author,essay=text"], "E826"),
        (["in.csv", "--release", "out/old.csv", "-o", "out/old.csv", "--columns", COLUMNS], "E7"),
    ],
)  # fmt: skip
def test_what_cannot_be(released, capsys, arguments, code):
    capsys.readouterr()
    register = (released / "int" / "r").read_bytes()
    run = ["forget", *arguments, "--person", "s1", "--register", "int/r", "--rules-only"]
    assert main(run) == 2
    assert f"[{code}" in capsys.readouterr().err
    assert (released / "int" / "r").read_bytes() == register
    assert not (released / "out" / "new.csv").exists()


def write_table(path):
    table = [dict(zip(HEAD, row, strict=True)) for row in ROWS]
    if path.suffix == ".xlsx":
        book = pytest.importorskip("openpyxl").Workbook()
        for row in (HEAD, *ROWS):
            book.active.append(row)
        book.save(path)
    else:
        pyarrow = pytest.importorskip("pyarrow")
        made = pyarrow.Table.from_pylist(table)
        if path.suffix == ".arrow":
            with pyarrow.ipc.new_file(path, made.schema) as file:
                file.write_table(made)
        else:
            importlib.import_module("pyarrow.parquet").write_table(made, path)


def read_table(path):
    with open_source(str(path)) as source:
        return [dict(row.fields) for row in source]


@pytest.mark.few(2)
@pytest.mark.parametrize("form", ["xlsx", "parquet", "arrow"])
def test_tables_that_are_no_text(folder, form):
    """In a workbook the own rows are empty, as rejected ones are; all other cells stay."""
    (folder / "out").mkdir()
    write_table(folder / f"in.{form}")
    assert main(["anonymize", f"in.{form}", "-o", f"out/old.{form}", *RELEASE]) == 0
    run = [f"in.{form}", "--release", f"out/old.{form}", "-o", f"out/new.{form}", "--rules-only"]
    rest = ["--columns", COLUMNS, "--register", "int/r", "--profile", "full"]
    assert main(["forget", "--person", "s1", *run, *rest]) == 0
    old, new = (read_table(folder / "out" / f"{name}.{form}") for name in ("old", "new"))
    assert [row["id"] for row in new] == [old[i]["id"] for i in (1, 3, 4)]
    assert new[1] == old[3] and new[0] != old[1] and new[0]["who"] == old[1]["who"]
    ana = old[0]["who"]
    data = b"".join(data for _, data in unpacked(folder / "out" / f"new.{form}"))
    assert ana in old[1]["essay"] and ana not in str(new) and ana.encode() not in data


def unpacked(path):
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return [(name, archive.read(name)) for name in archive.namelist()]
    return [("", path.read_bytes())]


@pytest.mark.few(2)
@pytest.mark.parametrize("form", ["folder", "zip"])
@pytest.mark.parametrize("person", ["Ana Ruiz", "s1"])
def test_submissions_lose_the_files_that_the_person_handed_in(folder, form, person):
    (folder / "out").mkdir()
    files = {
        "Ana Ruiz_1_assignsubmission_file/a.txt": "I am Ana Ruiz and I like it.",
        "Ben Okri_2_assignsubmission_file/b.txt": "My friend Ana Ruiz likes it too.",
        "Eva Stone_3_assignsubmission_file/c.txt": "Nobody likes it.",
    }
    given, ending = ("in", "") if form == "folder" else ("in.zip", ".zip")
    for name, text in files.items():
        (folder / "in" / name).parent.mkdir(parents=True)
        (folder / "in" / name).write_text(text)
    if form == "zip":
        shutil.make_archive("in", "zip", "in")
    run = ["--register", "int/r", "--rules-only"]
    if person == "s1":
        (folder / "people.csv").write_text(PEOPLE)
        run += ["--known-people", "people.csv"]
    assert main(["anonymize", given, "-o", f"out/old{ending}", "--scope", "corpus", *run]) == 0
    assert main(["forget", given, "--person", person, "--release", f"out/old{ending}", "-o",
                 f"out/new{ending}", *run]) == 0  # fmt: skip

    def read(name):
        path = folder / "out" / f"{name}{ending}"
        found = path.rglob("*") if form == "folder" else ()
        return dict(unpacked(path)) if form == "zip" else {
            p.name: p.read_bytes() for p in found if p.is_file()
        }  # fmt: skip

    old, new = read("old"), read("new")
    assert len(old) == 3 and len(new) == 2 and new.keys() < old.keys()
    same = [name for name in new if new[name] == old[name]]
    assert [old[name] for name in same] == [b"Nobody likes it."]
    (other,) = new.keys() - set(same)
    assert new[other].startswith(b"My friend ") and b"Ana" not in new[other]
