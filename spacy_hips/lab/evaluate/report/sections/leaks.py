"""What of the originals still stands in the output, as it is and where detection is weaker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from .....components.scoring.metrics import rounded
from .....core.bounds import at_most
from ...leaks import KINDS
from ..asked import Asked
from ..facts import Facts


def leaks(documents: Sequence[Facts], asked: Asked) -> dict[str, Any]:
    """The section.

    documents (Sequence[Facts]): All documents.
    asked (Asked): What was asked for.
    RETURNS (dict): Plain data.
    """
    held = [facts for facts in documents if facts.leaks]
    names = list(dict.fromkeys(name for facts in held for name in facts.leaks))
    return {
        "documents": len(held),
        "levels": [_level(name, held) for name in names],
        "in_surrogates_by_chance": sum(facts.by_chance for facts in held),
    }


def _level(name: str, held: Sequence[Facts]) -> dict[str, Any]:
    places: Counter[str] = Counter()
    for facts in held:
        places.update(facts.leaks[name])
    holding = sum(1 for facts in held if any(facts.leaks[name].values()))
    return {
        "detection": name,
        "places": places.total(),
        "by_kind": {kind: places[kind] for kind in KINDS if places[kind]},
        "documents": holding,
        "per_1000_documents": rounded(1000 * places.total() / len(held)),
        "documents_at_most": rounded(at_most(holding, len(held))),
    }
