"""Takes in what stands beside a found name and belongs to it: words, initials, other halves."""

from __future__ import annotations

import re

from spacy.tokens import Doc, Token

from ...lexicon.cues import BEHIND_INITIALS, EDGE_WORDS, NO_FIRST_WORDS, NO_FORENAMES
from ...lexicon.person_words import DAYS
from ...lexicon.words import LOWER, TITLE, Lexicon
from .links import is_particle
from .spacing import is_half, is_hyphen, is_wide, wide_gap
from .trim import office_before

_OPENS_ITEM = re.compile(r"(?:\A|\n|[•*;|,])[^\S\n]*\Z")
_ENDS_ITEM = re.compile(r"[^\S\n]*(?:[•*;|,\n]|\Z)")
_OPENS_LINE = re.compile(r"(?:\A|\n|\b[Bb][Yy]\s|:\s?)\Z")
_GOES_ON = re.compile(r" [a-zß-öø-ÿ]{2}|[,;)]|\s*(?:\n|\Z)")
_TO_DOES = re.compile(r" (?:is|has|[a-z]{3,}(?:ed|(?<![us])s)) ")
_ENDS_PART = re.compile(r"[,;.)'’]| \(|[^\S\n]*\n\s*\n")
_INNER_MARKS = frozenset(",;)'’")
_MARKS = _INNER_MARKS | frozenset(".:!?")
_NO_FIRST = NO_FORENAMES | NO_FIRST_WORDS
_PARTICLES = frozenset({"Ibn", "Bint", "Binti", "Abu", "Von", "Der", "Della"})
"""With a capital, too, those that are no name by themselves ("Le", "Ben", "Du" are)."""
_SYLLABLE = 6  # letters of the other half of a given name
_NEAR = 40  # characters that are looked at


def extend(
    doc: Doc, text: str, start: int, end: int, room: tuple[int, int], lexicon: Lexicon
) -> tuple[int, int]:
    """Take in a neighbour on the same line that is written as a name and known as one.

    doc (Doc): The document.
    text (str): Its text, which spaCy puts together anew at each access.
    start, end (int): The tokens of a found name.
    room (tuple[int, int]): How far it may grow: not into another name.
    lexicon (Lexicon): Looks word forms up.
    RETURNS (tuple[int, int]): The tokens of the whole name.
    """
    low, high = room
    while (
        start > low
        and _joins(doc, text, start - 1, start, doc[start - 1], lexicon)
        and not office_before(doc, start - 1, end, lexicon)
    ):
        start -= 1
    while end < high and _joins(doc, text, end - 1, end, doc[end], lexicon):
        end += 1
    if end == start + 1 and end < high and _is_last_name(doc, text, start, end, lexicon):
        end += 1
    if start + 1 < end < high and _is_behind_particle(doc, text, end, lexicon):
        end += 1
    if end < high and (
        _is_last_initial(doc, text, end) or _is_word_behind(doc, text, end, lexicon)
    ):
        end += 1
    if start > low and _is_before(doc, text, start, end, low, lexicon):
        start -= 1
    return _whole_word(doc, start, end, room, lexicon)


def _whole_word(
    doc: Doc, start: int, end: int, room: tuple[int, int], lexicon: Lexicon
) -> tuple[int, int]:
    """Take in the other part of a hyphenated name, of which the encoder may know one part only.

    So, too, the end of a word that the tokenizer takes for two ("Arent", as if it were "aren't").
    """
    low, high = room
    while end < high and is_half(doc, end):
        end += 1
    while end + 1 < high and is_hyphen(doc, end) and _is_second_half(doc[end + 1], lexicon):
        end += 2
    while start > low + 1 and is_hyphen(doc, start - 1) and doc[start - 2].text[:1].isupper():
        start -= 2
    return start, end


def _is_second_half(token: Token, lexicon: Lexicon) -> bool:
    """Is it the other part of a hyphenated name, in small letters too ("Lee Min-jun")?"""
    if token.text[:1].isupper():
        return True
    return token.text.isalpha() and len(token) <= _SYLLABLE and not lexicon.of(token).common


def _is_last_initial(doc: Doc, text: str, end: int) -> bool:
    """Is the letter behind a name the initial of its surname ("Ana R", "Ana R.")?

    A letter may also begin a sentence, so it has to stand before a full stop, a mark or a gap, or
    before small letters ("Ana R went"): where it is a word, before those that follow a name ("Ana A
    was").
    """
    letter = doc[end].text.rstrip(".")
    if len(letter) != 1 or not letter.isalpha() or wide_gap(doc, text, end - 1, end):
        return False
    if not doc[end - 1].whitespace_ or not doc[end - 1].text[-1:].isalnum():
        return False
    stop = doc[end].idx + len(doc[end])
    behind = text[stop : stop + 2]
    if letter.islower():
        # "laila a, who", where all names are written so, and "Laila a. went"
        small = doc[end - 1].text.islower() and behind[:1] in _INNER_MARKS
        return small or _is_stopped(doc[end].text, text[stop : stop + _NEAR])
    if behind[:1] == " " and behind[1:].islower() and not _is_letter_word(doc, letter, end):
        return True
    return doc[end].text.endswith(".") or not behind.strip() or behind[0] in "\n\t,;:).'’"


def _is_letter_word(doc: Doc, letter: str, at: int) -> bool:
    """Is the letter behind a name a word, the article "A" or the pronoun "I"?"""
    article = letter == "A" and doc[at + 1].text not in BEHIND_INITIALS
    return article or letter == "I"


def _is_stopped(letter: str, behind: str) -> bool:
    """Is a small letter an initial, by a full stop that ends no sentence? "v." parts parties."""
    rest = behind if letter.endswith(".") else behind[1:] if behind.startswith(".") else None
    return rest is not None and letter[0] != "v" and _GOES_ON.match(rest) is not None


def _is_behind_particle(doc: Doc, text: str, end: int, lexicon: Lexicon) -> bool:
    """Does a capital stand behind a particle that ends a name ("Norliza binti Monday")?"""
    particle = is_particle(doc[end - 1]) or doc[end - 1].text in _PARTICLES
    if not particle or wide_gap(doc, text, end - 1, end):
        return False
    return bool(doc[end - 1].whitespace_) and lexicon.of(doc[end]).case == TITLE


def _is_word_behind(doc: Doc, text: str, end: int, lexicon: Lexicon) -> bool:
    """Is the word behind a name, with a capital and before a mark, a part of it ("Ana Will,")?

    Else a word that begins a sentence could stand there.
    """
    token = doc[end]
    word, before = lexicon.of(token), lexicon.of(doc[end - 1])
    if (word.case, before.case) != (TITLE, TITLE) or max(word.forename, word.surname) < 2:
        return False
    if word.cue or not doc[end - 1].whitespace_ or wide_gap(doc, text, end - 1, end):
        return False
    behind = token.idx + len(token)
    mark = text[behind : behind + 1]
    if token.lower_ in EDGE_WORDS:  # "Ana To,": not even "to" has a capital there
        does = token.text == "To" and _TO_DOES.match(text, behind) is not None  # "Ana To says"
        ends = _ENDS_PART.match(text, behind) is not None
        return word.surname > 1 and (does or ends)
    return mark in _MARKS


def _is_word_before(doc: Doc, text: str, start: int, end: int, lexicon: Lexicon) -> bool:
    """Is the word before a name a forename, though an ordinary word ("and Drew Ruiz, who")?

    Only inside a sentence, where a word that is none has no capital, and in a list of names.
    """
    token, before = doc[start - 1], doc[start - 2]
    word, name = lexicon.of(token), lexicon.of(doc[start])
    if (word.case, name.case) != (TITLE, TITLE) or not word.forename or word.cue:
        return False
    if not token.whitespace_ or wide_gap(doc, text, start - 1, start):
        return False
    if token.lower_ in NO_FORENAMES:  # a day on a line of its own: rather a name than left there
        return token.lower_ in DAYS and _has_line(doc, text, start - 1, end)
    inside = before.text.islower() and before.text.isalpha() and before.whitespace_
    return bool(inside) or _is_item(doc, text, start - 1, end)


def _is_before(doc: Doc, text: str, start: int, end: int, low: int, lexicon: Lexicon) -> bool:
    """Does the word before belong to a name: an initial, a particle, a forename that is a word?"""
    if start > low + 1 and _is_first_initial(doc, text, start - 1):
        return True
    if start > low and is_particle(doc[start - 1]) and _has_line(doc, text, start - 1, end):
        return not wide_gap(doc, text, start - 1, start)  # "Name: della ruiz okri"
    if start > low + 1 and _is_word_before(doc, text, start, end, lexicon):
        return not office_before(doc, start - 1, end, lexicon)
    return end == start + 1 and _is_first_word(doc, text, start, lexicon)


def _is_first_word(doc: Doc, text: str, start: int, lexicon: Lexicon) -> bool:
    """Is the first word of a sentence the forename of a lone surname ("Will Okri checked it")?

    It may also be a question. In doubt it is hidden.
    """
    token = doc[start - 1]
    word, name = lexicon.of(token), lexicon.of(doc[start])
    if (word.case, name.case) != (TITLE, TITLE) or not word.forename or word.cue:
        return False
    if name.forename or name.common or token.lower_ in _NO_FIRST:
        return False
    before = doc[start - 2] if start > 1 else None
    opens = before is None or "\n" in before.text or before.text[-1] in ".!?"
    return opens and bool(token.whitespace_) and not wide_gap(doc, text, start - 1, start)


def _is_item(doc: Doc, text: str, start: int, end: int) -> bool:
    """Do marks of a list, or the ends of a line, stand on both sides of these words?"""
    before, behind = _around(doc, text, start, end)
    return _OPENS_ITEM.search(before) is not None and _ENDS_ITEM.match(behind) is not None


def _has_line(doc: Doc, text: str, start: int, end: int) -> bool:
    """Have these words a line to themselves, but for a "by" or "Name:" in front of them?"""
    before, behind = _around(doc, text, start, end)
    return behind[:1] in ("", "\n") and _OPENS_LINE.search(before) is not None


def _around(doc: Doc, text: str, start: int, end: int) -> tuple[str, str]:
    """The characters on both sides of these words, as far as is looked at."""
    first, stop = doc[start].idx, doc[end - 1].idx + len(doc[end - 1])
    return text[max(0, first - _NEAR) : first], text[stop : stop + _NEAR]


def _is_first_initial(doc: Doc, text: str, i: int) -> bool:
    """Is the letter in front of a name that of its forename ("as A Ruiz had said")?

    In the middle of a sentence hardly another capital stands alone before a name, but for "I". In
    small letters it is one with a stop and behind a mark ("made by: a. ruiz").
    """
    token, before = doc[i], doc[i - 1]
    if _is_small_initial(token) and doc[i + 1].text.islower():
        return not before.text[-1:].isalnum() and not wide_gap(doc, text, i, i + 1)
    if len(token) != 1 or not token.text.isupper() or token.text == "I" or not token.whitespace_:
        return False
    in_sentence = before.text.islower() and before.text.isalpha() and before.whitespace_
    return bool(in_sentence) and not wide_gap(doc, text, i, i + 1)


def _is_small_initial(token: Token) -> bool:
    return len(token) == 2 and token.text[0].islower() and token.text[1] == "."


def _is_last_name(doc: Doc, text: str, start: int, end: int, lexicon: Lexicon) -> bool:
    """Is the word behind a lone forename its surname, though an ordinary word ("Ana Low")?

    Only where the two stand by themselves: at the start of a line or behind a colon, and before
    its end or a wide gap.
    """
    first, last = doc[start], doc[end]
    word = lexicon.of(last)
    if word.case != TITLE or not word.surname or word.cue:
        return False
    if last.lower_ in EDGE_WORDS and word.surname < 2:  # "Ana To" and "Hasna Said" are names
        return False
    if not lexicon.of(first).forename or wide_gap(doc, text, start, end):
        return False
    before, behind = _around(doc, text, start, end + 1)
    blank_before = before[len(before.rstrip()) :]
    blank_behind = behind[: len(behind) - len(behind.lstrip())]
    opens = is_wide(blank_before) or not before.strip() or before.rstrip().endswith(":")
    return opens and (is_wide(blank_behind) or not behind.strip())


def _joins(doc: Doc, text: str, left: int, right: int, token: Token, lexicon: Lexicon) -> bool:
    if wide_gap(doc, text, left, right) or not doc[left].whitespace_ or token.is_space:
        return False
    word = lexicon.of(token)
    known = word.forename >= 2 or word.surname >= 2
    return known and not word.common and word.case != LOWER and token.lower_ not in EDGE_WORDS
