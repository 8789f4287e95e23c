"""Other names for the private people of a labelled text, so that few real texts teach many names.

Every mention of a person keeps its form ("Novak", "J. Novak", "NOVAK"), case and punctuation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from random import Random
from typing import Protocol

from ...core.later import re
from ...text.lexicon.tables import NameTables, fold, name_tables, titles
from ...who.persons.mention.name import Name, Word
from ...who.persons.mention.parse import parse, title_gender
from .identities import Person
from .noise import Edit, apply_edits
from .render import Mark

_GIVEN = ("first", "middle", "nickname", "initials")
_FAMILY = ("last", "particle")
_SURE = 0.9
_TRIES = 20
_LONGEST_TITLE = 20
_WORD_BEFORE = re.compile(r"(?<!\S)([^\W\d_]+)\.? $")


class Drawer(Protocol):
    """Draws people: `People`, or `Namesakes` of known ones."""

    def draw(self, key: str, role: str, rng: Random, *, gender: str = "") -> Person:
        """Draw a person.

        key (str): Who it is within the document.
        role (str): The person's role.
        rng (Random): Source of chance.
        gender (str): "f", "m", or "" for any.
        RETURNS (Person): The person.
        """
        ...  # pragma: no cover


def exchange(
    text: str,
    marks: Sequence[Mark],
    people: Drawer,
    rng: Random,
    *,
    roles: Iterable[str] = ("student", "instructor", "private"),
    tables: NameTables | None = None,
) -> tuple[str, list[Mark]]:
    """Write other names in the place of people's own.

    text (str): The text.
    marks (Sequence[Mark]): Mentions of people, without overlap; those with the same `key` are of
        one person, those without one of nobody else.
    people (Drawer): Where new names come from.
    rng (Random): Source of chance.
    roles (Iterable[str]): Whose names are exchanged.
    tables (NameTables): The name tables; the packaged ones by default.
    RETURNS (tuple): The new text and the marks in it. A mention that is no plain name (a handle)
        stays.
    """
    tables = tables or name_tables()
    wanted = set(roles)
    persons: dict[str, list[Mark]] = {}
    for number, mark in enumerate(marks):
        if mark.role in wanted:
            persons.setdefault(mark.key or f"#{number}", []).append(mark)
    edits: list[Edit] = []
    words = {fold(w) for w in text.replace("'", " ").split()}
    for own in persons.values():
        edits += _edits(text, own, words, people, rng, tables)
    return apply_edits(text, marks, edits)


def _edits(
    text: str,
    marks: Sequence[Mark],
    words: set[str],
    people: Drawer,
    rng: Random,
    tables: NameTables,
) -> list[Edit]:
    names = [_parsed(text, mark, tables) for mark in marks]
    told = [n for n in names if len(n.core) > 1]
    given = {w.folded for n in told for w in n.core if w.role in _GIVEN}
    family = {w.folded for n in told for w in n.core if w.role in _FAMILY}
    names = [_settled(n, given, family) for n in names]
    person = _draw(_gender(names, tables), words, people, rng)
    return [
        (mark.start + start, mark.start + end, new)
        for mark, name in zip(marks, names, strict=True)
        for start, end, new in _new_words(name, person)
    ]


def _parsed(text: str, mark: Mark, tables: NameTables) -> Name:
    """The mention taken apart, with a title before it: the name in "Mrs. Novak" is a surname."""
    before = _WORD_BEFORE.search(text, max(0, mark.start - _LONGEST_TITLE), mark.start)
    if not before or fold(before[1]) not in titles():
        return parse(text[mark.start : mark.end], tables)
    shift = mark.start - before.start(1)
    name = parse(text[before.start(1) : mark.end], tables)
    words = (replace(w, start=w.start - shift, end=w.end - shift) for w in name.words)
    return replace(name, words=tuple(words))


def _settled(name: Name, given: set[str], family: set[str]) -> Name:
    """A lone word is what it is in the person's full name."""
    if len(name.core) != 1:
        return name
    folded = name.core[0].folded
    role = "last" if folded in family else "first" if folded in given else ""
    if not role:
        return name
    words = tuple(replace(w, role=role) if w in name.core else w for w in name.words)
    return replace(name, words=words)


def _gender(names: Iterable[Name], tables: NameTables) -> str:
    for name in names:
        if gender := title_gender(name):
            return gender.lower()
        for word in name.having("first"):
            guess = tables.gender(word.text)
            if guess.confidence >= _SURE:
                return guess.label.lower()
    return ""


def _draw(gender: str, words: set[str], people: Drawer, rng: Random) -> Person:
    """Somebody with a forename and a surname that the text does not hold."""
    for _ in range(_TRIES):
        person = people.draw("", "private", rng, gender=gender)
        parts = {fold(part) for part in (*person.given, *person.family)}
        if person.family and not parts & words:
            break
    return person


def _new_words(name: Name, person: Person) -> Iterator[Edit]:
    """What stands in the place of each run of forenames and surnames."""
    plain = [w for w in name.words if w.role in (*_GIVEN, *_FAMILY)]
    for is_given, run in groupby(plain, key=lambda w: w.role in _GIVEN):
        words = list(run)
        parts = person.given if is_given else person.family or person.given
        if all(w.initial for w in words):
            yield from (
                (w.start, w.end, _as(w.text, parts[min(i, len(parts) - 1)][0]))
                for i, w in enumerate(words)
            )
        else:
            yield words[0].start, words[-1].end, _as(_long(words), _written(words, parts, is_given))


def _written(words: Sequence[Word], parts: Sequence[str], is_given: bool) -> str:
    """One forename stays one; a surname is written whole."""
    return parts[0] if is_given and len(words) == 1 else " ".join(parts)


def _long(words: Sequence[Word]) -> str:
    return max((w.text for w in words), key=len)


def _as(old: str, new: str) -> str:
    """The new word in the case of the old one."""
    if old.isupper() and len(old) > 1:
        return new.upper()
    return new.lower() if old.islower() else new
