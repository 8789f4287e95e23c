"""Entities for spans that hips_entities did not see, such as hand-marked ones."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from itertools import count

from ...spans import PiiSpan
from .entity import Entity
from .linking import complete


def complete_entities(
    spans: Sequence[PiiSpan], entities: Mapping[str, Entity], text: str
) -> tuple[list[PiiSpan], dict[str, Entity]]:
    """Give an id to every span that has none, and a record to every entity that needs one.

    spans (Sequence[PiiSpan]): By place, without overlap; ids that are set stay.
    entities (Mapping[str, Entity]): The records that are there, by id. One that lacks a surface
        of its mentions is out of date, since a span was given to it by hand, and made anew.
    text (str): The document's text.
    RETURNS (tuple): The spans with ids, and the entities of all of them.
    """
    surfaces = {(s.id, text[s.start : s.end]) for s in spans}
    stale = {i for i, surface in surfaces if i not in entities or surface not in entities[i].texts}
    if not stale:
        return list(spans), dict(entities)
    linked = complete(text, spans)
    current = {i: e for i, e in entities.items() if i not in stale}
    known = {
        i: replace(entities[i], texts=linked.entities[i].texts)
        for i in stale
        if i in entities and entities[i].person_id
    }
    return linked.spans, {**linked.entities, **current, **known}


def free_id(used: Container[str]) -> str:
    """An id for one more person.

    used (Container[str]): The ids that are given away.
    RETURNS (str): Such as "PERSON:3".
    """
    return next(i for number in count(1) if (i := f"PERSON:{number}") not in used)
