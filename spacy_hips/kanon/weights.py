"""How much each column matters: its permutation importance in a linear model of the outcome.

Stinar, Xiong & Bosch (2024) shuffle each column five times and average the loss of R². For a
least-squares model the average over *all* shuffles is known: 2 Var(x_j b_j) / Var(y), where x_j b_j
is what the column adds to the prediction. So nothing is drawn here, and nothing has a seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.errors import HipsError
from .columns import Column, is_missing, number_of
from .errors import Errors

# A column without importance still gets this share of the largest weight: what is left over
# when the important columns are as fine as k allows goes to it.
FLOOR = 0.001
# Below this many units the importances of 20 columns are mostly noise (131 in the paper's data).
FEW_UNITS = 200
# Categories rarer than this in the rows learned from share one coefficient.
RARE = 5


@dataclass(frozen=True)
class Importance:
    """Importances and whether they mean anything.

    values (ndarray): Expected loss of R² when the column is shuffled, shape (columns,).
    signal (ndarray): The same less what chance alone would give in as many rows, from 0.
    places (tuple): For each nominal column the outcome its values go with, by value; None else.
    r2 (float): R² of the model on rows it has not seen (leave one out).
    """

    values: np.ndarray
    signal: np.ndarray
    places: tuple[dict[Any, float] | None, ...]
    r2: float


def importance(
    columns: Sequence[Column], outcome: np.ndarray, train: np.ndarray | None = None
) -> Importance:
    """Permutation importance of every column.

    columns (Sequence[Column]): The coded columns.
    outcome (ndarray): The outcome of each row, shape (rows, outputs).
    train (ndarray): Truth values: the rows to learn from; all of them if left out.
    RETURNS (Importance): Importances, the order of nominal values, and R².
    """
    rows = np.arange(len(outcome)) if train is None else np.flatnonzero(train)
    y = outcome[rows] - outcome[rows].mean(axis=0)
    blocks = [_design(column, column.row[rows]) for column in columns]
    x = np.column_stack([np.zeros((len(rows), 0)), *blocks])
    x = x - x.mean(axis=0)
    scale = x.std(axis=0)
    x = x / np.where(scale > 0, scale, 1.0)
    left, size, right = np.linalg.svd(x, full_matrices=False)
    sound = size > 1e-9 * size.max(initial=0.0)
    inverse = right[sound].T / size[sound]
    coefficients = inverse @ (left[:, sound].T @ y)
    total = float((y**2).sum())
    free = max(len(x) - 1 - int(sound.sum()), 1)
    noise = float(((y - x @ coefficients) ** 2).sum()) / free
    values, chance, places, at = np.zeros(len(columns)), np.zeros(len(columns)), [], 0
    for i, (column, block) in enumerate(zip(columns, blocks, strict=True)):
        part = slice(at, at + block.shape[1])
        added = x[:, part] @ coefficients[part]
        at += block.shape[1]
        if total > 0:
            values[i] = 2 * float((added**2).sum()) / total
            chance[i] = 2 * noise * float(((x[:, part] @ inverse[part]) ** 2).sum()) / total
        places.append(_places(column, column.row[rows], added, y))
    signal = np.maximum(values - chance, 0.0)
    return Importance(values, signal, tuple(places), _left_out_r2(left[:, sound], y))


def to_weights(values: np.ndarray) -> np.ndarray:
    """Importances as weights: no column below a small share of the largest, their sum 1."""
    values = np.maximum(values, 0.0)
    top = values.max(initial=0.0)
    if top <= 0:
        return np.full(len(values), 1 / max(len(values), 1))
    values = np.maximum(values, FLOOR * top)
    weights: np.ndarray = values / values.sum()
    return weights


def outcome_matrix(
    name: str, values: Sequence[Any], train: Sequence[bool] | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """The outcome as numbers.

    name (str): The outcome's column.
    values (Sequence): One value a row; numbers, or classes.
    train (Sequence[bool]): The rows to learn from; all of them if left out.
    RETURNS (tuple): Shape (rows, outputs), one output a class where the outcome is no number; and
        the rows to learn from, shape (rows,).
    RAISES (HipsError): E611 if a row to learn from has no outcome, E610 if they do not vary, E621
        if `train` has another length.
    """
    if train is not None and len(train) != len(values):
        raise HipsError(Errors.E621.format(given=len(train), rows=len(values)))
    present = np.ones(len(values), dtype=bool) if train is None else np.asarray(train, dtype=bool)
    lacking = sum(is_missing(value) for value, there in zip(values, present, strict=True) if there)
    if lacking:
        raise HipsError(Errors.E611.format(column=name, count=lacking))
    numbers = _numbers(values, present)
    if numbers is not None:
        out = np.array(numbers, dtype=float).reshape(-1, 1)
    else:
        names = [str(values[row]) for row in np.flatnonzero(present).tolist()]
        at = {name: i for i, name in enumerate(sorted(set(names)))}
        out = np.zeros((len(values), len(at)))
        out[np.flatnonzero(present), [at[name] for name in names]] = 1.0
    if not present.any() or float(np.ptp(out[present], axis=0).max()) == 0.0:
        raise HipsError(Errors.E610.format(column=name))
    return out, present


def _numbers(values: Sequence[Any], present: np.ndarray) -> list[float] | None:
    """The outcomes as numbers, 0 for a row not learned from; None if one learned from is none."""
    out = []
    for value, there in zip(values, present.tolist(), strict=True):
        number = number_of(value)
        if number is None and there:
            return None
        out.append(0.0 if number is None else number)
    return out


def _design(column: Column, codes: np.ndarray) -> np.ndarray:
    """A column as regressors: its position, or one indicator a category."""
    if column.kind == "ordered":
        there = codes >= int(column.has_missing)
        value = column.position[codes]
        if there.all():
            return np.asarray(value[:, None], dtype=float)
        mean = value[there].mean() if there.any() else 0.0
        return np.column_stack([np.where(there, value, mean), ~there]).astype(float)
    counts = np.bincount(codes, minlength=column.size)
    frequent = np.flatnonzero(counts >= RARE)
    if len(frequent) == len(np.flatnonzero(counts)):
        frequent = frequent[1:]
    return np.asarray(codes[:, None] == frequent[None, :], dtype=float)


def _places(
    column: Column, codes: np.ndarray, added: np.ndarray, y: np.ndarray
) -> dict[Any, float] | None:
    """Where each value of a nominal column lies along the outcome's main direction."""
    if column.kind != "nominal":
        return None
    _, _, direction = np.linalg.svd(y.T @ y)
    along = added @ direction[0]
    counts = np.bincount(codes, minlength=column.size)
    sums = np.bincount(codes, weights=along, minlength=column.size)
    mean = np.divide(sums, counts, out=np.zeros(column.size), where=counts > 0)
    return {
        column.lowest[code]: round(float(mean[code]), 9)
        for code in range(column.has_missing, column.size)
    }


def _left_out_r2(basis: np.ndarray, y: np.ndarray) -> float:
    """R² with each row predicted by a model without it (PRESS, Allen 1974)."""
    total = float((y**2).sum())
    if len(y) < 3 or total <= 0:
        return 0.0
    leverage = (basis**2).sum(axis=1) + 1 / len(y)
    residual = (y - basis @ (basis.T @ y)) / np.maximum(1 - leverage, 1e-6)[:, None]
    return 1 - float((residual**2).sum()) / total
