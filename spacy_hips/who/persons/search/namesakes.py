"""Words of replaced names in schools, firms and places that are only marked.

"Reyes High School" in a text by Maria Reyes tells her surname. "Washington University" tells
nothing of a student who is called so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache

from ....core.labels import INDIRECT_LABELS
from ....core.later import regex
from ....core.spans import PiiSpan
from ....text.lexicon.letters import undress
from ....text.lexicon.places import LONGEST, place_names
from ....text.lexicon.public_figures import public_lists
from ....text.lexicon.tables import NameTables, fold, particles, word_key
from ....text.values.gazetteer import gazetteer
from ....text.values.tables import school_domains
from ..link.entity import Entity
from ..mention.glue import split_part
from .finder import SHORTEST, WORD
from .leftovers import SHORTEST_END, SOURCE
from .propagate import DISCOUNT

NAMED: frozenset[str] = frozenset(INDIRECT_LABELS) - {"NATIONALITY", "DATE", "DATE_OF_BIRTH"}
"""Labels of what may be called after a private person."""
SAINTS: frozenset[str] = frozenset(
    ("st", "ste", "saint", "sainte", "san", "sant", "santa", "santo", "sao", "sankt")
)
COMMON = 0.05
"""How much of a forename a common one is, see `NameTables.forename_country_mass`."""
_PART = regex.compile(r"\p{Lu}[\p{Ll}\p{M}]+|\p{Lu}+(?!\p{Ll})")

_Hit = tuple[int, int, str]


def namesakes(
    text: str, kept: Sequence[PiiSpan], people: Mapping[str, Entity], tables: NameTables
) -> list[PiiSpan]:
    """Find words of replaced names in what stays.

    text (str): The document's text.
    kept (Sequence[PiiSpan]): What stays and is nobody's name.
    people (Mapping[str, Entity]): Whose names are replaced, by id.
    tables (NameTables): The name tables.
    RETURNS (list[PiiSpan]): With the id of the person. Ordinary words, common forenames and public
        names are left out, unless two words of one person stand there.
    """
    last = {word: i for i, one in people.items() for word in _words(one.last)}
    names = {
        word: i
        for i, one in people.items()
        for part in (one.first, one.middle, one.nickname)
        for word in _words(part)
    } | last
    out = []
    for place in kept if names else ():
        words: dict[str, set[str]] = defaultdict(set)
        hits = list(_hits(text, place, names))
        for start, end, i in hits:
            words[i].add(word_key(text[start:end]))
        for start, end, i in hits:
            if not _is_public(text, place, (start, end), words[i]) and (
                len(words[i]) > 1 or not _is_usual(text[start:end], place, last, tables)
            ):
                out.append(PiiSpan(start, end, people[i].label, DISCOUNT, SOURCE, i))
    return out


def _words(part: str) -> Iterator[str]:
    keys = (word_key(word).strip(".") for word in split_part(undress(part)))
    return (key for key in keys if len(key) > 1 and key not in particles())


def _hits(text: str, place: PiiSpan, names: Mapping[str, str]) -> Iterator[_Hit]:
    """Words of names, also such as are run together with others ("ReyesTech")."""
    for word in WORD.finditer(text, place.start, place.end):
        whole = word_key(word[0]) in names
        for found in [word] if whole else _PART.finditer(text, *word.span()):
            i = names.get(word_key(found[0]))
            if i and (len(found[0]) >= SHORTEST or (whole and not found[0].isupper())):
                yield *found.span(), i


def _is_public(text: str, place: PiiSpan, at: tuple[int, int], own: Collection[str]) -> bool:
    """Does a word belong to the name of a public person, a saint or a place? Some other word of
    that name must be none of the person's own: of two who are called alike it is the private."""
    found = list(WORD.finditer(text, place.start, place.end))
    for first, begin in enumerate(found):
        for end in found[first + 1 : first + LONGEST]:
            if begin.start() <= at[0] and at[1] <= end.end():
                words = WORD.findall(text, begin.start(), end.end())
                if all(word_key(word) in own for word in words):
                    continue
                name = text[begin.start() : end.end()]
                saint = fold(begin[0]) in SAINTS
                if saint or public_lists().full_name(name) or _is_place(name, place.label):
                    return True
    return False


def _is_usual(word: str, place: PiiSpan, last: Mapping[str, str], tables: NameTables) -> bool:
    """Is a word ordinary, a common forename, a public name, or that of a university?"""
    return (
        tables.is_common_word(word)
        or (word_key(word) not in last and tables.forename_country_mass(word) > COMMON)
        or public_lists().one_word(word)
        or _is_place(word, place.label)
        or (place.label == "SCHOOL" and fold(word) in _schools())
    )


def _is_place(name: str, label: str) -> bool:
    """Is it the name of a large town, a state or a country; of a place, of any town?"""
    return gazetteer().find(name) is not None or (
        label == "LOCATION" and fold(name) in place_names()
    )


@cache
def _schools() -> frozenset[str]:
    """The names that schools and universities have in the internet: "stanford" of stanford.edu."""
    names = (domain.split(".")[0] for same in school_domains().values() for domain in same)
    return frozenset(name for name in names if len(name) >= SHORTEST_END)
