"""What is decided in a document, case by case, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...core.spans import PiiSpan
from .rulings import Ruling
from .verdicts import PUBLIC, Verdict
from .verifiers import Candidate

PERSON, URL = "PERSON", "URL_PERSONAL"


@dataclass(frozen=True)
class Case:
    """One thing to decide: a person, a mention or a web address."""

    id: str
    label: str
    spans: tuple[PiiSpan, ...]
    probabilities: np.ndarray
    ruling: Ruling
    reason: str
    somebody: bool = False
    """Surely a person, and nobody who is on a list of public people."""
    listed: bool = False
    """On a list of public people."""
    rare: bool = False
    """And few bear that name."""
    called: bool = False
    """Nowhere named but by a forename."""
    in_politics: bool = False
    """Named as people of power are, so no student."""

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        return tuple((span.start, span.end) for span in self.spans)

    @property
    def open(self) -> bool:
        return not (self.ruling.private or self.ruling.public)

    def as_candidate(self, text: str) -> Candidate:
        """What a verifier is shown of it.

        text (str): The document's text.
        """
        public = float(self.probabilities[PUBLIC])
        return Candidate(text, self.places, self.label, public, self.reason)


@dataclass(frozen=True)
class Decision:
    """What came out for a document.

    verdicts (list[Verdict]): Persons first, then web addresses.
    contradicted (bool): The user's lists say public and private of one person.
    failed (str): What the verifier gave that was of no use; "" where all went well.
    """

    verdicts: list[Verdict]
    contradicted: bool = False
    failed: str = ""

    @property
    def roles(self) -> dict[str, tuple[str, str]]:
        """Role and label of each person; private where any mention of it is."""
        out: dict[str, tuple[str, str]] = {}
        for verdict in self.verdicts:
            if verdict.label != URL and (verdict.id not in out or not verdict.kept):
                out[verdict.id] = (verdict.role, verdict.label)
        return out


def relabelled(verdict: Verdict, spans: Sequence[PiiSpan]) -> list[PiiSpan]:
    """The spans of a verdict as they are written: kept ones score their probability of public.

    verdict (Verdict): What was decided.
    spans (Sequence[PiiSpan]): Its spans, as they arrived.
    RETURNS (list[PiiSpan]): With label and reason.
    """
    return [
        replace(
            span,
            label=verdict.label,
            score=verdict.public if verdict.kept else span.score,
            reason=verdict.reason,
        )
        for span in spans
    ]
