"""How a document writes full names: mostly in their usual order, some in another form all through.

Rosters, exports and file names hold the same people as essays do. Templates ask for the full name;
here some are written again, after the document and before its noise, when it is known what stands
beside a name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random

from ...core.later import re
from .forms import FORMS
from .identities import Person
from .noise import Edit, apply_edits
from .render import Mark

# What else than the full name, and how often, in a hundred of those.
_FORMS = {"last_first": 32, "file": 26, "first_l": 9, "lower": 7, "reversed": 7, "caps_last": 7,
          "caps": 4, "initials": 3, "last_first_caps": 3, "first_initial": 2}  # fmt: skip
_WITH_COMMA = ("last_first", "last_first_caps")
_ALL_THROUGH = 0.18  # documents that write all private people in one other form
_NOW_AND_THEN = 0.07  # private names written in another form beside full ones
_CATALOGUE = 0.015  # documents that write all authors and figures as a catalogue does
_LIKE_A_CATALOGUE = 0.01  # public names written so beside full ones
_SIGNED = 0.3  # letters whose writer signs by initials
_CATALOGUED = ("listed", "cited")
# What stands between the names of a list in one line, in which a comma parts two people.
_LISTED = re.compile(
    r"[¹²³⁴⁵*]?(?:, ?| {1,2})(?:(?:and|or|nor|with|&|y|e|o|u|et|ou|und|oder|och|eller|en) )?"
    r"(?:(?:Mr|Mrs|Ms|Dr|Prof|Professor)\.? )?"
)
_BEFORE_SIGNATURE = re.compile(r"(?<=[a-z][,!])\s*\n\s*$")


def write_names(
    text: str, marks: Sequence[Mark], cast: Mapping[str, Person], rng: Random
) -> tuple[str, list[Mark]]:
    """Write some full names in another form.

    text (str): A document with full names.
    marks (Sequence[Mark]): Its marks, by place.
    cast (Mapping[str, Person]): Its people by key.
    rng (Random): Source of chance.
    RETURNS (tuple): New text and marks.
    """
    edits = _signature(text, marks, cast, rng) if rng.random() < _SIGNED else []
    drawn = _drawn(text, marks, cast, rng)
    for run in _lists(text, marks):
        commas = [i for i in run if i in drawn and drawn[i][0] in _WITH_COMMA]
        if len(run) > 1 and commas:
            edits.extend(_parted(text, marks, run, commas, drawn))
    written = [(marks[i].start, marks[i].end, name) for i, (_, name) in drawn.items()]
    return apply_edits(text, marks, [*edits, *written])


def _drawn(
    text: str, marks: Sequence[Mark], cast: Mapping[str, Person], rng: Random
) -> dict[int, tuple[str, str]]:
    """Form and new text of the marks that are written again, by the mark's number."""
    habit = rng.choices(tuple(_FORMS), tuple(_FORMS.values()))[0]
    all_through, catalogue = rng.random() < _ALL_THROUGH, rng.random() < _CATALOGUE
    kind = rng.getrandbits(32)  # one way to write the form, for everybody
    found: dict[int, tuple[str, str]] = {}
    for i, mark in enumerate(marks):
        person = cast.get(mark.key)
        if not person or not person.family or text[mark.start : mark.end] != person.full:
            continue
        roll, form = rng.random(), rng.choices(tuple(_FORMS), tuple(_FORMS.values()))[0]
        chance = rng
        if person.role == "public":
            if person.kind not in _CATALOGUED or not (catalogue or roll < _LIKE_A_CATALOGUE):
                continue
            form = "last_first"
        elif all_through:
            form, chance = habit, Random(kind)
        elif roll >= _NOW_AND_THEN:
            continue
        found[i] = form, FORMS[form](person, chance)
    return found


def _lists(text: str, marks: Sequence[Mark]) -> list[list[int]]:
    """Numbers of the marks of names, those together that stand in one list."""
    runs: list[list[int]] = []
    for i, mark in enumerate(marks):
        if not mark.key:
            continue
        last = runs[-1][-1] if runs else -1
        if last == i - 1 >= 0 and _LISTED.fullmatch(text, marks[last].end, mark.start):
            runs[-1].append(i)
        else:
            runs.append([i])
    return runs


def _parted(
    text: str,
    marks: Sequence[Mark],
    run: list[int],
    commas: list[int],
    drawn: dict[int, tuple[str, str]],
) -> list[Edit]:
    """Semicolons between names with commas; where not all have one, none gets it."""
    if len(commas) < len(run):
        for i in commas:
            del drawn[i]
        return []
    gaps = ((marks[a].end, marks[b].start) for a, b in pairwise(run))
    return [(start, end, _semicolon(text[start:end])) for start, end in gaps]


def _semicolon(gap: str) -> str:
    """What parts two names with commas: "; " for ", " and for blanks, " and " as it is."""
    return f";{gap}" if gap.isspace() else gap.replace(",", ";", 1)


def _signature(
    text: str, marks: Sequence[Mark], cast: Mapping[str, Person], rng: Random
) -> list[Edit]:
    """Initials for the student's name where it stands below a greeting: "Thx dp"."""
    for mark in reversed(marks):
        person = cast.get(mark.key)
        before = _BEFORE_SIGNATURE.search(text, max(0, mark.start - 9), mark.start)
        if mark.role != "student" or not person or not person.family or not before:
            continue
        if text[mark.end : mark.end + 1] in ("", "\n"):
            edits = [(mark.start, mark.end, FORMS["signed"](person, rng))]
            if rng.random() < 0.5:
                edits.append((before.start(), before.end(), " "))
            return edits
    return []
