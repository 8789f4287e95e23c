"""Who speaks in a chat: where some lines begin with a found name and a colon, others do so, too.

    ana: did you get 42?
    grace: yes

A forename in small letters that is also a word says nothing by itself; in a column of speakers it
is a name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import regex

from ..labels import NAME_LABELS
from ..spans import PiiSpan
from .cue_words import EDGE_WORDS
from .lexicon import Lexicon

# What else stands before a colon, though somebody may be called so.
_NO_SPEAKERS = EDGE_WORDS | {"age", "agent", "date", "major", "price", "topic"}
LEAST_LINES = 2
"""So many lines have to begin with a found name before others are taken for speakers."""
_SPEAKER = regex.compile(
    r"(?m)^[^\S\n]*(?P<who>[\p{L}\p{M}'’.-]+(?: [\p{L}\p{M}'’.-]+){0,2}):(?=\s)"
)
# A chat that lost its line breaks: "yes! April: I will explain it. Ana: thanks. April: ..."
_IN_LINE = regex.compile(r"[.!?…]\s+(?P<who>\p{Lu}[\p{L}\p{M}'’-]+):(?=\s)")


def other_speakers(text: str, spans: Sequence[PiiSpan], lexicon: Lexicon) -> list[PiiSpan]:
    """The speakers of a chat that were not found.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What was found in it.
    lexicon (Lexicon): Looks words up: only what is known as a forename or a surname is a speaker.
    RETURNS (list): Names at the beginning of a line, or of sentences more than once: those that
        were found as speakers elsewhere and, where at least `LEAST_LINES` of these are found names,
        whoever may be one, with the lowest score of the found ones.
    """
    lines = _turns(text)
    names = {(s.start, s.end): s for s in spans if s.label in NAME_LABELS}
    found = [names[line] for line in lines if line in names]
    least = min(found, key=lambda s: s.score) if len(found) >= LEAST_LINES else None
    same = {
        text[start:end].lower(): s for (start, end), s in names.items() if text.startswith(":", end)
    }
    taken = {i for span in spans for i in range(span.start, span.end)}
    out = []
    for start, end in lines:
        who = text[start:end]
        like = same.get(who.lower()) or (least if least and _may_be_name(who, lexicon) else None)
        if like and taken.isdisjoint(range(start, end)):
            out.append(replace(like, start=start, end=end))
    return out


def _turns(text: str) -> list[tuple[int, int]]:
    """Who begins a line and, within lines, who begins a sentence more than once."""
    inside = list(_IN_LINE.finditer(text))
    often = Counter(match["who"] for match in inside)
    turns = [match for match in inside if often[match["who"]] > 1]
    return sorted({m.span("who") for m in (*_SPEAKER.finditer(text), *turns)})


def _may_be_name(name: str, lexicon: Lexicon) -> bool:
    words = name.split()
    known = any(max(lexicon(word).forename, lexicon(word).surname) for word in words)
    return known and not any(word.lower() in _NO_SPEAKERS for word in words)
