"""The initial of a surname behind a forename: "Ana R went"."""

from __future__ import annotations

import re

from spacy.tokens import Doc

from ...lexicon.cues import BEHIND_INITIALS
from .spacing import wide_gap

_GOES_ON = re.compile(r" [a-zß-öø-ÿ]{2}|[,;)]|\s*(?:\n|\Z)")
_INNER_MARKS = frozenset(",;)'’")
_NEAR = 40  # characters that are looked at


def with_initial(doc: Doc, text: str, end: int) -> int:
    """Take in the letter behind a name where it is the initial of its surname ("Ana R", "Ana R.").

    A letter may also begin a sentence, so it has to stand before a full stop, a mark or a gap, or
    before small letters ("Ana R went"): where it is a word, before those that follow a name ("Ana A
    was").

    doc (Doc): The document.
    text (str): Its text.
    end (int): The token behind the name.
    RETURNS (int): The token behind the whole name.
    """
    return end + _is_last_initial(doc, text, end)


def _is_last_initial(doc: Doc, text: str, end: int) -> bool:
    letter = doc[end].text.rstrip(".")
    if len(letter) != 1 or not letter.isalpha() or wide_gap(doc, text, end - 1, end):
        return False
    if not doc[end - 1].whitespace_ or not doc[end - 1].text[-1:].isalnum():
        return False
    stop = doc[end].idx + len(doc[end])
    behind = text[stop : stop + 2]
    if letter.islower():
        # "laila a, who", where all names are written so, and "Laila a. went"
        small = doc[end - 1].text.islower() and behind[:1] in _INNER_MARKS
        return small or _is_stopped(doc[end].text, text[stop : stop + _NEAR])
    if doc[end].text.endswith("."):
        return True
    if letter == "I":  # "Hi Ana I'd love to"
        return not behind.strip()
    if behind[:1] == " " and behind[1:].islower() and not _is_article(doc, letter, end):
        return True
    return not behind.strip() or behind[0] in "\n\t,;:).'’"


def _is_article(doc: Doc, letter: str, at: int) -> bool:
    return letter == "A" and doc[at + 1].text not in BEHIND_INITIALS


def _is_stopped(letter: str, behind: str) -> bool:
    """Is a small letter an initial, by a full stop that ends no sentence? "v." parts parties."""
    rest = behind if letter.endswith(".") else behind[1:] if behind.startswith(".") else None
    return rest is not None and letter[0] != "v" and _GOES_ON.match(rest) is not None
