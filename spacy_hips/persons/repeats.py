"""Other places of an identifier that a rule found once.

A rule may see a number as an address behind one word and as a section behind another. Once it is
known to identify somebody, every place of the same characters does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import regex

from ..labels import LABELS, NAME_LABELS
from ..spans import PiiSpan

SOURCE = "repeated"
# Shorter strings stand in too many other words and numbers.
SHORTEST = 5
_CHARACTERISTIC = regex.compile(r"[\d@._]")


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
    pattern = regex.compile(r"(?<!\w)\L<known>(?!\w)", known=list(known))
    return [
        replace(
            known[match[0]],
            start=match.start(),
            end=match.end(),
            score=round(0.9 * known[match[0]].score, 6),
            source=SOURCE,
            id="",
        )
        for match in pattern.finditer(text)
        if match.start() not in taken
    ]


def _is_characteristic(label: str, original: str) -> bool:
    direct = LABELS[label].kind == "direct" and label not in NAME_LABELS
    return direct and len(original) >= SHORTEST and bool(_CHARACTERISTIC.search(original))
