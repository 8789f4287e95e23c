"""Which threshold is taken: few names, or none that tell, move nothing."""

from __future__ import annotations

import pytest

from spacy_hips.lab.training.choosing import LEAST_NAMES, Point, choose
from spacy_hips.lab.training.tune_filter import choose_filter

MANY, DOZEN = LEAST_NAMES, 12
OWN = 0.15


def curve(*rows, names=MANY):
    """Points of (threshold, recall, F5, names found per 1,000 words)."""
    return [
        Point(threshold, 0.9, recall, 0.9, f5, found, names, round(names * (1 - recall)))
        for threshold, recall, f5, found in rows
    ]


ALIKE = ((0.05, 1.0, 1.0, 2.0), (0.15, 1.0, 1.0, 2.0), (0.9, 1.0, 1.0, 2.0))
BETTER = ((0.05, 1.0, 0.97, 3.0), (0.15, 1.0, 0.98, 2.0), (0.5, 1.0, 0.99, 1.5))
LOWER = ((0.05, 1.0, 0.99, 3.0), (0.15, 0.9, 0.95, 2.0), (0.5, 0.8, 0.9, 1.5))
CASES = {
    "all alike": (ALIKE, MANY, None, OWN),
    "all alike, of few": (ALIKE, DOZEN, None, OWN),
    "alike, with a recall": (ALIKE, MANY, 0.9, OWN),
    "a higher one is better": (BETTER, MANY, None, 0.5),
    "of few, nothing rises": (BETTER, DOZEN, None, OWN),
    "of few, nothing rises for a recall": (BETTER, DOZEN, 0.95, OWN),
    "fewest found with the recall": (BETTER, MANY, 0.95, 0.5),
    "a lower one is better": (LOWER, MANY, None, 0.05),
    "of few, nothing falls unasked": (LOWER, DOZEN, None, OWN),
    "of few, it falls for a recall that was asked for": (LOWER, DOZEN, 0.95, 0.05),
    "a recall that the present one has": (LOWER, MANY, 0.9, OWN),
    "a recall that none has": (LOWER, DOZEN, 1.1, 0.05),
}


@pytest.mark.parametrize("case", CASES)
def test_the_threshold_that_is_taken(case):
    rows, names, recall, wanted = CASES[case]
    assert choose(curve(*rows, names=names), OWN, recall).threshold == wanted


def test_equals_without_the_present_one_give_the_lowest():
    rows = (
        (0.05, 0.9, 0.9, 2.0),
        (0.15, 0.9, 0.9, 2.0),
        (0.3, 1.0, 1.0, 2.0),
        (0.9, 1.0, 1.0, 2.0),
    )
    assert choose(curve(*rows), OWN).threshold == 0.3


def test_a_recall_comes_with_its_doubt():
    assert curve((0.15, 1.0, 1.0, 2.0), names=12)[0].at_least == pytest.approx(0.779, abs=1e-3)


# The filter: a threshold that falls keeps more people, one that rises hides more


def people(private, public):
    return {"private": private, "public": public, "nobody": []}


HUNDRED = [0.02] * 97 + [0.55, 0.6, 0.7]
KEPT = [0.5, 0.75, 0.92, 0.99]


@pytest.mark.parametrize(
    ("private", "public", "own", "hidden", "wanted"),
    [
        (HUNDRED, KEPT, 0.95, 0.99, 0.6),  # falls: it keeps more public people
        (HUNDRED[-10:], KEPT, 0.95, 0.99, 0.95),  # few: it does not fall
        (HUNDRED, [0.5, 0.99], 0.95, 0.99, 0.95),  # no more are kept: it stays
        (HUNDRED, KEPT, 0.5, 0.99, 0.6),  # too few are hidden: it rises
        (HUNDRED[-10:], KEPT, 0.5, 1.0, 0.7),  # also for few
    ],
)
def test_the_threshold_of_the_filter(private, public, own, hidden, wanted):
    chosen = choose_filter(people(private, public), own, hidden)
    assert chosen.threshold == pytest.approx(wanted, abs=1e-6)
