"""The encoder's forward pass and its component; imported only where torch is wanted.

It is the TransformerModel of spacy-transformers with three differences: windows are sorted by
length and go through in bounded batches, the Linear layers can run in int8, and the weights are
written in half precision.
"""

from __future__ import annotations

import copy
import os
import platform
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
import torch
from spacy.tokens import Doc, Span
from spacy_transformers.align import get_alignment
from spacy_transformers.data_classes import FullTransformerBatch, TransformerData, WordpieceBatch
from spacy_transformers.layers.transformer_model import TransformerModel
from spacy_transformers.pipeline_component import Transformer
from spacy_transformers.truncate import truncate_oversize_splits
from thinc.api import Model, torch2xp
from thinc.types import ArgsKwargs, Ragged
from transformers import MODEL_MAPPING, AutoModel
from transformers.file_utils import ModelOutput
from transformers.modeling_outputs import BaseModelOutput

from ..errors import Errors, HipsError
from .alignment import align_documents, join
from .fitting import encode_windows, most_wordpieces
from .int8 import make_int8

QUANTIZE = ("", "int8")
# A forked process inherits a pool of threads that are not there, and waits for them for ever: so
# `nlp.pipe(n_process=2)` hung wherever processes are forked. One thread needs no pool.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: torch.set_num_threads(1))
# A batch of windows holds so many times its wordpieces with padding, unless it is small.
PADDING, SMALL = 1.1, 128
# A document of more windows is pooled while it is encoded, so many windows at a time.
LONG = 256


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
    model.layers[0].shims[0].model_cls = _Networks
    model.attrs["batch_wordpieces"] = batch_wordpieces
    model.attrs["bfloat16"] = bfloat16
    model.attrs["pool_long"] = False
    return model


class _Networks:
    """Builds the network that saved weights are read into.

    AutoModel looks its class up in a list of all, and imports the configurations of some three
    hundred kinds of network to make that list: a sixth of the time in which a pipeline loads.
    """

    @staticmethod
    def from_config(config: Any) -> Any:
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
    flat = [span for spans in nested for span in spans]
    pools = model.attrs["pool_long"] and model.tokenizer.is_fast
    if pools and not is_train and len(docs) == 1 and len(flat) > LONG:
        return _pooled(model, docs[0], flat), _no_backprop
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
        batch.cached_doc_data = _split(batch, aligned)

    def backprop_encoder(d_output: FullTransformerBatch) -> list[Doc]:
        backprop(d_output.model_output)
        return docs

    return batch, backprop_encoder


def _split(batch: FullTransformerBatch, aligned: Sequence[Ragged]) -> list[TransformerData]:
    """The batch's output for each document, where its alignment is known already."""
    hidden = torch2xp(batch.model_output.last_hidden_state)
    out, start = [], 0
    for spans, align in zip(batch.spans, aligned, strict=True):
        end = start + len(spans)
        out.append(
            TransformerData(
                wordpieces=batch.wordpieces[start:end],
                model_output=ModelOutput(last_hidden_state=hidden[start:end]),
                align=align,
            )
            if spans
            else TransformerData.empty()
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
    model.layers[0].shims[0].hips_int8 = None  # of weights that are about to change
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
    shape = (*np.asarray(wordpieces.input_ids).shape, model.get_dim("nO"))
    out = torch.zeros(shape, device=_device(model))
    for rows, hidden in _states(model, wordpieces):
        out[rows, : hidden.shape[1]] = hidden
    return BaseModelOutput(last_hidden_state=out)


def _states(
    model: TransformerModel, wordpieces: WordpieceBatch
) -> Iterator[tuple[np.ndarray, torch.Tensor]]:
    """The hidden states of some windows after the other, padded to the longest of them."""
    shim = model.layers[0].shims[0]
    network = getattr(shim, "hips_int8", None) or shim._model
    network.eval()
    device = _device(model)
    ids, mask = np.asarray(wordpieces.input_ids), np.asarray(wordpieces.attention_mask)
    lengths = mask.sum(axis=1).astype(int)
    for rows in _batches(lengths, model.attrs["batch_wordpieces"]):
        longest = int(lengths[rows].max())
        with torch.inference_mode():
            hidden = network(
                input_ids=torch.as_tensor(ids[rows, :longest], dtype=torch.long, device=device),
                attention_mask=torch.as_tensor(mask[rows, :longest], device=device),
            ).last_hidden_state
        yield rows, hidden.float()


def _pooled(model: TransformerModel, doc: Doc, windows: list[Span]) -> FullTransformerBatch:
    """The encoding of one long document, its wordpieces averaged over each token at once.

    The wordpieces of 200,000 words and their states are gigabytes, most of them padding. A
    listener that averages gives the same for one vector a token.
    """
    covered = np.zeros(len(doc), dtype=bool)
    for window in windows:
        covered[window.start : window.end] = True
    place = np.cumsum(covered) - 1
    counts = np.zeros(int(covered.sum()), dtype="float32")
    sums = torch.zeros((len(counts), model.get_dim("nO")), device=_device(model))
    longest = most_wordpieces(model)
    for start in range(0, len(windows), LONG):
        some = [windows[start : start + LONG]]
        some, encoding = encode_windows(model.tokenizer, some, longest)
        wordpieces = WordpieceBatch.from_batch_encoding(encoding)
        aligned = align_documents([doc], some, np.asarray(encoding["offset_mapping"]))
        align = join(aligned, some, wordpieces.input_ids.shape[1])
        wordpieces, align = truncate_oversize_splits(wordpieces, align, longest)
        lengths = np.asarray(align.lengths)
        tokens = np.repeat(place, lengths)
        np.add.at(counts, tokens, 1)
        _add_up(sums, model, wordpieces, tokens, np.asarray(align.dataXd).reshape(-1))
    seen = np.zeros(len(doc), dtype="i")
    seen[covered] = counts > 0
    pooled = sums[counts > 0] / torch.as_tensor(counts[counts > 0], device=sums.device)[:, None]
    output = BaseModelOutput(last_hidden_state=pooled.unsqueeze(0))
    alone = Ragged(np.arange(int(seen.sum()), dtype="i"), seen)
    empty = WordpieceBatch.empty()
    batch = FullTransformerBatch(
        spans=[windows], wordpieces=empty, model_output=output, align=alone
    )
    state = ModelOutput(last_hidden_state=torch2xp(output.last_hidden_state))
    batch.cached_doc_data = [TransformerData(empty, state, alone)]
    return batch


def _add_up(
    sums: torch.Tensor,
    model: TransformerModel,
    wordpieces: WordpieceBatch,
    tokens: np.ndarray,
    pieces: np.ndarray,
) -> None:
    """Add the states of wordpieces to the sums of the tokens that they belong to."""
    width = np.asarray(wordpieces.input_ids).shape[1]
    order = np.argsort(pieces, kind="stable")
    tokens, pieces = tokens[order], pieces[order]
    for rows, hidden in _states(model, wordpieces):
        flat = hidden.reshape(-1, hidden.shape[2])
        for i, row in enumerate(rows.tolist()):
            first, last = np.searchsorted(pieces, (row * width, (row + 1) * width))
            at = torch.as_tensor(pieces[first:last] - row * width + i * hidden.shape[1])
            into = torch.as_tensor(tokens[first:last], device=sums.device)
            sums.index_add_(0, into, flat[at.to(sums.device).long()])


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


class HipsTransformer(Transformer):
    """The shared encoder as a component.

    quantize (str): "" or "int8": int8 Linear layers (int8.py), for prediction on a CPU. The weights
        that are written stay those of the float model.
    half (bool): Write the weights in half precision; they are read back as float32.
    pool_long (bool): Average the wordpieces of each token of a long document while it is encoded.
    The other arguments are those of spacy-transformers' Transformer.
    RAISES (HipsError): E116 for an unknown kind of quantisation.
    """

    def __init__(
        self,
        vocab: Any,
        model: Model,
        *,
        name: str = "hips_transformer",
        max_batch_items: int = 4096,
        quantize: str = "",
        half: bool = True,
        pool_long: bool = True,
    ) -> None:
        super().__init__(vocab, model, name=name, max_batch_items=max_batch_items)
        if quantize not in QUANTIZE:
            wanted = " or ".join(repr(kind) for kind in QUANTIZE)
            raise HipsError(
                Errors.E116.format(name=name, setting="quantize", wanted=wanted, got=repr(quantize))
            )
        self.quantize = quantize
        self.half = half
        self.pool_long = pool_long

    def predict(self, docs: Iterable[Doc]) -> FullTransformerBatch:
        """Encode a batch of documents."""
        self._prepare()
        self.model.attrs["pool_long"] = self.pool_long
        return super().predict(docs)

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the component, its weights in half precision if `half` is set."""
        with self._halved():
            super().to_disk(path, exclude=exclude)

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """The component as bytes, its weights in half precision if `half` is set."""
        with self._halved():
            return super().to_bytes(exclude=exclude)  # type: ignore[no-any-return]

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> HipsTransformer:
        """Read what `to_disk` wrote.

        RAISES (HipsError): E152 where the weights would run code, E153 where torch is too old.
        """
        with _numbers_only(self.name):
            super().from_disk(path, exclude=exclude)
        return self

    def from_bytes(self, bytes_data: bytes, *, exclude: Iterable[str] = ()) -> HipsTransformer:
        """Read what `to_bytes` gave; see `from_disk`."""
        with _numbers_only(self.name):
            super().from_bytes(bytes_data, exclude=exclude)
        return self

    def _shim(self) -> Any:
        return self.model.layers[0].shims[0]

    def _prepare(self) -> None:
        shim = self._shim()
        on_cpu = next(shim._model.parameters()).device.type == "cpu"
        if self.quantize == "int8" and on_cpu and getattr(shim, "hips_int8", None) is None:
            shim.hips_int8 = make_int8(shim._model)
        elif not self.quantize:
            shim.hips_int8 = None

    def _halved(self) -> Any:
        return _Halved(self._shim()) if self.half and self._shim()._model else nullcontext()


@contextmanager
def _numbers_only(name: str) -> Iterator[None]:
    """Weights are read by `torch.load(weights_only=True)`: no code that a file brings along is run.

    spacy-transformers leaves that to torch, whose default it is since 2.6, and safe since then
    (CVE-2025-32434), unless a variable of the environment says otherwise.
    """
    if tuple(int(part) for part in torch.__version__.split(".")[:2]) < (2, 6):
        raise HipsError(Errors.E153.format(version=torch.__version__))
    unsafe = os.environ.pop("TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD", None)
    try:
        yield
    except UnpicklingError:
        raise HipsError(Errors.E152.format(name=name)) from None
    finally:
        if unsafe is not None:
            os.environ["TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD"] = unsafe


class _Halved:
    """Puts a half-precision copy of the network in place while it is written."""

    def __init__(self, shim: Any) -> None:
        self.shim = shim

    def __enter__(self) -> None:
        self.full = self.shim._model
        self.shim._model = copy.deepcopy(self.full).half()

    def __exit__(self, *_: Any) -> None:
        self.shim._model = self.full
