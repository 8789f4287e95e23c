"""Names of columns in messages: those that are words are shown, the others are numbered.

The first line of a table without a header is a student's row, and the keys of a json object may be
people. So a message shows only single words that are ordinary ones or that columns are usually
called by, and headings made of column words alone ("Student ID"). Several ordinary words may be a
text. The rest is numbered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from ...core.later import re
from .person_words import COLUMN_WORDS, HEADING_WORDS
from .tables import common_words, name_tables

LONGEST = 40
MOST_DIGITS = 2
MOST_NUMBERS = 10
LOWEST_NAME_MASS = 0.01
"""From how much of a name on a word of English is not shown: "Grace", but not "day"."""

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


@lru_cache(maxsize=4096)
def is_plain(name: str) -> bool:
    """May it stand in a message: a short name that can hardly be a person's, or a text?

    name (str): The name of a column, or what stands in its place.
    """
    if len(name) > LONGEST:
        return False
    if " " in name:
        return all(word.lower() in HEADING_WORDS for word in name.split(" "))
    if not _IDENTIFIER.fullmatch(name):
        return False
    if sum(c.isdigit() for c in name) > MOST_DIGITS:
        return False
    return all(_is_plain_word(word.lower()) for word in _WORD.findall(name))


def shown_name(name: str, otherwise: str = "(not shown)") -> str:
    """A name as messages show it.

    name (str): Something out of a file.
    otherwise (str): What stands there if it could be a person's.
    """
    return name if is_plain(name) else otherwise


def shown_columns(names: Iterable[str], among: Sequence[str]) -> str:
    """Names of columns as messages show them: "grade, columns 3, 5".

    names (Iterable[str]): The columns to name.
    among (Sequence[str]): All columns of the table, from which they are numbered.
    """
    places = {name: at for at, name in reversed(list(enumerate(among, 1)))}
    plain, numbers, others = [], [], 0
    for name in dict.fromkeys(names):
        if is_plain(name):
            plain.append(name)
        elif name in places:
            numbers.append(places[name])
        else:
            others += 1
    return ", ".join([*plain, *_numbered(numbers, others)])


def _numbered(numbers: Sequence[int], others: int) -> list[str]:
    """ "columns 3, 5 and 7 more" stands for those whose names are not shown."""
    listed = [f"{number}" for number in numbers[:MOST_NUMBERS]]
    rest = len(numbers) - len(listed) + others
    if not listed:
        return [f"{rest} of other names"] if rest else []
    last = f" and {rest} more" if rest else ""
    return [f"column{'s' if len(listed) > 1 else ''} {', '.join(listed)}{last}"]


def _is_plain_word(word: str) -> bool:
    if len(word) == 1 or word in COLUMN_WORDS:
        return True
    tables = name_tables()
    return word in common_words() and max(tables.masses(word)) < LOWEST_NAME_MASS
