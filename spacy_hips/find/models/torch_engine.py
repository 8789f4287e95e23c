"""Runs an encoder by torch in prediction; imported only where torch is wanted.

Windows go through one by one: what comes of a window then is the same to the last bit, whatever
windows are beside it. Rounding to eight bits makes a difference in the last bit one that is seen.
"""

from __future__ import annotations

import copy
import warnings
from collections.abc import Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch

from .eight_bits import BELOW, FEWER_STEPS, SMALLEST, STEPS, step_and_zero


class TorchEngine:
    """A network of transformers that predicts, see `engine.Engine`.

    network (torch.nn.Module): The network, in single precision.
    tokenizer (Any): A quick tokenizer of transformers.
    longest (int): How many wordpieces a window may have.
    int8 (bool): Have a copy of its Linear layers in int8.
    """

    def __init__(self, network: Any, tokenizer: Any, longest: int, int8: bool) -> None:
        network = network.eval()
        self._network = make_int8(network) if int8 else network
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
    int8 (bool): In int8.
    RAISES (Exception): Of any kind, where this torch has no such product.
    """

    def __init__(self, weight: np.ndarray, int8: bool) -> None:
        layer = torch.nn.Linear(weight.shape[1], weight.shape[0], bias=False)
        layer.weight.data = torch.from_numpy(weight)
        self._layer: Any = make_int8(torch.nn.Sequential(layer)) if int8 else layer

    def __call__(self, rows: np.ndarray) -> np.ndarray:
        """The product."""
        with torch.inference_mode():
            return self._layer(torch.from_numpy(rows)).numpy()  # type: ignore[no-any-return]


def make_int8(network: Any) -> Any:
    """A copy of a network whose Linear layers are in int8.

    torch's own dynamic layers scale their input by the largest value of the whole batch. Here each
    row, the vector of one wordpiece, has a scale of its own, as each column of the weights has
    (Dettmers et al. 2022, LLM.int8(), section 3.1, vector-wise quantization).

    network (torch.nn.Module): The network in fp32. Its other weights are shared with the copy.
    RETURNS (torch.nn.Module): The copy.
    RAISES (AttributeError, NotImplementedError, RuntimeError): This torch has no such kernel.
    """
    with _without_warnings():
        steps = FEWER_STEPS if _overflows() else STEPS
        shared = {id(weights): weights for weights in network.parameters()}
        small = copy.deepcopy(network, shared)
        inner = _behind_gelu(network)
        for module in list(small.modules()):
            for name, layer in module.named_children():
                if type(layer) is torch.nn.Linear:
                    int8 = Int8Linear(layer.weight, layer.bias, steps, layer.in_features == inner)
                    setattr(module, name, int8)
    return small


def _behind_gelu(network: Any) -> int:
    """How wide the rows are that come out of GELU; 0 where a network has another activation."""
    config = getattr(network, "config", None)
    is_gelu = getattr(config, "hidden_act", "") == "gelu"
    return int(getattr(config, "intermediate_size", 0)) if is_gelu else 0


@contextmanager
def _without_warnings() -> Any:
    """Quantised tensors are deprecated in torch, in favour of a package beside it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _overflows() -> bool:
    """Whether inputs of eight bits are added up wrongly on this processor."""
    with torch.inference_mode():
        added = Int8Linear(torch.ones(8, 64), None, STEPS)(torch.ones(4, 64))
    return not torch.allclose(added, torch.full((4, 8), 64.0))


class Int8Linear(torch.nn.Module):
    """A Linear layer in int8 by fbgemm, with a scale for each row of its input.

    weight (torch.Tensor): The weights in fp32, outputs by inputs.
    bias (Optional[torch.Tensor]): What is added to each output.
    steps (int): Steps of the input on either side of zero.
    behind_gelu (bool): Its input comes out of GELU.
    RAISES (AttributeError, NotImplementedError, RuntimeError): This torch has no such kernel.
    """

    def __init__(
        self,
        weight: torch.Tensor,
        bias: torch.Tensor | None,
        steps: int,
        behind_gelu: bool = False,
    ) -> None:
        super().__init__()
        weight = weight.detach()
        scales = (weight.abs().amax(dim=1) / STEPS).clamp(min=SMALLEST).double()
        zeros = torch.zeros(len(scales), dtype=torch.long)
        small = torch.quantize_per_channel(weight, scales, zeros, 0, torch.qint8)
        self.packed = torch.ops.quantized.linear_prepack(small, None)
        self.bias = weight.new_zeros(()) if bias is None else bias.detach().clone()
        self.step, self.zero = step_and_zero(steps, behind_gelu)
        self.below = 1 - BELOW if behind_gelu else -1

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """The layer's output in fp32."""
        sizes = torch.maximum(x.amax(-1, keepdim=True), self.below * x.amin(-1, keepdim=True))
        sizes.clamp_(min=SMALLEST)
        multiply = torch.ops.quantized.linear_with_input_q_dq_qweight_dq_output_fp32
        product = multiply(x / sizes, self.step, self.zero, self.packed)
        return torch.addcmul(self.bias, product, sizes, out=product)
