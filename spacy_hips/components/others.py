"""What other components than ours look for: a pipe that sets `doc.ents` tells its labels."""

from __future__ import annotations

from weakref import ref

from spacy.language import Language

from ..labels import ADOPTED_LABELS


class OthersLabels:
    """Tells which labels the components that set `doc.ents` can find.

    nlp (Language): The pipeline, which may change later; None for one that nothing is known of.
    """

    def __init__(self, nlp: Language | None = None) -> None:
        self._nlp = ref(nlp) if nlp is not None else None
        self._of: tuple[str, ...] | None = None
        self._labels: frozenset[str] | None = None

    def __call__(self) -> frozenset[str] | None:
        """The labels of this package that theirs stand for.

        RETURNS (frozenset): None where no component tells, as for documents that came with ents.
        """
        nlp = self._nlp() if self._nlp is not None else None
        if nlp is not None and self._of != (names := tuple(nlp.pipe_names)):
            self._of, self._labels = names, _labels_of_ents(nlp)
        return self._labels

    def __reduce__(self) -> tuple[object, ...]:
        return _told, (self(),)


def _told(labels: frozenset[str] | None) -> OthersLabels:
    """What another process gets, which has the components but not the pipeline."""
    others = OthersLabels()
    others._labels = labels
    return others


def _labels_of_ents(nlp: Language) -> frozenset[str] | None:
    found: set[str] = set()
    told = False
    for name, pipe in nlp.pipeline:
        if "doc.ents" not in nlp.get_pipe_meta(name).assigns:
            continue
        labels = getattr(pipe, "labels", None)
        if labels is None:
            return None
        told = True
        found.update(ADOPTED_LABELS[label] for label in labels if label in ADOPTED_LABELS)
    return frozenset(found) if told else None
