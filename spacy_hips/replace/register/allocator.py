"""Gives every collected identifier a surrogate that nobody else of its scope has.

Identifiers are served in the order of their keyed digests, people first, since addresses and
handles follow their owners. Makers are asked as in a single document. Whether a surrogate is free
is looked up here, by digest, so that the time does not grow with the square of the scope.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace

from ...core.ids import Draw, Secret
from ...text.lexicon.tables import fold, script_of
from ...who.persons.link.entity import Entity
from ...who.persons.mention.glue import split_part
from ..surrogates.maker import Context, Identity, Mention, SurrogateMaker, identity_maker, maker_for
from ..surrogates.name_pools import SURE_REGION
from ..surrogates.pools import choose_place
from .entries import (
    PARTS,
    PERSON,
    REFERENCE,
    Digests,
    Entry,
    Taken,
    original_values,
    person_value,
    value,
)
from .found import Collected, Collection, Place, canonical, name_words

PROBES = 64
"""Draws for one identifier before it is given up."""
FEW = 400
"""So many words of names can be kept clear of; more would empty the pools."""
NAMES: tuple[str, ...] = ("first", "middle", "last", "nickname")
"""The parts of a name whose words tell who is meant."""
REGION_UNIT = 1000
"""Confidences are summed as whole numbers: sums of fractions depend on their order."""

Makers = Mapping[str, SurrogateMaker]


@dataclass
class Allocator:
    """Fills entries.

    secret (Secret): The key of all draws.
    scope (str): The name of the scope.
    lang (str): The language of the texts.
    makers (Mapping): Surrogate makers by label; that for PERSON makes names that have none.
    entries (dict): Entries by key; new ones are added.
    taken (Taken): Which values are given away.
    collection (Collection): What pass one found.
    """

    secret: Secret
    scope: str
    lang: str
    makers: Makers
    entries: MutableMapping[str, Entry]
    taken: Taken
    collection: Collection
    _digests: Digests = field(init=False)
    _keys: dict[Place, str] = field(init=False)
    _same: dict[Place, Place] = field(init=False)
    _regions: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    _words: dict[str, set[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._digests = Digests(self.secret)
        self._keys = {place: self._digests.key(place) for place in self.collection.things}
        self._same = self.collection.same_people()

    def run(self) -> set[str]:
        """Allocate all that was collected.

        RETURNS (set): The keys of the entries that are new or got more.
        """
        self._keep_clear()
        changed = set()
        for place in self._order():
            thing, key = self.collection.things[place], self._keys[place]
            entry = self.entries.get(key)
            new = entry is None
            if entry is None:
                entry = self.entries[key] = self._start(place, thing)
            if self._fill(place, thing, entry, new=new) or new:
                changed.add(key)
        return changed

    def _order(self) -> list[Place]:
        """People before what they own, whole names before lone ones, else by digest.

        Who is somebody of another document comes after that person.
        """
        things = self.collection.things

        def rank(place: Place) -> tuple[bool, bool, bool, bool, str]:
            referred, lone = place[2].startswith(REFERENCE), bool(things[place].lone)
            return place[1] != PERSON, referred, lone, place in self._same, self._keys[place]

        return sorted(things, key=rank)

    def _keep_clear(self) -> None:
        """Give all originals away, so that none becomes a surrogate; count regions and words."""
        for place, thing in self.collection.things.items():
            scope, kind, _ = place
            for mark in self._original_marks(place, thing):
                self.taken.take_mark(mark, "")
            entity = thing.entity
            if kind != PERSON:
                continue
            self._words.setdefault(scope, set()).update(name_words(entity))
            if entity.region:
                mixture = self._regions.setdefault((scope, script_of(entity.full)), Counter())
                mixture[entity.region] += round(entity.region_score * REGION_UNIT)

    def _original_marks(self, place: Place, thing: Collected) -> set[str]:
        """Marks of the values an identifier had: whole names in the scope, lone ones apart."""
        scope, kind, _ = place
        lone, whole = self._digests.bucket(scope, thing.lone), self._digests.bucket(scope)
        return {
            self._digests.mark(whole if " " in text else lone, kind, text)
            for text in original_values(kind, thing)
        }

    def _start(self, place: Place, thing: Collected) -> Entry:
        scope, kind, _ = place
        holder = place if kind == PERSON else self.collection.owner(thing)
        holder = self._same.get(holder, holder) if holder else None
        bucket = self._digests.bucket(scope, thing.lone)
        return Entry(kind, bucket, self._digests.person(holder[2]) if holder else "")

    def _fill(self, place: Place, thing: Collected, entry: Entry, *, new: bool) -> bool:
        """Settle what is not settled yet.

        RETURNS (bool): Whether the entry got more.
        """
        before = (len(entry.documents), len(entry.originals), len(entry.forms), entry.new)
        entry.documents |= thing.documents
        entry.originals |= self._original_marks(place, thing)
        make = identity_maker(self.makers, thing.entity.label)
        if entry.kind == PERSON and make is not None:
            entry.new = self._person(place, thing, entry, make, new=new)
        else:
            self._forms(place, thing, entry)
        after = (len(entry.documents), len(entry.originals), len(entry.forms), entry.new)
        return before != after

    # People

    def _person(
        self, place: Place, thing: Collected, entry: Entry, make: Identity, *, new: bool
    ) -> dict[str, str] | None:
        """The parts of a new name; those that an earlier run settled stay as they are."""
        entity = self._with_region(place, canonical(thing, "PERSON:1"))
        if not new and (entry.new is None or _covers(entry.new, entity)):
            return entry.new
        if new and (joined := self._name_of_same(place, entity)) is not None:
            return joined
        for avoid in self._avoided(place, thing, entity):
            for probe in range(PROBES):
                made = make(entity, self._context(place, avoid), self._draw(place, probe))
                if made is None:
                    break
                parts = {part: getattr(made, part) for part in PARTS}
                parts |= {part: cell for part, cell in (entry.new or {}).items() if cell}
                told = person_value(parts)
                if self.taken.free(entry.bucket, PERSON, told, self._keys[place]):
                    self.taken.take(entry.bucket, PERSON, [told], self._keys[place])
                    return parts
        return entry.new

    def _name_of_same(self, place: Place, entity: Entity) -> dict[str, str] | None:
        """The parts of the new name that a lone name has elsewhere; None where it has none."""
        same = self._same.get(place)
        entry = self.entries.get(self._keys[same]) if same else None
        if same is None or entry is None or entry.new is None:
            return None
        return _parts_of(entity, self._record(same), entry.new)

    def _with_region(self, place: Place, entity: Entity) -> Entity:
        """A name that tells no region comes from where the names of its scope come from."""
        if entity.region_score >= SURE_REGION:
            return entity
        mixture = self._regions.get((place[0], script_of(entity.full)), Counter())
        region = choose_place(mixture, self._draw(place, 0), "region of the scope")
        return replace(entity, region=region, region_score=SURE_REGION) if region else entity

    def _avoided(self, place: Place, thing: Collected, entity: Entity) -> Iterable[frozenset[str]]:
        """Words that a new name should not hold: the most first, at last its own only."""
        own = name_words(entity)
        near = {word for other in thing.near for word in name_words(self._record(other))}
        scope = self._words.get(place[0], set())
        originals = scope | near if len(scope) <= FEW else near
        beside = self._new_words(thing.near - {place})
        for more in (originals | beside, originals):
            if len(more) <= FEW:
                yield own | more
        yield own

    def _record(self, place: Place) -> Entity:
        return self.collection.things[place].entity

    def _new_words(self, places: Iterable[Place]) -> set[str]:
        """The words of the new names of the people in the same documents."""
        entries = (self.entries.get(self._keys[place]) for place in places)
        names = (entry.new for entry in entries if entry is not None and entry.new)
        return {
            fold(word) for new in names for part in NAMES for word in split_part(new.get(part, ""))
        }

    # Other identifiers

    def _forms(self, place: Place, thing: Collected, entry: Entry) -> None:
        """The surrogate of each way an identifier is written."""
        kind = place[1]
        forms = {self._digests.form(text): text for text in sorted(thing.forms)}
        missing = [text for form, text in forms.items() if form not in entry.forms]
        if not missing:
            return
        maker = maker_for(self.makers, thing.entity.label)
        made = self._made(place, thing, entry, missing, maker) if maker else None
        for text in missing:
            entry.forms[self._digests.form(text)] = made[text] if made else ""
        values = [value(kind, text) for text in (made or {}).values()]
        self.taken.take(entry.bucket, kind, values, self._keys[place])

    def _made(
        self,
        place: Place,
        thing: Collected,
        entry: Entry,
        texts: Sequence[str],
        maker: SurrogateMaker,
    ) -> dict[str, str] | None:
        own, context = self._owned(place, thing)
        for probe in range(PROBES):
            draw = self._draw(place, probe)
            made = {t: maker(Mention(t, 0, len(t), own.label), own, context, draw) for t in texts}
            if not all(made.values()):
                continue
            whole = {text: str(new) for text, new in made.items()}
            if all(self._free(place, entry, text, new) for text, new in whole.items()):
                return whole
        return None

    def _free(self, place: Place, entry: Entry, text: str, new: str) -> bool:
        other = new.casefold() != text.casefold()
        key = self._keys[place]
        return other and self.taken.free(entry.bucket, place[1], value(place[1], new), key)

    def _owned(self, place: Place, thing: Collected) -> tuple[Entity, Context]:
        """The record, and a context in which its owner has a new name."""
        context = self._context(place, frozenset())
        own_id, owner_id = f"{thing.entity.label}:1", "PERSON:1"
        owner = self.collection.owner(thing)
        if owner is None:
            return canonical(thing, own_id), context
        entry = self.entries.get(self._keys[owner])
        record = canonical(self.collection.things[owner], owner_id)
        new = entry.identity(record) if entry is not None else None
        own = canonical(thing, own_id, owner_id)
        return own, replace(
            context,
            entities={own_id: own, owner_id: record},
            identities={owner_id: new} if new is not None else {},
        )

    # Draws

    def _context(self, place: Place, avoid: frozenset[str]) -> Context:
        scope = place[0]
        shared = self.secret.draw_for(scope, "AUTHOR", scope)
        return Context(scope=self.scope, originals=avoid, lang=self.lang, author_draw=shared)

    def _draw(self, place: Place, probe: int) -> Draw:
        draw = self.secret.draw_for(*place)
        return draw if not probe else _Probe(draw, probe)


@dataclass(frozen=True)
class _Probe:
    """Other draws for the same key."""

    draw: Draw
    probe: int

    def __call__(self, purpose: str, n: int) -> int:
        return self.draw(f"probe {self.probe}|{purpose}", n)


def _covers(new: Mapping[str, str], entity: Entity) -> bool:
    """Has the new name a part for each part of the old one?"""
    return all(new.get(part) or not getattr(entity, part) for part in NAMES)


def _parts_of(entity: Entity, whole: Entity, new: Mapping[str, str]) -> dict[str, str] | None:
    """The new name of a part of a name; None where the whole name has no such part."""
    parts = dict.fromkeys(PARTS, "") | {part: new.get(part, "") for part in ("gender", "region")}
    for part in NAMES:
        if cell := getattr(entity, part):
            own = (p for p in NAMES if fold(getattr(whole, p)) == fold(cell) and new.get(p))
            if (there := next(own, None)) is None:
                return None
            parts[part] = new[there]
    return parts
