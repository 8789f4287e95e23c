"""Who owns what: the persons of a document, what belongs to them, and what tells that it does."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from operator import attrgetter

from ....core.labels import NAME_LABELS
from ....core.later import regex
from ....core.spans import PiiSpan
from ....text.lexicon.language import every
from ....text.lexicon.pattern_tables import alternation
from ....text.lexicon.person_words import RELATIVES, ROSTER_COLUMNS, ROSTER_ROLES
from ....text.lexicon.tables import fold, nicknames
from ..mention.glue import FORENAMES, Part, Piece, find_pieces, flat, parts_of, strength
from .entity import Entity

SPELT: frozenset[str] = frozenset(("EMAIL", "USERNAME", "URL_PERSONAL"))
"""Labels whose values may spell their owner's name."""
OWNED: frozenset[str] = SPELT | {"ID_NUM", "PHONE_NUM", "STREET_ADDRESS"}
PERSONAL_VALUES: frozenset[str] = frozenset(("AGE", "DATE_OF_BIRTH"))
LISTED, WORDS, FIELD, ROW, TOLD, NEAR = "listed", "words", "field", "row", "told", "near"
REVIEW = "review"
"""What ties a thing to a person: the table of known people; the words of the name in it; fields
of one block; the cells of one line; the words around it ("my", "Ana's"); the nearest person of the
sentence; a reviewer."""

FARTHEST = 120
"""Characters between a person and the person's age at most."""
LONGEST_LINE, MOST_LINES = 120, 12
"""Characters of a line of fields, and lines above a field that are looked at."""
MOST_NAMES = 8
"""Mentions of a line that are looked at: a line of more is none of one person's."""
LOWEST_OWNER = 1.4
ANOTHERS = 0.6
"""How much less a surname says beside a word that is none of its bearer's: by `peter.grolsky` Peter
is meant, and not Sandra Grolsky."""
SHORTEST_WORD = 3
"""Letters of such a word at least: "dr" and "de" are none."""
ONE_WORD = 2.5
"""How strong one word of a name and the initial of another are at most (glue.py)."""
HEAD = 4
"""So many first letters of a word stand in an identifier that is made of it (glue.py)."""

_LETTERS = regex.compile(r"\p{L}+")
_BREAK = regex.compile(r"\n")
_SENTENCE_END = regex.compile(r"[.!?](?=\s)|\n")
_JOINED = regex.compile(r"\s?(?:and|und|och|y|et|en|&|,|/)\s(?:and\s)?")
_CELLS = regex.compile(r"\s*(?:[\t|;,:–—]|\s-\s|\s{2,})\s*(?:[^|\t;,\n]{0,40}[\t|;,:–—]\s*){0,6}")
_LABEL = regex.compile(r"[\s*#>•-]*(\p{L}[\p{L}\p{N} '’./-]{0,30}?)\s*[:=|\t]")
_OTHERS: frozenset[str] = (
    frozenset(word for word, role in ROSTER_ROLES.items() if role != "student")
    | RELATIVES.keys()
    | frozenset(every("owner", "other"))
)
"""Words of fields that ask for what is somebody else's: "Parent phone", "Reception"."""
_NAMES: frozenset[str] = frozenset(("name", "first", "last"))


def _own(key: str) -> str:
    """The words of a row of the table of owners, in any language."""
    return alternation(every("owner", key))


@cache
def _ties() -> tuple[regex.Pattern[str], ...]:
    """What stands before a thing of the writer's; between a name and its thing; the same where one
    alone is named; before the name whose a thing is said to be, and then between name and thing."""
    thing = rf"(?:{_own('kind')}\W{{1,2}}){{0,2}}{_own('thing')}"
    holds = rf"(?:\s{_own('holds')})*\s*[:=]?\s*[\"'“(<]?"
    at = _own("at")
    return (
        regex.compile(
            rf"(?i)\b(?:{alternation(every('my'))}\s{thing}{holds}|{_own('reach')}(?:\s{at})*\s?:?\s*"
            rf"|{_own('live')}\s{at}\s)\Z"
        ),
        regex.compile(
            rf"(?i)(?:['’]?s?[ \t]{thing}{holds}|,?\s(?:who\s)?{_own('lives')}\s{at}\s"
            rf"|\s?[(\[<]\s?(?:{thing}\s?[:#]?\s?)?)"
        ),
        regex.compile(rf"(?i)(?:,?\s{at}\s|\s?[,:–—-]\s?(?:{thing}\s?[:#]?\s?)?)"),
        regex.compile(rf"(?i)\b{thing}\s?{_own('of')}\s?\Z"),
        regex.compile(rf"(?i){holds}"),
    )


@cache
def _self() -> regex.Pattern[str]:
    """What stands before the writer's own name."""
    return regex.compile(
        rf"(?i)(?<!\p{{L}})(?:{alternation((*every('called'), *every('self')))}|this\sis)\s\Z"
    )


@dataclass(frozen=True)
class Belonging:
    """A thing of somebody.

    thing (str): The id of an e-mail address, a number or any other identifier.
    owner (str): The id of the person it belongs to.
    evidence (str): What tells that: "listed", "words", "field", "row", "told", "near" or "review".
    rival (str): The id of another person of whom something else tells the same; "" for nobody.
    """

    thing: str
    owner: str
    evidence: str
    rival: str = ""


@dataclass(frozen=True)
class Owners:
    """Who owns what in a document.

    belongings (tuple[Belonging, ...]): One for each thing whose owner is told.

    EXAMPLE:
        >>> owners = Owners((Belonging("EMAIL:1", "PERSON:1", "words"),))
        >>> owners.of("EMAIL:1").evidence, owners.things("PERSON:1")
        ('words', ('EMAIL:1',))
    """

    belongings: tuple[Belonging, ...] = ()

    @classmethod
    def kept(cls, entities: Mapping[str, Entity]) -> Owners:
        """What the records of a document say.

        entities (Mapping[str, Entity]): By id.
        """
        owned = ((i, e) for i, e in entities.items() if e.owner)
        return cls(tuple(Belonging(i, e.owner, e.evidence, e.rival) for i, e in owned))

    @cached_property
    def _of(self) -> dict[str, Belonging]:
        return {one.thing: one for one in self.belongings}

    def of(self, thing: str) -> Belonging | None:
        """Whose a thing is; None where nothing tells."""
        return self._of.get(thing)

    def things(self, person: str) -> tuple[str, ...]:
        """What belongs to a person."""
        return tuple(one.thing for one in self.belongings if one.owner == person)


def with_owners(
    entities: Mapping[str, Entity], text: str, mentions: Mapping[str, Sequence[PiiSpan]]
) -> dict[str, Entity]:
    """The records of a document, each thing with its owner and each person with what it owns.

    entities (Mapping[str, Entity]): By id.
    text (str): The document's text.
    mentions (Mapping): The spans of each of them, by place.
    """
    return _written(entities, find_owners(entities, text, mentions))


def with_reviewed_owners(
    entities: Mapping[str, Entity], owners: Mapping[str, str]
) -> dict[str, Entity]:
    """The records of a document with the owners that a reviewer chose.

    entities (Mapping[str, Entity]): By id, with the owners that were found.
    owners (Mapping[str, str]): By the id of a thing its owner's; "" for nobody of the document.
    """
    found = (one for one in Owners.kept(entities).belongings if one.thing not in owners)
    said = (Belonging(i, who, REVIEW) for i, who in owners.items() if i in entities)
    bare = {i: replace(e, owner="", evidence="", rival="", owns=()) for i, e in entities.items()}
    return _written(bare, Owners((*found, *(one for one in said if one.owner in entities))))


def _written(entities: Mapping[str, Entity], owners: Owners) -> dict[str, Entity]:
    out = dict(entities)
    for one in owners.belongings:
        out[one.thing] = replace(
            out[one.thing], owner=one.owner, evidence=one.evidence, rival=one.rival
        )
    for person in {one.owner for one in owners.belongings}:
        mine = (i for i in owners.things(person) if out[i].label in OWNED)
        out[person] = replace(out[person], owns=tuple(mine))
    return out


def find_owners(
    entities: Mapping[str, Entity], text: str, mentions: Mapping[str, Sequence[PiiSpan]]
) -> Owners:
    """Find out whose each thing of a document is.

    What the table of known people says comes first, then the name that an address spells, then the
    words around. What spells nobody's name is somebody's only where one person alone can be meant.
    Where two of these name different people, the second is the rival.

    entities (Mapping[str, Entity]): By id.
    text (str): The document's text.
    mentions (Mapping): The spans of each of them, by place.
    RETURNS (Owners): The table.
    """
    people = _Spelt(entities)
    if not people.parts:
        return Owners()
    ordered = sorted((s for own in mentions.values() for s in own), key=attrgetter("start"))
    around = _Around(text, [s for s in ordered if s.label in NAME_LABELS])
    listed = {e.person_id: i for i, e in entities.items() if i in people.parts and e.person_id}
    found: list[Belonging] = []
    for i, entity in entities.items():
        if entity.label in PERSONAL_VALUES:
            near = nearest_person(text, mentions[i][0], ordered)
            if near is not None:
                found.append(Belonging(i, ordered[near].id, NEAR))
        elif entity.label in OWNED:
            known = listed.get(entity.person_id, "")
            spelt = people.owners(entity, mentions) if entity.label in SPELT else []
            told = list(filter(None, map(around, mentions[i])))
            said = [owner for owner, _ in told if owner in spelt]
            claims = [
                *([(known, LISTED)] if known else ()),
                *((owner, WORDS) for owner in (said[:1] or spelt)),
                *told,
            ]
            if claims:
                owner, evidence = claims[0]
                rival = next((other for other, _ in claims if other != owner), "")
                found.append(Belonging(i, owner, evidence, rival))
    return Owners(tuple(found))


def nearest_person(text: str, span: PiiSpan, spans: Sequence[PiiSpan]) -> int | None:
    """The mention of a person in the same sentence that a value most likely belongs to.

    text (str): The document's text.
    span (PiiSpan): An age or a date of birth.
    spans (Sequence[PiiSpan]): All spans, by place.
    RETURNS (int): Which span: the nearest before it, else the nearest behind it; None for none.
    """
    at = bisect_left(spans, span.start, key=attrgetter("start"))
    for i in range(at - 1, -1, -1):
        if span.start - spans[i].end > FARTHEST:
            break
        if spans[i].label in NAME_LABELS and not _apart(text, spans[i].end, span.start):
            return i
    for i in range(at, len(spans)):
        if spans[i].start - span.end > FARTHEST:
            break
        if spans[i].label in NAME_LABELS and not _apart(text, span.end, spans[i].start):
            return i
    return None


def _apart(text: str, start: int, end: int) -> bool:
    """Is there the end of a sentence between two places?"""
    return bool(_SENTENCE_END.search(text, start, end))


class _Around:
    """Whose a thing is by what stands around it.

    text (str): The document's text.
    names (Sequence[PiiSpan]): The mentions of persons, by place.
    """

    def __init__(self, text: str, names: Sequence[PiiSpan]) -> None:
        self._text = text
        self._names = names
        self._starts = [s.start for s in names]
        self._ends = [m.start() for m in _BREAK.finditer(text)]

    def __call__(self, span: PiiSpan) -> tuple[str, str] | None:
        """The owner of a thing and what tells it; None where nothing does."""
        return self._told(span) or self._of_row(span) or self._of_field(span)

    def _told(self, span: PiiSpan) -> tuple[str, str] | None:
        """The writer of "my number is", or whose the words between name and thing say it is."""
        of_self, of_named, beside, thing_of, holds = _ties()
        if of_self.search(self._text, max(0, span.start - 60), span.start):
            return (self._writer, TOLD) if self._writer else None
        at = bisect_left(self._starts, span.start) - 1
        if at < 0 or span.start - self._names[at].end > FARTHEST:
            return None
        between = (self._text, self._names[at].end, span.start)
        told = of_named.fullmatch(*between)
        if not told and self._thing_of(at, thing_of):
            told = holds.fullmatch(*between)
        one = not self._is_joined(at)
        if not told:
            told = beside.fullmatch(*between)
            one = len(self._of(*self._line(span.start))) == 1 and not self._is_said(at, span)
        return (self._names[at].id, TOLD) if told and one else None

    def _is_said(self, at: int, span: PiiSpan) -> bool:
        """Does a name speak, and say a thing with more words: "Mo: 5 Hill Road, I think"?"""
        start, end = self._line(span.start)
        speaks = (
            self._names[at].start == start and ":" in self._text[self._names[at].end : span.start]
        )
        return speaks and any(map(str.isalpha, self._text[span.end : end]))

    def _thing_of(self, at: int, thing_of: regex.Pattern[str]) -> bool:
        """Does a thing stand before a name as its own: "die Nummer von Ana"?"""
        start = self._names[at].start
        return bool(thing_of.search(self._text, max(0, start - 60), start))

    def _is_joined(self, at: int) -> bool:
        """Is a name the last of several: "Ana and Bo's number"?"""
        before = self._names[at - 1].end if at else 0
        return at > 0 and bool(_JOINED.fullmatch(self._text, before, self._starts[at]))

    @cached_property
    def _writer(self) -> str:
        """Who the writer says to be; "" where that is nobody, or several people do."""
        text = self._text
        said = {s.id for s in self._names if _self().search(text, max(0, s.start - 24), s.start)}
        return said.pop() if len(said) == 1 else ""

    def _of_row(self, span: PiiSpan) -> tuple[str, str] | None:
        """The only person of a line of cells, who stands before the thing."""
        start, end = self._line(span.start)
        named = self._of(start, end)
        one = len({s.id for s in named}) == 1 and len(named) < MOST_NAMES
        if not one or named[-1].end > span.start:
            return None
        between = self._text[named[-1].end : span.start]
        cells = _CELLS.fullmatch(between) and len(between) <= LONGEST_LINE
        if self._is_said(bisect_left(self._starts, named[-1].start), span):
            return None
        return (named[0].id, ROW) if cells else None

    def _of_field(self, span: PiiSpan) -> tuple[str, str] | None:
        """The person of the fields above: of a line that gives a name, or of one with nothing else.

        A field of somebody else in between ("Teacher: Ana Ruiz") leaves open whose a thing is.
        """
        start, end = self._line(span.start)
        label = _LABEL.match(self._text, start, span.start)
        if label is not None and (
            not _OTHERS.isdisjoint(label[1].lower().split())
            or len(self._text[label.end() : span.start].split()) > 1  # "work: see the school, 0161"
        ):
            return None
        for _ in range(MOST_LINES):
            if end - start > LONGEST_LINE or not self._text[start:end].strip():
                return None
            named = self._of(start, end)
            if named:
                alone = len(named) == 1 and named[0].end <= span.start
                gives = alone and self._gives_name(start, end, named[0])
                return (named[0].id, FIELD) if gives else None
            if start == 0:
                return None
            start, end = self._line(start - 1)
        return None

    def _gives_name(self, start: int, end: int, named: PiiSpan) -> bool:
        """Does a line say a name as a field does, or nothing but the name?

        Another field ("Mother: Ana Ruiz") gives one where it begins a block of its own.
        """
        label = _LABEL.match(self._text, start, named.start)
        if label is not None:
            squeezed = regex.sub(r"[^\p{L}]", "", label[1].lower())
            if ROSTER_COLUMNS.get(squeezed) in _NAMES:
                return True
            above = self._text[slice(*self._line(start - 1))] if start else ""
            return not above.strip() and not any(map(str.isalnum, self._text[named.end : end]))
        rest = self._text[start : named.start] + self._text[named.end : end]
        return not any(map(str.isalnum, rest))

    def _of(self, start: int, end: int) -> Sequence[PiiSpan]:
        """The mentions between two places, MOST_NAMES at most."""
        first = bisect_left(self._starts, start)
        return self._names[first : min(first + MOST_NAMES, bisect_right(self._starts, end))]

    def _line(self, at: int) -> tuple[int, int]:
        number = bisect_left(self._ends, at)
        end = self._ends[number] if number < len(self._ends) else len(self._text)
        return self._ends[number - 1] + 1 if number else 0, end


class _Spelt:
    """The persons of a document, by the beginnings of the words of their names.

    entities (Mapping[str, Entity]): The entities of the document.
    """

    def __init__(self, entities: Mapping[str, Entity]) -> None:
        named = ((i, e) for i, e in entities.items() if e.label in NAME_LABELS)
        self.parts = {i: parts_of(e) for i, e in named}
        self._order = {i: number for number, i in enumerate(self.parts)}
        self._heads: dict[str, list[str]] = defaultdict(list)
        self._short: Counter[str] = Counter()
        for i, parts in self.parts.items():
            for part in parts:
                if len(part.word) > 2:
                    self._heads[part.word[:HEAD]].append(i)
                else:
                    self._short[i] += 1

    def owners(self, entity: Entity, mentions: Mapping[str, Sequence[PiiSpan]]) -> list[str]:
        """The persons whose name is in an identifier, all alike: the one named nearest comes first.

        Those are left out of whom fewer words are whole in it (`jordan_lee` is Jordan, not
        Jordana).
        """
        surface = entity.texts[0]
        if entity.label == "EMAIL":
            surface = surface.removeprefix("mailto:").rpartition("@")[0] or surface
        best, cut_off = 0.0, dict[str, int]()
        for number, i in self._candidates(flat(surface)):
            if number < 2 and best > ONE_WORD:
                break
            pieces = find_pieces(surface, self.parts[i])
            score = strength(pieces)
            if _names_another(surface, pieces, self.parts[i]):
                score -= ANOTHERS
            if score > best:
                best, cut_off = score, {}
            if score == best:
                cut_off[i] = sum(piece.kind == "short" for piece in pieces)
        if best < LOWEST_OWNER:
            return []
        place = mentions[entity.id][0].start
        least = min(cut_off.values())
        fitting = sorted((i for i in cut_off if cut_off[i] == least), key=self._order.__getitem__)
        return sorted(fitting, key=lambda i: min(abs(s.start - place) for s in mentions[i]))

    def _candidates(self, low: str) -> list[tuple[int, str]]:
        """Those of whom a word begins in a text: how many of their words may be in it, and who.

        Those with most words come first.
        """
        heads = {low[at : at + size] for at in range(len(low)) for size in (HEAD - 1, HEAD)}
        found = Counter(i for head in heads for i in self._heads.get(head, ()))
        return sorted(((n + self._short[i], i) for i, n in found.items()), reverse=True)


def _names_another(surface: str, pieces: Sequence[Piece], parts: Sequence[Part]) -> bool:
    """Does an identifier hold a surname, and in place of its bearer's forename another word?

    A short form of the forename is none: `mike.ross` may well be Michael Ross.
    """
    roles = {piece.role for piece in pieces}
    forenames = {p.word for p in parts if len(p.word) > 1 and p.role in FORENAMES}
    if "last" not in roles or not forenames or roles & FORENAMES:
        return False
    covered = {at for piece in pieces for at in range(piece.start, piece.end)}
    rest = "".join(" " if at in covered else c for at, c in enumerate(flat(surface)))
    others = [word for word in _LETTERS.findall(rest) if len(word) >= SHORTEST_WORD]
    return bool(others) and all(forenames.isdisjoint(_stands_for(word)) for word in others)


def _stands_for(short: str) -> Iterator[str]:
    """The forenames of which a word is a short form."""
    return map(fold, nicknames().get(short, ()))
