"""A town that a text names as one is a place wherever it stands, unless a person is called so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ....core.labels import NAME_LABELS
from ....core.later import regex
from ....core.spans import PiiSpan
from ....text.lexicon.human import may_be_human
from .propagate import has_line

# Not "came to": to people one comes, too.
_TOWN = regex.compile(
    r"(?<!\p{L})(?:in|near|around|outside|(?:city|town|village|capital|streets|people) of"
    r"|visit(?:ed|s|ing)?|(?:mov|travel|dr[io]v|fl[yeo]|relocat|migrat)\p{L}* (?:to|from)"
    r"|(?:come|comes|came|am|are|is|was|were|['’]m|born) (?:from|in)) \Z",
    regex.I,
)
_LOOK_BACK = 32
OWN = ("", "ner")
"""Sources of names that nothing but the finder's guess speaks for."""


def with_places(text: str, spans: Sequence[PiiSpan]) -> list[PiiSpan]:
    """Label as places what was found as a person, and elsewhere as a place where somebody is.

    "I live in Florence. Florence is hot." names one town; "Florence laughed" tells of a person, and
    then nothing is changed.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What was found, without overlaps.
    RETURNS (list[PiiSpan]): The same spans.
    """
    towns = {
        text[s.start : s.end]: s
        for s in spans
        if s.label == "LOCATION" and text[s.start].isupper() and _is_town(text, s)
    }
    if not towns:
        return list(spans)
    people = [s for s in spans if s.label in NAME_LABELS]
    for s in people:
        name = text[s.start : s.end]
        alone = name in towns
        if not alone or s.source not in OWN or s.id or may_be_human(text, s.start, s.end):
            for word in (name, *name.split()):
                towns.pop(word, None)
        elif has_line(text, s):
            towns.pop(name, None)
    return [
        replace(s, label="LOCATION")
        if s.label in NAME_LABELS and text[s.start : s.end] in towns
        else s
        for s in spans
    ]


def _is_town(text: str, span: PiiSpan) -> bool:
    """Is somebody there, or on the way?"""
    owned = text[span.end : span.end + 2] in ("'s", "’s")
    before = text[max(0, span.start - _LOOK_BACK) : span.start]
    return not owned and _TOWN.search(before) is not None
