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
from thinc.api import Model, chain
from thinc.types import Floats2d

from ...core.errors import Errors, HipsError

LISTENER = "spacy-transformers.TransformerListener.v1"
"""The layer by which configs name what reads the encoder."""
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


@dataclass(frozen=True)
class SeenVectors:
    """A vector for each token of a long document, zero for one that the encoder did not see.

    The zeros of a million words would be gigabytes: rows are written out where they are asked for.

    vectors (np.ndarray): Shape (tokens seen, width).
    tokens (np.ndarray): Which tokens these are, rising.
    length (int): All tokens of the document.
    """

    vectors: np.ndarray
    tokens: np.ndarray
    length: int

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of the array that all rows would be: (tokens, width)."""
        return self.length, self.vectors.shape[1]

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, key: Any) -> np.ndarray:
        """The rows of some tokens: a slice, a mask or places."""
        if isinstance(key, slice):
            wanted = np.arange(*key.indices(self.length))
        else:
            wanted = np.flatnonzero(key) if key.dtype == bool else key
        at = np.searchsorted(self.tokens, wanted)
        held = np.take(self.tokens, at, mode="clip") == wanted if len(self.tokens) else at < 0
        out = np.zeros((len(wanted), self.vectors.shape[1]), dtype=self.vectors.dtype)
        out[held] = self.vectors[at[held]]
        return out


def seen_tokens(xp: Any, vectors: Any) -> Any:
    """Which tokens the encoder saw.

    xp (module): numpy or cupy.
    vectors (Union[Floats2d, SeenVectors]): A vector a token.
    RETURNS (Array): Shape (tokens,), bool.
    """
    if not isinstance(vectors, SeenVectors):
        return vectors.any(axis=1)
    seen = xp.zeros(len(vectors), dtype=bool)
    seen[vectors.tokens] = vectors.vectors.any(axis=1)
    return seen


def sum_from(vectors: Any, begin: int) -> Any:
    """The sum of the vectors of a document from a token on, in double precision.

    vectors (Union[Floats2d, SeenVectors]): A vector a token.
    begin (int): The first token.
    RETURNS (Array): Shape (width,), float64.
    """
    if isinstance(vectors, SeenVectors):
        vectors, begin = vectors.vectors, int(np.searchsorted(vectors.tokens, begin))
    return vectors[begin:].sum(axis=0, dtype="float64")


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
) -> tuple[list[Any], Callable[[list[Floats2d]], Any]]:
    """A vector a token, as a listener or a reader gives it.

    An engine leaves one vector for each token that it saw, which are taken as they are: a listener
    reads all wordpieces. In training they are those of an encoder that does not learn.

    tok2vec (Model): The listener or reader.
    docs (list[Doc]): The documents.
    is_train (bool): Are gradients needed?
    RETURNS (tuple): For each document an array, which is not to be written to, or a `SeenVectors`
        where nothing is learnt; and the callback of gradients.
    """
    found = [_as_encoded(doc) for doc in docs]
    if any(own is None for own in found) or (is_train and is_taught_along(tok2vec)):
        return tok2vec(docs, is_train)  # type: ignore[no-any-return]
    vectors = [own[:] for own in found] if is_train else found  # type: ignore[index]
    return vectors, lambda d_vectors: docs


def _as_encoded(doc: Doc) -> SeenVectors | None:
    """The vectors of a document that an engine encoded; None for another."""
    data: Any = doc._.get(ENCODING) if Doc.has_extension(ENCODING) else None
    if not isinstance(data, Encoding):
        return None
    return SeenVectors(data.vectors, data.tokens, len(doc))


def build_listener(
    pooling: Model, grad_factor: float = 1.0, upstream: str = "*"
) -> Model[list[Doc], list[Floats2d]]:
    """Stand in for spacy-transformers' listener, where that is not installed.

    It has the layers of the listener, so that the weights around it are read and written alike. An
    engine encodes, and `token_vectors` takes what it leaves: this layer never runs.

    pooling (Model): How the wordpieces of a token become one vector.
    grad_factor (float): See spacy-transformers.
    upstream (str): The name of the encoder.
    RETURNS (Model): The layers.
    """
    listener: Model = Model("transformer-listener", _never, dims={"nO": None})
    layers = [pooling]
    arrays: Model = Model("trfs2arrays", _never, layers=layers, attrs={"grad_factor": grad_factor})
    model: Model = chain(listener, arrays)
    model.set_ref("listener", listener)
    return model


def _never(model: Model, docs: Any, is_train: bool) -> Any:
    raise HipsError(Errors.E431)


def is_taught_along(tok2vec: Model) -> bool:
    """Has the encoder, in training, just handed its output to a listener?

    tok2vec (Model): The listener, or a model that has one.
    """
    return any(getattr(node, "_batch_id", None) is not None for node in tok2vec.walk())
