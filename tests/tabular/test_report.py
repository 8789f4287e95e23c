"""The report tells what survived and holds no value of the table."""

from __future__ import annotations

import json
import random

import pytest

from spacy_hips.kanon import KAnonymizer

ROWS = [
    {"age": random.Random(i).randint(412, 419), "town": f"Quux{i % 3}", "ill": f"zork{i % 2}"}
    for i in range(60)
]


@pytest.fixture
def report():
    quasi = {"age": "ordered", "town": "nominal"}
    return KAnonymizer(5, quasi, sensitive=["ill"]).release(ROWS)[1]


def test_json_and_table_hold_the_figures_and_no_value(report):
    data = json.loads(report.to_json())
    assert data["measured"]["k"] >= 5
    assert data["measured"]["risk"] == pytest.approx(1 / data["measured"]["k"])
    assert set(data["measured"]["l"]) == set(data["measured"]["t"]) == {"ill"}
    assert {c["name"] for c in data["columns"]} == {"age", "town"}
    for text in (report.to_json(), report.table()):
        assert "Quux" not in text and "zork" not in text
        assert not any(str(age) in report.table() for age in range(412, 420))


def test_entropy_kept_is_one_for_what_is_whole_and_zero_for_what_is_gone():
    rows = [{"a": i % 2, "b": i} for i in range(20)]
    _, report = KAnonymizer(10, {"a": "ordered", "b": "ordered"}, weights={"a": 9, "b": 1}).release(
        rows
    )
    assert [c.entropy_kept for c in report.columns] == [1.0, 0.0]
    assert report.utility == pytest.approx(0.9)
