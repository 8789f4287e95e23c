"""Writes the graph of an encoder for onnxruntime; imported only where one is made.

The graph is written node by node, since no exporter knows what int8 needs here: a scale for each
wordpiece (int8.py), so that what is found in a text does not depend on the texts beside it.
Windows come without padding, so attention needs no mask.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from .eight_bits import SMALLEST, STEPS
from .onnx_engine import KIND, VERSION, digest_of_tokenizer

MICROSOFT = "com.microsoft"


def is_known(network: Any) -> bool:
    """Whether a graph of a network can be written: that of a BERT with nothing added.

    network (torch.nn.Module): The network.
    """
    config = network.config
    return (
        type(network).__name__ == "BertModel"
        and config.hidden_act == "gelu"
        and not config.is_decoder
        and getattr(config, "position_embedding_type", "absolute") == "absolute"
    )


def write_graph(network: Any, tokenizer: str, longest: int, int8: bool) -> bytes:
    """The graph of a BERT.

    network (torch.nn.Module): The network in fp32.
    tokenizer (str): Its tokenizer, as JSON of the package tokenizers.
    longest (int): How many wordpieces it takes.
    int8 (bool): Write the Linear layers in int8.
    RETURNS (bytes): The graph: from `ids` (windows, wordpieces) to `states` (windows, wordpieces,
        width). In int8 it also takes `step` and `zero`, the step and the zero of the wordpieces in
        eight bits, and gives `overflow`, a product that shows whether eight bits are too many.
    """
    weights = {
        name: array.detach().float().cpu().numpy() for name, array in network.state_dict().items()
    }
    return _Writer(weights, network.config, int8).write(tokenizer, longest)


class _Writer:
    def __init__(self, weights: Mapping[str, np.ndarray], config: Any, int8: bool) -> None:
        self.weights = weights
        self.config = config
        self.int8 = int8
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self.last = self._constant(np.array([-1], dtype="int64"))
        self.smallest = self._constant(np.float32(SMALLEST)) if int8 else ""

    def write(self, tokenizer: str, longest: int) -> bytes:
        rows = self._embed()
        for number in range(self.config.num_hidden_layers):
            rows = self._layer(rows, f"encoder.layer.{number}")
        self.nodes.append(helper.make_node("Identity", [rows], ["states"]))
        info = helper.make_tensor_value_info
        width = self.config.hidden_size
        inputs = [info("ids", TensorProto.INT32, ["windows", "wordpieces"])]
        outputs = [info("states", TensorProto.FLOAT, ["windows", "wordpieces", width])]
        if self.int8:
            inputs += [info("step", TensorProto.FLOAT, []), info("zero", TensorProto.UINT8, [])]
            outputs += [info("overflow", TensorProto.INT32, [4, 8])]
            ones = [np.full((4, 64), 255, "uint8"), np.full((64, 8), STEPS, "int8")]
            product = [self._constant(array) for array in ones]
            self.nodes.append(helper.make_node("MatMulInteger", product, ["overflow"]))
        graph = helper.make_graph(self.nodes, "encoder", inputs, outputs, self.constants)
        opsets = [helper.make_opsetid("", 20), helper.make_opsetid(MICROSOFT, 1)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=9)
        own = digest_of_tokenizer(tokenizer)
        helper.set_model_props(
            model,
            {KIND: VERSION, "width": str(width), "longest": str(longest), "tokenizer": own},
        )
        onnx.checker.check_model(model)
        return bytes(model.SerializeToString())

    def _embed(self) -> str:
        place, kind = (
            self.weights[f"embeddings.{name}_embeddings.weight"]
            for name in ("position", "token_type")
        )
        first = self._constant(np.array([0]))
        length = self._node("Shape", "ids", start=1, end=2)
        places = self._node("Slice", self._constant(place + kind[0]), first, length, first)
        return self._norm(self._words(), places, "embeddings.LayerNorm")

    def _words(self) -> str:
        """The largest table: in half precision where it came from a file in half precision."""
        table = self.weights["embeddings.word_embeddings.weight"]
        half = table.astype("float16")
        if not np.array_equal(half.astype("float32"), table):
            return self._node("Gather", self._constant(table), "ids")
        return self._node(
            "Cast", self._node("Gather", self._constant(half), "ids"), to=TensorProto.FLOAT
        )

    def _layer(self, rows: str, name: str) -> str:
        attention, own = f"{name}.attention", f"{name}.attention.self"
        parts = ("query", "key", "value")
        weight, bias = (
            np.concatenate([self.weights[f"{own}.{part}.{kind}"] for part in parts])
            for kind in ("weight", "bias")
        )
        asked = self._nodes("Split", 3, self._product(rows, weight), axis=2, num_outputs=3)
        heads = self.config.num_attention_heads
        seen = self._node(
            "MultiHeadAttention", *asked, self._constant(bias), domain=MICROSOFT, num_heads=heads
        )
        rows = self._norm(
            self._linear(seen, f"{attention}.output.dense"), rows, f"{attention}.output.LayerNorm"
        )
        inner = self._product(rows, self.weights[f"{name}.intermediate.dense.weight"])
        bias_of_inner = self._constant(self.weights[f"{name}.intermediate.dense.bias"])
        inner = self._node("BiasGelu", inner, bias_of_inner, domain=MICROSOFT)
        return self._norm(
            self._linear(inner, f"{name}.output.dense"), rows, f"{name}.output.LayerNorm"
        )

    def _linear(self, rows: str, name: str) -> str:
        product = self._product(rows, self.weights[f"{name}.weight"])
        return self._node("Add", product, self._constant(self.weights[f"{name}.bias"]))

    def _product(self, rows: str, weight: np.ndarray) -> str:
        """Rows by weights (outputs by inputs), in int8 with a scale a row and a scale an output."""
        if not self.int8:
            return self._node("MatMul", rows, self._constant(weight.T))
        scales = np.maximum(np.abs(weight).max(axis=1) / STEPS, SMALLEST).astype("float32")
        small = np.rint(weight / scales[:, None]).clip(-STEPS, STEPS).astype("int8")
        largest = self._node("ReduceMax", self._node("Abs", rows), self.last, keepdims=1)
        sizes = self._node("Max", largest, self.smallest)
        bits = self._node("QuantizeLinear", self._node("Div", rows, sizes), "step", "zero")
        product = self._node(
            "MatMulIntegerToFloat",
            *(bits, self._constant(small.T), "step", self._constant(scales), "zero"),
            domain=MICROSOFT,
        )
        return self._node("Mul", product, sizes)

    def _norm(self, rows: str, beside: str, name: str) -> str:
        """The sum of both, normalised.

        onnxruntime's node that adds and normalises at once is twice as slow as one of each.
        """
        scale, bias = (
            self._constant(self.weights[f"{name}.{kind}"]) for kind in ("weight", "bias")
        )
        return self._node(
            "LayerNormalization",
            *(self._node("Add", rows, beside), scale, bias),
            axis=-1,
            epsilon=self.config.layer_norm_eps,
        )

    def _constant(self, array: Any) -> str:
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def _node(self, kind: str, *inputs: str, **attributes: Any) -> str:
        return self._nodes(kind, 1, *inputs, **attributes)[0]

    def _nodes(self, kind: str, outputs: int, *inputs: str, **attributes: Any) -> list[str]:
        names = [f"n{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, **attributes))
        return names
