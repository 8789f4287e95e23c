"""What the words around a mention tell of who it is: titles, relations, "also known as"."""

from __future__ import annotations

from ....core.later import regex
from ....core.spans import PiiSpan
from ....text.lexicon.language import BASE, language
from ....text.lexicon.person_words import FRIENDS, RELATIVES
from ....text.lexicon.tables import NameTables, fold, script_of
from ..mention.name import UNSPACED, Name
from ..mention.parse import Parse, parse, parse_mention
from ..mention.titles import known_titles

_NEAR = 64  # characters before a mention that are looked at
FARTHEST = 64
"""Characters between two names of one person at most, where the text says that they are."""

_TITLES = regex.compile(r"(?<![\p{L}.])(?:\p{Lu}[\p{L}.\-]*[^\S\n]){1,3}\Z")
_FAMILY = regex.compile(r"\b[Tt]he\s\Z")
_ALIKE = {
    word: key.partition(".")[2]
    for key, words in language(BASE).rows("kin").items()
    for word in words
}
_RELATION = "|".join(sorted(RELATIVES.keys() | FRIENDS))
_OWN = regex.compile(
    rf"(?i)\b(?P<whose>my|our|his|her|their)\s(?:\p{{Ll}}+\s){{0,2}}?(?P<word>{_RELATION})"
    r",?\s(?:named\s|called\s|is\s|was\s)?(?:\p{Lu}\p{L}{0,3}\.\s)?\Z"
)
_BEHIND = regex.compile(rf"(?i),?\s(?P<whose>his|her|their)\s(?P<word>{_RELATION})\b")
_SENTENCE = regex.compile(r"(?<!\b\p{Lu}\p{L}{0,3})[.!?]\s|\n")

_QUOTE = r"[\"“‘'«„]?"
_NAMED = regex.compile(
    rf"(?i)[\s,(–—-]*(?:who\s)?(?:(?:is|was|am|are|has\sbeen)\s)?(?:(?:also|better|formerly|often|"
    r"previously|once|always|usually|sometimes|otherwise)\s)?(?:(?:known|called|nicknamed|named)"
    r"(?:\s(?:as|by|just|simply|only))*|aka|a\.k\.a\.?|alias|formerly|previously|née|nee|born|"
    r"goes\sby(?:\sthe\s(?:nick)?name(?:\sof)?)?|calls?\s(?:him|her|them)self|short\sfor|"
    rf"changed\s(?:her|his|their)\s(?:last\s|sur)?name\sto)\s{_QUOTE}"
)
_BECAME = regex.compile(r"(?i)[\s\p{L},(]{0,32}\b(?:now|became)\s(?:\p{Lu}\p{L}{0,3}\.?\s)?")
_CALL = regex.compile(r"(?i)\b(?:calls?|called|nicknamed)\s\Z")
_JUST = regex.compile(rf"\s(?:just\s|simply\s|only\s)?{_QUOTE}")
_BRACKET = regex.compile(r"[^\S\n]?[(（\[/][^\S\n]?")
_OWNS = regex.compile(r"['’ʼ]s?\b|['’ʼ]\s")


def name_in_text(
    text: str, span: PiiSpan, tables: NameTables, parser: Parse = parse_mention
) -> Name:
    """Take a mention apart together with the titles that stand before it.

    text (str): The document's text.
    span (PiiSpan): A name; the "Mrs." before it is mostly none of it.
    tables (NameTables): The name tables.
    parser (Callable): Takes the mention apart.
    RETURNS (Name): With the title as a word of its own, where it surely is one.
    """
    surface = text[span.start : span.end]
    name = parser(surface, tables)
    before = _TITLES.search(text, max(0, span.start - _NEAR), span.start)
    if before is None or name.glued or not name.core:
        return name
    words = before.group().split()
    while words and fold(words[0]).strip(".") not in known_titles():
        words.pop(0)
    titled = parse(" ".join([*words, surface]), tables) if words else name
    sure = len(titled.core) == len(name.core) and len(titled.having("title")) >= len(words)
    return titled if sure else name


def told_surname(text: str, span: PiiSpan, tables: NameTables) -> bool:
    """Do the words before a mention of one word say that it is a surname?

    text (str): The document's text.
    span (PiiSpan): The mention.
    tables (NameTables): The name tables.
    RETURNS (bool): Whether they do: "Mrs. Ali", "the Alis".
    """
    name = name_in_text(text, span, tables)
    if len(name.core) != 1:
        return False
    family = _FAMILY.search(text, max(0, span.start - 4), span.start)
    return (family is not None and name.core[0].folded.endswith("s")) or (
        bool(name.having("title")) and name.core[0].role == "last"
    )


def told_relation(text: str, start: int) -> str:
    """How the writer is related to somebody: "my uncle Tom" is an uncle.

    text (str): The document's text.
    start (int): The first character of a mention.
    RETURNS (str): One word for all of one kind; "" where none is told.

    EXAMPLE:
        >>> told_relation("my dad Tom", 7), told_relation("her son Tom", 8)
        ('father', '')
    """
    match = _OWN.search(text, max(0, start - _NEAR), start)
    if match is None or match["whose"].lower() not in ("my", "our"):
        return ""
    word = fold(match["word"]).removeprefix("step")
    return "friend" if word in FRIENDS else _ALIKE.get(word, word)


def others_since(text: str, span: PiiSpan) -> int:
    """From where on everybody who is named before a mention is somebody else.

    text (str): The document's text.
    span (PiiSpan): A mention, such as the second one of "Tom and his son Tom".
    RETURNS (int): A place in the text; that of the mention where nothing is told.
    """
    match = _OWN.search(text, max(0, span.start - _NEAR), span.start)
    if match is not None and match["whose"].lower() not in ("my", "our"):
        ends = _SENTENCE.finditer(text, max(0, span.start - 2 * _NEAR), span.start)
        return max((end.end() for end in ends), default=max(0, span.start - 2 * _NEAR))
    if _BEHIND.match(text, span.end):  # "Miss Moyo, her daughter"
        return max(0, span.start - 2 * _NEAR)
    return span.start


def _in_other_script(text: str, a: PiiSpan, b: PiiSpan) -> bool:
    """Is one the other in Chinese, Japanese or Korean script: "Ouyang Yutong (欧阳雨桐)"?"""
    native = [script_of(text[s.start : s.end]) in UNSPACED for s in (a, b)]
    return native[0] != native[1] and _BRACKET.fullmatch(text, a.end, b.start) is not None


def told_same(text: str, a: PiiSpan, b: PiiSpan) -> bool:
    """Does the text say that two mentions beside each other are names of one person?

    text (str): The document's text.
    a, b (PiiSpan): The mentions, by place.
    RETURNS (bool): Whether it does: "Ana Moyo, now Ana Lund", "we call Bartholomew just Bart".
    """
    if b.start - a.end > FARTHEST or _OWNS.match(text, b.end):
        return False
    if _in_other_script(text, a, b):
        return True
    if _NAMED.fullmatch(text, a.end, b.start):
        return True
    if _BECAME.fullmatch(text, a.end, b.start):
        first = fold(text[a.start : a.end]).split()[0]
        return first in fold(text[b.start : b.end]).split()
    called = _CALL.search(text, max(0, a.start - _NEAR), a.start)
    return called is not None and _JUST.fullmatch(text, a.end, b.start) is not None
