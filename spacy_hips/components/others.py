"""Labels that third-party components may set in `doc.ents`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from weakref import ref

from spacy.language import Language

from ..core.labels import adopted_label


@dataclass(frozen=True)
class Labels:
    """The labels of other components.

    all (frozenset): All that they can set, in their words.
    guessed (frozenset): Those that only a statistical model sets: no pattern, no person.
    """

    all: frozenset[str]
    guessed: frozenset[str] = frozenset()


class OthersLabels:
    """Tells which labels the components that set `doc.ents` can find.

    nlp (Language): The pipeline, which may change later; None for one that nothing is known of.
    adopt (Mapping[str, Optional[str]]): What labels of theirs are here, beside the known ones.
    """

    def __init__(
        self, nlp: Language | None = None, adopt: Mapping[str, str | None] | None = None
    ) -> None:
        self.adopt = dict(adopt or {})
        self._nlp = ref(nlp) if nlp is not None else None
        self._of: tuple[str, ...] | None = None
        self._labels: Labels | None = None

    def __call__(self) -> Labels | None:
        """Their labels.

        RETURNS (Optional[Labels]): None where no component tells, as for documents that came with
            entities.
        """
        nlp = self._nlp() if self._nlp is not None else None
        if nlp is not None and self._of != (names := tuple(nlp.pipe_names)):
            self._of, self._labels = names, _labels_of_ents(nlp)
        return self._labels

    def ours(self, label: str) -> str:
        """What a label of theirs is here; "" where nothing is adopted."""
        return (self.adopt[label] or "") if label in self.adopt else adopted_label(label)

    def __reduce__(self) -> tuple[object, ...]:
        return _told, (self(), self.adopt)


def _told(labels: Labels | None, adopt: Mapping[str, str | None]) -> OthersLabels:
    """What another process gets, which has the components but not the pipeline."""
    others = OthersLabels(adopt=adopt)
    others._labels = labels
    return others


def _labels_of_ents(nlp: Language) -> Labels | None:
    pipes = [pipe for name, pipe in nlp.pipeline if "doc.ents" in nlp.get_pipe_meta(name).assigns]
    if not pipes or any(getattr(pipe, "labels", None) is None for pipe in pipes):
        return None
    guessing = [pipe for pipe in pipes if getattr(pipe, "is_trainable", False)]
    told = set(_labels(pipe for pipe in pipes if pipe not in guessing))
    return Labels(frozenset(_labels(pipes)), frozenset(_labels(guessing)) - told)


def _labels(pipes: Iterable[Any]) -> Iterator[str]:
    return (label for pipe in pipes for label in pipe.labels)
