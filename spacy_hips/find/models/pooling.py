"""From scores of a person's mentions to the scores of the person, with the gradient back.

The strongest private evidence counts most: who is called a student once on the title page is
private, however often the text speaks of the person without a cue.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def pool(
    scores: np.ndarray, person: np.ndarray, sharpness: float
) -> tuple[np.ndarray, Callable[[np.ndarray], np.ndarray]]:
    """Pool the scores of mentions over persons.

    A mention's log-odds of private are log(p(private roles) / p(public)). Those of a person are
    their soft maximum log(mean(exp(s x))) / s; it does not grow with the number of mentions. Which
    of the private roles it is, the mean of the mentions' log-probabilities tells.

    scores (np.ndarray): Unnormalised, shape (mentions, roles); the last column is public.
    person (np.ndarray): The number of each mention's person, shape (mentions,): 0, 1, ... without
        a gap.
    sharpness (float): s above: near 0 the mean, large the maximum.
    RETURNS (tuple): Scores of shape (persons, roles), and a callback from their gradient to that
        of the mentions' scores.
    """
    count = np.bincount(person).astype("float32")
    private = log_sum(scores[:, :-1])
    role = scores[:, :-1] - private[:, None]
    odds = private - scores[:, -1]
    top = np.full(len(count), -np.inf, dtype="float32")
    np.maximum.at(top, person, odds)
    weight = np.exp(sharpness * (odds - top[person]))
    total = np.bincount(person, weight)
    mean = _sums(role, person, len(count)) / count[:, None]
    share = mean - log_sum(mean)[:, None]
    out = np.zeros((len(count), scores.shape[1]), dtype="float32")
    out[:, :-1] = (top + np.log(total / count) / sharpness)[:, None] + share

    def backprop(d_out: np.ndarray) -> np.ndarray:
        d_private = d_out[:, :-1]
        d_sum = d_private.sum(axis=1)
        d_mean = (d_private - np.exp(share) * d_sum[:, None]) / count[:, None]
        d_odds = d_sum[person] * weight / total[person]
        d_role = d_mean[person]
        within = np.exp(role)
        d_scores = np.zeros_like(scores)
        d_scores[:, :-1] = d_role - within * d_role.sum(axis=1, keepdims=True)
        d_scores[:, :-1] += within * d_odds[:, None]
        d_scores[:, -1] = -d_odds
        return d_scores

    return out, backprop


def log_sum(scores: np.ndarray) -> np.ndarray:
    """The logarithm of the sum of the exponentials of each row."""
    top = scores.max(axis=1)
    total: np.ndarray = top + np.log(np.exp(scores - top[:, None]).sum(axis=1))
    return total


def _sums(rows: np.ndarray, group: np.ndarray, groups: int) -> np.ndarray:
    out = np.zeros((groups, rows.shape[1]), dtype="float32")
    np.add.at(out, group, rows)
    return out
