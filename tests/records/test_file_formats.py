"""The table of formats: every row can be read and written, and a row is all that a format needs."""

from __future__ import annotations

import subprocess
import sys
from types import MappingProxyType

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.desk.annotations.registry import FORMATS as ANNOTATIONS
from spacy_hips.desk.files import file_formats
from spacy_hips.desk.files.file_formats import FORMATS, FileFormat, format_by_name, targets
from spacy_hips.desk.files.readers import TableSource, open_source
from spacy_hips.desk.files.sinks import Place, RowSink, write_rows
from spacy_hips.desk.files.writers import TableFormat, target_format

ROWS = [{"id": "1.txt", "text": "one"}, {"id": "2.txt", "text": "two"}]


WRITTEN = [n for n, form in FORMATS.items() if form.sink and (n == "zip" or not form.in_place)]


@pytest.mark.parametrize("name", WRITTEN)
def test_what_a_sink_writes_its_source_reads(name, tmp_path):
    rows = ROWS[:1] if name in ("txt", "html") else ROWS
    path = str(tmp_path / "out")
    place = Place(output=path, columns=("id", "text"), doc="id", text="text")
    assert write_rows(name, place, rows) == len(rows)
    with open_source(path, name) as source:
        assert [row.fields["text"] for row in source] == [row["text"] for row in rows]


def test_rows_that_end_in_an_error_leave_nothing(tmp_path):
    place = Place(output=str(tmp_path / "out"), columns=("id",), doc="id", text="text")
    for name in set(WRITTEN) - {"jsonl", "json", "csv", "tsv"}:
        with pytest.raises(KeyError):
            write_rows(name, place, [{"id": "1.txt"}])
    with pytest.raises(HipsError, match="E756"):
        write_rows("folder", place, [{"id": "../1.txt", "text": "one"}])
    assert not list(tmp_path.iterdir())


def test_an_ending_belongs_to_one_format():
    endings = [ending for form in FORMATS.values() for ending in form.endings]
    assert len(endings) == len(set(endings))
    assert [format_by_name("a" + ending.upper()) for ending in ("", ".Tab", ".x")] == [
        "",
        "tsv",
        "",
    ]


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("txt", "txt jsonl json csv tsv spacy"),
        ("folder", "folder zip jsonl json csv tsv spacy"),
        ("zip", "zip folder jsonl json csv tsv spacy"),
        ("docx", "docx txt jsonl json csv tsv spacy"),
        ("eml", "eml txt jsonl json csv tsv spacy"),
        ("html", "html txt jsonl json csv tsv spacy"),
        ("pdf", "txt jsonl json csv tsv spacy"),
        ("xlsx", "xlsx csv tsv jsonl json spacy"),
        ("parquet", "parquet csv tsv arrow jsonl json spacy"),
        ("json", "json jsonl csv tsv spacy"),
        ("tsv", "tsv csv jsonl json spacy"),
        ("spacy", "spacy jsonl json csv tsv"),
    ],
)
def test_what_an_input_can_become(source, wanted):
    assert " ".join(targets(source)) == wanted


def test_annotations_of_a_format_have_its_endings():
    for own, name in {"jsonl": "jsonl", "kaggle": "json", "spacy": "spacy"}.items():
        assert ANNOTATIONS[own].endings == FORMATS[name].endings


class PipeSource(TableSource):
    own_delimiter = "|"


def pipe_sink(place):
    return RowSink(place, TableFormat(place.columns, "|"))


def test_a_format_of_ones_own_is_a_row(monkeypatch, tmp_path):
    made = {"own:source": PipeSource, "own:sink": pipe_sink}
    load = file_formats.made_by
    for module in ("readers", "sinks"):
        monkeypatch.setattr(
            f"spacy_hips.desk.files.{module}.made_by", lambda name: made.get(name) or load(name)
        )
    own = FileFormat("row", "own:source", "own:sink", (".psv",))
    table = MappingProxyType({**FORMATS, "psv": own})
    for module in ("file_formats", "readers", "sinks"):
        monkeypatch.setattr(f"spacy_hips.desk.files.{module}.FORMATS", table)
    (tmp_path / "a.psv").write_text("id|text\n1|a, b\n")
    with open_source(str(tmp_path / "a.psv")) as source:
        assert [row.fields for row in source] == [{"id": "1", "text": "a, b"}]
    assert target_format("out.psv", "csv") == "psv"


@pytest.mark.slow  # writes a plug-in and starts Python with it
def test_a_kind_of_document_is_one_file_and_one_row(tmp_path):
    """As CONTRIBUTING says: by itself, in a folder, in messages, in and out."""
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "toy.py").write_text(TOY)
    (tmp_path / "try.py").write_text(TRY)
    (tmp_path / "in").mkdir()
    for name in ("a.toy", "in/b.toy"):
        (tmp_path / name).write_bytes(b"TOY|Ana Ruiz|Mail ana.ruiz@uni.org")
    done = subprocess.run([sys.executable, "try.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    (inside,) = (tmp_path / "out").glob("*.toy")
    for path in (tmp_path / "out.toy", inside):
        mark, author, text = path.read_text().split("|")
        assert mark == "TOY" and text.startswith("Mail ")
        assert "Ruiz" not in author and "ruiz" not in text


TOY = """
from spacy_hips.desk.files.file_formats import PEOPLE
from spacy_hips.desk.files.formats.content import Content
from spacy_hips.desk.files.formats.pieces import changed, renamed


def read(data, allowance):
    _, author, text = data.decode().split("|")
    return Content(text, (author,))


def rewrite(data, cells, text):
    _, author, text = data.decode().split("|")
    new = renamed((author,), cells[PEOPLE])[author]
    return f"TOY|{new}|{changed(text, cells['text'])}".encode()
"""
TRY = """
import spacy_hips.desk.files.formats as formats
from spacy_hips.desk.files.formats import kinds

formats.__path__.append("made")
row = {"toy": kinds.Kind("toy", (".toy",), (), ".toy", in_place=True)}  # the row
kinds.KINDS = {**kinds.KINDS, **row}

import os

from spacy_hips import Job, JobOptions
from spacy_hips.desk.files.readers import guess_format

os.environ["HIPS_SECRET"] = "a secret of the toy format, long enough"
for given, output in (("a.toy", "out.toy"), ("in", "out")):
    Job(JobOptions(input=given, output=output, rules_only=True)).run()
try:
    guess_format("made/toy.py")
except Exception as error:
    assert "E714" in str(error) and ".toy" in str(error)
"""
