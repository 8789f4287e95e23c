"""Weights between the pipeline's components and the plain network."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from spacy.language import Language

from .examples import ENCODER, FINDER, embeds, maxout

LAYER = (
    ("attention.output.dense", "self_attn.out_proj"),
    ("attention.output.LayerNorm", "norm1"),
    ("intermediate.dense", "linear1"),
    ("output.dense", "linear2"),
    ("output.LayerNorm", "norm2"),
)
EMBEDDINGS = (
    ("word_embeddings.weight", "words.weight"),
    ("position_embeddings.weight", "positions.weight"),
    ("LayerNorm.weight", "norm.weight"),
    ("LayerNorm.bias", "norm.bias"),
)


def weights_of(nlp: Language) -> dict[str, np.ndarray]:
    """The weights of encoder and finder, by the plain network's names.

    nlp (Language): The pipeline.
    RETURNS (dict): float32 arrays.
    """
    state = {k: v.float().cpu().numpy() for k, v in _network(nlp).state_dict().items()}
    out = {f"encoder.{own}": state[f"embeddings.{name}"] for name, own in EMBEDDINGS}
    # Every wordpiece is of the first kind: the others are never used.
    out["encoder.kind"] = state["embeddings.token_type_embeddings.weight"][0]
    for layer in range(_network(nlp).config.num_hidden_layers):
        old, new = f"encoder.layer.{layer}.", f"encoder.layers.{layer}."
        for kind in ("weight", "bias"):
            parts = [state[f"{old}attention.self.{part}.{kind}"] for part in _ATTENTION]
            out[f"{new}self_attn.in_proj_{kind}"] = np.concatenate(parts)
            out |= {f"{new}{b}.{kind}": state[f"{old}{a}.{kind}"] for a, b in LAYER}
    for name, node, parameter, shape in _finder(nlp):
        out[name] = np.asarray(node.get_param(parameter)).reshape(shape).copy()
    return out


def put_weights(nlp: Language, weights: Mapping[str, np.ndarray]) -> None:
    """Put trained weights into the pipeline; what is not among them stays as it is.

    nlp (Language): The pipeline.
    weights (Mapping): Arrays by the plain network's names.
    RAISES (KeyError, ValueError): Where a weight does not fit the pipeline.
    """
    import torch

    network = _network(nlp)
    state = network.state_dict()
    for name, own in EMBEDDINGS:
        _set(state, f"embeddings.{name}", weights.get(f"encoder.{own}"))
    if "encoder.kind" in weights:
        state["embeddings.token_type_embeddings.weight"][0] = torch.tensor(weights["encoder.kind"])
    for layer in range(network.config.num_hidden_layers):
        old, new = f"encoder.layer.{layer}.", f"encoder.layers.{layer}."
        for kind in ("weight", "bias"):
            together = weights[f"{new}self_attn.in_proj_{kind}"]
            for part, values in zip(_ATTENTION, np.split(together, 3), strict=True):
                _set(state, f"{old}attention.self.{part}.{kind}", values)
            for a, b in LAYER:
                _set(state, f"{old}{a}.{kind}", weights[f"{new}{b}.{kind}"])
    network.load_state_dict(state)
    for name, node, parameter, _ in _finder(nlp):
        own = node.get_param(parameter)
        node.set_param(parameter, np.asarray(weights[name], dtype="f4").reshape(own.shape))


_ATTENTION = ("query", "key", "value")


def _set(state: dict[str, Any], name: str, values: np.ndarray | None) -> None:
    import torch

    if values is not None:
        state[name] = torch.tensor(np.asarray(values, dtype="f4")).reshape(state[name].shape)


def _network(nlp: Language) -> Any:
    return nlp.get_pipe(ENCODER).model.layers[0].shims[0]._model


def _finder(nlp: Language) -> Iterator[tuple[str, Any, str, tuple[int, ...]]]:
    """Each weight behind the encoder: its name, thinc's layer and parameter, torch's shape."""
    model = nlp.get_pipe(FINDER).model
    _, _, surface, head = model.layers
    for i, embed in enumerate(embeds(surface)):
        yield f"surface.{i}.weight", embed, "E", embed.get_param("E").shape
    for name, chain in (("mix", surface.layers[2]), ("hidden", head)):
        linear, norm = maxout(chain)
        outputs, pieces, inputs = linear.get_param("W").shape
        yield f"{name}.linear.weight", linear, "W", (outputs * pieces, inputs)
        yield f"{name}.linear.bias", linear, "b", (outputs * pieces,)
        yield f"{name}.norm.weight", norm, "G", (outputs,)
        yield f"{name}.norm.bias", norm, "b", (outputs,)
    output = model.get_ref("output_layer")
    yield "output.weight", output, "W", output.get_param("W").shape
    yield "output.bias", output, "b", output.get_param("b").shape
