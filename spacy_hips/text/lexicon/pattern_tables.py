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

    Common beginnings are written once, so that each place of a text costs a few comparisons.

        >>> alternation(["an", "any", "as"])
        '(?:a(?:n(?:y)?|s))'
    """
    told = sorted(set(words))
    return f"(?:{_branches(told)})" if told else "(?!)"


def _branches(words: list[str]) -> str:
    if len(words) == 1:
        return re.escape(words[0])
    behind: dict[str, list[str]] = {}
    for word in words:
        behind.setdefault(word[:1], []).append(word[1:])
    ends = behind.pop("", None) is not None
    parts = [re.escape(first) + _branches(rest) for first, rest in behind.items()]
    told = "|".join(parts)
    return f"(?:{told})" + "?" * ends if parts and (ends or len(parts) > 1) else told


def with_words(pattern: str, words: Mapping[str, str]) -> str:
    """A pattern with the parts that it names as {{part}}.

    pattern (str): The pattern.
    words (Mapping[str, str]): Parts by name.
    RETURNS (str): The whole pattern.
    """
    for name, part in words.items():
        pattern = pattern.replace("{{" + name + "}}", part)
    return pattern
