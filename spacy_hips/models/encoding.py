"""The encoder's output as one vector a token, and the layer that reads it from a document.

It takes the place of spacy-transformers' listener where an encoder runs without torch.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import srsly
from spacy.tokens import Doc
from thinc.api import Model
from thinc.types import Floats2d

ENCODING = "trf_data"
"""The extension of a document that holds the encoder's output."""
_MESSAGE = "__spacy_hips_encoding__"


@dataclass(frozen=True)
class Encoding:
    """What an encoder made of a document.

    vectors (np.ndarray): Shape (tokens seen, width): the mean of the wordpieces of each token.
    tokens (np.ndarray): Which tokens these are, rising.
    """

    vectors: np.ndarray
    tokens: np.ndarray


@srsly.msgpack_encoders("spacy_hips.encoding")  # type: ignore[untyped-decorator]
def _to_message(thing: Any, chain: Callable[[Any], Any] | None = None) -> Any:
    """How documents go from process to process, and to a file."""
    if isinstance(thing, Encoding):
        return {_MESSAGE: {"vectors": thing.vectors, "tokens": thing.tokens}}
    return thing if chain is None else chain(thing)


@srsly.msgpack_decoders("spacy_hips.encoding")  # type: ignore[untyped-decorator]
def _from_message(thing: Any, chain: Callable[[Any], Any] | None = None) -> Any:
    if isinstance(thing, dict) and _MESSAGE in thing:
        return Encoding(**thing[_MESSAGE])
    return thing if chain is None else chain(thing)


def build_encoding_reader(width: int) -> Model[list[Doc], list[Floats2d]]:
    """Build the layer that reads the encoder's output (`spacy_hips.EncodingReader.v1`).

    width (int): The width of the encoder.
    RETURNS (Model): From documents to a vector a token, all zero for one that was not seen.
    """
    return Model("encoding_reader", _forward, dims={"nO": width})


def _forward(
    model: Model[list[Doc], list[Floats2d]], docs: list[Doc], is_train: bool
) -> tuple[list[Floats2d], Callable[[list[Floats2d]], list[Doc]]]:
    width = model.get_dim("nO")
    return [_spread(model, doc, width) for doc in docs], lambda d_vectors: docs


def _spread(model: Model[list[Doc], list[Floats2d]], doc: Doc, width: int) -> Floats2d:
    vectors = model.ops.alloc2f(len(doc), width)
    encoding: Encoding = doc._.trf_data
    vectors[encoding.tokens] = model.ops.asarray2f(encoding.vectors)
    return vectors
