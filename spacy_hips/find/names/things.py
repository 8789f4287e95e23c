"""What a name is taken for now and then, and what is left of that once the name is known."""

from __future__ import annotations

from dataclasses import replace

from ...core.spans import PiiSpan

MISTAKEN: frozenset[str] = frozenset(
    {"AGE", "DATE", "EMPLOYER", "LOCATION", "NATIONALITY", "SCHOOL"}
)
"""Labels under which a name stands now and then ("April", "the workshop of Amara", "Amara,50")."""


def remainders(text: str, span: PiiSpan, start: int, end: int) -> list[PiiSpan]:
    """What is left of a span in front of a name in it and behind it, without marks and blanks.

    text (str): The document's text.
    span (PiiSpan): What was found.
    start, end (int): The name's characters.
    RETURNS (list): Up to two spans: what was covered stays so.
    """
    while start > span.start and not text[start - 1].isalnum():
        start -= 1
    while end < span.end and not text[end].isalnum():
        end += 1
    parts = (replace(span, end=start), replace(span, start=end))
    return [part for part in parts if part.start < part.end]
