"""Whose mentions are known to have which role: the persons behind labelled mentions."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.spans import PiiSpan
from .linking import complete

RoledMention = tuple[int, int, str]


def persons_of(text: str, mentions: Sequence[RoledMention]) -> list[str]:
    """Who each mention is. One name with two roles is two persons.

    text (str): The text.
    mentions (Sequence): (start, end, role) of each, without overlap.
    RETURNS (list[str]): For each mention a key such as "public2", the same for one person.
    """
    keys: dict[RoledMention, str] = {}
    for role in sorted({role for _, _, role in mentions}):
        own = sorted(m for m in set(mentions) if m[2] == role)
        linked = complete(text, [PiiSpan(start, end, "PERSON") for start, end, _ in own])
        for mention, span in zip(own, linked.spans, strict=True):
            keys[mention] = role + span.id.partition(":")[2]
    return [keys[mention] for mention in mentions]
