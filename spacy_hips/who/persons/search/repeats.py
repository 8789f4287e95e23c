"""Other places of an identifier that a rule found once.

A rule may see a number as an address behind one word and as a section behind another. Once it is
known to identify somebody, every place of the same characters does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from ....core.labels import LABELS, NAME_LABELS
from ....core.later import regex
from ....core.spans import PiiSpan

SOURCE = "repeated"
# Shorter strings stand in too many other words and numbers.
SHORTEST = 5
_CHARACTERISTIC = regex.compile(r"[\d@._]")
_WORD = regex.compile(r"\w")


def repeats(text: str, spans: Sequence[PiiSpan]) -> list[PiiSpan]:
    """Find where the same characters stand again.

    text (str): The text.
    spans (Sequence[PiiSpan]): What was found, without overlaps.
    RETURNS (list): New spans with the label found first, source "repeated" and a lower score;
        names are left to `propagate`, and so is what could be an ordinary word.
    """
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
        for start, end in places_of(text, known)
        if start not in taken
    ]


def places_of(text: str, known: Collection[str]) -> Iterator[tuple[int, int]]:
    """Where known strings stand as whole words, by place, the longest where several do.

    text (str): The text.
    known (Collection[str]): What is looked for, each of SHORTEST characters or more.
    YIELDS (tuple[int, int]): First character and end.

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
