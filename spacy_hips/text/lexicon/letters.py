"""Letters in fancy dress (mathematical bold, circled, small capitals), letters of other alphabets
that look like Latin ones, and letters spaced out.

A text is undressed before names are looked for in it, character by character, so that all places
stay; a surrogate is dressed again as the original was.
"""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Sequence
from email.errors import HeaderParseError
from email.header import decode_header
from functools import cache

from ...core.later import regex

_CAPITALS, _SMALL = string.ascii_uppercase, string.ascii_lowercase

_HOLES = {
    0x1D455: "ℎ", 0x1D49D: "ℬ", 0x1D4A0: "ℰ", 0x1D4A1: "ℱ", 0x1D4A3: "ℋ", 0x1D4A4: "ℐ",
    0x1D4A7: "ℒ", 0x1D4A8: "ℳ", 0x1D4AD: "ℛ", 0x1D4BA: "ℯ", 0x1D4BC: "ℊ", 0x1D4C4: "ℴ",
    0x1D506: "ℭ", 0x1D50B: "ℌ", 0x1D50C: "ℑ", 0x1D515: "ℜ", 0x1D51D: "ℨ", 0x1D53A: "ℂ",
    0x1D53F: "ℍ", 0x1D545: "ℕ", 0x1D547: "ℙ", 0x1D548: "ℚ", 0x1D549: "ℝ", 0x1D551: "ℤ",
}  # fmt: skip
"""Mathematical letters that Unicode had before, at another place."""
_MATHEMATICAL = range(0x1D400, 0x1D6A4, 52)
"""Bold, italic, script, ...: capitals and small letters of each style, one behind the other."""
_PAIRED = ((0x24B6, 0x24D0), (0xFF21, 0xFF41))
"""Circled and full width: where the capitals and where the small letters begin."""
_CAPITALS_ONLY = (0x1F110, 0x1F130, 0x1F150, 0x1F170, 0x1F1E6)
"""In brackets, squared, in black circles and squares, of flags."""
_SMALL_ONLY = (0x249C,)
"""In brackets."""
_SMALL_CAPITALS = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ"
_RAISED = ("ᴬᴮᶜᴰᴱᶠᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾ𐞥ᴿˢᵀᵁⱽᵂˣʸᶻ", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖ𐞥ʳˢᵗᵘᵛʷˣʸᶻ")
_ALIKE: tuple[tuple[str, str], ...] = (
    ("АВЕЅІЈКМНОРСТУХԚԜҮ", "ABESIJKMHOPCTYXQWY"),
    ("аесԁғһіјӏорѕухԛԝүгкмнтвԍ", "aecdfhijlopsyxqwyrkmhtbg"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ", "ABEZHIKMNOPTYXC"),
    ("αεικνορτυχϲϳ", "aeiknoptuxcj"),
    ("ոսօհցք", "nuohgp"),
    ("ɑɡɩ", "agi"),
)
"""Cyrillic, Greek, Armenian and odd Latin letters, and the Latin ones that they look like, as in
Unicode's table of confusable characters (UTS 39), or stand in for among small capitals."""
_SPACED = regex.compile(r"(?<![\p{L}\p{N}])\p{L}(?:[^\p{L}\p{N}]{1,4}\p{L}(?![\p{L}\p{N}])){2,}")
_BETWEEN = regex.compile(r"[^\p{L}\p{N}]+")

ENCODED = r"=\?[\w-]{2,20}\?[bBqQ]\?[!->@-~]{1,90}\?="
"""An encoded word of a mail's head (RFC 2047), as a pattern."""
_ENCODED = regex.compile(ENCODED)


def _mathematical(start: int) -> str:
    return "".join(_HOLES.get(code, chr(code)) for code in range(start, start + 26))


def _row(start: int) -> str:
    return "".join(map(chr, range(start, start + 26)))


@cache
def _styles() -> tuple[tuple[str, str], ...]:
    """Capitals and small letters of every style."""
    styles = [(_mathematical(start), _mathematical(start + 26)) for start in _MATHEMATICAL]
    styles += [(_row(capitals), _row(small)) for capitals, small in _PAIRED]
    styles += [(_row(start), _row(start)) for start in _CAPITALS_ONLY]
    styles += [(_row(start), _row(start)) for start in _SMALL_ONLY]
    return (*styles, _RAISED, (_SMALL_CAPITALS, _SMALL_CAPITALS))


@cache
def _plain() -> dict[int, str]:
    table: dict[int, str] = {}
    for capitals, small in _styles():
        one_case = capitals == small
        letters = _SMALL if one_case and ord(capitals[0]) < 0x10000 else _CAPITALS
        table.update(zip(map(ord, capitals), letters, strict=True))
        if not one_case:
            table.update(zip(map(ord, small), _SMALL, strict=True))
    return table


@cache
def _alike() -> dict[int, str]:
    return {ord(a): b for pair in _ALIKE for a, b in zip(*pair, strict=True)}


@cache
def _mixed() -> regex.Pattern[str]:
    """Words of Latin letters and of some that only look like such."""
    alike = "".join(map(chr, _alike()))
    return regex.compile(
        rf"(?<!\p{{L}})(?=\p{{L}}*\p{{Latin}})(?=\p{{L}}*[{alike}])\p{{L}}[\p{{L}}\p{{M}}]*+"
    )


def undress(text: str) -> str:
    """A text with plain letters instead of mathematical, circled, full width or raised ones.

    text (str): Any text. In a word that has Latin letters, those of other alphabets that look like
        Latin ones are taken for them.
    RETURNS (str): As many characters, so that every place is the same.

        >>> undress("𝐀𝐧𝐚 Ⓡⓤⓘⓩ")
        'Ana Ruiz'
        >>> undress("\u0410na"), undress("\u0410\u043d\u043d\u0430") == "\u0410\u043d\u043d\u0430"
        ('Ana', True)
    """
    if text.isascii():
        return text
    plain = text.translate(_plain())
    if _alike().keys().isdisjoint(map(ord, set(plain))):
        return plain
    return str(_mixed().sub(lambda match: match[0].translate(_alike()), plain))


def skeleton(text: str) -> str:
    """What a text looks like: with plain letters, and with Latin ones for all that look like such.

    text (str): Any text.
    RETURNS (str): As many characters. It is for comparing; no reader would write it so.

        >>> skeleton("\u0421\u0410\u0420\u0410")
        'CAPA'
    """
    return text if text.isascii() else undress(text).translate(_alike())


def without_hidden(text: str) -> str:
    """A text without characters that do not show, such as soft hyphens within a word."""
    if text.isascii():
        return text
    return "".join(c for c in text if unicodedata.category(c) != "Cf")


def said_by(encoded: str) -> str | None:
    """What an encoded word of a mail's head says.

    encoded (str): What ENCODED matches.
    RETURNS (str): What it says; None where it cannot be read.
    """
    try:
        said, charset = decode_header(encoded)[0]
        text = said.decode(charset or "ascii") if isinstance(said, bytes) else said
    except (LookupError, ValueError, HeaderParseError):
        return None
    return text if text and text.isprintable() else None


def decoded(text: str) -> str:
    """A text in which each encoded word of a mail's head is what it says.

    text (str): Any text.
    RETURNS (str): As many characters: blanks follow what such a word says.

        >>> decoded("from =?utf-8?B?QW5h?=.").split()
        ['from', 'Ana', '.']
    """
    if "=?" not in text:
        return text
    return str(_ENCODED.sub(_padded, text))


def encoded_words(text: str) -> list[tuple[int, int]]:
    """Where the encoded words of a mail's head stand in a text, by place."""
    return [m.span() for m in _ENCODED.finditer(text)] if "=?" in text else []


def _padded(match: regex.Match[str]) -> str:
    word = match[0]
    return (said_by(word) or word).ljust(len(word))[: len(word)]


def dress_like(new: str, old: str) -> str:
    """Put a text into the letters of another.

    new (str): Plain text; letters with accents lose them, since no style has such.
    old (str): The text whose first dressed letter tells the style; one without changes nothing.
        Capitals stay plain where they are in a text of small capitals.
    RETURNS (str): The new text in that style.

        >>> dress_like("Eva", "𝐀𝐧𝐚")
        '𝐄𝐯𝐚'
    """
    if old.isascii():
        return new
    for capitals, small in _styles():
        if any(c in capitals or c in small for c in old if not c.isascii()):
            bare = "".join(
                c for c in unicodedata.normalize("NFKD", new) if not unicodedata.combining(c)
            )
            table = dict(zip(map(ord, _SMALL), small, strict=True))
            if not (small == _SMALL_CAPITALS and any(map(str.isupper, old))):
                table |= dict(zip(map(ord, _CAPITALS), capitals, strict=True))
            return bare.translate(table)
    return new


def spaced_runs(text: str) -> list[tuple[int, int]]:
    """Where single letters stand in a row, three at least: "A n a", or down a column.

    text (str): Any text, undressed.
    RETURNS (list): Their characters, by place.

        >>> spaced_runs("I am A n a here")
        [(5, 10)]
    """
    return [match.span() for match in _SPACED.finditer(text)]


def gaps(spaced: str) -> list[str]:
    """What stands between the letters of a spaced text.

    spaced (str): Such as "A n a".
    RETURNS (list): One gap less than it has letters; empty for any other text.
    """
    return _BETWEEN.findall(spaced) if _SPACED.fullmatch(spaced) else []


def spaced_words(spaced: str) -> list[tuple[int, int]]:
    """Where the words of a spaced text stand.

    Wider gaps part them, and blanks where there are signs between letters.

    spaced (str): Any text.
    RETURNS (list): The characters of each; empty where its letters are not spaced.

        >>> spaced_words("A-n-a B-o-e"), spaced_words("Ana")
        ([(0, 5), (6, 11)], [])
    """
    between = gaps(spaced)
    words: list[tuple[int, int]] = []
    first = at = 0
    for gap, parts in zip(between, _which_part(between), strict=True):
        if parts:
            words.append((first, at + 1))
            first = at + 1 + len(gap)
        at += 1 + len(gap)
    return [*words, (first, at + 1)] if between else []


def space_like(words: Sequence[str], spaced: str) -> str:
    """Write words with the gaps of a spaced text.

    words (Sequence[str]): The words.
    spaced (str): Such as "A-n-a B-o-e".
    RETURNS (str): The narrow gap that it has most between letters, the first wide one between
        words.

        >>> space_like(["Eva", "Ruiz"], "A-n-a B-o-e")
        'E-v-a R-u-i-z'
    """
    between = gaps(spaced)
    wide = [gap for gap, parts in zip(between, _which_part(between), strict=True) if parts]
    narrow = [gap for gap in between if gap not in wide]
    within = max(narrow, key=narrow.count)
    return (wide[0] if wide else within).join(within.join(word) for word in words)


def _which_part(between: Sequence[str]) -> list[bool]:
    """Which gaps part words."""
    narrow = min(between, key=len, default="")
    signed = not narrow.isspace()
    return [len(gap) > len(narrow) or (signed and gap.isspace()) for gap in between]
