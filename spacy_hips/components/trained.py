"""The finder and the judge of an installed trained pipeline, for documents of other pipelines."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from threading import RLock
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from ..core.errors import Errors, HipsError, HipsWarning, Warnings
from ..core.ids import Ids, set_ids
from ..core.shipped import MODEL
from ..core.shipped import load as load_pipeline

RULES, NAMES, ENTITIES, REPLACES = "hips_rules", "hips_names", "hips_entities", "hips_anonymizer"


class Trained:
    """A trained pipeline, parted into what finds names and what judges them.

    One is loaded for all pipelines of a process, and works on documents of its own.

    name (str): Its package or folder.
    RAISES (HipsError): E728 where it cannot be loaded, E129 where no finder stands before
        hips_entities.
    """

    def __init__(self, name: str) -> None:
        self.nlp: Language = load_pipeline(name, exclude=[REPLACES])
        self.lock = RLock()
        self._finds: list[Any] = []
        self._completes: list[Any] = []
        self._judges: list[Any] = []
        self.read: Sequence[str] = ()
        self.threshold: Any = None
        part = self._finds
        for pipe_name, pipe in self.nlp.pipeline:
            factory = self.nlp.get_pipe_meta(pipe_name).factory
            if factory == NAMES:
                part = self._completes
            if factory == ENTITIES:
                self.read, self.threshold = pipe.languages or pipe.read, pipe.threshold
                part = self._judges
            elif factory != RULES:  # they stand in the pipeline that asks, with its own settings
                part.append(pipe)
        if not (self._finds and self.read):
            raise HipsError(Errors.E129.format(model=name))
        # What components build when they first run would be freed with the zone of that document.
        self.nlp(set_ids(self.nlp.make_doc("Warm up."), **vars(Ids("warm", "warm", "warm"))))

    def find(self, docs: Sequence[Doc]) -> Iterator[Doc]:
        """Find names in documents of its own.

        docs (Sequence[Doc]): The documents, made by `make_doc`.
        YIELDS (Doc): Each, with the group of the finder.
        """
        return _through(self._finds, docs)

    def complete(self, docs: Sequence[Doc]) -> Iterator[Doc]:
        """Run the name passes over what was found."""
        return _through(self._completes, docs)

    def judge(self, docs: Sequence[Doc]) -> Iterator[Doc]:
        """Tell private persons from public ones in documents whose mentions are linked."""
        return _through(self._judges, docs)


def _through(pipes: Sequence[Any], docs: Sequence[Doc]) -> Iterator[Doc]:
    stream: Iterator[Doc] = iter(docs)
    for pipe in pipes:
        in_batches = getattr(pipe, "pipe", None)  # a function has none
        whole = max(1, len(docs))
        stream = in_batches(stream, batch_size=whole) if in_batches else map(pipe, stream)
    return stream


@cache
def load_trained(name: str) -> Trained:
    """Load a trained pipeline once a process.

    name (str): Its package or folder.
    RETURNS (Trained): Shared by all who ask for it.
    RAISES (HipsError): As `Trained`.
    """
    return Trained(name)


def installed() -> str:
    """The name of the trained pipeline that belongs to this package; "" where it is missing."""
    return MODEL if find_spec(MODEL) is not None else ""


@cache
def trained_if_it_works(name: str) -> Trained | None:
    """The installed pipeline; None, after a warning, where it cannot be used here.

    name (str): Its package.
    """
    try:
        return load_trained(name)
    except HipsError as error:
        warnings.warn(Warnings.W107.format(model=name, reason=error), HipsWarning, stacklevel=2)
        return None
