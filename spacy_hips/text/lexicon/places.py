"""Names of towns, states and countries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from .data_files import lists, rows
from .tables import countries, fold

LONGEST = 5
"""Words of the longest name that is looked up."""


@cache
def towns_by_country() -> Mapping[str, tuple[str, ...]]:
    """Towns by country, in the United States also by state ("US-TX"), the largest first."""
    known = dict(lists("towns.txt.xz"))
    states = [names for key, names in known.items() if key.startswith("US-")]
    return known | {"US": tuple(dict.fromkeys(name for names in states for name in names))}


@cache
def zip_codes_by_town() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Postal codes of towns of the United States, by state ("US-TX") and name of the town."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for state, row in lists("us_towns.txt.xz").items():
        towns = found[state] = {}
        code, town = 0, ""
        for told in row:
            name = told.lstrip("0123456789")
            code, town = code + int(told[: len(told) - len(name)]), name or town
            towns[town] = (*towns.get(town, ()), f"{code:05}")
    return found


@cache
def wide_places() -> frozenset[str]:
    """Folded names of states and countries, other names of these among them."""
    return frozenset(map(fold, _wide_places())) - {""}


@cache
def place_names() -> frozenset[str]:
    """Folded names of towns, states and countries."""
    names = {fold(name) for group in towns_by_country().values() for name in group}
    for nation in (*rows("nations.tsv"), *rows("subdivisions.tsv")):
        names |= {fold(name) for name in nation["cities"].replace("|", ";").split(";")}
    names |= {fold(row["name"]) for row in rows("city_names.tsv")}
    return wide_places() | names - {""}


def _wide_places() -> Iterator[str]:
    for row in rows("nations.tsv"):
        yield from (row["name"], *row["other"].split(";"))
    for row in rows("subdivisions.tsv"):
        yield row["name"]
    for country in countries().values():
        yield country.name
