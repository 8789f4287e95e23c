"""Runs an encoder's graph by onnxruntime, without torch.

onnxruntime and tokenizers are imported when the first text is encoded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ...core.errors import Errors, HipsError
from .eight_bits import FEWER_STEPS, STEPS, step_and_zero
from .onnx_graph import KIND, VERSION, digest_of_tokenizer, write_graph, write_product
from .weights import EncoderWeights

# The most wordpieces that go through it at a time: what they are multiplied to stays in the cache.
# A window of more goes alone.
MOST = 192


class OnnxEngine:
    """A graph and the tokenizer that it was trained with.

    graph (bytes): What `onnx_graph.write_graph` wrote.
    tokenizer (str): The tokenizer, as JSON of the package tokenizers.
    """

    def __init__(self, graph: bytes, tokenizer: str) -> None:
        self.graph = graph
        self.tokenizer = tokenizer

    @classmethod
    def of(cls, weights: EncoderWeights, int8: bool) -> OnnxEngine:
        """An engine for the weights of an encoder.

        weights (EncoderWeights): The weights of a plain BERT.
        int8 (bool): Have the Linear layers in int8.
        """
        return cls(write_graph(weights, int8), weights.tokenizer)

    def __getstate__(self) -> tuple[bytes, str]:
        return self.graph, self.tokenizer

    def __setstate__(self, state: tuple[bytes, str]) -> None:
        self.graph, self.tokenizer = state

    def check(self) -> None:
        """Load graph and tokenizer.

        RAISES (HipsError): E740 where they are damaged or no encoder's, E741 where onnxruntime is
            not installed.
        """
        _ = self._told, self._splitter

    @cached_property
    def width(self) -> int:
        """The width of the states."""
        return int(self._told["width"])

    @cached_property
    def longest(self) -> int:
        """How many wordpieces a window may have."""
        return int(self._told["longest"])

    def split(self, texts: list[str]) -> tuple[list[tuple[np.ndarray, np.ndarray]], np.ndarray]:
        """The wordpieces of texts.

        texts (list[str]): The texts.
        RETURNS (tuple): For each text the numbers of its wordpieces, and the characters of each;
            and how many wordpieces it has.
        """
        encoded = self._splitter.encode_batch(texts)
        pieces = [
            (np.array(own.ids, dtype="int32"), np.array(own.offsets).reshape(-1, 2))
            for own in encoded
        ]
        return pieces, np.array([len(ids) for ids, _ in pieces], dtype=int)

    def states(self, windows: Sequence[np.ndarray]) -> list[np.ndarray]:
        """The states of all wordpieces of windows.

        windows (Sequence[np.ndarray]): The numbers of the wordpieces of each window.
        RETURNS (list): An array of shape (wordpieces, width) for each. It is the same to the last
            bit whatever the other windows are.
        """
        out: list[Any] = [None] * len(windows)
        for rows in _of_one_length(windows):
            feeds = {"ids": np.stack([windows[row] for row in rows]), **self._bits}
            (states,) = self._session.run(["states"], feeds)
            for row, state in zip(rows, states, strict=True):
                out[row] = state
        return out

    @cached_property
    def _session(self) -> Any:
        try:
            return _session(self.graph)
        except ImportError:
            raise HipsError(Errors.E741.format(package="onnxruntime", extra="onnx")) from None
        except Exception as error:  # its errors have no common class of their own
            raise HipsError(Errors.E740.format(reason=type(error).__name__)) from None

    @cached_property
    def _told(self) -> dict[str, str]:
        told: dict[str, str] = self._session.get_modelmeta().custom_metadata_map
        if told.get(KIND) != VERSION:
            raise HipsError(Errors.E740.format(reason="it is another kind of graph"))
        if told["tokenizer"] != digest_of_tokenizer(self.tokenizer):
            raise HipsError(Errors.E740.format(reason="it belongs to another tokenizer"))
        return told

    @cached_property
    def _splitter(self) -> Any:
        try:
            from tokenizers import Tokenizer
        except ImportError:
            raise HipsError(Errors.E741.format(package="tokenizers", extra="onnx")) from None
        try:
            splitter = Tokenizer.from_str(self.tokenizer)
        except Exception as error:  # nor have these
            reason = f"{type(error).__name__} in its tokenizer"
            raise HipsError(Errors.E740.format(reason=reason)) from None
        splitter.no_padding()
        splitter.no_truncation()
        return splitter

    @cached_property
    def _bits(self) -> dict[str, np.ndarray]:
        """Step and zero of wordpieces in eight bits, of one bit less where eight overflow."""
        return _feeds(self._session, {"ids": np.zeros((1, 1), dtype="int32")})


class OnnxKernel:
    """The product of rows with the weights of a Linear layer, as the graph of an encoder has it.

    weight (np.ndarray): The weights, outputs by inputs.
    int8 (bool): In int8. `overflows` tells whether the processor has room for seven bits only.
    RAISES (Exception): Of any kind, where onnxruntime is not installed or has no such product.
    """

    def __init__(self, weight: np.ndarray, int8: bool) -> None:
        self._session = _session(write_product(weight, int8))
        self._bits = _feeds(self._session, {"rows": np.zeros((1, weight.shape[1]), "float32")})
        self.overflows = int8 and self._bits["step"] != _bits(STEPS)["step"]

    def __call__(self, rows: np.ndarray) -> np.ndarray:
        """The product."""
        (product,) = self._session.run(["product"], {"rows": rows, **self._bits})
        return product  # type: ignore[no-any-return]


def _session(graph: bytes) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    # One thread: several would wait for each other at every node, and a forked process has none
    # but its own. More than one processor is used by more than one process.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    # Higher levels put nodes together, and those that add and normalise at once are slower.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


def _feeds(session: Any, some: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Step and zero of wordpieces in eight bits, of one bit less where eight overflow.

    session (InferenceSession): A graph.
    some (dict): Whatever else it takes.
    """
    names = {put.name for put in session.get_inputs()}
    if "step" not in names:
        return {}
    full, fewer = (
        {name: value for name, value in _bits(steps).items() if name in names}
        for steps in (STEPS, FEWER_STEPS)
    )
    (product,) = session.run(["overflow"], {**some, **full})
    return fewer if bool((product != 64 * 255 * STEPS).any()) else full


def _bits(steps: int) -> dict[str, np.ndarray]:
    bits: dict[str, np.ndarray] = {}
    for prefix, behind_gelu in (("", False), ("gelu_", True)):
        step, zero = step_and_zero(steps, behind_gelu)
        bits |= {
            f"{prefix}step": np.array(step, "float32"),
            f"{prefix}zero": np.array(zero, "uint8"),
        }
    return bits


def _of_one_length(windows: Sequence[np.ndarray]) -> Iterator[list[int]]:
    """The numbers of windows that go through together: without padding, nothing is wasted on it."""
    alike: dict[int, list[int]] = {}
    for row, ids in enumerate(windows):
        alike.setdefault(len(ids), []).append(row)
    for length, rows in alike.items():
        size = max(1, MOST // max(1, length))
        for start in range(0, len(rows), size):
            yield rows[start : start + size]
