"""Splits classes by what the texts say, or masks what too few say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from .columns import Column
from .generalised import Generalised
from .mondrian import local_parts
from .need import Need

if TYPE_CHECKING:
    from .released_table import Coded


def refine(coded: Coded, result: Generalised, text: Sequence[int]) -> dict[str, int]:
    """Split classes that hold mentions beside silence, or mask the mentions there.

    coded (Coded): The table with the text's columns.
    result (Generalised): Its generalisation; the text's columns are changed in place.
    text (Sequence[int]): Which columns are the texts'.
    RETURNS (dict): How many units have a mention masked, by column.
    """
    masked = {}
    for i in sorted(text, key=lambda i: (-coded.weights[i], i)):
        column = coded.columns[i]
        masked[column.name] = 0
        keys = np.column_stack([result.low, result.high])
        _, number = np.unique(keys, axis=0, return_inverse=True)
        number = np.where(result.kept, number.ravel(), -1)
        order = np.argsort(number, kind="stable")
        order = order[number[order] >= 0]
        for part in np.split(order, np.flatnonzero(np.diff(number[order]) > 0) + 1):
            mixed = len(part) and result.low[part[0], i] == 0 < result.high[part[0], i]
            if not (mixed and column.has_missing):
                continue
            silent, groups = split_mentions(column, part, coded.need)
            masked[column.name] += int((column.high[silent] > 0).sum())
            result.low[silent, i] = result.high[silent, i] = 0
            for group in groups:
                result.low[group, i] = column.low[group].min()
                result.high[group, i] = column.high[group].max()
    return masked


def split_mentions(
    column: Column, part: np.ndarray, need: Need
) -> tuple[np.ndarray, list[np.ndarray]]:
    """Split one class by what is said.

    column (Column): A column of the text; code 0 is "not mentioned".
    part (ndarray): The units of the class.
    need (Need): What every class must fulfil.
    RETURNS (tuple): The units that say nothing, or whose mention is masked; and the groups of
        units whose mentions stay.
    """

    def fits(units: np.ndarray) -> bool:
        return not need.failing(np.zeros(len(units), dtype=np.int64), 1, units).any()

    says = part[column.high[part] > 0]
    silent = part[column.high[part] == 0]
    if len(silent) and not fits(silent):
        # Too few are silent: the rarest mentions join them.
        counts = np.bincount(column.high[says], minlength=column.size)
        says = says[np.lexsort((says, column.high[says], counts[column.high[says]]))]
        moved = next((n for n in range(1, len(says)) if fits(np.r_[silent, says[:n]])), len(says))
        silent, says = np.r_[silent, says[:moved]], says[moved:]
    if len(says) == 0 or not fits(says):
        return part, []
    return silent, local_parts([column], need, np.ones(1), says)


def with_masked(columns: Sequence[Column], result: Generalised) -> Generalised:
    """For the report: where mentions are masked, silence tells nothing either."""
    high = result.high.copy()
    _, number = np.unique(np.column_stack([result.low, high]), axis=0, return_inverse=True)
    for i, column in enumerate(columns):
        masked = np.unique(number.ravel()[result.high[:, i] < column.low])
        high[np.isin(number.ravel(), masked), i] = column.size - 1
    return replace(result, high=high)
