"""What was looked for, document by document: what one was searched for says nothing of another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from ...core.labels import LABELS, NAME_LABELS, not_searched


@dataclass
class Searched:
    """In how many documents each label was not looked for.

    documents (int): Documents with text; the others hold nothing that could be missed.
    missing (Counter): Of these, those in which a label was not looked for, by label.
    """

    documents: int = 0
    missing: Counter[str] = field(default_factory=Counter)

    def add(self, labels: Iterable[str] | None) -> None:
        """Count a document.

        labels (Iterable): What was looked for in it; None for one without text.
        """
        if labels is not None:
            self.documents += 1
            self.missing.update(not_searched(labels))

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that were not looked for in every document, in the table's order."""
        return tuple(label for label in LABELS if self.missing[label])

    @property
    def names(self) -> int:
        """The documents in which nothing looked for personal names."""
        return min(self.missing[label] for label in NAME_LABELS - {"PERSON"})

    def lines(self, labels: Collection[str]) -> Iterator[str]:
        """Sentences about some labels, those that lack in as many documents together.

        labels (Collection[str]): The labels.
        YIELDS (str): "Labels not searched in 3 of 10 documents: AGE, ZIP".
        """
        for count in sorted({self.missing[label] for label in labels} - {0}, reverse=True):
            alike = [s for s in self.labels if s in labels and self.missing[s] == count]
            yield f"Labels not searched{self.among(count)}: {', '.join(alike)}"

    def among(self, count: int) -> str:
        """Which documents: "" for all of them."""
        return "" if count == self.documents else f" in {count:,} of {self.documents:,} documents"
