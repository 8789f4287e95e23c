"""Files that are no text: known by their first bytes, and by the ending of their name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import PurePath
from typing import NamedTuple

from .file_formats import FORMATS


class Kind(NamedTuple):
    """What a file is that is no text.

    name (str): Its kind, as a message names it.
    advice (str): What to do.
    """

    name: str
    advice: str


_NAME = "Give it its own ending ({})."
_SHEET = "Give it its own ending; save other documents as text (.txt), other sheets as .csv."
_UNPACK = "Unpack it, and give what is in it."
_ONLY = "Only texts can be read."

_SIGNATURES: tuple[tuple[bytes, Kind], ...] = (
    (b"%PDF-", Kind("a PDF", _NAME.format(".pdf"))),
    (b"{\\rtf", Kind("an RTF document", _NAME.format(".rtf"))),
    (b"PK\x03\x04", Kind("a .docx, .xlsx, .odt or .zip file", _SHEET)),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Kind("an old Office file (.doc, .xls, .ppt)", _SHEET)),
    (b"\x1f\x8b", Kind("a gzip archive", _UNPACK)),
    (b"BZh91AY&SY", Kind("a bzip2 archive", _UNPACK)),
    (b"\xfd7zXZ\x00", Kind("an xz archive", _UNPACK)),
    (b"7z\xbc\xaf\x27\x1c", Kind("a 7z archive", _UNPACK)),
    (b"Rar!\x1a\x07", Kind("a RAR archive", _UNPACK)),
    (b"\x89PNG\r\n", Kind("an image", _ONLY)),
    (b"\xff\xd8\xff", Kind("an image", _ONLY)),
    (b"GIF87a", Kind("an image", _ONLY)),
    (b"GIF89a", Kind("an image", _ONLY)),
    (b"SQLite format 3\x00", Kind("a database", _ONLY)),
)
_UTF_16 = Kind("text in UTF-16 or UTF-32", "Give its encoding, such as --encoding utf-16-le.")
_BINARY = Kind("binary data", _ONLY)
# Not the separators 28 to 31: they are white space, which a text may hold.
_CONTROLS = frozenset((*range(1, 9), *range(14, 27), 127))
_LEAST = 16

_NAMED = """
.pdf .doc .docx .docm .odt .rtf .pages .epub .xls .xlsx .xlsm .ods .numbers .ppt .pptx .odp .key
.zip .gz .bz2 .xz .7z .rar .tar .tgz .png .jpg .jpeg .gif .tif .tiff .bmp .webp .heic .svg
.mp3 .mp4 .m4a .wav .mov .avi .parquet .feather .sqlite .db .xml .eml .msg .mbox .py .ipynb
"""
ENDINGS: frozenset[str] = frozenset(_NAMED.split()).union(*(f.endings for f in FORMATS.values()))
"""Endings that tell a kind. Others may be a piece of somebody's name, and are not shown."""
_SYSTEM = frozenset(("thumbs.db", "desktop.ini", "__macosx"))
_LOCK = "~$"


def foreign(start: bytes, encoding: str) -> Kind | None:
    """What a file is whose first bytes are no text.

    start (bytes): Its first bytes, the more the better.
    encoding (str): The encoding it is to be read in.
    RETURNS (Kind): Its kind; None where it may be text.
    """
    bare = start.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n")
    for signature, kind in _SIGNATURES:
        if bare.startswith(signature):
            return kind
    if len(start) < _LEAST or "A\n".encode(encoding) != b"A\n":
        return None
    if 4 * start.count(0) >= len(start):
        return _UTF_16
    controls = sum(byte in _CONTROLS for byte in start)
    return _BINARY if 10 * (controls + start.count(0)) > len(start) else None


def ending(path: PurePath) -> str:
    """The ending of a file's name, where it tells a kind and nothing else."""
    suffix = path.suffix.lower()
    return suffix if suffix in ENDINGS else "another ending" if suffix else "no ending"


def is_systems(path: PurePath) -> bool:
    """Does a file belong to a program, not to its user?

    path (PurePath): The file, from the folder that was given.
    """
    lower = [part.lower() for part in path.parts]
    return is_lock(path.name) or any(p.startswith(".") or p in _SYSTEM for p in lower)


def is_lock(name: str) -> bool:
    """Is it what Office keeps beside a file while it is open?"""
    return name.startswith(_LOCK)


def counted(paths: Iterable[PurePath]) -> str:
    """How many files there are of each ending: their names may be students'."""
    found = Counter(ending(path) for path in paths)
    kinds = ", ".join(f"{kind} {count:,}" for kind, count in sorted(found.items()))
    return f"{found.total():,} ({kinds})" if found else ""
