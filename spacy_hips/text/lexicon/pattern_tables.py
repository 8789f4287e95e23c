"""Tables of patterns (lang/xx/*.toml) whose patterns share parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from .language import TABLES, every


def words_of(table: Mapping[str, Any], lang: str = "") -> dict[str, str]:
    """The shared parts of a table, its block [words]; a later one may use an earlier one.

    Every list of words of the languages is such a part: {{kin}} are the relatives of all of them.

    table (Mapping): The table as it was read.
    lang (str): The language whose words alone are meant.
    RETURNS (dict[str, str]): Parts of patterns by name.
    """
    words = {name: alternation(every(name, lang=lang)) for name in TABLES}
    for name, part in table.get("words", {}).items():
        words[name] = with_words(part, words)
    return words


def alternation(words: Iterable[str]) -> str:
    """Words as alternatives of a pattern, the longest first; nothing matches where there are none.

    >>> alternation(["an", "any of"])
    '(?:any\\ of|an)'
    """
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return f"(?:{'|'.join(map(re.escape, ordered))})" if ordered else "(?!)"


def with_words(pattern: str, words: Mapping[str, str]) -> str:
    """A pattern with the parts that it names as {{part}}.

    pattern (str): The pattern.
    words (Mapping[str, str]): Parts by name.
    RETURNS (str): The whole pattern.
    """
    for name, part in words.items():
        pattern = pattern.replace("{{" + name + "}}", part)
    return pattern
