"""E-mail addresses and handles, after their owner's new name."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from ...core.ids import Draw
from ...core.later import re
from ...text.page.files import without_ending
from ...text.values.tables import word_set
from ...who.persons.link.entity import Entity
from . import domains
from .choose import Dice, bare, fresh, shared_draw
from .handles import (
    KEPT_WORDS,
    STRAYS,
    flat,
    name_parts,
    rewrite,
    spells,
    strays,
    telling_parts,
    words,
)
from .maker import Context, Mention, SurrogateMaker
from .realism import ORDINARY, checked, is_plausible, seen

_CODED_AT = r"%40|&(?:#(?:64|x40)|commat);|\{@\}|\\@"  # as web pages and LaTeX write it
_CODED_DOT = r"%2E|&(?:#(?:46|x2E)|period);"
_EMAIL = re.compile(
    r"(?P<head>\s*(?:mailto:)?[\"'<(\[]?)(?P<local>[^\s@＠]{1,128}?)"
    rf"(?P<at>\s{{0,3}}(?:{_CODED_AT}|[@＠]|[\[({{<]\s{{0,2}}at\s{{0,2}}[\])}}>]|(?<=\s)at(?=\s))\s{{0,3}})"
    r"(?P<domain>[^\s@＠](?:[^@＠]{0,250}[^\s@＠])?)",
    re.I,
)
_SPOKEN = rf"{_CODED_DOT}|[\[({{<]\s{{0,2}}dot\s{{0,2}}[\])}}>]|(?<=\s)dot(?=\s)"
_DOT = re.compile(rf"\s{{0,3}}(?:\.|。|{_SPOKEN})\s{{0,3}}", re.I)
_SPOKEN_DOT = re.compile(rf"\s{{0,3}}(?:{_SPOKEN})\s{{0,3}}", re.I)
_MARK = re.compile(r"(?<=\w)[.-](?=\w)")
REFUSING = "gmail.com"
"""A provider of free mail that gives no address with an underscore (its rules for user names)."""
_SAFE_LOCALS = word_set("info contact office hello support admin team help mail")


def owner_of(entity: Entity, context: Context) -> tuple[Entity | None, Entity | None]:
    """Whose an identifier is, and who that person has become; None where not known."""
    return context.entities.get(entity.owner), context.identities.get(entity.owner)


@dataclass(frozen=True)
class EmailSurrogate:
    """Makes e-mail addresses.

    realistic (bool): Real providers of free mail, with a local part that is very likely nobody's,
        instead of fictional ones. Other domains stay fictional.
    realism (str): "safe", "plausible", or "" for that of the anonymizer (realism.py).
    """

    realistic: bool = False
    realism: str = ""

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py."""
        context = seen(context, self.realism)
        match = _EMAIL.fullmatch(mention.text.rstrip("\"'>)]"))
        if match is None:
            return None
        tail = mention.text[match.end() :]
        owner, identity = owner_of(entity, context)
        shared = shared_draw(draw, context)
        plain = _DOT.sub(".", unicodedata.normalize("NFKC", match["domain"])).strip(".").lower()
        free = is_plausible(context) and not self.realistic and domains.is_free_mail(plain)
        one_in = _ordinary_in(match["local"], owner, shared)

        def make(dice: Dice) -> str | None:
            local = self._local(match["local"], owner, identity, shared, dice, context)
            given = not free or dice.roll(one_in) == 0
            domain = self._domain(plain, context, draw, owner, identity) if given else REFUSING
            if not given:
                local = _refused(local, dice)
            if not local or not domain or _survives(match["local"], local, owner):
                return None
            return f"{match['head']}{local}{match['at']}{_as_written(domain, match)}{tail}"

        return fresh(make, mention, entity, context, draw, "email", bare)

    def _local(
        self,
        local: str,
        owner: Entity | None,
        identity: Entity | None,
        draw: Draw,
        dice: Dice,
        context: Context,
    ) -> str:
        if local.lower() in _SAFE_LOCALS:
            return dice.pick(sorted(_SAFE_LOCALS - {local.lower()}))
        plausible = is_plausible(context)
        new = rewrite(local, owner, identity, draw, dice.attempt, plausible=plausible)
        if new == local:
            new = dice.pick(words())
        return f"{new}.{dice.digits(6)}" if self.realistic else new

    def _domain(
        self,
        domain: str,
        context: Context,
        draw: Draw,
        owner: Entity | None,
        identity: Entity | None,
    ) -> str | None:
        """A domain of the same kind."""
        if domain.split() != [domain]:  # there is none, or white space in it
            return None
        if self.realistic and domains.kind(domain) == "free":
            return domains.real_free_mail(domain, context, draw)
        return domains.fictional(domain, context, draw, owner, identity)


def _ordinary_in(local: str, owner: Entity | None, draw: Draw) -> int:
    """One in how many such addresses at free mail looks like any other: in all one in ORDINARY.

    All that spell a stranger's name do, as those do that were missed; so few others may.
    """
    if owner is None or not spells(local, name_parts(owner)):
        return ORDINARY
    return 1 if strays(local, draw) else round((100 - STRAYS) / (100 / ORDINARY - STRAYS))


def _as_written(domain: str, match: re.Match[str]) -> str:
    """A domain with the dots and the case of the old one."""
    if match["domain"].isupper():
        domain = domain.upper()
    spoken = _SPOKEN_DOT.search(match["domain"])
    return domain.replace(".", spoken[0]) if spoken else domain


def _refused(local: str, dice: Dice) -> str:
    """A local part such as REFUSING gives to nobody: one with an underscore."""
    if "_" in local:
        return local
    marked = _MARK.sub("_", local, count=1)
    if marked != local:
        return marked
    cut = re.search(r"(?<=[^\W\d])\d", local)
    return f"{local[: cut.start()]}_{local[cut.start() :]}" if cut else f"{local}_{dice.digits(2)}"


def _survives(old: str, new: str, owner: Entity | None) -> bool:
    """Whether runs of letters of the old text or its owner's name stand in the new one."""
    low = flat(new)
    runs = {flat(r) for r in re.findall(r"[^\W\d_]{4,}", old)} - KEPT_WORDS
    if owner is not None:
        parts = name_parts(owner)
        telling = telling_parts(parts)
        runs = (runs - (set(parts.values()) - telling)) | telling
    return any(run in low for run in runs)


@dataclass(frozen=True)
class UsernameSurrogate:
    """Makes handles in the same pattern, after their owner's new name where it is known.

    realism (str): "safe", "plausible", or "" for that of the anonymizer (realism.py).
    """

    realism: str = ""

    def __call__(
        self, mention: Mention, entity: Entity, context: Context, draw: Draw
    ) -> str | None:
        """Make the surrogate of a mention; see base.py."""
        plausible = is_plausible(seen(context, self.realism))
        head = re.match(r"\s*(?:[@＠]|/?u/)?", mention.text)
        start = head.end() if head else 0
        name, ending = without_ending(mention.text[start:])
        if not any(c.isalnum() for c in name) or len(name) > 400:
            return None
        owner, identity = owner_of(entity, context)
        shared = shared_draw(draw, context)
        kept = KEPT_WORDS - {flat(name)}

        def make(dice: Dice) -> str | None:
            attempt = dice.attempt
            new = rewrite(name, owner, identity, shared, attempt, kept=kept, plausible=plausible)
            survives = _survives(name, new, owner)
            return None if survives else mention.text[:start] + new + ending

        return fresh(make, mention, entity, context, draw, "username", bare)


def make_email_surrogate(realistic: bool = False, realism: str | None = None) -> SurrogateMaker:
    """Make e-mail addresses after their owner's new name; see `EmailSurrogate`."""
    return EmailSurrogate(realistic, checked(realism))


def make_username_surrogate(realism: str | None = None) -> SurrogateMaker:
    """Make handles after their owner's new name; see `UsernameSurrogate`."""
    return UsernameSurrogate(checked(realism))
