"""The codebook of reviewers: what each role and label is and is not, and what to do in doubt."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache

from ...text.lexicon.data_files import rows
from ..pages.words import ENGLISH

TABLE = "review/codebook.tsv"


@dataclass(frozen=True)
class Entry:
    """What the codebook says of one role or label.

    about (str): The role or label.
    definition (str): A sentence.
    yes, no (tuple[str, ...]): Examples that are, and that are not. Two asterisks stand on either
        side of the identifier.
    cases (tuple[tuple[str, str], ...]): Borderline cases, each with its answer and the reason.
    """

    about: str
    definition: str
    yes: tuple[str, ...]
    no: tuple[str, ...]
    cases: tuple[tuple[str, str], ...]


@cache
def codebook(lang: str = ENGLISH) -> tuple[Entry, ...]:
    """The codebook in a language of the pages: the roles, then the labels.

    lang (str): The code of the language, one of `desk.pages.words.languages()`.
    RETURNS (tuple[Entry, ...]): An entry for every role and label.

        >>> codebook()[0].about
        'student'
    """
    told: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in rows(TABLE):
        told[row["about"]][row["kind"]].append(row.get(lang) or row[ENGLISH])
    return tuple(
        Entry(
            about,
            said["is"][0],
            tuple(said["yes"]),
            tuple(said["no"]),
            tuple(zip(said["case"], said["answer"], strict=True)),
        )
        for about, said in told.items()
    )
