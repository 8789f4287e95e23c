"""What every component without weights shares: streaming, error handling, serialisation."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Self

import srsly
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import minibatch, raise_error
from spacy.vocab import Vocab

from ..core.errors import Errors, HipsError
from .settings import to_take

SETTINGS_FILE = "settings.msgpack"

Scorer = Callable[..., dict[str, Any]]
ErrorHandler = Callable[[str, Callable[[Doc], Doc], list[Doc], Exception], None]


class Component:
    """A spaCy component that keeps plain settings and no weights.

    Subclasses name in `plain_settings` those attributes that may be changed after loading; these
    are what `to_disk` and `to_bytes` write. Registered functions come back from the config.

    vocab (Vocab): The pipeline's vocabulary.
    name (str): The component's name in the pipeline.
    scorer (Callable): What `nlp.evaluate` calls; None scores nothing.
    """

    plain_settings: tuple[str, ...] = ()

    def __init__(self, vocab: Vocab, name: str, scorer: Scorer | None = None) -> None:
        self.vocab = vocab
        self.name = name
        self.scorer = scorer
        self._given: dict[str, Any] = {}
        self._error_handler: ErrorHandler = raise_error

    def __call__(self, doc: Doc) -> Doc:
        """Process one document."""
        raise NotImplementedError

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Process a stream of documents, in their order.

        stream (Iterable[Doc]): The documents.
        batch_size (int): How many are taken from the stream at a time.
        YIELDS (Doc): Each document; one that failed is handed to the error handler instead.
        """
        for batch in minibatch(stream, batch_size):
            for doc in batch:
                try:
                    done = self(doc)
                except Exception as error:
                    self._error_handler(self.name, self, [doc], error)
                else:
                    yield done

    def score(self, examples: Iterable[Example], **settings: Any) -> dict[str, Any]:
        """Score examples, for `nlp.evaluate` and `spacy evaluate`."""
        return self.scorer(examples, **settings) if self.scorer is not None else {}

    def set_error_handler(self, error_handler: ErrorHandler) -> None:
        """Set what happens to a document that fails (see `Language.set_error_handler`)."""
        self._error_handler = error_handler

    def get_error_handler(self) -> ErrorHandler:
        """What happens to a document that fails; by default the error is raised."""
        return self._error_handler

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """The settings as bytes."""
        return srsly.msgpack_dumps({"now": self._settings(), "given": self._given})  # type: ignore[no-any-return]

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> Self:
        """Take the settings from bytes made by `to_bytes`; what the config changed since, stays.

        RAISES (HipsError): E115 for a setting this component does not have.
        """
        self._take(srsly.msgpack_loads(data))
        return self

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the settings to a folder. Secrets and known people are never written."""
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / SETTINGS_FILE).write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> Self:
        """Read the settings from a folder written by `to_disk`."""
        file = Path(path) / SETTINGS_FILE
        return self.from_bytes(file.read_bytes()) if file.exists() else self

    def _settings(self) -> dict[str, Any]:
        return {key: copy.deepcopy(getattr(self, key)) for key in self.plain_settings}

    def _take(self, saved: dict[str, Any]) -> None:
        unknown = saved.get("now", saved).keys() - self._given.keys()
        for key, value in to_take(self._given, saved, unknown).items():
            if key not in self.plain_settings:
                known = ", ".join(self.plain_settings)
                raise HipsError(Errors.E115.format(name=self.name, setting=key, known=known))
            setattr(self, key, value)
