"""Which postal codes a state of the United States has (data/us_zip_codes.tsv)."""

from __future__ import annotations

from functools import lru_cache

from ...text.lexicon.data_files import read_lines


@lru_cache(maxsize=1)
def zip_codes() -> dict[str, frozenset[str]]:
    """The first three digits of the codes of each state, by its letters.

    RETURNS (dict[str, frozenset[str]]): Such as "832" to "838" for "ID".
    """
    return {state: frozenset(_digits(ranges)) for state, ranges in read_lines("us_zip_codes.tsv")}


def _digits(ranges: str) -> list[str]:
    """ "200 202-205" told one by one."""
    out = []
    for part in ranges.split():
        first, _, last = part.partition("-")
        out += [f"{n:03}" for n in range(int(first), int(last or first) + 1)]
    return out
