"""Does a name stand where people stand? Told by the words directly before it and behind it."""

from __future__ import annotations

from ...core.later import regex
from .person_words import BESIDE_PEOPLE, PERSON_VERBS

_LOOK_BACK = 40
_BEFORE = regex.compile(
    r"(?:^|[\s(])(?:Ms|(?i:my|our|his|her|their|dear|hi|hello|hey|thanks|mr|mrs|miss|dr|named|called"
    r"|name is|i am|i['’]m|by|asked|told|friend|and me)[.,:]?)\s+\Z"
)
_BEHIND = regex.compile(
    r"(?:['’]s)?,? (?:and (?:I|me)|said|says|told|asked|thinks?|thought|felt|wrote|who|lives?"
    r"|works?|is (?:a|an|my|our|from|very kind)|my|our|he|she)(?!\p{L})"
)
_VERB = regex.compile(r" (?P<verb>\p{Ll}+)(?!\p{L})")
_OF_THINGS = frozenset({"is", "was", "has", "had", "were", "are", "did", "does", "became"})
_LAST_WORD = regex.compile(r"(?P<word>\p{L}+)[^\S\n]\Z")


def is_addressed(text: str, start: int) -> bool:
    """Do words before it say that it is a person's name ("my Ana", "Mr. Ruiz", "told Ana")?

    text (str): The text.
    start (int): The name's first character.
    """
    return _BEFORE.search(text[max(0, start - _LOOK_BACK) : start]) is not None


def is_human(text: str, end: int) -> bool:
    """Do words behind it say so ("Ana said", "Ana and I")?

    text (str): The text.
    end (int): The end of the name.
    """
    return _BEHIND.match(text, end) is not None


def may_be_human(text: str, start: int, end: int) -> bool:
    """May it be a person, by the loosest of these signs: any verb but "is" and the like behind it?

    text (str): The text.
    start, end (int): The name's characters.
    """
    if is_addressed(text, start) or is_human(text, end):
        return True
    before = _LAST_WORD.search(text, max(0, start - _LOOK_BACK), start)
    if before is not None and before["word"].lower() in BESIDE_PEOPLE - {"by", "from", "and"}:
        return True
    verb = _VERB.match(text, end)
    if verb is None or verb["verb"] in _OF_THINGS:
        return False
    return verb["verb"] in PERSON_VERBS - {"and"} or verb["verb"].endswith(("ed", "s"))
