"""New names for persons: one new identity a person, written into the form of every mention."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Container, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from spacy import registry

from ..ids import Draw
from ..labels import NAME_LABELS
from ..lexicon.person_words import CONNECTORS
from ..lexicon.tables import (
    EMPTY,
    NameTables,
    Pool,
    countries,
    fold,
    name_tables,
    particles,
    script_of,
    short_forms,
    word_key,
)
from ..page.files import without_ending
from ..page.letters import dress_like, gaps, undress, without_hidden
from ..persons.link.entity import Entity
from ..persons.mention.glue import Piece, find_pieces, parts_of, run_together, split_part
from ..persons.mention.joined_words import broken_like
from ..persons.mention.parse import UNSPACED, Name, Word, as_initials, parse, same_forename, slip
from ..persons.mention.titles import culture_of, known_titles
from .base import Context, Mention, SurrogateMaker
from .choose import TRIES, like_case
from .handles import rewrite
from .name_forms import (
    Form,
    cultures_of_particles,
    form_of,
    is_patronymic,
    led_by,
    of_form,
    patronymic,
)
from .pools import choose_place, forename_pool, pick, surname_pool, widths
from .taken import Either, Taken

KEEP, MIX = "keep", "mix"
SURE_GENDER = 0.75
"""Confidence from which a gender is kept; below it one is drawn."""
SURE_REGION = 0.4
"""Confidence from which a name's own region is kept rather than that of the names around it."""
STRICT = TRIES // 2
"""So many tries also keep clear of the words of other new names."""

FEWEST_COMPOUNDS = 8
"""So many compound forenames must a pool have to draw one from it."""

FEWEST_LED = 8
"""So many surnames with particles must a pool have to draw one from it."""

_WORD = re.compile(r"[^\s\-‐‑]+")
_OWNS = re.compile(r"['’]s?\Z")
_GAP = re.compile(r"[\s\-‐‑'’]*")
_LETTERS = str.maketrans(
    dict(zip("øØłŁđĐðÐıħĦ", "oOlLdDdDihH", strict=True))
    | {"ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "þ": "th", "Þ": "Th"}
)
_PAIRS = {"mr": "Ms", "mrs": "Mr", "ms": "Mr", "miss": "Mr", "sir": "Madam", "madam": "Sir"} | {
    "señor": "Señora", "señora": "Señor", "sr": "Sra", "sra": "Sr", "herr": "Frau", "frau": "Herr"
}  # fmt: skip


@dataclass(frozen=True)
class _Kind:
    """What kind of name is drawn.

    place (str): A place of the name tables, "" for everywhere.
    around (str): The culture the place belongs to.
    gender (str): "F", "M" or "".
    script (str): ISO 15924 code.
    plain (bool): The original has no accents, so neither has the new name.
    own (frozenset[str]): The folded words of the original, which the new name may not hold.
    form (Form): What the end of the surname tells; None where it tells nothing.
    """

    place: str
    around: str
    gender: str
    script: str
    plain: bool
    own: frozenset[str]
    form: Form | None = None


class NameSurrogate:
    """Makes new names of the same kind, and writes them as the old ones were written.

    `identity` gives a person a new name once; the anonymizer calls it for every person, in an
    order that does not depend on places, before any mention is rendered, and hands the results
    to all makers as `context.identities`. A call then renders one mention in its own form: case,
    order, initials, title, particles, suffix and whatever stands between the words.

    region (str): "keep" draws from where the old name seems to come from, or, where that is not
        known, from where the other names of the document come; "mix" draws from anywhere.
    gender (str): "keep" keeps the gender that forename or title tell; "mix" draws it.
    tables (NameTables): The name tables; the packaged ones by default.

    A released class of the context is obeyed before both: released["GENDER"] and
    released["REGION"] ("F", "Europe", ...), where "" and unknown values mean any.
    """

    def __init__(
        self, region: str = KEEP, gender: str = KEEP, tables: NameTables | None = None
    ) -> None:
        self.region = region
        self.gender = gender
        self._tables = tables
        self._last: _Names | None = None

    @property
    def tables(self) -> NameTables:
        """The name tables, loaded when first needed."""
        return self._tables or name_tables()

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """The new text of one mention; None where no new name can be made."""
        identity = context.identities.get(entity.id) or self.identity(entity, context, draw)
        if identity is None:
            return None
        new = self.render(mention.text, entity, identity, draw)
        return None if new is None or fold(new) == fold(mention.text) else new

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_last": None}

    # The new identity

    def identity(self, entity: Entity, context: Context, draw: Draw) -> Entity | None:
        """Who a person becomes: the same record with other names.

        entity (Entity): The person.
        context (Context): Its `taken` are full new names that must not come twice, `originals`
            words that must not come at all.
        draw (Draw): The person's keyed choices.
        RETURNS (Entity): The new identity; None where there is nothing to name, or no pool.
        """
        if not (entity.first or entity.last or entity.nickname or entity.initials):
            return None
        kind = self._kind(entity, context, draw)
        relative = self._relative(entity, context)
        if relative is not None and context.released.get("REGION") is None:
            kind = replace(
                kind, place=relative.region, around=_around(relative.region, self.tables)
            )
        for strict in (True, False):
            avoid = self._avoided(context, strict=strict)
            for attempt in range(0, STRICT) if strict else range(STRICT, TRIES):
                new = self._draw(entity, kind, avoid, draw, attempt)
                if new is None:
                    break
                if relative is not None:
                    new = replace(new, last=relative.last, particles=relative.particles)
                plain = self._tells_gender(new, kind) and (not strict or self._tells(new, kind))
                if plain and self._fits(entity, new, context, draw):
                    return new
        return None

    def _relative(self, entity: Entity, context: Context) -> Entity | None:
        """The new identity of somebody in the document who bears the same surname.

        A surname without a forename is shared with nobody: two Mr. Novaks must stay two.
        In a wider scope one surname would then stand for another everywhere, which tells it.
        """
        if context.scope != "document" or not (entity.first and entity.last):
            return None
        family = self._names(context).families.get(_surname(entity), ())
        found = (context.identities[i] for i in family if i in context.identities)
        return next((new for new in found if new.last), None)

    def _avoided(self, context: Context, *, strict: bool) -> Either:
        """Words that no new name may hold: originals, and at first words of other new names."""
        words = self._names(context).words
        avoid = Either(context.originals, _folded(context.originals), words)
        return avoid | _words_of(context.taken) if strict else avoid

    def _names(self, context: Context) -> _Names:
        """The names of the document, read once for all its persons."""
        if self._last is None or self._last.entities is not context.entities:
            self._last = _Names(context.entities)
        return self._last

    def _tells_gender(self, new: Entity, kind: _Kind) -> bool:
        """Is the new forename no rather the other gender's? Lists overlap."""
        guess = self.tables.gender(new.first)
        return guess.confidence < SURE_GENDER or guess.label == kind.gender

    def _tells(self, new: Entity, kind: _Kind) -> bool:
        """Does the new name tell of the place that it was drawn from?"""
        if not kind.place or kind.script != "Latn" or not (new.first and new.last):
            return True
        there = self.tables.region(new.first, new.last.replace("-", " ")).label
        if there and not set(_countries_of(there)) & set(_countries_of(kind.around)):
            return False
        told, drawn_from = self._told(new), countries().get(kind.place)
        return not told or drawn_from is None or told == drawn_from.region

    def _kind(self, entity: Entity, context: Context, draw: Draw) -> _Kind:
        name = "".join((entity.first, entity.last, entity.nickname, entity.initials))
        script = script_of(name)
        form = self._form(entity, context)
        place = self._place(entity, context, draw, script, form)
        return _Kind(
            place=place,
            around=_around(place, self.tables),
            gender=self._gender(entity, context, draw, form),
            script=script,
            plain=script == "Latn" and name.isascii(),
            own=_own_words(entity),
            form=form,
        )

    def _form(self, entity: Entity, context: Context) -> Form | None:
        """The form of a surname, where region and gender are kept."""
        free = self.region == KEEP and self.gender == KEEP and not context.released
        words = split_part(entity.last)
        if not (free and words) or (entity.gender == "M" and entity.gender_score >= SURE_GENDER):
            return None
        return form_of(words[-1], culture_of(entity.region))

    def _gender(self, entity: Entity, context: Context, draw: Draw, form: Form | None) -> str:
        if form is not None:
            return form.gender
        released = context.released.get("GENDER")
        if released in ("F", "M"):
            return released
        known = entity.gender if entity.gender_score >= SURE_GENDER else ""
        if released is None and self.gender == KEEP and known:
            return known
        return ("F", "M")[draw("gender", 2)]

    def _place(
        self, entity: Entity, context: Context, draw: Draw, script: str, form: Form | None
    ) -> str:
        released = context.released.get("REGION")
        if released and _countries_of(released):
            return self._country(_countries_of(released), draw, script) or released
        if released is None and self.region == KEEP:
            told = form.countries if form is not None else _told_by_particles(entity)
            if told and culture_of(entity.region) not in {culture_of(code) for code in told}:
                return self._country(told, draw, script)
            place = entity.region
            if entity.region_score < SURE_REGION:
                mixture = self._names(context).mixture(script)
                place = choose_place(mixture, draw, "place") or place
            if place:
                codes = _countries_of(place)
                continent = self._told(entity)
                near = [code for code in codes if countries()[code].region == continent]
                return self._country(near or codes, draw, script) or place
        return self._country(tuple(countries()), draw, script)

    def _told(self, entity: Entity) -> str:
        """The region of the UN that a full name tells, "" where it does not tell one."""
        if not (entity.first and entity.last):
            return ""
        guess = self.tables.region(entity.first, entity.last.replace("-", " "), 0.0)
        known = countries().get(guess.label)
        return known.region if known and guess.confidence >= SURE_REGION else ""

    def _country(self, codes: Sequence[str], draw: Draw, script: str) -> str:
        """One country of a wider place, so that forename and surname fit each other."""
        listed = [code for code in self.tables.countries if code in codes]
        for attempt in range(TRIES if listed else 0):
            code = listed[draw(f"country/{attempt}", len(listed))]
            if self.tables.surnames(code, "", script) and self.tables.forenames(code, "", script):
                return code
        return ""

    def _draw(
        self, entity: Entity, kind: _Kind, avoid: Either, draw: Draw, attempt: int
    ) -> Entity | None:
        """Draw every word of the name anew; None where a pool is empty."""
        fore = forename_pool(self.tables, kind.place, kind.gender, kind.script)
        sur = surname_pool(self.tables, kind.place, kind.gender, kind.script)
        drawn: set[str] = set()
        parts: dict[str, str] = {}
        for part, pool in (("first", fore), ("middle", fore), ("last", sur), ("initials", fore)):
            new = self._part(getattr(entity, part), part, pool, kind, avoid, drawn, draw, attempt)
            if new is None:
                return None
            parts[part] = new
        if parts["first"] or parts["last"]:
            parts["initials"] = ""
        parts |= _led(self.tables, entity, parts["last"], sur, kind, avoid | drawn, draw, attempt)
        nickname = self._nickname(entity, parts["first"], fore, kind, avoid, draw, attempt)
        if nickname is None:
            return None
        return replace(
            entity,
            **parts,  # type: ignore[arg-type]
            nickname=nickname,
            texts=(),
            gender=kind.gender,
            gender_score=1.0,
            region=kind.place,
            region_score=1.0 if kind.place else 0.0,
            emails=(),
            handles=(),
            urls=(),
            ids=(),
        )

    def _part(
        self,
        old: str,
        part: str,
        pool: Pool,
        kind: _Kind,
        avoid: Either,
        drawn: set[str],
        draw: Draw,
        attempt: int,
    ) -> str | None:
        """A part with as many words as the old one, and the same hyphens between them."""
        pieces: list[str] = []
        last = 0
        old = " ".join(old) if part == "initials" else old
        for number, (start, end) in enumerate(_units(old, part, pool, avoid)):
            purpose = f"{part}{number}#{attempt}" if attempt else f"{part}{number}"
            word = old[start:end]
            source = _clear(self._source(word, part, pool, kind), word, avoid | drawn)
            original = word if len(word) > 1 else ""
            new = pick(source, draw, purpose, avoid | drawn, original, kind.own)
            if new is None:
                return None
            drawn.update(fold(w) for w in (new, *split_part(new)))
            if is_patronymic(word, part):
                new = patronymic(new, word)
            pieces += (old[last:start], unaccented(new) if kind.plain else new)
            last = end
        if part == "initials":
            return "".join(piece[:1] for piece in pieces if piece.strip())
        return "".join(pieces)

    def _source(self, word: str, part: str, pool: Pool, kind: _Kind) -> Pool:
        if is_patronymic(word, part):
            fathers = forename_pool(self.tables, kind.place, "M", kind.script)
            return _with_words(fathers, 1)
        if part == "last" and kind.form is not None:
            formed = of_form(self.tables, kind.form, word, kind.place)
            if formed:
                return formed
        return _with_words(pool, len(split_part(word)))

    def _nickname(
        self,
        entity: Entity,
        first: str,
        pool: Pool,
        kind: _Kind,
        avoid: Either,
        draw: Draw,
        attempt: int,
    ) -> str | None:
        """A short form of the new forename; for a nickname of its own kind another forename."""
        if not entity.nickname or not entity.nickname.replace(" ", "").isalpha():
            return ""
        old = fold(entity.nickname)
        if entity.first and same_forename(old, fold(entity.first)):
            shorts = sorted(s for s in short_forms().get(fold(first), ()) if len(s) < len(first))
            shorts = [s for s in shorts if s not in avoid and s != old]
            return shorts[draw("short", len(shorts))].capitalize() if shorts else first
        new = pick(
            _with_words(pool, 1),
            draw,
            f"nickname#{attempt}",
            avoid | {fold(first)},
            old,
            kind.own,
        )
        return unaccented(new) if new and kind.plain else new

    def _fits(self, entity: Entity, new: Entity, context: Context, draw: Draw) -> bool:
        """Is the new name nobody else's, and does no mention show an original?"""
        full = (new.full or new.nickname).casefold()
        if full and (full in context.taken or fold(full) in context.taken):
            return False
        if _only_initials(entity):
            shown = {
                _shown_initials(context.entities.get(i), other)
                for i, other in context.identities.items()
            }
            if _shown_initials(entity, new) in shown:
                return False
        for text in entity.texts:
            rendered = self.render(text, entity, new, draw)
            if rendered is not None and (
                fold(rendered) == fold(text) or rendered.casefold() in context.originals
            ):
                return False
        return True

    # Rendering

    def render(self, text: str, entity: Entity, identity: Entity, draw: Draw) -> str | None:
        """Write the new name in the form of a mention.

        text (str): The mention.
        entity (Entity): Whose it is.
        identity (Entity): Who that person has become.
        draw (Draw): Keyed choices, for the digits of a mention like "garcia_m22".
        RETURNS (str): The new text; None where the mention holds no name.
        """
        plain = without_hidden(undress(text))
        between = gaps(plain)
        letters = "".join(c for c in plain if c.isalpha())
        if between and _is_part(letters, entity):
            new = self._render(letters, entity, identity, draw)
            between = [max(between, key=between.count)]
            return None if new is None else dress_like(between[0].join(new), text)
        new = self._render(plain, entity, identity, draw)
        return None if new is None else dress_like(new, text)

    def _render(self, text: str, entity: Entity, identity: Entity, draw: Draw) -> str | None:
        """The same for plain text."""
        name = _read(parse(text, self.tables), entity)
        if name.glued:
            return _glued(text, entity, identity, draw)
        if not name.core:
            return None
        leading = [word for word in name.words if _leads(word, entity)]
        pieces: list[str] = []
        last = 0
        for word in name.words:
            pieces.append(text[last : word.start])
            last = word.end
            if word in leading:
                new = _particle(identity, leading.index(word), len(leading))
                pieces.append(_titled_like(new, word.text))
                last += 0 if new else len(_GAP.match(text, last)[0])  # type: ignore[index]
                continue
            part = self._counterpart(word, name, entity, identity)
            if not part:
                return None
            pieces.append(broken_like(part, text[word.start : word.end]))
        return "".join([*pieces, text[last:]])

    def _counterpart(self, word: Word, name: Name, entity: Entity, identity: Entity) -> str | None:
        if word.role == "title":
            return _title(word.text, identity.gender)
        if word.role in ("particle", "suffix", "possessive", "mark"):
            return word.text
        if word.role == "initials":
            return _initials(word.text, entity, identity)
        if _is_genitive(word, entity):
            new = self._counterpart(replace(word, text=word.text[:-1]), name, entity, identity)
            return new if not new or new[-1] in "sxzSXZ" else new + word.text[-1]
        part, index = _initial_of(word, entity) if word.initial else _part_of(word, entity)
        new = _word_at(identity, part, index)
        if not new:
            return None
        if word.initial:
            new = new[0].upper()
        elif word.text.isascii():
            new = new if script_of(new) != "Latn" else _as_plain(new, entity, part, index)
        return like_case(new, word.text)


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
    letters, words = short.core[0].folded, _own_words(entity)
    fits = len(words) > 1 and set(letters) <= {word[0] for word in words}
    return short if fits and letters not in words else name


def _is_genitive(word: Word, entity: Entity) -> bool:
    """Is it a word of the name with an "s" and no apostrophe: "Eriks idea"?"""
    return _ends_in_genitive(word.folded, _own_words(entity))


def _ends_in_genitive(folded: str, own: Collection[str]) -> bool:
    return len(folded) > 3 and folded.endswith("s") and folded[:-1] in own and folded not in own


def genitive(text: str, entity: Entity) -> str:
    """What ends a mention as a genitive: "'s" of "Erik's", "s" of "Eriks idea".

    text (str): The mention.
    entity (Entity): Whose it is.
    RETURNS (str): The ending; "" where the mention is no genitive.
    """
    if (mark := _OWNS.search(text)) is not None:
        return mark[0]
    folded, own = word_key(text.split()[-1]) if text.split() else "", _own_words(entity)
    return text[-1] if _ends_in_genitive(folded, own) else ""


def _is_part(letters: str, entity: Entity) -> bool:
    """Are letters a word of a person's name, or several in one?"""
    return word_key(letters) in _own_words(entity) or _is_glued(word_key(letters), entity)


def _is_glued(folded: str, entity: Entity) -> bool:
    """Does a word consist of several parts of a person's name, one of them a whole word?"""
    if folded in _own_words(entity):
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
    return own and folded not in CONNECTORS | _own_words(entity)


def _particle(identity: Entity, index: int, count: int) -> str:
    """What stands for one of some particles before a surname: the last takes what is left."""
    own = [p for p in identity.particles.split() if fold(p) not in CONNECTORS]
    return " ".join(own[index:] if index == count - 1 else own[index : index + 1])


def _titled_like(new: str, old: str) -> str:
    """Particles in the case of another, also in that of "Van"."""
    if len(old) > 1 and old.isupper():
        return new.upper()
    return new.title() if old[:1].isupper() else new.lower()


def _own_words(entity: Entity) -> frozenset[str]:
    return frozenset(
        word_key(word)
        for role in ("first", "middle", "last", "nickname")
        for word in split_part(getattr(entity, role))
    ) - {""}


def _glued(text: str, entity: Entity, identity: Entity, draw: Draw) -> str:
    """The new name in a mention like "garcia_m"; what is no name in it is exchanged as well."""
    text, ending = without_ending(text)
    if word_key(ending.lstrip(".")) in _own_words(entity):
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
    """Which word of which part of a person's name a word of a mention is."""
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
    return (best[1], best[2]) if best[0] <= 2 else (word.role, 0)


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


def _only_initials(entity: Entity) -> bool:
    words = split_part(" ".join((entity.first, entity.middle, entity.last)))
    native = any(script_of(word) in UNSPACED for word in words)
    return not native and all(len(word) == 1 for word in words) and not entity.nickname


def _shown_initials(entity: Entity | None, identity: Entity) -> str:
    if entity is None or not _only_initials(entity):
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


def _told_by_particles(entity: Entity) -> tuple[str, ...]:
    """The countries of names with the particles of a surname: those of "van de" are Dutch."""
    cultures = cultures_of_particles(entity.particles.split()) if entity.last else frozenset()
    return tuple(code for culture in sorted(cultures) for code in _countries_of(culture))


def _led(
    tables: NameTables,
    entity: Entity,
    last: str,
    pool: Pool,
    kind: _Kind,
    avoid: Either,
    draw: Draw,
    attempt: int,
) -> dict[str, str]:
    """The new particles, drawn with the surname that they belong to, and the new surname.

    A particle of the old name before another surname would show which names are new ("van der
    Smith"). Where the pool has no such surnames the new name has none.
    """
    own = entity.particles.split()
    kept = [particle for particle in own if fold(particle) in CONNECTORS]
    if len(kept) == len(own) or not last:
        return {"particles": " ".join(kept)}
    leading = " ".join(particle for particle in own if particle not in kept).lower()
    bare, whole = led_by(tables, leading)  # "van de" stays where there are enough such names
    if len(bare) < FEWEST_LED:
        bare, whole = _with_particles(pool)
    old = split_part(entity.last)[0]
    new = (
        pick(bare, draw, f"led#{attempt}", avoid, old, kind.own) if len(bare) >= FEWEST_LED else ""
    )
    if not new:
        return {"particles": " ".join(kept)}
    leading = whole[new].rpartition(" ")[0]
    first = split_part(last)[0]
    return {
        "particles": " ".join([*leading.split(), *kept]),
        "last": (unaccented(new) if kind.plain else new) + last[len(first) :],
    }


@lru_cache(maxsize=128)
def _with_particles(pool: Pool) -> tuple[Pool, dict[str, str]]:
    """The surnames of a pool that have particles, without them, and each with them."""
    whole: dict[str, str] = {}
    weights: list[int] = []
    for name, weight in zip(pool.names, pool.weights, strict=True):
        *leading, last = name.split(" ")
        led = leading and all(fold(p) in particles() and fold(p) not in CONNECTORS for p in leading)
        if led and last not in whole:
            whole[last] = name
            weights.append(weight)
    return Pool(tuple(whole), tuple(weights)), whole


@lru_cache(maxsize=512)
def _with_words(pool: Pool, count: int) -> Pool:
    """Only the names of so many words: a new name has as many as the old one."""
    kept = [
        (name, weight)
        for name, weight in zip(pool.names, pool.weights, strict=True)
        if " " not in name and len(split_part(name)) == count
    ]
    return Pool(tuple(name for name, _ in kept), tuple(weight for _, weight in kept))


def _clear(pool: Pool, word: str, avoid: Container[str]) -> Pool:
    """For a compound name: only compounds none of whose words is to be avoided."""
    if len(split_part(word)) < 2:
        return pool
    kept = [
        (name, weight)
        for name, weight in zip(pool.names, pool.weights, strict=True)
        if not any(fold(part) in avoid for part in split_part(name))
    ]
    return Pool(tuple(name for name, _ in kept), tuple(weight for _, weight in kept))


def _units(old: str, part: str, pool: Pool, avoid: Container[str]) -> list[tuple[int, int]]:
    """Words, each drawn anew; a compound forename is drawn whole where the pool has such."""
    whole = part in ("first", "middle")
    out: list[tuple[int, int]] = []
    for match in re.finditer(r"\S+", old):
        count = len(split_part(match.group()))
        compounds = _with_words(pool, 2) if whole and count == 2 else EMPTY
        if len(_clear(compounds, match.group(), avoid)) >= FEWEST_COMPOUNDS:
            out.append(match.span())
        else:
            out.extend(m.span() for m in _WORD.finditer(old, *match.span()))
    return out


def _around(place: str, tables: NameTables) -> str:
    """The culture that a country belongs to; a wider place is its own."""
    return (widths(place)[1] or "") if place in tables.countries else place


def _surname(entity: Entity) -> str:
    return fold(f"{entity.particles} {entity.last}").strip()


class _Names:
    """The names of one document: their words, and where they come from.

    entities (Mapping[str, Entity]): The entities of the document.
    """

    def __init__(self, entities: Mapping[str, Entity]) -> None:
        self.entities = entities
        self.words = _names_in(entities)
        self._mixtures: dict[str, dict[str, float]] = {}
        named = [e for e in entities.values() if e.label in NAME_LABELS and len(e.last) > 1]
        self.families: dict[str, list[str]] = {}
        for entity in named:
            self.families.setdefault(_surname(entity), []).append(entity.id)

    def mixture(self, script: str) -> dict[str, float]:
        """Where the names in a script come from, as far as they tell."""
        if script not in self._mixtures:
            around: dict[str, float] = {}
            for other in self.entities.values():
                same = other.label in NAME_LABELS and script_of(other.full) == script
                if same and other.region_score >= SURE_REGION:
                    around[other.region] = around.get(other.region, 0.0) + other.region_score
            self._mixtures[script] = around
        return self._mixtures[script]


@lru_cache(maxsize=256)
def _countries_of(place: str) -> tuple[str, ...]:
    """The countries of a culture, a family of cultures or a region; a country is its own."""
    return tuple(
        c.code for c in countries().values() if place in (c.code, c.culture, c.family, c.region)
    )


@lru_cache(maxsize=2)
def _folded(texts: frozenset[str]) -> frozenset[str]:
    return frozenset(fold(text) for text in texts)


def _words_of(texts: Set[str]) -> Container[str]:
    """The words of case-folded full names, without accents as well."""
    if isinstance(texts, Taken):
        return texts.having(_words)
    return {word for text in texts for word in _words(text)}


def _words(text: str) -> set[str]:
    words = set(text.replace("-", " ").split())
    return words | {fold(word) for word in words if not word.isascii()}


def _names_in(entities: Mapping[str, Entity]) -> frozenset[str]:
    """The folded words of all persons' names, without initials."""
    return frozenset(
        fold(word)
        for entity in entities.values()
        if entity.label in NAME_LABELS
        for word in split_part(f"{entity.full} {entity.nickname}")
        if len(word) > 1
    )


@registry.misc("spacy_hips.NameSurrogate.v1")
def make_name_surrogate(region: str = KEEP, gender: str = KEEP) -> SurrogateMaker:
    """Make new names of the same kind; see `NameSurrogate`.

    region (str): "keep" or "mix".
    gender (str): "keep" or "mix".
    """
    return NameSurrogate(region, gender)
