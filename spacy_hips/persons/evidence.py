"""What a document says about whether a person is private or public, as numbers and reasons."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..spans import PiiSpan
from .public_figures import PublicLists

FEATURES: tuple[str, ...] = ("early", "late", "line_alone", "mentions", "full", "listed")


@dataclass(frozen=True)
class Evidence:
    """What speaks for and against a person being private, a row a mention.

    features (np.ndarray): Shape (mentions, len(FEATURES)), float32, each within [-1, 1].
    reasons (tuple[str, ...]): Hard evidence that the person is public, "" where there is none.
    private (tuple[str, ...]): Hard evidence that the person is private, "" where there is none.
    """

    features: np.ndarray
    reasons: tuple[str, ...]
    private: tuple[str, ...]


def gather(
    text: str,
    people: Sequence[Sequence[PiiSpan]],
    others: Sequence[PiiSpan],
    lists: PublicLists,
) -> list[Evidence]:
    """Gather the evidence for each person of a document.

    text (str): The document's text.
    people (Sequence): The mentions of each person, by place.
    others (Sequence[PiiSpan]): The other identifiers of the document.
    lists (PublicLists): Who is public by name.
    RETURNS (list[Evidence]): One a person, in their order.
    """
    out = []
    for mentions in people:
        names = [text[m.start : m.end] for m in mentions]
        listed = any(lists.full_name(name) for name in names)
        rows = np.zeros((len(mentions), len(FEATURES)), dtype="float32")
        for row, mention, name in zip(rows, mentions, names, strict=True):
            before = text.rfind("\n", 0, mention.start) + 1
            after = text.find("\n", mention.end)
            line = text[before : after if after >= 0 else len(text)]
            row[:] = (
                math.exp(-mention.start / 300),
                math.exp(-(len(text) - mention.end) / 300),
                line.strip(" .,:;") == name,
                math.log1p(len(mentions)) / 4,
                len(name.split()) > 1,
                listed,
            )
        reason = "listed: full name" if listed else ""
        out.append(Evidence(rows, (reason,) * len(names), ("",) * len(names)))
    return out
