"""KAnonymizer: k holds in every release, and what cannot be used is refused by name."""

from __future__ import annotations

import copy
import datetime
import math
import random
import warnings
from collections import defaultdict

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spacy_hips import HipsError, HipsWarning
from spacy_hips.core.ids import Secret
from spacy_hips.kanon import KAnonymizer
from spacy_hips.kanon.released_table import METHODS

QUASI = {"age": "ordered", "grade": ["low", "mid", "high"], "country": "nominal", "dist": "ordered"}


def students(count, seed=0, essays=1):
    rng = random.Random(seed)
    rows = []
    for i in range(count):
        age = rng.randint(12, 19)
        person = {
            "student": f"s{i}",
            "age": age,
            "grade": rng.choice(["low", "mid", "high"]),
            "country": rng.choice(["ES", "PT", "FR", "DE", None]),
            "dist": rng.choice([0.5, 1.5, 2.25, math.nan]),
            "illness": rng.choice(["none", "flu", "cold"]),
        }
        rows += [{**person, "score": age * 2 + rng.random()} for _ in range(essays)]
    return rows


def classes(rows, names, unit=None):
    """Persons by class: the test's own count, apart from the package's."""
    found = defaultdict(set)
    for i, row in enumerate(rows):
        key = tuple(None if row[n] != row[n] else row[n] for n in names)
        found[key].add(row[unit] if unit else i)
    return found


@st.composite
def tables(draw):
    count = draw(st.integers(1, 40))
    people = draw(st.integers(1, count))
    cell = {
        "age": st.one_of(st.none(), st.integers(10, 16)),
        "grade": st.sampled_from(["low", "mid", "high", None]),
        "country": st.sampled_from(["ES", "PT", "FR|x", "12-14", ""]),
        "dist": st.one_of(st.just(math.nan), st.floats(-3, 3, width=16)),
        "illness": st.sampled_from(["none", "flu", "cold"]),
        "score": st.integers(0, 5),
    }
    rows = [{name: draw(s) for name, s in cell.items()} for _ in range(count)]
    for i, row in enumerate(rows):
        row["student"] = f"s{i if i < people else draw(st.integers(0, people - 1))}"
    return rows


@pytest.mark.few(2)
@pytest.mark.parametrize("method", METHODS)
@settings(suppress_health_check=list(HealthCheck))
@given(
    rows=tables(),
    k=st.integers(1, 6),
    suppressed=st.sampled_from([0.0, 0.3]),
    diverse=st.sampled_from([(None, None), (2, None), (None, 0.3), (2, 0.5)]),
    by_student=st.booleans(),
)
def test_every_release_has_k_l_and_t(method, rows, k, suppressed, diverse, by_student):
    before = copy.deepcopy(rows)
    l, t = diverse  # noqa: E741
    roles = {"unit": "student"} if by_student else {"direct": ["student"]}
    anonymizer = KAnonymizer(
        k, QUASI, method=method, max_suppressed=suppressed, sensitive=["illness"], l=l, t=t,
        keep=["score"], **roles,
    )  # fmt: skip
    people = {r["student"] for r in rows} if by_student else rows
    try:
        released, report = anonymizer.release(rows)
    except HipsError as error:
        assert "E618" in str(error)
        assert len(people) < k or len({r["illness"] for r in rows}) < (l or 0)
        return
    assert repr(rows) == repr(before)
    sizes = [len(c) for c in classes(released, QUASI, "student" if by_student else None).values()]
    assert min(sizes) >= k
    assert report.measured.k == min(sizes)
    assert report.measured.classes == len(sizes)
    assert report.units_suppressed <= suppressed * len(people)
    if l:
        assert report.measured.l["illness"] >= l
    if t is not None:
        assert report.measured.t["illness"] <= t + 1e-9


@pytest.mark.parametrize("method", METHODS)
def test_released_values_hold_the_originals(method):
    rows = students(200)
    quasi = {"age": "ordered"}
    keep = ["grade", "country", "dist", "illness", "student"]
    released, _ = KAnonymizer(9, quasi, guide="score", method=method, keep=keep).release(rows)
    for old, new in zip(rows, released, strict=True):
        low, _, high = str(new["age"]).partition("-")
        assert new["age"] == "*" or int(low) <= old["age"] <= int(high or low)


def test_k_counts_students_not_essays():
    rows = students(4, essays=5)
    with pytest.raises(HipsError, match="E618"):
        KAnonymizer(5, QUASI, "student", keep=["illness", "score"]).release(rows)


def test_rows_of_one_student_become_their_union():
    rows = [{"s": i, "age": 13} for i in range(6)] + [{"s": i, "age": 15} for i in range(3, 9)]
    released, report = KAnonymizer(3, {"age": "ordered"}, "s").release(rows)
    of = defaultdict(set)
    for row in released:
        of[row["s"]].add(row["age"])
    assert all(len(ages) == 1 for ages in of.values())
    assert sorted(map(len, classes(released, ["age"], "s").values())) == [3, 3, 3]
    assert report.measured.units == 9


def test_a_value_missing_in_one_row_is_taken_from_another_of_the_same_student():
    rows = [{"s": i % 4, "age": 13 if i < 4 else None} for i in range(8)]
    released, _ = KAnonymizer(2, {"age": "ordered"}, "s").release(rows)
    assert [row["age"] for row in released] == [13] * 8


def test_missing_is_a_value_of_its_own():
    rows = [{"age": 13}] * 5 + [{"age": None}] * 5
    released, _ = KAnonymizer(5, {"age": "ordered"}).release(rows)
    assert [row["age"] for row in released] == [13] * 5 + [None] * 5


def test_the_guide_decides_what_survives():
    rng = random.Random(1)
    rows = [{"a": rng.randint(0, 9), "b": rng.randint(0, 9)} for _ in range(300)]
    quasi = {"a": "ordered", "b": "ordered"}
    for row in rows:
        row["by_a"], row["by_b"] = row["a"] * 2, row["b"] * 3
    kept = {}
    for guide, other in (("by_a", "by_b"), ("by_b", "by_a")):
        _, report = KAnonymizer(10, quasi, guide=guide, keep=[other]).release(rows)
        kept[guide] = {c.name: c.entropy_kept for c in report.columns}
    assert kept["by_a"]["a"] > kept["by_a"]["b"]
    assert kept["by_b"]["b"] > kept["by_b"]["a"]


def test_importances_may_come_from_a_training_part_only():
    rows = students(300)
    train = [i < 150 for i in range(300)]
    spoiled = [{**r, "score": r["score"] if t else -99} for r, t in zip(rows, train, strict=True)]
    settings_ = {"keep": ["illness"], "direct": ["student"], "guide": "score"}
    one, _ = KAnonymizer(5, QUASI, **settings_).release(rows, train=train)
    two, _ = KAnonymizer(5, QUASI, **settings_).release(spoiled, train=train)
    assert [[r[q] for q in QUASI] for r in one] == [[r[q] for q in QUASI] for r in two]


def test_given_weights_take_the_place_of_a_guide():
    rng = random.Random(2)
    rows = [{"a": rng.randint(0, 9), "b": rng.randint(0, 9)} for _ in range(300)]
    quasi = {"a": "ordered", "b": "ordered"}
    _, report = KAnonymizer(10, quasi, weights={"a": 1, "b": 9}).release(rows)
    by_name = {c.name: c for c in report.columns}
    assert by_name["b"].entropy_kept > by_name["a"].entropy_kept
    assert by_name["b"].weight == pytest.approx(0.9)


def test_more_suppressed_rows_leave_more_detail():
    rows = [{"age": 12 + i % 3} for i in range(60)] + [{"age": 80}, {"age": 81}]
    quasi = {"age": "ordered"}
    _, strict = KAnonymizer(5, quasi).release(rows)
    released, loose = KAnonymizer(5, quasi, max_suppressed=0.05).release(rows)
    assert (strict.rows_suppressed, loose.rows_suppressed) == (0, 2)
    assert {row["age"] for row in released} == {12, 13, 14}


def test_direct_identifiers_are_dropped_or_get_pseudonyms():
    rows = [{"name": f"n{i}", "id": f"i{i % 6}", "age": 13} for i in range(12)]
    secret = Secret(b"a secret of the tests, 32 bytes")
    direct = {"name": "drop", "id": "pseudonym"}
    make = lambda: KAnonymizer(2, {"age": "ordered"}, "id", direct=direct, secret=secret)  # noqa: E731
    released, _ = make().release(rows)
    again, _ = make().release(rows)
    assert released == again
    assert set(released[0]) == {"id", "age"}
    assert not {row["id"] for row in released} & {row["id"] for row in rows}
    assert len({row["id"] for row in released}) == 6
    dropped, _ = KAnonymizer(2, {"age": "ordered"}, "id", direct=["name", "id"]).release(rows)
    assert set(dropped[0]) == {"age"}


def test_a_small_table_is_suppressed_whole_only_if_asked():
    rows = [{"age": 13}, {"age": 14}]
    with pytest.raises(HipsError, match="E618"):
        KAnonymizer(3, {"age": "ordered"}).release(rows)
    with pytest.warns(HipsWarning, match="W602"):
        released, report = KAnonymizer(3, {"age": "ordered"}, if_impossible="suppress").release(
            rows
        )
    assert released == []
    assert (report.rows_suppressed, report.measured.k, report.notes) == (2, 0, ("W602",))


def test_a_table_too_small_for_guidance_is_warned_of():
    rows = students(60)
    with pytest.warns(HipsWarning, match="W601"):
        _, report = KAnonymizer(3, QUASI, guide="score", keep=["student", "illness"]).release(rows)
    assert report.notes == ("W601",)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        KAnonymizer(3, QUASI, keep=["student", "illness", "score"]).release(rows)


@pytest.mark.parametrize("k", [1, 2, 5])
def test_constant_columns_and_single_rows(k):
    rows = [{"age": 13, "school": None}] * 5
    released, report = KAnonymizer(k, {"age": "ordered", "school": "nominal"}).release(rows)
    assert released == rows
    assert [c.entropy_kept for c in report.columns] == [1.0, 1.0]
    assert KAnonymizer(1, {"age": "ordered"}).release([{"age": 3}])[0] == [{"age": 3}]


def test_k_1_changes_nothing():
    rows = [{"age": a, "town": t} for a in (1, 2, 3) for t in ("x", "y")]
    assert KAnonymizer(1, {"age": "ordered", "town": "nominal"}).release(rows)[0] == rows


def test_dates_and_numbers_as_text_are_ordered():
    day = datetime.date(2001, 1, 1)
    rows = [{"born": day + datetime.timedelta(30 * i), "age": str(i % 12)} for i in range(40)]
    released, _ = KAnonymizer(4, {"born": "ordered", "age": "ordered"}).release(rows)
    assert all(" " not in row["born"] for row in released)
    spans = {row["age"] for row in released if row["age"] != "*"}
    assert all(int(s.split("-")[0]) <= int(s.split("-")[-1]) for s in spans)


def test_more_values_than_codes_are_joined_to_neighbours():
    rows = [{"income": float(i)} for i in range(3000)]
    for method in ("cuts", "mondrian"):
        released, report = KAnonymizer(3, {"income": "ordered"}, method=method).release(rows)
        assert report.measured.k >= 3
        assert 100 < report.measured.classes <= 256
        for old, new in zip(rows, released, strict=True):
            low, high = new["income"].split("-")
            assert float(low) <= old["income"] <= float(high)


BAD = {
    "E601": {"rows": []},
    "E603": {"quasi": {"age": "numeric"}},
    "E604": {"rows": [{"age": 98}, {"age": "one"}], "keep": []},
    "E605": {"rows": [{"age": [98]}], "keep": []},
    "E606": {"quasi": {"age": [1, 2]}},
    "E609": {"quasi": {}},
    "E610": {"guide": "same"},
    "E611": {"guide": "hole"},
    "E612": {"keep": ["age", "x", "same", "hole"]},
    "E613": {"direct": {"x": "burn"}, "keep": ["same", "hole"]},
    "E614": {"quasi": {"agee": "ordered"}},
    "E615": {"keep": ["x"]},
    "E616": {"k": 0},
    "E617": {"method": "magic"},
    "E618": {"k": 99},
    "E620": {"weights": {"age": -1}},
    "E621": {"guide": "x", "keep": ["same", "hole"], "train": [True]},
}


@pytest.mark.parametrize("code", BAD)
def test_bad_input_is_refused_by_code_and_without_values(code):
    given_ = {
        "rows": [{"age": a, "x": a, "same": 7, "hole": None if a == 99 else a} for a in (98, 99)],
        "k": 1,
        "quasi": {"age": "ordered"},
        "keep": ["x", "same", "hole"],
        **BAD[code],
    }
    rows, train = given_.pop("rows"), given_.pop("train", None)
    given_["keep"] = [c for c in given_["keep"] if c != given_.get("guide")]
    with pytest.raises(HipsError, match=code) as error:
        KAnonymizer(given_.pop("k"), given_.pop("quasi"), **given_).release(rows, train=train)
    assert "98" not in str(error.value)
    if code in ("E603", "E604", "E605", "E606", "E612", "E614", "E620"):
        assert "age" in str(error.value)


@pytest.mark.parametrize("setting", [{"k": 1.5}, {"k": True}, {"l": 0}, {"t": 2}, {"l": 2}])
def test_settings_out_of_range_are_refused(setting):
    with pytest.raises(HipsError, match="E616"):
        KAnonymizer(**{"k": 2, "quasi": {"a": "ordered"}, **setting})


def test_a_unit_missing_in_some_rows_is_refused():
    rows = [{"s": "a", "age": 1}, {"s": None, "age": 2}]
    with pytest.raises(HipsError, match=r"E611.*'s'.*1 row"):
        KAnonymizer(1, {"age": "ordered"}, "s").release(rows)


def test_a_method_that_breaks_its_promise_is_caught(monkeypatch):
    from spacy_hips.kanon import released_table as release
    from spacy_hips.kanon.generalised import from_bins

    def broken(columns, need, weights, budget=0):
        import numpy as np

        return from_bins(columns, [np.arange(c.size) for c in columns], np.ones(4, dtype=bool))

    monkeypatch.setitem(release.METHODS, "cuts", broken)
    with pytest.raises(HipsError, match="E619"):
        KAnonymizer(2, {"age": "ordered"}).release([{"age": a} for a in (1, 2, 3, 3)])
