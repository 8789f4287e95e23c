"""examples/swell.md and examples/class/README.md run as they stand there, block by block.

Commands search by rules alone (conftest.main), so that a page needs no trained pipeline.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile, is_zipfile

import pytest

from spacy_hips.core.labels import LABELS

from .conftest import main

ROOT = Path(__file__).parents[2]
SECRET = hashlib.sha256(b"walks").hexdigest()
BLOCK = re.compile(r"^```(python|bash)\n(.*?)^```", re.S | re.M)
PRINTED = re.compile(r"^# (.*)\n\Z", re.M)
CODE = re.compile(r"#.*exit code (\d)")


def walk(page, capsys, needs=()):
    """Run the blocks of a page; a command may say which exit code it has.

    The secret that the page makes is exchanged for one that is always the same: a drawn one may
    give somebody a name that is somebody else's original. `needs` names the sections that are left
    out where a package is missing.
    """
    names: dict = {"__name__": "page"}
    text = (ROOT / page).read_text("utf8")
    for heading, package in needs:
        assert f"\n## {heading}\n" in text
        if find_spec(package) is None:
            text = re.sub(rf"\n## {re.escape(heading)}\n.*?(?=\n## )", "\n", text, flags=re.S)
    for kind, block in BLOCK.findall(text):
        if kind == "python":
            capsys.readouterr()
            exec(compile(block, page, "exec"), names)
            if (told := PRINTED.search(block)) is not None:
                assert capsys.readouterr().out.splitlines()[-1] == told[1]
            continue
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line)
            if words[:1] == ["mkdir"]:
                for folder in words[1:]:
                    Path(folder).mkdir(exist_ok=True)
            if words[:1] == ["cp"]:
                shutil.copy(*words[1:])
            if line.startswith("python "):
                subprocess.run([sys.executable, *shlex.split(line)[1:]], check=True)
            if line.startswith("spacy-hips "):
                code = CODE.search(line)
                command = shlex.split(line, comments=True)[1:]
                command = [word for word in command if word != "--roles"]  # rules know none
                assert main(command) == int(code[1] if code else 0), line
                if command[0] == "new-secret":
                    Path(command[1]).write_text(SECRET)
    return names


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("HIPS_SECRET", raising=False)
    return tmp_path


@pytest.mark.filterwarnings("ignore:.*W[0-9]")
def test_the_page_about_swell(here, capsys):
    walk("examples/swell.md", capsys)
    for name in ("surrogates.jsonl", "placeholders.jsonl", "labelled.jsonl"):
        text = (here / name).read_text("utf8")
        assert not any(old in text for old in ("Haddad", "Fatima", "Lindqvist", "Elin", "174 06"))
        assert "Uppsala" not in text and "sv1" not in text
    assert "buss 16" in (here / "placeholders.jsonl").read_text("utf8")


def test_the_tag_set_of_swell_is_that_of_the_table():
    page = (ROOT / "examples" / "swell.md").read_text("utf8")
    rows = re.findall(r"^\| ((?:`[A-Z_]+`(?:, )?)+) \| (.*) \|$", page, re.M)
    told = {label: re.findall(r"`(\w+)`", theirs) for labels, theirs in rows
            for label in re.findall(r"`(\w+)`", labels)}  # fmt: skip
    known = {name: [s for s in row.swell if s != "initials"] for name, row in LABELS.items()}
    assert told == {name: theirs for name, theirs in known.items() if theirs}


def parts(name, content):
    """A file, and whatever is packed in it."""
    yield name, content
    if is_zipfile(io.BytesIO(content)):
        with ZipFile(io.BytesIO(content)) as packed:
            for part in packed.namelist():
                yield from parts(f"{name}/{part}", packed.read(part))


@pytest.mark.slow  # walks what tests/records/files/test_excel.py asks piece by piece
@pytest.mark.filterwarnings("ignore:.*W[0-9]")
def test_the_page_about_a_spreadsheet(here, capsys):
    shutil.copytree(ROOT / "examples" / "class", here, dirs_exist_ok=True)
    talk = {"messages": [{"name": "Zola Nwosu", "content": "I am Zola Nwosu."}]}
    (here / "conversations.json").write_text(json.dumps(talk), "utf8")
    walk("docs/spreadsheet.md", capsys)
    released = [p for end in ("*.*sv", "*.json", "*.jsonl") for p in (here / "public").glob(end)]
    assert released
    for path in released:
        text = path.read_text("utf8")
        assert not [name for name in NAMES if name in text], path.name


@pytest.mark.filterwarnings("ignore:.*W[0-9]")
def test_the_page_about_word_files(here):
    """The commands for a folder, with a decision as the review page saves it."""
    page = (ROOT / "docs" / "documents.md").read_text("utf8")
    section = page.partition("\n## A folder of Word files\n")[2].partition("\n## ")[0]
    shutil.copytree(ROOT / "examples" / "class" / "texts", here / "essays")
    shutil.copy(ROOT / "examples" / "class" / "roster.csv", here / "class.csv")
    for line in BLOCK.search(section)[2].splitlines():
        assert main([word for word in shlex.split(line)[1:] if word != "--roles"]) == 0, line
        if " review " in line:
            found = [json.loads(row) for row in Path("found.jsonl").read_text("utf8").splitlines()]
            place = next(row for row in found if "start" in row)
            names = ("doc", "row", "column", "text_hash", "start", "end", "label")
            decision = {name: place[name] for name in names} | {"verdict": "accept"}
            Path("decisions.jsonl").write_text(json.dumps(decision) + "\n")
    written = [path.read_text("utf8") for path in (here / "public").iterdir()]
    assert len(written) == 5 and not any(name in text for name in NAMES for text in written)


NEEDS = (
    ("Which texts?", "sklearn"), ("Word, Excel, an archive", "docx"),
    ("Word, Excel, an archive", "openpyxl"),
)  # fmt: skip
NAMES = ("Nwosu", "Lindahl", "Restrepo", "Sokolov", "Rahimi", "Wanjiru", "Quispe", "Petrenko")


@pytest.mark.filterwarnings("ignore:.*W[0-9]")
@pytest.mark.slow
def test_the_page_about_a_stewards_day(here, capsys):
    shutil.copytree(ROOT / "examples" / "class", here, dirs_exist_ok=True)
    walk("examples/class/README.md", capsys, NEEDS)
    released = [path for path in (here / "public").rglob("*") if path.is_file()]
    assert len([path for path in released if path.suffix == ".txt"]) == 5
    for path in released:
        for part, content in parts(path.name, path.read_bytes()):
            found = [name for name in NAMES if name in content.decode("utf8", "replace") + part]
            assert not found, (path.name, part, found)
    essays = (here / "public" / "essays.csv").read_text("utf8")
    assert not any(
        name in essays for name in ("Chidi", "Andrés", "Brandt", "7946 0018", "7 Orchard")
    )
    assert "Curie" in essays and "nurse" in essays and "3 Quarry Street" in essays
    assert "Kasia" not in (here / "public" / "feedback.csv").read_text("utf8")
    assert len((here / "internal" / "open.jsonl").read_text("utf8").splitlines()) == 2
    capsys.readouterr()
    main(["review", "internal/feedback.jsonl", "--decisions", "decisions/feedback.jsonl"])
    assert "at most 52.1 %" in capsys.readouterr().err
    if (here / "made").exists():
        same_texts_in_every_format(here / "public")


def same_texts_in_every_format(public):
    """Same decisions, same surrogates: in the workbook as in the table."""
    with (public / "essays.csv").open(encoding="utf8", newline="") as file:
        rows = [row["text"] for row in csv.DictReader(file)]
    openpyxl = pytest.importorskip("openpyxl")
    head, *cells = openpyxl.load_workbook(public / "essays.xlsx").active.iter_rows(values_only=True)
    assert [row[head.index("text")] for row in cells] == rows
    packed = ZipFile(public / "submissions.zip").namelist()
    written = [path.name for path in (public / "documents").iterdir()]
    assert len(packed) == len(written) == 5
