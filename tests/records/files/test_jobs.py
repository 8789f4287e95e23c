"""Whole runs over document files: every format gives what jsonl gives, and nothing is lost."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest

from spacy_hips import Job, JobOptions
from spacy_hips.errors import HipsError
from spacy_hips.records.files.archive import Archive
from spacy_hips.records.files.kinds import KINDS
from spacy_hips.records.readers import open_source
from spacy_hips.records.rows import BadRow

from .made import docx, odt, parts, pdf, rtf, standing, zipped

for module in ("lxml", "pypdf", "striprtf", "openpyxl", "pyarrow", "docx"):
    pytest.importorskip(module, reason="needs the extras documents and tables, and python-docx")

LINES = (
    "Dear Ruth, my address is tendai.moyo@uni.org and my ID is S4471902.",
    "Call me at +44 20 7946 0958, or write to tendai.moyo@uni.org again.",
    "Sincerely yours, Tendai Moyo",
)
TEXT = "\n".join(LINES)
ORIGINALS = ("tendai", "moyo", "s4471902")
NAME = "Tendai Moyo_17_assignsubmission_file"


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run over an input by rules alone; returns the summary."""
    monkeypatch.setenv("HIPS_SECRET", "a secret of the document tests")

    def run(given: str, output: str, **options):
        made = JobOptions(
            input=str(tmp_path / given), output=str(tmp_path / output), rules_only=True, **options
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return Job(made).run()

    return run


def files(text: str = TEXT) -> dict[str, bytes]:
    """The same text as a file of every kind."""
    lines = text.split("\n")
    return {
        "a.txt": text.encode(),
        "a.docx": docx(*lines),
        "a.pdf": pdf(lines),
        "a.odt": odt("".join(f"<text:p>{line}</text:p>" for line in lines)),
        "a.rtf": rtf(*lines),
    }


def texts(path: Path) -> list[str]:
    with open_source(str(path)) as source:
        return [row.fields["text"] for row in source if not isinstance(row, BadRow)]


def as_jsonl(tmp_path, run, name: str, text: str = TEXT, people: str = "") -> str:
    row = {"id": name, "who": people, "text": text}
    (tmp_path / "in.jsonl").write_text(json.dumps(row) + "\n", "utf8")
    run("in.jsonl", "ref.jsonl", columns={"id": "doc", "who": "name", "text": "text"}, force=True)
    return json.loads((tmp_path / "ref.jsonl").read_text("utf8"))["text"]


@pytest.mark.parametrize("name", files())
def test_one_document_gives_what_jsonl_gives(tmp_path, run, name):
    (tmp_path / name).write_bytes(files()[name])
    output = "out.docx" if name == "a.docx" else "out.txt"
    run(name, output)
    (text,) = texts(tmp_path / output)
    assert text == as_jsonl(tmp_path, run, name)
    assert "moyo@" not in text
    run(name, "out.jsonl")
    assert json.loads((tmp_path / "out.jsonl").read_text("utf8"))["text"] == text


@pytest.mark.parametrize("form", ["folder", "zip"])
def test_many_documents_give_what_jsonl_gives(tmp_path, run, form):
    given = {f"{NAME}/{name}": data for name, data in files().items()}
    (tmp_path / "in.zip").write_bytes(zipped(given))
    for name, data in given.items():
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_bytes(data)
    wanted = sorted(as_jsonl(tmp_path, run, name, people="Tendai Moyo") for name in given)
    assert not any("Moyo" in text for text in wanted)
    given_as, output = ("in.zip", "out.zip") if form == "zip" else ("in", "out")
    summary = run(given_as, output)
    assert (summary.documents, summary.rejected) == (len(given), [])
    assert sorted(texts(tmp_path / output)) == wanted
    if form == "zip":
        data = (tmp_path / output).read_bytes()
        assert not standing(data, ORIGINALS)
        assert not any(
            standing(part, ORIGINALS) for n, part in parts(data).items() if n.endswith(".docx")
        )
        assert len(parts(data)) == len(given)


def table_rows() -> list[dict[str, object]]:
    return [
        {"id": 17, "name": "Tendai Moyo", "essay": TEXT, "score": 1.5, "secret": "Moyo"},
        {"id": 18, "name": "", "essay": "Nothing.\nHere.", "score": 2.5, "secret": "x"},
        {
            "id": 17,
            "name": "Tendai Moyo",
            "essay": "Again Tendai Moyo.",
            "score": 3.5,
            "secret": "",
        },
    ]


ROLES = {"id": "doc", "name": "name", "essay": "text", "score": "keep"}


def write_table(path: Path) -> None:
    import openpyxl
    import pyarrow
    from pyarrow import parquet

    rows = table_rows()
    if path.suffix == ".xlsx":
        book = openpyxl.Workbook()
        book.active.append(list(rows[0]))
        for row in rows:
            book.active.append(list(row.values()))
        book.save(path)
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf8")
    elif path.suffix == ".parquet":
        parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    else:
        table = pyarrow.Table.from_pylist(rows)
        with pyarrow.OSFile(str(path), "wb") as out, pyarrow.ipc.new_file(out, table.schema) as f:
            f.write_table(table)


@pytest.mark.parametrize("ending", [".xlsx", ".parquet", ".arrow"])
def test_tables_give_what_jsonl_gives(tmp_path, run, ending):
    for name in ("in" + ending, "in.jsonl"):
        write_table(tmp_path / name)
    run("in.jsonl", "ref.jsonl", columns=ROLES)
    wanted = [json.loads(line) for line in (tmp_path / "ref.jsonl").read_text("utf8").splitlines()]
    run("in" + ending, "out" + ending, columns=ROLES)
    with open_source(str(tmp_path / ("out" + ending))) as source:
        found = [{n: row.fields[n] for n in ROLES} for row in source]
    assert found == wanted
    run("in" + ending, "out.jsonl", columns=ROLES)
    assert (tmp_path / "out.jsonl").read_text("utf8") == (tmp_path / "ref.jsonl").read_text("utf8")


def test_a_folder_of_all_sorts_counts_what_it_cannot_read(tmp_path, run):
    folder = tmp_path / "in"
    folder.mkdir()
    for name, data in {
        **files(),
        "b.docx": b"PK broken",
        "c.pdf": pdf(()),
        "d.pptx": b"x",
        "e.zip": zipped({"a.txt": b"x"}),
        "~$a.docx": b"lock",
        ".DS_Store": b"x",
    }.items():
        (folder / name).write_bytes(data)
    summary = run("in", "out", internal_dir=str(tmp_path / "internal"))
    assert summary.documents == len(files())
    assert [reason[1:5] if reason[0] == "[" else reason[:6] for _, reason in summary.rejected] == [
        "E789",
        "E790",
        "a file",
        "E794",
    ]
    assert any("W131" in note for note in summary.notes)
    assert any("1 (.pptx 1" in note or ".pptx 1" in note for note in summary.notes)
    assert len(list((tmp_path / "out").iterdir())) == len(files())


def test_what_no_search_looks_into_is_in_the_summary_and_the_manifest(tmp_path, run):
    entries = {**parts(docx("x")), "word/media/image1.png": b"picture"}
    (tmp_path / "a.docx").write_bytes(zipped(entries))
    summary = run("a.docx", "out.docx", internal_dir=str(tmp_path / "internal"))
    assert summary.unsearched["image"] == 1
    assert "image 1" in "\n".join(summary.lines())
    manifest = json.loads((tmp_path / "internal" / "manifest.json").read_text("utf8"))
    assert manifest["counts"]["parts_not_searched"]["image"] == 1


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        ({"../a.txt": b"x"}, "E791"),
        ({"/etc/a.txt": b"x"}, "E791"),
        ({"a\\..\\..\\b.txt": b"x"}, "E791"),
        ({"C:\\b.txt": b"x"}, "E791"),
        ({"a.txt": b"\0" * (40 << 20)}, "E791"),
        ({"a.zip": b"x"}, "E732"),
        ({}, "E732"),
    ],
)
def test_archives_that_are_refused(tmp_path, run, entries, code):
    (tmp_path / "in.zip").write_bytes(zipped(entries))
    with pytest.raises(HipsError, match=code):
        run("in.zip", "out.zip")
    assert {path.name for path in tmp_path.iterdir()} == {"in.zip"}


@pytest.mark.parametrize(
    ("name", "data", "output", "code"),
    [
        ("a.docx", b"broken", "out.docx", "E789"),
        ("~$a.docx", b"lock", "out.docx", "E792"),
        ("~$a.xlsx", b"lock", "out.xlsx", "E792"),
        ("a.xlsx", b"broken", "out.xlsx", "E789"),
        ("a.xlsx", zipped({"xl/a.xml": b"<a/>"}), "out.xlsx", "E789"),
        ("a.xlsx", zipped({"xl/a.xml": b"<!DOCTYPE a [<!ENTITY b 'c'>]><a/>"}), "o.xlsx", "E789"),
        ("a.parquet", b"broken", "out.parquet", "E789"),
        ("a.arrow", b"broken", "out.arrow", "E789"),
        ("a.zip", b"broken", "out.zip", "E789"),
        ("a.pdf", pdf(("Hi.",)), "out.pdf", "E739"),
        ("a.docx", docx("x"), "out.docm", "E739"),
        ("a.docx", docx("x"), "out.xlsx", "E739"),
    ],
)
def test_files_that_are_refused_leave_nothing(tmp_path, run, name, data, output, code):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(HipsError, match=code):
        run(name, output)
    assert {path.name for path in tmp_path.iterdir()} == {name}


def test_a_key_file_is_refused_where_it_could_not_undo_all(tmp_path, run):
    (tmp_path / "a.docx").write_bytes(docx("x"))
    with pytest.raises(HipsError, match="E793"):
        run("a.docx", "out.docx", key_file=str(tmp_path / "key"))


def test_a_lock_beside_a_file_is_told(tmp_path, run):
    (tmp_path / "essay.docx").write_bytes(docx("x"))
    (tmp_path / "~$say.docx").write_bytes(b"lock")
    assert any("W130" in note for note in run("essay.docx", "out.docx").notes)


def test_an_interrupted_folder_of_documents_goes_on(tmp_path, run, monkeypatch):
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(4):
        (folder / f"{number}.docx").write_bytes(docx(f"{number} {TEXT}"))
    run("in", "whole")
    word = KINDS["docx"].__class__
    rewrite, calls = word.rewrite, []

    def fails(self, *arguments):
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return rewrite(self, *arguments)

    with monkeypatch.context() as patched:
        patched.setattr(word, "rewrite", fails)
        with pytest.raises(KeyboardInterrupt):
            run("in", "out", batch_size=1)
    run("in", "out", batch_size=1, resume=True)
    for path in (tmp_path / "whole").iterdir():
        assert (tmp_path / "out" / path.name).read_bytes() == path.read_bytes()


def test_an_archive_is_read_part_by_part():
    archive = Archive.of(zipped({"b/a.txt": b"x", "c.txt": b"yy"}))
    assert archive.names == ["b/a.txt", "c.txt"]
    assert archive.size("c.txt") == 2
    archive.close()
