"""The gender that the word before a name tells: "my brother Chike", "Mrs. Patel"."""

from __future__ import annotations

from collections.abc import Iterable

import regex

from ...lexicon.person_words import RELATIVES
from ...lexicon.tables import fold, titles

_NEAR = 24  # characters before a name that are looked at
_WORD_BEFORE = regex.compile(r"(?P<word>\p{L}+)\.?[^\S\n]\Z")


def told_gender(text: str, starts: Iterable[int]) -> str:
    """The gender that the words before the mentions of a person tell.

    text (str): The document's text.
    starts (Iterable[int]): The first character of each mention.
    RETURNS (str): "F" or "M"; "" where nothing tells, or two mentions tell different ones.

    EXAMPLE:
        >>> told_gender("my brother Chike", [11])
        'M'
    """
    found = {_told(text[max(0, start - _NEAR) : start]) for start in starts} - {""}
    return found.pop() if len(found) == 1 else ""


def _told(before: str) -> str:
    match = _WORD_BEFORE.search(before)
    if match is None:
        return ""
    word = fold(match["word"])
    if word in RELATIVES or not match["word"][0].isupper():  # "I miss Ben" has no title
        return RELATIVES.get(word, "")
    genders = {title.gender for title in titles().get(word, ())}
    return genders.pop() if len(genders) == 1 else ""
