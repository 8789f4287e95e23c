"""The weights of an encoder as a pipeline's folder holds them, read without torch.

spacy-transformers writes a network as a message that holds the configuration, the files of the
tokenizer, and what `torch.save` gave: an archive of plain numbers, with a pickle that names their
shapes. That pickle is read here by an unpickler that knows nothing but these names.
"""

from __future__ import annotations

import json
import pickle
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from zipfile import BadZipFile, ZipFile

import numpy as np
import srsly

from ...core.errors import Errors, HipsError

NUMBERS = {
    "HalfStorage": "<f2",
    "BFloat16Storage": "<u2",
    "FloatStorage": "<f4",
    "DoubleStorage": "<f8",
    "LongStorage": "<i8",
    "IntStorage": "<i4",
}
"""By the name of a kind of storage of torch, how its numbers are written."""
_REBUILD = ("torch._utils", "_rebuild_tensor_v2")


@dataclass(frozen=True)
class EncoderWeights:
    """An encoder, as numbers.

    config (Mapping): The configuration of the network, as transformers names it.
    arrays (Mapping[str, np.ndarray]): The weights, by their names in the network.
    tokenizer (str): The tokenizer, as JSON of the package tokenizers; "" for one of another kind.
    longest (int): How many wordpieces a window may have.
    """

    config: Mapping[str, Any]
    arrays: Mapping[str, np.ndarray]
    tokenizer: str
    longest: int


def is_plain_bert(config: Mapping[str, Any]) -> bool:
    """Is a network a BERT with nothing added, of which a graph can be written?

    config (Mapping): Its configuration, as transformers names it.
    """
    return (
        config.get("model_type") == "bert"
        and config.get("hidden_act") == "gelu"
        and config.get("position_embedding_type", "absolute") == "absolute"
        and not config.get("is_decoder")
        and not config.get("add_cross_attention")
    )


def read_weights(data: bytes, name: str) -> EncoderWeights | None:
    """Read what `Model.to_bytes` of an encoder gave.

    data (bytes): The message.
    name (str): The name of the component, for messages.
    RETURNS (Optional[EncoderWeights]): None where it holds no network yet.
    RAISES (HipsError): E152 where reading would run code, E740 where the message is damaged.
    """
    try:
        (network,) = (shim for shims in srsly.msgpack_loads(data)["shims"] for shim in shims)
        told = srsly.msgpack_loads(network)
        if not told["config"]:
            return None
        return weights_of(told["config"], _arrays(told["state"]), told["tokenizer"])
    except pickle.UnpicklingError:
        raise HipsError(Errors.E152.format(name=name)) from None
    except (BadZipFile, EOFError, KeyError, TypeError, ValueError) as error:
        raise HipsError(Errors.E740.format(reason=type(error).__name__)) from None


def weights_of(
    config: Mapping[str, Any], arrays: Mapping[str, np.ndarray], files: Mapping[str, Any]
) -> EncoderWeights:
    """An encoder of its parts.

    config (Mapping): The configuration of the network.
    arrays (Mapping[str, np.ndarray]): Its weights.
    files (Mapping[str, bytes]): The files of its tokenizer.
    RETURNS (EncoderWeights): The encoder.
    """
    settings = json.loads(files.get("tokenizer_config.json", b"{}"))
    limits = (settings.get("model_max_length"), config.get("max_position_embeddings"))
    longest = min(int(most) for most in limits if most and most > 0)
    return EncoderWeights(config, arrays, files.get("tokenizer.json", b"").decode("utf8"), longest)


def _arrays(saved: bytes) -> dict[str, np.ndarray]:
    with ZipFile(BytesIO(saved)) as archive:
        (names,) = (name for name in archive.namelist() if name.endswith("/data.pkl"))
        reader = _Numbers(archive, names.removesuffix("data.pkl"))
        return dict(reader.load())


class _Numbers(pickle.Unpickler):
    """Reads the names and shapes of arrays, and refuses whatever else a pickle can do."""

    def __init__(self, archive: ZipFile, folder: str) -> None:
        super().__init__(BytesIO(archive.read(f"{folder}data.pkl")))
        self._archive, self._folder = archive, folder

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        if (module, name) == _REBUILD:
            return _rebuilt
        if module == "torch" and name in NUMBERS:
            return name
        raise pickle.UnpicklingError

    def persistent_load(self, pid: Any) -> np.ndarray:
        _, kind, key, _, count = pid
        data = self._archive.read(f"{self._folder}data/{int(key)}")
        numbers = np.frombuffer(data, dtype=NUMBERS[kind], count=count)
        if kind == "BFloat16Storage":  # the upper half of a float32
            return (numbers.astype("<u4") << 16).view("<f4")
        return numbers


def _rebuilt(storage: np.ndarray, offset: int, shape: Any, strides: Any, *_: Any) -> np.ndarray:
    size = storage.itemsize
    last = offset + sum((n - 1) * step for n, step in zip(shape, strides, strict=True))
    if min(offset, *strides, 0) < 0 or (min(shape, default=1) > 0 and last >= len(storage)):
        raise ValueError
    view = np.lib.stride_tricks.as_strided(
        storage[offset:], tuple(shape), tuple(step * size for step in strides), writeable=False
    )
    return np.ascontiguousarray(view).reshape(tuple(shape))
