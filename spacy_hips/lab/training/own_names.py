"""The pipeline's finder learns what it missed in a user's texts, and what it took for somebody.

Only what stands behind the encoder learns, from the user's texts and from generated ones. It is
taken if more private people are hidden for it, or fewer words that are nobody's name, in texts that
were kept apart, and nobody whom the pipeline hid before is left, there or in generated texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from spacy.training import Example

from ...components.ner import LABELLED_KEY, HipsNer, TokenLesson
from ...core.labels import DIRECT_LABELS, NAME_LABELS
from ...core.spans import PiiSpan, read_group, write_group
from ..corpus.roles import DOUBT
from .arrived import Outcome, Searched, decide, search_again
from .assemble import FILTER, TRAINED
from .finetune import HeadCourse, learn_head
from .judge_lessons import Weights, means, take, weights_of
from .learnt import HALFWAY, LEARNT, FinderLearnt
from .reviewed import OwnText

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from ...who.judging.judge import Judge

_, FINDER = TRAINED
COURSE = HeadCourse(epochs=4, rate=0.0003)
BESIDE_OWN = 60
"""Generated texts to learn beside the user's."""


def learn_names(
    nlp: Language,
    own: Searched,
    beside: Searched,
    probe: Searched,
    folds: Sequence[Sequence[int]],
    told: Sequence[str],
    seed: int,
    say: Callable[[str], None] = lambda line: None,
) -> tuple[FinderLearnt, Searched, Searched]:
    """Have the finder of a pipeline learn, and take what is better.

    nlp (Language): A pipeline with a filter; its finder has the chosen weights afterwards.
    own (Searched): The user's texts.
    beside, probe (Searched): Generated ones to learn beside them, and to guard with.
    folds (Sequence): The numbers of the user's texts in parts, each kept apart in turn.
    told (Sequence[str]): Labels beside names that are marked wherever they occur.
    seed (int): Of the order of the lessons.
    say (Callable): Told what is done.
    RETURNS (tuple): What was taken, and the user's texts and those of the guard, as what has not
        seen them finds them now.
    """
    judge: Judge = nlp.get_pipe(FILTER).judge
    before = _Reached.of(judge, own, probe)
    if not _has_missed(own) and not before.own.extra:
        return FinderLearnt(), own, probe
    finder: HipsNer = nlp.get_pipe(FINDER)
    start, course = weights_of(finder), replace(COURSE, seed=seed)
    say("The finder learns.")
    lessons = [lesson_of(nlp, *one, told) for one in zip(own.docs, own.rows, strict=True)]
    others = [
        lesson_of(nlp, *one) for one in zip(beside.docs, beside.rows[:BESIDE_OWN], strict=False)
    ]
    turns: list[Weights] = []
    for fold in (*folds, ()):  # the last one learns from all
        apart = set(fold)
        take(finder, start)
        some = [lesson for number, lesson in enumerate(lessons) if number not in apart]
        learn_head(finder, some + others, course)
        turns.append(weights_of(finder))
    refused = 0
    for name in (LEARNT, HALFWAY):
        weights = turns if name == LEARNT else [means([start, turn]) for turn in turns]
        for fold, turn in zip((*folds, ()), weights, strict=True):
            take(finder, turn)
            search_again(nlp, [own.docs[number] for number in fold] or probe.docs)
        now = own.again(nlp), probe.again(nlp)
        after = _Reached.of(judge, *now)
        lost = len(after.left - before.left)
        if not lost and after.worth > before.worth:
            return FinderLearnt(name), *now
        refused = refused or lost
    take(finder, start)
    search_again(nlp, [*own.docs, *probe.docs])
    return FinderLearnt(refused=refused), own, probe


def lesson_of(nlp: Language, doc: Doc, row: OwnText, told: Sequence[str] = ()) -> TokenLesson:
    """What a text teaches the finder.

    nlp (Language): The pipeline.
    doc (Doc): The text, searched.
    row (OwnText): What is known of it: of a generated one all, of a user's own its names, and that
        other words are no names where it marks everybody. Where it marks all students alone, what
        the finder itself found may be somebody else, and teaches nothing.
    told (Sequence[str]): Labels beside names that it marks wherever they occur.
    """
    finder: HipsNer = nlp.get_pipe(FINDER)
    gold = nlp.make_doc(row.text)
    spans = [PiiSpan(*place) for place in row.spans]
    masked: list[PiiSpan] = []
    if row.source == "own":
        named = [PiiSpan(m.start, m.end, "PERSON") for m in row.marks]
        masked = [span for span, mark in zip(named, row.marks, strict=True) if mark.label == DOUBT]
        spans += [span for span, mark in zip(named, row.marks, strict=True) if mark.label != DOUBT]
        known = row.complete or bool(row.unmarked)
        gold.user_data[LABELLED_KEY] = [*told, *(["PERSON"] if known else [])]
        if row.unmarked and not row.complete:
            masked += _beside(read_group(doc, finder.cfg["spans_key"]), named)
    write_group(gold, finder.cfg["gold_key"], spans)
    write_group(gold, finder.cfg["masked_key"], masked)
    return finder.lesson(Example(doc, gold))


def _beside(found: Sequence[PiiSpan], named: Sequence[PiiSpan]) -> Iterator[PiiSpan]:
    """The names that were found where none is marked."""
    for span in found:
        if span.label == "PERSON" and all(
            s.end <= span.start or span.end <= s.start for s in named
        ):
            yield span


def _has_missed(own: Searched) -> bool:
    """Is there a name, or another identifier, where nothing was found?"""
    return any(
        one.is_unseen(start, end)
        for one, row in zip(own.arrived, own.rows, strict=True)
        for start, end in [*((m.start, m.end) for m in one.sure), *(s[:2] for s in row.spans)]
    )


@dataclass(frozen=True)
class _Reached:
    """What a finder leads to, decided on by the judge as it was.

    own (Outcome): In the user's texts.
    left (frozenset): Where somebody private, or another direct identifier, is left, there ("own")
        and in generated texts.
    """

    own: Outcome
    left: frozenset[tuple[str, int, int, int]]

    @classmethod
    def of(cls, judge: Judge, own: Searched, probe: Searched) -> _Reached:
        outcomes = {"own": (own, _decided(judge, own)), "probe": (probe, _decided(judge, probe))}
        left = {
            (part, *place)
            for part, (texts, outcome) in outcomes.items()
            for place in (*outcome.left, *_uncovered(texts.rows, outcome))
        }
        return cls(outcomes["own"][1], frozenset(left))

    @property
    def worth(self) -> tuple[int, int]:
        return -sum(part == "own" for part, *_ in self.left), -self.own.extra


def _decided(judge: Judge, texts: Searched) -> Outcome:
    return decide(judge, texts.arrived, [one.people.scores for one in texts.arrived])


def _uncovered(rows: Sequence[OwnText], outcome: Outcome) -> Iterator[tuple[int, int, int]]:
    """Where direct identifiers that are no names are left."""
    for number, (row, replaced) in enumerate(zip(rows, outcome.replaced, strict=True)):
        covered = {i for one in replaced for i in range(one.start, one.end)}
        for start, end, label in row.spans:
            letters = (i for i in range(start, end) if row.text[i].isalnum())
            direct = label in DIRECT_LABELS and label not in NAME_LABELS
            if direct and not covered.issuperset(letters):
                yield number, start, end
