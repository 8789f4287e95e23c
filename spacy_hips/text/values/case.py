"""Gives a text the case of another."""

from __future__ import annotations


def like_case(new: str, old: str) -> str:
    """Give a text the case of another: ALL CAPS, lower case, else as it stands."""
    letters = [c for c in old if c.isalpha()]
    if len(letters) > 1 and all(c.isupper() for c in letters if c.isupper() or c.islower()):
        return new.upper() if any(c.isupper() for c in letters) else new
    if letters and all(not c.isupper() for c in letters):
        return new.lower()
    return new


def plain(word: str) -> str:
    """A word as patterns that ignore case see it: with every i alike, dotted or not."""
    return word.casefold().replace("ı", "i").replace("i\u0307", "i")
