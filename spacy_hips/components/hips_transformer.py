"""The class of hips_transformer; imported only where torch is wanted."""

from __future__ import annotations

import copy
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from pickle import UnpicklingError
from typing import Any
from weakref import WeakKeyDictionary

import torch
from spacy.tokens import Doc
from spacy.training import Example
from spacy_transformers.data_classes import FullTransformerBatch
from spacy_transformers.pipeline_component import Transformer
from thinc.api import Model

from ..core.errors import Errors, HipsError, wrong_setting
from ..find.models.encoder import make_engine
from ..find.models.encoding import Encoding
from ..find.models.engine import Engine, encode_documents
from ..find.models.trial import TORCH, VARIABLE, choose
from ..find.models.weights import is_plain_bert
from .encoded import reads_means
from .streams import encode_stream

QUANTIZE = ("", "int8")
# By network and kernel: what can be made again from a network is kept beside it.
_ENGINES: WeakKeyDictionary[Any, dict[str, Engine]] = WeakKeyDictionary()


class HipsTransformer(Transformer):
    """The shared encoder as a component that can learn.

    It predicts by an engine (find/models/trial.py), which gives the mean of the wordpieces of each
    token. Where that will not do, the network of torch gives all wordpieces: on a graphics card,
    while the encoder learns, and where another component listens to anything else than the mean.

    quantize (str): "" or "int8": int8 Linear layers, for prediction on a CPU. The weights that are
        written stay those of the float model.
    half (bool): Write the weights in half precision; they are read back as float32.
    pool_long (bool): Predict by an engine; false to have all wordpieces in any case.
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
            raise wrong_setting(name, "quantize", wanted, repr(quantize))
        self.quantize = quantize
        self.half = half
        self.pool_long = pool_long
        self._learns = False
        self._others: set[str] = set()
        # What was asked for, and what was chosen: a process that is sent this takes the same.
        self._chosen = ("", "")

    def find_listeners(self, component: Any) -> None:
        """Find the layers of a component that read this encoder."""
        super().find_listeners(component)
        name = getattr(component, "name", "")  # a function has none
        if name in self.listener_map and not reads_means(component):
            self._others.add(name)

    def predict(self, docs: Iterable[Doc]) -> FullTransformerBatch | list[Encoding]:
        """Encode a batch of documents.

        docs (Iterable[Doc]): The documents.
        RETURNS (list[Encoding] | FullTransformerBatch): One vector a token, or all wordpieces.
        RAISES (HipsError): As `trial.choose`.
        """
        docs, engine = list(docs), self._engine()
        if engine is None:
            return super().predict(docs)
        return encode_documents(engine, docs, self.model.attrs["get_spans"](docs))

    def set_annotations(
        self, docs: Iterable[Doc], predictions: FullTransformerBatch | list[Encoding]
    ) -> None:
        """Write what `predict` returned to `doc._.trf_data`."""
        if not isinstance(predictions, list):
            super().set_annotations(docs, predictions)
            return
        for doc, encoding in zip(docs, predictions, strict=True):
            doc._.trf_data = encoding

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Encode a stream of documents.

        stream (Iterable[Doc]): The documents.
        batch_size (int): Not read: documents are taken by their tokens.
        YIELDS (Doc): Each document; one that fails, even alone, is handed to the error handler.
        """

        def encode(docs: list[Doc]) -> None:
            self.set_annotations(docs, self.predict(docs))

        return encode_stream(self, stream, encode)

    def update(self, examples: Iterable[Example], **settings: Any) -> dict[str, float]:
        """Learn, see spacy-transformers' Transformer."""
        self._learns = True
        return super().update(examples, **settings)  # type: ignore[no-any-return]

    @property
    def kernel(self) -> str:
        """The engine and the kernel that predict, a key of `trial.KERNELS`; "" for the network."""
        shim = self._shim()
        if not self.pool_long or self._learns or self._others & self.listener_map.keys():
            return ""
        if shim._model is None or not self.model.tokenizer.is_fast or shim.device.type != "cpu":
            return ""
        wanted = f"{self.quantize} {os.environ.get(VARIABLE, '')}"
        if self._chosen[0] != wanted:
            only = "" if is_plain_bert(shim._model.config.to_dict()) else TORCH
            self._chosen = wanted, choose(self.quantize == "int8", only=only)
        return self._chosen[1]

    def _engine(self) -> Engine | None:
        kernel = self.kernel
        if not kernel:
            return None
        held = _ENGINES.setdefault(self._shim()._model, {})
        if kernel not in held:
            held[kernel] = make_engine(self.model, kernel)
        return held[kernel]

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
