"""A frame comes out as the command line writes it, in the type it came in."""

from __future__ import annotations

import datetime

import pandas
import polars
import pyarrow
import pytest
from pyarrow import parquet

import spacy_hips
from spacy_hips import HipsError, HipsWarning
from spacy_hips.cli._app import main
from spacy_hips.core.ids import Secret
from spacy_hips.desk.frames import anonymize

pytestmark = pytest.mark.filterwarnings("ignore:.*W101")

ROWS = {
    "id": ["1", "2", "3"],
    "student": ["s1", "s2", "s1"],
    "who": ["Ana Ruiz", "Ben Okri", "Ana Ruiz"],
    "essay": ["Ana: ana@uni.org", "Ana Ruiz helped, 0151 23456789.", None],
    "grade": [1, 2, None],
    "when": [datetime.date(2024, 5, 3)] * 3,
    "seat": ["A1", "B2", "C3"],
}
COLUMNS = {
    "id": "doc", "student": "author", "who": "name", "essay": "text", "grade": "keep",
    "when": "date",
}  # fmt: skip
TEXT = "Mail ana.ruiz@uni.org today."


def quiet(summary):
    """A report that says nothing."""


@pytest.fixture
def wide(tmp_path, monkeypatch):
    """The options of a run over a corpus."""
    monkeypatch.setenv("HIPS_SECRET", "a secret for the tests only")
    return {
        "rules_only": True, "scope": "corpus", "register": str(tmp_path / "names"),
        "report": quiet,
    }  # fmt: skip


@pytest.fixture
def written(tmp_path, wide):
    """What the command line writes for the same table."""
    table = pyarrow.table(ROWS)
    parquet.write_table(table, tmp_path / "in.parquet")
    (tmp_path / "out").mkdir()
    output = tmp_path / "out" / "public.parquet"
    columns = ",".join(f"{name}={role}" for name, role in COLUMNS.items())
    arguments = [str(tmp_path / "in.parquet"), "-o", str(output), "--columns", columns]
    more = ["--rules-only", "--scope", "corpus", "--register", wide["register"], "--quiet"]
    assert main(["anonymize", *arguments, *more]) == 0
    return parquet.read_table(output)


def data_set(table):
    datasets = pytest.importorskip("datasets", reason="needs the extra datasets")
    return datasets.Dataset.from_dict(table.to_pydict())


def streamed(table):
    return data_set(table).to_iterable_dataset()


KINDS = {
    "pandas": (lambda table: table.to_pandas(), pyarrow.Table.from_pandas),
    "polars": (polars.from_arrow, lambda frame: frame.to_arrow()),
    "arrow": (lambda table: table, lambda table: table),
    "a data set": (data_set, lambda data: pyarrow.table(data.to_dict())),
    "a streamed data set": (streamed, lambda data: pyarrow.Table.from_pylist(list(data))),
}


@pytest.mark.few(3)
@pytest.mark.parametrize("kind", KINDS)
def test_it_gives_what_the_command_line_writes_in_the_same_type(kind, written, wide):
    make, back = KINDS[kind]
    frame = make(pyarrow.table(ROWS))
    public = anonymize(frame, COLUMNS, **wide)
    assert type(public) is type(frame)

    def plain(table):
        return [{k: None if v != v else v for k, v in row.items()} for row in table.to_pylist()]

    assert plain(back(public)) == plain(written)


def test_types_and_the_rows_of_a_pandas_frame_stay(wide):
    frame = pandas.DataFrame({**ROWS, "essay": ["a", "b", "c"], "grade": [1, 2, 3]})
    frame["level"] = pandas.Categorical(["x", "y", "x"])
    public = anonymize(frame, {**COLUMNS, "level": "keep", "when": "drop"}, **wide)
    assert list(public.columns) == ["id", "student", "who", "essay", "grade", "level"]
    same = ["id", "student", "who", "essay", "grade", "level"]
    assert [public[n].dtype for n in same] == [frame[n].dtype for n in same]


def test_an_index_that_names_somebody_does_not_go_out(wide):
    frame = pandas.DataFrame({"text": [TEXT]}, index=["Ana Ruiz"])
    assert list(anonymize(frame, rules_only=True, report=quiet).index) == [0]


def test_rows_that_are_left_out_are_told_and_keep_the_numbers_of_the_others(wide):
    frame = pandas.DataFrame({"text": [TEXT, TEXT, TEXT], "author": ["a", None, "a"]})
    wide.pop("report")
    with pytest.warns(HipsWarning, match=r"W158.*1 row rejected.*the author is missing"):
        public = anonymize(frame, **{**wide, "scope": "author"})
    assert list(public.index) == [0, 2]


def test_a_pipeline_that_is_given_stays_as_it_is(wide, tmp_path):
    from spacy_hips.components.tokenizer import blank

    nlp = blank("en")
    nlp.add_pipe("hips_anonymizer")
    secret = Secret(b"marble lantern 47 quietly orbits")
    nlp.get_pipe("hips_anonymizer").set_secret(secret)
    (tmp_path / "allow.txt").write_text("ana.ruiz@uni.org\n")
    table = pyarrow.table({"text": [TEXT]})
    kept = anonymize(table, nlp=nlp, allow=[str(tmp_path / "allow.txt")], report=quiet)
    assert kept.to_pydict()["text"] == [TEXT]
    hidden = anonymize(table, nlp=nlp, report=quiet).to_pydict()["text"]
    assert hidden == [nlp(TEXT)._.anonymized] != [TEXT]
    assert (
        anonymize(table, rules_only=True, secret=secret, report=quiet)["text"].to_pylist() == hidden
    )


def test_progress_and_internal_output(wide, tmp_path):
    seen = []
    anonymize(
        pyarrow.table(ROWS), COLUMNS, progress=lambda *at: seen.append(at), batch_size=1,
        internal_dir=str(tmp_path / "internal"), **wide,
    )  # fmt: skip
    assert seen[-1] == (3, 3)
    assert (tmp_path / "internal" / "spans.jsonl").stat().st_mode & 0o077 == 0


BAD = {
    "no such column": ({"text": ["a"]}, {"essay": "text"}, "E709"),
    "no text": ({"body": ["a"]}, None, "E710"),
    "mixed types": ({"text": ["a", 1]}, None, "E882"),
    "a nested text": ({"text": [["a"]]}, None, "E881.*list"),
    "a text of numbers": ({"text": [1]}, None, "E881"),
    "a nested id": ({"text": ["a"], "n": [{"a": 1}]}, {"text": "text", "n": "doc"}, "E881.*'n'"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_frame_that_cannot_be_used(case):
    values, columns, message = BAD[case]
    with pytest.raises(HipsError, match=message):
        anonymize(pandas.DataFrame(values), columns, rules_only=True)


def test_two_columns_of_one_name():
    frame = pandas.DataFrame([["a", "b"]], columns=["text", "text"])
    with pytest.raises(HipsError, match="E712"):
        anonymize(frame, rules_only=True)


@pytest.mark.parametrize("given", [{0: "text", 1: "keep"}, {"0": "text", "1": "keep"}])
def test_columns_that_are_called_by_numbers(given):
    frame = pandas.DataFrame([[TEXT, 4]])
    out = anonymize(frame, given, rules_only=True, report=quiet)
    assert list(out.columns) == list(frame.columns) == [0, 1] and out[1].tolist() == [4]
    assert "ana.ruiz" not in out[0][0]
    with pytest.raises(HipsError, match="E709"):
        anonymize(frame, {2: "text"}, rules_only=True)


@pytest.mark.parametrize("values", [[], [float("nan")] * 2])
def test_a_pandas_column_without_any_value_may_have_any_role(values):
    frame = pandas.DataFrame({"id": values, "text": values}, dtype=float)
    out = anonymize(frame, rules_only=True, report=quiet)
    assert len(out) == len(values) and out["text"].isna().all()


def test_python_objects_in_polars():
    frame = polars.DataFrame({"text": [object()]}, schema={"text": polars.Object})
    with pytest.raises(HipsError, match="E882"):
        anonymize(frame, rules_only=True)


def test_nulls_and_frames_without_rows():
    frame = pandas.DataFrame({"text": [None, None]})
    assert anonymize(frame, rules_only=True, report=quiet)["text"].isna().all()
    empty = pyarrow.table({"text": pyarrow.array([], pyarrow.string())})
    assert anonymize(empty, rules_only=True, report=quiet).num_rows == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"output": "x.csv"}, "E880.*'output'"),
        ({"secret": "secret.txt"}, "E884.*str"),
        ({"scope": "corpus"}, "E752|E105"),
        ({"key_file": "k"}, "E793"),
    ],
)
def test_options_that_a_frame_has_no_use_for(options, message):
    with pytest.raises(HipsError, match=message) as error:
        anonymize(pyarrow.table({"text": [TEXT]}), rules_only=True, **options)
    assert "secret.txt" not in str(error.value)


def test_what_is_no_frame():
    with pytest.raises(HipsError, match=r"E883.*list"):
        anonymize([{"text": "a"}])
    assert spacy_hips.desk.frames.anonymize is anonymize
