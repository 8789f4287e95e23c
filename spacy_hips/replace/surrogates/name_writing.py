"""Writes a new name in the form of a mention: its case, order, initials and particles."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import replace

from ...core.ids import Draw
from ...core.later import re
from ...text.lexicon.letters import (
    decoded,
    dress_like,
    space_like,
    spaced_words,
    undress,
    without_hidden,
)
from ...text.lexicon.person_words import CONNECTORS
from ...text.lexicon.tables import NameTables, fold, script_of, word_key
from ...text.page.files import without_ending
from ...text.values.case import like_case
from ...who.persons.link.entity import Entity
from ...who.persons.mention.compare import same_forename, singulars, slip
from ...who.persons.mention.glue import Piece, find_pieces, parts_of, run_together, split_part
from ...who.persons.mention.joined_words import broken_like
from ...who.persons.mention.name import UNSPACED, Name, Word
from ...who.persons.mention.parse import as_initials, parse
from ...who.persons.mention.titles import known_titles
from .handles import rewrite
from .pools import pick

_OWNS = re.compile(r"['’]s?\Z")
_OF_FAMILY = re.compile(r"\b(?:the|both|those|these|two|three|four|five|six)\s\Z", re.I)
_GAP = re.compile(r"[\s\-‐‑'’]*")
_LETTERS = str.maketrans(
    dict(zip("øØłŁđĐðÐıħĦ", "oOlLdDdDihH", strict=True))
    | {"ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "þ": "th", "Þ": "Th"}
)
_PAIRS = {"mr": "Ms", "mrs": "Mr", "ms": "Mr", "miss": "Mr", "sir": "Madam", "madam": "Sir"} | {
    "señor": "Señora", "señora": "Señor", "sr": "Sra", "sra": "Sr", "herr": "Frau", "frau": "Herr"
}  # fmt: skip


def write_name(
    text: str, entity: Entity, identity: Entity, draw: Draw, tables: NameTables
) -> str | None:
    """Write the new name in the form of a mention.

    text (str): The mention.
    entity (Entity): Whose it is.
    identity (Entity): Who that person has become.
    draw (Draw): Keyed choices, for the digits of a mention like "garcia_m22".
    tables (NameTables): The name tables.
    RETURNS (str): The new text; None where the mention holds no name.
    """
    plain = without_hidden(undress(decoded(text).rstrip()))
    words = ["".join(filter(str.isalpha, plain[a:b])) for a, b in spaced_words(plain)]
    if words and _is_part("".join(words), entity):
        new = _written(" ".join(words), entity, identity, draw, tables)
        return None if new is None else dress_like(space_like(new.split(), plain), text)
    new = _written(plain, entity, identity, draw, tables)
    return None if new is None else dress_like(new, text)


def _written(
    text: str, entity: Entity, identity: Entity, draw: Draw, tables: NameTables
) -> str | None:
    """The same for plain text."""
    name = _read(parse(text, tables), entity)
    if name.glued:
        return _glued(text, entity, identity, draw)
    if not name.core:
        return None
    words = _as_borne(name.words, entity)
    leading = [word for word in words if _leads(word, entity)]
    pieces: list[str] = []
    last = 0
    for word in words:
        pieces.append(text[last : word.start])
        last = word.end
        if word in leading:
            new = _particle(identity, leading.index(word), len(leading))
            pieces.append(_titled_like(new, word.text))
            last += 0 if new else len(_GAP.match(text, last)[0])  # type: ignore[index]
            continue
        other = _other_surname(word, entity, identity, draw, tables)
        part = other or _counterpart(word, entity, identity)
        if not part:
            return None
        pieces.append(broken_like(part, text[word.start : word.end]))
    return "".join([*pieces, text[last:]])


def _counterpart(word: Word, entity: Entity, identity: Entity) -> str | None:
    if word.role == "title":
        return _title(word.text, identity.gender)
    if word.role in ("particle", "suffix", "possessive", "mark"):
        return word.text
    if word.role == "initials":
        return _initials(word.text, entity, identity)
    if one := _without_s(word.folded, own_words(entity)):
        new = _counterpart(replace(word, text=word.text[: len(one)]), entity, identity)
        return new if not new or new[-1] in "sxzSXZ" else new + word.text[-1]
    part, index = _initial_of(word, entity) if word.initial else _part_of(word, entity)
    part = part or word.role
    new = _word_at(identity, part, index)
    if not new:
        return None
    if word.initial:
        new = new[0].upper()
    elif word.text.isascii():
        new = new if script_of(new) != "Latn" else _as_plain(new, entity, part, index)
    return like_case(new, word.text)


def _other_surname(
    word: Word, entity: Entity, identity: Entity, draw: Draw, tables: NameTables
) -> str:
    """What stands for a surname of another time ("née Lund"): no part of the new name."""
    if word.role != "last" or word.initial or not entity.last or _part_of(word, entity)[0]:
        return ""
    pool = tables.surnames(identity.region or None, "", script_of(word.text))
    purpose, avoid = f"other surname:{word.folded}", {fold(identity.last)}
    return like_case(pick(pool, draw, purpose, avoid, word.text) or "", word.text)


def _read(name: Name, entity: Entity) -> Name:
    """A mention as initials where these are the person's and no word of the name.

    One word with forename and surname in it, or with more than one part of the name, is read like
    a handle.
    """
    if len(name.words) == 1 and name.core:
        folded = name.core[0].folded
        wholes = run_together(entity.first, entity.last)
        if any(whole in folded for whole in wholes) or _is_glued(folded, entity):
            return replace(name, glued=True)
    short = as_initials(name)
    if short is None:
        return name
    letters, words = short.core[0].folded, own_words(entity)
    fits = len(words) > 1 and set(letters) <= {word[0] for word in words}
    return short if fits and letters not in words else name


def _as_borne(words: Sequence[Word], entity: Entity) -> list[Word]:
    """A particle and a surname as one word where the person's surname is: Mc Donald, McDonald."""
    own = own_words(entity)
    out: list[Word] = []
    for word in words:
        before = out[-1] if out else None
        if before is not None and before.role == "particle" and word.role == "last":
            joined = before.text + word.text
            if word_key(joined) in own and word.folded not in own:
                out[-1] = replace(word, text=joined, start=before.start)
                continue
        out.append(word)
    return out


def _without_s(folded: str, own: Collection[str]) -> str:
    """The word of the name that stands with an "s" and no apostrophe: "Eriks idea"."""
    if len(folded) <= 3 or folded in own:
        return ""
    return next((form for form in singulars(folded) if form in own), "")


def as_family(new: str, text: str, before: str, entity: Entity, tables: NameTables) -> str:
    """The plural of a new name where a mention is one ("the Joneses", "two Sofias"), else the name.

    new (str): The new name.
    text (str): The mention.
    before (str): What stands before it.
    entity (Entity): Whose it is.
    tables (NameTables): The name tables.
    RETURNS (str): The new name in the mention's number.
    """
    if not _OF_FAMILY.search(before) or new.endswith("s") or not new.isalpha():
        return new
    folded = word_key(text)
    borne = sum(tables.masses(folded))
    if not any(
        one in own_words(entity) or sum(tables.masses(one)) > borne for one in singulars(folded)
    ):
        return new
    return new + ("es" if new.endswith(("x", "z", "ch", "sh")) else "s")


def genitive(text: str, entity: Entity) -> str:
    """What ends a mention as a genitive: "'s" of "Erik's", "s" of "Eriks idea".

    text (str): The mention.
    entity (Entity): Whose it is.
    RETURNS (str): The ending; "" where the mention is no genitive.
    """
    if (mark := _OWNS.search(text)) is not None:
        return mark[0]
    folded, own = word_key(text.split()[-1]) if text.split() else "", own_words(entity)
    return text[-1] if _without_s(folded, own) else ""


def _is_part(letters: str, entity: Entity) -> bool:
    """Are letters a word of a person's name, or several in one?"""
    return word_key(letters) in own_words(entity) or _is_glued(word_key(letters), entity)


def _is_glued(folded: str, entity: Entity) -> bool:
    """Does a word consist of several parts of a person's name, one of them a whole word?"""
    if folded in own_words(entity):
        return False
    pieces = find_pieces(folded, parts_of(entity))
    whole = any(p.kind == "full" and p.role != "particle" for p in pieces)
    return whole and len(pieces) > 1 and sum(p.end - p.start for p in pieces) == len(folded)


def _leads(word: Word, entity: Entity) -> bool:
    """Is a word a particle that belongs to the surname, so that it is exchanged with it?"""
    folded = fold(word.text)
    if word.role == "particle":
        return folded not in CONNECTORS
    own = folded in fold(entity.particles).split() and word.role in ("first", "middle", "last")
    return own and folded not in CONNECTORS | own_words(entity)


def _particle(identity: Entity, index: int, count: int) -> str:
    """What stands for one of some particles before a surname: the last takes what is left."""
    own = [p for p in identity.particles.split() if fold(p) not in CONNECTORS]
    return " ".join(own[index:] if index == count - 1 else own[index : index + 1])


def _titled_like(new: str, old: str) -> str:
    """Particles in the case of another, also in that of "Van"."""
    if len(old) > 1 and old.isupper():
        return new.upper()
    return new.title() if old[:1].isupper() else new.lower()


def own_words(entity: Entity) -> frozenset[str]:
    return frozenset(
        word_key(word)
        for role in ("first", "middle", "last", "nickname")
        for word in split_part(getattr(entity, role))
    ) - {""}


def _glued(text: str, entity: Entity, identity: Entity, draw: Draw) -> str:
    """The new name in a mention like "garcia_m"; what is no name in it is exchanged as well."""
    text, ending = without_ending(text)
    if word_key(ending.lstrip(".")) in own_words(entity):
        text, ending = text + ending, ""
    pieces = find_pieces(text, parts_of(entity))
    out, last = "", 0
    for piece in pieces:
        old = text[piece.start : piece.end]
        if piece.role != "particle":
            new = unaccented(_word_at(identity, piece.role, piece.index))
            new = new[: _length(piece, new)]
        elif old.lower() in CONNECTORS:
            new = old
        else:
            own = [p for p in entity.particles.split() if fold(p) not in CONNECTORS]
            new = unaccented(_particle(identity, min(piece.index, len(own) - 1), len(own)))
            new = new.replace(" ", "")
        lower = new.lower() if old.islower() or (out and out[-1].isalpha()) else new
        out += _exchanged(text[last : piece.start], entity, identity, draw)
        out += lower if old[:1].islower() or not lower else like_case(lower, old).capitalize()
        last = piece.end
    out += _exchanged(text[last:], entity, identity, draw)
    return (out.upper() if text.isupper() else out) + ending


def _length(piece: Piece, new: str) -> int:
    if piece.kind == "initial":
        return 1
    return min(len(new), piece.end - piece.start) if piece.kind == "short" else len(new)


def _exchanged(text: str, entity: Entity, identity: Entity, draw: Draw) -> str:
    return rewrite(text, entity, identity, draw) if any(c.isalnum() for c in text) else text


def _as_plain(new: str, entity: Entity, part: str, index: int) -> str:
    """Without accents where this mention leaves out those of the name."""
    old = _word_at(entity, part, index)
    return new if old.isascii() else unaccented(new)


def _part_of(word: Word, entity: Entity) -> tuple[str, int]:
    """Which word of which part of a person's name a word of a mention is; "" for none."""
    roles = sorted(("first", "last", "middle", "nickname"), key=lambda r: r != word.role)
    words = [
        (role, index, word_key(own))
        for role in roles
        for index, own in enumerate(split_part(getattr(entity, role)))
    ]
    folded = word.folded
    for role, index, own in words:
        if own == folded:
            return role, index
    for role in roles:
        if folded == "".join(own for r, _, own in words if r == role):
            return role, -1
    if entity.first and same_forename(folded, fold(split_part(entity.first)[0])):
        return ("nickname" if entity.nickname else "first"), 0
    near = [(slip(folded, own), role, index) for role, index, own in words if len(own) > 3]
    best = min(near, default=(3, "", 0))
    return (best[1], best[2]) if best[0] <= 2 else ("", 0)


def _initial_of(word: Word, entity: Entity) -> tuple[str, int]:
    letter = word.folded[:1]
    roles = sorted(("first", "middle", "last"), key=lambda r: r != word.role)
    for role in roles:
        for index, own in enumerate(split_part(getattr(entity, role))):
            if fold(own).startswith(letter):
                return role, index
    return word.role, 0


def _word_at(person: Entity, part: str, index: int) -> str:
    """A word of a part; where the person has no such part, of the nearest one."""
    for role in (part, "first", "last", "nickname"):
        words = split_part(getattr(person, role))
        if words:
            return "".join(words) if index < 0 else words[min(index, len(words) - 1)]
    return person.initials


def _initials(text: str, entity: Entity, identity: Entity) -> str | None:
    """The new letters of "JP": those of the parts that the old ones stand for."""
    if not (entity.first or entity.last):
        return identity.initials or None
    parts = [(r, i) for r in ("first", "middle", "last") for i in range(_count(entity, r))]
    if len(parts) < len(text):
        parts = [("first", 0), ("last", 0), ("last", 1)]
    out = ""
    for letter in text:
        fit = [p for p in parts if fold(_word_at(entity, *p)).startswith(fold(letter))]
        chosen = (fit or parts)[:1]
        if not chosen:
            return None
        parts.remove(chosen[0])
        out += _letter(_word_at(identity, *chosen[0]))
    return like_case(out, text)


def _letter(word: str) -> str:
    """The initial of a word; a letter that is written as two without accents (Þ) as the first."""
    first = word[:1].upper()
    return first if len(fold(first)) < 2 else unaccented(first)[:1]


def _count(person: Entity, role: str) -> int:
    return len(split_part(getattr(person, role)))


def only_initials(entity: Entity) -> bool:
    words = split_part(" ".join((entity.first, entity.middle, entity.last)))
    native = any(script_of(word) in UNSPACED for word in words)
    return not native and all(len(word) == 1 for word in words) and not entity.nickname


def shown_initials(entity: Entity | None, identity: Entity) -> str:
    if entity is None or not only_initials(entity):
        return ""
    return "".join(w[0] for w in split_part(identity.full)).upper() or identity.initials.upper()


def _title(text: str, gender: str) -> str:
    """The title, or the one for the other gender where the new name has it."""
    key = fold(text).replace(".", "")
    known = known_titles().get(key, ())
    if not gender or not known or any(title.gender in ("", gender) for title in known):
        return text
    other = _PAIRS.get(text.lower().rstrip("."))
    if other is None:
        return text
    return like_case(other, text) + ("." if text.endswith(".") else "")


def unaccented(text: str) -> str:
    """Latin letters without their accents, in the same case."""
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return "".join(c for c in parts if not unicodedata.combining(c))
