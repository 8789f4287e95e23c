"""Scores of mentions become scores of persons: the strongest private evidence counts most."""

import numpy as np
import pytest

from spacy_hips.find.models.pooling import pool
from spacy_hips.who.judging.verdicts import PUBLIC

STUDENT, PLAIN = [5.0, 0.0, 0.0, -2.0], [-1.0, -1.0, -1.0, 2.0]


def softmax(scores):
    exponents = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponents / exponents.sum(axis=-1, keepdims=True)


def pooled(rows, person=None, sharpness=2.0):
    rows = np.array(rows, dtype="float32")
    person = np.zeros(len(rows), dtype=int) if person is None else np.array(person)
    return softmax(pool(rows, person, sharpness)[0])


def test_a_person_of_one_mention_has_its_probabilities():
    rows = np.array([STUDENT, PLAIN], dtype="float32")
    np.testing.assert_allclose(pooled(rows, [0, 1]), softmax(rows), atol=1e-6)


def test_one_clear_mention_makes_twenty_others_private():
    """The mean would say public."""
    rows = [STUDENT] + [PLAIN] * 20
    assert softmax(np.mean(rows, axis=0))[PUBLIC] > 0.5
    assert pooled(rows)[0, PUBLIC] < 0.1
    assert pooled(rows, sharpness=0.01)[0, PUBLIC] > 0.5


def test_many_mentions_alone_make_nobody_private():
    assert pooled([PLAIN] * 50)[0, PUBLIC] == pytest.approx(pooled([PLAIN])[0, PUBLIC], abs=1e-5)


def test_the_role_is_that_of_the_clearest_mention():
    assert pooled([STUDENT, PLAIN, PLAIN])[0].argmax() == 0


def test_the_gradient_is_that_of_small_changes():
    chance = np.random.default_rng(1)
    scores = chance.normal(size=(7, 4)).astype("float64")
    person = np.array([0, 1, 0, 2, 2, 2, 0])
    weights = chance.normal(size=(3, 4))
    _, backprop = pool(scores, person, 2.0)
    found = backprop(weights)
    step = 1e-3
    for place in np.ndindex(scores.shape):
        moved = [scores.copy(), scores.copy()]
        moved[0][place] += step
        moved[1][place] -= step
        up, down = ((pool(m, person, 2.0)[0] * weights).sum() for m in moved)
        assert found[place] == pytest.approx((up - down) / (2 * step), abs=2e-3)
