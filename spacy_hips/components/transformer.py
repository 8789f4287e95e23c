"""hips_transformer: the shared encoder, under a name of its own beside other pipelines'."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import catalogue
from spacy.language import Language
from spacy.util import registry
from thinc.api import Config, Model

from ..find.models.encoding import LISTENER, build_listener
from .onnx_transformer import OnnxTransformer

if TYPE_CHECKING:
    from .hips_transformer import HipsTransformer

if find_spec("spacy_transformers") is None:  # what configs name, and it would register
    registry.span_getters = catalogue.create("spacy", "span_getters", entry_points=True)
    registry.architectures.register(LISTENER, func=build_listener)

DEFAULT_CONFIG = """
[hips_transformer]
max_batch_items = 4096
quantize = ""
half = true
pool_long = true

[hips_transformer.model]
@architectures = "spacy_hips.Encoder.v1"
name = "sentence-transformers/all-MiniLM-L6-v2"
batch_wordpieces = 8192
bfloat16 = false
tokenizer_config = {"use_fast": true}
transformer_config = {}

[hips_transformer.model.get_spans]
@span_getters = "spacy_hips.SparseWindows.v1"
context = 16
window = 96
stride = 64
"""


@Language.factory(
    "hips_transformer",
    assigns=["doc._.trf_data"],
    default_config=Config().from_str(DEFAULT_CONFIG, interpolate=False)["hips_transformer"],
)
def make_transformer(
    nlp: Language,
    name: str,
    model: Model,
    max_batch_items: int,
    quantize: str,
    half: bool,
    pool_long: bool,
) -> HipsTransformer | OnnxTransformer:
    """Build the shared encoder.

    nlp (Language): The pipeline.
    name (str): The component's name; listeners name it as their upstream.
    model (Model): The encoder: `spacy_hips.Encoder.v1`, or `spacy_hips.OnnxEncoder.v1`, which only
        predicts. Where spacy-transformers is not installed, both only predict.
    max_batch_items (int): The padded size of a batch in tokens, for training.
    quantize (str): "" or "int8": int8 Linear layers in prediction, never written so.
    half (bool): Write the weights in half precision.
    pool_long (bool): Predict by an engine, which leaves the mean of the wordpieces of each token;
        false to have the states of all wordpieces in any case.
    """
    if "engine" in model.attrs:
        return OnnxTransformer(nlp.vocab, model, name, quantize=quantize)
    from .hips_transformer import HipsTransformer

    return HipsTransformer(
        nlp.vocab,
        model,
        name=name,
        max_batch_items=max_batch_items,
        quantize=quantize,
        half=half,
        pool_long=pool_long,
    )
