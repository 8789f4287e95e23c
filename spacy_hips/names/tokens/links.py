"""What joins two found parts to one name: an initial, a particle or a hyphen between them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import regex
from spacy.tokens import Doc, Token

from ...labels import NAME_LABELS
from ...lexicon.tables import fold, particles
from .spacing import is_hyphen

_WIDE = regex.compile(r"[\t\r\n]|\s{3}")
# A particle does not end an item of a list, so a line was broken behind it ("Ana de\nSouza").
_BROKEN = regex.compile(r" ?(?:\p{Ll}+ )*\p{Ll}+ ?\r?\n[^\S\n]*")
_INITIALS = regex.compile(r"(?:\p{L}\.)+")
_AGAINST = "v."  # parts the names of a case at court ("Ana v. Ben")
# Particles that are ordinary English words, that join two people, or that are a forename.
_ORDINARY = frozenset(("ad", "an", "as", "at", "ben", "do", "e", "in", "o", "us", "y"))

Run = tuple[int, int, str]


def linked(doc: Doc, text: str, runs: Sequence[Run]) -> list[Run]:
    """Put together what was found on both sides of an initial, a particle or a hyphen.

    "ana r. ruiz", "Professor Van  der Aa": the small word in the middle is easily overlooked or
    taken for a beginning, and wide or hard blanks part names else.

    doc (Doc): The document.
    text (str): Its text.
    runs (Sequence): What was found, by place: first token, the one behind the last, and label.
    RETURNS (list): The same, with such parts as one.
    """
    out: list[Run] = []
    for start, end, label in runs:
        same = bool(out) and out[-1][2] == label and label in NAME_LABELS
        if same and _are_linked(doc, text, out[-1], (start, end, label)):
            out[-1] = (out[-1][0], end, label)
        else:
            out.append((start, end, label))
    return out


def _are_linked(doc: Doc, text: str, left: Run, right: Run) -> bool:
    """Does nothing but initials and particles stand between the names in two runs, or a hyphen?"""
    if _is_second_half(doc, left[1], right[0]):
        return True
    last, first = left[1] - 1, right[0]
    while last > left[0] and _is_link(doc[last]):
        last -= 1
    while first < right[1] - 1 and _is_link(doc[first]):
        first += 1
    between = doc[last + 1 : first]
    if not all(t.is_space or _is_link(t) for t in between) or not any(map(_is_link, between)):
        return False
    ended = _is_initial(doc[left[1] - 1]) and _is_initial(doc[right[0]])  # "Okri I. A. Smith"
    if ended or not doc[last].text[-1].isalpha():
        return False
    gap = doc[last].idx + len(doc[last]), doc[first].idx
    return not _WIDE.search(text, *gap) or bool(_BROKEN.fullmatch(text, *gap))


def _is_second_half(doc: Doc, hyphen: int, half: int) -> bool:
    """Does a hyphen tie small letters to the name before ("Lee Min-jun")?"""
    return half == hyphen + 1 and is_hyphen(doc, hyphen) and doc[half].text.islower()


def _is_link(token: Token) -> bool:
    word = token.text
    if _is_initial(token):
        return len(word) == 2 and word.lower() != _AGAINST
    return is_particle(token)


def is_particle(token: Token) -> bool:
    """Is this a particle of a surname in small letters, and no ordinary word ("binti", "der")?

    token (Token): A token.
    RETURNS (bool): Whether it is.
    """
    return token.text.islower() and fold(token.text) in _particle_words()


def _is_initial(token: Token) -> bool:
    return bool(_INITIALS.fullmatch(token.text))


@lru_cache(maxsize=1)
def _particle_words() -> frozenset[str]:
    return frozenset(w for p in particles() for w in p.split()) - _ORDINARY
