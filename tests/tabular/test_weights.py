"""Importances: the average over all shuffles, without shuffling."""

from __future__ import annotations

import numpy as np
import pytest

from spacy_hips import HipsError
from spacy_hips.kanon.columns import code_column
from spacy_hips.kanon.weights import importance, outcome_matrix, to_weights


def columns_of(**given):
    return [
        code_column(name, "nominal" if isinstance(v[0], str) else "ordered", v, np.arange(len(v)))
        for name, v in given.items()
    ]


@pytest.mark.slow  # shuffles many times
def test_the_importance_is_what_shuffling_gives_on_average():
    linear = pytest.importorskip("sklearn.linear_model")
    inspection = pytest.importorskip("sklearn.inspection")
    rng = np.random.default_rng(0)
    x = rng.integers(0, 6, (400, 3))
    y = 2.0 * x[:, 0] + x[:, 1] + rng.normal(size=400)
    model = linear.LinearRegression().fit(x, y)
    shuffled = inspection.permutation_importance(model, x, y, n_repeats=200, random_state=0)
    found = importance(
        columns_of(a=x[:, 0].tolist(), b=x[:, 1].tolist(), c=x[:, 2].tolist()), y[:, None]
    )
    assert found.values == pytest.approx(shuffled.importances_mean, abs=0.02)
    assert found.signal == pytest.approx(found.values, abs=0.02)
    assert (found.signal <= found.values).all()
    assert found.r2 == pytest.approx(model.score(x, y), abs=0.02)


def test_a_nominal_column_counts_whole_and_its_values_are_put_in_order():
    rng = np.random.default_rng(1)
    town = rng.choice(["low", "mid", "top"], 300)
    y = np.select([town == "low", town == "mid"], [0.0, 5.0], 9.0) + rng.normal(size=300)
    found = importance(
        columns_of(town=town.tolist(), noise=rng.random(300).round(1).tolist()), y[:, None]
    )
    assert found.values[0] > 50 * max(found.values[1], 0.0001)
    order = sorted(found.places[0], key=found.places[0].get)
    assert order in (["low", "mid", "top"], ["top", "mid", "low"])


def test_noise_has_no_r2_on_rows_not_seen():
    rng = np.random.default_rng(2)
    columns = columns_of(**{f"c{i}": rng.random(80).tolist() for i in range(20)})
    found = importance(columns, rng.random((80, 1)))
    assert found.r2 < 0
    # What is left of pure chance is zero on average; the plain figures are not.
    assert found.signal.mean() < 0.5 * found.values.mean()


def test_an_outcome_may_be_classes():
    matrix, rows = outcome_matrix("result", ["pass", "fail", "pass"])
    assert matrix.tolist() == [[0.0, 1.0], [1.0, 0.0], [0.0, 1.0]]
    assert rows.all()
    with pytest.raises(HipsError, match="E610"):
        outcome_matrix("result", ["pass", "pass"])


def test_weights_sum_to_one_and_none_is_zero():
    weights = to_weights(np.array([0.5, 0.0, -0.1]))
    assert weights.sum() == pytest.approx(1)
    assert weights.min() > 0
    assert to_weights(np.zeros(4)).tolist() == [0.25] * 4
