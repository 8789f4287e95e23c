"""The class of hips_transformer where torch is not installed: it only predicts, by onnxruntime."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import srsly
from spacy.tokens import Doc
from spacy.training import Example
from spacy.vocab import Vocab
from thinc.api import Model

from ..core.errors import Errors, HipsError
from ..find.models.encoding import ENCODING, Encoding
from ..find.models.onnx_engine import OnnxEngine
from ..find.models.trial import EIGHT_BITS, ONNX, choose
from ..find.models.weights import EncoderWeights, is_plain_bert, read_weights
from .component import Component
from .streams import encode_stream

GRAPH, TOKENIZER = "encoder.onnx", "tokenizer.json"
"""The files of a converted encoder."""
MODEL, CFG = "model", "cfg"
"""The files of one that can go on learning where torch is installed."""


class OnnxTransformer(Component):
    """The shared encoder without torch.

    It reads what spacy-transformers wrote, and writes the same again; or what `to_onnx` converted.

    vocab (Vocab): The pipeline's vocabulary.
    model (Model): The encoder, `spacy_hips.OnnxEncoder.v1`.
    name (str): The component's name in the pipeline.
    quantize (str): "" or "int8": int8 Linear layers; a converted encoder has what it was made with.
    """

    def __init__(
        self,
        vocab: Vocab,
        model: Model[list[Doc], list[Encoding]],
        name: str = "hips_transformer",
        *,
        quantize: str = "",
    ) -> None:
        super().__init__(vocab, name)
        self.model = model
        self.quantize = quantize
        self.kernel = ""
        self._written: dict[str, bytes] = {}  # what was read, to be written again
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
        """Write the encoder to a folder, as it was read."""
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in self._files().items():
            (folder / name).write_bytes(data)

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> OnnxTransformer:
        """Read an encoder from a folder.

        RAISES (HipsError): E152 where the weights would run code, E740 where a file is missing or
            damaged, E741 where onnxruntime is not installed, E744 where the encoder is of a kind
            that needs torch.
        """
        folder = Path(path)
        names = (MODEL, CFG) if (folder / MODEL).is_file() else (GRAPH, TOKENIZER)
        try:
            return self._read({name: (folder / name).read_bytes() for name in names})
        except OSError as error:
            raise HipsError(Errors.E740.format(reason=type(error).__name__)) from None

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """The encoder as bytes."""
        return srsly.msgpack_dumps(self._files())  # type: ignore[no-any-return]

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> OnnxTransformer:
        """Take what `to_bytes` gave, here or where torch is installed; see `from_disk`."""
        held = srsly.msgpack_loads(data)
        names = (MODEL, CFG) if MODEL in held else (GRAPH, TOKENIZER)
        try:
            return self._read({name: held[name] for name in names})
        except KeyError as error:
            raise HipsError(Errors.E740.format(reason=type(error).__name__)) from None

    @property
    def engine(self) -> OnnxEngine:
        """What predicts.

        RAISES (HipsError): E745 where there is none yet.
        """
        engine: OnnxEngine | None = self.model.attrs["engine"]
        if engine is None:
            raise HipsError(Errors.E745)
        return engine

    def _files(self) -> dict[str, bytes]:
        if self._written:
            return self._written
        return {GRAPH: self.engine.graph, TOKENIZER: self.engine.tokenizer.encode()}

    def _read(self, files: dict[str, bytes]) -> OnnxTransformer:
        if MODEL in files:
            weights = read_weights(files[MODEL], self.name)
            engine = None if weights is None else self._engine_of(weights)
        else:
            engine = _converted(files)
        if engine is not None:
            engine.check()
        self.model.attrs["engine"] = engine
        self._written = files
        return self

    def _engine_of(self, weights: EncoderWeights) -> OnnxEngine:
        if not weights.tokenizer or not is_plain_bert(weights.config):
            reason = "it is not a BERT with usual settings and a quick tokenizer"
            raise HipsError(Errors.E744.format(name=self.name, reason=reason))
        self.kernel = self.kernel or choose(self.quantize == "int8", only=ONNX)
        return OnnxEngine.of(weights, self.kernel in EIGHT_BITS)


def _converted(files: dict[str, bytes]) -> OnnxEngine:
    try:
        return OnnxEngine(files[GRAPH], files[TOKENIZER].decode("utf8"))
    except UnicodeDecodeError as error:
        raise HipsError(Errors.E740.format(reason=type(error).__name__)) from None
