"""Tables of patterns (lang/xx/*.toml) whose patterns share parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...core.later import re
from .language import TABLES, every

_PART = re.compile(r"\{\{(\w+)\}\}")


class Words(dict[str, str]):
    """Parts of patterns by name; those of the languages are put together when one is asked for.

    lang (str): The language whose words alone are meant.
    """

    def __init__(self, lang: str = "") -> None:
        super().__init__()
        self._lang = lang

    def __missing__(self, name: str) -> str:
        if name not in TABLES:
            raise KeyError(name)
        part = self[name] = alternation(every(name, lang=self._lang))
        return part


def words_of(table: Mapping[str, Any], lang: str = "") -> Words:
    """The shared parts of a table, its block [words]; a later one may use an earlier one.

    Every list of words of the languages is such a part: {{kin}} are the relatives of all of them.

    table (Mapping): The table as it was read.
    lang (str): The language whose words alone are meant.
    RETURNS (Words): Parts of patterns by name.
    """
    words = Words(lang)
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


def with_words(pattern: str, words: Words) -> str:
    """A pattern with the parts that it names as {{part}}; other names stay.

    pattern (str): The pattern.
    words (Words): Parts by name.
    RETURNS (str): The whole pattern.
    """

    def part(match: re.Match[str]) -> str:
        try:
            return words[match[1]]
        except KeyError:
            return match[0]

    return _PART.sub(part, pattern)
