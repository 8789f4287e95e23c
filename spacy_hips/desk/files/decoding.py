"""Bytes to text, in pieces, with the place of a byte that does not fit."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from contextlib import suppress
from typing import BinaryIO

from ...core.errors import HipsError
from ..errors import Errors
from .foreign import foreign

CHUNK = 1 << 16
DEFAULT_ENCODING = "utf-8"
_MARKS = ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


class Decoder:
    """Reads a stream as text and knows how far it is.

    stream (BinaryIO): The bytes.
    encoding (str): A codec's name; UTF-8 takes a byte order mark away.
    name (str): The file's name, for errors.
    RAISES (HipsError): E706 for an unknown encoding.
    """

    def __init__(self, stream: BinaryIO, encoding: str, name: str) -> None:
        self.stream = stream
        self.encoding = check_encoding(encoding)
        self.name = name
        self.position = 0

    def chunks(self) -> Iterator[str]:
        """The text, piece by piece. The stream is closed behind the last one.

        RAISES (HipsError): E738 for a file that is no text, E705 with the position of the first
            byte that does not fit.
        """
        try:
            yield from self._decoded()
        finally:
            self.stream.close()

    def lines(self) -> Iterator[str]:
        """The text by lines, each with its "\n"; other line ends are left to the caller."""
        open_line: list[str] = []
        for chunk in self.chunks():
            *whole, rest = chunk.split("\n")
            for line in whole:
                open_line.append(line)
                yield "".join(open_line) + "\n"
                open_line = []
            open_line.append(rest)
        last = "".join(open_line)
        if last:
            yield last

    def _decoded(self) -> Iterator[str]:
        codec = "utf-8-sig" if self.encoding == DEFAULT_ENCODING else self.encoding
        decoder = codecs.getincrementaldecoder(codec)()
        start = b""
        while True:
            data = self.stream.read(CHUNK)
            if not start:
                start = data[:4]
                self._check(data)
            pending = len(decoder.getstate()[0])
            try:
                text = decoder.decode(data, not data)
            except UnicodeError as error:
                at = self.position - pending + int(getattr(error, "start", 0))
                raise self._error(max(0, at), start) from None
            self.position += len(data)
            if text:
                yield text
            if not data:
                return

    def _check(self, start: bytes) -> None:
        kind = foreign(start, self.encoding)
        if kind is not None:
            message = Errors.E738.format(path=self.name, kind=kind.name, advice=kind.advice)
            raise HipsError(message)

    def _error(self, position: int, start: bytes) -> HipsError:
        marked = next((name for mark, name in _MARKS if start.startswith(mark)), "")
        hint = marked or ("cp1252" if self.encoding == DEFAULT_ENCODING else DEFAULT_ENCODING)
        return HipsError(
            Errors.E705.format(
                path=self.name, encoding=self.encoding.upper(), position=position, hint=hint
            )
        )


def decoded(data: bytes, encoding: str, told: str = "") -> str:
    """The text of a file, or of a part of it, that may tell its own encoding.

    data (bytes): The bytes.
    encoding (str): That which the user named: it goes before the file's own; "" for UTF-8.
    told (str): That which the file tells, "" where it does not.
    RAISES (Unreadable): E738 for what is no text, E789 for bytes that do not fit.
    """
    from .formats.content import Unreadable  # of files that are documents, and not at each start

    named = encoding or DEFAULT_ENCODING
    marked = next((name for mark, name in _MARKS if data.startswith(mark)), "")
    if kind := foreign(data[:CHUNK], marked or named):
        raise Unreadable(Errors.E738, kind=kind.name, advice=kind.advice)
    tried = (told, named) if named == DEFAULT_ENCODING else (named,)
    for own in (marked,) if marked else tried:
        with suppress(LookupError, UnicodeError):
            # Letters that are told to be of another width than they have would read as nonsense.
            if own and (own != told or b"\0" in data or "A".encode(own) == b"A"):
                return data.decode(own).removeprefix("\ufeff")
    raise Unreadable(Errors.E789, reason="its encoding is not told right (--encoding names it)")


def check_encoding(encoding: str) -> str:
    """The codec's own name.

    RAISES (HipsError): E706 if there is no such text encoding.
    """
    try:
        info = codecs.lookup(encoding)
    except LookupError:
        raise HipsError(Errors.E706.format(encoding=encoding)) from None
    if not getattr(info, "_is_text_encoding", True) or info.incrementaldecoder is None:
        raise HipsError(Errors.E706.format(encoding=encoding))
    return info.name
