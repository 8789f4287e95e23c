"""GLiNER: finds whatever labels in plain words ask for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ...core.spans import PiiSpan
from .finder import local_folder, need, windows

if TYPE_CHECKING:
    from spacy.tokens import Doc

NAME = "spacy_hips.Finder.gliner.v1"
LABELS = ("person", "email", "phone number", "street address", "username", "student id")
WORDS, OVERLAP = 200, 40
"""Of a piece. GLiNER cuts off what is too long, and says nothing."""


@dataclass(frozen=True)
class GlinerFinder:
    """Asks a GLiNER; the arguments are those of `make_gliner_finder`."""

    model: str
    labels: tuple[str, ...]
    threshold: float
    may_overlap = True

    def __call__(self, doc: Doc) -> Iterator[PiiSpan]:
        """Find what the labels ask for, piece by piece."""
        text, model = doc.text, _loaded(self.model)
        for start, end in windows(text, min(WORDS, model.config.max_len), OVERLAP):
            asked = text[start:end], list(self.labels)
            for one in model.predict_entities(*asked, threshold=self.threshold):
                first, behind = start + one["start"], start + one["end"]
                yield PiiSpan(first, behind, one["label"], float(one["score"]))


@lru_cache(maxsize=2)
def _loaded(folder: str) -> Any:
    from gliner import GLiNER

    return GLiNER.from_pretrained(folder, local_files_only=True)


def make_gliner_finder(
    model: str, labels: Sequence[str] = LABELS, threshold: float = 0.5
) -> GlinerFinder:
    """Build `spacy_hips.Finder.gliner.v1`.

    model (str): The folder of the model. A name on a hub is an error: nothing is fetched.
    labels (List[str]): What it is asked for, in plain words.
    threshold (float): The least score of a span.
    RETURNS (Finder): The finder; the model is loaded for the first text.
    RAISES (HipsError): E211 where there is no such folder, E741 where the package is missing.
    """
    folder = local_folder(NAME, model, "gliner_config.json")
    need("gliner", "gliner")
    return GlinerFinder(str(folder), tuple(labels), threshold)
