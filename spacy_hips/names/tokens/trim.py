"""Takes off the ends of a found name what is none of it: cue words, offices, days, marks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from spacy.tokens import Doc, Token

from ...lexicon.cues import (
    BEFORE_DAYS,
    CHAT_WORDS,
    DEGREES,
    EDGE_WORDS,
    ENDING_NAMES,
    OFFICES,
    OPENING_NAMES,
    SELF_BEFORE,
)
from ...lexicon.person_words import ADDRESSES, BORNE_ADDRESSES, DAYS, SHORT_DAYS
from ...lexicon.tables import particles
from ...lexicon.words import LOWER, TITLE, Lexicon
from .links import is_particle
from .spacing import HYPHENS

_DASHES = HYPHENS | frozenset("–—")
_INTRODUCTIONS = tuple(words for words in SELF_BEFORE if len(words) > 1)  # Im is a surname
_INTRODUCING = frozenset(word for words in _INTRODUCTIONS for word in words)
_OWNERS = frozenset({"my", "our", "his", "her", "their", "your", "the", "a"})
_GREETS = frozenset({"regards", "wishes", "from", "to", "of", "you"})
_KISSES = re.compile(r"x{2,}|(?:xo)+x?|(?:ox)+", re.I)
_FORMS = (("s", ""), ("es", ""), ("ed", ""), ("ed", "e"))  # "borrows" is in no list of words
_DAYS_OF_SCHEDULE = 2
_SHORT_DAY = re.compile(rf"\b(?:{'|'.join(sorted(SHORT_DAYS))})\b")
_TURNS = (re.compile(r"^Q[.:]", re.M), re.compile(r"^A[.:]", re.M))
_POSTCODE = re.compile(r"[^\W\d_]+-\d{5,6}")


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
    if end - start == 1 and (_is_forename(doc[start], lexicon) or _acts(doc, start, lexicon)):
        return start, end
    if _answers(doc, start):
        start += 1
    start += _foreign_words(doc, start, end, lexicon)
    while (
        start < end
        and not _opens_with_particle(doc, start, end)
        and not _opens_name(doc, start, end)
        and not _is_borne(doc, start, start, end, lexicon)
        and (_is_edge(doc[start], lexicon) or _begins_behind(doc, start, end, lexicon))
    ):
        start += 1
    if start < end:
        start = min(end, start + _introduction(doc, start))
    while office := office_before(doc, start, end, lexicon):
        start += office
    if _ends_with_postcode(doc, start, end) or _ends_with_day(doc, start, end):
        end -= 2
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


def _foreign_words(doc: Doc, start: int, end: int, lexicon: Lexicon) -> int:
    """How many of the first words are of a sentence in another language ("nos habló de Ana Okri").

    One alone could be a forename in small letters that no table knows.
    """
    words = [lexicon.of(token) for token in doc[start:end]]
    small = next((i for i, word in enumerate(words) if word.case != LOWER), 0)
    titled = small < len(words) and words[small].case == TITLE
    leading = [token for token in doc[start : start + small] if token.text not in particles()]
    foreign = len(leading) > 1 and not any(lexicon.of(token).named for token in leading)
    return small if titled and foreign else 0


def _introduction(doc: Doc, start: int) -> int:
    """How many tokens from here on still say that a name follows ("Ich heiße Ana")."""
    if doc[start].lower_ not in _INTRODUCING:
        return 0
    for words in _INTRODUCTIONS:
        for before in range(min(len(words), start + 1)):
            there = doc[start - before : start - before + len(words)]
            if tuple(token.lower_ for token in there) == words:
                return len(words) - before
    return 0


def _begins_behind(doc: Doc, start: int, end: int, lexicon: Lexicon) -> bool:
    """Is the first word an ordinary one before a capital, so none of the name ("little Ana")?"""
    if start + 1 == end or not doc[start].whitespace_:
        return False
    word, following = lexicon.of(doc[start]), lexicon.of(doc[start + 1])
    ordinary = word.case == LOWER and (word.common or _ends_sentence(doc, start))
    return ordinary and following.case == TITLE


def _ends_sentence(doc: Doc, i: int) -> bool:
    """Is it a letter with the full stop of the sentence before ("for every n. Gauss proved")?"""
    letter = len(doc[i]) == 2 and doc[i].text[0].islower() and doc[i].text[1] == "."
    return letter and i > 0 and bool(doc[i - 1].whitespace_) and doc[i - 1].text[-1:].isalnum()


def _opens_with_particle(doc: Doc, start: int, end: int) -> bool:
    """Is the first word one that belongs to the surname behind it ("Ms. ter Horst")?"""
    if start + 1 == end or doc[start].text not in particles() or doc[start].text in EDGE_WORDS:
        return False
    return _is_capital(doc[start + 1]) or doc[start + 1].text in particles()


def begins_with_day(doc: Doc, start: int, end: int) -> bool:
    """Is the first of several words a day and no name ("every Sunday Ana and I")?

    doc (Doc): The document.
    start, end (int): The tokens of a found name.
    RETURNS (bool): Whether it is.
    """
    if not 0 < start < end - 1 or doc[start].lower_ not in DAYS:
        return False
    return doc[start - 1].lower_ in BEFORE_DAYS


def _ends_behind(doc: Doc, start: int, end: int, lexicon: Lexicon) -> bool:
    """Is the last word none of the name: a cue word, or an ordinary one ("Ana more")?"""
    if _is_handle(doc, start, end):
        return False
    word, first = lexicon.of(doc[end - 1]), lexicon.of(doc[start])
    apart = end - 1 > start and doc[end - 2].whitespace_
    if apart and _KISSES.fullmatch(doc[end - 1].text):  # "Love, Ana xx"
        return True
    if apart and end - 2 > start and is_particle(doc[end - 2]):  # "ilef el bacon"
        return False
    if apart and (word.case, first.case) == (LOWER, TITLE) and _is_word(doc[end - 1], lexicon):
        return True
    if apart and _ends_name(doc, end, lexicon):
        return False
    if _is_borne(doc, end - 1, start, end, lexicon):
        return False
    return _is_edge(doc[end - 1], lexicon) and not _is_name(doc, start, end, lexicon)


def _is_borne(doc: Doc, i: int, start: int, end: int, lexicon: Lexicon) -> bool:
    """May a word for a relative be the person's forename or surname ("Papa Diop", "Maria Papa")?"""
    token = doc[i]
    if token.lower_ not in ADDRESSES or end - start == 1 or not _is_capital(token):
        return False
    return i > start or token.lower_ in BORNE_ADDRESSES or lexicon.of(token).named


def _opens_name(doc: Doc, start: int, end: int) -> bool:
    """Does a name begin with this cue word ("with Son Heung-min", not "my Son Ben")?

    Within a sentence, behind "by" or a colon, or where the two have the line.
    """
    if doc[start].text not in OPENING_NAMES or start + 1 == end or not _is_capital(doc[start + 1]):
        return False
    before = doc[start - 1] if start else None
    if before is None or "\n" in before.text:
        return end == len(doc) or "\n" in doc[end].text
    inside = before.text.islower() and before.text.isalpha() and before.lower_ not in _OWNERS
    return bool(inside) or before.lower_ in ("by", ":")


def _ends_name(doc: Doc, end: int, lexicon: Lexicon) -> bool:
    """Is the last word the surname of a lone forename ("Courtney Love said"), no "Love, Ben"?"""
    first = lexicon.of(doc[end - 2])
    if doc[end - 1].text not in ENDING_NAMES or first.case != TITLE:
        return False
    if first.forename <= first.surname:
        return False
    after, then = ([*doc[end : end + 2], None, None])[:2]
    if after is None or "\n" in after.text or after.text in (".", ";", ")", "(", "'s", "’s"):
        return True
    if after.text == ",":
        return then is None or not _is_capital(then)
    return _goes_on(after)


def _goes_on(token: Token) -> bool:
    """Is it what somebody does, who was named before, and no word of a closing ("Best wishes")?"""
    return token.text.isalpha() and token.text.islower() and token.text not in _GREETS


def _is_word(token: Token, lexicon: Lexicon) -> bool:
    """Is it an ordinary word, or a form of one that nobody is called ("Okonkwo borrows")?"""
    word, form = lexicon.of(token), token.text
    stems = (form.removesuffix(end) + e for end, e in _FORMS if form.endswith(end))
    return word.common or (not word.named and any(lexicon(stem).common for stem in stems))


def _is_handle(doc: Doc, start: int, end: int) -> bool:
    """Does an underscore tie the last word to a name ("ana_swan"), and is it no word of files?"""
    tied = end - 2 > start and doc[end - 2].text == "_" and not doc[end - 2].whitespace_
    return tied and doc[end - 1].lower_ not in EDGE_WORDS


def _ends_with_postcode(doc: Doc, start: int, end: int) -> bool:
    """Does a town with its postcode stand behind the name and a comma ("Ana, KOLKATA-700001")?"""
    behind = end - start > 2 and doc[end - 2].text == ","
    return behind and _POSTCODE.fullmatch(doc[end - 1].text) is not None


def _ends_with_day(doc: Doc, start: int, end: int) -> bool:
    """Does the day of a post stand behind the name and a dash ("by Ana - Tuesday, 5 March")?"""
    dashed = end - start > 2 and doc[end - 2].text in _DASHES and doc[end - 2].whitespace_
    return bool(dashed) and doc[end - 1].lower_ in DAYS


def _is_name(doc: Doc, start: int, end: int, lexicon: Lexicon) -> bool:
    """Is the cue word at the end a surname that is often one, with a capital ("Hasna Ben Said")?"""
    word = lexicon.of(doc[end - 1])
    return end - 1 > start and word.case == TITLE and min(word.forename, word.surname) > 1


def _is_forename(token: Token, lexicon: Lexicon) -> bool:
    """Is it a forename though it is a cue word, too ("my flatmate Dean")?"""
    word = lexicon.of(token)
    return word.case == TITLE and word.forename > 1 and token.lower_ in DEGREES


def _acts(doc: Doc, i: int, lexicon: Lexicon) -> bool:
    """Is a word of closings somebody's forename here, who does or says something?

    "Love ran it", "Love: hi".
    """
    if doc[i].text not in ENDING_NAMES or not lexicon.of(doc[i]).forename or i + 1 == len(doc):
        return False
    return doc[i + 1].text == ":" or _goes_on(doc[i + 1])


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
        text = doc.text
        days = {day[:3] for day in _SHORT_DAY.findall(text)}
        turns = all(len(turn.findall(text)) > 1 for turn in _TURNS)
        _READ[doc] = _Habits(len(days) > _DAYS_OF_SCHEDULE, turns)
    return _READ[doc]


def _is_edge(token: Token, lexicon: Lexicon) -> bool:
    if token.lower_ in EDGE_WORDS or token.text in CHAT_WORDS:
        return True
    word = lexicon.of(token)
    return word.case == LOWER and word.common and not word.named


def office_before(doc: Doc, start: int, end: int, lexicon: Lexicon) -> int:
    """How many tokens are an office before a capital: "Chief" has one, "Capt" and its stop two.

    doc (Doc): The document.
    start, end (int): The tokens of a found name.
    lexicon (Lexicon): Looks word forms up.
    RETURNS (int): How many of the first ones; 0 where there is no office.
    """
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
