"""Words of names as they are really written: broken over a line, or run together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ....core.later import regex
from ....text.lexicon.tables import NameTables, fold, particles, word_key

_BREAK = regex.compile(r"(?<=[\p{L}\p{M}])[-‐‑]\s+(?=[\p{L}\p{M}])")
_BEFORE = regex.compile(r"[\p{L}\p{M}]+$")
_AFTER = regex.compile(r"[\p{L}\p{M}]+")
_SEAM = regex.compile(r"(?<=\p{Ll})(?=\p{Lu})")


def breaks(text: str, tables: NameTables) -> list[tuple[int, int]]:
    """Where one word of a name is broken by a hyphen and the end of a line ("Moham-\\nmed").

    text (str): A mention of a person.
    tables (NameTables): The name tables, which tell "JEAN-\\nPIERRE" from "THO-\\nRIQ".
    RETURNS (list[tuple[int, int]]): Start and end of the hyphens with their blanks, by place.
    """
    spans = [match.span() for match in _BREAK.finditer(text)]
    return [(start, end) for start, end in spans if _is_one_word(text, start, end, tables)]


def _is_one_word(text: str, start: int, end: int, tables: NameTables) -> bool:
    before, after = _BEFORE.search(text, 0, start), _AFTER.match(text, end)
    if before is None or after is None:
        return False
    left, right = before.group(), after.group()
    shouted = left.isupper() and right.isupper()
    if min(len(left), len(right)) < 2 or not (right.islower() or shouted):
        return False
    if fold(left) in particles() or (left.islower() and not right.islower()):
        return False
    two = _is_name(left, tables) and _is_name(right, tables)
    return not two or _is_name(left + right, tables)


def without_breaks(text: str) -> str:
    """A broken word as one."""
    return str(_BREAK.sub("", text))


def broken_like(word: str, old: str) -> str:
    """Break a word where another one is broken, as far as it is long.

    word (str): The new word.
    old (str): What stands in the text ("Moham-\\nmed"); words that are whole change nothing.
    RETURNS (str): The new word with the same hyphen and blanks in it.
    """
    found = _BREAK.search(old)
    if found is None or len(word) < 2:
        return word
    at = round(len(word) * found.start() / len(without_breaks(old)))
    at = min(max(at, 1), len(word) - 1)
    return f"{word[:at]}{found.group()}{word[at:]}"


def run_together_words(word: str, tables: NameTables) -> Iterator[tuple[int, int]]:
    """The words of "MariaLopez" and "LelandL"; a name of its own ("McKenzie") is one.

    word (str): Letters.
    tables (NameTables): The name tables: every word of several letters must be a name.
    YIELDS (tuple[int, int]): Start and end of each.
    """
    seams = [0, *(m.start() for m in _SEAM.finditer(word)), len(word)]
    spans = list(pairwise(seams))
    parts = [word[start:end] for start, end in spans]
    known = all(len(p) == 1 or (len(p) > 2 and _is_name(p, tables)) for p in parts)
    if known and len(parts[0]) > 1 and not _is_name(word, tables):
        yield from spans
    else:
        yield 0, len(word)


def _is_name(word: str, tables: NameTables) -> bool:
    return tables.is_name(word_key(word))
