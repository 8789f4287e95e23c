"""The encoder for prediction by onnxruntime, without torch."""

from __future__ import annotations

from collections.abc import Callable

from spacy.tokens import Doc
from thinc.api import Model

from ...core.errors import Errors, HipsError
from .encoding import Encoding
from .engine import encode_documents


def build_onnx_encoder(get_spans: Callable) -> Model[list[Doc], list[Encoding]]:
    """Build an encoder that runs without torch. It only predicts; `to_onnx` makes one.

    get_spans (Callable): Which windows of a document it sees (find/models/windows.py).
    RETURNS (Model): From documents to an Encoding for each.
    """
    return Model("onnx_encoder", _forward, attrs={"get_spans": get_spans, "engine": None})


def _forward(
    model: Model[list[Doc], list[Encoding]], docs: list[Doc], is_train: bool
) -> tuple[list[Encoding], Callable[[list[Encoding]], list[Doc]]]:
    engine = model.attrs["engine"]
    if is_train or engine is None:
        raise HipsError(Errors.E745)
    return encode_documents(engine, docs, model.attrs["get_spans"](docs)), lambda d_encodings: docs
