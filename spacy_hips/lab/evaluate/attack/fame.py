"""Signs of fame: is a town, a school, a domain, a name better known than what is drawn?

People live in large towns, go to universities that everybody knows and write from few providers; a
tool that draws evenly from long lists hits these seldom. Fame is read off the ranks and weights of
the packaged tables, in steps of a doubling.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from math import log2

from ....core.labels import NAME_LABELS
from ....core.later import re
from ....replace.surrogates.domains import kind
from ....replace.surrogates.known_schools import school_of
from ....replace.surrogates.urls import PAGES
from ....text.lexicon.places import towns_by_country, wide_places
from ....text.lexicon.tables import fold, name_tables
from ....text.values.address_parts import read_address, runs_of
from ....text.values.tables import school_domains
from .attacker import Spotted
from .signs import Sign

_WORD = re.compile(r"[^\W\d_]+")
_HOST = re.compile(r"(?:^|@|//)(?:www\.)?([^/@?#:\s]+\.[^/@?#:\s]+)")
LONGEST = 3
"""Words of a place that is looked for inside a name."""


def fame(document: Spotted) -> Iterator[tuple[Sign, ...]]:
    """The signs of each identifier of a document.

    document (Spotted): The text with all its identifiers.
    YIELDS (tuple): What was looked at, and what was seen.
    """
    for start, end, label in document.spans:
        yield _signs("NAME" if label in NAME_LABELS else label, document.text[start:end])


@lru_cache(maxsize=65536)
def _signs(label: str, text: str) -> tuple[Sign, ...]:
    if label == "NAME":
        return tuple(_name(text))
    if label in ("EMAIL", "URL_PERSONAL"):
        return tuple(_domain(text))
    if label == "STREET_ADDRESS":
        towns = runs_of(read_address(text), "city")
        return tuple(("town", _place(" ".join(t.text for t in town))) for town in towns)
    if label in ("SCHOOL", "EMPLOYER", "LOCATION"):
        known = (("school", str(school_of(text) is not None)),) if label == "SCHOOL" else ()
        return (("place", _place(text)), *known)
    return ()


def _name(text: str) -> Iterator[Sign]:
    tables = name_tables()
    words = [word for word in _WORD.findall(text) if len(word) > 1]
    for at, word in enumerate(words):
        first = at == 0 and len(words) > 1
        mass = tables.masses(word)[0 if first else 1]
        yield ("forename" if first else "surname"), _step(1 / mass) if mass else "unknown"


def _domain(text: str) -> Iterator[Sign]:
    host = _HOST.search(text.casefold())
    if host is None:
        return
    for word in _WORD.findall(text[host.end() :].casefold()):
        yield "page", word if word in PAGES else "another"
    labels = host[1].strip(".").split(".")
    what = kind(host[1])
    yield "kind", what
    if what == "school":
        known = (".".join(labels[at:]) for at in range(len(labels) - 1))
        yield "school", next((_school_fame(domain) for domain in known if _school_fame(domain)), "")
    elif what == "free":
        yield "provider", host[1]


def _school_fame(domain: str) -> str:
    return "well known" if school_of(domain) else "listed" if domain in _schools() else ""


@cache
def _schools() -> frozenset[str]:
    return frozenset(domain for group in school_domains().values() for domain in group)


def _place(text: str) -> str:
    """How well known the best known place is that is named in a text."""
    words = fold(text).split()
    ranks = [
        rank
        for size in range(1, LONGEST + 1)
        for at in range(len(words) - size + 1)
        if (rank := _ranks().get(" ".join(words[at : at + size]).strip(".,")))
    ]
    return _step(min(ranks)) if ranks else "unknown"


@cache
def _ranks() -> dict[str, int]:
    """The rank of each place among the towns of its country or state; 1 of states and countries."""
    ranks = dict.fromkeys(wide_places(), 1)
    for towns in towns_by_country().values():
        for rank, town in enumerate(towns, 1):
            key = fold(town)
            ranks[key] = min(rank, ranks.get(key, rank))
    return ranks


def _step(value: float) -> str:
    return str(round(log2(value)))
