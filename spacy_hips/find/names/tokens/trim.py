"""Takes off the ends of a found name what is none of it: cue words, offices, days, marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from ....core.body import text_of
from ....core.later import re
from ....text.lexicon.cues import DEGREES, OFFICES, greetings, is_chat_word, is_edge_word, nobodies
from ....text.lexicon.person_words import BORN, SHORT_DAYS
from ....text.lexicon.words import LOWER, TITLE, Lexicon

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_KISSES = re.compile(r"x{2,}|(?:xo)+x?|(?:ox)+", re.I)
_EMBRACES = re.compile(r"(?:xo)+x?|(?:ox)+o?", re.I)
_FORMS = (("s", ""), ("es", ""), ("ed", ""), ("ed", "e"))  # "borrows" is in no list of words
_OWNERS = frozenset(("my", "our", "your", "his", "her", "their", "the"))
_DAYS_OF_SCHEDULE = 2
_SHORT_DAY = re.compile(rf"\b(?:{'|'.join(sorted(SHORT_DAYS))})\b")
_TURNS = (re.compile(r"^Q[.:]", re.M), re.compile(r"^A[.:]", re.M))


@dataclass(frozen=True)
class _Habits:
    """How a document is written.

    schedule (bool): It shortens several days of the week.
    turns (bool): Questions begin with "Q" and answers with "A".
    """

    schedule: bool
    turns: bool


_READ: WeakKeyDictionary[Doc, _Habits] = WeakKeyDictionary()


def strip_cues(doc: Doc, start: int, end: int, lexicon: Lexicon) -> tuple[int, int]:
    """Take cue words, field names and offices ("by", "Hey", "Name :", "Chief") off the ends.

    doc (Doc): The document.
    start, end (int): The tokens of a found name.
    lexicon (Lexicon): Looks word forms up.
    RETURNS (tuple[int, int]): The tokens that are left; none where start is end.
    """
    if end - start == 1 and _is_forename(doc[start], lexicon):
        return start, end
    if _answers(doc, start):
        start += 1
    while start < end and (
        _is_edge(doc[start], lexicon)
        or _begins_behind(doc, start, end, lexicon)
        or _greets(doc, start, end)
    ):
        start += 1
    if end - start == 1 and _greets(doc, start - 1, end) and _is_nobody(doc[start], lexicon):
        return start, start
    while office := _office_before(doc, start, end, lexicon):
        start += office
    while end > start and _ends_behind(doc, start, end, lexicon):
        end -= 1
    return (start, start) if _is_weekday(doc, start, end) else (start, end)


def strip_marks(doc: Doc, start: int, end: int) -> tuple[int, int]:
    """Take tokens without a letter or digit off the ends.

    doc (Doc): The document.
    start, end (int): The tokens of what was found.
    RETURNS (tuple[int, int]): The tokens that are left; none where start is end.
    """

    def mark(token: Token) -> bool:
        return not any(c.isalnum() for c in token.text)

    while start < end and mark(doc[start]):
        start += 1
    while end > start and mark(doc[end - 1]):
        end -= 1
    return start, end


def _greets(doc: Doc, start: int, end: int) -> bool:
    """Is the first word a greeting in small letters before another word ("hej kofi")?"""
    return 0 <= start < end - 1 and bool(doc[start].whitespace_) and doc[start].text in greetings()


def _is_nobody(token: Token, lexicon: Lexicon) -> bool:
    return token.text in nobodies() and not lexicon.of(token).named


def _begins_behind(doc: Doc, start: int, end: int, lexicon: Lexicon) -> bool:
    """Is the first word an ordinary one before a capital, so none of the name ("little Ana")?"""
    if start + 1 == end or not doc[start].whitespace_:
        return False
    word, following = lexicon.of(doc[start]), lexicon.of(doc[start + 1])
    small = doc[start].text.strip(".")
    ordinary = word.case == LOWER and (word.common or small in BORN or _ends_sentence(doc, start))
    return ordinary and following.case == TITLE


def _ends_sentence(doc: Doc, i: int) -> bool:
    """Is it a letter with the full stop of the sentence before ("for every n. Gauss proved")?"""
    letter = len(doc[i]) == 2 and doc[i].text[0].islower() and doc[i].text[1] == "."
    return letter and i > 0 and bool(doc[i - 1].whitespace_) and doc[i - 1].text[-1:].isalnum()


def _ends_behind(doc: Doc, start: int, end: int, lexicon: Lexicon) -> bool:
    """Is the last word none of the name: a cue word, or an ordinary one ("Ana more")?

    One with a capital behind another is rather a surname ("Courtney Love").
    """
    word, first = lexicon.of(doc[end - 1]), lexicon.of(doc[start])
    apart = end - 1 > start and doc[end - 2].whitespace_
    if apart and _KISSES.fullmatch(doc[end - 1].text):  # "Love, Ana xx"
        return True
    if apart and (word.case, first.case) == (LOWER, TITLE) and _is_word(doc[end - 1], lexicon):
        return True
    borne = end - 1 > start and word.case == TITLE
    return not borne and _is_edge(doc[end - 1], lexicon)


def _is_word(token: Token, lexicon: Lexicon) -> bool:
    """Is it an ordinary word, or a form of one that nobody is called ("Okonkwo borrows")?"""
    word, form = lexicon.of(token), token.text
    stems = (form.removesuffix(end) + e for end, e in _FORMS if form.endswith(end))
    return word.common or (not word.named and any(lexicon(stem).common for stem in stems))


def _is_forename(token: Token, lexicon: Lexicon) -> bool:
    """Is it a forename though it is a cue word, too ("my flatmate Dean")?"""
    word = lexicon.of(token)
    return word.case == TITLE and word.forename > 1 and token.lower_ in DEGREES


def _is_weekday(doc: Doc, start: int, end: int) -> bool:
    """Is it one of several days that a schedule shortens ("Sun | 8:30", "Mon | 9:00")?"""
    if end - start > 2 or doc[start:end].text not in SHORT_DAYS:  # "We" and "d" are two tokens
        return False
    return _habits(doc).schedule


def _answers(doc: Doc, start: int) -> bool:
    """Does a question or an answer begin so, and no name ("A. Every Sunday.")?"""
    if doc[start].text.rstrip(".:") not in ("A", "Q") or (
        start and "\n" not in doc[start - 1].text
    ):
        return False
    return _habits(doc).turns


def _habits(doc: Doc) -> _Habits:
    """How a document is written; read once for all names in it."""
    if doc not in _READ:
        text = text_of(doc)
        days = {day[:3] for day in _SHORT_DAY.findall(text)}
        turns = all(len(turn.findall(text)) > 1 for turn in _TURNS)
        _READ[doc] = _Habits(len(days) > _DAYS_OF_SCHEDULE, turns)
    return _READ[doc]


def _is_edge(token: Token, lexicon: Lexicon) -> bool:
    if (
        is_edge_word(token.text)
        or _is_relative(token)
        or is_chat_word(token.text)
        or _EMBRACES.fullmatch(token.text)
    ):
        return True
    word = lexicon.of(token)
    return word.case == LOWER and word.common and not word.named


def _is_relative(token: Token) -> bool:
    """Is it somebody's relative and no name, which it may be, too ("my Son Ben", "Son Nguyen")?"""
    return token.text == "Son" and token.i > 0 and token.nbor(-1).lower_ in _OWNERS


def _office_before(doc: Doc, start: int, end: int, lexicon: Lexicon) -> int:
    """How many tokens are an office before a capital: "Chief" has one, "Capt" and its stop two."""
    if start + 1 >= end:
        return 0
    stop: bool = doc[start + 1].text == "."
    word = doc[start].lower_ + ("." if stop else "")
    following: int = start + 1 + stop
    if following >= end or word not in OFFICES or not _is_capital(doc[following]):
        return 0
    forename = not word.endswith(".") and lexicon.of(doc[start]).forename
    return 0 if forename else following - start


def _is_capital(token: Token) -> bool:
    return bool(token.text[:1].isupper())
