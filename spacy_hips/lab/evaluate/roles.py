"""Who is hidden and who is kept: figures about persons of known roles.

A private person (student, instructor or any other) should be hidden, a public one kept, and what
is no person's name left alone. Each figure is a share of mentions, of persons or of documents, for
a person decided as a whole fails as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from ...core.bounds import Bounds, exact_bounds, most_often
from ...core.errors import HipsError
from ...core.labels import KEPT, NAME_LABELS, ROLES
from ...core.spans import Replacement
from ...who.persons.link.same_person import persons_of
from ..errors import Errors
from .bootstrap import Interval, Rate, bounds, share_intervals

PUBLIC = "public"
PRIVATE_ROLES: tuple[str, ...] = tuple(role for role in ROLES if role != PUBLIC)

# Figure -> what it says. Shares, but for those per 1,000 words.
FIGURES: Mapping[str, str] = MappingProxyType(
    {
        "private_hidden": "mentions of private persons hidden",
        "student_hidden": "of these, students",
        "instructor_hidden": "of these, instructors",
        "other_hidden": "of these, other private persons",
        "private_persons": "private persons hidden in all their mentions",
        "private_documents": "documents that hide all their private persons",
        "private_recall": "mean share hidden over documents with private persons",
        "public_kept": "mentions of public persons untouched",
        "public_persons": "public persons untouched in all their mentions",
        "not_names_untouched": "marked places without a name untouched",
        "extra_names": "replaced as a name without being one, per 1,000 words",
        "extra": "replaced without being labelled, per 1,000 words",
    }
)
PER_THOUSAND = ("extra_names", "extra")
_BY_ROLE = {"student": "student_hidden", "instructor": "instructor_hidden",
            "private": "other_hidden"}  # fmt: skip

Rates = Mapping[str, Rate]


@dataclass(frozen=True)
class RoleMention:
    """A mention of somebody whose role is known.

    start, end (int): Characters, end exclusive.
    role (str): student, instructor, private or public.
    key (str): Who it is within the document; "" where that is found out by linking.
    doubt (bool): The reader was not sure: it is not counted.
    """

    start: int
    end: int
    role: str
    key: str = ""
    doubt: bool = False


@dataclass(frozen=True)
class Roles:
    """What is known of the persons of a text.

    mentions (tuple[RoleMention, ...]): All mentions of persons.
    not_names (tuple): (start, end) of places that look like names and are none.
    """

    mentions: tuple[RoleMention, ...] = ()
    not_names: tuple[tuple[int, int], ...] = ()

    def keyed(self, text: str) -> Roles:
        """The same with each person's key, linked where it is not given."""
        if all(m.key for m in self.mentions):
            return self
        keys = persons_of(text, [(m.start, m.end, m.role) for m in self.mentions])
        mentions = tuple(
            RoleMention(m.start, m.end, m.role, m.key or key, m.doubt)
            for m, key in zip(self.mentions, keys, strict=True)
        )
        return Roles(mentions, self.not_names)


def read_role_fields(fields: Mapping[str, Any], length: int, number: int) -> Roles | None:
    """The roles that a record tells.

    fields (Mapping): "roles" of [start, end, role, person] (as the generator writes them), else
        "spans" of [start, end, role, doubt]; "not_names" of [start, end].
    length (int): Characters of the text.
    number (int): The number of the record, for the error.
    RETURNS (Optional[Roles]): None where the record tells none.
    RAISES (HipsError): E504 for what is no such list.
    """
    given = fields.get("roles")
    if given is None:
        given = fields.get("spans")
        if not _tells_roles(given) and "not_names" not in fields:
            return None
    try:
        mentions = tuple(_mention(entry, length) for entry in given or ())
        places = tuple(_place(s, e, length) for s, e in fields.get("not_names") or ())
    except (TypeError, ValueError):
        wanted = f"[start, end, role, person or doubt], roles being {', '.join(ROLES)}"
        message = Errors.E504.format(number=number, what="roles", wanted=wanted)
        raise HipsError(message) from None
    return Roles(mentions, places)


def _tells_roles(spans: Any) -> bool:
    if not isinstance(spans, list) or not spans:
        return False
    return all(isinstance(s, list) and len(s) == 4 and s[2] in ROLES for s in spans)


def _mention(entry: Sequence[Any], length: int) -> RoleMention:
    start, end, role, more = (*entry, "")[:4]
    if role not in ROLES or not isinstance(more, bool | str):
        raise ValueError
    place = _place(start, end, length)
    return RoleMention(*place, role, more if isinstance(more, str) else "", more is True)


def _place(start: Any, end: Any, length: int) -> tuple[int, int]:
    if not 0 <= int(start) < int(end) <= length:
        raise ValueError
    return int(start), int(end)


# One document


def score_roles(text: str, roles: Roles, replacements: Sequence[Replacement]) -> dict[str, Rate]:
    """What one document adds to the figures.

    A private mention is hidden where every letter and digit of it was replaced; a public one and
    a place without a name are untouched where nothing of it was.

    text (str): The text.
    roles (Roles): What is right.
    replacements (Sequence[Replacement]): What was done; what was only marked does not count.
    RETURNS (dict): For each figure its part and its whole; figures without a whole are not there.
    """
    done = [r for r in replacements if r.action not in KEPT]
    places = {i for r in done for i in range(r.start, r.end)}
    sure = [m for m in roles.keyed(text).mentions if not m.doubt]
    private = [(m, _hidden(text, m, places)) for m in sure if m.role != PUBLIC]
    public = [(m, _untouched(m.start, m.end, places)) for m in sure if m.role == PUBLIC]
    rates = _private_rates(private)
    rates["public_kept"] = _share(ok for _, ok in public)
    rates["public_persons"] = _share(_by_person(public).values())
    rates["not_names_untouched"] = _share(_untouched(s, e, places) for s, e in roles.not_names)
    thousands = len(text.split()) / 1000
    labelled = {i for m in roles.mentions for i in range(m.start, m.end)}
    loose = [r for r in done if _untouched(r.start, r.end, labelled)]
    rates["extra_names"] = (float(sum(r.label in NAME_LABELS for r in loose)), thousands)
    rates["extra"] = (float(len(loose)), thousands)
    return {name: rate for name, rate in rates.items() if rate[1]}


def _private_rates(private: Sequence[tuple[RoleMention, bool]]) -> dict[str, Rate]:
    """What private mentions add: each, and whether it was hidden."""
    rates: dict[str, Rate] = {"private_hidden": _share(ok for _, ok in private)}
    for role, name in _BY_ROLE.items():
        rates[name] = _share(ok for m, ok in private if m.role == role)
    rates["private_persons"] = _share(_by_person(private).values())
    if private:
        part, whole = rates["private_hidden"]
        rates["private_documents"] = (float(part == whole), 1.0)
        rates["private_recall"] = (part / whole, 1.0)
    return rates


def _share(outcomes: Iterable[bool]) -> Rate:
    known = list(outcomes)
    return float(sum(known)), float(len(known))


def _by_person(outcomes: Sequence[tuple[RoleMention, bool]]) -> dict[str, bool]:
    """A person counts only where every mention is right."""
    found: dict[str, bool] = {}
    for mention, ok in outcomes:
        found[mention.key] = found.get(mention.key, True) and ok
    return found


def _hidden(text: str, mention: RoleMention, places: set[int]) -> bool:
    letters = [i for i in range(mention.start, mention.end) if text[i].isalnum()]
    return bool(letters) and all(i in places for i in letters)


def _untouched(start: int, end: int, places: set[int]) -> bool:
    return not any(i in places for i in range(start, end))


# Many documents


@dataclass
class RoleFigures:
    """The figures over documents.

    documents (Sequence[Rates]): What each document adds.
    intervals (dict[str, Interval]): 95 % intervals, once resampled.
    """

    documents: Sequence[Rates]
    intervals: dict[str, Interval] = field(default_factory=dict)

    @property
    def rates(self) -> dict[str, Rate]:
        """Part and whole of each figure that has a whole."""
        held = {name: [d[name] for d in self.documents if name in d] for name in FIGURES}
        return {
            name: (sum(part for part, _ in own), sum(whole for _, whole in own))
            for name, own in held.items()
            if own
        }

    @property
    def values(self) -> dict[str, float]:
        """Each figure: a share, or a number per 1,000 words."""
        return {name: part / whole for name, (part, whole) in self.rates.items()}

    def resample(self, draws: int, seed: int = 0) -> None:
        """Add bootstrap intervals; documents are drawn, as in bootstrap.py."""
        samples = share_intervals(self.documents, draws, seed)
        rates = self.rates
        self.intervals = {
            name: bounds(values, _exact(name, rates)) for name, values in samples.items() if values
        }

    def to_json(self) -> dict[str, Any]:
        """All figures as plain data."""
        return {
            name: {
                "value": round(part / whole, 6),
                "part": round(part, 6),
                "whole": round(whole, 6),
                **({"interval": list(self.intervals[name])} if name in self.intervals else {}),
            }
            for name, (part, whole) in self.rates.items()
        }


def _exact(name: str, rates: Rates) -> Bounds | None:
    """Exact bounds of a share; of what is none, where nothing was missed or nothing came about."""
    part, whole = rates[name]
    if name in PER_THOUSAND:
        return (0.0, most_often(whole)) if not part else None
    if name == "private_recall":  # a mean: it is 1 where every document hides all
        return exact_bounds(*rates["private_documents"]) if part == whole else None
    return exact_bounds(part, whole)


def role_lines(figures: RoleFigures) -> list[str]:
    """The figures as lines for a terminal."""
    out = []
    for name, (part, whole) in figures.rates.items():
        if name in PER_THOUSAND:
            count = f"{part:,.0f}"
        elif name == "private_recall":
            count = f"{whole:,.0f} documents"
        else:
            count = f"{part:,.0f} of {whole:,.0f}"
        low, high = figures.intervals.get(name, (None, None))
        more = "" if low is None else f" (95 %: {low:.3f} to {high:.3f})"
        out.append(f"{name:<22}{part / whole:5.3f}   {count:<16}{FIGURES[name]}{more}")
    return out
