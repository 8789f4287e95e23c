"""The time of every step grows with the length of a text only, whatever stands in it.

tests/cases/linear.jsonl holds what to repeat, and perhaps what stands before it once.
"""

from __future__ import annotations

import gc
import json
import time

import pytest

from spacy_hips.core.hypertext import read_hypertext

from .pipeline import guessing_pipeline
from .texts import CASES

# A surrogate that cannot be made is told of; here it does not matter.
pytestmark = pytest.mark.filterwarnings("ignore::spacy_hips.core.errors.HipsWarning")
ROWS = [json.loads(line) for line in CASES.read_text("utf8").splitlines()]
SHORT, TIMES = 1000, 4
MOST = 5
"""So many times longer may a text take that is four times as long; quadratic would be sixteen."""
ENOUGH = 0.15
"""Seconds of the long text below which the clock tells nothing."""


@pytest.fixture(scope="module")
def nlp():
    nlp = guessing_pipeline()
    nlp("Warm up, Ana Ruiz: ana@x.org, 415-555-2671, 12 Oak Street, Austin, TX 78701, x.org/a.")
    return nlp


def seconds(nlp, text):
    gc.collect()
    gc.disable()
    try:
        start = time.process_time()
        nlp(text)
        read_hypertext(text)
        return time.process_time() - start
    finally:
        gc.enable()


@pytest.mark.few(2)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_time_grows_with_the_length(nlp, row):
    def text(length):
        return row.get("prefix", "") + row["unit"] * (length // len(row["unit"]))

    growth = []
    for _ in range(4):
        short, long = seconds(nlp, text(SHORT)), seconds(nlp, text(TIMES * SHORT))
        growth.append(long / short)
        if growth[-1] <= MOST or long < ENOUGH:
            return
    pytest.fail(f"{TIMES} times the length takes {min(growth):.1f} times as long")
