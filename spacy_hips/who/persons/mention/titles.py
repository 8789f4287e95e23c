"""Which words around a name are titles, forms of address, generations or degrees, and stay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from ....core.later import regex
from ....text.lexicon.data_files import read_lines
from ....text.lexicon.person_words import (
    FAMILIAR_TITLES,
    NAME_SUFFIXES,
    OFFICES,
    SURE_TITLES,
    TITLE_CULTURES,
)
from ....text.lexicon.tables import NameTables, Title, countries, fold, suffixes, titles

SELDOM = 0.002
"""Up to this mass a word for a title is seldom a name."""
HARDLY = 0.0005
"""Up to this mass hardly anybody is called by it."""
FAMILY_FIRST: frozenset[str] = frozenset(
    ("chinese", "japanese", "korean", "vietnamese", "hungarian", "khmer")
)
FOUR_WORDS: frozenset[str] = frozenset(("vietnamese",))
"""Of these, the cultures in which many have four words: "Nguyễn Thị Mai Lan"."""
NOBODY = "-"
"""In the table of forms of address: nobody's name."""

_CAPITALS = regex.compile(r"\p{Lu}{2,3}\.?")
_STOPPED = regex.compile(r"(?:\p{L}\.){2,3}")
_LETTERS = regex.compile(
    r"(?:\p{Lu}\.?){2,6}(?:-\p{Lu}{2,3})?|\p{Lu}\p{Ll}{0,2}(?:\p{Lu}\p{Ll}{0,3}){1,3}"
)
_NUMERAL = regex.compile(r"[IVX]{2,4}\.?")


@lru_cache(maxsize=1)
def known_titles() -> Mapping[str, tuple[Title, ...]]:
    """Titles and all other forms of address, by folded text."""
    found = dict(titles())
    for text, gender, languages, place, _ in read_lines("address_forms.tsv"):
        title = Title(text, gender, tuple(languages.split(",")), place == "after")
        found[fold(text)] = (*found.get(fold(text), ()), title)
    return found


@lru_cache(maxsize=1)
def _cultures() -> Mapping[str, tuple[str, ...]]:
    """Cultures of the forenames before which a folded word is a form of address."""
    rows = read_lines("address_forms.tsv")
    found = {fold(text): tuple(before.split()) for text, *_, before in rows}
    return found | {text: (culture,) for text, culture in TITLE_CULTURES.items()}


def is_familiar(title: str) -> bool:
    """Does a form of address stand before a forename: "Tía", "Br.", but not "Mrs."?"""
    key = fold(title).replace(".", "")
    return key in _cultures() or key in FAMILIAR_TITLES


def is_title(
    key: str, text: str, chunks: Sequence[tuple[int, int]], tables: NameTables, begins: bool
) -> bool:
    """Is the first of some words a title for certain? In doubt it is a name, and gets replaced.

    key (str): The first word, folded and without dots.
    text (str): The mention.
    chunks (Sequence[tuple[int, int]]): Start and end of the first word and of those behind it.
    tables (NameTables): The name tables.
    begins (bool): The mention begins with it; else a comma stands before it ("Okri, Dr. Ana").
    RETURNS (bool): Whether it is.
    """
    if len(key) < 2 or not any(not title.after for title in known_titles().get(key, ())):
        return False
    (start, end), *rest = chunks
    if _STOPPED.fullmatch(text, start, end):
        return False  # "M.R.": Mina Rossi; "Ana Okri, B.A."
    if not begins and not rest:
        return False  # "Okri, Dean"
    if begins and _CAPITALS.fullmatch(text):
        return False  # "MR" alone
    if rest and text[end : rest[0][0]].strip(" &"):
        return "." in text[start:end]  # "Sheikh, Ahmed"
    if not tables.is_name(key):
        return True
    if not rest:
        return False  # "Sheikh"
    if key in SURE_TITLES or ("." in text[start:end] and len(key) <= 4):
        return True
    first = fold(text[slice(*rest[0])])
    if not text[start:end].isascii() and max(tables.masses(key)) < SELDOM:
        return True  # "Doña Carmen", but "Dona Smith"
    if _addresses(key, first, tables):
        return True
    return key in OFFICES and len(rest) > 1 and _is_office(key, first, tables)


def _addresses(key: str, first: str, tables: NameTables) -> bool:
    """Is a form of address that is somebody's name, too, none here, by the word behind it?

    "Don Ernesto" and "Pak Budi" are addressed; Don Smith and Lola Okri are called so: a form of
    address stands before a forename, and a name before a surname.
    """
    fore, sur = tables.masses(first)
    if sur > fore:
        return False
    borne, before = max(tables.masses(key)), _cultures().get(key, ())
    if NOBODY in before or borne < HARDLY:
        return True
    if borne < SELDOM and not before:
        return fore > 0
    culture = culture_of(tables.region(first, "", 0.45).label)
    return any(culture == name or culture.startswith(f"{name}_") for name in before)


def _is_office(key: str, first: str, tables: NameTables) -> bool:
    """Does a full name follow an office? "Dean Mary Jones" is a dean, Dean Martin Jones a man."""
    if not tables.is_forename(first):
        return False
    if tables.forename_country_mass(key) < 0.001:
        return True
    office, own = tables.gender(key), tables.gender(first)
    return min(office.confidence, own.confidence) >= 0.9 and office.label != own.label


def is_title_apart(key: str, chunk: str, tables: NameTables) -> bool:
    """Is a word a title that stands apart from the name: "Okri, Ana (Mrs)", "Ana Okri, Dr."?

    key (str): The word, folded and without dots.
    chunk (str): The word as it is written.
    tables (NameTables): The name tables.
    RETURNS (bool): Whether it is; capitals may be initials or a degree ("MS").
    """
    known = any(not title.after for title in known_titles().get(key, ()))
    return known and len(key) > 1 and chunk[1:2].islower() and not tables.is_name(key)


def is_title_behind(key: str, chunk: str, text: str, tables: NameTables) -> bool:
    """Is the last word a title? Antonio Chan bears a surname, "Tanaka san" none.

    key (str): The word, folded and without dots.
    chunk, text (str): The word as it is written, and the mention.
    tables (NameTables): The name tables.
    RETURNS (bool): Whether it is.
    """
    if not any(title.after for title in known_titles().get(key, ())):
        return False
    if not tables.is_name(key):
        return True
    if not chunk.islower():
        return False
    culture = culture_of(tables.region(fold(text.split()[0]), "", 0.45).label)
    languages = (one for title in known_titles()[key] if title.after for one in title.languages)
    if culture == "japanese" and "ja" in languages:
        return True  # "yuki chan"
    return not text.islower() and max(tables.masses(key)) <= 2 * SELDOM


def is_suffix(
    key: str,
    chunk: str,
    text: str,
    start: int,
    named: int,
    left: int,
    suffixed: bool,
    tables: NameTables,
) -> bool:
    """Is a word behind a name a generation, a degree or an honour?

    key (str): The word, folded and without dots.
    chunk, text (str): The word as it is written, and the mention.
    start (int): Where it stands.
    named (int): How many words of the name stand before it.
    left (int): How many words stand behind it.
    suffixed (bool): A suffix stands before it.
    tables (NameTables): The name tables.
    RETURNS (bool): Whether it is.
    """
    after_comma = text[:start].rstrip().endswith(",")
    shouted = text.upper() == text
    kind = suffixes().get(key)
    if (
        kind == "generational"
        and ("." in chunk[:-1] or (chunk == key.upper() == "JR"))
        and named < 2
    ):
        return False  # "Okri, J.R.", "Okri JR"
    if kind is None and (after_comma or named > 1) and _is_row_of_degrees(chunk, tables):
        return True
    if kind is None or key in NAME_SUFFIXES:
        # Letters of a degree that no list has: "Ana Okri, RN, BXN", but "Okri Moyo, BEN"
        unknown = kind is None and _LETTERS.fullmatch(chunk) and not tables.is_name(key)
        shortest = 2 if suffixed else 3
        return bool(unknown and after_comma and named > 1 and not shouted and len(key) >= shortest)
    if kind == "generational" and _NUMERAL.fullmatch(chunk) and named > 1 and not shouted:
        return True  # "Ruben von Alten VI": Vi is a surname, too
    if tables.is_name(key):  # Jack Ma, but "Jack Ma, MA" and "Henry Smith IV"
        seldom = max(tables.masses(key)) < SELDOM
        capitals = chunk[1:].isupper() and not shouted
        return named > 1 and ("." in chunk[:-1] or (capitals and (after_comma or seldom)))
    if len(key) == 1 and (left or not chunk[0].isupper()) and not after_comma:
        return False  # "Antoni Gaudí i Cornet"
    if kind == "generational":
        return after_comma or len(key) > 1 or named > 1
    return after_comma or (named > 1 and ("." in chunk or (chunk[1:].isupper() and not shouted)))


def _is_row_of_degrees(chunk: str, tables: NameTables) -> bool:
    """Are these degrees with stops between them: "M.Sc.Ed.", "BSc.Hons"?"""
    parts = [fold(part) for part in chunk.split(".") if part]
    if len(parts) < 2 or any(len(part) > 4 or tables.is_name(part) for part in parts):
        return False
    heads = ("".join(parts[:n]) for n in range(1, len(parts) + 1))
    return any(suffixes().get(head, "generational") != "generational" for head in heads)


def culture_of(place: str) -> str:
    """The culture that a place of the name tables belongs to; a wider place is its own."""
    return countries()[place].culture if place in countries() else place


@lru_cache(maxsize=8192)
def surname_culture(text: str, tables: NameTables) -> str:
    """The culture that a surname tells of, "" for none.

    text (str): The surname.
    tables (NameTables): The name tables.
    RETURNS (str): Such as "korean"; "" where it tells none.
    """
    return culture_of(tables.region("", text, 0.45).label)
