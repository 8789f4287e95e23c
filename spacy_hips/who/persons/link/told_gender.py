"""What the words before a name tell: "my brother Chike" is a man, "my name is Ali" a forename."""

from __future__ import annotations

from collections.abc import Iterable

from ....core.later import regex
from ....text.lexicon.person_words import RELATIVES
from ....text.lexicon.tables import fold, titles

_NEAR = 24  # characters before a name that are looked at
_WORD_BEFORE = regex.compile(r"(?P<word>\p{L}+)\.?[^\S\n]\Z")

_CALLED = regex.compile(
    r"(?:\bname(?:[^\S\n]is|['’]s)|\bfirst[^\S\n]name:?|\b(?:am|is|are|was)[^\S\n](?:called|named)"
    r"|\b(?:call|calls|called)[^\S\n](?:me|him|her|them)|(?<!\p{L})(?:I['’]?m|I[^\S\n]am))[^\S\n]\Z",
    regex.I,
)


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


def told_forename(text: str, starts: Iterable[int]) -> bool:
    """Do the words before a mention of a person say that the one word there is a forename?

    text (str): The document's text.
    starts (Iterable[int]): The first character of each mention.
    RETURNS (bool): Whether they do.

    EXAMPLE:
        >>> told_forename("My name is Ali.", [11]), told_forename("Ms. Ali", [4])
        (True, False)
    """
    return any(_is_forename(text[max(0, start - _NEAR) : start]) for start in starts)


def _is_forename(before: str) -> bool:
    match = _WORD_BEFORE.search(before)
    relative = match is not None and match["word"] in RELATIVES
    return relative or _CALLED.search(before) is not None


def _told(before: str) -> str:
    match = _WORD_BEFORE.search(before)
    if match is None:
        return ""
    word = fold(match["word"])
    if word in RELATIVES or not match["word"][0].isupper():  # "I miss Ben" has no title
        return RELATIVES.get(word, "")
    genders = {title.gender for title in titles().get(word, ())}
    return genders.pop() if len(genders) == 1 else ""
