"""Reads the packaged tables of surrogates; nothing is read before it is needed."""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files


def word_set(words: str) -> frozenset[str]:
    """The words of a text, parted by white space."""
    return frozenset(words.split())


def lines(name: str) -> Iterator[str]:
    """The lines of a packaged table without its comments, stripped.

    name (str): A file of spacy_hips/data.
    """
    content = (files("spacy_hips") / "data" / name).read_bytes()
    text = (lzma.decompress(content) if name.endswith(".xz") else content).decode("utf8")
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.strip()


@cache
def town_names() -> tuple[str, ...]:
    """Names of towns, streets and schools that stand for no particular place."""
    return tuple(lines("fictional_towns.txt"))


@cache
def real_towns() -> Mapping[str, tuple[str, ...]]:
    """Towns by country, in the United States also by state ("US-TX"), the largest first."""
    towns = dict(_by_key("towns.txt.xz"))
    states = [names for key, names in towns.items() if key.startswith("US-")]
    return towns | {"US": tuple(dict.fromkeys(name for names in states for name in names))}


@cache
def surname_tail() -> Mapping[str, tuple[str, ...]]:
    """Surnames that the name tables lack, by culture of names, the most common first."""
    return _by_key("surname_tail.txt.xz")


def _by_key(name: str) -> Mapping[str, tuple[str, ...]]:
    parted = (line.partition("\t") for line in lines(name))
    return {key: tuple(values.split(";")) for key, _, values in parted}


@cache
def school_domains() -> Mapping[str, tuple[str, ...]]:
    """Domains of schools and universities by their last label."""
    found: dict[str, list[str]] = {}
    for domain in lines("school_domains.txt.xz"):
        found.setdefault(domain.rpartition(".")[2], []).append(domain)
    return {ending: tuple(names) for ending, names in found.items()}


def rows(name: str) -> Iterator[dict[str, str]]:
    """The rows of a packaged table of tab-separated values, by column.

    name (str): A file of spacy_hips/data; its first line that is no comment names the columns.
    """
    source = lines(name)
    columns = next(source).split("\t")
    for line in source:
        values = line.split("\t")
        yield dict(zip(columns, values + [""] * (len(columns) - len(values)), strict=False))
