"""What was decided about each person and web address of a document: role, probability, reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from ...core.labels import ROLES
from ...core.notes import keep, kept, notes

if TYPE_CHECKING:
    from spacy.tokens import Doc

VERDICTS = "verdicts"
PUBLIC = ROLES.index("public")
PRIVATE_ROLES: tuple[str, ...] = ROLES[:PUBLIC]

OTHER_LANGUAGE = "no roles learnt in this language"
"""The reason of whom only the model would have kept, in a language that it has not learnt."""


@dataclass(frozen=True)
class Verdict:
    """What was decided about one person or one web address.

    id (str): The entity, such as "PERSON:1"; "" for a web address that no entity is known of.
    label (str): The label of its mentions now, such as "NAME_STUDENT"; "PERSON" and
        "URL_PERSONAL" where it is public and its text stays.
    role (str): student, instructor, private or public; a web address is private or public.
    probabilities (tuple[float, ...]): Of the roles, in the order of `labels.ROLES`.
    reason (str): Why, such as "cited", "known person" or "context 0.97".
    places (tuple[tuple[int, int], ...]): Its mentions, in characters, by place.
    overruled (str): The role without the verifier, where the verifier had it hidden instead of
        kept or kept instead of hidden; else "".
    """

    id: str
    label: str
    role: str
    probabilities: tuple[float, ...]
    reason: str
    places: tuple[tuple[int, int], ...]
    overruled: str = ""

    @property
    def public(self) -> float:
        """The probability of being public."""
        return self.probabilities[PUBLIC]

    @property
    def kept(self) -> bool:
        """Does its text stay?"""
        return self.role == ROLES[PUBLIC]


def keep_verdicts(doc: Doc, verdicts: Iterable[Verdict]) -> None:
    """Keep what was decided on the document, as plain data."""
    keep(doc, VERDICTS, [asdict(verdict) for verdict in verdicts])


def is_judged(doc: Doc) -> bool:
    """Has hips_filter said who of this document is private and who is public?"""
    return bool(notes(doc, VERDICTS))


def read_verdicts(doc: Doc) -> list[Verdict]:
    """What hips_filter decided in a document; nothing where it has not run.

    doc (Doc): The document.
    RETURNS (list[Verdict]): Persons by their first mention, then web addresses.
    """
    return [
        Verdict(
            row["id"],
            row["label"],
            row["role"],
            tuple(row["probabilities"]),
            row["reason"],
            tuple((start, end) for start, end in row["places"]),
            row.get("overruled", ""),
        )
        for row in kept(doc, VERDICTS, ())
    ]
