"""What is certain about a person without a model: lists, known people, hard evidence.

Whatever says private wins over whatever says public.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

from ...core.labels import ROLE_LABELS, ROLES
from ...core.spans import DENIED, KNOWN_PEOPLE, PiiSpan
from ...text.lexicon.public_figures import PublicLists
from ...text.lexicon.tables import name_tables
from ..persons.link.entity import Entity
from ..persons.mention.parse import parse
from . import bonds
from .evidence import UNPUBLISHED, Evidence
from .verdicts import PUBLIC

PUBLIC_LIST, PRIVATE_LIST, DENY_LIST = "public list", "private list", "deny list"
KNOWN_PERSON, GIVEN_ROLE = "known person", "given role"

ANNOUNCED, ANNOUNCING = "announced as a person", "names.announced"
ALWAYS: tuple[str, ...] = (bonds.REASON, UNPUBLISHED)
"""Reasons of the evidence that are certain whatever the settings."""

_ROLE_OF = {label: role for role, label in ROLE_LABELS.items()}


class Ruling(NamedTuple):
    """What is certain about a person.

    private (str): Why it is private, "" where that is not certain.
    public (str): Why it is public, "" where that is not certain; `private` wins.
    contradicted (bool): The user's own lists say both.
    role (str): The role that was given from outside, "" for none.
    """

    private: str
    public: str
    contradicted: bool
    role: str


def rule(
    mentions: Sequence[PiiSpan],
    names: Sequence[str],
    evidence: Evidence,
    entity: Entity | None,
    lists: PublicLists,
    *,
    author: str = "",
    certain_public: Collection[str] = (),
    certain_private: Collection[str] = (),
) -> Ruling:
    """Say what is certain about a person.

    mentions (Sequence[PiiSpan]): The mentions.
    names (Sequence[str]): Their texts.
    evidence (Evidence): What the document says about them.
    entity (Optional[Entity]): The record of the person.
    lists (PublicLists): The user's own lists among them.
    author (str): The id of the document's author.
    certain_public (Collection[str]): Reasons of the evidence that are enough where every mention
        has one.
    certain_private (Collection[str]): Reasons of the evidence that are enough where one mention
        has one.
    RETURNS (Ruling): What is certain.
    """
    known = entity is not None and bool(entity.person_id)
    role = _given(mentions) or (entity.role if entity is not None and known else "")
    public = _public(names, evidence, lists, certain_public)
    own = public == PUBLIC_LIST
    if known and role == ROLES[PUBLIC]:
        public, role, known = KNOWN_PERSON, "", False
    listed = _listed_private(mentions, names, lists)
    contradicted = own and bool(listed or known)
    private = listed or _private_label(mentions)
    if not private and entity is not None and known:
        sure = contradicted or _known_for_sure(names, entity, author)
        private = KNOWN_PERSON if sure else ""
    private = private or _hard_private(evidence, (*certain_private, *ALWAYS))
    if not private and any(m.source == ANNOUNCING for m in mentions):
        private = ANNOUNCED
    return Ruling(private, public, contradicted, role)


def by_evidence(
    evidence: Evidence, certain_private: Collection[str], certain_public: Collection[str]
) -> float:
    """What the document's evidence decides alone, without lists and known people.

    evidence (Evidence): What the document says about a person.
    certain_private, certain_public (Collection[str]): As in `rule`.
    RETURNS (float): 0 private, 1 public, NaN where the person is left to the model.
    """
    if _hard_private(evidence, certain_private):
        return 0.0
    return 1.0 if _hard_public(evidence, certain_public) else math.nan


def _given(mentions: Sequence[PiiSpan]) -> str:
    return next((_ROLE_OF[m.label] for m in mentions if m.label in _ROLE_OF), "")


def _public(
    names: Sequence[str], evidence: Evidence, lists: PublicLists, certain: Collection[str]
) -> str:
    allowed = [name for name in names if lists.allowed(name)]
    # A lone name on the list speaks for that name alone, a full one for the person.
    if len(allowed) == len(names) or any(len(name.split()) > 1 for name in allowed):
        return PUBLIC_LIST
    return evidence.reasons[0] if _hard_public(evidence, certain) else ""


def _hard_private(evidence: Evidence, certain: Collection[str]) -> str:
    return next((reason for reason in evidence.private if reason in certain), "")


def _hard_public(evidence: Evidence, certain: Collection[str]) -> bool:
    return bool(evidence.reasons) and all(reason in certain for reason in evidence.reasons)


def _listed_private(mentions: Sequence[PiiSpan], names: Sequence[str], lists: PublicLists) -> str:
    if any(m.source == DENIED for m in mentions):
        return DENY_LIST
    return PRIVATE_LIST if any(lists.denied(name) for name in names) else ""


def _private_label(mentions: Sequence[PiiSpan]) -> str:
    """A role that came with the name, from another component or by hand, is private for sure."""
    given = any(m.label in _ROLE_OF and m.source != KNOWN_PEOPLE for m in mentions)
    known = any(m.source == KNOWN_PEOPLE for m in mentions)
    return GIVEN_ROLE if given and not known else ""


def _known_for_sure(names: Sequence[str], entity: Entity, author: str) -> bool:
    """Is a known person meant for certain?

    A roster of thousands holds a Newton and a Jordan: a lone name means the person of the roster
    only where the document has the full name, an address of the person, or is the person's own.
    """
    if (author and author == entity.person_id) or entity.owns:
        return True
    return any(len(parse(name, name_tables()).core) > 1 for name in names)
