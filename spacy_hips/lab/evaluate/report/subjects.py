"""The private persons of a labelled text, each with all that tells them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ....components.scoring.metrics import Spot
from ....core.labels import DIRECT_LABELS, NAME_LABELS
from ....core.spans import PiiSpan
from ....who.persons.link.linking import complete
from ..coreference import who_is_who
from ..gold import Gold
from ..roles import PUBLIC

_ROLES = {"NAME_STUDENT": "student", "NAME_INSTRUCTOR": "instructor", "NAME_PRIVATE": "private"}
UNKNOWN = "not told"
"""The role of somebody of whom the gold tells none."""


@dataclass(frozen=True)
class Subject:
    """A private person of a text (a data subject).

    key (str): Who it is within the text.
    role (str): student, instructor, private, or "not told".
    names (tuple[Spot, ...]): Its names.
    others (tuple[Spot, ...]): Addresses, handles and numbers that are this person's.
    """

    key: str
    role: str
    names: tuple[Spot, ...]
    others: tuple[Spot, ...] = ()

    @property
    def all(self) -> tuple[Spot, ...]:
        """Names and others."""
        return self.names + self.others


def subjects(own: Gold, right: Sequence[Spot], public: Callable[[Spot], bool]) -> list[Subject]:
    """The private persons of a text.

    Names are put together as the gold tells, else by linking. Whose an address or handle is, is
    linked, too; where a text has one private person only, every direct identifier is theirs.

    own (Gold): The text.
    right (Sequence[Spot]): Its gold that is counted.
    public (Callable): Was a name kept as somebody public? Asked where the gold tells no roles.
    RETURNS (list[Subject]): In the order of their first mention.
    """
    names = _told(own) if own.roles is not None else _by_label(right, public)
    others = [s for s in apart(right) if s[2] in DIRECT_LABELS]
    others = [s for s in others if not any(_meet(s, name[:3]) for name in names)]
    linked = _linked(own.text, [name[:3] for name in names], others)
    keys = {name[:3]: f"{name[3]} {name[4] or linked[name[:2]]}" for name in names}
    owners = {linked[name[0], name[1]]: keys[name[:3]] for name in names}
    roles = {keys[name[:3]]: name[3] for name in names}
    of: dict[str, list[Spot]] = {key: [] for key in roles}
    for spot in others:
        owner = owners.get(linked[spot[:2]], "")
        if not owner and len(of) == 1:
            owner = next(iter(of))
        if owner:
            of[owner].append(spot)
    return [
        Subject(key, role, tuple(s for s, k in keys.items() if k == key), tuple(of[key]))
        for key, role in roles.items()
    ]


_Named = tuple[int, int, str, str, str]


def _told(own: Gold) -> list[_Named]:
    """Names with role and key, as the gold has them; "" for a key that is not told."""
    roles = own.roles
    sure = [] if roles is None else [m for m in roles.mentions if not m.doubt and m.role != PUBLIC]
    found = {(m.start, m.end, m.role): m for m in sure}
    kept = apart((m.start, m.end, m.role) for m in sure)
    return [(s, e, "PERSON", role, found[s, e, role].key) for s, e, role in kept]


def _by_label(right: Sequence[Spot], public: Callable[[Spot], bool]) -> list[_Named]:
    names = [s for s in apart(right) if s[2] in NAME_LABELS and not public(s)]
    return [(*s, _ROLES.get(s[2], UNKNOWN), "") for s in names]


def _linked(text: str, names: Iterable[Spot], others: Iterable[Spot]) -> dict[tuple[int, int], str]:
    """The entity of each place; of an address that of its owner."""
    found = complete(text, [PiiSpan(*spot) for spot in apart([*names, *others])])
    return who_is_who(found.spans, found.entities)


def apart(spots: Iterable[Spot]) -> list[Spot]:
    """Spans by place; of those that overlap the one that begins first, the longest."""
    out: list[Spot] = []
    for spot in sorted(spots, key=lambda s: (s[0], -s[1], s[2])):
        if not out or spot[0] >= out[-1][1]:
            out.append(spot)
    return out


def _meet(one: Spot, other: Spot) -> bool:
    return one[0] < other[1] and other[0] < one[1]
