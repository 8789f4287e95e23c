"""Tables of patterns (data/<lang>/*.toml) whose patterns share parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def words_of(table: Mapping[str, Any]) -> dict[str, str]:
    """The shared parts of a table, its block [words]; a later one may use an earlier one.

    table (Mapping): The table as it was read.
    RETURNS (dict[str, str]): Parts of patterns by name.
    """
    words: dict[str, str] = {}
    for name, part in table.get("words", {}).items():
        words[name] = with_words(part, words)
    return words


def with_words(pattern: str, words: Mapping[str, str]) -> str:
    """A pattern with the parts that it names as {{part}}.

    pattern (str): The pattern.
    words (Mapping[str, str]): Parts by name.
    RETURNS (str): The whole pattern.
    """
    for name, part in words.items():
        pattern = pattern.replace("{{" + name + "}}", part)
    return pattern
