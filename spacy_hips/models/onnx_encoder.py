"""`spacy_hips.OnnxEncoder.v1`: the encoder for prediction by onnxruntime, without torch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from spacy.tokens import Doc, Span
from thinc.api import Model

from ..errors import Errors, HipsError
from ..spans import token_characters
from .alignment import align_window
from .encoding import Encoding
from .fitting import fit_windows
from .onnx_engine import OnnxEngine

# So many windows are split and encoded at a time, however long a document is.
WINDOWS = 1024


def build_onnx_encoder(get_spans: Callable) -> Model[list[Doc], list[Encoding]]:
    """Build an encoder that runs without torch. It only predicts; `to_onnx` makes one.

    get_spans (Callable): Which windows of a document it sees (models/windows.py).
    RETURNS (Model): From documents to an Encoding for each.
    """
    return Model("onnx_encoder", _forward, attrs={"get_spans": get_spans, "engine": None})


def _forward(
    model: Model[list[Doc], list[Encoding]], docs: list[Doc], is_train: bool
) -> tuple[list[Encoding], Callable[[list[Encoding]], list[Doc]]]:
    engine: OnnxEngine | None = model.attrs["engine"]
    if is_train or engine is None:
        raise HipsError(Errors.E745)
    sums = [
        _Sums(doc, spans) for doc, spans in zip(docs, model.attrs["get_spans"](docs), strict=True)
    ]
    for some in _blocks(sums):
        _encode(engine, some)
    return [own.means(engine) for own in sums], lambda d_encodings: docs


class _Sums:
    """The sums of the states of the tokens of a document, window by window."""

    def __init__(self, doc: Doc, windows: Sequence[Span]) -> None:
        self.windows = windows
        self.starts, self.ends, _ = token_characters(doc)
        self.covered = np.zeros(len(doc), dtype=bool)
        for window in windows:
            self.covered[window.start : window.end] = True
        self.place = np.cumsum(self.covered) - 1
        self.counts = np.zeros(int(self.covered.sum()), dtype="float32")
        self.sums: Any = None

    def add(self, window: Span, offsets: np.ndarray, states: np.ndarray) -> None:
        """Add the states of the wordpieces of a window."""
        tokens, pieces = align_window(self.starts, self.ends, window, offsets)
        if self.sums is None:
            self.sums = np.zeros((len(self.counts), states.shape[1]), dtype="float32")
        order = np.argsort(tokens, kind="stable")
        tokens, pieces = self.place[tokens[order]], pieces[order]
        first = np.flatnonzero(np.diff(tokens, prepend=-1))
        if len(first):
            self.sums[tokens[first]] += np.add.reduceat(states[pieces], first, axis=0)
            self.counts[tokens[first]] += np.diff(first, append=len(tokens))

    def means(self, engine: OnnxEngine) -> Encoding:
        """The mean of each token."""
        seen = self.counts > 0
        if not seen.any():
            return Encoding(np.zeros((0, engine.width), dtype="float32"), np.zeros(0, dtype=int))
        means = self.sums[seen] / self.counts[seen][:, None]
        return Encoding(means, np.flatnonzero(self.covered)[seen])


def _blocks(documents: Sequence[_Sums]) -> Iterator[list[tuple[_Sums, list[Span]]]]:
    """The windows of documents, so many at a time, in their order."""
    block: list[tuple[_Sums, list[Span]]] = []
    held = 0
    for own in documents:
        for start in range(0, len(own.windows), WINDOWS):
            some = list(own.windows[start : start + WINDOWS])
            block.append((own, some))
            held += len(some)
            if held >= WINDOWS:
                yield block
                block, held = [], 0
    if block:
        yield block


def _encode(engine: OnnxEngine, block: Sequence[tuple[_Sums, list[Span]]]) -> None:
    nested, pieces = fit_windows([some for _, some in block], engine.longest, engine.split)
    states = iter(engine.states([ids[: engine.longest] for ids, _ in pieces]))
    offsets = iter([places[: engine.longest] for _, places in pieces])
    for (own, _), windows in zip(block, nested, strict=True):
        for window in windows:
            own.add(window, next(offsets), next(states))
