"""Exact bounds: against published values, and against the sums that define them."""

from __future__ import annotations

from math import comb

import pytest

from spacy_hips.core.bounds import beta_share, difference, exact_bounds, most_often, widened

# part, whole, and what R's binom.test gives (0 and all: its one-sided bound).
PUBLISHED = (
    (0, 36, 0.0, 0.07985),
    (36, 36, 0.92015, 1.0),
    (5, 10, 0.18709, 0.81291),
    (1, 36, 0.00070, 0.14529),
    (682, 925, 0.70769, 0.76541),
)


@pytest.mark.parametrize(("part", "whole", "low", "high"), PUBLISHED)
def test_bounds_are_those_of_the_tables(part, whole, low, high):
    assert exact_bounds(part, whole) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize("whole", [1, 2, 7, 36, 120, 400])
def test_a_bound_is_where_the_tail_has_what_is_left_to_doubt(whole):
    def tail(count, share):
        """The chance of so many or fewer."""
        chances = (comb(whole, i) * share**i * (1 - share) ** (whole - i) for i in range(count + 1))
        return sum(chances)

    for part in {0, 1, whole // 3, whole - 1, whole}:
        low, high = exact_bounds(part, whole)
        doubt = 0.05 if part in (0, whole) else 0.025
        assert low == 0 if part == 0 else 1 - tail(part - 1, low) == pytest.approx(doubt)
        assert high == 1 if part == whole else tail(part, high) == pytest.approx(doubt)


def test_large_counts_are_no_trouble():
    low, high = exact_bounds(999_000, 1_000_000)
    assert 0.9989 < low < 0.999 < high < 0.9991
    assert beta_share(0.5, 1e6, 1e6) == pytest.approx(0.5)


def test_an_empty_sample_has_no_bounds():
    assert exact_bounds(0, 0) is None
    assert difference((0, 0), (1, 2)) == (-1.0, 1.0)


def test_the_difference_of_two_shares_has_both_their_doubts():
    low, high = difference((56, 70), (48, 80))
    assert low == pytest.approx(0.052, abs=0.01)
    assert high == pytest.approx(0.34, abs=0.01)
    assert difference((48, 80), (56, 70)) == pytest.approx((-high, -low))


def test_an_event_that_never_happened_has_an_upper_bound():
    assert most_often(10) == pytest.approx(0.2996, abs=1e-4)


def test_of_two_intervals_the_wider_ends_are_taken():
    assert widened((0.5, 1.0), (0.6, 0.9)) == (0.5, 1.0)
    assert widened((1.0, 1.0), (0.92, 1.0)) == (0.92, 1.0)
    assert widened((None, None), (0.92, 1.0)) == (0.92, 1.0)
    assert widened((0.5, 0.6), None) == (0.5, 0.6)
