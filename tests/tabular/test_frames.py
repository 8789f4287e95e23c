"""The same kind of table comes back, and the one given is not changed."""

from __future__ import annotations

import pytest

from spacy_hips import HipsError
from spacy_hips.kanon import KAnonymizer

ROWS = [{"id": f"s{i}", "age": 12 + i % 4, "town": "xy"[i % 2], "score": i / 2} for i in range(24)]
SETTINGS = {"k": 4, "quasi": {"age": "ordered", "town": "nominal"}, "keep": ["score"]}


def release(table, **more):
    return KAnonymizer(**SETTINGS, unit="id", direct=["id"], **more).release(table)[0]


def test_a_pandas_frame_is_released_as_one():
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(ROWS, index=[f"r{i}" for i in range(24)])
    before = frame.copy()
    released = release(frame)
    pd.testing.assert_frame_equal(frame, before)
    assert list(released.columns) == ["age", "town", "score"]
    assert list(released.index) == list(frame.index)
    assert released.to_dict("records") == release(ROWS)
    assert released["age"].dtype == frame["age"].dtype


def test_pandas_with_missing_values_and_suppressed_rows():
    pd = pytest.importorskip("pandas")
    ages = [13] * 6 + [None] * 6 + [90]
    frame = pd.DataFrame({"age": ages, "town": pd.array(["a"] * 12 + [pd.NA], dtype="string")})
    quasi = {"age": "ordered", "town": "nominal"}
    released, report = KAnonymizer(3, quasi, max_suppressed=0.1).release(frame)
    assert len(released) == 12
    assert report.rows_suppressed == 1
    assert released["age"].isna().sum() == 6


def test_a_polars_frame_is_released_as_one():
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame(ROWS)
    before = frame.clone()
    released = release(frame)
    assert frame.equals(before)
    assert released.columns == ["age", "town", "score"]
    assert released.to_dicts() == release(ROWS)
    assert released.schema["age"] == frame.schema["age"]


def test_duplicate_column_names_are_refused():
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame([[1, 2]], columns=["age", "age"])
    with pytest.raises(HipsError, match=r"E602.*age"):
        KAnonymizer(1, {"age": "ordered"}).release(frame)


@pytest.mark.parametrize("table", ["text", 3, [1, 2], [["a"]]])
def test_data_that_are_no_table_are_refused(table):
    with pytest.raises(HipsError, match="E601"):
        KAnonymizer(1, {"age": "ordered"}).release(table)


def test_a_key_that_a_dict_lacks_is_a_missing_value():
    rows = [{"age": 1}, {"age": 1}, {}, {}]
    assert KAnonymizer(2, {"age": "ordered"}).release(rows)[0] == [
        {"age": 1}, {"age": 1}, {"age": None}, {"age": None},
    ]  # fmt: skip
