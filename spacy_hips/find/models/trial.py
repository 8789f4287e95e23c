"""Chooses what runs an encoder in prediction, by a trial and not by a processor's name.

A kernel that is right and quick on one processor is a thousand times slower, or adds up wrongly, on
the next. So each is tried once a process, for a few milliseconds, with one product whose result is
known.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from ...core.errors import Errors, HipsError

VARIABLE = "HIPS_ENGINE"
"""The variable of the environment that names the engine to take, with or without its kernel."""
ERROR = 0.05
"""How far off the largest number of a product any of its numbers may be: eight bits give .02."""
SLOWEST = 3.0
"""How many times as long as numpy, in single precision, a kernel may take."""
HOPELESS, _ROUNDS = 30.0, 4
"""A kernel that takes so many times numpy's time is slow for certain. One that takes less, but more
than SLOWEST, is tried up to _ROUNDS times: on a busy machine any kernel may be slow once."""
_ROWS, _WIDTH, _TIMES = 64, 384, 5

Kernel = Callable[[np.ndarray], np.ndarray]
"""Multiplies rows with the weights that it was made of."""


def _onnx(int8: bool) -> Callable[[np.ndarray], Kernel]:
    def make(weight: np.ndarray) -> Kernel:
        from .onnx_engine import OnnxKernel

        return OnnxKernel(weight, int8)

    return make


def _torch(weight: np.ndarray) -> Kernel:
    from .torch_engine import TorchKernel

    return TorchKernel(weight)


ONNX, TORCH = "onnxruntime", "torch"
KERNELS: Mapping[str, Callable[[np.ndarray], Kernel]] = {
    f"{ONNX}-int8": _onnx(int8=True),
    f"{ONNX}-fp32": _onnx(int8=False),
    f"{TORCH}-fp32": _torch,
}
"""By engine and kernel, what makes a kernel of weights; those that are preferred come first."""
EIGHT_BITS = frozenset((f"{ONNX}-int8",))


@dataclass(frozen=True)
class Tried:
    """What a trial gave.

    error (float): The largest error of a product, as a share of its largest number; infinite where
        there is no such kernel.
    times (float): How many times as long as numpy it took.
    whole (bool): It has all bits that it says: none of two products that are added overflows.
    """

    error: float
    times: float
    whole: bool = True

    @property
    def right(self) -> bool:
        """Is the product right?"""
        return self.error <= ERROR

    @property
    def quick(self) -> bool:
        """Did it take about as long as it should, or less?"""
        return self.times <= SLOWEST


def choose(int8: bool, *, only: str = "") -> str:
    """Choose an engine and its kernel.

    int8 (bool): Kernels of eight bits may be taken.
    only (str): The engines that can run this encoder: "onnxruntime" or "torch"; "" for any.
    RETURNS (str): A key of KERNELS. What HIPS_ENGINE names is taken even where it is slow.
    RAISES (HipsError): E435 for an unknown HIPS_ENGINE, E436 where nothing multiplies rightly.
    """
    asked = os.environ.get(VARIABLE, "")
    named = [name for name in KERNELS if asked in ("", name, name.partition("-")[0])]
    if not named:
        known = sorted({ONNX, TORCH, *KERNELS})
        raise HipsError(Errors.E435.format(variable=VARIABLE, known=", ".join(known)))
    fitting = [name for name in named if name.startswith(only)]
    if not int8 and asked not in KERNELS:
        fitting = [name for name in fitting if name not in EIGHT_BITS]
    right = [name for name in fitting if tried(name).right]
    if not right:
        raise HipsError(Errors.E436.format(tried=", ".join(fitting or named)))
    # With one bit less 1.7 % of all spans differ (.4 % with eight), and processors that need it
    # multiply in single precision as quickly.
    best = [name for name in right if tried(name).whole] or right
    return next((name for name in best if tried(name).quick), best[-1])


@cache
def tried(name: str) -> Tried:
    """Try a kernel.

    name (str): A key of KERNELS.
    RETURNS (Tried): How right and how quick it is.
    """
    numbers = np.random.default_rng(1)
    weight = numbers.standard_normal((_WIDTH, _WIDTH), dtype="float32")
    rows = numbers.standard_normal((_ROWS, _WIDTH), dtype="float32")
    wanted = rows @ weight.T
    try:
        kernel = KERNELS[name](weight)
        error = float(np.abs(kernel(rows) - wanted).max() / np.abs(wanted).max())
    except Exception:  # not installed, too old, or without such an operator: each has its own kind
        return Tried(np.inf, np.inf)
    if not error <= ERROR:
        return Tried(error, np.inf)
    times = np.inf
    for _ in range(_ROUNDS):
        times = min(times, _seconds(kernel, rows) / _seconds(lambda own: own @ weight.T, rows))
        if not SLOWEST < times < HOPELESS:
            break
    return Tried(error, times, not getattr(kernel, "overflows", False))


def _seconds(kernel: Kernel, rows: np.ndarray) -> float:
    """The least processor time of a few products."""
    taken = []
    for _ in range(_TIMES):
        begin = time.process_time()
        kernel(rows)
        taken.append(time.process_time() - begin)
    return max(min(taken), 1e-6)
