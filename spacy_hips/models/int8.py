"""Linear layers in int8, for prediction on a CPU; imported only where torch is wanted.

torch's own dynamic layers scale their input by the largest value of the whole batch, so that what
was found in a text depended on the texts beside it. Here each row, the vector of one wordpiece, has
a scale of its own, as each column of the weights has (Dettmers et al. 2022, LLM.int8(), section
3.1, vector-wise quantization).
"""

from __future__ import annotations

import copy
import warnings
from functools import cache
from typing import Any

import torch

from .eight_bits import FEWER_STEPS, SMALLEST, STEPS


def make_int8(network: Any) -> Any:
    """A copy of a network whose Linear layers are in int8.

    Where this torch has no kernel that takes a scale, its dynamic layers take the place of ours.

    network (torch.nn.Module): The network in fp32. Its other weights are shared with the copy.
    RETURNS (torch.nn.Module): The copy; the network itself where this torch cannot do it at all.
    """
    with warnings.catch_warnings():
        # Deprecated in torch in favour of a package that would have to be installed beside it.
        warnings.simplefilter("ignore")
        for make in (_scaled_by_row, _scaled_by_batch):
            try:
                return make(network.eval())
            except (AttributeError, NotImplementedError, RuntimeError):
                continue
    return network


def _scaled_by_row(network: Any) -> Any:
    steps = usable_steps()
    shared = {id(weights): weights for weights in network.parameters()}
    small = copy.deepcopy(network, shared)
    for module in list(small.modules()):
        for name, layer in module.named_children():
            if type(layer) is torch.nn.Linear:
                setattr(module, name, Int8Linear(layer.weight, layer.bias, steps))
    return small


def _scaled_by_batch(network: Any) -> Any:
    by_column = torch.ao.quantization.per_channel_dynamic_qconfig
    return torch.ao.quantization.quantize_dynamic(network, {torch.nn.Linear: by_column})


def usable_steps() -> int:
    """How many steps an input may have on either side of zero on this processor.

    RAISES (AttributeError, NotImplementedError, RuntimeError): This torch has no such kernel.
    """
    return FEWER_STEPS if _overflows() else STEPS


def _overflows() -> bool:
    """Whether inputs of eight bits are added up wrongly on this processor."""
    with torch.inference_mode():
        added = Int8Linear(torch.ones(8, 64), None, STEPS)(torch.ones(4, 64))
    return not torch.allclose(added, torch.full((4, 8), 64.0))


class Int8Linear(torch.nn.Module):
    """A Linear layer in int8, with a scale for each row of its input.

    weight (torch.Tensor): The weights in fp32, outputs by inputs.
    bias (Optional[torch.Tensor]): What is added to each output.
    steps (int): Steps of the input on either side of zero.
    RAISES (AttributeError, NotImplementedError, RuntimeError): This torch has no such kernel.
    """

    def __init__(self, weight: torch.Tensor, bias: torch.Tensor | None, steps: int) -> None:
        super().__init__()
        weight = weight.detach()
        self.multiply = kernel()(weight, steps)
        self.bias = weight.new_zeros(()) if bias is None else bias.detach().clone()
        self.steps = steps

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """The layer's output in fp32."""
        sizes = torch.maximum(x.amax(-1, keepdim=True), -x.amin(-1, keepdim=True))
        sizes.clamp_(min=SMALLEST)
        product, sizes = self.multiply(x, sizes)
        return torch.addcmul(self.bias, product, sizes, out=product)


class OneDnn:
    """Weights for the kernels of oneDNN, which use what a processor has for int8 (VNNI, AMX).

    weight (torch.Tensor): The weights in fp32, outputs by inputs.
    steps (int): Steps of the input on either side of zero.
    """

    def __init__(self, weight: torch.Tensor, steps: int) -> None:
        self.scales = (weight.abs().amax(dim=1) / STEPS).clamp(min=SMALLEST)
        small = (weight / self.scales[:, None]).round_().clamp_(-STEPS, STEPS).to(torch.int8)
        self.packed = torch.ops.onednn.qlinear_prepack(small, None)
        self.zeros = torch.zeros(len(weight), dtype=torch.int)
        self.steps = steps

    def __call__(self, x: torch.Tensor, sizes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The input, as steps of each row, times the weights; and how large a step is.

        Input and output have the scale 1: what is added up is whole numbers, and the scale of a
        column is all that they are multiplied by. Kernels for few and for many rows multiply two
        scales in different order, which shows in the last bit.
        """
        small = (x * (self.steps / sizes)).round_().to(torch.int8)
        product = torch.ops.onednn.qlinear_pointwise(
            small, 1.0, 0, self.packed, self.scales, self.zeros, None,
            1.0, 0, torch.float32, "none", [], "",
        )  # fmt: skip
        return product, sizes / self.steps


class Fbgemm:
    """Weights for the kernel of fbgemm, where oneDNN is not there or has no faster one.

    weight (torch.Tensor): The weights in fp32, outputs by inputs.
    steps (int): Steps of the input on either side of zero.
    """

    def __init__(self, weight: torch.Tensor, steps: int) -> None:
        scales = (weight.abs().amax(dim=1) / STEPS).clamp(min=SMALLEST).double()
        zeros = torch.zeros(len(scales), dtype=torch.long)
        small = torch.quantize_per_channel(weight, scales, zeros, 0, torch.qint8)
        self.packed = torch.ops.quantized.linear_prepack(small, None)
        self.steps = steps

    def __call__(self, x: torch.Tensor, sizes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The input, as shares of the size of each row, times the weights; and the sizes."""
        multiply = torch.ops.quantized.linear_with_input_q_dq_qweight_dq_output_fp32
        return multiply(x / sizes, 1 / self.steps, self.steps + 1, self.packed), sizes


@cache
def kernel() -> type[OneDnn] | type[Fbgemm]:
    """Whose kernel multiplies: oneDNN's where the processor has instructions for int8."""
    vnni = getattr(torch.cpu, "_is_vnni_supported", bool)
    if not vnni():
        return Fbgemm
    try:
        product, step = OneDnn(torch.ones(8, 64), STEPS)(torch.ones(4, 64), torch.ones(4, 1))
    except (AttributeError, NotImplementedError, RuntimeError, TypeError):
        return Fbgemm  # another torch has another call
    return OneDnn if torch.allclose(product * step, torch.full((4, 8), 64.0)) else Fbgemm
