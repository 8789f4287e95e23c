"""What pass one takes from a document: plain data, and no more than a name's words and forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...core.spans import PiiSpan, action_of, surface_of
from ...text.lexicon.tables import fold
from ...who.persons.link.entity import Entity
from ...who.persons.link.linking import kind_of
from ...who.persons.mention.glue import split_part
from ..surrogates.maker import SurrogateMaker, Value
from ..surrogates.replacer import bound_key, is_allocated, is_lone
from ..surrogates.shuffle import ShuffleSurrogate, values_in
from .rings import Held, ValueKey

Place = tuple[str, str, str]
"""Scope id, kind and key: what an entry of a register is for."""


@dataclass(frozen=True)
class Identifier:
    """An identifier of a document.

    place (tuple[str, str, str]): Scope id, kind ("PERSON", "EMAIL") and key.
    entity (Entity): Its record.
    forms (tuple[str, ...]): How it is written, without repeats.
    owner (tuple): The place of the person it belongs to; None where not known.
    lone (str): For a name that is bound to an author or a document: which; else "".
    """

    place: Place
    entity: Entity
    forms: tuple[str, ...]
    owner: Place | None = None
    lone: str = ""


@dataclass(frozen=True)
class Found:
    """What was found in one document.

    scope (str): The scope id of the document, as `ids.scope_id` gives it.
    document (str): A keyed name of the document, as it stands in the output.
    author (str): The author's id, "" where not known.
    identifiers (tuple[Identifier, ...]): Those that need a surrogate of their own.
    values (tuple): What may be exchanged with other documents, each with its label.
    """

    scope: str
    document: str
    author: str
    identifiers: tuple[Identifier, ...]
    values: tuple[tuple[str, Value], ...] = ()


def find_identifiers(
    text: str,
    spans: Sequence[PiiSpan],
    entities: Mapping[str, Entity],
    actions: Mapping[str, str],
    scope: str,
    owner: str,
) -> tuple[Identifier, ...]:
    """The identifiers of a text that a register holds surrogates for.

    text (str): The text.
    spans (Sequence[PiiSpan]): Each with the id of its entity.
    entities (Mapping[str, Entity]): By id.
    actions (Mapping[str, str]): The action of every label.
    scope (str): The scope id.
    owner (str): What lone names are bound to.
    """
    forms: dict[str, dict[str, None]] = {}
    for span in spans:
        if is_allocated(span.label, action_of(span, actions)):
            forms.setdefault(span.id, {})[surface_of(span, text)] = None
    places = {i: (scope, kind_of(entities[i].label), bound_key(entities[i], owner)) for i in forms}
    return tuple(
        Identifier(
            place,
            entities[i],
            tuple(forms[i]),
            places.get(entities[i].owner),
            owner if is_lone(entities[i]) else "",
        )
        for i, place in places.items()
    )


def find_values(
    text: str,
    spans: Sequence[PiiSpan],
    actions: Mapping[str, str],
    makers: Mapping[str, SurrogateMaker],
) -> tuple[tuple[str, Value], ...]:
    """The values of a document that may be exchanged with those of others.

    text (str): The text.
    spans (Sequence[PiiSpan]): Its spans.
    actions (Mapping[str, str]): The action of every label.
    makers (Mapping[str, SurrogateMaker]): Surrogate makers by label.
    RETURNS (tuple): Labels and values, without repeats.
    """
    found: dict[tuple[str, Value], None] = {}
    for span in spans:
        shuffled = isinstance(makers.get(span.label), ShuffleSurrogate)
        if shuffled and action_of(span, actions) == "surrogate":
            for value in values_in(span.label, text[span.start : span.end]):
                found[span.label, value] = None
    return tuple(found)


@dataclass
class Collected:
    """One identifier as all documents of the scope show it.

    Whatever the order of the documents, the result is the same.

    entity (Entity): The fullest record.
    forms (set): All ways it is written.
    owners (set): The persons whom its documents say it belongs to.
    lone (str): What a lone name is bound to.
    documents (set): Keyed names of its documents.
    near (set): The persons of its documents; kept for persons only.
    """

    entity: Entity
    forms: set[str] = field(default_factory=set)
    owners: set[Place] = field(default_factory=set)
    lone: str = ""
    documents: set[str] = field(default_factory=set)
    near: set[Place] = field(default_factory=set)

    def add(self, one: Identifier, document: str) -> None:
        """Learn from another document."""
        self.entity = max(self.entity, one.entity, key=_fullness)
        self.forms.update(one.forms)
        if one.owner:
            self.owners.add(one.owner)
        self.documents.add(document)


@dataclass
class Collection:
    """What pass one has found so far. Memory grows with identifiers, not with text.

    things (dict): By place.
    authors (dict): The documents that each author wrote.
    values (dict): What may be exchanged between documents, by kind and key.
    """

    things: dict[Place, Collected] = field(default_factory=dict)
    authors: dict[str, set[str]] = field(default_factory=dict)
    values: dict[ValueKey, Held] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.things) + len(self.values)

    def add(self, found: Found) -> None:
        """Take what was found in one document."""
        people = {one.place for one in found.identifiers if one.place[1] == "PERSON"}
        for one in found.identifiers:
            thing = self.things.get(one.place)
            if thing is None:
                thing = self.things[one.place] = Collected(one.entity, lone=one.lone)
            thing.add(one, found.document)
            if one.place in people:
                thing.near |= people
        holder = f"author:{found.author}" if found.author else f"document:{found.document}"
        for label, value in found.values:
            held = self.values.setdefault((value.kind, value.key), Held())
            held.add(label, value.shown, holder)
        if found.author:
            self.authors.setdefault(found.author, set()).add(found.document)

    def owner(self, thing: Collected) -> Place | None:
        """The person whose identifier it is: a whole name before a lone one."""
        there = (place for place in thing.owners if place in self.things)
        return min(there, key=lambda place: (bool(self.things[place].lone), place), default=None)

    def same_people(self) -> dict[Place, Place]:
        """Lone names that are somebody's of another document, by what both own.

        "Amara" and Amara Okafor with one e-mail address are one person.

        RETURNS (dict): For the place of such a lone name that of the whole name, or of the first
            of the lone ones. A lone name that fits two people stays by itself.
        """
        fits: dict[Place, set[Place]] = {}
        for thing in self.things.values():
            if len(thing.owners) < 2:
                continue
            words = {p: name_words(self.things[p].entity) for p in thing.owners if p in self.things}
            lone = [place for place in words if self.things[place].lone and words[place]]
            whole = [place for place in words if not self.things[place].lone]
            for place in lone:
                alike = [w for w in whole if words[place] <= words[w]]
                alike = alike or [min(p for p in lone if words[p] == words[place])]
                fits.setdefault(place, set()).update(alike)
        return {p: next(iter(own)) for p, own in fits.items() if len(own) == 1 and p not in own}


def name_words(entity: Entity) -> frozenset[str]:
    """The folded words of a person's name, initials left out."""
    names = " ".join((entity.full, entity.nickname))
    return frozenset(fold(word) for word in split_part(names) if len(word) > 1)


def canonical(thing: Collected, entity_id: str, owner_id: str = "") -> Entity:
    """The record from which a surrogate is made: the same whatever document came first."""
    return replace(thing.entity, id=entity_id, texts=tuple(sorted(thing.forms)), owner=owner_id)


def _fullness(entity: Entity) -> tuple[int, float, float, tuple[str, ...]]:
    """Order of records by how much they tell; never a tie between two that differ."""
    names = (entity.first, entity.middle, entity.last, entity.suffix, entity.nickname)
    told = sum(len(split_part(name)) for name in names)
    more = (*names, entity.particles, entity.title, entity.initials, entity.gender, entity.region)
    return (told, entity.gender_score, entity.region_score, (*more, entity.label, entity.key))
