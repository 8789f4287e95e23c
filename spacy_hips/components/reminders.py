"""Warnings, once each, of what an anonymised text may still hold."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Sequence

from spacy.tokens import Doc

from ..core.encoded_words import encoded_runs
from ..core.errors import HipsWarning, Warnings
from ..core.hypertext import has_tags
from ..core.labels import NAME_LABELS, not_searched
from ..core.spans import PiiSpan, searched
from ..who.judging.verdicts import is_judged


class Reminder:
    """Warns of what nothing has searched for, of names that nothing has judged, and of marks.

    name (str): The component that replaces.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._told: set[str] = set()

    def __call__(
        self, doc: Doc, text: str, spans: Sequence[PiiSpan], hidden: Collection[str]
    ) -> None:
        """Look at one document before its spans are replaced.

        doc (Doc): The document.
        text (str): Its text.
        spans (Sequence[PiiSpan]): What is replaced in it.
        hidden (Collection[str]): The labels whose text does not stay.
        """
        looked_for = searched(doc)
        if not looked_for or not text.strip():
            return
        if not looked_for & NAME_LABELS:
            self._tell(Warnings.W101, name=self.name)
        elif not is_judged(doc) and any(
            s.label in NAME_LABELS and s.label in hidden for s in spans
        ):
            self._tell(Warnings.W106, name=self.name)
        left = [s for s in not_searched(looked_for) if s in hidden and s not in NAME_LABELS]
        if left:
            self._tell(Warnings.W105, name=self.name, labels=", ".join(left))
        if Warnings.W104 not in self._told and (has_tags(text) or any(encoded_runs(text))):
            self._tell(Warnings.W104)

    def _tell(self, message: str, **fields: str) -> None:
        if message not in self._told:
            self._told.add(message)
            warnings.warn(message.format(**fields), HipsWarning, stacklevel=2)
