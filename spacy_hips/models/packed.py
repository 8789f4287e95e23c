"""A BERT network in int8 that reads windows of any length one behind the other, without padding.

Almost all of a network works on each wordpiece by itself; only attention looks at others, and only
at those of the same window. So windows are laid end to end: the layers see a few hundred wordpieces
at a time, as many as the processor's cache holds, and attention goes window by window. transformers
pads windows to one length, and short windows leave its layers too little to do at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch
from torch.nn.functional import gelu, layer_norm, scaled_dot_product_attention

from .int8 import Int8Linear, usable_steps

# So many wordpieces go through at a time: what they are multiplied to stays in the cache.
MOST = 512
# The wide states within a layer: so many at a time.
PIECE = 256
# Their number is rounded up to a multiple of this: a kernel is made anew for each new shape.
STEP = 32


class PackedBert:
    """See above. What comes of a window is the same to the last bit, whatever is beside it.

    network (transformers.BertModel): The network. Its embeddings and norms are shared.
    steps (int): Steps of an input of eight bits on either side of zero.
    RAISES (AttributeError, NotImplementedError, RuntimeError): This torch has no such kernel.
    """

    def __init__(self, network: Any, steps: int) -> None:
        self.heads = network.config.num_attention_heads
        self.embeddings = network.embeddings
        self.layers = [_Layer(layer, steps) for layer in network.encoder.layer]

    def __call__(self, windows: Sequence[np.ndarray]) -> Iterator[tuple[int, torch.Tensor]]:
        """The states of windows.

        windows (Sequence[np.ndarray]): The numbers of the wordpieces of each.
        YIELDS (tuple): The place of a window among them, and its states of shape (wordpieces,
            width).
        """
        for rows in _together([len(window) for window in windows]):
            lengths = [len(windows[row]) for row in rows]
            states = self._states([windows[row] for row in rows])
            yield from zip(rows, states.split(lengths), strict=True)

    @torch.inference_mode()
    def _states(self, windows: list[np.ndarray]) -> torch.Tensor:
        lengths = [len(window) for window in windows]
        used = sum(lengths)
        ids, places = np.zeros((2, used + -used % STEP), dtype=np.int64)
        ids[:used] = np.concatenate(windows)
        places[:used] = np.concatenate([np.arange(length) for length in lengths])
        own = self.embeddings
        x = own.word_embeddings(torch.from_numpy(ids))
        x += own.position_embeddings(torch.from_numpy(places))
        x = own.LayerNorm(x.add_(own.token_type_embeddings.weight[0]))
        for layer in self.layers:
            x = layer(x, lengths, self.heads)
        return x[:used]


class _Layer:
    """One layer: attention within each window, then two Linear layers on each wordpiece."""

    def __init__(self, layer: Any, steps: int) -> None:
        own, out = layer.attention.self, layer.attention.output
        three = (own.query, own.key, own.value)
        weight = torch.cat([part.weight for part in three])
        bias = torch.cat([part.bias for part in three])
        self.three = Int8Linear(weight, bias, steps)
        self.out, self.norm = _linear(out.dense, steps), out.LayerNorm
        self.up = _linear(layer.intermediate.dense, steps)
        self.down, self.last_norm = _linear(layer.output.dense, steps), layer.output.LayerNorm

    def __call__(self, x: torch.Tensor, lengths: list[int], heads: int) -> torch.Tensor:
        seen = self._attention(self.three(x), lengths, heads)
        x = _normed(self.out(seen).add_(x), self.norm)
        out = [self.down(gelu(self.up(piece))).add_(piece) for piece in x.split(PIECE)]
        return _normed(torch.cat(out), self.last_norm)

    def _attention(self, three: torch.Tensor, lengths: list[int], heads: int) -> torch.Tensor:
        width = three.shape[1] // 3
        seen, start = three.new_zeros(len(three), width), 0
        for length in lengths:
            end = start + length
            query, key, value = three[start:end].view(length, 3, heads, -1).permute(1, 2, 0, 3)
            own = scaled_dot_product_attention(query[None], key[None], value[None])[0]
            seen[start:end].view(length, heads, -1).copy_(own.transpose(0, 1))
            start = end
        return seen


def make_packed(network: Any) -> PackedBert | None:
    """A network in int8 that needs no padding.

    network (torch.nn.Module): A network in fp32 of transformers.
    RETURNS (Optional[PackedBert]): None for another kind of network, or where this torch has no
        kernel for it.
    """
    if not _is_plain_bert(network):
        return None
    try:
        return PackedBert(network, usable_steps())
    except (AttributeError, NotImplementedError, RuntimeError):
        return None


def _is_plain_bert(network: Any) -> bool:
    """Is it a BERT network of the usual kind, of which nothing is left out here?"""
    config = getattr(network, "config", None)
    return (
        type(network).__name__ == "BertModel"
        and getattr(config, "hidden_act", "") == "gelu"
        and getattr(config, "position_embedding_type", "absolute") == "absolute"
        and not getattr(config, "is_decoder", False)
        and not getattr(config, "add_cross_attention", False)
    )


def _linear(layer: Any, steps: int) -> Int8Linear:
    return Int8Linear(layer.weight, layer.bias, steps)


def _normed(x: torch.Tensor, norm: Any) -> torch.Tensor:
    return layer_norm(x, norm.normalized_shape, norm.weight, norm.bias, norm.eps)


def _together(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Which windows go through together, by place; one of more than MOST wordpieces goes alone."""
    rows: list[int] = []
    held = 0
    for row, length in enumerate(lengths):
        if rows and held + length > MOST:
            yield rows
            rows, held = [], 0
        rows.append(row)
        held += length
    if rows:
        yield rows
