"""What a comma does in what was found: it parts the names of a list, or belongs to "Okri, Tomé"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from spacy.tokens import Doc, Token

from ...labels import NAME_LABELS
from ...lexicon.cues import AT_BIRTH
from ...lexicon.words import Lexicon
from .ends import is_file, is_noted

_NEAR = 40  # characters in front of a name that are looked at
_LIST = 12  # tokens of a list of surnames that are looked at on each side


def listed(doc: Doc, start: int, end: int) -> list[tuple[int, int]]:
    """A list such as "N. Okri, T. Silva" or "Ana Okri¹, Tomé Silva²" at its commas.

    So are cited surnames ("(Okri, Silva, & Ito, 2009; Bah, Ruiz, ..."), names of files, what
    somebody was called at birth ("Ana Okri née Silva"), and a name that is said twice. A comma as
    in "Okri, N." belongs to the name.

    doc (Doc): The document.
    start, end (int): The first token of a name, and the one behind the last.
    RETURNS (list): The names in it, in tokens.
    """
    every = _is_initial(doc[start]) or _is_cited(doc, start, end)
    cuts = [i for i in range(start + 1, end) if _cuts(doc, i, every)]
    pieces = [(left + 1, right) for left, right in pairwise([start - 1, *cuts, end])]
    return [(left, right) for left, right in pieces if left < right]


def _cuts(doc: Doc, i: int, every: bool) -> bool:
    """Does the token part two names? A comma does so where `every` one does, or behind a file."""
    if doc[i].text in AT_BIRTH:
        return True
    before = doc[i - 1].text
    again = any(token.text == before for token in doc[i + 1 : i + 3])  # "I'm Ana, Ana Ruiz"
    return doc[i].text == "," and (every or again or is_noted(before) or is_file(before))


def _is_cited(doc: Doc, start: int, end: int) -> bool:
    """Does it stand between a bracket or a semicolon and ", &", with no initials in it?

    Other surnames of the list may stand on both sides: the finder need not have found them as one.
    """
    if any(_is_initial(token) for token in doc[start:end]):
        return False
    first, last = start - 1, end
    while first >= max(0, start - _LIST) and _is_in_list(doc[first]):
        first -= 1
    while last < min(len(doc) - 1, end + _LIST) and _is_in_list(doc[last]):
        last += 1
    opened = first >= 0 and doc[first].text in ("(", ";")
    return opened and last < len(doc) and doc[last].text == "&" and doc[last - 1].text == ","


def _is_in_list(token: Token) -> bool:
    """Is it a surname, or what parts two of them or the halves of one?"""
    return token.text in (",", "-") or (token.text[0].isupper() and not _is_initial(token))


def inverted(
    doc: Doc, text: str, runs: Sequence[tuple[int, int, str]], lexicon: Lexicon
) -> list[tuple[int, int, str]]:
    """Put "Okri, Tomé" at the beginning of a line together where it was found as two names.

    doc (Doc): The document.
    text (str): Its text.
    runs (Sequence): What was found, by place: first token, the one behind the last, and label.
    lexicon (Lexicon): Tells forenames from surnames.
    RETURNS (list): The same, with such pairs as one.
    """
    out: list[tuple[int, int, str]] = []
    starts = [start for start, _, _ in runs] + [len(doc)]
    for n, (start, end, label) in enumerate(runs):
        listed = end < len(doc) and doc[end].text == "," and starts[n + 1] == end + 1
        near = bool(out) and out[-1][1] >= start - 1 and out[-1][2] == label
        pair = near and label in NAME_LABELS and not listed
        if pair and _is_inverted(doc, text, out[-1][0], start, lexicon):
            out[-1] = (out[-1][0], end, label)
        else:
            out.append((start, end, label))
    return out


def _is_inverted(doc: Doc, text: str, first: int, given: int, lexicon: Lexicon) -> bool:
    """Does a surname open the line, and a forename stand behind the comma?"""
    comma = given - 1
    if comma == first or doc[comma].text != "," or not doc[comma].whitespace_:
        return False
    opening, last, name = (lexicon.of(doc[i]) for i in (first, comma - 1, given))
    if _is_initial(doc[first]) or opening.forename > opening.surname:
        return False
    family = (last.surname - last.forename) + (name.forename - name.surname)
    return family > 0 and _opens_line(doc, text, first)


def _opens_line(doc: Doc, text: str, i: int) -> bool:
    """Does the token stand at the beginning of a line or behind a field's colon?"""
    before = text[max(0, doc[i].idx - _NEAR) : doc[i].idx]
    bare = before.rstrip(" \t")
    return not bare or bare[-1] in "\n:"


def _is_initial(token: Token) -> bool:
    return len(token.text) == 2 and token.text[0].isupper() and token.text[1] == "."
