"""`spacy_hips.RoleClassifier.v1`: scores for the role of each mention of a person.

A mention is seen as the mean of its tokens' vectors, the means of the vectors on its left and on
its right, perhaps that of the whole document, and numbers that say what the document tells about
it (who/judging/evidence.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from spacy.tokens import Doc
from thinc.api import Dropout, Linear, Maxout, Model, chain
from thinc.types import Floats2d

from ...core.body import first_token
from ...core.labels import ROLES
from .encoding import seen_tokens, sum_from, token_vectors

_PART = 4096  # tokens over which the contexts of mentions are summed at once
_BLOCK = 1024  # mentions whose contexts are held at once, where no gradient is needed


@dataclass(frozen=True)
class Mentions:
    """The mentions of persons in a document, as the classifier takes them.

    doc (Optional[Doc]): The document; not needed where the context is there.
    tokens (np.ndarray): First token and the one behind the last, shape (mentions, 2), int.
    features (np.ndarray): Shape (mentions, features), float32.
    context (Optional[np.ndarray]): What `contexts` gave for them: the means of the encoder's
        vectors, shape (mentions, parts x width). Where all of a batch have theirs, the encoder is
        not asked, and not taught.
    """

    doc: Doc | None
    tokens: np.ndarray
    features: np.ndarray
    context: np.ndarray | None = None


def build_role_classifier(
    tok2vec: Model[list[Doc], list[Floats2d]],
    hidden_width: int = 128,
    feature_width: int = 48,
    window: int = 12,
    dropout: float = 0.2,
    document: bool = False,
    nO: int | None = None,
) -> Model[list[Mentions], list[Floats2d]]:
    """Build a classifier of mentions over a shared encoder's vectors.

    tok2vec (Model): Gives a vector a token, usually a listener to the shared encoder; all zero
        for a token that it did not see, which counts in no mean.
    hidden_width (int): Width of the hidden layer.
    feature_width (int): Width of the embedded features.
    window (int): Tokens on each side of a mention that are its context.
    dropout (float): Dropout before the hidden layer.
    document (bool): See the mean of the document, too: what kind of text it is.
    nO (int): Number of roles; all of them if left out.
    RETURNS (Model): From the mentions of documents to unnormalised scores of shape (mentions,
        roles) for each document.
    """
    output = Linear(nO=nO or len(ROLES), nI=hidden_width)
    model: Model[list[Mentions], list[Floats2d]] = Model(
        "role_classifier",
        _forward,
        init=_init,
        attrs={"window": window, "parts": 4 if document else 3},
        layers=[
            tok2vec,
            Maxout(nO=feature_width, nP=3, normalize=True),
            chain(Dropout(dropout), Maxout(nO=hidden_width, nP=3, normalize=True), output),
        ],
        refs={"tok2vec": tok2vec, "output_layer": output},
    )
    return model


def contexts(model: Model, batch: list[Mentions]) -> list[Mentions]:
    """Keep what the encoder says of some mentions, so that a frozen one is asked only once.

    model (Model): A role classifier.
    batch (list[Mentions]): The mentions of documents that the encoder has seen.
    RETURNS (list[Mentions]): The same with their context, and without their documents.
    """
    docs = [mentions.doc for mentions in batch]
    vectors, _ = token_vectors(model.get_ref("tok2vec"), docs, False)
    return [
        replace(
            mentions,
            doc=None,
            context=_Text(model, array, mentions.doc).means(mentions.tokens).values,
        )
        for array, mentions in zip(vectors, batch, strict=True)
    ]


def _init(model: Model, X: list[Mentions] | None = None, Y: Any = None) -> None:
    tok2vec, embed, head = model.layers
    tok2vec.initialize(X=[mentions.doc for mentions in X] if X else None)
    if X:
        embed.initialize(X=model.ops.alloc2f(1, X[0].features.shape[1]))
        width = model.attrs["parts"] * tok2vec.get_dim("nO") + embed.get_dim("nO")
        head.initialize(X=model.ops.alloc2f(1, width))


def _forward(
    model: Model, batch: list[Mentions], is_train: bool
) -> tuple[list[Floats2d], Callable[[list[Floats2d]], list[Mentions]]]:
    tok2vec, embed, head = model.layers
    xp, ops = model.ops.xp, model.ops
    counts = [len(mentions.tokens) for mentions in batch]
    kept = any(mentions.context is not None for mentions in batch)
    if not (is_train or kept) and max(counts, default=0) > _BLOCK:
        return _in_blocks(model, batch), lambda d_scores: batch
    means, back_means = _contexts(model, tok2vec, batch, is_train)
    if not sum(counts):
        return [ops.alloc2f(0, head.get_dim("nO")) for _ in batch], _teach_nothing(
            batch, back_means
        )
    context = xp.concatenate([part for part in means if len(part)])
    features, back_embed = embed(
        ops.asarray2f(np.concatenate([mentions.features for mentions in batch])), is_train
    )
    scores, back_head = head(xp.hstack([context, features]), is_train)

    def backprop(d_scores: list[Floats2d]) -> list[Mentions]:
        d_joined = back_head(xp.concatenate(d_scores))
        back_embed(ops.as_contig(d_joined[:, context.shape[1] :]))
        back_means(_split(d_joined[:, : context.shape[1]], counts))
        return batch

    return _split(scores, counts), backprop


def _contexts(
    model: Model, tok2vec: Model, batch: list[Mentions], is_train: bool
) -> tuple[list[Floats2d], Callable[[list[Any]], Any]]:
    """The means of the vectors of each document's mentions."""
    ops = model.ops
    if all(mentions.context is not None for mentions in batch):
        return [ops.asarray2f(mentions.context) for mentions in batch], lambda d_means: None
    docs = [mentions.doc for mentions in batch]
    vectors, back_vectors = token_vectors(tok2vec, docs, is_train)
    means = [
        _Text(model, array, own.doc).means(own.tokens)
        for array, own in zip(vectors, batch, strict=True)
    ]

    def backprop(d_means: list[Any]) -> Any:
        return back_vectors([own.backprop(d) for own, d in zip(means, d_means, strict=True)])

    return [own.values for own in means], backprop


def _teach_nothing(
    batch: list[Mentions], back_means: Callable[[list[Any]], Any]
) -> Callable[[list[Floats2d]], list[Mentions]]:
    """An encoder that is trained along waits for the gradient of every batch, also a zero one."""

    def backprop(d_scores: list[Floats2d]) -> list[Mentions]:
        back_means(d_scores)
        return batch

    return backprop


def _in_blocks(model: Model, batch: list[Mentions]) -> list[Floats2d]:
    """The scores of mentions of documents with thousands of them, some after the other."""
    tok2vec, embed, head = model.layers
    vectors, _ = token_vectors(tok2vec, [mentions.doc for mentions in batch], False)
    out = []
    for array, mentions in zip(vectors, batch, strict=True):
        text = _Text(model, array, mentions.doc)
        scores = model.ops.alloc2f(len(mentions.tokens), head.get_dim("nO"))
        # By place: the sums of a block are made over all that lies between its mentions.
        order = np.argsort(mentions.tokens[:, 0], kind="stable")
        for start in range(0, len(order), _BLOCK):
            some = order[start : start + _BLOCK]
            features = embed.predict(model.ops.asarray2f(mentions.features[some]))
            context = text.means(mentions.tokens[some]).values
            scores[some] = head.predict(model.ops.xp.hstack([context, features]))
        out.append(scores)
    return out


class _Text:
    """The vectors of a document, and what all of its mentions have in common.

    model (Model): The role classifier.
    vectors (Union[Floats2d, SeenVectors]): A vector a token.
    doc (Optional[Doc]): The document; None where no cells of a table stand before its text.
    """

    def __init__(self, model: Model, vectors: Any, doc: Doc | None) -> None:
        self.model, self.vectors = model, vectors
        xp = model.ops.xp
        self.begin = first_token(doc) if doc is not None else 0
        self.known = _running(xp, seen_tokens(xp, vectors)[:, None], "int64")[:, 0]
        self.sum = sum_from(vectors, self.begin)[None]

    def means(self, tokens: np.ndarray) -> _Means:
        """The means of some mentions, of shape (mentions, 2): first token, and the one behind."""
        return _Means(self, tokens)


class _Means:
    """The means of the vectors in, before and behind each mention of a document, and of all.

    They are differences of running sums: a document may hold thousands of mentions.

    text (_Text): The document.
    tokens (np.ndarray): The mentions: first token and the one behind the last, shape (mentions, 2).
    """

    def __init__(self, text: _Text, tokens: np.ndarray) -> None:
        self._ops, self._shape = text.model.ops, text.vectors.shape
        ops, xp = self._ops, self._ops.xp
        window, begin, count = text.model.attrs["window"], text.begin, len(text.vectors)
        first, last = ops.asarray1i(tokens[:, 0]), ops.asarray1i(tokens[:, 1])
        before, behind = xp.maximum(first - window, begin), xp.minimum(last + window, count)
        whole = xp.full_like(first, begin), xp.full_like(first, count)
        near = [(first, last), (before, first), (last, behind)]
        self._stretches = [*near, whole][: text.model.attrs["parts"]]
        sums = [*_sums(xp, text.vectors, near), text.sum]
        self._counts, parts = [], []
        for (start, end), total in zip(self._stretches, sums, strict=False):
            seen = xp.maximum(text.known[end] - text.known[start], 1)[:, None].astype("float32")
            self._counts.append(seen)
            parts.append(total.astype("float32") / seen)
        self.values = xp.hstack(parts)

    def backprop(self, d_values: Floats2d) -> Floats2d:
        """The gradient of the vectors from that of the means."""
        tokens, width = self._shape
        slopes = self._ops.alloc2f(tokens + 1, width)
        for number, (start, end) in enumerate(self._stretches if len(d_values) else ()):
            part = d_values[:, number * width : (number + 1) * width] / self._counts[number]
            self._ops.scatter_add(slopes, start, part)
            self._ops.scatter_add(slopes, end, -part)
        return self._ops.xp.cumsum(slopes, axis=0)[:-1]  # type: ignore[no-any-return]


def _sums(xp: Any, vectors: Any, stretches: Sequence[tuple[Any, Any]]) -> list[Any]:
    """The sum of the vectors of each stretch, an array of shape (mentions, width) for each kind.

    Running sums in double precision over a long document would take more room than all else, so
    they are made for the mentions of one part of it after the other.
    """
    order = xp.argsort(stretches[0][0])
    places = stretches[0][0][order]
    sums = [xp.zeros((len(order), vectors.shape[1])) for _ in stretches]
    begin = 0
    while begin < len(order):
        stop = int(xp.searchsorted(places, places[begin] + _PART))
        block, begin = order[begin:stop], stop
        low = int(min(start[block].min() for start, _ in stretches))
        high = int(max(end[block].max() for _, end in stretches))
        running = _running(xp, vectors[low:high], "float64")
        for total, (start, end) in zip(sums, stretches, strict=True):
            total[block] = running[end[block] - low] - running[start[block] - low]
    return sums


def _running(xp: Any, rows: Any, dtype: str) -> Any:
    """Sums of the first 0, 1, 2, ... rows."""
    out = xp.zeros((rows.shape[0] + 1, rows.shape[1]), dtype=dtype)
    xp.cumsum(rows, axis=0, dtype=dtype, out=out[1:])
    return out


def _split(rows: Any, counts: Sequence[int]) -> list[Any]:
    ends = np.cumsum(counts).tolist()
    return [rows[end - count : end] for end, count in zip(ends, counts, strict=True)]
