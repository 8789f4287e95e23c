"""Which judge is taken, with which thresholds: nobody who was hidden may be left for it.

Candidates are the judge as it was, the one that has learnt, and the one halfway between both; each
with every threshold. A user's texts are decided on by what the other texts taught (`own`). Of
these that leave nobody new, neither there nor in the shipped texts, the one is taken that is most
often right about public people and about what is no name. Equals keep the judge as it was and the
higher threshold: ties go to hiding. Unless a share of the public people is wished for, a threshold
that falls stops one step before the first that leaves somebody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...core.bounds import exact_bounds
from ...who.judging.judge import Judge
from .arrived import Arrived, Outcome, Place, Scores, decide
from .choosing import LEAST_NAMES
from .tune_filter import THRESHOLDS

FURTHER = (0.995, 0.998, 1.0)


@dataclass(frozen=True)
class Thresholds:
    """Those of a judge that learning moves.

    public, sure (float): As in the judge.
    """

    public: float
    sure: float

    @classmethod
    def of(cls, judge: Judge) -> Thresholds:
        """Those of now."""
        return cls(judge.threshold_public, judge.threshold_sure)

    def at(self, public: float) -> Thresholds:
        """The same with another threshold; that of who surely is somebody moves along."""
        share = (1 - self.sure) / (1 - self.public) if self.public < 1 else 1.0
        return Thresholds(public, max(public, 1 - (1 - public) * share))

    def set(self, judge: Judge) -> None:
        """Set them."""
        judge.threshold_public, judge.threshold_sure = self.public, self.sure


@dataclass(frozen=True)
class Wish:
    """The shares that a user wants: of public mentions kept, and of private ones hidden."""

    keep_public: float | None = None
    hide_private: float | None = None

    def reached(self, own: Outcome) -> list[tuple[bool, str]]:
        """Of each share that is wanted, whether it is reached, and what is, in words."""
        out = []
        for wanted, part, whole, what in (
            (self.keep_public, len(own.kept), own.public, "public mentions kept"),
            (self.hide_private, own.private - len(own.left), own.private, "private ones hidden"),
        ):
            if wanted is None:
                continue
            bounds = exact_bounds(part, whole)
            if bounds is None:
                out.append((False, f"{what}: {wanted} wanted, and none is labelled"))
                continue
            share = f"{part / whole:.3f} (95 %: {bounds[0]:.3f} to {bounds[1]:.3f})"
            out.append((part >= wanted * whole - 1e-9, f"{what}: {share}, {wanted} wanted"))
        return out


@dataclass(frozen=True)
class Candidate:
    """Weights, by what they say of the texts.

    name (str): What they are.
    own, probe (Scores): Of the user's texts, each by weights that have not seen it, and of the
        shipped ones.
    """

    name: str
    own: Scores
    probe: Scores


@dataclass(frozen=True)
class Chosen:
    """What is taken.

    candidate (Candidate): The weights.
    thresholds (Thresholds): The thresholds.
    before, after (Outcome): What the judge made of the user's texts, and what it makes of them.
    refused (Mapping[str, int]): By candidate, how many mentions that were hidden before would be
        left with the threshold of before.
    """

    candidate: Candidate
    thresholds: Thresholds
    before: Outcome
    after: Outcome
    refused: Mapping[str, int]


class Choice:
    """Chooses among candidates.

    judge (Judge): The judge with its thresholds of before.
    own, probe (Sequence[Arrived]): The user's texts, and the shipped ones.
    wish (Wish): What is wanted.
    """

    def __init__(
        self, judge: Judge, own: Sequence[Arrived], probe: Sequence[Arrived], wish: Wish
    ) -> None:
        self.judge, self.own, self.probe, self.wish = judge, own, probe, wish
        self.start = Thresholds.of(judge)

    def __call__(self, candidates: Sequence[Candidate]) -> Chosen:
        """Choose.

        candidates (Sequence[Candidate]): The first one is the judge as it was.
        """
        old, refused = candidates[0], {}
        before = decide(self.judge, self.own, old.own)
        guarded = decide(self.judge, self.probe, old.probe).left
        best: tuple[tuple[float, ...], Candidate, Thresholds] | None = None

        def new(candidate: Candidate, own: Outcome) -> frozenset[Place]:
            """Who is left now and was hidden before, by the thresholds that are set."""
            left = own.left - before.left
            return left or decide(self.judge, self.probe, candidate.probe).left - guarded

        def is_firm(candidate: Candidate, lower: Thresholds | None) -> bool:
            """Does a threshold that falls stand back from the first that leaves somebody?"""
            if lower is None or self.wish.keep_public is not None:
                return True
            lower.set(self.judge)
            return not new(candidate, decide(self.judge, self.own, candidate.own))

        for candidate in candidates:
            for thresholds, lower in self._thresholds(before):
                thresholds.set(self.judge)
                after = decide(self.judge, self.own, candidate.own)
                value = self._value(after, thresholds)
                better = best is None or value > best[0]
                at_start = thresholds.public == self.start.public
                # The shipped texts are many: they are asked where it counts.
                left = new(candidate, after) if better or at_start else frozenset()
                if left and at_start:
                    refused[candidate.name] = len(left)
                if better and not left and is_firm(candidate, lower):
                    best = (value, candidate, thresholds)
        assert best is not None  # the judge as it was leaves nobody new
        _, candidate, thresholds = best
        thresholds.set(self.judge)
        after = decide(self.judge, self.own, candidate.own)
        self.start.set(self.judge)
        return Chosen(candidate, thresholds, before, after, refused)

    def _thresholds(self, before: Outcome) -> Iterator[tuple[Thresholds, Thresholds | None]]:
        """Falling from the one of before, each with the next lower one, then rising: of equals the
        first is taken. With few private people nothing tells how far it may fall."""
        grid = sorted({*THRESHOLDS, *FURTHER, self.start.public}, reverse=True)
        above = [self.start.at(t) for t in grid if t > self.start.public]
        below = [self.start.at(t) for t in grid if t < self.start.public]
        if before.private < LEAST_NAMES:
            below = []
        yield self.start, None
        yield from zip(below, [*below[1:], None], strict=False)
        yield from ((one, None) for one in reversed(above))

    def _value(self, own: Outcome, thresholds: Thresholds) -> tuple[float, ...]:
        """What is better: first what was wished for, then who is right more often.

        Where the share of public people is given, as few more as can be stay.
        """
        hidden = own.private - len(own.left)
        right = len(own.kept) - own.extra
        hide = self.wish.hide_private
        if hide is not None and hidden < hide * own.private - 1e-9:
            return (False, False, hidden, right)
        if self.wish.keep_public is not None:
            keep = len(own.kept) >= self.wish.keep_public * own.public - 1e-9
            return (True, keep, hidden if keep else right, thresholds.public)
        return (True, True, right)
