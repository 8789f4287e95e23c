"""Runs a pipeline over gold and scores each document."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from ...components.scoring.metrics import (
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
from ...components.tokenizer import blank
from ...core.bounds import exact_bounds
from ...core.errors import HipsError
from ...core.ids import Ids
from ...core.labels import DIRECT_LABELS, KEPT, LABELS, check_label
from ...desk.files.documents import Document, Item, Part
from ...desk.files.rows import BadRow, Row
from ...desk.run.batches import Done, Result
from ...desk.run.searched_labels import Searched
from ..errors import Errors
from .bootstrap import Interval, intervals
from .gold import Gold, NameMapping
from .mistakes import mistakes
from .roles import RoleFigures, score_roles
from .tokens import bio, given_tokens, spacy_tokens

if TYPE_CHECKING:
    from spacy.language import Language

ALL = "all"


class Search(Protocol):
    """What finds identifiers in documents, batch by batch, in order."""

    @property
    def nlp(self) -> Language:
        """A pipeline of the language."""
        ...

    def __call__(self, items: Iterable[Item], /) -> Iterator[list[Done]]:
        """Search documents."""
        ...


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
    runner: Search,
    *,
    merge_names: bool = False,
    labels: str = "",
    step: Callable[[], None] = lambda: None,
    note: Callable[[Mapping[str, Any]], None] | None = None,
    each: Callable[[Gold, Result], None] | None = None,
) -> Evaluation:
    """Run a pipeline over gold and score it.

    gold (Sequence[Gold]): Labelled texts.
    runner (Search): Searches the texts: a `Runner` with a pipeline, or spans of another tool.
    merge_names (bool): Count all name labels as PERSON.
    labels (str): Labels to count, parted by commas, or "all"; "" counts the labels of the gold
        and all direct identifiers.
    step (Callable): Called after every batch.
    note (Callable): Called with every mistake (mistakes.py).
    each (Callable): Called with every text and what was done with it.
    RETURNS (Evaluation): The figures.
    RAISES (HipsError): E504 where the pipeline fails on a text.
    """
    counting = Counting(gold, merge_names=merge_names, labels=labels)
    scores: list[DocumentScore] = []
    looked_for: set[str] = set()
    searched = Searched()
    for batch in counting.judge(runner):
        for own, done in batch:
            if isinstance(done, BadRow):
                what, wanted = "a text", f"one the pipeline can process ({done.reason})"
                message = Errors.E504.format(number=done.number, what=what, wanted=wanted)
                raise HipsError(message)
            looked_for |= done.searched or set()
            searched.add(done.searched)
            scores.append(counting.score(own, done))
            if each is not None:
                each(own, done)
            if note is not None:
                changed = [r for r in done.replacements if r.action not in KEPT]
                replaced = counting.counted((r.start, r.end, r.label) for r in changed)
                for line in mistakes(own, counting.right(own), replaced, done):
                    note(line)
        step()
    notes = counting.notes(looked_for, searched)
    return Evaluation(scores, counting.labels, notes)


class Counting:
    """How labelled texts are counted: which labels, and how their names are comparable.

    gold (Sequence[Gold]): All of the gold.
    merge_names (bool): Count all name labels as PERSON.
    labels (str): Labels to count, separated by commas, or "all"; "" counts the labels of the gold
        and all direct identifiers.
    only (Collection[str]): Of these, only such labels; None for no limit.
    """

    def __init__(
        self,
        gold: Sequence[Gold],
        *,
        merge_names: bool = False,
        labels: str = "",
        only: Collection[str] | None = None,
    ) -> None:
        self.gold = gold
        self.names = NameMapping(gold, merge=merge_names)
        counted = _counted(gold, self.names, labels)
        self.labels = counted if only is None else counted.intersection(only)
        self._plain: Language | None = None

    def judge(
        self, search: Search, gold: Sequence[Gold] | None = None
    ) -> Iterator[list[tuple[Gold, Done]]]:
        """Search the texts.

        search (Search): Searches them.
        gold (Sequence[Gold]): Those to search; None for all.
        YIELDS (list): Each text of a batch with what came of it.
        """
        self._plain = blank(search.nlp.lang)
        gold = self.gold if gold is None else gold
        by_number = {g.number: g for g in gold}
        for batch in search(documents_of(gold)):
            yield [(by_number[_number(done)], done) for done in batch]

    def counted(self, spans: Iterable[Spot]) -> list[Spot]:
        """Spans with comparable labels, as far as these are counted."""
        return [span for span in self.names(spans) if span[2] in self.labels]

    def right(self, own: Gold) -> list[Spot]:
        """The gold that is counted."""
        return self.counted(own.spans)

    def predicted(self, done: Result) -> list[Spot]:
        """What was found, as far as it is counted."""
        return self.counted((s.start, s.end, s.label) for s in done.spans)

    def score(self, own: Gold, done: Result) -> DocumentScore:
        """Score one document."""
        self._plain = self._plain or blank("en")
        return score(own, done, self, self._plain)

    def notes(self, looked_for: set[str], searched: Searched) -> list[str]:
        """How it was counted, in sentences."""
        return _notes(self.gold, self.names, self.labels, looked_for, searched)


def _number(done: Done) -> int:
    return done.number if isinstance(done, BadRow) else done.document.rows[0].number


def score(gold: Gold, done: Result, counting: Counting, plain: Language) -> DocumentScore:
    """Score one document.

    gold (Gold): What is right.
    done (Result): What the pipeline did.
    counting (Counting): What is counted.
    plain (Language): A blank pipeline, whose tokens stand in where the gold brings none.
    """
    right, predicted = counting.right(gold), counting.predicted(done)
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
