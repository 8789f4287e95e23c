"""Names in one word that the finder does not believe: "AzevedoC", and "ana_okri" as a place."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from ..labels import NAME_LABELS
from ..spans import PiiSpan
from .lexicon import Lexicon

SCORE = 0.5
"""The score of such a name: the finder did not see it."""
# Genes and nicknames are short ("LexA", "DanB").
_RUN_ON = regex.compile(
    r"(?<![\p{L}\p{M}\p{N}_@./>-])(?P<who>\p{Lu}[\p{Ll}\p{M}]{3,})\p{Lu}(?![\p{L}\p{M}\p{N}_@])"
)
_TIED = regex.compile(r"(?P<who>[\p{L}\p{M}]{3,})_(?P<other>[\p{L}\p{M}]{3,})")


def glued_names(text: str, spans: Sequence[PiiSpan], lexicon: Lexicon) -> list[PiiSpan]:
    """Surnames and forenames with an initial that lost its blank, and names with an underscore.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What was found in it.
    lexicon (Lexicon): Looks words up: only what is known as a forename or a surname, and is no
        ordinary word, is a name.
    RETURNS (list): All spans, by place. What was found as a place, a firm or a school gives way,
        but for the words behind ("KoorV - Narva School").

        >>> glued_names("Design thinking\\nAzevedoC", [], Lexicon())[0].start
        16
    """
    found = {m.span() for m in _RUN_ON.finditer(text) if _is_name(m["who"], lexicon)}
    for span in spans:
        match = _TIED.fullmatch(text, span.start, span.end)
        if match and any(_is_name(match[part], lexicon) for part in ("who", "other")):
            found.add(match.span())
    out = list(spans)
    for start, end in found:
        inside = [span for span in out if span.start < end and start < span.end]
        if any(span.label in NAME_LABELS | {"USERNAME"} and span.end >= end for span in inside):
            continue
        out = [span for span in out if span not in inside]
        out += [rest for span in inside if (rest := _behind(text, span, end))]
        out.append(PiiSpan(start, end, "PERSON", SCORE, inside[0].source if inside else "ner"))
    return sorted(out, key=lambda span: span.start)


def _behind(text: str, span: PiiSpan, end: int) -> PiiSpan | None:
    """What is left of a span behind a name."""
    while end < span.end and not text[end].isalnum():
        end += 1
    return None if end >= span.end else PiiSpan(end, span.end, span.label, span.score, span.source)


def _is_name(word: str, lexicon: Lexicon) -> bool:
    return lexicon(word).named and not lexicon(word).common
