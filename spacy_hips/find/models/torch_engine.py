"""Runs an encoder by torch in prediction; imported only where torch is wanted.

Windows go through one by one: what comes of a window then is the same to the last bit, whatever
windows are beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch


class TorchEngine:
    """A network of transformers that predicts, see `engine.Engine`.

    network (torch.nn.Module): The network, in single precision.
    tokenizer (Any): A quick tokenizer of transformers.
    longest (int): How many wordpieces a window may have.
    """

    def __init__(self, network: Any, tokenizer: Any, longest: int) -> None:
        self._network = network.eval()
        self._tokenizer = tokenizer
        self.longest = longest
        self.width = int(network.config.hidden_size)

    def split(self, texts: list[str]) -> tuple[list[tuple[np.ndarray, np.ndarray]], np.ndarray]:
        """The wordpieces of texts."""
        encoded = self._tokenizer(
            texts,
            add_special_tokens=True,
            return_attention_mask=False,
            return_token_type_ids=False,
            return_offsets_mapping=True,
            verbose=False,
        )
        pieces = [
            (np.array(ids, dtype="int64"), np.array(places).reshape(-1, 2))
            for ids, places in zip(encoded["input_ids"], encoded["offset_mapping"], strict=True)
        ]
        return pieces, np.array([len(ids) for ids, _ in pieces], dtype=int)

    @torch.inference_mode()
    def states(self, windows: Sequence[np.ndarray]) -> list[np.ndarray]:
        """The states of all wordpieces of windows."""
        return [self._states(torch.from_numpy(ids)[None]) for ids in windows]

    def _states(self, ids: torch.Tensor) -> np.ndarray:
        seen = self._network(input_ids=ids, attention_mask=torch.ones_like(ids)).last_hidden_state
        return seen[0].float().numpy()  # type: ignore[no-any-return]


class TorchKernel:
    """The product of rows with the weights of a Linear layer.

    weight (np.ndarray): The weights, outputs by inputs.
    """

    def __init__(self, weight: np.ndarray) -> None:
        self._layer = torch.nn.Linear(weight.shape[1], weight.shape[0], bias=False)
        self._layer.weight.data = torch.from_numpy(weight)

    def __call__(self, rows: np.ndarray) -> np.ndarray:
        """The product."""
        with torch.inference_mode():
            return self._layer(torch.from_numpy(rows)).numpy()  # type: ignore[no-any-return]
