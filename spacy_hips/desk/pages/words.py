"""What pages say, in the languages that the table of their texts has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ...text.lexicon.data_files import rows

TABLE = "app/words.tsv"
ENGLISH = "en"


@cache
def words(lang: str = ENGLISH) -> Mapping[str, str]:
    """The texts of the pages in a language.

    lang (str): The code of the language, one of `languages()`.
    RETURNS (Mapping): By key; a text that lacks a translation is the English one. A key without an
        English text is that text.
    """
    return {row["key"]: row.get(lang) or row[ENGLISH] or row["key"] for row in rows(TABLE)}


@cache
def languages() -> tuple[str, ...]:
    """The languages that the table has a column for."""
    return tuple(name for name in next(iter(rows(TABLE))) if name != "key")
