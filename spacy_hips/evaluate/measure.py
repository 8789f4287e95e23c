"""Runs a pipeline over gold and scores each document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..components.tokenizer import blank
from ..errors import Errors, HipsError
from ..ids import Ids
from ..labels import DIRECT_LABELS, KEPT, LABELS, check_label
from ..records.batches import Result, Runner
from ..records.documents import Document, Part
from ..records.rows import BadRow, Row
from ..records.searched import Searched
from .bootstrap import Interval, intervals
from .exact import exact_bounds
from .gold import Gold, NameMapping
from .metrics import (
    DocumentScore,
    Prf,
    Spot,
    by_label,
    count_covered,
    is_clean,
    match,
    match_by_label,
    match_entities,
    rounded,
    summarise,
    total,
)
from .mistakes import mistakes
from .roles import RoleFigures, score_roles
from .tokens import bio, given_tokens, spacy_tokens

if TYPE_CHECKING:
    from spacy.language import Language

ALL = "all"


@dataclass
class Evaluation:
    """The figures of a pipeline on some gold.

    documents (list[DocumentScore]): One a document, in the order of the gold.
    labels (frozenset[str]): The labels that were counted.
    notes (list[str]): How it was counted.
    """

    documents: list[DocumentScore]
    labels: frozenset[str]
    notes: list[str] = field(default_factory=list)
    intervals: dict[str, Interval] = field(default_factory=dict)
    roles: RoleFigures = field(init=False)

    def __post_init__(self) -> None:
        self.roles = RoleFigures([d.roles for d in self.documents if d.roles is not None])

    @property
    def by_label(self) -> dict[str, Prf]:
        """Exact spans by label."""
        return by_label(self.documents)

    @property
    def all(self) -> Prf:
        """Exact spans of all labels."""
        return total(d.all for d in self.documents)

    @property
    def tokens(self) -> Prf:
        """Tokens with BIO labels."""
        return total(d.tokens for d in self.documents)

    @property
    def missed(self) -> dict[str, float | int | None]:
        """Gold spans that were not found, of how many, and the share of all such that is missed at
        most (95 %)."""
        counts = self.all
        of = counts.tp + counts.fn
        bounds = exact_bounds(counts.fn, of)
        return {"missed": counts.fn, "of": of, "at_most": rounded(bounds[1] if bounds else None)}

    def resample(self, draws: int, seed: int) -> None:
        """Add bootstrap intervals."""
        self.intervals = intervals(self.documents, draws, seed)
        self.roles.resample(draws, seed)

    def to_json(self) -> dict[str, Any]:
        """All figures as plain data."""
        return {
            "all": self.all.to_json(),
            "by_label": {label: counts.to_json() for label, counts in self.by_label.items()},
            "tokens": self.tokens.to_json(),
            **summarise(self.documents),
            "missed": self.missed,
            "labels": sorted(self.labels),
            "roles": self.roles.to_json(),
            "intervals": {name: list(bounds) for name, bounds in self.intervals.items()},
            "notes": list(self.notes),
        }


def evaluate(
    gold: Sequence[Gold],
    runner: Runner,
    *,
    merge_names: bool = False,
    labels: str = "",
    step: Callable[[], None] = lambda: None,
    note: Callable[[Mapping[str, Any]], None] | None = None,
) -> Evaluation:
    """Run a pipeline over gold and score it.

    gold (Sequence[Gold]): Labelled texts.
    runner (Runner): The pipeline.
    merge_names (bool): Count all name labels as PERSON.
    labels (str): Labels to count, parted by commas, or "all"; "" counts the labels of the gold
        and all direct identifiers.
    step (Callable): Called after every batch.
    note (Callable): Called with every mistake (mistakes.py).
    RETURNS (Evaluation): The figures.
    RAISES (HipsError): E504 where the pipeline fails on a text.
    """
    names = NameMapping(gold, merge=merge_names)
    counted = _counted(gold, names, labels)
    by_number = {g.number: g for g in gold}
    plain = blank(runner.nlp.lang)
    scores: list[DocumentScore] = []
    looked_for: set[str] = set()
    searched = Searched()
    for batch in runner(documents_of(gold)):
        for done in batch:
            if isinstance(done, BadRow):
                what, wanted = "a text", f"one the pipeline can process ({done.reason})"
                message = Errors.E504.format(number=done.number, what=what, wanted=wanted)
                raise HipsError(message)
            own = by_number[done.document.rows[0].number]
            looked_for |= done.searched or set()
            searched.add(done.searched)
            scores.append(score(own, done, names, counted, plain))
            if note is not None:
                changed = [r for r in done.replacements if r.action not in KEPT]
                right = _kept(names(own.spans), counted)
                replaced = _kept(names((r.start, r.end, r.label) for r in changed), counted)
                for line in mistakes(own, right, replaced, done):
                    note(line)
        step()
    return Evaluation(scores, counted, _notes(gold, names, counted, looked_for, searched))


def score(
    gold: Gold, done: Result, names: NameMapping, counted: frozenset[str], plain: Language
) -> DocumentScore:
    """Score one document.

    gold (Gold): What is right.
    done (Result): What the pipeline did.
    names (NameMapping): Makes names comparable.
    counted (frozenset[str]): The labels that are counted.
    plain (Language): A blank pipeline, whose tokens stand in where the gold brings none.
    """
    right = _kept(names(gold.spans), counted)
    predicted = _kept(names((s.start, s.end, s.label) for s in done.spans), counted)
    tokens = _tokens(gold, plain)
    hidden = [(r.start, r.end) for r in done.replacements if r.action not in KEPT]
    return DocumentScore(
        spans=match_by_label(right, predicted),
        tokens=match(bio(tokens, right), bio(tokens, predicted)),
        entities=match_entities(gold.text, right, predicted),
        covered=count_covered(gold.text, right, hidden),
        clean=is_clean(gold.text, right, done.anonymized) if right else None,
        roles=score_roles(gold.text, gold.roles, done.replacements) if gold.roles else None,
    )


def documents_of(gold: Iterable[Gold]) -> Iterator[Document]:
    """Gold as documents to be searched."""
    for g in gold:
        part = Part(0, "text", "text", 0, len(g.text))
        yield Document((Row(g.number),), g.text, (part,), Ids(doc=g.id))


def _counted(gold: Iterable[Gold], names: NameMapping, labels: str) -> frozenset[str]:
    if labels == ALL:
        return frozenset(LABELS)
    if labels:
        return frozenset(check_label(name.strip()).name for name in labels.split(","))
    present = {label for g in gold for _, _, label in names(g.spans)}
    return frozenset(present | {"PERSON", *DIRECT_LABELS})


def _kept(spans: Iterable[Spot], counted: frozenset[str]) -> list[Spot]:
    return [s for s in spans if s[2] in counted]


def _tokens(gold: Gold, plain: Language) -> list[tuple[int, int]]:
    if gold.tokens is None:
        return spacy_tokens(plain, gold.text)
    tokens = given_tokens(gold.text, gold.tokens)
    if tokens is None:
        raise HipsError(Errors.E503.format(number=gold.number))
    return tokens


def _notes(
    gold: Sequence[Gold],
    names: NameMapping,
    counted: frozenset[str],
    looked_for: set[str],
    searched: Searched,
) -> list[str]:
    notes = [names.statement] if names.statement else []
    left_out = sorted(label for label in looked_for if label not in counted)
    if left_out:
        notes.append("Not counted, as the gold has none of them: " + ", ".join(left_out) + ".")
    given = sum(g.tokens is not None for g in gold)
    if given < len(gold):
        notes.append(
            f"The gold brings tokens for {given} of {len(gold)} texts; spaCy's own stand in for "
            "the others."
        )
    return notes + [f"{line}." for line in searched.lines(counted)]
