"""What was missed of the gold, and what was replaced without being gold: internal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...components.scoring.metrics import Spot
from ...desk.run.batches import Result
from .gold import Gold

MISSED, IN_PART, WRONG = "missed", "missed in part", "replaced wrongly"
WORDS, NEAR = 5, 80


def mistakes(
    gold: Gold, right: Iterable[Spot], replaced: Iterable[Spot], done: Result
) -> Iterator[dict[str, Any]]:
    """The mistakes in one document.

    gold (Gold): What is right.
    right (Iterable[Spot]): Its spans that are counted. Of one that was missed, a letter or digit
        lies in nothing that was found; what was found and only marked is none.
    replaced (Iterable[Spot]): What was replaced, as far as it is counted. What was replaced wrongly
        touches no gold and nobody whose role is in doubt.
    done (Result): All that was found.
    YIELDS (dict): Document, place, label, text and some words around it.
    """
    text = gold.text
    found = {i for r in done.replacements for i in range(r.start, r.end)}
    for start, end, label in sorted(right):
        letters = [i for i in range(start, end) if text[i].isalnum()]
        left = [i for i in letters if i not in found]
        if left:
            what = MISSED if len(left) == len(letters) else IN_PART
            yield _line(gold, what, start, end, label)
    labelled = [(start, end) for start, end, _ in gold.spans]
    labelled += [(m.start, m.end) for m in gold.roles.mentions if m.doubt] if gold.roles else []
    known = {i for start, end in labelled for i in range(start, end)}
    for start, end, label in sorted(replaced):
        if known.isdisjoint(range(start, end)):
            yield _line(gold, WRONG, start, end, label)


def context(text: str, start: int, end: int) -> str:
    """Some words before and behind a place, which stands in brackets."""
    before = text[max(0, start - NEAR) : start].split()[-WORDS:]
    behind = text[end : end + NEAR].split()[:WORDS]
    return " ".join([*before, f"[{text[start:end]}]", *behind])


def _line(gold: Gold, what: str, start: int, end: int, label: str) -> dict[str, Any]:
    return {
        "doc": gold.id,
        "record": gold.number,
        "mistake": what,
        "start": start,
        "end": end,
        "label": label,
        "text": gold.text[start:end],
        "context": context(gold.text, start, end),
    }
