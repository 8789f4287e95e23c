"""Other places of an identifier that a rule found once.

A rule may see a number as an address behind one word and as a section behind another. Once it is
known to identify somebody, every place of the same characters does.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

import regex

from ...labels import LABELS, NAME_LABELS
from ...spans import PiiSpan
from ...surrogates.addresses import street_places

SOURCE = "repeated"
# Shorter strings stand in too many other words and numbers.
SHORTEST = 5
MOST_STREETS = 50
"""Addresses of a text whose streets are looked for: each is a search of the whole text."""
_CHARACTERISTIC = regex.compile(r"[\d@._]")
_WORD = regex.compile(r"\w")


def repeats(text: str, spans: Sequence[PiiSpan]) -> list[PiiSpan]:
    """Find where the same characters stand again.

    text (str): The text.
    spans (Sequence[PiiSpan]): What was found, without overlaps.
    RETURNS (list): New spans with the label found first, source "repeated" and a lower score;
        names are left to `propagate`, and so is what could be an ordinary word. The street of an
        address counts wherever it is named, also shortened.
    """
    return [*_same(text, spans), *_streets(text, spans)]


def _streets(text: str, spans: Sequence[PiiSpan]) -> list[PiiSpan]:
    """Where the streets of found addresses are named again."""
    taken = sorted((s.start, s.end) for s in spans if LABELS[s.label].kind == "direct")
    found: dict[tuple[int, int], PiiSpan] = {}
    addresses = {text[s.start : s.end]: s for s in spans if s.label == "STREET_ADDRESS"}
    for address, span in list(addresses.items())[:MOST_STREETS]:
        for start, end in street_places(text, address):
            at = bisect_left(taken, (end, 0))
            if not at or taken[at - 1][1] <= start:
                again = replace(span, start=start, end=end, source=SOURCE, id="")
                found.setdefault((start, end), again)
    return list(found.values())


def _same(text: str, spans: Sequence[PiiSpan]) -> list[PiiSpan]:
    known: dict[str, PiiSpan] = {}
    for span in spans:
        original = text[span.start : span.end]
        if _is_characteristic(span.label, original):
            known.setdefault(original, span)
    if not known:
        return []
    taken = {span.start for span in spans}
    return [
        replace(
            known[text[start:end]],
            start=start,
            end=end,
            score=round(0.9 * known[text[start:end]].score, 6),
            source=SOURCE,
            id="",
        )
        for start, end in _places(text, known)
        if start not in taken
    ]


def _places(text: str, known: Collection[str]) -> Iterator[tuple[int, int]]:
    """Where known strings stand as whole words, by place, the longest where several do.

    They are looked for by their beginnings: one pattern of them all takes a time that grows with
    the square of a text that repeats itself.
    """
    lengths: dict[str, set[int]] = defaultdict(set)
    for one in known:
        lengths[one[:SHORTEST]].add(len(one))
    longest_first = {head: sorted(own, reverse=True) for head, own in lengths.items()}
    heads = regex.compile(r"(?<!\w)\L<heads>", heads=list(lengths))
    at = 0
    while (match := heads.search(text, at)) is not None:
        start = match.start()
        ends = (e for n in longest_first[match[0]] if (e := start + n) <= len(text))
        end = next((e for e in ends if text[start:e] in known and not _WORD.match(text, e)), None)
        if end is not None:
            yield start, end
        at = end or start + 1


def _is_characteristic(label: str, original: str) -> bool:
    direct = LABELS[label].kind == "direct" and label not in NAME_LABELS
    return direct and len(original) >= SHORTEST and bool(_CHARACTERISTIC.search(original))
