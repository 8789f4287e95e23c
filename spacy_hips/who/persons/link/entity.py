"""The record of an entity: a person with the parts of a name, or any other identifier."""

from __future__ import annotations

from dataclasses import dataclass

KNOWN = "known:"
"""What the id of a span begins with that was found through a table of known people."""


@dataclass(frozen=True)
class Entity:
    """An entity of a document.

    id (str): Its number in the document, such as "PERSON:1" or "EMAIL:2".
    label (str): The label of its mentions.
    key (str): What draws are bound to: the person_id where known, else the normalised entity.
    texts (tuple[str, ...]): Its different surface forms, in order of appearance.
    owner, evidence (str): Of a thing: the id of the person it belongs to, and what tells that
        (owners.py).
    rival (str): Of a thing: the id of another person who may own it, "" for nobody.
    owns (tuple[str, ...]): Of a person: the ids of the addresses and numbers that belong to it.
    person_id (str): The id in the table of known people, "" where unknown.
    first, middle, last, particles, suffix, title, nickname, initials (str): Parts of a name.
    gender (str): "F", "M" or "" where unknown, with its confidence from 0 to 1.
    region (str): A region of the name tables or "", with its confidence from 0 to 1.
    native (bool): The name is written in a script other than Latin.
    family_first (bool): The family name comes first, as in East Asian order.
    role (str): student, instructor, private, public or "".
    """

    id: str
    label: str
    key: str
    texts: tuple[str, ...] = ()
    owner: str = ""
    evidence: str = ""
    rival: str = ""
    owns: tuple[str, ...] = ()
    person_id: str = ""
    first: str = ""
    middle: str = ""
    last: str = ""
    particles: str = ""
    suffix: str = ""
    title: str = ""
    nickname: str = ""
    initials: str = ""
    gender: str = ""
    gender_score: float = 0.0
    region: str = ""
    region_score: float = 0.0
    native: bool = False
    family_first: bool = False
    role: str = ""

    @property
    def full(self) -> str:
        """First, middle, particles and last name with spaces between them."""
        parts = (self.first, self.middle, self.particles, self.last)
        return " ".join(part for part in parts if part)
