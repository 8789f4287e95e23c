"""Who is who: which spans of a document are mentions of the same entity, and its record."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ....core.labels import NAME_LABELS
from ....core.later import re
from ....core.spans import PiiSpan
from ....text.lexicon.tables import NameTables, fold, name_tables
from ..mention.parse import Parse, parse_mention
from .context import name_in_text, others_since, told_relation, told_same, told_surname
from .describe import describe_person
from .entity import KNOWN, Entity
from .linker import Linker, Lookup, Mention
from .namesakes import part_namesakes
from .owners import PERSONAL_VALUES, nearest_person, with_owners
from .told_gender import told_forename, told_gender

Place = tuple[int, int]

_ENTITY = re.compile(r"[A-Z_]+:[1-9][0-9]*")


@dataclass(frozen=True)
class Linked:
    """The spans with their entities' ids, and the entities.

    spans (list[PiiSpan]): By place; each has the id of its entity.
    entities (dict[str, Entity]): By id, in the order of their first mention.
    """

    spans: list[PiiSpan]
    entities: dict[str, Entity]


def link(
    text: str,
    spans: Iterable[PiiSpan],
    *,
    fixed: Mapping[Place, str] | None = None,
    known: Lookup | None = None,
    tables: NameTables | None = None,
    parse: Parse = parse_mention,
) -> Linked:
    """Find out which spans are mentions of one entity, and number the entities.

    text (str): The document's text.
    spans (Iterable[PiiSpan]): Spans without overlap. An id "known:P7" says that it is a mention
        of the known person P7; other ids are not looked at.
    fixed (Mapping): Entities set by hand, by start and end. They are moves on top of what is
        found: PERSON:2 is the entity that would have that number without them.
    known (Callable): Gives the record of a known person by person_id.
    tables (NameTables): The name tables; the packaged ones by default, read when first needed.
    parse (Callable): Takes a mention of a person apart.
    RETURNS (Linked): The same spans with ids, and the entities.
    """
    ordered = sorted(spans, key=lambda s: (s.start, s.end))
    groups = _group(text, ordered, known, tables, parse)
    ids = number([(kind_of(s.label), g) for s, g in zip(ordered, groups, strict=True)])
    people = {s.start: _person_id(s) for s in ordered if _person_id(s)}
    moved = [(fixed or {}).get((s.start, s.end), i) for s, i in zip(ordered, ids, strict=True)]
    named = [replace(s, id=i) for s, i in zip(ordered, moved, strict=True)]
    found = describe(text, named, known=known, tables=tables, people=people, parse=parse)
    return Linked(named, found)


def complete(text: str, spans: Iterable[PiiSpan], *, tables: NameTables | None = None) -> Linked:
    """Give ids to the spans that have none, such as hand-marked ones; other ids stay.

    text (str): The document's text.
    spans (Iterable[PiiSpan]): Spans without overlap.
    tables (NameTables): The name tables.
    RETURNS (Linked): All spans with ids, and their entities.
    """
    ordered = sorted(spans, key=lambda s: (s.start, s.end))
    groups = _group(text, ordered, None, tables)
    keys = [(kind_of(s.label), g) for s, g in zip(ordered, groups, strict=True)]
    given = [s.id if _ENTITY.fullmatch(s.id) else "" for s in ordered]
    chosen: dict[tuple[str, object], str] = {}
    for key, i in zip(keys, given, strict=True):
        if i:
            chosen.setdefault(key, i)
    used = set(given)
    count: Counter[str] = Counter()
    for key in keys:
        while key not in chosen:
            count[key[0]] += 1
            if (name := f"{key[0]}:{count[key[0]]}") not in used:
                chosen[key] = name
    named = [
        replace(s, id=i or chosen[key]) for s, i, key in zip(ordered, given, keys, strict=True)
    ]
    return Linked(named, describe(text, named, tables=tables))


def kind_of(label: str) -> str:
    """The prefix of entity ids: a person is one, whatever role the name was found to have."""
    return "PERSON" if label in NAME_LABELS else label


def number(keys: Sequence[tuple[str, object]]) -> list[str]:
    """Number entities by their first place, each kind by itself, from 1."""
    ids: dict[tuple[str, object], str] = {}
    count: Counter[str] = Counter()
    for key in keys:
        if key not in ids:
            count[key[0]] += 1
            ids[key] = f"{key[0]}:{count[key[0]]}"
    return [ids[key] for key in keys]


def _person_id(span: PiiSpan) -> str:
    return span.id.removeprefix(KNOWN) if span.id.startswith(KNOWN) else ""


def _group(
    text: str,
    spans: Sequence[PiiSpan],
    known: Lookup | None,
    tables: NameTables | None,
    parse: Parse = parse_mention,
) -> list[object]:
    """For each span something that is equal for the spans of one entity."""
    names = [i for i, s in enumerate(spans) if s.label in NAME_LABELS]
    groups: list[object] = [
        None if s.label in NAME_LABELS else normal_form(s.label, text[s.start : s.end])
        for s in spans
    ]
    if names:
        tables = tables or name_tables()
        mentions = [
            Mention(
                spans[i].start,
                name_in_text(text, spans[i], tables, parse),
                _person_id(spans[i]),
                told_relation(text, spans[i].start),
                others_since(text, spans[i]),
            )
            for i in names
        ]
        for i, person in zip(names, Linker(tables, known).link(mentions), strict=True):
            groups[i] = person
        _join_told(text, spans, names, groups)
        part_namesakes(text, spans, groups)
        _part_by_owner(text, spans, groups)
    return groups


def _join_told(
    text: str, spans: Sequence[PiiSpan], names: Sequence[int], groups: list[object]
) -> None:
    """Make one person of two names of which the text says so, where the second is new there."""
    first = {groups[i]: i for i in reversed(names)}
    joined: dict[object, object] = {}
    for i, j in pairwise(names):
        known = _person_id(spans[i]) or _person_id(spans[j])
        new = not known and groups[i] != groups[j] and first[groups[j]] == j
        if new and told_same(text, spans[i], spans[j]):
            joined[groups[j]] = joined.get(groups[i], groups[i])
    for i in names:
        groups[i] = joined.get(groups[i], groups[i])


def _part_by_owner(text: str, spans: Sequence[PiiSpan], groups: list[object]) -> None:
    """Two people of one age have an age each: such values are one only with one owner."""
    for i, span in enumerate(spans):
        if span.label in PERSONAL_VALUES:
            near = nearest_person(text, span, spans)
            groups[i] = (groups[i], groups[near] if near is not None else None)


def describe(
    text: str,
    spans: Iterable[PiiSpan],
    *,
    known: Lookup | None = None,
    tables: NameTables | None = None,
    people: Mapping[int, str] | None = None,
    parse: Parse = parse_mention,
) -> dict[str, Entity]:
    """The records of the entities that the spans' ids name.

    text (str): The document's text.
    spans (Iterable[PiiSpan]): Spans with ids, by place.
    known (Callable): Gives the record of a known person by person_id.
    tables (NameTables): The name tables.
    people (Mapping): The person_id of spans of known people, by their first character.
    parse (Callable): Takes a mention of a person apart.
    RETURNS (dict[str, Entity]): By id, in the order of their first mention.
    """
    people = people or {}
    mentions: dict[str, list[PiiSpan]] = {}
    for span in spans:
        mentions.setdefault(span.id, []).append(span)
    out: dict[str, Entity] = {}
    for i, own in mentions.items():
        texts = tuple(dict.fromkeys(text[s.start : s.end] for s in own))
        person_id = next((people[s.start] for s in own if s.start in people), "")
        record = known(person_id) if known and person_id else None
        if own[0].label in NAME_LABELS:
            label = next((s.label for s in own if s.label != "PERSON"), "PERSON")
            gender = told_gender(text, (s.start for s in own))
            entity = Entity(i, label, "", texts, person_id=person_id, gender=gender)
            part = _told_part(text, own, tables or name_tables())
            own_tables = tables or name_tables()
            out[i] = describe_person(entity, record, own_tables, part=part, parse=parse)
        else:
            key = normal_form(own[0].label, texts[0])
            out[i] = Entity(i, own[0].label, key, texts, person_id=person_id)
    return with_owners(_with_keys(out), text, mentions)


def _told_part(text: str, own: Sequence[PiiSpan], tables: NameTables) -> str:
    """What a lone word is by the words before it: "My name is Ali", "Mr. Ali", "the Alis"."""
    if told_forename(text, (s.start for s in own)):
        return "first"
    return "last" if any(told_surname(text, s, tables) for s in own) else ""


def _with_keys(entities: dict[str, Entity]) -> dict[str, Entity]:
    """Part the keys of persons of one name, first by their middle names."""
    used: Counter[tuple[str, str]] = Counter()
    out = {}
    for i, entity in entities.items():
        kind = kind_of(entity.label)
        key = entity.key
        if used[kind, key] and kind == "PERSON" and not entity.person_id:
            more = normal_form("PERSON", " ".join((entity.full, entity.suffix)))
            key = more if more != key and not used[kind, more] else key
        used[kind, key] += 1
        if used[kind, key] > 1 and not entity.person_id:
            key = f"{key}#{used[kind, key]}"
        out[i] = replace(entity, key=key)
    return out


_SEPARATORS = re.compile(r"[\s\-./()]+")
_WEB = re.compile(r"^(?:https?://)?(?:www\.|m\.)?", re.I)


def normal_form(label: str, surface: str) -> str:
    """What two spellings of one value have in common.

    label (str): The label.
    surface (str): The text of a mention.
    RETURNS (str): Folded text: an ID without its separators, an address of the web without its
        scheme, a handle without its "@".
    """
    folded = unicodedata.normalize("NFKC", surface).casefold().strip()
    if label in NAME_LABELS:
        return " ".join(fold(folded).split())
    if label in ("ID_NUM", "PHONE_NUM", "ZIP"):
        return _SEPARATORS.sub("", folded)
    if label in ("URL", "URL_PERSONAL"):
        return _WEB.sub("", folded).rstrip("/")
    if label == "USERNAME":
        return folded.lstrip("@")
    if label == "EMAIL":
        return folded.removeprefix("mailto:")
    return " ".join(folded.split())
