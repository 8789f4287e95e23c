"""Encoded words of e-mails (RFC 2047), "=?UTF-8?Q?Ana_Ruiz?=": what they say, and back."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from email.errors import MessageError
from email.header import decode_header
from email.quoprimime import header_encode
from itertools import groupby

from .later import regex

_WORD = r"=\?[A-Za-z][\w.:+-]*+(?:\*[\w-]*+)?\?[BbQq]\?[^\s?]*+\?="
_RUN = regex.compile(rf"{_WORD}(?:\s*+{_WORD})*+")
"""One or several encoded words. White space between them says nothing (RFC 2047, 6.2)."""
_ONE = regex.compile(_WORD)
_TONGUE = regex.compile(r"\*[\w-]*(?=\?[BbQq]\?)")
_HEAD = regex.compile(r"=\?(?P<charset>[^?*]+)[^?]*\?(?P<way>.)\?")


def encoded_runs(text: str, start: int = 0, end: int | None = None) -> Iterator[regex.Match[str]]:
    """Where encoded words stand in a text, those together between which there is nothing to see.

    text (str): Any text.
    start, end (int): Where to look.
    YIELDS (Match): Their places.
    """
    return iter(_RUN.finditer(text, start, end))


def decoded(words: str) -> str:
    """What encoded words say; "" where they cannot be read.

    words (str): What `encoded_runs` finds.

        >>> decoded("=?UTF-8?Q?Ana_Ruiz?=")
        'Ana Ruiz'
    """
    try:
        # A word at a time: the whole run at once takes a time that grows with its square. What one
        # charset has written is joined before it is read: a letter may be parted between words.
        parts = [decode_header(word)[0] for word in _ONE.findall(_TONGUE.sub("", words))]
        runs = groupby(parts, key=lambda part: part[1])
        texts = [b"".join(p for p, _ in run).decode(charset or "ascii", "replace")
                 for charset, run in runs]  # fmt: skip
    except (MessageError, LookupError, ValueError, TypeError):
        return ""
    return "".join(texts)


def encoded_like(text: str, words: str) -> str:
    """Write a text as one encoded word, in the charset and the way of others.

    text (str): The text.
    words (str): What `encoded_runs` finds; the first of them is the model.

        >>> encoded_like("Eva Sol", "=?UTF-8?Q?Ana_Ruiz?=")
        '=?UTF-8?Q?Eva_Sol?='
    """
    head = _HEAD.match(words)
    charset, way = head["charset"], head["way"]
    try:
        data = text.encode(charset)
    except UnicodeEncodeError:
        charset, data = "UTF-8", text.encode("utf8")
    if way in "Bb":
        return f"=?{charset}?{way}?{b64encode(data).decode()}?="
    return f"=?{charset}?{way}?{header_encode(data, charset)[len(charset) + 5 : -2]}?="
