"""Texts whose characters are distributed unlike those of the others: tables, code, broken files."""

from __future__ import annotations

import unicodedata
import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from .extra import scikit_learn

SMALL = "small"
KINDS: tuple[str, ...] = ("capital", "digit", "blank", "line", "mark", "sign", "foreign")
"""What characters are counted as, beside small letters of ASCII, which they are compared with."""
FEWEST = 10 * len(KINDS)
"""With fewer texts nobody can say what is usual."""


@dataclass(frozen=True)
class Odd:
    """What was found.

    texts (tuple[int, ...]): The odd ones, by number.
    note (str): Why nobody looked, if so.
    """

    texts: tuple[int, ...]
    note: str = ""


def odd_texts(texts: Sequence[str], contamination: float) -> Odd:
    """Find the texts with the oddest characters, by a robust elliptic envelope.

    texts (Sequence[str]): The texts.
    contamination (float): The share of the texts that is odd.
    RETURNS (Odd): Their numbers; none if there are too few texts to compare.
    RAISES (HipsError): E820 if scikit-learn is not installed.
    """
    if len(texts) < FEWEST:
        return Odd((), f"not done: fewer than {FEWEST} texts")
    covariance = scikit_learn("covariance")
    values = np.array([_ratios(text) for text in texts])
    values = values[:, values.std(axis=0) > 1e-9]
    if not values.shape[1]:
        return Odd((), "not done: all texts have the same characters")
    envelope = covariance.EllipticEnvelope(contamination=contamination, random_state=0)
    with warnings.catch_warnings():
        # Of texts made alike the covariance is not of full rank; the envelope can do with that.
        warnings.simplefilter("ignore")
        found = envelope.fit_predict(values)
    return Odd(tuple(int(i) for i in np.flatnonzero(found < 0)))


def _ratios(text: str) -> list[float]:
    """How many characters of each kind a text has to one small letter, as logarithms.

    Half a character is added to each count. So a kind that most texts lack still varies, and a
    text that has it stands out.
    """
    counts: Counter[str] = Counter()
    for character, count in Counter(text).items():
        counts[_kind(character)] += count
    return [float(np.log((counts[kind] + 0.5) / (counts[SMALL] + 0.5))) for kind in KINDS]


@lru_cache(maxsize=4096)
def _kind(character: str) -> str:
    if character == "\n":
        return "line"
    if character.isspace():
        return "blank"
    if character.isascii() and character.isalpha():
        return SMALL if character.islower() else "capital"
    group = unicodedata.category(character)[0]
    return {"N": "digit", "P": "mark", "S": "sign"}.get(group, "foreign")
