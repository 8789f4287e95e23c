"""Pictures without what is written beside their pixels: camera, place, author, comments, previews.

What a picture shows is not looked at. Only forms are kept whose every piece is known; a picture of
another form becomes an empty one.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_KEPT = frozenset(
    (b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"bKGD",
     b"pHYs", b"acTL", b"fcTL", b"fdAT")
)  # fmt: skip
# Of JPEG: all but APPn (0xe0-0xef), comments (0xfe) and what no picture has.
_JPEG_KEPT = frozenset((*range(0xC0, 0xD0), 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF)) - {0xC8}
_JFIF = bytes.fromhex("ffe000104a46494600010100000100010000")
_ADOBE, _ADOBE_LENGTH = b"Adobe", 12
_GIF_LOOP = (b"NETSCAPE2.0", b"ANIMEXTS1.0")
_WEBP_KEPT = frozenset((b"VP8 ", b"VP8L", b"ALPH", b"ANIM", b"ANMF", b"VP8X"))
_WEBP_FLAGS = 0b0001_0010
"""Alpha and animation; the others say that there is a profile, EXIF or XMP."""
_BMP_HEADERS = (40, 108, 124)


def _chunk(name: bytes, data: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(name + data))
    return struct.pack(">I", len(data)) + name + data + check


EMPTY = (
    _PNG + _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 6, 0, 0, 0))
    + _chunk(b"IDAT", zlib.compress(b"\0" * 5)) + _chunk(b"IEND", b"")
)  # fmt: skip
"""A picture of one pixel, which nobody sees."""


def cleaned(data: bytes) -> tuple[bytes, str]:
    """A picture with its pixels only.

    data (bytes): The file, in any form.
    RETURNS (tuple): The new file and the ending of its form; `EMPTY` for a form that is not known.
    """
    form = form_of(data)
    try:
        if form:
            return _FORMS[form](data), form
    except (ValueError, IndexError, struct.error):  # cut short, or built otherwise
        pass
    return EMPTY, "png"


def form_of(data: bytes) -> str:
    """The ending of a picture's form, by its first bytes; "" for one that is not kept."""
    if data.startswith(_PNG):
        return "png"
    if data.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "gif"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "webp"
    return "bmp" if data.startswith(b"BM") else ""


def _png(data: bytes) -> bytes:
    out, at = [_PNG], len(_PNG)
    while at < len(data):
        size = struct.unpack_from(">I", data, at)[0]
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        if len(body) != size:
            raise ValueError
        if name in _PNG_KEPT:
            out.append(_chunk(name, body))
        if name == b"IEND":
            return b"".join(out)
        at += size + 12
    raise ValueError


def _jpeg(data: bytes) -> bytes:
    out, at = [data[:2], _JFIF], 2
    while True:
        if data[at] != 0xFF:
            raise ValueError
        while data[at] == 0xFF:  # as many as it likes may stand before a marker
            at += 1
        marker = data[at]
        at += 1
        if marker == 0xD9:
            return b"".join((*out, b"\xff\xd9"))
        size = struct.unpack_from(">H", data, at)[0]
        body = data[at : at + size]
        if marker == 0xEE and body[2:].startswith(_ADOBE):  # tells how colours are meant
            out.append(b"\xff\xee" + struct.pack(">H", _ADOBE_LENGTH + 2))
            out.append(body[2 : _ADOBE_LENGTH + 2])
        elif marker in _JPEG_KEPT:
            out.append(bytes((0xFF, marker)) + body)
        at += size
        if marker == 0xDA:
            end = _scan_end(data, at)
            out.append(data[at:end])
            at = end


def _scan_end(data: bytes, at: int) -> int:
    """Where the pixels of a scan end: at a marker that is neither a stuffed byte nor a restart."""
    while True:
        at = data.index(b"\xff", at)
        if data[at + 1] not in (0x00, *range(0xD0, 0xD8)):
            return at
        at += 2


def _gif(data: bytes) -> bytes:
    at = 13 + _palette(data[10])
    out = [data[:at]]
    while data[at] != 0x3B:
        start = at
        if data[at] == 0x2C:
            at = _blocks_end(data, at + 11 + _palette(data[at + 9]))
            out.append(data[start:at])
        elif data[at] == 0x21:
            at = _blocks_end(data, at + 2)
            if data[start + 1] == 0xF9:
                out.append(data[start : start + 7] + b"\0")
            elif data[start + 1] == 0xFF and data[start + 3 : start + 14] in _GIF_LOOP:
                out.append(data[start : start + 18] + b"\0")
        else:
            raise ValueError
    return b"".join((*out, b"\x3b"))


def _palette(flags: int) -> int:
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def _blocks_end(data: bytes, at: int) -> int:
    while data[at]:
        at += data[at] + 1
    return at + 1


def _webp(data: bytes) -> bytes:
    out = []
    size = struct.unpack_from("<I", data, 4)[0]
    for name, body in _riff(data[12 : 8 + size]):
        if name == b"VP8X":
            body = bytes((body[0] & _WEBP_FLAGS,)) + b"\0\0\0" + body[4:10]
        elif name == b"ANMF":
            frame = ((n, b) for n, b in _riff(body[16:]) if n in (b"ALPH", b"VP8 ", b"VP8L"))
            body = body[:16] + b"".join(_riff_chunk(*one) for one in frame)
        if name in _WEBP_KEPT:
            out.append(_riff_chunk(name, body))
    if not out:
        raise ValueError
    return _riff_chunk(b"RIFF", b"".join((b"WEBP", *out)))


def _riff(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 0
    while at + 8 <= len(data):
        name, size = data[at : at + 4], struct.unpack_from("<I", data, at + 4)[0]
        body = data[at + 8 : at + 8 + size]
        if len(body) != size:
            raise ValueError
        yield name, body
        at += 8 + size + size % 2


def _riff_chunk(name: bytes, body: bytes) -> bytes:
    return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


def _bmp(data: bytes) -> bytes:
    """The header, the palette and the pixels; neither a gap, nor a profile, nor what is behind."""
    start: int = struct.unpack_from("<I", data, 10)[0]
    head, width, height, _, depth, packing, size = struct.unpack_from("<IiiHHII", data, 14)
    colours = struct.unpack_from("<I", data, 46)[0]
    if head not in _BMP_HEADERS or packing not in (0, 3):
        raise ValueError
    size = (width * depth + 31) // 32 * 4 * abs(height)
    palette = 4 * (colours or (1 << depth if depth <= 8 else 0)) + 12 * (
        packing == 3 and head == 40
    )
    pixels = data[start : start + size]
    if depth > 32 or len(pixels) != size or palette > start:
        raise ValueError
    header = data[14 : 14 + 40] + data[54 : 14 + min(head, 56)]
    header += b"\0" * (head - len(header))
    if head > 40:  # the colours of the screen, not those of a profile
        header = header[:56] + b"BGRs" + header[60:]
    kept: bytes = header + data[14 + head : 14 + head + palette]
    return b"BM" + struct.pack("<IHHI", 14 + len(kept) + size, 0, 0, 14 + len(kept)) + kept + pixels


_FORMS: Mapping[str, Callable[[bytes], bytes]] = MappingProxyType(
    {"png": _png, "jpeg": _jpeg, "gif": _gif, "webp": _webp, "bmp": _bmp}
)
