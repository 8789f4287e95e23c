"""Document files: no part of what is written keeps an original, and no format differs."""

from __future__ import annotations

import json
import resource
import zipfile
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

from . import check, hips
from .planted import planted, walked

LINES = (
    "Dear Ms. Achterberg, my name is Thandolwethu Mkhwanazi.",
    "Please write to thandolwethu.mkhwanazi@uni.example or call +44 20 7946 0958.",
    "I read the book that you gave me, and I liked the part about the bees.",
    "Yours, Thandolwethu Mkhwanazi",
)
WORDS = ("thandolwethu", "mkhwanazi", "achterberg")


def _word(lines: tuple[str, ...] = LINES) -> bytes:
    from docx import Document

    document = Document()
    document.core_properties.author = document.core_properties.comments = ""
    for line in lines:
        document.add_paragraph(line)
    return _saved(document)


def _rich() -> bytes:
    """A name in every place that python-docx can write to, and over three runs."""
    from docx import Document

    document = Document()
    properties = document.core_properties
    properties.author, properties.last_modified_by = "Thandolwethu Mkhwanazi", "Ruth Achterberg"
    properties.title, properties.comments = "An essay by Thandolwethu Mkhwanazi", ""
    paragraph = document.add_paragraph("My name is Thando")
    paragraph.add_run("lwethu Mkh").bold = True
    paragraph.add_run("wanazi, and I like bees.")
    document.add_table(1, 2).cell(0, 1).text = "Thandolwethu Mkhwanazi"
    section = document.sections[0]
    section.header.paragraphs[0].text = "Mkhwanazi 1"
    section.footer.paragraphs[0].text = "Handed in by Thandolwethu Mkhwanazi"
    document.add_comment(
        paragraph.runs[0], "Well done, Thandolwethu!", author="Ruth Achterberg", initials="RA"
    )
    return _saved(document)


def _saved(document: object) -> bytes:
    out = BytesIO()
    document.save(out)  # type: ignore[attr-defined]
    return out.getvalue()


def _parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _clean(path: Path) -> None:
    """No original in any part or name, archives within taken apart, and every XML part whole."""
    for name, data in _parts(path).items():
        shown = (name + data.decode("utf8", "replace")).lower()
        assert not [word for word in WORDS if word in shown], (path.name, name)
        if name.endswith((".xml", ".rels")):
            ElementTree.fromstring(data)
        if name.endswith(".docx"):
            inner = path.with_name(path.stem + "-inner.docx")
            inner.write_bytes(data)
            _clean(inner)


@check("A .docx rewritten in place keeps no original in any part of the zip, and opens.")
def word_in_place(folder: Path, pipeline: str) -> None:
    from docx import Document

    (folder / "in.docx").write_bytes(_rich())
    run = hips(folder, "anonymize", "in.docx", "-o", "out.docx", "--model", pipeline)
    assert run.returncode == 0, run.stderr
    _clean(folder / "out.docx")
    assert Document(str(folder / "out.docx")).paragraphs[0].text.endswith(", and I like bees.")


@check(
    "The same text comes out the same through a zipped .docx, .xlsx and .parquet as through jsonl."
)
def same_through_all(folder: Path, pipeline: str) -> None:
    import openpyxl
    import pyarrow
    from pyarrow import parquet

    text, options = "\n".join(LINES), ("--model", pipeline, "--secret-file", "secret")
    hips(folder, "new-secret", "secret")
    (folder / "a.docx").write_bytes(_word())
    with zipfile.ZipFile(folder / "a.zip", "w") as archive:
        archive.write(folder / "a.docx", "a.docx")
    rows = [{"id": "a.docx", "text": text}]
    (folder / "a.jsonl").write_text(json.dumps(rows[0]) + "\n", "utf8")
    book = openpyxl.Workbook()
    for cells in (["id", "text"], list(rows[0].values())):
        book.active.append(cells)
    book.save(folder / "a.xlsx")
    parquet.write_table(pyarrow.Table.from_pylist(rows), folder / "a.parquet")
    found = {}
    for name in ("a.jsonl", "a.zip", "a.xlsx", "a.parquet"):
        run = hips(folder, "anonymize", name, "-o", name + ".jsonl", *options)
        assert run.returncode == 0, (name, run.stderr)
        found[name] = json.loads((folder / (name + ".jsonl")).read_text("utf8"))["text"]
    assert len(set(found.values())) == 1, found
    assert not any(word in found["a.jsonl"].lower() for word in WORDS)


@check("A .zip of submissions keeps no name in any path, and counts what it cannot read.")
def submissions(folder: Path, pipeline: str) -> None:
    with zipfile.ZipFile(folder / "in.zip", "w") as archive:
        owner = "Thandolwethu Mkhwanazi_17_assignsubmission_file"
        archive.writestr(f"{owner}/Mkhwanazi essay.docx", _word())
        archive.writestr("achterbergruth_12_34_essay.txt", "I am Ruth Achterberg. I like bees.")
        archive.writestr("achterbergruth_12_35_slides.pptx", b"PK")
        archive.writestr("achterbergruth_12_36_more.zip", b"PK")
        archive.writestr("achterbergruth_12_37_broken.pdf", b"%PDF-1.7")
    run = hips(folder, "anonymize", "in.zip", "-o", "out.zip", "--model", pipeline)
    assert run.returncode == 1, run.stderr
    assert b"3 rows rejected" in run.stderr
    assert not any(word in run.stderr.decode().lower() for word in WORDS)
    _clean(folder / "out.zip")
    assert len(_parts(folder / "out.zip")) == 2


@check("A zip bomb, a path that leads out, a password or a scan is an error, and nothing is left.")
def bad_files(folder: Path, pipeline: str) -> None:
    def packed(name: str, data: bytes) -> bytes:
        out = BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(name, data)
        return out.getvalue()

    protected = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le")
    bad = {
        "bomb.docx": (packed("a.bin", b"\0" * (64 << 20)), b"E796"),
        "out.zip": (packed("../../a.txt", b"x"), b"E791"),
        "locked.docx": (protected, b"E788"),
        "cut.docx": (_word()[:5000], b"E789"),
        "cut.pdf": (b"%PDF-1.7\n1 0 obj", b"E789"),
    }
    for name, (data, code) in bad.items():
        (folder / name).write_bytes(data)
        run = hips(folder, "anonymize", name, "-o", "made", "--rules-only")
        assert run.returncode == 2 and code in run.stderr, (name, run.stderr)
    assert {path.name for path in folder.iterdir()} == set(bad)


@check("A .docx keeps no secret in any of its places: each is read and searched, or it is gone.")
def planted_secrets(folder: Path, pipeline: str) -> str:
    data, secrets = planted()
    (folder / "in.docx").write_bytes(data)
    shown = hips(folder, "anonymize", "in.docx", "-o", "read.jsonl", "--rules-only")
    assert shown.returncode == 0, shown.stderr
    read = json.loads((folder / "read.jsonl").read_text("utf8"))["text"]
    seen = [secret for secret in secrets.values() if secret in read]
    (folder / "hidden.txt").write_text("\n".join(secrets.values()), "utf8")
    run = hips(
        folder, "anonymize", "in.docx", "-o", "out.docx", "--model", pipeline, "--deny",
        "NAME_PRIVATE=hidden.txt", "--quiet",
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert b"image 4" in run.stderr and b"dropped" not in run.stderr
    kept = [place for place, s in secrets.items() if walked((folder / "out.docx").read_bytes(), s)]
    assert not kept, kept
    return f"{len(secrets)} places, {len(seen)} of them read"


@check("A bomb in a folder or a .zip is rejected by itself, within a bound of memory.")
def bombs(folder: Path, pipeline: str) -> str:
    with zipfile.ZipFile(BytesIO(_word())) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["word/header1.xml"] = b"<a>" + b"<a/>" * 8_000_000 + b"</a>"
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    for form in ("in", "in.zip"):
        given = {"a.docx": out.getvalue(), "b.docx": _word(), "c.txt": b"I like bees."}
        if form == "in":
            (folder / "in").mkdir()
            for name, data in given.items():
                (folder / "in" / name).write_bytes(data)
        else:
            with zipfile.ZipFile(folder / "in.zip", "w") as archive:
                for name, data in given.items():
                    archive.writestr(name, data)
        run = hips(folder, "anonymize", form, "-o", form.replace("in", "out"), "--rules-only")
        assert run.returncode == 1 and b"E796" in run.stderr, run.stderr
        assert b"1 row rejected" in run.stderr
    assert len(list((folder / "out").iterdir())) == len(_parts(folder / "out.zip")) == 2
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    assert peak < 1500, peak
    return f"at most {peak:,} MB"


@check("What a link in a folder or a .zip leads to is not read.")
def links(folder: Path, pipeline: str) -> None:
    (folder / "elsewhere").mkdir()
    (folder / "elsewhere" / "a.txt").write_text("I am Thandolwethu Mkhwanazi.")
    (folder / "in").mkdir()
    (folder / "in" / "a.txt").write_text("I like bees.")
    (folder / "in" / "b.txt").symlink_to(folder / "elsewhere" / "a.txt")
    (folder / "in" / "c").symlink_to(folder / "elsewhere", target_is_directory=True)
    run = hips(folder, "anonymize", "in", "-o", "out", "--rules-only")
    assert run.returncode == 1 and run.stderr.count(b"E797") == 2, run.stderr
    assert len(list((folder / "out").iterdir())) == 1


@check("A kept column of a workbook keeps no text of its format, and an empty formula is told.")
def formats(folder: Path, pipeline: str) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    book.active.append(["id", "text", "score", "sum"])
    book.active.append([1, "I like bees.", 3, "=Mkhwanazi+1"])
    book.active["C2"].number_format = '"Thandolwethu Mkhwanazi" 0'
    book.save(folder / "in.xlsx")
    roles = "id=doc,text=text,score=keep,sum=keep"
    run = hips(folder, "anonymize", "in.xlsx", "-o", "out.xlsx", "--rules-only", "--columns", roles)
    assert run.returncode == 0, run.stderr
    assert b"W132" in run.stderr and b"W133" in run.stderr, run.stderr
    _clean(folder / "out.xlsx")
