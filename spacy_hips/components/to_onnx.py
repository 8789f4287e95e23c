"""Converts a trained pipeline so that it predicts by onnxruntime, without torch."""

from __future__ import annotations

from typing import Any

from spacy.language import Language
from spacy.util import replace_model_node

from ..errors import Errors, HipsError
from ..models.onnx_engine import OnnxEngine

ENCODER = "hips_transformer"


def to_onnx(nlp: Language) -> Language:
    """Let the encoder of a trained pipeline run by onnxruntime.

    The pipeline is changed in place, and only predicts from then on. Written by `nlp.to_disk`, it
    is loaded without torch. The weights are in int8 if `quantize` of the encoder says so.

    nlp (Language): Has hips_transformer, and components that read it.
    RETURNS (Language): The same pipeline.
    RAISES (HipsError): E741 where onnx or onnxruntime is not installed, E744 where the encoder, or
        a component that reads it, is of a kind that cannot be converted.

    EXAMPLE:
        >>> nlp = to_onnx(spacy.load("en_hips_student"))
        >>> nlp.to_disk("hips_onnx")
    """
    component: Any = nlp.get_pipe(ENCODER)
    if "engine" in component.model.attrs:
        return nlp
    engine = _engine_of(component)
    _keep_languages(nlp)
    readers = {name: _listener(nlp, name) for name in component.listening_components}
    windows = nlp.get_pipe_config(ENCODER)["model"]["get_spans"]
    model = {"@architectures": "spacy_hips.OnnxEncoder.v1", "get_spans": windows}
    get_spans = component.model.attrs["get_spans"]
    nlp.replace_pipe(ENCODER, ENCODER, config={"model": model})
    for name, listener in readers.items():
        _read_instead(nlp, name, listener, engine.width)
    attrs = nlp.get_pipe(ENCODER).model.attrs  # type: ignore[attr-defined]
    attrs["engine"], attrs["get_spans"] = engine, get_spans
    return nlp


def _keep_languages(nlp: Language) -> None:
    """Write down the languages that the encoder's name told, for it is not named any more."""
    if "hips_entities" in nlp.component_names:
        entities: Any = nlp.get_pipe("hips_entities")
        entities.languages = entities.languages or entities.read


def _engine_of(component: Any) -> OnnxEngine:
    try:
        from ..models.onnx_graph import is_known, write_graph
    except ImportError:
        raise HipsError(Errors.E741.format(package="onnx", extra="onnx-export")) from None
    from ..models.fitting import most_wordpieces

    network, tokenizer = component.model.transformer, component.model.tokenizer
    if not is_known(network):
        reason = f"{type(network).__name__} is not a BERT with usual settings"
        raise HipsError(Errors.E744.format(name=component.name, reason=reason))
    if not tokenizer.is_fast:
        raise HipsError(Errors.E744.format(name=component.name, reason="its tokenizer is slow"))
    longest = most_wordpieces(component.model)
    splitter = tokenizer.backend_tokenizer.to_str()
    graph = write_graph(network, splitter, longest, int8=component.quantize == "int8")
    engine = OnnxEngine(graph, splitter)
    engine.check()
    return engine


def _listener(nlp: Language, name: str) -> Any:
    """The layer of a component that listens to the encoder."""
    config = nlp.get_pipe_config(name).get("model", {}).get("tok2vec", {})
    component: Any = nlp.get_pipe(name)
    pooling = config.get("pooling", {}).get("@layers")
    if not component.model.has_ref("tok2vec") or pooling != "reduce_mean.v1":
        reason = "it does not read the mean of the wordpieces of a token by a layer tok2vec"
        raise HipsError(Errors.E744.format(name=name, reason=reason))
    return component.model.get_ref("tok2vec")


def _read_instead(nlp: Language, name: str, listener: Any, width: int) -> None:
    from ..models.encoding import build_encoding_reader

    component: Any = nlp.get_pipe(name)
    replace_model_node(component.model, listener, build_encoding_reader(width))
    reader = {"@architectures": "spacy_hips.EncodingReader.v1", "width": width}
    nlp.get_pipe_config(name)["model"]["tok2vec"] = reader
