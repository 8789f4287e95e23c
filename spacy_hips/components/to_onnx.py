"""Converts a trained pipeline so that it holds no more than prediction needs."""

from __future__ import annotations

from typing import Any

from spacy.language import Language
from spacy.util import replace_model_node

from ..core.errors import Errors, HipsError
from ..find.models.encoding import LISTENER
from ..find.models.onnx_engine import OnnxEngine
from ..find.models.weights import is_plain_bert
from .onnx_transformer import OnnxTransformer

KIND = "@architectures"
ENCODER = "hips_transformer"
CONVERTED = "spacy_hips.OnnxEncoder.v1"


def to_onnx(nlp: Language) -> Language:
    """Keep of the encoder of a trained pipeline only what predicts, as a graph for onnxruntime.

    A trained pipeline predicts by onnxruntime as it is. One that is converted takes less room on
    disk, and never learns again. The pipeline is changed in place. The weights are in int8 if
    `quantize` of the encoder says so.

    nlp (Language): Has hips_transformer, and components that read it.
    RETURNS (Language): The same pipeline.
    RAISES (HipsError): E741 where onnxruntime is not installed, E744 where the encoder, or a
        component that reads it, is of a kind that cannot be converted.

    EXAMPLE:
        >>> nlp = to_onnx(spacy.load("en_hips_student"))
        >>> nlp.to_disk("hips_onnx")
    """
    component: Any = nlp.get_pipe(ENCODER)
    if nlp.get_pipe_config(ENCODER)["model"][KIND] == CONVERTED:
        return nlp
    engine = _engine_of(component)
    _keep_languages(nlp)
    readers = {name: _listener(nlp, name) for name in _readers(nlp, component)}
    windows = nlp.get_pipe_config(ENCODER)["model"]["get_spans"]
    model = {"@architectures": CONVERTED, "get_spans": windows}
    get_spans = component.model.attrs["get_spans"]
    nlp.replace_pipe(ENCODER, ENCODER, config={"model": model})
    for name, listener in readers.items():
        _read_instead(nlp, name, listener, engine.width)
    attrs = nlp.get_pipe(ENCODER).model.attrs  # type: ignore[attr-defined]
    attrs["engine"], attrs["get_spans"] = engine, get_spans
    return nlp


def _readers(nlp: Language, component: Any) -> list[str]:
    """The components that listen to the encoder."""
    named = [name for name in nlp.component_names if _tok2vec(nlp, name).get(KIND) == LISTENER]
    return list(dict.fromkeys([*named, *getattr(component, "listening_components", ())]))


def _tok2vec(nlp: Language, name: str) -> dict[str, Any]:
    return nlp.get_pipe_config(name).get("model", {}).get("tok2vec", {})  # type: ignore[no-any-return]


def _keep_languages(nlp: Language) -> None:
    """Write down the languages that the encoder's name told, for it is not named any more."""
    if "hips_entities" in nlp.component_names:
        entities: Any = nlp.get_pipe("hips_entities")
        entities.languages = entities.languages or entities.read


def _engine_of(component: Any) -> OnnxEngine:
    if isinstance(component, OnnxTransformer):
        return component.engine
    from ..find.models.encoder import weights_of_model

    if not component.model.tokenizer.is_fast:
        raise HipsError(Errors.E744.format(name=component.name, reason="its tokenizer is slow"))
    weights = weights_of_model(component.model)
    if not is_plain_bert(weights.config):
        reason = "it is not a BERT with usual settings"
        raise HipsError(Errors.E744.format(name=component.name, reason=reason))
    engine = OnnxEngine.of(weights, int8=component.quantize == "int8")
    engine.check()
    return engine


def _listener(nlp: Language, name: str) -> Any:
    """The layer of a component that listens to the encoder."""
    component: Any = nlp.get_pipe(name)
    pooling = _tok2vec(nlp, name).get("pooling", {}).get("@layers")
    if not component.model.has_ref("tok2vec") or pooling != "reduce_mean.v1":
        reason = "it does not read the mean of the wordpieces of a token by a layer tok2vec"
        raise HipsError(Errors.E744.format(name=name, reason=reason))
    return component.model.get_ref("tok2vec")


def _read_instead(nlp: Language, name: str, listener: Any, width: int) -> None:
    from ..find.models.encoding import build_encoding_reader

    component: Any = nlp.get_pipe(name)
    replace_model_node(component.model, listener, build_encoding_reader(width))
    reader = {"@architectures": "spacy_hips.EncodingReader.v1", "width": width}
    nlp.get_pipe_config(name)["model"]["tok2vec"] = reader
