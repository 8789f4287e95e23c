"""Repeat policies."""

import itertools

import pytest

from spacy_hips.core.errors import HipsError
from spacy_hips.core.ids import Secret
from spacy_hips.replace.surrogates.repeat import (
    Consistent,
    Markov,
    Random,
    make_markov,
    variant_draw,
)

DRAW = Secret(b"a secret for the tests, 32 bytes").draw_for("document:1", "PERSON", "ana")


def variants(policy, count=200):
    return [policy("ana", i, DRAW) for i in range(count)]


def test_consistent_gives_one_surrogate_and_random_many():
    assert set(variants(Consistent())) == {0}
    assert variants(Random(), 5) == [0, 1, 2, 3, 4]


@pytest.mark.slow  # counts many draws
def test_markov_goes_from_consistent_to_random():
    assert variants(Markov(0.0)) == variants(Consistent())
    assert variants(Markov(1.0)) == variants(Random())


@pytest.mark.slow  # counts many draws
def test_markov_is_monotone_in_p():
    """0.99 and 1.0 are neighbours, not opposites."""
    changes = [variants(Markov(p))[-1] for p in (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1.0)]
    assert changes == sorted(changes)
    assert 80 < variants(Markov(0.5))[-1] < 120
    assert variants(Markov(0.99))[-1] > 190


def test_markov_never_goes_back():
    found = variants(Markov(0.4))
    assert all(b - a in (0, 1) for a, b in itertools.pairwise(found))


@pytest.mark.parametrize("p", [-0.1, 1.5])
def test_a_p_that_is_no_probability_is_refused(p):
    with pytest.raises(HipsError, match="E116"):
        make_markov(p)


def test_variants_draw_differently():
    assert variant_draw(DRAW, 0) is DRAW
    assert (
        variant_draw(DRAW, 1)("x", 1 << 60)
        != DRAW("x", 1 << 60)
        != variant_draw(DRAW, 2)("x", 1 << 60)
    )
