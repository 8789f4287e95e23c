"""Later batches: the same bins, k over all releases together."""

from __future__ import annotations

import stat

import pytest

from spacy_hips import HipsError
from spacy_hips.kanon import Frozen, KAnonymizer

QUASI = {"age": "ordered", "town": "nominal"}


def people(ages, towns="x", start=0):
    return [{"s": f"p{start + i}", "age": a, "town": towns} for i, a in enumerate(ages)]


def first():
    anonymizer = KAnonymizer(3, QUASI, "s")
    rows = people([12, 12, 12, 13, 13, 13, 13, 15, 16, 17])
    released, _ = anonymizer.release(rows)
    return anonymizer, released


def test_the_bins_are_the_same_and_small_batches_join_the_old_classes():
    anonymizer, before = first()
    after, report = anonymizer.release(people([12, 16], start=50), frozen=anonymizer.frozen)
    assert {row["age"] for row in after} <= {row["age"] for row in before}
    assert report.measured.k >= 3
    assert report.measured.units == 12
    assert report.method == "frozen"


def test_what_lies_outside_the_bins_is_not_forced_into_one():
    anonymizer, _ = first()
    with pytest.raises(HipsError, match="E622"):
        anonymizer.release(people([40], start=60), frozen=anonymizer.frozen)
    batch = people([40, 12, 12], start=60)
    loose = KAnonymizer(3, QUASI, "s", max_suppressed=0.4)
    after, report = loose.release(batch, frozen=anonymizer.frozen)
    assert [row["age"] for row in after] == ["12", "12"]
    assert report.units_suppressed == 1


def test_a_student_of_both_batches_is_counted_once_and_may_not_move():
    anonymizer, _ = first()
    again = people([12])
    _, report = anonymizer.release(again, frozen=anonymizer.frozen)
    assert report.measured.units == 10
    with pytest.raises(HipsError, match="E622"):
        anonymizer.release(people([17]), frozen=anonymizer.frozen)


def test_the_frozen_release_is_internal_and_comes_back_from_disk(tmp_path):
    anonymizer, _ = first()
    path = tmp_path / "frozen.json"
    anonymizer.frozen.to_disk(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "p3" not in path.read_text()
    frozen = Frozen.from_disk(path)
    batch = people([12, 16], start=50)
    assert frozen == anonymizer.frozen
    from_disk, _ = anonymizer.release(batch, frozen=frozen)
    assert [row["age"] for row in from_disk] == ["12", "15-17"]
    path.write_text("{}")
    with pytest.raises(HipsError, match="E623"):
        Frozen.from_disk(path)


def test_persons_of_three_batches_are_counted_together():
    anonymizer, _ = first()
    for start in (100, 200):
        _, report = anonymizer.release(people([12, 13], start=start), frozen=anonymizer.frozen)
    assert report.measured.units == 14


def test_a_large_release_keeps_one_object_a_person():
    """Seven each set off a full collection: four times the rows took five times as long."""
    rows = [
        {"s": f"p{i // 2}", "age": 12 + i // 2 % 3, "ill": ["flu", None, "cold"][i % 3]}
        for i in range(60)
    ]
    anonymizer = KAnonymizer(3, {"age": "ordered"}, "s", sensitive=["ill"])
    anonymizer.release(rows)
    people = anonymizer.frozen.people
    assert len(people) == 30
    assert len({id(p.key) for p in people}) == len({p.key for p in people}) == 3
    several = {(None, "flu"), ("cold", "flu"), (None, "cold")}
    assert {p.sensitive for p in people} == {(values,) for values in several}
    assert len({id(p.sensitive) for p in people}) == 3
    assert not hasattr(people[0], "__dict__")


def test_l_is_tested_over_both_batches_together():
    rows = [{"s": i, "age": 12, "ill": "ab"[i % 2]} for i in range(6)]
    anonymizer = KAnonymizer(2, {"age": "ordered"}, "s", sensitive=["ill"], l=2)
    anonymizer.release(rows)
    _, report = anonymizer.release([{"s": 9, "age": 12, "ill": "a"}], frozen=anonymizer.frozen)
    assert report.measured.l == {"ill": 2}


def test_local_ranges_cannot_be_frozen():
    anonymizer = KAnonymizer(2, QUASI, "s", method="mondrian")
    anonymizer.release(people([12, 12, 14, 14]))
    assert anonymizer.frozen is None
