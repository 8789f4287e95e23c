"""Writes the graph of an encoder for onnxruntime.

The graph is written node by node, since no exporter knows what int8 needs here: a scale for each
wordpiece, so that what is found in a text does not depend on the texts beside it (Dettmers et al.
2022, LLM.int8(), section 3.1, vector-wise quantization). Windows come without padding, so attention
needs no mask.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import numpy as np

from . import onnx_message as message
from .eight_bits import BELOW, SMALLEST, STEPS
from .weights import EncoderWeights

KIND, VERSION = "spacy_hips.encoder", "1"
"""What a graph says of itself."""
MICROSOFT = "com.microsoft"
OPSETS = {"": 20, MICROSOFT: 1}
IR_VERSION = 9


def write_graph(weights: EncoderWeights, int8: bool) -> bytes:
    """The graph of a BERT.

    weights (EncoderWeights): The encoder.
    int8 (bool): Write the Linear layers in int8.
    RETURNS (bytes): The graph: from `ids` (windows, wordpieces) to `states` (windows, wordpieces,
        width). In int8 it also takes `step` and `zero` (eight_bits.py), `gelu_step` and `gelu_zero`
        for rows that GELU gave, and gives `overflow`, a product that shows whether eight bits are
        too many.
    """
    return _Writer(weights, int8).write()


def write_product(weight: np.ndarray, int8: bool) -> bytes:
    """The graph of one Linear layer, to try a kernel with.

    weight (np.ndarray): Its weights, outputs by inputs.
    int8 (bool): Write it in int8.
    RETURNS (bytes): From `rows` (rows, inputs) to `product` (rows, outputs); see `write_graph`.
    """
    nothing = EncoderWeights({}, {}, "", 0)
    return _Writer(nothing, int8).write_product(weight)


class _Writer:
    def __init__(self, weights: EncoderWeights, int8: bool) -> None:
        self.weights = weights
        self.config = weights.config
        self.int8 = int8
        self.nodes: list[bytes] = []
        self.constants: list[bytes] = []
        self.last = self._constant(np.array([-1], dtype="int64"))
        self.smallest = self._constant(np.array(SMALLEST, dtype="float32")) if int8 else ""

    def write(self) -> bytes:
        rows = self._embed()
        for number in range(self.config["num_hidden_layers"]):
            rows = self._layer(rows, f"encoder.layer.{number}")
        width = self.config["hidden_size"]
        self._call("Identity", [rows], ["states"])
        told = {
            KIND: VERSION,
            "width": str(width),
            "longest": str(self.weights.longest),
            "tokenizer": digest_of_tokenizer(self.weights.tokenizer),
        }
        taken = [message.value("ids", "int32", ["windows", "wordpieces"])]
        if self.int8:
            taken += [
                message.value("gelu_step", "float32", []),
                message.value("gelu_zero", "uint8", []),
            ]
        given = message.value("states", "float32", ["windows", "wordpieces", width])
        return self._model(taken, given, told)

    def write_product(self, weight: np.ndarray) -> bytes:
        self._call("Identity", [self._product("rows", weight)], ["product"])
        outputs, inputs = weight.shape
        taken = [message.value("rows", "float32", ["rows", inputs])]
        return self._model(taken, message.value("product", "float32", ["rows", outputs]), {})

    def _model(self, taken: list[bytes], given: bytes, told: dict[str, str]) -> bytes:
        inputs, outputs = taken, [given]
        if self.int8:
            inputs += [message.value("step", "float32", []), message.value("zero", "uint8", [])]
            outputs.append(message.value("overflow", "int32", [4, 8]))
            ones = [np.full((4, 64), 255, "uint8"), np.full((64, 8), STEPS, "int8")]
            self._call("MatMulInteger", [self._constant(array) for array in ones], ["overflow"])
        return message.model(
            self.nodes, self.constants, inputs, outputs,
            opsets=OPSETS, ir_version=IR_VERSION, told=told,
        )  # fmt: skip

    def _embed(self) -> str:
        place, kind = (
            self._weight(f"embeddings.{name}_embeddings.weight")
            for name in ("position", "token_type")
        )
        first = self._constant(np.array([0]))
        length = self._node("Shape", "ids", start=1, end=2)
        places = self._node("Slice", self._constant(place + kind[0]), first, length, first)
        return self._norm(self._words(), places, "embeddings.LayerNorm")

    def _words(self) -> str:
        """The largest table: in half precision where it came from a file in half precision."""
        table = self.weights.arrays["embeddings.word_embeddings.weight"]
        half = table.astype("float16", copy=False)
        if half is not table and not np.array_equal(half.astype(table.dtype), table):
            return self._node("Gather", self._constant(table.astype("float32")), "ids")
        words = self._node("Gather", self._constant(half), "ids")
        return self._node("Cast", words, to=message.KINDS["float32"])

    def _layer(self, rows: str, name: str) -> str:
        attention, own = f"{name}.attention", f"{name}.attention.self"
        parts = ("query", "key", "value")
        weight, bias = (
            np.concatenate([self._weight(f"{own}.{part}.{kind}") for part in parts])
            for kind in ("weight", "bias")
        )
        asked = self._nodes("Split", 3, self._product(rows, weight), axis=2, num_outputs=3)
        heads = self.config["num_attention_heads"]
        seen = self._node(
            "MultiHeadAttention", *asked, self._constant(bias), domain=MICROSOFT, num_heads=heads
        )
        rows = self._norm(
            self._linear(seen, f"{attention}.output.dense"), rows, f"{attention}.output.LayerNorm"
        )
        inner = self._product(rows, self._weight(f"{name}.intermediate.dense.weight"))
        bias_of_inner = self._constant(self._weight(f"{name}.intermediate.dense.bias"))
        inner = self._node("BiasGelu", inner, bias_of_inner, domain=MICROSOFT)
        return self._norm(
            self._linear(inner, f"{name}.output.dense", "gelu_"), rows, f"{name}.output.LayerNorm"
        )

    def _linear(self, rows: str, name: str, behind: str = "") -> str:
        product = self._product(rows, self._weight(f"{name}.weight"), behind)
        return self._node("Add", product, self._constant(self._weight(f"{name}.bias")))

    def _product(self, rows: str, weight: np.ndarray, behind: str = "") -> str:
        """Rows by weights (outputs by inputs), in int8 with a scale a row and a scale an output."""
        step, zero = f"{behind}step", f"{behind}zero"
        if not self.int8:
            return self._node("MatMul", rows, self._constant(weight.T))
        weight = np.array(weight)
        scales = np.maximum(np.abs(weight).max(axis=1) / STEPS, SMALLEST).astype("float32")
        small = np.divide(weight, scales[:, None], out=weight)
        small = np.rint(small, out=small).clip(-STEPS, STEPS, out=small).astype("int8")
        sizes = self._sizes(rows, behind)
        bits = self._node("QuantizeLinear", self._node("Div", rows, sizes), step, zero)
        product = self._node(
            "MatMulIntegerToFloat",
            *(bits, self._constant(small.T), step, self._constant(scales), zero),
            domain=MICROSOFT,
        )
        return self._node("Mul", product, sizes)

    def _sizes(self, rows: str, behind: str) -> str:
        """What each row is divided by, so that it fits into eight bits."""
        if not behind:
            largest = self._node("ReduceMax", self._node("Abs", rows), self.last, keepdims=1)
            return self._node("Max", largest, self.smallest)
        least = self._node("ReduceMin", rows, self.last, keepdims=1)
        below = self._node("Mul", least, self._constant(np.array(1 - BELOW, dtype="float32")))
        largest = self._node("ReduceMax", rows, self.last, keepdims=1)
        return self._node("Max", largest, below, self.smallest)

    def _norm(self, rows: str, beside: str, name: str) -> str:
        """The sum of both, normalised.

        onnxruntime's node that adds and normalises at once is twice as slow as one of each.
        """
        scale, bias = (
            self._constant(self._weight(f"{name}.{kind}")) for kind in ("weight", "bias")
        )
        return self._node(
            "LayerNormalization",
            *(self._node("Add", rows, beside), scale, bias),
            axis=-1,
            epsilon=float(self.config["layer_norm_eps"]),
        )

    def _weight(self, name: str) -> np.ndarray:
        return self.weights.arrays[name].astype("float32")

    def _constant(self, array: np.ndarray) -> str:
        name = f"c{len(self.constants)}"
        self.constants.append(message.tensor(name, array))
        return name

    def _node(self, kind: str, *inputs: str, **attributes: Any) -> str:
        return self._nodes(kind, 1, *inputs, **attributes)[0]

    def _nodes(self, kind: str, outputs: int, *inputs: str, **attributes: Any) -> list[str]:
        names = [f"n{len(self.nodes)}_{i}" for i in range(outputs)]
        self._call(kind, inputs, names, **attributes)
        return names

    def _call(
        self, kind: str, inputs: Sequence[str], outputs: Sequence[str], **attributes: Any
    ) -> None:
        self.nodes.append(message.node(kind, inputs, outputs, **attributes))


def digest_of_tokenizer(tokenizer: str) -> str:
    """What a graph keeps of the tokenizer that it belongs to."""
    return sha256(tokenizer.encode()).hexdigest()
