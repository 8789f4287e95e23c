"""The encoder's forward pass; imported only where torch is wanted.

It is the TransformerModel of spacy-transformers with three differences: windows are sorted by
length and go through in bounded batches, the Linear layers can run in int8 (a BERT then needs no
padding, see packed.py), and the weights are written in half precision.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import platform
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from functools import cache
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

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

from ..errors import Errors, HipsError
from ..light_imports import imported_later
from .alignment import align_documents, join
from .fitting import encode_windows, most_wordpieces
from .int8 import make_int8
from .packed import PackedBert, make_packed

# A forked process inherits a pool of threads that are not there, and waits for them for ever: so
# `nlp.pipe(n_process=2)` hung wherever processes are forked. One thread needs no pool.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: torch.set_num_threads(1))
# In training a batch of windows holds so many times its wordpieces, unless it is small.
PADDING, SMALL = 1.1, 128
# In prediction windows are padded to multiples of so many wordpieces.
STEP = 8
# A document of more windows is pooled while it is encoded, so many windows at a time.
LONG = 256
# So many rows of its vectors are moved together at a time.
MOVED = 8192


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
    model.attrs["pool_long"] = False
    return model


class _Shim(HFShim):
    """Holds the network, and hands it to other processes as bytes.

    torch hands each tensor over as a file descriptor of shared memory. A process could not be
    started where two tensors share their memory, nor with more tensors than it may open files, and
    containers have little shared memory.
    """

    quantize = ""
    # What can be made again from a network is kept beside it: a copy of the shim takes none along.
    _int8: ClassVar[WeakKeyDictionary[Any, Any]] = WeakKeyDictionary()

    @property
    def predicting(self) -> Any:
        """The network to predict with."""
        network = self._model.eval()
        if self.quantize != "int8" or self.device.type != "cpu":
            return network
        if network not in self._int8:
            small = make_packed(network) or make_int8(network)
            self._int8[network] = None if small is network else small
        return self._int8[network] or network

    def forget_int8(self) -> None:
        """The weights are about to change."""
        self._int8.pop(self._model, None)

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
    if model.attrs["pool_long"] and fast and not is_train and len(docs) == 1 and len(flat) > LONG:
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
    model.layers[0].shims[0].forget_int8()
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
    """The hidden states of some windows after the other."""
    network = model.layers[0].shims[0].predicting
    device = _device(model)
    ids, mask = np.asarray(wordpieces.input_ids), np.asarray(wordpieces.attention_mask)
    width = ids.shape[1]
    lengths = mask.sum(axis=1).astype(int)
    if isinstance(network, PackedBert):
        windows = [own[:length] for own, length in zip(ids, lengths.tolist(), strict=True)]
        for row, states in network(windows):
            yield np.array([row]), states[None]
        return
    longest = max(width, most_wordpieces(model))
    wider = ((0, 0), (0, min(-width % STEP, longest - width)))
    ids = np.pad(ids, wider, constant_values=model.tokenizer.pad_token_id or 0)
    mask = np.pad(mask, wider)
    for rows, padded in _alike(lengths, ids.shape[1], model.attrs["batch_wordpieces"]):
        with torch.inference_mode():
            hidden = network(
                input_ids=torch.as_tensor(ids[rows, :padded], dtype=torch.long, device=device),
                attention_mask=torch.as_tensor(mask[rows, :padded], device=device),
            ).last_hidden_state
        yield rows, hidden[:, :width].float()


def _alike(lengths: np.ndarray, longest: int, most: int) -> Iterator[tuple[np.ndarray, int]]:
    """Rows in batches of one padded length, and that length.

    A window is padded by its own length alone, and those without padding, for which attention has
    another kernel, are by themselves. So what comes of a window does not depend on the windows
    beside it, to the last bit: int8 makes of a difference in the last bit one that is seen.
    """
    padded = np.minimum(-(-lengths // STEP) * STEP, longest)
    kinds = 2 * padded + (lengths == padded)
    for kind in np.unique(kinds):
        rows = np.flatnonzero(kinds == kind)
        size = max(1, most // (kind // 2))
        for start in range(0, len(rows), size):
            yield rows[start : start + size], int(kind // 2)


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
        del encoding, wordpieces, aligned, align, some
        give_back()
    seen = np.zeros(len(doc), dtype="i")
    seen[covered] = counts > 0
    pooled = _held(sums, counts)
    output = BaseModelOutput(last_hidden_state=pooled.unsqueeze(0))
    alone = Ragged(np.arange(int(seen.sum()), dtype="i"), seen)
    empty = WordpieceBatch.empty()
    batch = FullTransformerBatch(
        spans=[windows], wordpieces=empty, model_output=output, align=alone
    )
    state = ModelOutput(last_hidden_state=torch2xp(output.last_hidden_state))
    batch.cached_doc_data = [TransformerData(empty, state, alone)]
    return batch


def _held(sums: torch.Tensor, counts: np.ndarray) -> torch.Tensor:
    """The means of what has wordpieces, in place: a copy for a million words is gigabytes.

    sums (torch.Tensor): Shape (tokens, width). It is written over.
    counts (np.ndarray): How many wordpieces of each were summed.
    RETURNS (torch.Tensor): Shape (tokens with wordpieces, width).
    """
    rows = np.flatnonzero(counts)
    for start in range(0, len(rows), MOVED):  # no row moves behind one that is still to come
        some = rows[start : start + MOVED]
        own = torch.as_tensor(counts[some], device=sums.device)[:, None]
        sums[start : start + len(some)] = sums[torch.as_tensor(some, device=sums.device)] / own
    return sums[: len(rows)]


def give_back() -> None:
    """Give freed memory back to the system, where its library can.

    What a network frees lies between what is in use, and the library keeps it: after a long
    document that is more than all vectors of its tokens.
    """
    _trim()(0)


@cache
def _trim() -> Callable[[int], Any]:
    try:
        trim: Callable[[int], Any] = ctypes.CDLL(None).malloc_trim  # of glibc alone
    except (OSError, AttributeError, TypeError):
        return lambda pad: 0
    return trim


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
