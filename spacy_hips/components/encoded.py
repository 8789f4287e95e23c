"""What the trained components over the shared encoder have in common."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import srsly
from spacy.pipeline import TrainablePipe
from spacy.tokens import Doc
from spacy.training import Example, validate_examples
from spacy.util import from_disk, minibatch, to_disk
from thinc.api import Optimizer, set_dropout_rate

from ..core.errors import Errors, HipsError
from ..find.models.encoding import ENCODING, Encoding, is_taught_along
from ..text.lexicon.digest import digest_of
from .settings import to_take

WORDS_READ = "words_read"
"""The setting that holds the digest of the words that the weights were trained with."""


class Encoded(TrainablePipe):
    """A trained component that reads the encoder's output; settings and model are what it saves."""

    cfg: dict[str, Any]
    _given: dict[str, Any]  # the settings that it was made with
    _learnt: frozenset[str] = frozenset()  # settings that belong to the model
    _classes: Mapping[str, Collection[str]]  # frozen classes of words that the weights read
    _first_digest: str  # that of pipelines which were saved without one

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Process a stream of documents, in their order.

        stream (Iterable[Doc]): The documents.
        batch_size (int): How many the model reads at a time.
        YIELDS (Doc): Each document. One that failed is handed to the error handler instead, alone:
            spaCy would hand over its whole batch.
        """
        for batch in minibatch(stream, batch_size):
            docs = list(batch)
            try:
                predictions = self.predict(docs)
            except Exception:
                predictions = None
            for number, doc in enumerate(docs):
                try:
                    own = self.predict([doc]) if predictions is None else [predictions[number]]
                    self.set_annotations([doc], own)
                except Exception as error:
                    self.get_error_handler()(self.name, self, [doc], error)
                else:
                    yield doc

    def update(
        self,
        examples: Iterable[Example],
        *,
        drop: float = 0.0,
        sgd: Optimizer | None = None,
        losses: dict[str, float] | None = None,
    ) -> dict[str, float]:
        """Learn from a batch of examples.

        examples (Iterable[Example]): Predicted documents beside their gold.
        drop (float): Dropout rate.
        sgd (Optimizer): The optimizer.
        losses (dict): The losses so far, by component.
        RETURNS (dict): The losses with this component's added.
        RAISES (HipsError): As the `teach` of the component.
        """
        losses = {} if losses is None else losses
        losses.setdefault(self.name, 0.0)
        examples = list(examples)
        validate_examples(examples, f"{type(self).__name__}.update")
        if any(len(example.predicted) for example in examples):
            set_dropout_rate(self.model, drop)
            losses[self.name] += self.teach(examples)
            if sgd is not None:
                self.finish_update(sgd)
        return losses

    def teach(self, examples: Sequence[Example]) -> float:
        """Accumulate the gradients of a batch, of which not all documents are empty.

        examples (Sequence[Example]): Predicted documents beside their gold.
        RETURNS (float): The loss.
        """
        raise NotImplementedError

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write settings and model to a folder; lists and the like come from the config again."""
        to_disk(
            Path(path),
            {
                "cfg": lambda p: srsly.write_json(p, self._saved()),
                "model": lambda p: self.model.to_disk(p),
            },
            exclude,
        )

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> Self:
        """Read the component from a folder."""
        from_disk(
            Path(path),
            {
                "cfg": lambda p: self._take(srsly.read_json(p)),
                "model": lambda p: self.model.from_disk(p),
            },
            exclude,
        )
        return self

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """The component as bytes."""
        return srsly.msgpack_dumps({"cfg": self._saved(), "model": self.model.to_bytes()})  # type: ignore[no-any-return]

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> Self:
        """Take the component from bytes made by `to_bytes`."""
        content = srsly.msgpack_loads(data)
        self._take(content["cfg"])
        self.model.from_bytes(content["model"])
        return self

    def settle(self, told: dict[str, Any]) -> None:
        """Take the settings of now for those that it was made with, and tell them in a config.

        told (dict): The component's config.
        """
        self._given = copy.deepcopy(self._settings())
        told.update({k: v for k, v in copy.deepcopy(self.cfg).items() if k in told})

    def _settings(self) -> dict[str, Any]:
        """All settings that are saved; a subclass may keep some elsewhere."""
        return self.cfg

    def _set(self, settings: dict[str, Any]) -> None:
        self.cfg.update(settings)

    def _saved(self) -> dict[str, Any]:
        return {"now": self._settings(), "given": self._given}

    def _take(self, saved: dict[str, Any]) -> None:
        """Take what was saved.

        RAISES (HipsError): E516 where the weights were trained with other words.
        """
        trained = saved.get("now", saved).get(WORDS_READ, self._first_digest)
        if trained and trained != digest_of(self._classes):  # "" before there are weights
            raise HipsError(Errors.E516.format(name=self.name))
        self._set(to_take(self._given, saved, self._learnt))
        self.cfg[WORDS_READ] = trained

    @property
    def _is_taught_along(self) -> bool:
        """Has the encoder, in training, just handed its output to the listener of this model?"""
        return is_taught_along(self.model)

    def _require_encoding(self, docs: Iterable[Doc]) -> None:
        """A listener would silently return zeros."""
        for doc in docs:
            encoded = doc._.trf_data if Doc.has_extension(ENCODING) else None
            if isinstance(encoded, Encoding):
                continue
            if len(doc) and (encoded is None or "last_hidden_state" not in encoded.model_output):
                raise HipsError(Errors.E433.format(name=self.name))


def reads_means(component: Any) -> bool:
    """Does a component read nothing of the encoder but the mean of the wordpieces of each token?

    component (Any): A component of a pipeline.
    """
    if not isinstance(component, Encoded) or not component.model.has_ref("tok2vec"):
        return False
    return any(node.name == "reduce_mean" for node in component.model.get_ref("tok2vec").walk())
