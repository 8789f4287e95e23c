"""The encoder's forward pass; imported only where torch is wanted.

It is the TransformerModel of spacy-transformers with two differences: windows are sorted by length
and go through in bounded batches, and the weights are written in half precision. It learns; in
prediction an engine takes its place where nothing but the mean of the wordpieces of a token is read
(engine.py).
"""

from __future__ import annotations

import json
import os
import pickle
import platform
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from functools import cache
from typing import Any

import numpy as np
import torch
from spacy.tokens import Doc, Span
from spacy_transformers.align import get_alignment
from spacy_transformers.data_classes import FullTransformerBatch, TransformerData, WordpieceBatch
from spacy_transformers.layers.hf_shim import HFShim
from spacy_transformers.layers.transformer_model import TransformerModel
from spacy_transformers.truncate import truncate_oversize_splits
from thinc.api import Model, torch2xp
from thinc.types import ArgsKwargs, Ragged
from transformers import MODEL_MAPPING, AutoModel
from transformers.file_utils import ModelOutput
from transformers.modeling_outputs import BaseModelOutput

from ...core.errors import Errors, HipsError
from ...core.light_imports import imported_later
from .alignment import align_documents, join
from .engine import Engine
from .fitting import encode_windows, most_wordpieces
from .onnx_engine import OnnxEngine
from .torch_engine import TorchEngine
from .trial import EIGHT_BITS, ONNX
from .weights import EncoderWeights, weights_of

# A forked process inherits a pool of threads that are not there, and waits for them for ever: so
# `nlp.pipe(n_process=2)` hung wherever processes are forked. One thread needs no pool.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: torch.set_num_threads(1))
# In training a batch of windows holds so many times its wordpieces, unless it is small.
PADDING, SMALL = 1.1, 128


def make_encoder(
    name: str,
    get_spans: Callable,
    batch_wordpieces: int,
    bfloat16: bool,
    tokenizer_config: dict[str, Any],
    transformer_config: dict[str, Any],
) -> TransformerModel:
    """See `architectures.build_encoder`."""
    model = TransformerModel(
        name, get_spans, tokenizer_config=tokenizer_config, transformer_config=transformer_config
    )
    model._func = _forward
    model.init = _init
    model.layers[0].attrs["convert_outputs"] = _convert_outputs
    shim = model.layers[0].shims[0]
    shim.__class__ = _Shim
    shim.model_cls = _Networks
    model.attrs["batch_wordpieces"] = batch_wordpieces
    model.attrs["bfloat16"] = bfloat16
    return model


class _Shim(HFShim):
    """Holds the network, and hands it to other processes as bytes.

    torch hands each tensor over as a file descriptor of shared memory. A process could not be
    started where two tensors share their memory, nor with more tensors than it may open files, and
    containers have little shared memory.
    """

    def __getstate__(self) -> bytes:
        return pickle.dumps(self.__dict__)

    def __setstate__(self, state: bytes) -> None:
        self.__dict__.update(pickle.loads(state))


class _Networks:
    """Builds the network that saved weights are read into.

    AutoModel looks its class up in a list of all, and imports the configurations of some three
    hundred kinds of network to make that list: a sixth of the time in which a pipeline loads.
    """

    @staticmethod
    def from_config(config: Any) -> Any:
        with imported_later():
            network: Any = MODEL_MAPPING.get(type(config), None)
        if not isinstance(network, type):  # several kinds share the configuration
            return AutoModel.from_config(config)
        return network._from_config(config)  # type: ignore[attr-defined]


def _init(model: TransformerModel, X: Any = None, Y: Any = None) -> None:
    from spacy_transformers.layers.transformer_model import huggingface_from_pretrained

    if model.attrs["has_transformer"]:
        return
    try:
        loaded = huggingface_from_pretrained(
            model.attrs["name"], model._init_tokenizer_config, model._init_transformer_config
        )
    except (OSError, ValueError) as error:
        raise HipsError(
            Errors.E432.format(encoder=model.attrs["name"], reason=type(error).__name__)
        ) from error
    model.attrs["set_transformer"](model, loaded)


def _forward(
    model: TransformerModel, docs: list[Doc], is_train: bool
) -> tuple[FullTransformerBatch, Callable]:
    nested = model.attrs["get_spans"](docs)
    fast = model.tokenizer.is_fast
    if is_train or not fast:
        nested = [spans or _ends(doc) for doc, spans in zip(docs, nested, strict=True)]
    flat = [span for spans in nested for span in spans]
    if not flat:
        return _nothing_sent(model, docs), _no_backprop
    longest = most_wordpieces(model)
    nested, encoding = encode_windows(model.tokenizer, nested, longest)
    wordpieces = WordpieceBatch.from_batch_encoding(encoding)
    aligned = None
    if "offset_mapping" in encoding:
        aligned = align_documents(docs, nested, np.asarray(encoding["offset_mapping"]))
        align = join(aligned, nested, wordpieces.input_ids.shape[1])
    else:
        flat = [span for spans in nested for span in spans]
        align = get_alignment(flat, wordpieces.strings, model.tokenizer.all_special_tokens)
    width = wordpieces.input_ids.shape[1]
    wordpieces, align = truncate_oversize_splits(wordpieces, align, longest)
    if is_train:
        output, backprop = _train(model, wordpieces)
    else:
        output, backprop = _predict(model, wordpieces), _no_backprop
    batch = FullTransformerBatch(
        spans=nested, wordpieces=wordpieces, model_output=output, align=align
    )
    if aligned is not None and wordpieces.input_ids.shape[1] == width:
        batch.cached_doc_data = _split(batch, docs, aligned)

    def backprop_encoder(d_output: FullTransformerBatch) -> list[Doc]:
        backprop(d_output.model_output)
        return docs

    return batch, backprop_encoder


def _ends(doc: Doc) -> list[Span]:
    """What is sent of a document without windows where the encoder must see something of each."""
    return [doc[:1], doc[-1:]] if len(doc) else []


def _nothing_sent(model: TransformerModel, docs: Sequence[Doc]) -> FullTransformerBatch:
    """The encoding of documents in which nothing may be a name."""
    batch = FullTransformerBatch.empty(len(docs))
    width = model.get_dim("nO")
    batch.cached_doc_data = [_unsent(doc, torch2xp(torch.zeros(1, 1, width))) for doc in docs]
    return batch


def _unsent(doc: Doc, state: Any) -> TransformerData:
    """The encoding of a document that was not sent: no token has a vector.

    doc (Doc): The document.
    state (Any): Any state of shape (1, 1, width), which tells listeners the width.
    """
    if not len(doc):
        return TransformerData.empty()
    none = Ragged(np.zeros((0, 1), dtype="i"), np.zeros(len(doc), dtype="i"))
    return TransformerData(WordpieceBatch.empty(), ModelOutput(last_hidden_state=state), none)


def _split(
    batch: FullTransformerBatch, docs: Sequence[Doc], aligned: Sequence[Ragged]
) -> list[TransformerData]:
    """The batch's output for each document, where its alignment is known already."""
    hidden = torch2xp(batch.model_output.last_hidden_state)
    out, start = [], 0
    for doc, spans, align in zip(docs, batch.spans, aligned, strict=True):
        end = start + len(spans)
        out.append(
            TransformerData(
                wordpieces=batch.wordpieces[start:end],
                model_output=ModelOutput(last_hidden_state=hidden[start:end]),
                align=align,
            )
            if spans
            else _unsent(doc, hidden[:1, :1])
        )
        start = end
    return out


def _convert_outputs(model: Model, inputs_outputs: Any, is_train: bool) -> tuple[Any, Callable]:
    """Keep the hidden states only, as float32 also where they were computed in bfloat16."""
    hidden = inputs_outputs[1].last_hidden_state.float()

    def backprop(d_output: Any) -> ArgsKwargs:
        return ArgsKwargs(args=(hidden,), kwargs={"grad_tensors": list(d_output.values())})

    return BaseModelOutput(last_hidden_state=hidden), backprop


def _no_backprop(_: Any) -> None:
    raise AssertionError("prediction has no gradient")


def _autocast(device: torch.device, bfloat16: bool) -> Any:
    if not bfloat16 or (device.type == "cpu" and not _has_bfloat16()):
        return nullcontext()
    return torch.autocast(device.type, dtype=torch.bfloat16)


@cache
def _has_bfloat16() -> bool:
    """Has the CPU instructions for bfloat16? Where it has none, float32 is 2 to 4 times as fast.

    mkldnn calls it supported on every x86 CPU with AVX-512, though it may be emulated there.
    """
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
    names = ("_is_avx512_bf16_supported", "_is_amx_tile_supported")
    return any(getattr(torch.cpu, name, bool)() for name in names)


def _device(model: TransformerModel) -> torch.device:
    return next(model.layers[0].shims[0]._model.parameters()).device  # type: ignore[no-any-return]


def _train(
    model: TransformerModel, wordpieces: WordpieceBatch
) -> tuple[BaseModelOutput, Callable[[ModelOutput], None]]:
    """Run the windows through in batches of like length, and keep what their gradients need.

    Padding every window to the longest one of the batch cost 1.7 times the wordpieces.
    """
    ids, mask = np.asarray(wordpieces.input_ids), np.asarray(wordpieces.attention_mask)
    lengths = mask.sum(axis=1).astype(int)
    hidden, parts = None, []
    for rows in _batches(lengths, _training_batch(lengths)):
        longest = int(lengths[rows].max())
        part = WordpieceBatch(
            strings=[wordpieces.strings[row][:longest] for row in rows],
            input_ids=ids[rows, :longest],
            attention_mask=mask[rows, :longest],
            lengths=[wordpieces.lengths[row] for row in rows],
            token_type_ids=None,
        )
        with _autocast(_device(model), model.attrs["bfloat16"]):
            output, backprop = model.layers[0](part, True)
        state = output.last_hidden_state
        if hidden is None:
            hidden = torch.zeros((*ids.shape, state.shape[2]), device=state.device)
        hidden[rows, :longest] = state.detach()
        parts.append((rows, longest, backprop))

    def backprop_parts(d_output: ModelOutput) -> None:
        (d_hidden,) = d_output.values()  # its keys are numbers, not names
        for rows, longest, backprop in parts:
            backprop(BaseModelOutput(last_hidden_state=d_hidden[rows, :longest].contiguous()))

    return BaseModelOutput(last_hidden_state=hidden), backprop_parts


def _training_batch(lengths: np.ndarray) -> int:
    """The most wordpieces of a batch in training: a sixth of all, so that lengths differ little."""
    return max(int(lengths.sum()) // 6, 512)


def _predict(model: TransformerModel, wordpieces: WordpieceBatch) -> BaseModelOutput:
    """Run the windows through in batches of like length."""
    network, device = model.layers[0].shims[0]._model.eval(), _device(model)
    ids, mask = np.asarray(wordpieces.input_ids), np.asarray(wordpieces.attention_mask)
    out = torch.zeros((*ids.shape, model.get_dim("nO")), device=device)
    lengths = mask.sum(axis=1).astype(int)
    for rows in _batches(lengths, model.attrs["batch_wordpieces"]):
        longest = int(lengths[rows].max())
        with torch.inference_mode():
            states = network(
                input_ids=torch.as_tensor(ids[rows, :longest], dtype=torch.long, device=device),
                attention_mask=torch.as_tensor(mask[rows, :longest], device=device),
            ).last_hidden_state
        out[rows, :longest] = states.float()
    return BaseModelOutput(last_hidden_state=out)


def _batches(lengths: np.ndarray, most: int) -> Iterable[np.ndarray]:
    """Rows in batches of like length whose padded size stays below `most`.

    A batch also ends where more than a tenth of it would be padding: a call of the network costs
    as little as a few wordpieces do, and padding all windows to the longest of a batch made
    prediction cost 2.3 times as much.
    """
    order = np.argsort(lengths, kind="stable")
    start = 0
    while start < len(order):
        end, held = start + 1, int(lengths[order[start]])
        while end < len(order):
            longest = int(lengths[order[end]])
            padded, held = longest * (end + 1 - start), held + longest
            if padded > most or padded > max(PADDING * held, SMALL):
                break
            end += 1
        yield order[start:end]
        start = end


def weights_of_model(model: TransformerModel) -> EncoderWeights:
    """The weights of an encoder, for an engine.

    model (TransformerModel): The encoder, with a quick tokenizer.
    RETURNS (EncoderWeights): Its weights as they are now.
    """
    network, tokenizer = model.transformer, model.tokenizer
    arrays = {
        name: own.detach().float().cpu().numpy() for name, own in network.state_dict().items()
    }
    files = {
        "tokenizer.json": tokenizer.backend_tokenizer.to_str().encode(),
        "tokenizer_config.json": json.dumps({"model_max_length": most_wordpieces(model)}).encode(),
    }
    return weights_of(network.config.to_dict(), arrays, files)


def make_engine(model: TransformerModel, kernel: str) -> Engine:
    """An engine that predicts in place of an encoder.

    model (TransformerModel): The encoder, with a quick tokenizer.
    kernel (str): A key of `trial.KERNELS`.
    RETURNS (Engine): It has the weights as they are now.
    """
    if kernel.startswith(ONNX):
        return OnnxEngine.of(weights_of_model(model), kernel in EIGHT_BITS)
    return TorchEngine(model.transformer, model.tokenizer, most_wordpieces(model))
