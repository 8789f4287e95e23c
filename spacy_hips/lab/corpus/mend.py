"""Letters that were read in the wrong encoding, mended: "AniÄ\x8dka" becomes "Anička".

UTF-8 that was read as Windows-1252 (and, where that has no letter, as Latin-1) turns each accented
letter into two or three others. A run of such letters that spells valid UTF-8 is put back.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.later import re
from .noise import Edit

# Windows-1252's own letters for the bytes 0x80 to 0x9F.
_OWN = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
_TAIL = f"[\x80-\xbf{_OWN}]"
_BROKEN = re.compile(f"[\xc2-\xdf]{_TAIL}|[\xe0-\xef]{_TAIL}{{2}}|[\xf0-\xf4]{_TAIL}{{3}}")


def mends(text: str) -> Iterator[Edit]:
    """What must be changed to mend a text's letters.

    text (str): The text.
    YIELDS (Edit): (start, end, right letter), by place.
    """
    for match in _BROKEN.finditer(text):
        try:
            right = bytes(map(_byte, match[0])).decode("utf8")
        except UnicodeDecodeError:
            continue
        yield match.start(), match.end(), right


def mended(text: str) -> str:
    """The text with its letters mended."""
    parts, at = [], 0
    for start, end, right in mends(text):
        parts += [text[at:start], right]
        at = end
    return "".join((*parts, text[at:]))


def _byte(letter: str) -> int:
    return letter.encode("cp1252" if letter in _OWN else "latin-1")[0]
