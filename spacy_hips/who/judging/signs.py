"""Signs beside one mention of a person, read off the words to its left and right.

All functions take words and marks in lower case: `left` with the nearest first, `right` as they
follow. A mark is a token of its own, and so is a line end.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from ...core.later import re
from . import cues
from .filter_columns import CLASSES, MASKS

WINDOW = 220
"""Characters of text on either side of a mention whose words are read."""
NEAR, FAR = 4, 24
"""Words on either side that count as near, and at all."""

_TOKEN = re.compile(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*|\d+|[^\w\s]|\n")
# How a word looks, not what is said beside it: "my friend **Ana**", "Mr.~\emph{Ruiz}".
_LOOKS = re.compile(
    r"\\(?:emph|text(?:bf|it|sc|tt|sl)|underline|bf|em|it|sl)(?![A-Za-z])\s?|[{}~`]|\*+(?! )"
    r"|(?<!\w)_+|_+(?!\w)|\[/?[biu]\]"
)
_COMMAND = re.compile(r"\\([A-Za-z]+)\*?(?:\[[^\]]*\])?\{(?:[^{}]|\{[^{}]*\})*\Z")

Tokens = Sequence[str]


def tokens_before(text: str, start: int) -> list[str]:
    """Words and marks in front of a mention, the nearest first."""
    found = _tokens(text[max(0, start - WINDOW) : start])
    found.reverse()
    return found


def tokens_after(text: str, end: int) -> list[str]:
    """Words and marks behind a mention."""
    return _tokens(text[end : end + WINDOW])


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(unmarked(text).lower().replace("’", "'"))


def unmarked(text: str) -> str:
    """A text without the marks that say how a word looks ("\\emph{Ana}", "**Ana**")."""
    return _LOOKS.sub(" ", text)


def title_before(left: Tokens) -> int:
    """How many words and marks directly before a name are its titles."""
    at = 0
    while at < len(left):
        dot = left[at] == "." and at + 1 < len(left)
        if left[at + dot] not in cues.TITLES:
            break
        at += 1 + dot
    return at


def masks(tokens: Tokens) -> tuple[int, int]:
    """The classes of cue words among the near words, and among those farther off."""
    near = far = count = 0
    get = MASKS.get
    for token in tokens:
        if not token[0].isalpha():
            continue
        count += 1
        if count <= NEAR:
            near |= get(token, 0)
        elif count <= FAR:
            far |= get(token, 0)
        else:
            break
    return near, far


def own_words(tokens: Tokens) -> float:
    """How much some words speak of the writer: from 0 to 1, reached where every fifth does."""
    words = [token for token in tokens if token[0].isalpha()]
    own = [word for word in words if word in cues.OWN_WORDS]
    return min(1.0, 5 * len(own) / max(1, len(words)))


def field_word(left: Tokens) -> str:
    """The word before a colon ("Student name: X"), or "" where there is none on the line."""
    at = left[:1] == ["\n"]
    if left[at : at + 1] != [":"]:
        return ""
    for token in left[at + 1 : at + 6]:
        if token in cues.FIELDS or token in cues.MEETING:
            return token
        if token not in cues.FIELD_FILLERS:
            break
    return ""


def command_word(text: str, start: int) -> str:
    """The field of LaTeX that a name stands in ("author" in `\\author{X \\and Y}`), else ""."""
    found = _COMMAND.search(text, max(0, start - WINDOW), start)
    word = found[1].lower() if found else ""
    return word if word in cues.FIELDS else ""


def line_word(left: Tokens, limit: int = 4) -> str:
    """The word with which the line begins that a name ends: "By X", "Submitted by X"."""
    for number, token in enumerate(left[:limit]):
        if token == "\n":
            break
        last = number + 1 >= len(left) or left[number + 1] == "\n"
        if token in cues.FIELDS and (last or left[number + 1] in cues.FIELDS):
            return token
        if not token.isalpha():
            break
    return ""


def word_above(left: Tokens) -> str:
    """The word that has the line above for itself: "Written by", and the name below it."""
    above = list(left[:8])
    if above[:1] != ["\n"]:
        return ""
    while above[:1] == ["\n"]:
        del above[0]
    return line_word(above[above[:1] == [","] :], 2)  # "Presented by,"


def in_page_header(left: Tokens, right: Tokens) -> bool:
    """Is the line a page's header, a name and a number: "X    Page 2", "Page 2 of 9 | X"?

    A comma makes a source of it: "Freire, page 72".
    """
    before, behind = (list(takewhile(lambda token: token != "\n", side)) for side in (left, right))
    if before and behind:
        return False
    words = behind or before[::-1]
    words = [token for token in words if token not in cues.PAGE_MARKS]
    return len(words) > 1 and words[0] in cues.PAGES and _are_numbers(words[1:])


def _are_numbers(tokens: Tokens) -> bool:
    """Is it a number alone, or "2 of 9"?"""
    return len(tokens) < 4 and all(t.isdigit() or t in ("of", "de", "von") for t in tokens)


def is_greeted(left: Tokens, right: Tokens) -> bool:
    """Is the person addressed: "Dear Mr. X", "Hi X,"?"""
    for skipped, token in enumerate(left[:4]):
        if token in cues.GREETINGS:
            return skipped == 0 or not right or right[0] in cues.GREETING_ENDS
        if token not in cues.ADDRESS:
            return False
    return False


def is_signed(left: Tokens, ends: bool) -> bool:
    """Does a closing formula stand before the name: "Best regards,\\nX"?

    left (Sequence[str]): What stands before, the nearest first.
    ends (bool): No sentence runs on behind the name.
    RETURNS (bool): Whether it does; "love" and "thanks" count only where the name ends it.
    """
    parted = False
    for token in left[:6]:
        if token in cues.PARTING:
            parted = True
        elif token in cues.CLOSINGS:
            return token in cues.SURE_CLOSINGS or (parted and ends)
        elif token not in cues.CLOSING_FILLERS:
            return False
    return False


def is_self(left: Tokens) -> bool:
    """Does somebody say their own name: "my name is X", "I am X", "I, X,"?"""
    if declares(left):
        return True
    # A loop, since this is asked of every mention.
    for length in cues.SELF_LENGTHS:  # noqa: SIM110
        if tuple(left[:length]) in cues.SELF_BACKWARDS:
            return True
    return False


def declares(left: Tokens) -> bool:
    """Does somebody say their own name in the way of oaths: "I, X, declare"?"""
    return list(left[:2]) == [",", "i"]


def relation_before(left: Tokens) -> str:
    """A relation before a name: "own" ("my friend X", "I taught a pupil, X"), "named" ("a boy named
    X"), "word" or ""."""
    at, named = 0, False
    while at < len(left) and at < 5 and left[at] in cues.BETWEEN:
        named = named or left[at] in cues.NAMERS
        at += 1
    if at >= len(left) or left[at] not in cues.OWN_RELATIONS:
        return ""
    comma = "," in left[:at]
    # "my sister Ana and aunt Mary"
    reach = 6 if list(left[at + 1 : at + 2]) == ["and"] else 4
    for token in left[at + 1 : at + reach]:
        if token in cues.OWN:
            return "own"
        if not token.isalpha():
            break
    if comma and left[at] in cues.ACQUAINTANCES and _of_ones_own(left[at + 1 : at + 11]):
        return "own"
    if left[at] not in cues.RELATIONS:
        return ""
    return "named" if named else "" if comma else "word"


def _of_ones_own(left: Tokens) -> bool:
    """Does the sentence tell of the writer and of somebody unknown so far ("I ... a")?"""
    sentence = list(takewhile(lambda token: token not in cues.BREAKS, left))
    return not cues.FIRST_PERSONS.isdisjoint(sentence) and not {"a", "an"}.isdisjoint(sentence)


def relation_after(right: Tokens) -> str:
    """A relation behind a name: "own" ("X, my friend", "X is our tutor"), "word" or ""."""
    if not right or right[0] not in cues.RELATION_STARTS:
        return ""
    own = False
    for token in right[1:9]:
        if token in cues.OWN:
            own = True
        elif token in (cues.OWN_RELATIONS if own else cues.RELATIONS):
            return "own" if own else "word"
        elif token in cues.BREAKS or token in cues.VERBS_BETWEEN:
            break
    return ""


def acquainted(left: Tokens, right: Tokens) -> bool:
    """Is somebody said to have met the person: "I asked X", "X told me", "X and I"?"""
    if left[:1] and left[0] in cues.MET and not cues.FIRST_PERSONS.isdisjoint(left[1:4]):
        return True
    if list(right[:2]) in (["and", "i"], ["and", "me"]):
        return True
    at = next((i for i, token in enumerate(right[:3]) if token in cues.MET), None)
    return at is not None and not cues.FIRST_PERSONS.isdisjoint(right[at + 1 : at + 3])


def with_writer(left: Tokens, right: Tokens) -> bool:
    """Is somebody named in one breath with the writer: "X and me", "me and X"?

    "X and I" may be two clauses ("we met X and I fell ill"), and the model weighs it.
    """
    return list(right[:2]) == ["and", "me"] or list(left[:2]) == ["and", "me"]


def in_politics(left: Tokens) -> bool:
    """Is somebody named as people of power are: "against X", "supporters of X", "voted for X"?"""
    return any(list(left[: len(words)]) == list(reversed(words)) for words in cues.POLITICS)


def made_by(left: Tokens) -> bool:
    """Is the person the maker of a work: "a novel by X", "directed by X", '"Emma" by X'?"""
    if left[:1] != ["by"]:
        return False
    return any(token in cues.MAKERS or token in cues.QUOTES for token in left[1:5])


def fame_before(left: Tokens) -> bool:
    """Is it the name of somebody said to be known for something: "the physicist X"?"""
    return bool(left) and left[0] in cues.FAME


def fame_after(right: Tokens) -> bool:
    """Is somebody said to be known: "X, a French philosopher", "X was the first president"?"""
    if not right or right[0] not in cues.FAME_STARTS:
        return False
    article = False
    for token in right[1:9]:
        if token in ("a", "an", "the", "one"):
            article = True
        elif token in cues.FAME:
            return article
        elif token in cues.BREAKS or token in cues.OWN:
            return False
    return False


def is_source(left: Tokens) -> bool:
    """Is the name introduced as that of a source: "according to X", "cited in X"?"""
    return any(list(left[: len(words)]) == list(reversed(words)) for words in cues.SOURCES)


def argues(right: Tokens) -> bool:
    """Does a verb of citing follow: "X argues", "X and others have shown"?"""
    for token in right[:4]:
        if token in cues.ARGUES:
            return True
        if token not in ("has", "have", "also", "himself", "herself", "first", "who", ","):
            return False
    return False


def quoted(left: Tokens, right: Tokens) -> bool:
    """Is the name that of a source or of somebody who says something in general: "according to X",
    "X argues", "X said that", and not "X said to me"?"""
    says = argues(right) or any(tuple(right[: len(words)]) == words for words in cues.SAYS)
    met = acquainted(left, right) or not cues.FIRST_PERSONS.isdisjoint(right[:6])
    return (is_source(left) or says) and not met


def thing_after(right: Tokens) -> bool:
    """Is the name part of a thing's: "X's theory", "X Street", "X University"?"""
    at = 2 if right[:2] in (["'", "s"], ["'s"]) else 0
    at = 1 if right[:1] in (["'s"], ["'"]) and not at else at
    return any(token in CLASSES["thing"] for token in right[at : at + 2])


def attributed(left: Tokens) -> bool:
    """Does a dash after a quotation stand before the name?"""
    at = 0
    while at < len(left) and left[at] in ("-", "–", "—", "―", "~", "\n", "by", "("):
        at += 1
    return at > 0 and at < len(left) and left[at] in ('"', "”", "»", "“")
