"""The class of hips_transformer where the encoder runs by onnxruntime; it needs no torch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import srsly
from spacy.tokens import Doc
from spacy.training import Example
from spacy.vocab import Vocab
from thinc.api import Model

from ..errors import Errors, HipsError
from ..models.encoding import ENCODING, Encoding
from ..models.onnx_engine import OnnxEngine
from .base import Component
from .streams import encode_stream

GRAPH, TOKENIZER = "encoder.onnx", "tokenizer.json"


class OnnxTransformer(Component):
    """The shared encoder without torch: it predicts what `to_onnx` converted.

    vocab (Vocab): The pipeline's vocabulary.
    model (Model): The encoder, `spacy_hips.OnnxEncoder.v1`.
    name (str): The component's name in the pipeline.
    """

    def __init__(
        self, vocab: Vocab, model: Model[list[Doc], list[Encoding]], name: str = "hips_transformer"
    ) -> None:
        super().__init__(vocab, name)
        self.model = model
        if not Doc.has_extension(ENCODING):
            Doc.set_extension(ENCODING, default=None)

    def __call__(self, doc: Doc) -> Doc:
        """Encode one document."""
        self.set_annotations([doc], self.predict([doc]))
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Encode a stream of documents.

        stream (Iterable[Doc]): The documents.
        batch_size (int): Not read: documents are taken by their tokens.
        YIELDS (Doc): Each document; one that fails, even alone, is handed to the error handler.
        """

        def encode(docs: list[Doc]) -> None:
            self.set_annotations(docs, self.predict(docs))

        return encode_stream(self, stream, encode)

    def predict(self, docs: Iterable[Doc]) -> list[Encoding]:
        """Encode documents.

        docs (Iterable[Doc]): The documents.
        RETURNS (list[Encoding]): One a document.
        RAISES (HipsError): E740 for a damaged encoder, E741 where onnxruntime is not installed,
            E745 where there is no encoder yet.
        """
        encodings: list[Encoding] = self.model.predict(list(docs))
        return encodings

    def set_annotations(self, docs: Iterable[Doc], encodings: Iterable[Encoding]) -> None:
        """Write what `predict` returned to `doc._.trf_data`."""
        for doc, encoding in zip(docs, encodings, strict=True):
            doc._.trf_data = encoding

    def update(self, examples: Iterable[Example], **settings: Any) -> dict[str, float]:
        """Refuse to be trained: what reads the encoder would learn, and the encoder would not.

        RAISES (HipsError): E745, unless the component is frozen: then nothing calls this.
        """
        raise HipsError(Errors.E745)

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write graph and tokenizer to a folder."""
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        engine = self._engine()
        (folder / GRAPH).write_bytes(engine.graph)
        (folder / TOKENIZER).write_text(engine.tokenizer, "utf8")

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> OnnxTransformer:
        """Read graph and tokenizer from a folder.

        RAISES (HipsError): E740 where one is missing or damaged, E741 where onnxruntime is not
            installed.
        """
        folder = Path(path)
        try:
            graph = (folder / GRAPH).read_bytes()
            tokenizer = (folder / TOKENIZER).read_text("utf8")
        except (OSError, UnicodeDecodeError) as error:
            raise HipsError(Errors.E740.format(reason=type(error).__name__)) from None
        return self._take_engine(OnnxEngine(graph, tokenizer))

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Graph and tokenizer as bytes."""
        engine = self._engine()
        return srsly.msgpack_dumps({"graph": engine.graph, "tokenizer": engine.tokenizer})  # type: ignore[no-any-return]

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> OnnxTransformer:
        """Take graph and tokenizer from bytes made by `to_bytes`; see `from_disk`."""
        return self._take_engine(OnnxEngine(**srsly.msgpack_loads(data)))

    def _engine(self) -> OnnxEngine:
        engine: OnnxEngine | None = self.model.attrs["engine"]
        if engine is None:
            raise HipsError(Errors.E745)
        return engine

    def _take_engine(self, engine: OnnxEngine) -> OnnxTransformer:
        engine.check()
        self.model.attrs["engine"] = engine
        return self
