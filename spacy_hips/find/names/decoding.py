"""From probabilities of tokens to scored spans with exact characters.

Recall first: a token counts as part of an identifier when the probability of "not O" reaches a
threshold, whatever the best single label. The ends of what results are then put right, which was
worth more than any other single choice in measurements on real essays
(benchmarks/notes/experiments.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...core.body import text_of
from ...core.labels import NAME_LABELS
from ...core.spans import PiiSpan
from ...text.lexicon.cues import JOINING
from ...text.lexicon.words import Lexicon
from .tokens.ends import exact_ends
from .tokens.spacing import HYPHENS, ends_line, holds, is_half, is_hyphen, is_tag, wide_gap
from .tokens.touching import parted
from .tokens.trim import strip_cues, strip_marks

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_NEAR = 40  # characters of a line that are looked at
_LEAST = 1e-3  # added to probabilities before their odds are taken
SURE = 0.85
"""Log of the odds (.7 : .3) from which on a token begins a name, whatever stands around it."""


@dataclass(frozen=True)
class Decoding:
    """How spans are read from probabilities.

    threshold (float): The least probability of "not O".
    thresholds (Mapping): Other values for single labels.
    beside (float): The least probability beside a token that reached its threshold.
    odds_in_text (float): By how much the odds must be higher for a name in running text than for
        one that stands alone on its line.
    without (frozenset[str]): Steps that are left out, by their names in STEPS.
    """

    threshold: float = 0.2
    thresholds: Mapping[str, float] = field(default_factory=dict)
    beside: float = 0.1
    odds_in_text: float = 1.0
    without: frozenset[str] = frozenset()

    def of(self, label: str) -> float:
        """The threshold of a label."""
        return self.thresholds.get(label, self.threshold)

    def in_text(self, label: str) -> float:
        """The threshold of a label for what does not stand alone on its line."""
        threshold = self.of(label)
        if label not in NAME_LABELS:
            return threshold
        raised = threshold * self.odds_in_text
        return raised / (raised + 1.0 - threshold)


def decode(
    doc: Doc,
    probabilities: np.ndarray,
    labels: Sequence[str],
    decoding: Decoding,
    lexicon: Lexicon,
    source: str = "ner",
    *,
    odds: np.ndarray | None = None,
) -> list[PiiSpan]:
    """Read the spans of a document.

    doc (Doc): The document.
    probabilities (np.ndarray): Shape (tokens, 1 + labels); column 0 is O.
    labels (Sequence[str]): The labels of the other columns.
    decoding (Decoding): The thresholds.
    lexicon (Lexicon): Looks word forms up.
    source (str): What the spans name as their source.
    odds (np.ndarray): For each token the log of the odds that a span of the likeliest label
        begins there rather than goes on, shape (tokens,); None where nothing tells.
    RETURNS (list): Spans by place, each with its exact characters and a score: the highest
        probability of "not O" among its tokens.
    """
    if not len(doc) or not labels:
        return []
    work = _Work(doc, probabilities, labels, decoding, lexicon, odds)
    for step in STEPS:
        if step.name not in decoding.without:
            step.run(work)
    return _spans(work, source)


def fold(probabilities: np.ndarray, labels: int) -> tuple[np.ndarray, np.ndarray]:
    """Put the two classes that BIO has for a label together.

    probabilities (np.ndarray): Shape (tokens, 1 + 2 * labels): O, beginnings, insides.
    labels (int): How many labels.
    RETURNS (tuple): Probabilities of O and each label, shape (tokens, 1 + labels), and the log of
        the odds that a span of the likeliest label begins at a token rather than goes on, shape
        (tokens,).
    """
    first, rest = probabilities[:, 1 : 1 + labels], probabilities[:, 1 + labels :]
    by_label = np.concatenate([probabilities[:, :1], first + rest], axis=1)
    best = (first + rest).argmax(axis=1)[:, None]
    begins, goes_on = (np.take_along_axis(part, best, 1)[:, 0] for part in (first, rest))
    return by_label, np.log((begins + _LEAST) / (goes_on + _LEAST))


class _Work:
    """What the steps of decoding work on.

    chosen (np.ndarray): The label of each token, -1 for none.
    begins (Optional[np.ndarray]): Where spans begin though they touch another of their label.
    """

    def __init__(
        self,
        doc: Doc,
        probabilities: np.ndarray,
        labels: Sequence[str],
        decoding: Decoding,
        lexicon: Lexicon,
        odds: np.ndarray | None,
    ) -> None:
        self.doc = doc
        self.text = text_of(doc)
        self.labels, self.decoding, self.lexicon, self.odds = labels, decoding, lexicon, odds
        self.inside = 1.0 - probabilities[:, 0]
        for i in np.flatnonzero(self.inside >= min(decoding.beside, decoding.threshold)):
            if is_tag(doc[int(i)]):
                self.inside[i] = 0.0  # else it would join what stands on its sides, and be cut off
        self.best = probabilities[:, 1:].argmax(axis=1)
        limits = np.array([decoding.of(label) for label in labels])
        self.chosen = np.where(self.inside >= limits[self.best], self.best, -1)
        for i in np.flatnonzero(self.chosen >= 0):
            if doc[int(i)].is_space:
                self.chosen[i] = -1
        self.begins = None if odds is None else odds > SURE

    @property
    def names(self) -> np.ndarray:
        """Whether a token is part of a name."""
        columns = [i for i, label in enumerate(self.labels) if label in NAME_LABELS]
        return np.isin(self.chosen, columns)


def _name_genitives(work: _Work) -> None:
    """The forename with which a place begins is somebody's: "Annas Haus"."""
    names = [i for i, label in enumerate(work.labels) if label in NAME_LABELS]
    chosen = work.chosen
    begins = (chosen[:-1] >= 0) & (chosen[:-1] == chosen[1:]) & ~work.names[:-1]
    begins[1:] &= chosen[1:-1] != chosen[:-2]
    for i in np.flatnonzero(begins).tolist() if names else ():
        if work.lexicon.of(work.doc[i]).genitive:
            work.chosen[i] = work.best[i] = names[0]


def _grow(work: _Work) -> None:
    """Beside a found token a weaker one is enough, in both directions."""
    doc, text, chosen, best = work.doc, work.text, work.chosen, work.best
    weak = (work.inside >= work.decoding.beside).tolist()
    if not any(weak):
        return
    for indices, step in ((range(1, len(chosen)), -1), (range(len(chosen) - 2, -1, -1), 1)):
        for i in indices:
            if weak[i] and chosen[i] < 0 <= chosen[i + step]:
                left, right = sorted((i, i + step))
                apart = wide_gap(doc, text, left, right) or ends_line(doc[i], text)
                if best[i] == chosen[i + step] and not apart:
                    chosen[i] = chosen[i + step]


def _leave_addresses(work: _Work) -> None:
    """An e-mail address beside a name is none of it, though it holds the name."""
    for i in np.flatnonzero(work.names).tolist():
        if "@" in work.doc[i].text and work.doc[i].like_email:
            work.chosen[i] = -1


def _part(work: _Work) -> None:
    """Names that touch begin where their row is best cut."""
    if work.begins is not None and work.odds is not None:
        cut = parted(work.doc, work.names, work.odds, work.lexicon)
        work.begins = np.logical_or(work.begins, cut)


def _bridge(work: _Work) -> None:
    """The parts of a hyphenated word are one name, though its second part looks like a new one.

    So are those of a word that was broken at the end of a line, or that the tokenizer takes for
    two ("Arent", "Im"), and words with a blank between them that holds.
    """
    doc, chosen, begins = work.doc, work.chosen, work.begins
    between = np.flatnonzero((chosen[:-2] >= 0) & (chosen[:-2] == chosen[2:])) + 1
    for i in between.tolist():
        if is_hyphen(doc, i) or _is_broken(doc, i) or holds(doc[i]):
            chosen[i] = chosen[i - 1]
            if begins is not None:
                begins[i : i + 2] = False
    for i in (np.flatnonzero(chosen[:-1] >= 0) + 1).tolist():
        if is_half(doc, i):
            chosen[i] = chosen[i - 1]
            if begins is not None:
                begins[i] = False


def _is_broken(doc: Doc, i: int) -> bool:
    """Does a word go on behind this line break ("Oka-", "for")?"""
    if not doc[i].text.isspace() or doc[i].text.count("\n") != 1:
        return False
    before = doc[i - 1].text
    return len(before) > 1 and before[-1] in HYPHENS and doc[i + 1].text.islower()


def _runs(work: _Work) -> list[tuple[int, int]]:
    """Maximal runs of one label without a wide gap or a beginning inside."""
    doc, chosen, begins = work.doc, work.chosen, work.begins
    runs: list[tuple[int, int]] = []
    for i in np.flatnonzero(chosen >= 0).tolist():
        if (
            runs
            and runs[-1][1] == i
            and chosen[i - 1] == chosen[i]
            and not (begins is not None and begins[i])
            and not wide_gap(doc, work.text, i - 1, i)
        ):
            runs[-1] = (runs[-1][0], i + 1)
        else:
            runs.append((i, i + 1))
    return runs


def _majority(labels: np.ndarray, weights: np.ndarray) -> int:
    return int(np.bincount(labels, weights=weights).argmax())


def _spans(work: _Work, source: str) -> list[PiiSpan]:
    """The span of each run that is sure enough."""
    chosen, inside = work.chosen, work.inside
    runs = [
        (start, end, work.labels[_majority(chosen[start:end], inside[start:end])])
        for start, end in _runs(work)
    ]
    spans = (_span(work, run, source) for run in runs)
    return [span for span in spans if span is not None]


def _span(work: _Work, run: tuple[int, int, str], source: str) -> PiiSpan | None:
    doc, text, decoding = work.doc, work.text, work.decoding
    start, end, label = run
    if label in NAME_LABELS and "trim" not in decoding.without:
        start, end = strip_cues(doc, start, end, work.lexicon)
    start, end = strip_marks(doc, start, end)
    while label not in NAME_LABELS and start < end and _only_joins(doc[start]):
        start += 1
    if start >= end:
        return None
    first, last = doc[start], doc[end - 1]
    begin, stop = exact_ends(text, first.idx, last.idx + len(last), label)
    score = float(work.inside[start:end].max())
    least = decoding.of(label) if _alone(text, begin, stop) else decoding.in_text(label)
    if begin >= stop or score < least or _is_number(text[begin : stop + 1], label):
        return None
    return PiiSpan(begin, stop, label, score, source)


def _only_joins(token: Token) -> bool:
    """Does a word lead to an identifier, and is none of it: "the" or "of" before a school?"""
    return token.is_lower and token.lower_ in JOINING


def _is_number(found: str, label: str) -> bool:
    """Is this nobody's account: "72" of "Freire, page 72"?

    found (str): What was found, and the character behind.
    """
    return label == "USERNAME" and (found[:-1].isdigit() or found.isdigit())


def _alone(text: str, start: int, end: int) -> bool:
    """Has the line no other letter or digit, as where a title page names the author?"""
    after = text.find("\n", end)
    line_start, line_end = text.rfind("\n", 0, start) + 1, after if after >= 0 else len(text)
    beside = text[max(line_start, start - _NEAR) : start] + text[end : min(line_end, end + _NEAR)]
    return not any(c.isalnum() for c in beside)


class Step(NamedTuple):
    """A step of decoding over the tokens.

    name (str): What it is called in figures and in `Decoding.without`.
    run (Callable): Changes what was chosen so far.
    """

    name: str
    run: Callable[[_Work], None]


STEPS: tuple[Step, ...] = (
    Step("genitives", _name_genitives),
    Step("grow", _grow),
    Step("addresses", _leave_addresses),
    Step("part", _part),
    Step("bridge", _bridge),
)
ENDS = ("trim",)
"""The steps that set the ends of each name, after STEPS."""
