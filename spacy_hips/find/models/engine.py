"""What runs an encoder in prediction, and how one vector a token comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import numpy as np
from spacy.tokens import Doc, Span

from ...core.spans import token_characters
from .alignment import align_window
from .encoding import Encoding
from .fitting import fit_windows

# So many windows are split and encoded at a time, however long a document is.
WINDOWS = 1024


class Engine(Protocol):
    """An encoder that only predicts."""

    @property
    def width(self) -> int:
        """The width of the states."""

    @property
    def longest(self) -> int:
        """How many wordpieces a window may have."""

    def split(self, texts: list[str]) -> tuple[list[tuple[np.ndarray, np.ndarray]], np.ndarray]:
        """The wordpieces of texts.

        texts (list[str]): The texts.
        RETURNS (tuple): For each text the numbers of its wordpieces, and the characters of each;
            and how many wordpieces it has.
        """

    def states(self, windows: Sequence[np.ndarray]) -> list[np.ndarray]:
        """The states of all wordpieces of windows.

        windows (Sequence[np.ndarray]): The numbers of the wordpieces of each window.
        RETURNS (list): An array of shape (wordpieces, width) for each. It is the same to the last
            bit whatever the other windows are.
        """


def encode_documents(
    engine: Engine, docs: Sequence[Doc], windows: Sequence[Sequence[Span]]
) -> list[Encoding]:
    """Encode documents.

    engine (Engine): What runs the encoder.
    docs (Sequence[Doc]): The documents.
    windows (Sequence[Sequence[Span]]): The windows of each that the encoder sees.
    RETURNS (list[Encoding]): One a document.
    """
    sums = [_Sums(doc, spans) for doc, spans in zip(docs, windows, strict=True)]
    for some in _blocks(sums):
        _encode(engine, some)
    return [own.means(engine) for own in sums]


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

    def means(self, engine: Engine) -> Encoding:
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


def _encode(engine: Engine, block: Sequence[tuple[_Sums, list[Span]]]) -> None:
    nested, pieces = fit_windows([some for _, some in block], engine.longest, engine.split)
    states = iter(engine.states([ids[: engine.longest] for ids, _ in pieces]))
    offsets = iter([places[: engine.longest] for _, places in pieces])
    for (own, _), windows in zip(block, nested, strict=True):
        for window in windows:
            own.add(window, next(offsets), next(states))
