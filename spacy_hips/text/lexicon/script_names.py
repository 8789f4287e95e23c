"""Names in Chinese, Japanese and Korean script: what a run of signs may be by its form.

A name begins with one of few surnames and has few signs. Ordinary words may begin so, too, so
these are known; a word that is not known and looks like a name is taken for one.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache

from ...core.later import regex
from .data_files import lines, read_lines
from .person_words import COMPOUND_SURNAMES
from .tables import name_tables, script_of

WORDS = "script_words.txt.xz"
_KANA = regex.compile(r"[\p{Hiragana}\p{Katakana}ー]+")
_HAN = regex.compile(r"[\p{Han}々]+")
_HANGUL = regex.compile(r"\p{Hangul}+")
_CALLED = regex.compile(r"[小阿老][\p{Han}]")
_THING = regex.compile(
    r".*(?:[国國省市县縣県区區路街州湖江河山寺庙廟村镇町站駅桥楼馆館族语語文话話节節菜茶饭飯酒店]|"
    r"大学|大學|中学|学院|公司|神社|[동시도구역산강대어])"
)
_SCRIPTS = ("Hani", "Hang", "Kana")
_TO_HIRAGANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}


class Shape(IntEnum):
    """How much of a name a run of signs is, by its form."""

    WORD = 0
    """An ordinary word, a place, or too long."""
    ANY = 1
    """Short enough for a name."""
    MAYBE = 2
    """A forename in kana, which is often a word, too, or syllables of which names are made."""
    PART = 3
    """A surname or a forename alone."""
    LIKELY = 4
    """A surname and a sign or two, which are no known word."""
    WHOLE = 5
    """A surname and a known forename."""


def shape(run: str) -> Shape:
    """What a run of signs of one of the three scripts may be.

    run (str): The signs, without blanks.
    RETURNS (Shape): How much of a name it is.

        >>> shape("王小雨").name, shape("大学").name, shape("김민준").name
        ('LIKELY', 'WORD', 'WHOLE')
    """
    if run in _words():
        return Shape.WORD
    if _HANGUL.fullmatch(run):
        return _hangul(run)
    if _KANA.fullmatch(run):
        return _kana(run)
    return _han(run)


def _han(run: str) -> Shape:
    """Chinese and Japanese names in Han, or with a forename in kana."""
    tables = name_tables()
    sizes = [size for size in (3, 2, 1) if is_surname(run[:size])]
    for size in sizes:
        given = run[size:]
        if 0 < len(given) <= 4 and (tables.is_forename(given) or _is_kana_forename(given)):
            return Shape.WHOLE
    if tables.is_forename(run) or run in _surnames():
        return Shape.PART
    if len(run) == 2 and _signs().issuperset(run):
        return Shape.PART
    if _CALLED.fullmatch(run) or (len(run) > 1 and tables.is_surname(run)):
        return Shape.PART
    if any(1 < size < len(run) <= size + 3 and _KANA.fullmatch(run[size:]) for size in sizes):
        return Shape.LIKELY
    all_han = _HAN.fullmatch(run) is not None
    if all_han and any(0 < len(run) - size <= 2 for size in sizes):
        thing = len(run) > 2 and _THING.fullmatch(run)
        return Shape.ANY if thing or run[0] == run[1] else Shape.LIKELY
    return Shape.ANY if all_han and 2 <= len(run) <= 4 else Shape.WORD


def is_surname(text: str) -> bool:
    """Is it a surname in Chinese, Japanese or Korean script, of one sign or more?"""
    if text in COMPOUND_SURNAMES or text in _surnames():
        return True
    return bool(text) and name_tables().is_surname(text) and script_of(text) in _SCRIPTS


def _kana(run: str) -> Shape:
    if _is_kana_forename(run) or name_tables().is_name(run):
        return Shape.MAYBE
    return Shape.ANY if 2 <= len(run) <= 9 else Shape.WORD


def _is_kana_forename(text: str) -> bool:
    return text.translate(_TO_HIRAGANA) in _forenames() or (
        _KANA.fullmatch(text) is not None and name_tables().is_forename(text)
    )


def _hangul(run: str) -> Shape:
    """Korean names: a surname and mostly two syllables of which names are made."""
    tables, syllables = name_tables(), _syllables()
    if tables.is_forename(run):
        return Shape.PART
    for size in (2, 1):
        given = run[size:]
        if not (tables.is_surname(run[:size]) and 0 < len(given) <= 2):
            continue
        if len(given) == 2 and (tables.is_forename(given) or syllables.issuperset(given)):
            return Shape.WHOLE if tables.is_forename(given) else Shape.LIKELY
        if len(given) == 1 and size == 2:
            return Shape.LIKELY
        if not syllables.isdisjoint(given):
            return Shape.MAYBE
    if len(run) == 2 and syllables.issuperset(run):
        return Shape.MAYBE
    return Shape.ANY if 2 <= len(run) <= 4 else Shape.WORD


@cache
def _rows() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for kind, names in read_lines("script_names.tsv"):
        found[kind] = found.get(kind, frozenset()) | frozenset(names.split())
    return found


def _surnames() -> frozenset[str]:
    return _rows()["surname"]


def _forenames() -> frozenset[str]:
    return _rows()["forename"]


@cache
def _words() -> frozenset[str]:
    return _rows()["word"] | frozenset(lines(WORDS))


@cache
def _syllables() -> frozenset[str]:
    """The syllables of Korean forenames."""
    return _of_two("KR", "Hang")


@cache
def _signs() -> frozenset[str]:
    """The signs of Chinese forenames."""
    return _of_two("CN", "Hani") | _of_two("TW", "Hani")


def _of_two(country: str, script: str) -> frozenset[str]:
    """The signs of a country's forenames that have two."""
    names = name_tables().forenames(country, "", script).names
    return frozenset(sign for name in names if len(name) == 2 for sign in name)
