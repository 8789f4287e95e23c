"""Reads the packaged tables of surrogates; nothing is read before it is needed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files


def word_set(words: str) -> frozenset[str]:
    """The words of a text, parted by white space."""
    return frozenset(words.split())


def lines(name: str) -> Iterator[str]:
    """The lines of a packaged table without its comments, stripped.

    name (str): A file of spacy_hips/data.
    """
    text = (files("spacy_hips") / "data" / name).read_text("utf8")
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.strip()


@cache
def town_names() -> tuple[str, ...]:
    """Names of towns, streets and schools that stand for no particular place."""
    return tuple(lines("fictional_towns.txt"))


def rows(name: str) -> Iterator[dict[str, str]]:
    """The rows of a packaged table of tab-separated values, by column.

    name (str): A file of spacy_hips/data; its first line that is no comment names the columns.
    """
    source = lines(name)
    columns = next(source).split("\t")
    for line in source:
        values = line.split("\t")
        yield dict(zip(columns, values + [""] * (len(columns) - len(values)), strict=False))
