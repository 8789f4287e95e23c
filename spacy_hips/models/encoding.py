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


def token_vectors(
    tok2vec: Model[list[Doc], list[Floats2d]], docs: list[Doc], is_train: bool
) -> tuple[list[Floats2d], Callable[[list[Floats2d]], Any]]:
    """A vector a token, as a listener or a reader gives it.

    A long document is encoded as one vector a token already (encoder.py). A listener would copy
    all of them three times to find their means; here they are taken as they are.

    tok2vec (Model): The listener or reader.
    docs (list[Doc]): The documents.
    is_train (bool): Are gradients needed?
    RETURNS (tuple): An array for each document, which is not to be written to, and the callback of
        gradients.
    """
    found = [None if is_train else _as_encoded(doc) for doc in docs]
    if all(vectors is None for vectors in found):
        return tok2vec(docs, is_train)  # type: ignore[no-any-return]
    rest = [doc for doc, vectors in zip(docs, found, strict=True) if vectors is None]
    read = iter(tok2vec.predict(rest) if rest else ())
    return [next(read) if own is None else own for own in found], lambda d_vectors: docs


def _as_encoded(doc: Doc) -> Floats2d | None:
    """The vectors of a document whose tokens have one each, in their order; None for another."""
    align = getattr(doc._.trf_data, "align", None)
    if align is None or "last_hidden_state" not in doc._.trf_data.model_output:
        return None
    vectors: Any = doc._.trf_data.model_output.last_hidden_state
    pieces, lengths = np.asarray(align.dataXd).reshape(-1), np.asarray(align.lengths)
    plain = isinstance(vectors, np.ndarray) and vectors.shape[:2] == (1, len(pieces))
    if not plain or lengths.max(initial=0) > 1 or (pieces != np.arange(len(pieces))).any():
        return None
    if lengths.all():
        return vectors[0]  # type: ignore[no-any-return]
    out = np.zeros((len(doc), vectors.shape[2]), dtype=vectors.dtype)
    out[lengths > 0] = vectors[0]
    return out
