"""What a reader yields: rows that could be read, and rows that could not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...core.later import re

_LONE = re.compile(r"[\ud800-\udfff]")
_REPLACEMENT = "\ufffd"


@dataclass(frozen=True)
class Row:
    """A row, a json line, a file or a document.

    number (int): Its place in the input, from 1; a header is not counted.
    fields (dict): Its values by column, in the order of the input.
    doc (bytes): A serialised spaCy document, where the input holds documents.
    unsearched (Mapping[str, int]): What of its file cannot be searched, such as images, by kind.
    people (Mapping): Who else is named where it was read, each with other names.
    speakers (Sequence): Where its text names who speaks, start and end: whole names.
    place (Any): Where it stood, for the sink that writes its format.
    """

    number: int
    fields: dict[str, Any] = field(default_factory=dict)
    doc: bytes | None = None
    unsearched: Mapping[str, int] = field(default_factory=dict)
    people: Mapping[str, Sequence[str]] = field(default_factory=dict)
    speakers: Sequence[tuple[int, int]] = ()
    place: Any = None


@dataclass(frozen=True)
class BadRow:
    """A row that could not be read, or is not to be released.

    number (int): Its place in the input, from 1.
    reason (str): What is wrong with it; no text of the row.
    raw (str): The row itself; goes into the internal folder only.
    before (tuple[int, ...]): The other rows of the document that is left out with it.
    language (str): Of a document that is left out because the pipeline does not read its language.
    """

    number: int
    reason: str
    raw: str = ""
    before: tuple[int, ...] = ()
    language: str = ""


def mend(text: str) -> tuple[str, int]:
    """Put U+FFFD in the place of lone surrogates, which no encoding and no tokenizer can take.

    text (str): Any string.
    RETURNS (tuple): A string of the same length, and how many characters were replaced.
    """
    return _LONE.subn(_REPLACEMENT, text)
