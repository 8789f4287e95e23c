"""Zip files, opened with care: they come from strangers."""

from __future__ import annotations

import stat
import zipfile
import zlib
from collections.abc import Iterable
from io import BytesIO, RawIOBase
from pathlib import PurePosixPath
from typing import IO, BinaryIO, Self

from ....core.later import re
from ...errors import Errors
from .content import Unreadable
from .limits import FileAllowance, Limit

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How old Office files begin, and new ones that a password protects."""
_ENCRYPTED = ("EncryptedPackage".encode("utf-16-le"), "EncryptionInfo".encode("utf-16-le"))
MOST_ENTRIES = 200_000
MOST_BYTES = 8 << 30
DOCUMENT_BYTES = 1 << 30
RATIO = 200
"""No text is packed so well; what is, and is large, is a bomb."""
LARGE = 32 << 20
_DRIVE = re.compile(r"[A-Za-z]:")


class Archive:
    """A zip file whose entries are safe to unpack.

    stream (BinaryIO): The file.
    most (int): So many bytes may all its entries have.
    RAISES (Unreadable): E788 for a password, E789 for a file that is no whole zip, E791 for one
        that is a bomb or whose paths lead out of it.
    """

    def __init__(self, stream: BinaryIO, most: int = DOCUMENT_BYTES) -> None:
        start = stream.read(1 << 16)
        stream.seek(0)
        if start.startswith(OLE):
            raise _old_office(stream)
        try:
            self._zip = zipfile.ZipFile(stream)
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
            reason = "it is damaged or cut short" if start else "it is empty"
            raise Unreadable(Errors.E789, reason=reason) from None
        self._entries = [info for info in self._zip.infolist() if not info.is_dir()]
        try:
            self._check(most)
        except Unreadable:
            self.close()
            raise

    @classmethod
    def of(cls, data: bytes) -> Self:
        """An archive in memory."""
        return cls(BytesIO(data))

    @property
    def names(self) -> list[str]:
        """The paths of its files, in their order."""
        return [info.filename for info in self._entries]

    def size(self, name: str) -> int:
        """Bytes of a file, unpacked."""
        return self._zip.getinfo(name).file_size

    def read(self, name: str) -> bytes:
        """What a file holds.

        RAISES (Unreadable): E788 for a password, E789 where it is damaged, E796 for a bomb.
        """
        info = self._zip.getinfo(name)
        if info.file_size > LARGE and info.file_size > RATIO * max(1, info.compress_size):
            raise Unreadable(Errors.E796, what="bytes")
        if info.flag_bits & 1:
            raise Unreadable(Errors.E788)
        try:
            return self._zip.read(info)
        except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError):
            raise Unreadable(Errors.E789, reason="a part of it is damaged") from None

    def parts(self, allowance: FileAllowance, limit: Limit) -> dict[str, bytes]:
        """What all its files hold, by their paths.

        allowance (FileAllowance): What they may take.
        limit (Limit): How many elements of XML they may have.
        RAISES (Unreadable): As `read`; E791 for a link, E796 where it is too much.
        """
        allowance.unpack(sum(info.file_size for info in self._entries))
        out = {}
        for info in self._entries:
            if is_link(info):
                raise Unreadable(Errors.E791, reason="it holds a link")
            data = out[info.filename] = self.read(info.filename)
            if looks_like_xml(data):
                allowance.mark(data, limit)
        return out

    def is_link(self, name: str) -> bool:
        """Is an entry no file, but a link to one?"""
        return is_link(self._zip.getinfo(name))

    def close(self) -> None:
        """Give the file back."""
        self._zip.close()

    def _check(self, most: int) -> None:
        total, seen = 0, set()
        for info in self._entries:
            total += info.file_size
            if total > most or len(self._entries) > MOST_ENTRIES:
                raise Unreadable(Errors.E791, reason="unpacked it would be far too large")
            if leads_out(info.filename):
                raise Unreadable(Errors.E791, reason="a path in it leads out of it")
            if info.filename in seen:
                raise Unreadable(Errors.E791, reason="it holds two files of one name")
            seen.add(info.filename)


def is_link(info: zipfile.ZipInfo) -> bool:
    """Is an entry a link to a file, as Unix packs it?"""
    return stat.S_ISLNK(info.external_attr >> 16)


def looks_like_xml(data: bytes) -> bool:
    """May some bytes be XML? Whatever a parser is asked to read is."""
    return data[:512].lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\x00").startswith(b"<")


def leads_out(name: str) -> bool:
    """Would a file of this path lie outside the folder that it is unpacked in?"""
    path = PurePosixPath(name.replace("\\", "/"))
    return path.is_absolute() or ".." in path.parts or bool(_DRIVE.match(name))


def write_zip(stream: IO[bytes] | RawIOBase, entries: Iterable[tuple[str, bytes]]) -> None:
    """Pack files, always to the same bytes: no dates, no owners.

    stream (BinaryIO): Where.
    entries (Iterable): Paths and what stands there.
    """
    with zipfile.ZipFile(stream, "w") as out:  # type: ignore[arg-type]
        for name, data in entries:
            out.writestr(entry(name), data)


def entry(name: str) -> zipfile.ZipInfo:
    """An entry that tells nothing but its path."""
    info = zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def _old_office(stream: BinaryIO) -> Unreadable:
    data = stream.read()
    if any(mark in data for mark in _ENCRYPTED):
        return Unreadable(Errors.E788)
    return Unreadable(Errors.E789, reason="it is an old Office file (.doc, .xls)")
