"""Writes what onnxruntime reads, without the package onnx: a graph is a few kinds of messages.

The numbers are those of the fields in onnx.proto (https://onnx.ai/onnx/repo-docs/IR.html), and a
message is written as Protocol Buffers lay down (https://protobuf.dev/programming-guides/encoding).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

KINDS = {"float32": 1, "uint8": 2, "int8": 3, "int32": 6, "int64": 7, "float16": 10}
"""The number of each kind of numbers."""
_WHOLE, _BYTES, _FLOAT = 0, 2, 5  # how a field is written
_ATTRIBUTE_FLOAT, _ATTRIBUTE_INT = 1, 2


def node(
    kind: str,
    inputs: Iterable[str],
    outputs: Iterable[str],
    domain: str = "",
    **attributes: float,
) -> bytes:
    """A node of a graph.

    kind (str): The operator.
    inputs, outputs (Iterable[str]): The names of what it takes and gives.
    domain (str): Whose operator it is; "" for ONNX's own.
    attributes (float): Its settings: whole numbers, or floats.
    RETURNS (bytes): The message NodeProto.
    """
    return b"".join(
        (
            *(_text(1, name) for name in inputs),
            *(_text(2, name) for name in outputs),
            _text(4, kind),
            *(_bytes(5, _attribute(name, value)) for name, value in attributes.items()),
            _text(7, domain),
        )
    )


def tensor(name: str, array: np.ndarray) -> bytes:
    """A constant.

    name (str): Its name in the graph.
    array (np.ndarray): Its numbers.
    RETURNS (bytes): The message TensorProto.
    """
    array = np.asarray(array, order="C")
    dims = b"".join(_whole(1, size) for size in array.shape)
    little = array.astype(array.dtype.newbyteorder("<"), copy=False)
    told = dims + _whole(2, KINDS[array.dtype.name]) + _text(8, name)
    return b"".join((told, _key(9, _BYTES), _varint(little.nbytes), little.data))


def value(name: str, kind: str, shape: Sequence[int | str]) -> bytes:
    """What a graph takes or gives.

    name (str): Its name.
    kind (str): Its kind of numbers.
    shape (Sequence): Its sizes; a name where any size will do.
    RETURNS (bytes): The message ValueInfoProto.
    """
    sizes = (_text(2, n) if isinstance(n, str) else _whole(1, n) for n in shape)
    held = _whole(1, KINDS[kind]) + _bytes(2, b"".join(_bytes(1, size) for size in sizes))
    return _text(1, name) + _bytes(2, _bytes(1, held))


def model(
    nodes: Iterable[bytes],
    constants: Iterable[bytes],
    inputs: Iterable[bytes],
    outputs: Iterable[bytes],
    *,
    opsets: Mapping[str, int],
    ir_version: int,
    told: Mapping[str, str],
) -> bytes:
    """A model with one graph.

    nodes, constants, inputs, outputs (Iterable[bytes]): The parts of the graph.
    opsets (Mapping[str, int]): The version of the operators of each domain.
    ir_version (int): The version of the format.
    told (Mapping[str, str]): What it says of itself.
    RETURNS (bytes): The message ModelProto.
    """
    fields = ((1, nodes), (5, constants), (11, inputs), (12, outputs), (2, (b"encoder",)))
    graph = [part for field, some in fields for own in some for part in (_head(field, own), own)]
    length = _key(7, _BYTES) + _varint(sum(map(len, graph)))
    pairs = (_bytes(14, _text(1, key) + _text(2, told[key])) for key in told)
    versions = (_bytes(8, _text(1, name) + _whole(2, opsets[name])) for name in opsets)
    # The constants are large: they are put together once.
    return b"".join((_whole(1, ir_version), *versions, length, *graph, *pairs))


def _attribute(name: str, value: Any) -> bytes:
    if isinstance(value, float):
        number, kind = _key(2, _FLOAT) + struct.pack("<f", value), _ATTRIBUTE_FLOAT
    else:
        number, kind = _whole(3, int(value)), _ATTRIBUTE_INT
    return _text(1, name) + number + _whole(20, kind)


def _key(field: int, written: int) -> bytes:
    return _varint(field << 3 | written)


def _whole(field: int, number: int) -> bytes:
    return _key(field, _WHOLE) + _varint(number)


def _head(field: int, data: bytes) -> bytes:
    return _key(field, _BYTES) + _varint(len(data))


def _bytes(field: int, data: bytes) -> bytes:
    return _head(field, data) + data


def _text(field: int, text: str) -> bytes:
    return _bytes(field, text.encode()) if text else b""


def _varint(number: int) -> bytes:
    """Seven bits a byte, the lowest first; a negative number is one of 64 bits."""
    number &= (1 << 64) - 1
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)
