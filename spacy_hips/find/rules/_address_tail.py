"""The places behind a street: its town, state and country.

Patterns of codes (_address_patterns.py) end where a country has none. So the tables of places are
asked, and the form: what fills the rest of an address line, or stands before a country, is a place
whether a table has it or not.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.later import re
from ...text.lexicon.places import LONGEST, place_names, wide_places
from ...text.lexicon.tables import fold, name_tables
from . import _address_patterns as patterns

MOST = 4
"""Places behind one street."""
SHORT = 5
"""Letters of a word behind a code that is no town of the tables: "75005 merci"."""
_BREAK = r"[ \t]{0,4},[ \t]{0,4}(?:\n[ \t]{0,4})?|[ \t]{0,4}\n[ \t]{0,4}"
_GAP = re.compile(rf"(?P<break>{_BREAK})|[ \t]{{1,3}}")
_WORD = r"[^\W\d_](?:[\w'’-]|\.(?=\w)){0,30}(?<!['’-])"
_WORDS = re.compile(rf"(?:{_WORD}|St\.)(?:[ ]{_WORD}){{0,{LONGEST - 1}}}")
_CODE = re.compile(
    r"(?:,?[ ]{1,2}|[ ]?[-–][ ]?)(?!(?:19|20)\d\d(?!\d))"
    r"(?:\d{4,6}|\d{2}-\d{3}|\d{3}-\d{4}|\d{3}[ ]\d{2,3})(?![\w%]|[ .-]?\d|/)"
)
_SMALL_CODE = re.compile(
    r",?[ ](?P<at>(?:in|à|en|i|te)[ ])?(?!(?:19|20)\d\d(?!\d))"
    r"(?:\d{5}|\d{4}(?:[ ]?[A-Za-z]{2})?|\d{3}[ ]\d\d),?[ ](?(at)|(?=[a-zß-öø-ÿ]))"
)
# Nothing but names of places fills the rest of a line: ", Lima".
_FILLS = re.compile(
    rf"(?:,[ ](?=[^\W\d_a-zß-öø-ÿ]){_WORDS.pattern}){{0,2}}{patterns.LINE_END.pattern}"
)
_END = re.compile(r"[ \t]{0,4}(?:[.,;:!?…)\]}>|\"”\n]|\Z)")


def places_end(text: str, start: int, end: int) -> int:
    """Where the places end that stand behind a street.

    text (str): The text.
    start (int): Where the address begins.
    end (int): Where it ends so far.
    RETURNS (int): Where it ends with them; `end` if none follow.
    """
    in_line = patterns.LINE_START.search(text, max(0, start - 50), start) is not None
    for number in range(MOST):
        gap = _GAP.match(text, end)
        words = _WORDS.match(text, gap.end()) if gap else None
        if gap is None or words is None or (number and not gap["break"]):
            break
        stop = _known(text, words, gap[0])
        if stop is None and gap["break"]:
            stop = _by_form(text, words, in_line=in_line and "\n" not in gap[0])
        if stop is None:
            break
        end = stop
    return end


def small_town_end(text: str, end: int) -> int | None:
    """Where a code and a town end behind a street that are written small or behind a preposition.

    As in a chat; a town that no table has ends its clause.

    text (str): The text.
    end (int): Where the street ends.
    RETURNS (int | None): The end; None where no code and no place follow.
    """
    code = _SMALL_CODE.match(text, end)
    words = _WORDS.match(text, code.end()) if code else None
    if words is None:
        return None
    for end in _ends(words):
        if fold(text[words.start() : end]) in place_names():
            return end
    return end if len(words[0]) > SHORT and _END.match(text, end) else None


def _known(text: str, words: re.Match[str], gap: str) -> int | None:
    """Where a place of the tables ends that begins here, with its code."""
    broken = "," in gap or "\n" in gap
    for stop in _ends(words):
        place = text[words.start() : stop]
        if fold(place) not in place_names():
            continue
        code = _CODE.match(text, stop)
        if code:
            return code.end()
        ends = _END.match(text, stop) is not None
        # "12 Park Road, Victoria said", "5 hill st, come in", "Mobile" on a line of its own
        doubtful, small = _is_also(place), place[0].islower()
        if (doubtful and (small or "\n" in gap)) or ((doubtful or small) and not (broken and ends)):
            continue
        if ends or (broken and not _goes_on(text, stop)):
            return stop
    return None


def _by_form(text: str, words: re.Match[str], *, in_line: bool) -> int | None:
    """Where an unknown name ends that stands where a place does."""
    stop = words.end()
    first, *more = words[0].split()
    if first[0].islower() or any(word[0].islower() and len(word) > 3 for word in more):
        return None
    if in_line and _FILLS.match(text, stop):
        return stop
    gap = _GAP.match(text, stop)
    behind = _WORDS.match(text, gap.end()) if gap and gap["break"] else None
    if behind is None:
        return None
    return stop if any(_is_sure(text[behind.start() : end]) for end in _ends(behind)) else None


def _ends(words: re.Match[str]) -> Iterator[int]:
    """Where a name may end that begins with these words, the longest first."""
    yield words.end()
    for at in range(words.end() - 1, words.start(), -1):
        if words.string[at] == " ":
            yield at


def _goes_on(text: str, at: int) -> bool:
    """Does the name go on with a word in capitals?"""
    return text[at : at + 1] == " " and text[at + 1 : at + 2].isupper()


def _is_sure(name: str) -> bool:
    """Is it a state, a country, or a town that is nothing else?"""
    key = fold(name)
    return key in wide_places() or (key in place_names() and not _is_also(name))


def _is_also(name: str) -> bool:
    """Is it the name of a person or an ordinary word as well?"""
    tables = name_tables()
    return tables.is_forename(name) or tables.is_surname(name) or tables.is_common_word(name)
