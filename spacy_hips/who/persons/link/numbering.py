"""Entities for spans that hips_entities did not see, such as hand-marked ones."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count

from ....core.spans import PiiSpan
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


def people_of(
    spans: Sequence[PiiSpan], entities: Mapping[str, Entity], own: Iterable[Entity]
) -> dict[str, Entity]:
    """The people whose names are replaced in a document, and those whose document it is.

    spans (Sequence[PiiSpan]): The mentions that are replaced.
    entities (Mapping[str, Entity]): All entities of the document.
    own (Iterable[Entity]): Known people, such as the author, who need not be named in it.
    RETURNS (dict[str, Entity]): By id; who is not named gets a free one.
    """
    named = {span.id for span in spans}
    people = {i: entity for i, entity in entities.items() if i in named}
    there = {entity.person_id for entity in people.values()}
    for record in own:
        if record.person_id not in there:
            i = free_id(entities.keys() | people.keys())
            people[i] = replace(record, id=i)
    return people


def free_id(used: Container[str]) -> str:
    return next(i for number in count(1) if (i := f"PERSON:{number}") not in used)
