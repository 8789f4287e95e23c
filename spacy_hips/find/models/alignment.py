"""Which wordpieces belong to which token, for windows that may leave tokens out.

spacy-transformers finds this with a dictionary over all tokens of a document, several times a
batch; where the encoder sees a fifth of the text that costs as much as the encoder. The same
alignment comes here from sorted offsets.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from spacy.tokens import Doc, Span
from thinc.types import Ragged

from ...core.spans import token_characters


def align_documents(
    docs: Sequence[Doc], windows: Sequence[Sequence[Span]], offsets: np.ndarray
) -> list[Ragged]:
    """Align the wordpieces of each document's windows with its tokens.

    docs (Sequence[Doc]): The documents.
    windows (Sequence[Sequence[Span]]): The windows of each.
    offsets (np.ndarray): Shape (windows, wordpieces, 2): the characters of each wordpiece within
        its window; (0, 0) for special ones and padding.
    RETURNS (list): For each document a Ragged with the wordpieces of every token, numbered from
        the document's first window on; tokens outside all windows have none.
    """
    out, first = [], 0
    for doc, spans in zip(docs, windows, strict=True):
        out.append(_align(doc, spans, offsets[first : first + len(spans)]))
        first += len(spans)
    return out


def join(aligned: Sequence[Ragged], windows: Sequence[Sequence[Span]], width: int) -> Ragged:
    """Put the alignments of documents together, wordpieces numbered over the whole batch.

    aligned (Sequence[Ragged]): Those of the documents.
    windows (Sequence[Sequence[Span]]): The windows of each.
    width (int): Wordpieces a window, padding counted.
    RETURNS (Ragged): The alignment of the batch.
    """
    data, first = [], 0
    for ragged, spans in zip(aligned, windows, strict=True):
        data.append(np.asarray(ragged.dataXd).reshape(-1) + first)
        first += len(spans) * width
    lengths = [np.asarray(ragged.lengths) for ragged in aligned]
    return Ragged(_integers(data), _integers(lengths))


def _align(doc: Doc, spans: Sequence[Span], offsets: np.ndarray) -> Ragged:
    starts, ends, _ = token_characters(doc)
    width = offsets.shape[1]
    tokens, pieces = [], []
    for number, span in enumerate(spans):
        held, own = align_window(starts, ends, span, offsets[number])
        tokens.append(held)
        pieces.append(own + number * width)
    token, piece = _integers(tokens), _integers(pieces)
    order = np.lexsort((piece, token))
    lengths = np.bincount(token, minlength=len(doc)).astype("i")
    return Ragged(piece[order], lengths)


def align_window(
    starts: np.ndarray, ends: np.ndarray, window: Span, offsets: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of token and wordpiece of one window.

    starts, ends (np.ndarray): The characters of all tokens of the document.
    window (Span): The window.
    offsets (np.ndarray): Shape (wordpieces, 2): their characters within the window; (0, 0) for
        special ones.
    RETURNS (tuple): The tokens, counted in the document, and for each a wordpiece, counted in the
        window.
    """
    begin, stop = window.start, window.end
    real = np.flatnonzero(offsets[:, 1] > offsets[:, 0])
    left, right = offsets[real, 0] + starts[begin], offsets[real, 1] + starts[begin]
    low = np.maximum(np.searchsorted(ends[begin:stop], left, side="right"), 0)
    high = np.searchsorted(starts[begin:stop], right, side="left")
    tokens, pieces = [], []
    # Nearly always one token a wordpiece; one that crosses a border belongs to both.
    for shift in range(int((high - low).max(initial=0))):
        held = low + shift < high
        tokens.append((low + shift + begin)[held])
        pieces.append(real[held])
    return _integers(tokens), _integers(pieces)


def _integers(arrays: Sequence[np.ndarray]) -> np.ndarray:
    return np.concatenate(arrays).astype("i") if arrays else np.zeros(0, dtype="i")
