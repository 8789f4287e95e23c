"""Short names that may be somebody else's: "Will" beside Bill Gates, "K." beside Kiyoo Mogi."""

from __future__ import annotations

from collections.abc import Sequence

from ...text.lexicon.tables import fold, name_tables
from ..persons.mention.compare import same_forename


def may_be_others(names: Sequence[str]) -> list[bool]:
    """Which mentions of a person are a single initial or a short form that no full name holds?

    They were linked because they fit. Of a private person that does no harm; who is widely known
    is seldom called so, and a classmate may be.

    names (Sequence[str]): How the person is called, mention by mention.
    RETURNS (list): True or False for each.

        >>> may_be_others(["Bill Gates", "Gates", "Will"])
        [False, False, True]
    """
    words = [fold(name).replace(".", " ").split() for name in names]
    held = {word for own in words if len(own) > 1 for word in own}
    return [len(own) == 1 and _fits_only(own[0], held) for own in words]


def forenames_alone(names: Sequence[str]) -> list[bool]:
    """Which mentions are the forename alone of somebody whom others name in full?

    names (Sequence[str]): How the person is called, mention by mention.
    RETURNS (list): True or False for each.

        >>> forenames_alone(["Hannah Arendt", "Arendt", "Hannah"])
        [False, False, True]
        >>> forenames_alone(["Park Geun-hye", "Park"])  # a surname, rather
        [False, False]
    """
    words = [fold(name).replace(".", " ").split() for name in names]
    first = {own[0] for own in words if len(own) > 1}
    tables = name_tables()
    first = {w for w in first if tables.masses(w)[0] >= tables.masses(w)[1]}
    first |= {f"{word}s" for word in first}
    return [len(own) == 1 and own[0] in first for own in words]


def _fits_only(word: str, held: set[str]) -> bool:
    """Is it none of the words of the full name, but an initial or a short form of one?"""
    if word in held or not held:
        return False
    return len(word) == 1 or any(same_forename(word, other) for other in held)
