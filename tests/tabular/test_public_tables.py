"""k on public tables of students; the figures themselves come from benchmarks/kanonymity.py."""

from __future__ import annotations

import csv
from collections import Counter

import pytest

from spacy_hips.kanon import KAnonymizer

ORDERED = ("age", "Medu", "Fedu", "failures", "absences", "G1", "G2")


@pytest.mark.few(2)
@pytest.mark.parametrize("name", ["student-mat", "student-por"])
@pytest.mark.parametrize("method", ["cuts", "mondrian", "lattice", "stinar2024"])
def test_k_holds_on_public_tables_of_students(shared, name, method):
    with (shared / "data" / "tabular" / f"{name}.csv").open(newline="") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    quasi = {c: "ordered" if c in ORDERED else "nominal" for c in rows[0] if c != "G3"}
    for k in (2, 7, 15):
        released, report = KAnonymizer(k, quasi, guide="G3", method=method).release(rows)
        counts = Counter(tuple(row[c] for c in quasi) for row in released)
        assert min(counts.values()) == report.measured.k >= k
        assert len(released) == len(rows)
