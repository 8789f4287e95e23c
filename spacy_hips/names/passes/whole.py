"""What a found name lacks: the word beside it that is a name, too, but rather something else.

"Rahma To", "Prof. He Tintaya", "Monday Ashkanani": of such names the finder sees the part that is
nothing but a name. What is left would still name somebody. `extend` of extend.py takes in what the
tables know while the spans of names are read; here all spans are there, places among them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ...labels import NAME_LABELS
from ...lexicon.cues import EDGE_WORDS, NO_FIRST_WORDS, NO_FORENAMES
from ...lexicon.person_words import BEFORE_WEEKDAYS, DATES
from ...lexicon.tables import particles
from ...lexicon.words import LOWER, MIXED, TITLE, Lexicon, case_of
from ...spans import PiiSpan
from . import whole_patterns as patterns

_NEAR = 60  # characters that are looked at on either side
_LONGEST = 6  # words of a name
_PRONOUNS = frozenset({"an", "do", "he", "her", "so", "to", "you"})  # surnames, too


class _Found(NamedTuple):
    """A found name and what stands around it."""

    before: str
    name: str
    behind: str
    inverts: bool
    """Other names of the text stand the other way round ("Okri, Ana")."""

    @property
    def first(self) -> str:
        return self.name.split()[0]

    @property
    def last(self) -> str:
        return self.name.split()[-1]


def whole_names(text: str, spans: Sequence[PiiSpan], lexicon: Lexicon) -> list[PiiSpan]:
    """Names with the words that belong to them.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What was found in it.
    lexicon (Lexicon): Looks words up.
    RETURNS (list): All spans, by place. A place or firm that is a word of a name is gone.

        >>> whole_names("Name: Rahma To", [PiiSpan(6, 11, "PERSON")], Lexicon())[0].end
        14
    """
    lone = {s for s in spans if text[s.start : s.end] in particles()}
    names = {s.start: s for s in spans if s.label in NAME_LABELS and s not in lone}
    if not names:
        return list(spans)
    others = {s.start: s for s in spans if s.label not in NAME_LABELS or s in lone}
    taken = {i for span in spans for i in range(span.start, span.end)}
    inverts = any(patterns.INVERTS.fullmatch(text, s.start, s.end) for s in names.values())
    out = []
    for span in names.values():
        whole = _whole(text, span, names, lexicon, inverts)
        for start, end in ((whole.start, span.start), (span.end, whole.end)):
            if not _gives_way(text, start, end, others) and not taken.isdisjoint(range(start, end)):
                whole = span
        taken.update(range(whole.start, whole.end))
        out.append(whole)
    return sorted([*out, *others.values()], key=lambda span: span.start)


def _gives_way(text: str, start: int, end: int, others: dict[int, PiiSpan]) -> bool:
    """Does what was found in these characters leave them to the name? It is gone then.

    That is a place that is a word of the name, and a date that took a surname in ("Okri 2021").
    """
    begin, stop = _stripped(text, start, end)
    other = others.get(begin)
    if begin >= stop or other is None or other.end < stop:
        return False
    if other.end > stop and other.label != "DATE":
        return False
    del others[begin]
    if other.end > stop + 1:
        others[stop + 1] = replace(other, start=stop + 1)
    return True


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    """Without blanks and a comma at the ends."""
    part = text[start:end]
    left, right = part.lstrip().lstrip(",").lstrip(), part.rstrip().rstrip(",").rstrip()
    return start + len(part) - len(left), end - (len(part) - len(right))


def _whole(
    text: str, span: PiiSpan, names: Mapping[int, PiiSpan], lexicon: Lexicon, inverts: bool
) -> PiiSpan:
    """The name as far as it goes; the first reason that holds is enough."""
    found = _Found(
        text[max(0, span.start - _NEAR) : span.start],
        text[span.start : span.end],
        text[span.end : span.end + _NEAR],
        inverts,
    )
    if not 0 < len(found.name.split()) < _LONGEST:
        return span
    for grows in _BACKWARDS:
        if length := grows(found, lexicon):
            return replace(span, start=span.start - length)
    for goes_on in _FORWARDS:
        if length := goes_on(found, lexicon):
            return replace(span, end=span.end + length)
    initial = patterns.INITIAL.match(found.behind)
    if initial and span.end + initial.end() + 1 in names:  # "Ana R Ben Okri"
        return replace(span, end=span.end + initial.end())
    return span


# How many characters in front belong to a name, 0 for none.


def _cell_before(found: _Found, lexicon: Lexicon) -> int:
    """A word in front, where the two have a line or a part of one ("Student: will Wairimu")."""
    match = patterns.BEFORE.search(found.before)
    if not match or not patterns.ALONE_BEHIND.match(found.behind):
        return 0
    word, first = lexicon(match["who"]), lexicon(found.first)
    if match["who"].islower() and word.forename > 1 and ":" in match[0]:
        return len(match["who"]) + 1
    if first.forename > first.surname or (word.common and not word.forename):
        return 0
    return len(match["who"]) + 1 if _is_like(match["who"], found.first, lexicon) else 0


def _titled(found: _Found, lexicon: Lexicon) -> int:
    """A word between a title and the name ("Prof. He Tintaya")."""
    match = patterns.TITLED.search(found.before)
    fits = match and lexicon(match["who"]).named and case_of(match["who"]) == TITLE
    return len(match["who"]) + 1 if match and fits else 0


def _day(found: _Found, lexicon: Lexicon) -> int:
    """A day that is somebody's forename ("consisted of Monday Ashkanani")."""
    match = patterns.DAY.search(found.before)
    if not match or match["before"].lower() in BEFORE_WEEKDAYS or case_of(match["who"]) != TITLE:
        return 0
    first = lexicon(found.first)
    surname = first.surname > 0 and not first.forename
    return len(match["who"]) + 1 if surname or found.first.lower() in particles() else 0


def _tied_before(found: _Found, lexicon: Lexicon) -> int:
    """A word that an underscore ties to the name ("STAR_Amelie")."""
    match = patterns.TIED_BEFORE.search(found.before)
    return len(match["who"]) + 1 if match and lexicon(match["who"]).named else 0


def _particle(found: _Found, lexicon: Lexicon) -> int:
    """A particle with which a surname in front begins ("von Candaux, Maud")."""
    match = patterns.PARTICLE_BEFORE.search(found.before)
    if not match or match["who"] not in particles() or lexicon(match["who"]).common:
        return 0
    return (
        len(match["who"]) + 1 if patterns.ALONE_BEFORE.search(found.before[: match.start()]) else 0
    )


def _shortened(found: _Found, lexicon: Lexicon) -> int:
    """A forename that is written short ("Md. Rahim Uddin")."""
    match = patterns.SHORTENED.search(found.before)
    return len(match[0]) if match else 0


def _glued_before(found: _Found, lexicon: Lexicon) -> int:
    """A forename that is glued to a closing bracket in front of it ("(chef),Elizabeth Okri")."""
    match = patterns.GLUED_BEFORE.search(found.before)
    return len(match["who"]) + 1 if match and lexicon(match["who"]).forename else 0


def _opening(found: _Found, lexicon: Lexicon) -> int:
    """A cue word that is a name, too, inside a sentence ("my friend Said Ahmed")."""
    match = patterns.OPENING.search(found.before)
    fits = match and lexicon(found.first).named and case_of(found.first) == TITLE
    return len(match["who"]) + 1 if match and fits else 0


def _ending(found: _Found, lexicon: Lexicon) -> int:
    """A cue word that is the surname of a lone forename, inside a sentence ("to Ana Said for")."""
    match = patterns.ENDING.match(found.behind)
    lone = " " not in found.name and lexicon(found.name).forename > lexicon(found.name).surname
    return int(match.end("who")) if match and lone and case_of(found.name) == TITLE else 0


def _before_initial(found: _Found, lexicon: Lexicon) -> int:
    """A forename that is also a word in front of a lone initial ("Will D did fifty")."""
    initial = len(found.name) == 1 and found.name.isupper()
    match = initial and patterns.BEFORE_INITIAL.search(found.before)
    if not match or match["who"].lower() in NO_FORENAMES | NO_FIRST_WORDS:
        return 0
    return len(match["who"]) + 1 if lexicon(match["who"]).forename else 0


def _family_before(found: _Found, lexicon: Lexicon) -> int:
    """A surname in front of a comma ("Star, {Will K.}", where others are named so; "He, {Bucur}").

    A word that is hardly else a name has a capital inside a sentence as one only.
    """
    match = patterns.FAMILY_BEFORE.search(found.before)
    row = found.behind.startswith(", ")  # "Saint, June, Ace"
    if not match or row or not _is_given(found.first, match["who"], lexicon):
        return 0
    known, word = lexicon(match["who"]), match["who"].lower()
    if not known.named or word in DATES:
        return 0
    inside = patterns.INSIDE.search(found.before[: match.start()]) is not None
    pronoun = known.case == TITLE and word in _PRONOUNS and inside
    fits = pronoun or (found.inverts and (inside or not known.common))
    return match.end() - match.start() if fits else 0


# How many characters behind belong to it.


def _given_behind(found: _Found, lexicon: Lexicon) -> int:
    """A forename behind a comma ("{Calbo}, Monday"), where other names stand so."""
    match = patterns.GIVEN_BEHIND.match(found.behind)
    last = lexicon(found.last)
    if not found.inverts or not match or last.forename > last.surname or "," in found.name:
        return 0
    fits = lexicon(match["who"]).forename and _is_given(match["who"], found.last, lexicon)
    return match.end() if fits else 0


def _is_given(given: str, family: str, lexicon: Lexicon) -> bool:
    """May this be the forename of somebody of that family, by how the two are written?"""
    word = lexicon(given)
    return word.forename >= word.surname and case_of(given) == case_of(family) != MIXED


def _cell_behind(found: _Found, lexicon: Lexicon) -> int:
    """A word behind, where the two have a line or a part of one ("Assignment – Rahma To – 2")."""
    match = patterns.BEHIND.match(found.behind)
    if (
        not match
        or not patterns.ALONE_BEFORE.search(found.before)
        or not lexicon(found.first).forename
    ):
        return 0
    last = lexicon(found.last)
    whole = last.surname > last.forename  # "Nelson Mandela Bay"
    if (
        whole
        and match["who"].lower() not in EDGE_WORDS
        and not patterns.NAME_FIELD.search(found.before)
    ):
        return 0
    return match.end("who") if _is_like(match["who"], found.last, lexicon) else 0


def _dated(found: _Found, lexicon: Lexicon) -> int:
    """A surname that was taken for a part of the date behind it ("© Vilme Astrel 2021")."""
    match = patterns.BEFORE_YEAR.match(found.behind)
    if not match or match["who"].lower() in DATES or lexicon(match["who"]).common:
        return 0
    return int(match.end("who"))


def _broken(found: _Found, lexicon: Lexicon) -> int:
    """The second half of a word that was broken at the end of a line ("Ame- lie")."""
    match, last = patterns.BROKEN.match(found.behind), patterns.LAST_WORD.search(found.name)
    if not match or not last:
        return 0
    whole = lexicon(last[0] + match["rest"]).named
    part = not lexicon(match["rest"]).common and not lexicon(last[0]).named
    return match.end() if whole or part else 0


def _hyphened(found: _Found, lexicon: Lexicon) -> int:
    """The word that a particle is tied to ("mishari al-swan")."""
    match, last = patterns.TIED.match(found.behind), patterns.LAST_WORD.search(found.name)
    return match.end() if match and last and last[0].lower() in particles() else 0


def _initials_in_field(found: _Found, lexicon: Lexicon) -> int:
    """The initials that a field asks for ("Surname, Initials: Okri, N. Project")."""
    match = patterns.FIELD_INITIALS.match(found.behind)
    return match.end() if match and patterns.INITIALS_FIELD.search(found.before) else 0


def _small_initial(found: _Found, lexicon: Lexicon) -> int:
    """The initial behind a comma where all is written small ("rafeeq, a.")."""
    match = patterns.SMALL_INITIAL.match(found.behind)
    alone = match and found.name.islower() and patterns.ALONE_BEFORE.search(found.before)
    return match.end() if match and alone else 0


def _tied_behind(found: _Found, lexicon: Lexicon) -> int:
    """A word that an underscore ties to the name ("Amelie_STAR")."""
    match = patterns.TIED_BEHIND.match(found.behind)
    return match.end() if match and lexicon(match["who"]).named else 0


def _is_like(word: str, beside: str, lexicon: Lexicon) -> bool:
    """Is a word known as a name, and written as the one beside it?"""
    case = case_of(word)
    if case == MIXED or case != case_of(beside):
        return False
    known = lexicon(word)
    least = 1 + ((case == LOWER and known.common) or word.lower() in EDGE_WORDS)
    return max(known.forename, known.surname) >= least and not known.cue


_Grows = Callable[[_Found, Lexicon], int]
_BACKWARDS: tuple[_Grows, ...] = (
    _cell_before,
    _titled,
    _day,
    _tied_before,
    _particle,
    _opening,
    _shortened,
    _before_initial,
    _glued_before,
    _family_before,
)
_FORWARDS: tuple[_Grows, ...] = (
    _cell_behind,
    _dated,
    _ending,
    _broken,
    _hyphened,
    _small_initial,
    _initials_in_field,
    _tied_behind,
    _given_behind,
)
