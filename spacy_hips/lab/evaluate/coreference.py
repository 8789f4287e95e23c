"""Does linking tell who is who? The B³ measure, and gold that is written inline."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from ...core.labels import NAME_LABELS
from ...core.later import re
from ...core.spans import PiiSpan
from ...who.persons.link.entity import Entity

Place = tuple[int, int]

_MARK = re.compile(r"\[([^\[\]|]+)\|(?:([A-Z_]+) )?(\d+)\]|([{}])")
BROKEN = "¦"


@dataclass(frozen=True)
class Score:
    """Precision, recall and their harmonic mean, from 0 to 1, and the mentions they rest on."""

    precision: float
    recall: float
    mentions: int

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def b_cubed(
    documents: Iterable[tuple[Mapping[Place, Hashable], Mapping[Place, Hashable]]],
) -> Score:
    """B³ (Bagga and Baldwin, 1998) over documents, all mentions counting alike.

    A mention that is in one side only counts as wrong there.

    documents (Iterable): For each, the entity of every mention: as it should be, and as found.
    RETURNS (Score): Precision, recall and the number of mentions that should be found.
    """
    right_found = right_wanted = 0.0
    found_mentions = wanted_mentions = 0
    for wanted, found in documents:
        right_found += sum(_share(m, found, wanted) for m in found)
        right_wanted += sum(_share(m, wanted, found) for m in wanted)
        found_mentions += len(found)
        wanted_mentions += len(wanted)
    return Score(
        right_found / found_mentions if found_mentions else 1.0,
        right_wanted / wanted_mentions if wanted_mentions else 1.0,
        wanted_mentions,
    )


def _share(mention: Place, own: Mapping[Place, Hashable], other: Mapping[Place, Hashable]) -> float:
    """Of the mentions that `own` puts together with this one, how many does `other`, too?"""
    if mention not in other:
        return 0.0
    together = [m for m, entity in own.items() if entity == own[mention]]
    agreed = sum(1 for m in together if m in other and other[m] == other[mention])
    return agreed / len(together)


@dataclass(frozen=True)
class LinkingCase:
    """A text with the spans that were found in it, and who each mention is.

    text (str): The text.
    found (tuple[PiiSpan, ...]): What the linker is given.
    wanted (Mapping[Place, str]): The person of each mention.
    """

    text: str
    found: tuple[PiiSpan, ...]
    wanted: Mapping[Place, str]


def read_linking(string: str) -> LinkingCase:
    """Read "[Maria|1] met {[Ana|2] and [Liu|3]}, [m@x.org|EMAIL 1]".

    A mention names its person by a number, an address its owner. Braces stand around mentions
    that are given as one span; a "¦" in a mention parts it into two spans.

    string (str): The marked text.
    RETURNS (LinkingCase): Text, spans and who is who.
    """
    text, last = "", 0
    found: list[PiiSpan] = []
    wanted: dict[Place, str] = {}
    opened: int | None = None
    for mark in _MARK.finditer(string):
        text += string[last : mark.start()]
        last = mark.end()
        if mark[4] == "{":
            opened = len(text)
        elif mark[4] == "}" and opened is not None:
            found.append(PiiSpan(opened, len(text), "PERSON", 0.9))
            opened = None
        else:
            start, label = len(text), mark[2] or "PERSON"
            for part in mark[1].split(BROKEN):
                begin = len(text) + len(part) - len(part.lstrip())
                text += part
                if opened is None:
                    found.append(PiiSpan(begin, len(text), label, 0.9))
            wanted[start, len(text)] = mark[3]
    return LinkingCase(text + string[last:], tuple(found), wanted)


def who_is_who(spans: Iterable[PiiSpan], entities: Mapping[str, Entity]) -> dict[Place, str]:
    """The person of each mention, an address or handle counting for its owner.

    spans (Iterable[PiiSpan]): Spans with ids.
    entities (Mapping[str, Entity]): Their entities.
    RETURNS (dict[Place, str]): The entity's id by start and end.
    """
    return {
        (s.start, s.end): s.id if s.label in NAME_LABELS else entities[s.id].owner or s.id
        for s in spans
    }
