"""Names in their own script within an English text: "my friend 王伟", "(김민수)", "Ивана Петрова".

The encoder's vocabulary is English, so it believes in such a name in one sentence and not in the
next. Where a text is written in another script altogether, this says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import regex

from ...lexicon.tables import NameTables, name_tables
from ...spans import PiiSpan

SCORE = 0.8
"""The score of such a name: the finder did not see it."""
FOREIGN = 0.5
"""Share of a text's letters from which on it is written in another script."""
LEAST_BEARERS = 0.001  # mass of a surname of one character, which may be a word, too
_LETTER = regex.compile(r"\p{L}")
_OTHER = regex.compile(r"[\p{L}--\p{Latin}]", regex.V1)
# Without blanks: a surname of one or two characters, and a given name of one or two.
_WHOLE = regex.compile(r"(?<!\p{L})(?:\p{Han}{2,4}|\p{Hangul}{2,4})(?!\p{L})")
_WORD = regex.compile(r"\p{L}+")
_WORDS = "|".join(
    rf"\p{{{script}}}{{2,}}(?: \p{{{script}}}{{2,}}){{0,3}}"
    for script in ("Arabic", "Cyrillic", "Greek", "Hebrew", "Devanagari")
)
_SPACED = regex.compile(rf"(?<!\p{{L}})(?:{_WORDS})(?!\p{{L}})")


def native_names(
    text: str, spans: Sequence[PiiSpan], tables: NameTables | None = None
) -> list[PiiSpan]:
    """Names in a script of their own that were not found.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What was found in it.
    tables (NameTables): The name tables; the packaged ones if left out, loaded at first use.
    RETURNS (list): Names that the tables know as such, where nothing was found.

        >>> native_names("My friend 王伟 helped.", [])[0].start
        10
    """
    others = len(_OTHER.findall(text)) if not text.isascii() else 0
    if not others or others > FOREIGN * len(_LETTER.findall(text)):
        return []
    tables = tables or name_tables()
    taken = {i for span in spans for i in range(span.start, span.end)}
    found = [m.span() for m in _WHOLE.finditer(text) if _is_whole_name(m[0], tables)]
    found += [m.span() for m in _SPACED.finditer(text) if _is_spaced_name(m[0], tables)]
    return [
        PiiSpan(start, end, "PERSON", SCORE, "ner")
        for start, end in sorted(found)
        if taken.isdisjoint(range(start, end))
    ]


def _is_whole_name(run: str, tables: NameTables) -> bool:
    """Is it a surname and a given name behind it?"""
    for length in (2, 1):
        surname, given = run[:length], run[length:]
        if given and tables.surname_country_mass(surname) >= LEAST_BEARERS:
            return tables.is_forename(given) or all(tables.is_forename(c) for c in given)
    return False


def _is_spaced_name(run: str, tables: NameTables) -> bool:
    """Is a word of it a forename, and every other one a name?"""
    words = _WORD.findall(run)
    known = [tables.is_forename(word) for word in words]
    return any(known) and all(
        forename or tables.is_surname(word) for word, forename in zip(words, known, strict=True)
    )
