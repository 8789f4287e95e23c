"""Whole runs over document files: every format gives what jsonl gives, and nothing is lost."""

from __future__ import annotations

import contextlib
import json
import warnings
from pathlib import Path

import pytest

from spacy_hips import Job, JobOptions
from spacy_hips.core.errors import HipsError
from spacy_hips.desk.files.formats import limits
from spacy_hips.desk.files.formats.archive import Archive
from spacy_hips.desk.files.formats.content import Unreadable
from spacy_hips.desk.files.formats.kinds import KINDS
from spacy_hips.desk.files.formats.pictures import EMPTY
from spacy_hips.desk.files.readers import open_source
from spacy_hips.desk.files.rows import BadRow

from .made import docx, linked, odt, parts, pdf, rtf, standing, zipped

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
        "a.eml": ("MIME-Version: 1.0\n\n" + text).encode(),
        "a.html": text.encode(),
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
    kind = KINDS.get(name[2:])
    output = f"out{kind.written if kind else '.txt'}"
    run(name, output)
    (text,) = texts(tmp_path / output)
    assert text == as_jsonl(tmp_path, run, name)
    assert "moyo@" not in text
    run(name, "out.jsonl")
    assert json.loads((tmp_path / "out.jsonl").read_text("utf8"))["text"] == text


@pytest.mark.few(1)
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


@pytest.mark.few(1)
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
    entries = {**parts(docx("x")), "word/media/image1.png": EMPTY}
    (tmp_path / "a.docx").write_bytes(zipped(linked({**entries, "customXml/item9.xml": b"<a/>"})))
    summary = run("a.docx", "out.docx", internal_dir=str(tmp_path / "internal"))
    assert summary.unsearched["image"] == 1
    assert "so look at them: image 1" in "\n".join(summary.lines())
    assert summary.kept_unsearched() == ["Not searched in files, so look at them: image 1"]
    assert "and not written: custom XML (dropped) 2" in "\n".join(summary.lines())
    manifest = json.loads((tmp_path / "internal" / "manifest.json").read_text("utf8"))
    assert manifest["counts"]["parts_not_searched"]["image"] == 1


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        ({"../a.txt": b"x"}, "E791"),
        ({"/etc/a.txt": b"x"}, "E791"),
        ({"a\\..\\..\\b.txt": b"x"}, "E791"),
        ({"C:\\b.txt": b"x"}, "E791"),
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
        ("a.eml", b"broken", "out.eml", "E789"),
        ("a.html", b"<p>\xff", "out.html", "E789"),
        ("a.eml", b"Subject: x\n\ny", "out.docx", "E739"),
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


@pytest.mark.slow  # a table goes on in tests/cli/test_data.py
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


def bombs() -> dict[str, bytes]:
    """Files that unpack to far more than they are."""
    elements = b"<a>" + b"<b/>" * 800_000
    spaces = "<text:p>x" + "<text:s text:c='99999999'/>" * 3 + "</text:p>"
    return {
        "header.docx": zipped({**parts(docx("x")), "word/header1.xml": elements}),
        "cell.docx": zipped({**parts(docx("x")), "word/a.bin": b"\0" * (40 << 20)}),
        "a.odt": zipped({**parts(odt("x")), "styles.xml": elements}),
        "b.odt": odt(spaces),
        "a.pdf": drawn(b"BT (x) Tj ET " * 3_000_000),
        "b.pdf": drawn(b"/F Do " * 50_000, form=b"BT (x) Tj ET " * 1000),
        "c.pdf": drawn(b"/F Do", form=b"/F Do"),
        "a.eml": b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" * 300,
        "a.html": b"<p>" * 2_100_000,
    }


def drawn(content: bytes, form: bytes = b"") -> bytes:
    """A PDF of one page with a content that is packed, and a form that it may draw."""
    import zlib

    packed, inner = zlib.compress(content), zlib.compress(form)
    bodies = [
        b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources 6 0 R >>",
        b"<< /Filter /FlateDecode /Length %d >>\nstream\n%b\nendstream" % (len(packed), packed),
        b"<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources 6 0 R /Filter /FlateDecode "
        b"/Length %d >>\nstream\n%b\nendstream" % (len(inner), inner),
        b"<< /XObject << /F 5 0 R >> >>",
    ]  # fmt: skip
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(bodies, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer\n<< /Size 7 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(out)
    return out + b"xref\n0 7\n0000000000 65535 f \n" + table + end


@pytest.mark.few(1)
@pytest.mark.parametrize("form", ["folder", "zip"])
def test_bombs_are_rejected_one_by_one_and_the_other_files_go_on(tmp_path, run, form):
    given = {**bombs(), "a.txt": TEXT.encode(), "z.docx": docx(*LINES)}
    if form == "zip":
        given["bomb.txt"] = b"\0" * (40 << 20)
        (tmp_path / "in.zip").write_bytes(zipped(given))
    else:
        (tmp_path / "in").mkdir()
        for name, data in given.items():
            (tmp_path / "in" / name).write_bytes(data)
    summary = run("in.zip" if form == "zip" else "in", "out.zip" if form == "zip" else "out")
    codes = [reason[1:5] for _, reason in summary.rejected]
    harmless = ["b.odt"]
    assert len(codes) == len(given) - 2 - len(harmless)
    assert set(codes) <= {"E796", "E789"} and codes.count("E789") == 1
    assert summary.documents == 3


def test_files_together_may_unpack_to_no_more_than_people_write():
    """Each is small enough by itself; files as people write them are read behind them, too."""
    whole = limits.Allowance()
    limit = limits.Limit(2_000_000, 200_000, 8, 1_000_000)
    taken = 0
    for _ in range(20):
        own = whole.file(1000)
        with contextlib.suppress(Unreadable):
            own.step(150_000, limit)
            own.done()
            taken += 1
    assert taken == 7
    whole.file(30_000).step(200_000, limit)


def test_links_in_a_folder_are_not_followed(tmp_path, run):
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "a.txt").write_text("tendai.moyo@uni.org")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text(TEXT)
    (tmp_path / "in" / "link.txt").symlink_to(tmp_path / "secret" / "a.txt")
    (tmp_path / "in" / "gone.txt").symlink_to(tmp_path / "nowhere.txt")
    (tmp_path / "in" / "folder").symlink_to(tmp_path / "secret", target_is_directory=True)
    (tmp_path / "in" / "up").symlink_to("..", target_is_directory=True)
    summary = run("in", "out", internal_dir=str(tmp_path / "internal"))
    assert [reason[:6] for _, reason in summary.rejected] == ["[E797]"] * 4
    assert len(list((tmp_path / "out").iterdir())) == summary.documents == 1


def test_links_in_an_archive_are_not_followed(tmp_path, run):
    import zipfile

    with zipfile.ZipFile(tmp_path / "in.zip", "w") as packed:
        packed.writestr("a.txt", TEXT)
        link = zipfile.ZipInfo("b.txt")
        link.external_attr = 0o120777 << 16
        packed.writestr(link, "/etc/passwd")
    summary = run("in.zip", "out.zip")
    assert [reason[:6] for _, reason in summary.rejected] == ["[E797]"]
    assert summary.documents == 1


def test_a_link_in_a_document_is_refused():
    import zipfile
    from io import BytesIO

    out = BytesIO(docx("x"))
    with zipfile.ZipFile(out, "a") as packed:
        link = zipfile.ZipInfo("word/media/image1.png")
        link.external_attr = 0o120777 << 16
        packed.writestr(link, "/etc/passwd")
    with pytest.raises(Unreadable, match="E791"):
        KINDS["docx"].read(out.getvalue())


def test_an_archive_is_read_part_by_part():
    archive = Archive.of(zipped({"b/a.txt": b"x", "c.txt": b"yy"}))
    assert archive.names == ["b/a.txt", "c.txt"]
    assert archive.size("c.txt") == 2
    archive.close()
