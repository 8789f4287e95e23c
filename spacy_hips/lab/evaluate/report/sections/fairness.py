"""Are names of all groups found alike?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from .....components.scoring.metrics import rounded
from .....text.lexicon.tables import countries
from ...fairness import LEAST, NameMention, Recalls
from ..asked import Asked
from ..facts import Facts

KINDS: tuple[str, ...] = ("region", "country", "gender", "form")
SHOWN: tuple[str, ...] = ("region", "gender", "form")
WHAT: tuple[str, ...] = ("found", "hidden")


def fairness(
    documents: Sequence[Facts], asked: Asked, kinds: Sequence[str] = KINDS
) -> dict[str, Any]:
    """The section.

    documents (Sequence[Facts]): All documents.
    asked (Asked): What was asked for.
    kinds (Sequence[str]): Kinds of groups.
    RETURNS (dict): Plain data.
    """
    recalls = {what: Recalls(KINDS) for what in WHAT}
    for facts in documents:
        mentions = [_mention(row) for row in facts.names]
        for place, what in enumerate(WHAT, 5):
            recalls[what].add(mentions, [bool(row[place]) for row in facts.names])
    names = [row for facts in documents for row in facts.names]
    return {
        "mentions": len(names),
        "least": LEAST,
        "groups": {
            kind: {what: _kind(recalls[what], kind, asked) for what in WHAT} for kind in kinds
        },
        "without_group": {
            kind: sum(1 for row in names if not row[KINDS.index(kind)]) for kind in kinds
        },
        "absent": _absent(names),
    }


def _mention(row: Sequence[Any]) -> NameMention:
    """A name by its number: who and what it is was let go."""
    groups = dict(zip(KINDS, row, strict=False))
    return NameMention(0, 0, str(row[4]), str(row[7]), groups)


def _kind(recalls: Recalls, kind: str, asked: Asked) -> dict[str, Any]:
    every = recalls.figures(kind, asked.draws, asked.seed)
    few = set(every.too_few(LEAST))
    enough = recalls.figures(kind, asked.draws, asked.seed, LEAST)
    return {
        "groups": {
            name: {**own.to_json(), "found": own.found, "too_few": name in few}
            for name, own in every.groups.items()
        },
        "best": enough.best if enough.gap is not None else "",
        "worst": enough.worst if enough.gap is not None else "",
        "gap": rounded(enough.gap),
        "interval": list(enough.interval) if enough.gap is not None else [None, None],
        "p_value": rounded(recalls.chance(kind, LEAST, asked.draws, asked.seed)),
    }


def _absent(names: Sequence[Sequence[Any]]) -> list[str]:
    """Regions of which there is no name at all."""
    seen = Counter(row[0] for row in names)
    return sorted({own.region for own in countries().values()} - seen.keys())
