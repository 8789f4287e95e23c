"""Whether two words of names are one: short forms and slips."""

from __future__ import annotations

from functools import lru_cache

from ....core.later import regex
from ....text.lexicon.tables import NameTables, short_forms

MOST_OTHER_LETTERS = 4
"""Letters that only one of two words has, at most, where one is a slip of the other."""
FAR_COMMONER = 15
"""So many times commoner must a name be for the other one to be a slip of it."""
_SOUNDS = (
    (regex.compile(r"ph"), "f"),
    (regex.compile(r"(.)\1+"), r"\1"),
    (regex.compile(r"th"), "t"),
    (regex.compile(r"([aou])e"), r"\1"),
)


def same_forename(a: str, b: str) -> bool:
    """Are two folded forenames one, or short forms of one (Bob, Robert)?"""
    return a == b or a in short_forms().get(b, ())


def singulars(folded: str) -> tuple[str, ...]:
    """What a name may be the plural or the genitive of: "joneses" of "jones".

    folded (str): A folded name.
    RETURNS (tuple): Without its s, or without its es behind a hissing sound.
    """
    hissing = folded.endswith(("ses", "zes", "xes", "ches", "shes"))
    return (folded[:-2],) * hissing + (folded[:-1],) * folded.endswith("s")


def slip(a: str, b: str) -> int:
    """The edit distance of two folded words: letters put in, left out, exchanged or swapped.

    Optimal string alignment; distances above 2 are given as 3.
    """
    if abs(len(a) - len(b)) > 2:
        return 3
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return min(row[-1], 3)


def misspelt(a: str, b: str, tables: NameTables) -> bool:
    """May one of two folded words be a slip of the other, and not another name?

    a, b (str): Folded words.
    tables (NameTables): Names of which neither is far commoner are two: Maria and Marie.
    """
    most = most_slips(min(len(a), len(b)))
    if not most or a == b or len(set(a) ^ set(b)) > MOST_OTHER_LETTERS:
        return False
    if skeleton(a) == skeleton(b):
        return True
    if slip(a, b) > most:
        return False
    rare, common = sorted((sum(tables.masses(a)), sum(tables.masses(b))))
    return rare == 0 or common >= FAR_COMMONER * rare


def most_slips(length: int) -> int:
    """How many letters may be wrong in a word of so many: none where it is short."""
    return 0 if length < 4 else 1 if length < 7 else 2


@lru_cache(maxsize=4096)
def skeleton(word: str) -> str:
    """How a folded word sounds: "ph" as "f", no letter twice."""
    for pattern, put in _SOUNDS:
        word = pattern.sub(put, word)
    return word
