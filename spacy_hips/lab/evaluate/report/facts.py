"""What the report keeps of one document: counts and marks, plain data.

No text, unless the report is asked to show what was missed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ....components.scoring.metrics import DocumentScore, Prf

Figures = dict[str, float]


@dataclass(frozen=True)
class Facts:
    """One document.

    source (str): The name of its file.
    number (int): Its place there, from 1.
    words (int): Words of its text.
    left_out (str): Why the pipeline left it out; "" where it was searched. All else is empty then.
    score (Mapping): What `DocumentScore` holds, of the labels that are to be hidden.
    exact, overlap (Mapping): Right, wrong and missed, by label: of exact spans, of all that meet.
    predicted (list): [label, score, source, exact, meets gold of the label] of what was found.
    gold (list): [label, tenth of the text, exact, met, hidden, kept as public] of what is right.
    persons (list): [role, all mentions hidden, no trace left] of each private person.
    names (list): [region, country, gender, form, number of the name, found, hidden, number of the
        person] of the names of private persons.
    leaks (Mapping): By what was dropped, places by kind that still tell an original.
    judged (int): Mentions and web addresses on which a verdict was given.
    overruled (list): [hidden, private role, right] of each that a verifier changed: is it hidden
        now, whom was it or is it hidden as, and does the gold say the same?
    unverified (int): 1 where the verifier gave nothing of use.
    by_chance (int): Places inside surrogates that read like an original of the document.
    overlapping (int): Gold spans that overlap the one before.
    before, after (Mapping): Measures of the text and of the output (sections/utility.py).
    kept (Mapping): Part and whole of what was kept: intervals of dates, tags, who is who.
    klass (str): A check value of the document's class; "" without one.
    hashed (list): Check values of the words of both texts, for the classifier.
    cpu (float): Seconds of the processor.
    mistakes (list): What was missed, with words around it, where the report is to show text.
    """

    source: str
    number: int
    words: int = 0
    left_out: str = ""
    score: Mapping[str, Any] = field(default_factory=dict)
    exact: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    overlap: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    predicted: list[tuple[str, float, str, int, int]] = field(default_factory=list)
    gold: list[tuple[str, int, int, int, int, int]] = field(default_factory=list)
    persons: list[tuple[str, int, int]] = field(default_factory=list)
    names: list[tuple[str, str, str, str, int, int, int, int]] = field(default_factory=list)
    leaks: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    judged: int = 0
    overruled: list[tuple[int, str, int]] = field(default_factory=list)
    unverified: int = 0
    by_chance: int = 0
    overlapping: int = 0
    before: Figures = field(default_factory=dict)
    after: Figures = field(default_factory=dict)
    kept: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    klass: str = ""
    hashed: list[list[int]] = field(default_factory=list)
    cpu: float = 0.0
    mistakes: list[dict[str, Any]] = field(default_factory=list)

    def to_line(self) -> dict[str, Any]:
        """All of it as plain data."""
        return asdict(self)

    @property
    def counts(self) -> DocumentScore:
        """Its score, as the rest of the package takes it."""
        own = self.score
        roles = own.get("roles")
        return DocumentScore(
            spans={label: Prf(*counts) for label, counts in own.get("spans", {}).items()},
            tokens=Prf(*own.get("tokens", ())),
            entities=tuple(own.get("entities", (0, 0))),
            covered=own.get("covered", 0),
            clean=own.get("clean"),
            roles=None if roles is None else {name: tuple(rate) for name, rate in roles.items()},
        )


def score_line(score: DocumentScore) -> dict[str, Any]:
    """A score as plain data."""
    return {
        "spans": {label: counts_of(own) for label, own in score.spans.items()},
        "tokens": counts_of(score.tokens),
        "entities": score.entities,
        "covered": score.covered,
        "clean": score.clean,
        "roles": None if score.roles is None else dict(score.roles),
    }


def counts_of(own: Prf) -> tuple[int, int, int]:
    """Right, wrong, missed."""
    return own.tp, own.fp, own.fn
