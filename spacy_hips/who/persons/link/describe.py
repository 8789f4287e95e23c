"""Makes the record of a person from all mentions: the fullest parts, gender and region guesses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ....core.labels import ROLE_LABELS
from ....text.lexicon.tables import REGIONS, NameTables, fold, script_of
from ..mention.compare import same_forename, slip
from ..mention.name import HYPHENS, UNSPACED, Name, Word
from ..mention.parse import Parse, as_initials, parse_mention, title_gender, unglued
from .entity import Entity

_ROLES = {label: role for role, label in ROLE_LABELS.items()}
REGION_THRESHOLD = 0.6
UNSURE_GENDER = 0.75
"""Below it a forename tells so little that surrogates would be of any gender; the text may."""


def describe_person(
    entity: Entity,
    record: Entity | None,
    tables: NameTables,
    *,
    part: str = "",
    parse: Parse = parse_mention,
) -> Entity:
    """Fill in the parts of a person's name.

    entity (Entity): With id, label, texts and person_id.
    record (Entity): What a table of known people says, if the person is in one.
    tables (NameTables): The name tables.
    part (str): What the text says of a lone word: "first", "last", or "" for nothing.
    parse (Callable): Takes a mention of a person apart.
    RETURNS (Entity): The same with parts, key and guesses.
    """
    names = _with_initials(_unglued([parse(text, tables) for text in entity.texts], tables))
    names = _without_genitives(names)
    entity = replace(entity, **_parts(names, entity.texts, tables))  # type: ignore[arg-type]
    if part == "first" and entity.last and not (entity.first or entity.title or entity.particles):
        entity = replace(entity, first=entity.last, last="")
    elif part == "last" and entity.first and not (entity.last or entity.middle):
        entity = replace(entity, first="", last=entity.first)
    if record is not None:
        entity = _from_record(entity, record)
    native = script_of(entity.full or entity.texts[0]) != "Latn"
    entity = replace(entity, native=native, role=entity.role or _ROLES.get(entity.label, ""))
    entity = _guess(entity, names, tables)
    return replace(entity, key=entity.person_id or normalised(entity))


def _unglued(names: Sequence[Name], tables: NameTables) -> list[Name]:
    """Read "ngozi.okafor" as a name where the person is named in no other form."""
    if not all(name.glued for name in names):
        return list(names)
    return [unglued(name, tables) or name for name in names]


def _with_initials(names: Sequence[Name]) -> list[Name]:
    """Read "RA" as initials where the fullest mention has words that begin so."""
    core = max(names, key=_fullness).core
    words, letters = {w.folded for w in core}, {w.folded[:1] for w in core}
    out = []
    for name in names:
        short = as_initials(name) if len(core) > 1 else None
        fits = short is not None and set(short.core[0].folded) <= letters
        own = short is not None and short.core[0].folded in words
        out.append(short if short is not None and fits and not own else name)
    return out


def _without_genitives(names: list[Name]) -> list[Name]:
    """Without the "Johns" of "Johns idea" where the person is also called John."""
    words = {word.folded for name in names for word in name.core}
    return [n for n in names if not (len(n.core) == 1 and _is_genitive(n.core[0], words))] or names


def _is_genitive(word: Word, words: set[str]) -> bool:
    return word.folded.endswith("s") and len(word.folded) > 3 and word.folded[:-1] in words


def normalised(entity: Entity) -> str:
    """What a person's name is drawn by: folded forename and surname, else whatever there is."""
    parts = [entity.first, entity.last] if entity.first or entity.last else []
    name = " ".join(fold(part) for part in parts if part)
    return name or fold(entity.nickname or entity.initials or entity.texts[0]).strip()


def _from_record(entity: Entity, record: Entity) -> Entity:
    """A known person bears the name of the table, whatever part of it a document shows."""
    filled = {
        name: getattr(record, name) or getattr(entity, name)
        for name in ("first", "middle", "last", "particles", "suffix", "nickname", "role")
    }
    return replace(
        entity,
        **filled,
        family_first=entity.family_first or record.family_first,
        gender=record.gender or entity.gender,
        gender_score=record.gender_score,
    )


def _parts(names: Sequence[Name], texts: Sequence[str], tables: NameTables) -> dict[str, object]:
    base = max(names, key=_fullness)
    parts: dict[str, object] = {}
    for role, field in _FIELDS.items():
        words: Sequence[Word] = base.having(role)
        if role in ("first", "last"):
            words = _fuller(words, names, role)
        parts[field] = _joined(base, words, names, role)
    parts["last"] = " ".join([str(parts["last"]), *_other_surnames(base, names)]).strip()
    if not parts["first"]:
        parts["first"] = _any(names, "first", but=str(parts["last"]))
    if not parts["last"]:
        parts["last"] = _any(names, "last", but=str(parts["first"]))
    parts["nickname"] = parts["nickname"] or _nickname(str(parts["first"]), names)
    parts["initials"] = next((_joined_initials(n) for n in names if n.having("initials")), "")
    parts["title"] = next(
        (_joined(n, n.having("title"), names, "title") for n in names if n.having("title")), ""
    )
    parts["family_first"] = base.family_first
    if all(name.glued for name in names):
        parts["nickname"] = texts[0]
    return parts


_FIELDS = {
    "first": "first",
    "middle": "middle",
    "last": "last",
    "particle": "particles",
    "suffix": "suffix",
    "nickname": "nickname",
}


def _fullness(name: Name) -> tuple[int, int, bool, int]:
    letters = sum(len(word.text) for word in name.core if not word.initial)
    full = sum(1 for word in name.core if not word.initial)
    both = bool(name.having("first") and name.having("last"))
    return (both, full, name.sure, letters)


def _fuller(words: Sequence[Word], names: Sequence[Name], role: str) -> Sequence[Word]:
    """The same part from a mention that spells out its initial, or has more of its words."""
    if not words:
        return words
    best = words
    for name in names:
        other = name.having(role)
        if not other or other[0].folded[:1] != words[0].folded[:1]:
            continue
        spelt = all(w.initial for w in best) and not all(w.initial for w in other)
        more = len(other) > len(best) and {w.folded for w in best} <= {w.folded for w in other}
        if spelt or more:
            best = other
    return best


def _other_surnames(base: Name, names: Sequence[Name]) -> list[str]:
    """Surnames that a person bore at another time: Ana Moyo is Ana Lund now."""
    known = [word.folded for word in base.core]
    out: list[str] = []
    for name in names:
        if not (name.having("first") and base.having("last")) or name.family_first:
            continue
        for word in name.having("last"):
            new = len(word.folded) > 2 and "".join(known).find(word.folded) < 0
            if new and all(slip(word.folded, own) > 2 and own not in word.folded for own in known):
                known.append(word.folded)
                out.append(_spelling(word, names))
    return out


def _joined(base: Name, words: Sequence[Word], names: Sequence[Name], role: str) -> str:
    """The words of a part in their best spelling, with the hyphens between them."""
    out = ""
    source = next((n for n in names if words and words[0] in n.words), base)
    for i, word in enumerate(words):
        if i:
            gap = source.text[words[i - 1].end : word.start]
            out += "-" if gap.strip() in HYPHENS else " "
        out += word.text if role in ("particle", "title", "suffix") else _spelling(word, names)
    return out


def _spelling(word: Word, names: Sequence[Name]) -> str:
    """A word as it is best written: with its accents, and with one capital."""
    same = [w.text for n in names for w in n.core if w.folded == word.folded]
    best = max(same, key=lambda t: (not t.isascii(), not _one_case(t), t == word.text))
    return best[:1].upper() + best[1:].lower() if _one_case(best) else best


def _one_case(text: str) -> bool:
    return text.isupper() or text.islower()


def _any(names: Sequence[Name], role: str, but: str = "") -> str:
    for name in names:
        words = [word for word in name.having(role) if word.folded not in fold(but)]
        if words:
            return _joined(name, words, names, role)
    return ""


def _nickname(first: str, names: Sequence[Name]) -> str:
    for name in names:
        for word in name.having("first"):
            if first and word.folded != fold(first) and same_forename(word.folded, fold(first)):
                return word.text
    return ""


def _joined_initials(name: Name) -> str:
    return "".join(word.text for word in name.having("initials"))


def _guess(entity: Entity, names: Sequence[Name], tables: NameTables) -> Entity:
    """Gender from a title, else from the forename, else from the text; region from both names."""
    # What the text tells comes without a score (who/persons/linking.py).
    told = "" if entity.gender_score else entity.gender
    gender, sure = ("", 0.0) if told else (entity.gender, entity.gender_score)
    if not gender:
        found = {title_gender(name) for name in names} - {""}
        if len(found) == 1:
            gender, sure = found.pop(), 1.0
    forename = entity.first if len(entity.first) > 1 else ""
    if not gender and (forename or entity.nickname):
        guess = tables.gender(forename or entity.nickname)
        gender, sure = guess.label, guess.confidence
    if told and sure < UNSURE_GENDER:
        gender, sure = told, 1.0
    surname = entity.last if len(entity.last) > 1 or script_of(entity.last) in UNSPACED else ""
    given = f"{forename} {entity.middle}".strip()
    region = tables.region(given, surname.replace("-", " "), REGION_THRESHOLD)
    if region.label in ("", *REGIONS):
        # A continent says little: its likeliest country, with that country's low probability.
        region = tables.region(given, surname.replace("-", " "), 0.0)
    return replace(
        entity,
        gender=gender,
        gender_score=round(sure, 4),
        region=region.label,
        region_score=round(region.confidence, 4),
    )
