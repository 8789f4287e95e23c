"""Writers: what was read can be read again."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_hips.core.errors import HipsError
from spacy_hips.desk.files.writers import JsonFormat, TableFormat, json_line, target_format

CELLS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@given(st.lists(st.lists(CELLS, min_size=2, max_size=2), max_size=5), st.sampled_from(",;\t|"))
def test_a_table_reads_back(cells, delimiter):
    form = TableFormat(["a", "b"], delimiter)
    data = form.head() + b"".join(form.row({"a": a, "b": b}) for a, b in cells)
    read = list(csv.reader(io.StringIO(data.decode(), newline=""), delimiter=delimiter))
    assert read == [["a", "b"], *cells]


@given(st.dictionaries(CELLS, st.text(max_size=20) | st.integers() | st.none(), max_size=4))
def test_json_lines_read_back_even_with_lone_surrogates(values):
    line = json_line(values)
    assert line.count(b"\n") == 1
    assert json.loads(line) == values


@given(st.lists(st.dictionaries(CELLS, CELLS, max_size=3), max_size=4))
def test_a_json_list_reads_back(rows):
    form = JsonFormat()
    assert json.loads(form.head() + b"".join(form.row(row) for row in rows) + form.tail()) == rows


def test_missing_and_nested_values_in_a_table():
    form = TableFormat(["a", "b", "c"], "\t")
    assert form.row({"a": "x", "c": {"k": [1]}}) == b'x\t\t"{""k"": [1]}"\n'


@pytest.mark.parametrize(
    ("output", "source", "target"),
    [
        ("out.jsonl", "csv", "jsonl"),
        ("out.csv", "csv", "csv"),
        ("out", "folder", "folder"),
        ("out", "txt", "txt"),
        ("texts.v2", "folder", "folder"),
        ("out.tex", "txt", "txt"),
        ("-", "jsonl", "jsonl"),
        ("out.spacy", "jsonl", "spacy"),
        ("out.json", "csv", "json"),
        ("-", "json", "json"),
    ],
)
def test_the_name_tells_the_format(output, source, target):
    assert target_format(output, source) == target


@pytest.mark.parametrize("source", ["txt", "folder", "csv", "jsonl", "json", "spacy"])
@pytest.mark.parametrize("ending", [".xlsx", ".docx", ".parquet", ".json.gz", ".pdf", ".pptx"])
def test_nothing_is_written_under_a_name_that_says_something_else(source, ending):
    with pytest.raises(HipsError, match="E739"):
        target_format("out" + ending, source)


def test_many_texts_do_not_become_one():
    with pytest.raises(HipsError, match="E715"):
        target_format("out.txt", "csv")
