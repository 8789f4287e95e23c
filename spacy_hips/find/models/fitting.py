"""Cuts windows so that none holds more wordpieces than the encoder takes.

Windows are counted in tokens. A web address or a dotted line is one token of a hundred wordpieces,
so a list of sources can overfill a window. spacy-transformers drops what does not fit. The names in
it would have no vector, and stay in the text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from spacy.tokens import Span

from ...text.page.view import as_read

if TYPE_CHECKING:
    from spacy_transformers.layers.transformer_model import TransformerModel
    from transformers import BatchEncoding

Pieces = TypeVar("Pieces")

_SHARED = 8  # tokens that both halves of a cut window see


def most_wordpieces(model: TransformerModel) -> int:
    """How many wordpieces the encoder takes at once.

    model (TransformerModel): The encoder.
    RETURNS (int): What its tokenizer says, or how many positions the network knows if that is less.
    """
    most = int(model.tokenizer.model_max_length)
    positions = getattr(model.layers[0].shims[0]._model.config, "max_position_embeddings", None)
    return min(most, positions) if positions and positions > 0 else most


def encode_windows(
    tokenizer: Any, windows: Sequence[Sequence[Span]], longest: int
) -> tuple[list[list[Span]], BatchEncoding]:
    """Split windows into wordpieces, and windows of too many of them into shorter ones first.

    tokenizer (Any): The encoder's tokenizer.
    windows (Sequence[Sequence[Span]]): The windows of each document.
    longest (int): How many wordpieces the encoder takes. A single token may have more.
    RETURNS (tuple): The windows as they are now, and what WordpieceBatch is made of.
    """

    def encode(texts: list[str]) -> tuple[BatchEncoding, np.ndarray]:
        encoding = _encode(tokenizer, texts)
        return encoding, np.asarray(encoding["attention_mask"]).sum(axis=1)

    fitting, encoding = fit_windows(windows, longest, encode)
    return fitting, _with_strings(tokenizer, encoding)


def fit_windows(
    windows: Sequence[Sequence[Span]],
    longest: int,
    encode: Callable[[list[str]], tuple[Pieces, np.ndarray]],
) -> tuple[list[list[Span]], Pieces]:
    """Cut windows of too many wordpieces into shorter ones.

    windows (Sequence[Sequence[Span]]): The windows of each document.
    longest (int): How many wordpieces the encoder takes. A single token may have more.
    encode (Callable): From the texts of windows, in plain letters, to their wordpieces, and how
        many each has.
    RETURNS (tuple): The windows as they are now, and their wordpieces.
    """
    fitting = [list(spans) for spans in windows]
    while True:
        flat = [span for spans in fitting for span in spans]
        pieces, lengths = encode([as_read(span.text) for span in flat])
        if not any(len(flat[i]) > 1 for i in np.flatnonzero(lengths > longest).tolist()):
            return fitting, pieces
        counts = iter(lengths.tolist())
        fitting = [
            [part for span in spans for part in _parts(span, next(counts), longest)]
            for spans in fitting
        ]


def _parts(window: Span, wordpieces: int, longest: int) -> list[Span]:
    """A window that fits, or its two halves; a single token as it is.

    Only the last cut overlaps: with an overlap at each, the parts of a window of very long words
    grow with the square of its length.
    """
    if wordpieces <= longest or len(window) < 2:
        return [window]
    middle = len(window) // 2
    shared = min(_SHARED, len(window) // 4) if wordpieces <= 2 * longest else 0
    return [window[: middle + shared], window[middle - shared :]]


def _encode(tokenizer: Any, texts: list[str]) -> BatchEncoding:
    """As spacy-transformers does it, but without a warning of windows that are cut anyway."""
    encoding: BatchEncoding = tokenizer(
        texts,
        add_special_tokens=True,
        return_attention_mask=True,
        return_offsets_mapping=bool(tokenizer.is_fast),
        return_tensors="np",
        padding="longest",
        verbose=False,
    )
    return encoding


def _with_strings(tokenizer: Any, encoding: BatchEncoding) -> BatchEncoding:
    ids = encoding["input_ids"]
    encoding["input_texts"] = [tokenizer.convert_ids_to_tokens(row) for row in ids]
    encoding["pad_token"] = tokenizer.pad_token
    return encoding
