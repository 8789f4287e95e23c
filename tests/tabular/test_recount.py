"""The recount, on tables small enough to count by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from spacy_hips.kanon.need import Need, Sensitive, distance
from spacy_hips.kanon.recount import measure

TABLE = {
    "age": ["12-14", "12-14", "12-14", "15", "15", "15"],
    "town": ["*"] * 6,
    "salary": [1, 2, 3, 3, 3, 3],
    "illness": ["flu", "flu", "cold", "cold", "cold", "none"],
}


def test_classes_are_counted_by_persons():
    by_row = measure(TABLE, ["age", "town"])
    assert (by_row.k, by_row.classes, by_row.risk) == (3, 2, pytest.approx(1 / 3))
    by_person = measure(TABLE, ["age", "town"], ["a", "a", "b", "c", "d", "e"])
    assert (by_person.k, by_person.units) == (2, 5)


def test_l_and_t_of_sensitive_columns():
    found = measure(TABLE, ["age"], sensitive=["salary", "illness"])
    assert found.l == {"salary": 1, "illness": 2}
    # salary is ordered: |1/3 - 1/6| + |2/3 - 2/6| over two steps; illness is not.
    assert found.t["salary"] == pytest.approx((1 / 6 + 2 / 6) / 2)
    assert found.t["illness"] == pytest.approx(2 / 6)


def test_t_does_not_hang_on_what_the_values_are_called():
    """The last digit of t changed from run to run, with the order of a set of texts."""
    part = [i * i % 7 for i in range(200)]
    found = set()
    for name in range(30):
        cells = [f"{name} {i * 37 % 23}" for i in range(200)]
        found.add(measure({"q": part, "s": cells}, ["q"], sensitive=["s"]).t["s"])
    assert len(found) == 1


def test_many_rows_of_one_person_do_not_make_the_class_diverse_in_numbers():
    rows = {"q": ["*"] * 4, "s": ["x", "x", "x", "y"]}
    assert measure(rows, ["q"], ["a", "a", "a", "b"], ["s"]).l == {"s": 2}


def test_missing_cells_are_one_value():
    assert measure({"q": [None, math.nan, float("nan")]}, ["q"]).k == 3


def test_an_empty_table_has_no_k():
    assert measure({"q": []}, ["q"]).k == 0


def test_the_search_and_the_recount_mean_the_same_t():
    rng = np.random.default_rng(3)
    part, value = rng.integers(0, 3, 60), rng.integers(0, 4, 60)
    for ordered, cells in ((True, value.tolist()), (False, [f"v{v}" for v in value])):
        column = Sensitive.build("s", value, np.arange(60), 4, ordered)
        table = column.table(part, 3, None)
        whole = np.bincount(value, minlength=4)
        recount = measure({"q": part.tolist(), "s": cells}, ["q"], sensitive=["s"])
        assert distance(table, whole, ordered).max() == pytest.approx(recount.t["s"])
        assert (table > 0).sum(axis=1).min() == recount.l["s"]


def test_need_names_the_parts_that_fail():
    need = Need(2)
    assert need.failing(np.array([0, 0, 1, 3, 3]), 4).tolist() == [False, True, False, False]
