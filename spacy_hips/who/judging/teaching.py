"""Who teaches the course for which a text was written: the lecturer of its videos, its tutor."""

from __future__ import annotations

from ...core.later import re
from ...text.lexicon.language import every
from ...text.lexicon.pattern_tables import alternation

REASON = "teacher of the course"
BEFORE, AFTER = 90, 110
"""Characters of the sentence on either side of a name that are read."""

_TITLES = rf"(?:{alternation(every('title'))}\.?\s+)*"
_COURSE = (
    r"(?:(?:video|online|first|second|third|last|weekly|introductory|same|whole)[\s-]+){0,2}"
    r"(?:(?:week|module|unit|lesson|session|lecture|video)s?\s*#?(?:\d{1,2}|one|two|three|four|five|six)"
    r"(?:\s+(?:video\s+)?(?:lectures?|videos?|lessons?))?"
    r"|lectures?|videos?|video[\s-]?lectures?|course|class|module|mooc|lessons?)(?![^\W\d_])"
)
_POST = re.compile(
    r"(?i:(?<![^\W\d_])(?:(?:our|my|the|this)\s+(?:[^\W\d_]+\s+){0,2}|(?:course|class|video|week|module"
    r"|mooc|guest|online)[\s-]+)(?:lecturer|instructor|tutor|facilitator|teacher|trainer|professor"
    r"|prof\.?|presenter|speaker)s?|(?<![^\W\d_])(?:instructor|lecturer|facilitator)),?\s+"
    rf"{_TITLES}\Z"
)
_GIVEN = re.compile(
    r"(?i:(?<![^\W\d_])(?:(?:lectures?|videos?|course|class|module|session|slides|webinar|workshop)"
    r"(?:\s+[^\W\d_]+){0,3}\s+(?:by|from)|lectures?(?:\s+[^\W\d_]+){0,2}\s+of"
    r"|(?:course|class|module)\s+(?:is|was)?\s*taught\s+by))\s+"
    rf"{_TITLES}\Z"
)
_LINKS = r"(?!(?:in|on|at|of|from|for|to|with|by|and|or|during|before|after)\b)"
"""A word behind which another thing is spoken of: "Newton's method in week two"."""
_OWNS = re.compile(rf"['’]s?\s+(?:{_LINKS}[^\W\d_]+\s+){{0,2}}?{_COURSE}", re.I)
_SAYS = (
    r"(?:explain|teach|taught|sa(?:y|id)|state|mention|talk|describe|show|lectur|discuss|present"
    r"|point|tell|told|introduc|suggest|recommend|demonstrat|advis|note|emphasi|stress|defin|outlin"
    r"|clarif|illustrat|highlight|share|put it|gave|give)"
)
_SAYS = rf"(?-i:{_SAYS}|{_SAYS.upper()})"
"""Not in title case: "We read Freire and Said in class"."""
_IN_COURSE = re.compile(
    rf"(?:\s+[^\W\d_]+)??\s+{_SAYS}[^.!?\n]{{0,60}}?\s(?:in|during|from|on|at|throughout)\s+"
    r"(?:(?:his|her|their|the|this|our|that|these|one of (?:his|her|the))\s+)?"
    rf"{_COURSE}",
    re.I,
)
_BESIDE = re.compile(rf"\s*\((?:(?:see|in|from)\s+)?(?:the\s+)?{_COURSE}\s*\)", re.I)
"""As "Ana Ruiz (week two)"."""
_SAID_BY = re.compile(rf"{_SAYS}[^\W\d_]*\s+(?:to us\s+)?by\s+{_TITLES}\Z", re.I)
_THERE = re.compile(
    r",?\s+(?:in|during|on|at|throughout)\s+(?:(?:his|her|their|the|this|our)\s+)?" + _COURSE, re.I
)
_ELSEWHERE = re.compile(r"\bTED|YouTube|Netflix|\b(?:book|novel|article|paper|film|movie|song)s?\b")
_YEAR = re.compile(r"[^.!?\n]{0,12}\(?(?:1[89]|20)\d\d")


def teaches(text: str, start: int, end: int) -> bool:
    """Does the sentence say that somebody teaches the course?

    text (str): The document's text.
    start, end (int): The characters of a name.
    RETURNS (bool): Whether it does; who is cited with a year, or known from elsewhere, does not.

    EXAMPLE:
        >>> teaches("As Ana Ruiz explained in week 2, it helps.", 3, 11)
        True
    """
    before = _sentence_before(text, start)
    after = text[end : end + AFTER]
    if _YEAR.match(after) or _ELSEWHERE.search(before) or _ELSEWHERE.search(after):
        return False
    if _POST.search(before) or _GIVEN.search(before):
        return True
    if _OWNS.match(after) or _IN_COURSE.match(after):
        return True
    if " " in text[start:end] and _BESIDE.match(after):
        return True  # a surname alone is often of who is read: "Kant (week 3)"
    return _SAID_BY.search(before) is not None and _THERE.match(after) is not None


def is_called_teacher(text: str, start: int) -> bool:
    """Do the words before a name say that its bearer teaches the writer: "our teacher Mrs. Ruiz"?

    text (str): The document's text.
    start (int): The first character of the name.
    RETURNS (bool): Whether they do.

    EXAMPLE:
        >>> is_called_teacher("Our teacher Mrs. Ruiz came.", 17)
        True
    """
    return _POST.search(_sentence_before(text, start)) is not None


def _sentence_before(text: str, start: int) -> str:
    return re.split(r"[.!?]\s+(?=[A-Z])|\n", text[max(0, start - BEFORE) : start])[-1]
