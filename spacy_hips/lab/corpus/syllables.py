"""Words that nobody has seen: what a list holds, a model learns by heart."""

from __future__ import annotations

from random import Random

_ONSETS = ("b", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z", "ch", "sh",
           "tr", "br", "kl", "gr", "pl", "")  # fmt: skip
_VOWELS = ("a", "e", "i", "o", "u", "a", "i", "o", "ai", "ou", "é", "y")
_CODAS = ("", "", "", "n", "r", "x", "l", "s", "ta", "sk", "ng", "dex")


def invented_word(rng: Random, least: int, most: int) -> str:
    """Make up a word.

    rng (Random): Source of chance.
    least, most (int): Number of syllables.
    RETURNS (str): In small letters.
    """
    parts = [rng.choice(_ONSETS) + rng.choice(_VOWELS) for _ in range(rng.randint(least, most))]
    return "".join(parts) + rng.choice(_CODAS)
