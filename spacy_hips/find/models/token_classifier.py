"""`spacy_hips.TokenClassifier.v1`: scores for O and each label, from encoder and surface."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from spacy.tokens import Doc
from thinc.api import Dropout, Linear, Maxout, Model, chain
from thinc.types import Floats2d, Ints2d, Ragged

from .encoding import seen_tokens, token_vectors
from .surface import surface_embedding, surface_features

# The scores of a token that the encoder did not see: O, for certain.
UNSEEN = 20.0
# The most tokens of a document that go through the layers behind the encoder at a time.
BLOCK = 8192


@dataclass(frozen=True)
class Seen:
    """What a document shows to the layers behind the encoder: kept, so that it is read only once.

    The classifier takes it in place of the document. A frozen encoder is then asked once however
    often its document is learnt from.

    vectors (Floats2d): The encoder's, of the tokens that it saw and their neighbours.
    looks (Ints2d): Their surface features.
    at (np.ndarray): Which tokens these are, shape (tokens,), bool.
    """

    vectors: Floats2d
    looks: Ints2d
    at: np.ndarray


def build_token_classifier(
    tok2vec: Model[list[Doc], list[Floats2d]],
    hidden_width: int = 128,
    surface_width: int = 64,
    surface_window: int = 2,
    dropout: float = 0.1,
    nO: int | None = None,
) -> Model[list[Doc], list[Floats2d]]:
    """Build a token classifier over an encoder's vectors and surface features.

    Only tokens that the encoder saw, and their neighbours, go through the layers behind it: with
    sparse windows the rest would cost more than the encoder does.

    tok2vec (Model): Gives a vector a token, usually a listener to the shared encoder; all zero
        for a token that it did not see.
    hidden_width (int): Width of the hidden layer.
    surface_width (int): Width of the embedded surface features.
    surface_window (int): Neighbours on each side whose surface is seen.
    dropout (float): Dropout before the hidden layer.
    nO (int): Number of classes; set by the component when it is initialised.
    RETURNS (Model): From documents to unnormalised scores of shape (tokens, classes).
    """
    output = Linear(nO=nO, nI=hidden_width)
    head = chain(
        Dropout(dropout),
        Maxout(nO=hidden_width, nP=2, normalize=True),
        output,
    )
    model: Model[list[Doc], list[Floats2d]] = Model(
        "token_classifier",
        _forward,
        init=_init,
        layers=[
            tok2vec,
            surface_features(),
            surface_embedding(surface_width, surface_window),
            head,
        ],
        refs={"tok2vec": tok2vec, "output_layer": output},
    )
    return model


def _init(model: Model, X: list[Doc] | None = None, Y: Any = None) -> None:
    tok2vec, features, surface, head = model.layers
    tok2vec.initialize(X=X)
    if X:
        tables = features.predict(X)
        rows = model.ops.xp.concatenate(tables)
        surface.initialize()
        lengths = model.ops.asarray1i([len(table) for table in tables])
        surfaces = surface.predict(Ragged(rows, lengths))
        width = tok2vec.get_dim("nO") + surfaces.shape[1]
        head.initialize(X=model.ops.alloc2f(1, width))


def look_at(model: Model, docs: Sequence[Doc]) -> list[Seen]:
    """Keep what documents show to the layers behind the encoder.

    model (Model): A token classifier.
    docs (Sequence[Doc]): Documents that the encoder has seen.
    RETURNS (list[Seen]): In the same order.
    """
    tok2vec, features, *_ = model.layers
    vectors, _ = token_vectors(tok2vec, list(docs), False)
    tables = features.predict(list(docs))
    at = [_seen(model.ops.xp, array) for array in vectors]
    shown = zip(vectors, tables, at, strict=True)
    return [Seen(array[rows], table[rows], rows) for array, table, rows in shown]


def _forward(
    model: Model, docs: list[Any], is_train: bool
) -> tuple[list[Floats2d], Callable[[list[Floats2d]], list[Any]]]:
    if any(isinstance(doc, Seen) for doc in docs):
        return _forward_kept(model, docs, is_train)
    tok2vec, features, _, _ = model.layers
    xp = model.ops.xp
    encoded, back_vectors = token_vectors(tok2vec, docs, is_train)
    width = tok2vec.get_dim("nO")
    # What a listener gives for a document without tokens may have another width.
    vectors = [array if len(array) else model.ops.alloc2f(0, width) for array in encoded]
    tables = features.predict(docs)
    seen = [_seen(xp, array) for array in vectors]
    lengths = [int(rows.sum()) for rows in seen]
    if not sum(lengths):
        return _nothing_seen(model, seen), _teach_nothing(xp, docs, encoded, back_vectors)
    if not is_train and max(lengths, default=0) > BLOCK:
        parts = zip(vectors, tables, seen, strict=True)
        return [_in_blocks(model, *part) for part in parts], lambda d_outputs: docs
    shown = _rows(xp, vectors, seen), _rows(xp, tables, seen)
    scores, back_scores = _behind(model, *shown, lengths, is_train)
    outputs = [
        _spread(xp, part, rows) for part, rows in zip(_split(scores, lengths), seen, strict=True)
    ]

    def backprop(d_outputs: list[Floats2d]) -> list[Doc]:
        d_seen = back_scores(_rows(xp, d_outputs, seen))
        d_vectors = []
        for part, rows, array in zip(_split(d_seen, lengths), seen, encoded, strict=True):
            full = xp.zeros(array.shape, dtype="float32")
            if len(array):
                full[rows] = part
            d_vectors.append(full)
        back_vectors(d_vectors)
        return docs

    return outputs, backprop


def _forward_kept(
    model: Model, kept: list[Seen], is_train: bool
) -> tuple[list[Floats2d], Callable[[list[Floats2d]], list[Seen]]]:
    """The same where the encoder does not learn."""
    xp, seen = model.ops.xp, [own.at for own in kept]
    lengths = [len(own.looks) for own in kept]
    if not sum(lengths):
        return _nothing_seen(model, seen), lambda d_outputs: kept
    vectors = xp.concatenate([own.vectors for own in kept])
    looks = xp.concatenate([own.looks for own in kept])
    scores, back_scores = _behind(model, vectors, looks, lengths, is_train)

    def backprop(d_outputs: list[Floats2d]) -> list[Seen]:
        back_scores(_rows(xp, d_outputs, seen))
        return kept

    parts = zip(_split(scores, lengths), seen, strict=True)
    return [_spread(xp, part, rows) for part, rows in parts], backprop


def _behind(
    model: Model, vectors: Floats2d, looks: Ints2d, lengths: list[int], is_train: bool
) -> tuple[Floats2d, Callable[[Floats2d], Floats2d]]:
    """The scores of the tokens that were seen, and from their gradient to that of the vectors."""
    _, _, surface, head = model.layers
    surfaces, back_surface = surface(Ragged(looks, model.ops.asarray1i(lengths)), is_train)
    scores, back_head = head(model.ops.xp.hstack([vectors, surfaces]), is_train)
    width = vectors.shape[1]

    def backprop(d_scores: Floats2d) -> Floats2d:
        d_joined = back_head(d_scores)
        back_surface(model.ops.as_contig(d_joined[:, width:]))
        return d_joined[:, :width]

    return scores, backprop


def _nothing_seen(model: Model, seen: list[Any]) -> list[Floats2d]:
    """The scores of documents of which the encoder saw no token."""
    nothing = model.ops.alloc2f(0, model.get_ref("output_layer").get_dim("nO"))
    return [_spread(model.ops.xp, nothing, rows) for rows in seen]


def _teach_nothing(
    xp: Any, docs: list[Doc], encoded: list[Any], back_vectors: Callable[[list[Any]], Any]
) -> Callable[[list[Floats2d]], list[Doc]]:
    """An encoder that is trained along waits for the gradient of every batch, also a zero one."""

    def backprop(d_outputs: list[Floats2d]) -> list[Doc]:
        back_vectors([xp.zeros(array.shape, dtype="float32") for array in encoded])
        return docs

    return backprop


def _in_blocks(model: Model, vectors: Any, table: Any, seen: Any) -> Floats2d:
    """The scores of one document, in blocks whose window reaches over their ends."""
    _, _, surface, head = model.layers
    xp, margin = model.ops.xp, surface.layers[1].attrs["window_size"]
    (at,) = xp.nonzero(seen)
    parts = []
    for start in range(0, len(at), BLOCK):
        end = min(start + BLOCK, len(at))
        low = max(0, start - margin)
        rows = table[at[low : end + margin]]
        looks = surface.predict(Ragged(rows, model.ops.asarray1i([len(rows)])))
        joined = xp.hstack([vectors[at[start:end]], looks[start - low : end - low]])
        parts.append(head.predict(joined))
    return _spread(xp, xp.concatenate(parts), seen)


def _seen(xp: Any, vectors: Any) -> Any:
    """Which tokens the encoder saw, and their neighbours: white space has no vector of its own."""
    seen = seen_tokens(xp, vectors)
    wider = seen.copy()
    wider[1:] |= seen[:-1]
    wider[:-1] |= seen[1:]
    return wider


def _rows(xp: Any, arrays: list[Any], seen: list[Any]) -> Any:
    return xp.concatenate([array[rows] for array, rows in zip(arrays, seen, strict=True)])


def _split(array: Any, lengths: list[int]) -> list[Any]:
    ends = np.cumsum(lengths)
    return [array[end - n : end] for end, n in zip(ends.tolist(), lengths, strict=True)]


def _spread(xp: Any, scores: Any, rows: Any) -> Any:
    out = xp.zeros((rows.shape[0], scores.shape[1]), dtype="float32")
    out[:, 0] = UNSEEN
    out[rows] = scores
    return out
