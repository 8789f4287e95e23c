"""`spacy_hips.Encoder.v1`: a Hugging Face encoder, made so that long documents fit into memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from thinc.api import Model

from .onnx_encoder import build_onnx_encoder


def build_encoder(
    name: str,
    get_spans: Callable,
    batch_wordpieces: int = 8192,
    bfloat16: bool = False,
    tokenizer_config: dict[str, Any] | None = None,
    transformer_config: dict[str, Any] | None = None,
) -> Model:
    """Build the shared encoder.

    name (str): A folder with a Hugging Face model, or a hub's name of one.
    get_spans (Callable): Which windows of a document it sees (find/models/windows.py).
    batch_wordpieces (int): The most wordpieces, padding counted, that go through it at a time in
        prediction; this bounds the memory whatever the length of a document.
    bfloat16 (bool): Train in bfloat16 autocast, on a CPU only where it has instructions for that.
    tokenizer_config, transformer_config (dict): Passed on to Hugging Face.
    RETURNS (Model): From documents to a FullTransformerBatch. Where spacy-transformers is not
        installed, one that only predicts, from documents to an Encoding for each.
    """
    try:
        from .encoder import make_encoder
    except ImportError:
        return build_onnx_encoder(get_spans)
    return make_encoder(
        name,
        get_spans,
        batch_wordpieces,
        bfloat16,
        dict(tokenizer_config or {"use_fast": True}),
        dict(transformer_config or {}),
    )
