"""New names for persons: one new identity a person, written into the form of every mention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...core.ids import Draw
from ...text.lexicon.pools import Pool
from ...text.lexicon.tables import NameTables, countries, fold, name_tables, script_of, short_forms
from ...who.persons.link.entity import Entity
from ...who.persons.mention.compare import same_forename
from ...who.persons.mention.glue import split_part
from ...who.persons.mention.name import UNSPACED
from ...who.persons.mention.parse import parse
from ...who.persons.mention.titles import culture_of
from .choose import TRIES, Dice
from .family_forms import family_keys, of_gender
from .maker import Context, Mention, SurrogateMaker
from .name_forms import Form, form_of, is_patronymic, of_form, patronymic
from .name_pools import (
    SURE_REGION,
    Kind,
    NamesOfDocument,
    around,
    as_rare,
    clear,
    countries_of,
    folded,
    led,
    surname_of,
    told_by_particles,
    told_by_rarity,
    units,
    unlisted,
    with_words,
    words_of,
)
from .name_writing import (
    as_family,
    only_initials,
    own_words,
    shown_initials,
    unaccented,
    write_name,
)
from .pools import choose_place, forename_pool, pick, surname_pool
from .realism import PLAUSIBLE, checked
from .taken import Either

KEEP, MIX = "keep", "mix"
SURE_GENDER = 0.75
"""Confidence from which a gender is kept; below it one is drawn."""
STRICT = TRIES // 2
"""So many tries also keep clear of the words of other new names."""


class NameSurrogate:
    """Makes new names of the same kind, and writes them as the old ones were written.

    `identity` gives a person a new name once. The anonymizer calls it for every person before any
    mention is rendered, in an order that does not depend on places. All makers get the results
    as `context.identities`. A call of the maker renders one mention in its own form: case,
    order, initials, title, particles, suffix and whatever stands between the words.

    region (str): "keep" draws from where the old name seems to come from, or, where that is not
        known, from where the other names of the document come; "mix" draws from anywhere.
    gender (str): "keep" keeps the gender that forename or title tell; "mix" draws it.
    tables (NameTables): The name tables; the packaged ones by default.
    realism (str): "safe" draws all names from the tables; "plausible" draws one about as common as
        the old one, and one outside the tables for one outside them; "" follows the anonymizer.

    A released class of the context is obeyed before both: released["GENDER"] and
    released["REGION"] ("F", "Europe", ...), where "" and unknown values mean any.
    """

    def __init__(
        self,
        region: str = KEEP,
        gender: str = KEEP,
        tables: NameTables | None = None,
        realism: str = "",
    ) -> None:
        self.realism = realism
        self.region = region
        self.gender = gender
        self._tables = tables
        self._last: NamesOfDocument | None = None

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
        native = {script_of(text) in UNSPACED for text in (mention.text, identity.full) if text}
        if len(native) > 1:
            entity, identity = self._in_script(mention.text, entity, identity, context, draw)
        new = write_name(mention.text, entity, identity, draw, self.tables)
        if new is None or fold(new) == fold(mention.text):
            return None
        return as_family(new, mention.text, context.before, entity, self.tables)

    def _in_script(
        self, text: str, entity: Entity, identity: Entity, context: Context, draw: Draw
    ) -> tuple[Entity, Entity]:
        """Both with the name in the script of a mention: "Ouyang Yutong (欧阳雨桐)"."""
        name = parse(text, self.tables)
        first, last = (" ".join(w.text for w in name.having(role)) for role in ("first", "last"))
        none = dict.fromkeys(("middle", "nickname", "initials", "particles"), "")
        own = replace(entity, first=first, last=last, **none)  # type: ignore[arg-type]
        kind = replace(self._kind(own, context, draw), gender=identity.gender, form=None)
        if not surname_pool(self.tables, kind.place, kind.gender, kind.script):
            kind = replace(kind, place=self._country(tuple(countries()), draw, kind.script))
        new = self._draw(own, kind, self._avoided(context, strict=False), draw, 0)
        return own, new or replace(own, first="", last="")

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
            kind = replace(kind, place=relative.region, around=around(relative.region, self.tables))
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

        A sister of Novák is Nováková: the new surname is given in the form for the person.
        A surname without a forename is shared with nobody: two Mr. Novaks must stay two.
        In a wider scope one surname would then stand for another everywhere, which tells it.
        """
        if context.scope != "document" or not (entity.first and entity.last):
            return None
        for i in self._names(context).family(entity):
            new = context.identities.get(i)
            if new is None or not new.last:
                continue
            theirs = surname_of(context.entities[i])
            if fold(theirs) == fold(surname_of(entity)):
                return new
            gender = "F" if fold(theirs) in family_keys(surname_of(entity)) else "M"
            return replace(new, last=of_gender(new.last, gender, new.region, self.tables))
        return None

    def _avoided(self, context: Context, *, strict: bool) -> Either:
        """Words that no new name may hold: originals, and at first words of other new names."""
        words = self._names(context).words
        avoid = Either(context.originals, folded(context.originals), words)
        return avoid | words_of(context.taken) if strict else avoid

    def _names(self, context: Context) -> NamesOfDocument:
        """The names of the document, read once for all its persons."""
        if self._last is None or self._last.entities is not context.entities:
            self._last = NamesOfDocument(context.entities)
        return self._last

    def _tells_gender(self, new: Entity, kind: Kind) -> bool:
        """Is the new forename no rather the other gender's? Lists overlap."""
        guess = self.tables.gender(new.first)
        return guess.confidence < SURE_GENDER or guess.label == kind.gender

    def _tells(self, new: Entity, kind: Kind) -> bool:
        """Does the new name tell of the place that it was drawn from?"""
        if not kind.place or kind.script != "Latn" or not (new.first and new.last):
            return True
        there = self.tables.region(new.first, new.last.replace("-", " ")).label
        if there and not set(countries_of(there)) & set(countries_of(kind.around)):
            return False
        told, drawn_from = self._told(new), countries().get(kind.place)
        return not told or drawn_from is None or told == drawn_from.region

    def _kind(self, entity: Entity, context: Context, draw: Draw) -> Kind:
        name = "".join((entity.first, entity.last, entity.nickname, entity.initials))
        script = script_of(name)
        form = self._form(entity, context)
        place = self._place(entity, context, draw, script, form)
        return Kind(
            place=place,
            around=around(place, self.tables),
            gender=self._gender(entity, context, draw, form),
            script=script,
            plain=script == "Latn" and name.isascii(),
            own=own_words(entity),
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
        if released and countries_of(released):
            return self._country(countries_of(released), draw, script) or released
        if released is None and self.region == KEEP:
            told = form.countries if form is not None else told_by_particles(entity)
            if told and culture_of(entity.region) not in {culture_of(code) for code in told}:
                return self._country(told, draw, script)
            place = entity.region
            if entity.region_score < SURE_REGION and self.realism == PLAUSIBLE:
                rare = told_by_rarity(entity)
                if rare:
                    return self._country(rare, draw, script)
            if entity.region_score < SURE_REGION:
                mixture = self._names(context).mixture(script)
                place = choose_place(mixture, draw, "place") or place
            if place:
                codes = countries_of(place)
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
        self, entity: Entity, kind: Kind, avoid: Either, draw: Draw, attempt: int
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
        parts |= led(self.tables, entity, parts["last"], sur, kind, avoid | drawn, draw, attempt)
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
            owns=(),
        )

    def _part(
        self,
        old: str,
        part: str,
        pool: Pool,
        kind: Kind,
        avoid: Either,
        drawn: set[str],
        draw: Draw,
        attempt: int,
    ) -> str | None:
        """A part with as many words as the old one, and the same hyphens between them."""
        pieces: list[str] = []
        last = 0
        old = " ".join(old) if part == "initials" else old
        for number, (start, end) in enumerate(units(old, part, pool, avoid)):
            purpose = f"{part}{number}#{attempt}" if attempt else f"{part}{number}"
            word = old[start:end]
            source = clear(self._source(word, part, pool, kind), word, avoid | drawn)
            original = word if len(word) > 1 else ""
            new = None
            if self._tailed(word, part, kind):
                last_name, away = part == "last", avoid | drawn
                dice = Dice(draw, f"unlisted:{purpose}")
                new = unlisted(self.tables, word, source, kind, away, dice, surname=last_name)
                source = as_rare(self.tables, word, source, surname=last_name)
            if new is None:
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

    def _tailed(self, word: str, part: str, kind: Kind) -> bool:
        """Whether the new name is to be as common or rare as the old one."""
        told = is_patronymic(word, part) or (part == "last" and kind.form is not None)
        single = len(word) > 1 and len(split_part(word)) == 1
        return self.realism == PLAUSIBLE and single and not told and part != "initials"

    def _source(self, word: str, part: str, pool: Pool, kind: Kind) -> Pool:
        if is_patronymic(word, part):
            fathers = forename_pool(self.tables, kind.place, "M", kind.script)
            return with_words(fathers, 1)
        if part == "last" and kind.form is not None:
            formed = of_form(self.tables, kind.form, word, kind.place)
            if formed:
                return formed
        return with_words(pool, len(split_part(word)))

    def _nickname(
        self,
        entity: Entity,
        first: str,
        pool: Pool,
        kind: Kind,
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
            with_words(pool, 1),
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
        if only_initials(entity):
            shown = {
                shown_initials(context.entities.get(i), other)
                for i, other in context.identities.items()
            }
            if shown_initials(entity, new) in shown:
                return False
        for text in entity.texts:
            rendered = write_name(text, entity, new, draw, self.tables)
            if rendered is not None and (
                fold(rendered) == fold(text) or rendered.casefold() in context.originals
            ):
                return False
        return True


def make_name_surrogate(
    region: str = KEEP, gender: str = KEEP, realism: str | None = None
) -> SurrogateMaker:
    """Make new names of the same kind; see `NameSurrogate`.

    region (str): "keep" or "mix".
    gender (str): "keep" or "mix".
    realism (str): "safe" or "plausible"; left out, that of the anonymizer.
    """
    return NameSurrogate(region, gender, realism=checked(realism))
