"""What other components of the pipeline have set: `doc.ents`, or a span group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...core.errors import Errors, HipsError
from ...core.spans import PiiSpan, read_group

if TYPE_CHECKING:
    from spacy.tokens import Doc

SCORE = 0.9
"""Of entities, which have none."""


@dataclass(frozen=True)
class SpansFinder:
    """Reads what stands on the document; the arguments are those of `make_spans_finder`."""

    key: str = ""
    labels: tuple[str, ...] = ("PERSON",)
    may_overlap = True

    def __call__(self, doc: Doc) -> Iterator[PiiSpan]:
        """Give what is there.

        RAISES (HipsError): E212 where no component has set it.
        """
        if self.key:
            if self.key not in doc.spans:
                raise HipsError(Errors.E212.format(what=f"the span group {self.key!r}"))
            yield from read_group(doc, self.key)
        elif len(doc):  # of an empty document spaCy says that its entities are set
            if not doc.has_annotation("ENT_IOB"):
                raise HipsError(Errors.E212.format(what="doc.ents"))
            for ent in doc.ents:
                yield PiiSpan(ent.start_char, ent.end_char, ent.label_, SCORE)


def make_spans_finder(key: str = "", labels: Sequence[str] = ("PERSON",)) -> SpansFinder:
    """Build `spacy_hips.Finder.spans.v1`: what a component before it has set.

    key (str): The span group; `doc.ents` if empty.
    labels (List[str]): What that component looks for. Others that it sets are taken, too.
    RETURNS (Finder): The finder.
    """
    return SpansFinder(key, tuple(labels))
