"""Titles of several words ("Associate Professor"), or several in one ("Prof.Dr.")."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.later import regex
from ....text.lexicon.person_words import TITLE_QUALIFIERS
from ....text.lexicon.tables import NameTables, fold
from .titles import SELDOM, is_title, known_titles

_PARTS = regex.compile(r"[.\-‐‑]+")
_OF = "of"
_BETWEEN = frozenset(("and", "the", "of", "for"))


def title_phrase(text: str, chunks: Sequence[tuple[int, int]], tables: NameTables) -> int:
    """How many of the first words of a mention are one title that a lone word does not make.

    text (str): The mention.
    chunks (Sequence[tuple[int, int]]): Start and end of its words.
    tables (NameTables): The name tables.
    RETURNS (int): 0 for none: a word that may be a name ends a title.

        >>> from spacy_hips.text.lexicon.tables import name_tables
        >>> title_phrase("Vice Principal Okri", [(0, 4), (5, 14), (15, 19)], name_tables())
        2
    """
    at = 0
    while at < len(chunks) and _key(text, chunks[at]) in TITLE_QUALIFIERS:
        at += 1
    office = at < len(chunks) and _is_office(text, chunks[at:], tables)
    if office or (0 < at < len(chunks) - 1 and _key(text, chunks[at]) in known_titles()):
        at += 1  # "Hon", which may be a name, is a title in "the Hon. Ana Okri"
    elif at < 2:  # "Teaching Assistant Ana", but "Head" may be a name
        at = 0
    return _with_field(text, chunks, max(at, 1), tables) or at


def _key(text: str, chunk: tuple[int, int]) -> str:
    return fold(text[slice(*chunk)]).replace(".", "")


def _is_office(text: str, chunks: Sequence[tuple[int, int]], tables: NameTables) -> bool:
    if is_title(_key(text, chunks[0]), text, chunks, tables, False):
        return True
    parts = [fold(part) for part in _PARTS.split(text[slice(*chunks[0])]) if part]
    known = [part in known_titles() and len(part) > 1 for part in parts]
    rest = all(k or part in TITLE_QUALIFIERS for k, part in zip(known, parts, strict=True))
    return len(parts) > 1 and any(known) and rest


def _with_field(text: str, chunks: Sequence[tuple[int, int]], at: int, tables: NameTables) -> int:
    """The end of a title with what the office is for: "Head of Department", else 0."""
    if at + 2 >= len(chunks) or text[slice(*chunks[at])] != _OF:
        return 0
    office = _key(text, chunks[at - 1])
    if not (tables.is_common_word(office) or office in known_titles()):
        return 0
    end = at
    for number in range(at + 1, len(chunks) - 1):
        key = _key(text, chunks[number])
        if text[slice(*chunks[number])] in _BETWEEN:
            continue
        if not tables.is_common_word(key) or max(tables.masses(key)) >= SELDOM:
            break
        end = number + 1
    return end if end > at else 0
