"""Signs of a map: do a town, its state, its postal code and its area code go together?

A tool that draws each of them alone gives towns in the wrong state, codes of other towns,
telephones of other coasts; what people wrote fits. Which of both is rare among surrogates shows by
running the tool (weighed.py). The map is the package `zipcodes`: the postal codes of the United
States with their towns, state and area codes. It has no streets, and no other country.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from ....core.errors import HipsError
from ....replace.surrogates.choose import digits_of
from ....text.lexicon.tables import fold
from ....text.values.address_parts import read_address, runs_of
from ....text.values.gazetteer import places_in
from ...errors import Errors
from .attacker import Spotted
from .signs import Sign


@dataclass(frozen=True)
class Where:
    """What an identifier tells of where somebody is.

    states (frozenset[str]): Letters of states: "MI".
    areas (frozenset[str]): Area codes that people there have.
    inside (tuple): Whether its own parts go together.
    """

    states: frozenset[str] = frozenset()
    areas: frozenset[str] = frozenset()
    inside: tuple[Sign, ...] = ()


def place(document: Spotted) -> Iterator[list[Sign]]:
    """The signs of each identifier of a document.

    document (Spotted): The text with all its identifiers.
    YIELDS (list): What was looked at, and what was seen.
    RAISES (HipsError): E870 where the map is not installed.
    """
    told = [_read(label, document.text[start:end]) for start, end, label in document.spans]
    states = Counter(state for own in told for state in own.states)
    areas = Counter(area for own in told for area in own.areas)
    with_states, with_areas = sum(bool(w.states) for w in told), sum(bool(w.areas) for w in told)
    for own in told:
        signs = list(own.inside)
        if own.states and with_states > 1:
            signs.append(("state of others", str(any(states[s] > 1 for s in own.states))))
        if own.areas and with_areas > 1:
            signs.append(("area of others", str(any(areas[a] > 1 for a in own.areas))))
        yield signs


@lru_cache(maxsize=65536)
def _read(label: str, text: str) -> Where:
    if label == "STREET_ADDRESS":
        return _address(text)
    if label == "PHONE_NUM":
        return _phone(text)
    if label == "ZIP":
        town = _map().codes.get(text[:5])
        return Where(frozenset((town[0],)), _map().areas[text[:5]]) if town else Where()
    if label == "LOCATION":
        return Where(frozenset(p.id[3:5] for p in places_in(text) if p.id.startswith("US-")))
    return Where()


def _address(text: str) -> Where:
    parts = read_address(text)
    states = frozenset(p.place.code for p in parts if p.role == "state" and p.place)
    if not states:
        return Where()
    town = fold(" ".join(token.text for run in runs_of(parts, "city") for token in run))
    towns = [_map().towns.get((state, town), frozenset()) for state in states]
    found: list[Sign] = [("town", str(any(towns)))] if town else []
    areas: frozenset[str] = frozenset()
    for part in parts:
        if part.kind == "code" and part.role == "plain" and len(part.text) == 5:
            found.append(("code", _code(part.text, states, frozenset().union(*towns))))
            areas |= _map().areas.get(part.text, frozenset())
    return Where(states, areas, tuple(found))


def _code(code: str, states: frozenset[str], of_town: frozenset[str]) -> str:
    if code in of_town:
        return "of the town"
    known = _map().codes.get(code)
    return "of none" if known is None else "of the state" if known[0] in states else "of another"


def _phone(text: str) -> Where:
    digits = digits_of(text)
    area = digits[-10:-7]
    if len(digits) not in (10, 11) or digits[:-10] not in ("", "1"):
        return Where()
    states = _map().states.get(area, frozenset())
    return Where(states, frozenset((area,)), (("area", str(bool(states))),))


@dataclass(frozen=True)
class _Map:
    """Postal codes with state and town, and the reverse; area codes of each code and state."""

    codes: dict[str, tuple[str, str]]
    areas: dict[str, frozenset[str]]
    towns: dict[tuple[str, str], frozenset[str]]
    states: dict[str, frozenset[str]]


@cache
def _map() -> _Map:
    try:
        from zipcodes import list_all
    except ImportError:
        raise HipsError(Errors.E870.format(name="place", package="zipcodes")) from None
    rows = list_all()
    towns: dict[tuple[str, str], set[str]] = defaultdict(set)
    states: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        for town in (row["city"], *row["acceptable_cities"]):
            towns[row["state"], fold(town)].add(row["zip_code"])
        for area in row["area_codes"]:
            states[area].add(row["state"])
    return _Map(
        {row["zip_code"]: (row["state"], fold(row["city"])) for row in rows},
        {row["zip_code"]: frozenset(row["area_codes"]) for row in rows},
        {town: frozenset(codes) for town, codes in towns.items()},
        {area: frozenset(own) for area, own in states.items()},
    )
