"""The exact characters of an identifier: tokens carry marks, fields, notes and file endings."""

from __future__ import annotations

from ....core.labels import NAME_LABELS
from ....core.later import regex
from ....text.lexicon.language import every
from ....text.lexicon.pattern_tables import alternation
from ....text.page.files import FILE_KIND

# A full stop behind these belongs to the name: "J.", "J.R.", "Jr.".
_STOPPED = regex.compile(r"(?<![\p{L}\p{M}.])(?:(?:\p{L}\.-?)*\p{L}|[JS]r)\.")
_JUNIOR = regex.compile(r"[^\S\n](?:[JS]r|JR|SR|[js]r)$")
_VERSION = r"(?:draft|final|version|copy|(?:hw|lab|ex|week|assignment|homework|essay)\d*|v?\d+)"
FILE_ENDING = rf"(?:[-_ ]{_VERSION}){{0,8}}+{FILE_KIND}"
"""How the names of files end that are handed in, as a pattern."""
# What a token carries behind a name: an age ("Ruiz,32"), another cell of a table ('Ruiz",good'), an
# address ('Ruiz"<ana@example.org'), to whom a chat shows it ("Ruiz(Direct Message"), the end of a
# mark or a link ("Ruiz[/b", "Ruiz](https:"), or how a file ends ("Ana_Ruiz-final.pdf").
_CARRIED = regex.compile(
    r"(?<=\p{L})(?:[,;:/]\d|\"[,;]|\"?<|\[/|\]\(|\((?:Direct|Privately)(?!\p{L})).*"
    rf"|(?<=[\p{{L}}\p{{N}}]){FILE_ENDING}$",
    regex.DOTALL | regex.IGNORECASE,
)
# What a token carries before a name: another cell of a table ('17,"Ruiz'), the number of an item
# ("b)Ana"), a command
# ("\\author{Ana"), a tag ("<b>Ana", "[b]Ana"), that of a voice in subtitles ("<v Ana>"), a field
# ("author=Ana"), one before a line that was filled in ("Name___Ana"), a mark in a program
# ("TODO(ana"), a word in the name of a file ("final-ana.pdf").
_LED = regex.compile(
    r"\d+[,;]\"?(?=\p{L})|(?:\d{1,3}[.)]|\p{L}\))(?=\p{Lu}\p{Ll})|\[?\w{1,10}\](?=\p{L})|\\?[\w-]*\{+(?=\p{L})"
    r"|<[^<>\s]*>(?=\p{L})|<?(?<=<)v(?:\.\w+)*(?:\s+|$)|\w+=[\"']?(?=\p{L})"
    r"|(?:FIXME|HACK|NOTE|TODO|XXX)\((?=\p{L})"
    rf"|(?i:{_VERSION}[-_])+(?=\p{{L}}.*{FILE_KIND}$)"
    rf"|(?i:{alternation((*every('field'), 'name', 'student', 'by'))})\.?_{{2,}}(?=\p{{L}})"
)
_BRACKETS = {"[": "]", "(": ")"}


def exact_ends(text: str, start: int, end: int, label: str) -> tuple[int, int]:
    """Cut what the tokens carry beside an identifier; a bracket that opens in a name closes in it.

    text (str): The document's text.
    start, end (int): Where its tokens begin and end.
    label (str): Its label: more is cut off names.
    RETURNS (tuple): Where the identifier begins and ends; start is not below end where nothing is
        left.
    """
    if led := _LED.match(text, start, end):
        start = led.end()
    while start < end and not _is_letter(text[start]) and text[start] not in "@+(":
        start += 1
    if label in NAME_LABELS and (carried := _CARRIED.search(text, start, end)):
        end = carried.start()
    while end > start and not _is_letter(text[end - 1]) and text[end - 1] not in ".)":
        end -= 1
    return _name_ends(text, start, end) if label in NAME_LABELS else (start, end)


def _is_letter(c: str) -> bool:
    """A letter or a digit, but not a raised one."""
    return c.isalpha() or c.isdecimal()


def _name_ends(text: str, start: int, end: int) -> tuple[int, int]:
    for ending in ("'s", "’s", "´s", "`s"):
        if text[start:end].endswith(ending):
            end -= len(ending)
    if text[end - 1 : end] == "." and not _is_stopped(text, end):
        end -= 1
    if text[end - 1 : end] == ")":
        end -= 1
    end = _with_full_stop(text, start, end)
    return start, _closed(text, start, end)


def _is_stopped(text: str, end: int) -> bool:
    """Does the full stop at the end belong to initials or an abbreviation ("J.", "J.R.", "Jr.")?"""
    return any(m.end() == end for m in _STOPPED.finditer(text, max(0, end - 12), end))


def _with_full_stop(text: str, start: int, end: int) -> int:
    """Initials alone and "Jr." keep their last full stop, which may be a token of its own."""
    if text[end : end + 1] != ".":
        return end
    initials = "." in text[start:end] and _STOPPED.fullmatch(text, start, end + 1)
    return end + 1 if initials or _JUNIOR.search(text, start, end) else end


def _closed(text: str, start: int, end: int) -> int:
    """A bracket that opens within the name closes in it, too ("Ana [Ruiz]")."""
    name = text[start:end]
    for opening, closing in _BRACKETS.items():
        if name.count(opening) > name.count(closing) and text[end : end + 1] == closing:
            return end + 1
    return end
