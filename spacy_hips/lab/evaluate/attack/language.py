"""Signs of language: do the parts of a name go together, and with the words around it?

A tool that draws a forename and a surname apart makes a "Hiroshi O'Brien"; one that does not read
what stands beside makes a he of a woman, or "an Lakeside College".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ....core.labels import NAME_LABELS
from ....core.later import re
from ....text.lexicon.tables import countries, name_tables
from ....text.values.gazetteer import CONTINENTS
from .attacker import Spotted
from .signs import Sign

NEAR = 200
"""Characters behind a name in which the first pronoun is taken for its own."""
SURE = 0.9
"""So sure must a forename tell a gender."""
LIKELY = 0.4
"""So sure must a name tell where it comes from."""
_WORD = re.compile(r"[^\W\d_][^\W\d_'’-]*(?:['’-][^\W\d_]+)*")
_PRONOUN = re.compile(r"\b(?:(?P<F>she|her|hers|herself)|(?P<M>he|him|his|himself))\b", re.I)
_TITLE = re.compile(r"\b(?:(?P<F>Mrs|Ms|Miss)|(?P<M>Mr))\.? $")
_ARTICLE = re.compile(r"\b(an?) $", re.I)
_VOWEL = re.compile(r"(?!eu|u[nst]i|one)[aeiou]", re.I)


def language(document: Spotted) -> Iterator[list[Sign]]:
    """The signs of each identifier of a document.

    document (Spotted): The text with all its identifiers.
    YIELDS (list): What was looked at, and what was seen.
    """
    return (list(_signs(document, *span)) for span in document.spans)


def _signs(document: Spotted, start: int, end: int, label: str) -> Iterator[Sign]:
    text = document.text[start:end]
    before = document.text[max(0, start - 8) : start]
    if article := _ARTICLE.search(before):
        vowel = _VOWEL.match(text) is not None
        yield "article", str((len(article[1]) == 2) == vowel)
    if label not in NAME_LABELS:
        return
    words = tuple(_WORD.findall(text))
    if len(words) > 1:
        yield "origin", _origin(words[0], words[-1])
    told = _gender(words[0]) if words else ""
    title, pronoun = _TITLE.search(before), _PRONOUN.search(document.text, end, end + NEAR)
    if told and title:
        yield "title", str(title.lastgroup == told)
    if told and pronoun:
        yield "pronoun", str(pronoun.lastgroup == told)


@lru_cache(maxsize=65536)
def _origin(forename: str, surname: str) -> str:
    """Do a forename and a surname come from one family of cultures?"""
    tables = name_tables()
    one = _family(tables.region(forename=forename, threshold=LIKELY).label)
    other = _family(tables.region(surname=surname, threshold=LIKELY).label)
    return str(one == other) if one and other else "not told"


def _family(place: str) -> str:
    """The family of cultures of a country or a culture; "" of a continent."""
    known = countries().get(place)
    return known.family if known else "" if place in CONTINENTS else place.split("_")[0]


@lru_cache(maxsize=65536)
def _gender(forename: str) -> str:
    guess = name_tables().gender(forename)
    return guess.label if guess.confidence >= SURE else ""
