"""`spacy_hips.TokenClassifier.v1`: scores for O and each label, from encoder and surface."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from spacy.tokens import Doc
from thinc.api import Dropout, Linear, Maxout, Model, chain
from thinc.types import Floats2d, Ragged

from .encoding import seen_tokens, token_vectors
from .surface import surface_embedding, surface_features

# The scores of a token that the encoder did not see: O, for certain.
UNSEEN = 20.0
# The most tokens of a document that go through the layers behind the encoder at a time.
BLOCK = 8192


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


def _forward(
    model: Model, docs: list[Doc], is_train: bool
) -> tuple[list[Floats2d], Callable[[list[Floats2d]], list[Doc]]]:
    tok2vec, features, surface, head = model.layers
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
    looks = Ragged(_rows(xp, tables, seen), model.ops.asarray1i(lengths))
    surfaces, back_surface = surface(looks, is_train)
    joined = xp.hstack([_rows(xp, vectors, seen), surfaces])
    scores, back_head = head(joined, is_train)
    outputs = [
        _spread(xp, part, rows) for part, rows in zip(_split(scores, lengths), seen, strict=True)
    ]

    def backprop(d_outputs: list[Floats2d]) -> list[Doc]:
        d_scores = _rows(xp, d_outputs, seen)
        d_joined = back_head(d_scores)
        back_surface(model.ops.as_contig(d_joined[:, width:]))
        d_vectors = []
        parts = _split(d_joined[:, :width], lengths)
        for part, rows, array in zip(parts, seen, encoded, strict=True):
            full = xp.zeros(array.shape, dtype="float32")
            if len(array):
                full[rows] = part
            d_vectors.append(full)
        back_vectors(d_vectors)
        return docs

    return outputs, backprop


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
