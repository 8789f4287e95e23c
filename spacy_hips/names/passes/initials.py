"""Who is named by initials where others are: "AB wrote the review, KM built it".

A group report names its members once in full, and then by their initials. The finder believes
some of these and not others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import regex

from ...labels import NAME_LABELS
from ...spans import PiiSpan

_INITIALS = regex.compile(r"(?<![\p{L}\p{N}.])\p{Lu}{2,3}(?![\p{L}\p{N}])")
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}'’]*")


def names_by_initials(text: str, spans: Sequence[PiiSpan]) -> list[PiiSpan]:
    """The initials of found names that were not found, where those of another name were.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What was found in it.
    RETURNS (list): Names of two or three capitals, with the score of the initials that were found.
    """
    names = [span for span in spans if span.label in NAME_LABELS]
    short = {s for span in names for s in _initials(text[span.start : span.end])}
    found = [span for span in names if text[span.start : span.end] in short]
    if not found:
        return []
    taken = {i for span in spans for i in range(span.start, span.end)}
    return [
        replace(found[0], start=match.start(), end=match.end())
        for match in _INITIALS.finditer(text)
        if match[0] in short and taken.isdisjoint(range(*match.span()))
    ]


def _initials(name: str) -> set[str]:
    """The initials of a full name, with and without those between the first and the last."""
    letters = [word[0] for word in _WORD.findall(name)]
    if len(letters) < 2 or not all(letter.isupper() for letter in letters):
        return set()
    return {"".join(letters), letters[0] + letters[-1]}
