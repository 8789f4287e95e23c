"""Reads the packaged tables of surrogates; nothing is read before it is needed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ..lexicon.data_files import lines, lists


def word_set(words: str) -> frozenset[str]:
    """The words of a text, parted by white space."""
    return frozenset(words.split())


@cache
def town_names() -> tuple[str, ...]:
    """Names of towns, streets and schools that stand for no particular place."""
    return tuple(lines("fictional_towns.txt"))


@cache
def surname_tail() -> Mapping[str, tuple[str, ...]]:
    """Surnames that the name tables lack, by culture of names, the most common first."""
    return lists("surname_tail.txt.xz")


@cache
def school_domains() -> Mapping[str, tuple[str, ...]]:
    """Domains of schools and universities by their last label."""
    found: dict[str, list[str]] = {}
    for domain in lines("school_domains.txt.xz"):
        found.setdefault(domain.rpartition(".")[2], []).append(domain)
    return {ending: tuple(names) for ending, names in found.items()}
