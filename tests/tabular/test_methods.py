"""The methods, on tables where the right answer is known."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from spacy_hips import HipsError
from spacy_hips.kanon import KAnonymizer
from spacy_hips.kanon.columns import code_column
from spacy_hips.kanon.lattice import Lattice, build_levels
from spacy_hips.kanon.mondrian import mondrian
from spacy_hips.kanon.need import Need
from spacy_hips.kanon.stinar2024 import baseline, stinar2024


def coded(**given):
    return [
        code_column(name, "nominal" if isinstance(v[0], str) else "ordered", v, np.arange(len(v)))
        for name, v in given.items()
    ]


def test_cuts_are_the_same_for_all_rows_and_mondrians_are_not():
    rng = np.random.default_rng(0)
    rows = [{"a": int(a), "b": int(b)} for a, b in rng.integers(0, 8, (200, 2))]
    quasi = {"a": "ordered", "b": "ordered"}
    bins = {row["a"] for row in KAnonymizer(5, quasi).release(rows)[0]}
    ends = sorted(tuple(map(int, str(b).split("-"))) for b in bins)
    assert all(one[-1] < two[0] for one, two in itertools.pairwise(ends))
    _, even = KAnonymizer(5, quasi).release(rows)
    _, local = KAnonymizer(5, quasi, method="mondrian").release(rows)
    assert local.measured.classes > even.measured.classes
    assert local.utility > even.utility


def test_mondrian_stops_only_where_no_cut_is_left():
    columns = coded(a=list(range(40)))
    result = mondrian(columns, Need(3), np.ones(1))
    sizes = np.unique(result.low, return_counts=True)[1]
    assert sizes.min() >= 3
    assert sizes.max() < 6


def test_lattice_takes_hierarchies_of_numbers_and_of_names():
    towns = {
        "Madrid": ["Spain", "Europe"], "Sevilla": ["Spain", "Europe"],
        "Porto": ["Portugal", "Europe"], "Lima": ["Peru", "America"],
    }  # fmt: skip
    rows = [
        {"town": t, "age": a}
        for t, n in zip(towns, (2, 2, 4, 4), strict=True)
        for a in (11, 14) * n
    ]
    hierarchies = {"town": towns, "age": [5, 10]}
    quasi = {"town": "nominal", "age": "ordered"}
    released, _ = KAnonymizer(
        4, quasi, method="lattice", hierarchies=hierarchies, weights={"town": 1, "age": 1}
    ).release(rows)
    assert {row["town"] for row in released} == {"Spain", "Porto", "Lima"}
    assert {row["age"] for row in released} == {11, 14}


def test_names_of_a_hierarchy_are_used_by_cuts_too():
    towns = {"Madrid": ["Spain"], "Sevilla": ["Spain"], "Lima": ["Peru"], "Cusco": ["Peru"]}
    rows = [{"town": t} for t in towns for _ in range(3)]
    settings = {"hierarchies": {"town": towns}}
    released, _ = KAnonymizer(6, {"town": "nominal"}, **settings).release(rows)
    assert {row["town"] for row in released} == {"Spain", "Peru"}


@pytest.mark.parametrize(
    ("column", "hierarchy", "code"),
    [
        ("age", [2, 3], "E607"),
        ("age", [0], "E607"),
        ("town", {"a": ["x"], "b": ["x", "y"]}, "E608"),
        ("town", {"a": ["x", "p"], "b": ["x", "q"]}, "E608"),
        ("town", {"a": ["x"]}, "E606"),
    ],
)
def test_hierarchies_that_do_not_nest_are_refused(column, hierarchy, code):
    rows = [{"age": 1, "town": "a"}, {"age": 2, "town": "b"}]
    quasi = {"age": "ordered", "town": "nominal"}
    with pytest.raises(HipsError, match=rf"{code}.*{column}"):
        KAnonymizer(1, quasi, method="lattice", hierarchies={column: hierarchy}).release(rows)


@pytest.mark.parametrize("seed", range(6))
def test_a_small_lattice_is_searched_to_its_optimum(seed):
    rng = np.random.default_rng(seed)
    columns = coded(
        a=rng.integers(0, 6, 60).tolist(), b=rng.integers(0, 3, 60).tolist(),
        c=rng.choice(["x", "y"], 60).tolist(),
    )  # fmt: skip
    levels = [build_levels(c) for c in columns]
    weights = rng.random(3)
    search = Lattice(columns, levels, Need(4), weights, 0)

    def cost(node):
        return sum(w * np.log1p(lv.loss[i]) for w, lv, i in zip(weights, levels, node, strict=True))

    nodes = itertools.product(*(range(len(level.loss)) for level in levels))
    best = min(cost(n) for n in nodes if not search.dropped(n).any())
    assert cost(search.exact()) == pytest.approx(best)
    assert not search.dropped(search.beam()).any()
    assert cost(search.beam()) <= 1.5 * best + 1e-9


def test_the_baseline_knows_no_weights_and_the_guided_method_keeps_what_matters():
    rng = np.random.default_rng(4)
    flags = {f"f{i}": rng.integers(0, 2, 120).tolist() for i in range(6)}
    columns = coded(grade=rng.integers(0, 20, 120).tolist(), **flags)
    weights = np.array([0.9, *[0.001] * 6])
    plain, guided = baseline(columns, Need(5)), stinar2024(columns, Need(5), weights)
    assert len(plain.starts[0]) == 1
    assert len(guided.starts[0]) > 1


def test_the_guided_method_releases_the_baseline_where_that_holds_enough():
    columns = coded(a=[0, 1] * 20, b=[0, 0, 1, 1] * 10)
    weights = np.array([0.5, 0.5])
    one, two = baseline(columns, Need(2)), stinar2024(columns, Need(2), weights)
    assert (one.low == two.low).all()


def test_the_reference_counts_losses_in_rows():
    # A rare value beside a common one tells little: keeping the even column costs less.
    columns = coded(even=[0, 1] * 20, skewed=[0] * 36 + [1] * 4)
    result = baseline(columns, Need(5))
    assert [len(starts) for starts in result.starts] == [2, 1]
