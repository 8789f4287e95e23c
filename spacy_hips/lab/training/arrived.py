"""Labelled texts as they arrive at the judge: searched once, and decided on as often as wanted."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from spacy.training import Example

from ...components.entities import read_entities
from ...components.filter import ADDRESSES
from ...core.errors import HipsWarning
from ...core.labels import KEPT, LABELS, NAME_LABELS
from ...core.spans import PiiSpan, Replacement
from ...who.judging.judge import Judge
from ...who.judging.people import People
from ...who.judging.role_lessons import Lesson
from ...who.judging.verdicts import Verdict
from ...who.persons.link.entity import Entity
from ..corpus.render import Mark
from ..corpus.roles import DOUBT, PUBLIC, RoleText, to_doc
from ..evaluate.roles import RoleMention, Roles
from .assemble import FILTER, TRAINED
from .judge_lessons import TOGETHER

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from ...components.filter import HipsFilter
    from .reviewed import OwnText

ENCODER, _ = TRAINED
Scores = Sequence[np.ndarray]
"""Of each text the scores of its mentions, unnormalised."""
Place = tuple[int, int, int]
"""The number of a text, and characters of it."""


@dataclass(frozen=True)
class Arrived:
    """A labelled text as it arrives at the judge.

    row (RoleText): The text, with what is known of it.
    people (People): Its persons, with the scores that the judge gave before.
    lesson (Lesson): What it teaches; without its document.
    entities (Mapping[str, Entity]): The records of its entities.
    """

    row: RoleText
    people: People
    lesson: Lesson
    entities: Mapping[str, Entity]

    @property
    def sure(self) -> list[Mark]:
        """The mentions of which it is known whose they are."""
        return [mark for mark in self.row.marks if mark.label != DOUBT]

    @property
    def private(self) -> list[Mark]:
        """Those of them that are somebody private's."""
        return [mark for mark in self.sure if mark.role != PUBLIC]

    @property
    def roles(self) -> Roles:
        """The same as figures are reckoned from."""
        return Roles(
            tuple(
                RoleMention(m.start, m.end, m.role, m.key, m.label == DOUBT) for m in self.row.marks
            )
        )

    def is_free(self, start: int, end: int) -> bool:
        """Is no name marked there?"""
        return self._marked.isdisjoint(range(start, end))

    def is_doubtful(self, start: int, end: int) -> bool:
        """Is a name marked there of which nothing is known?"""
        return not self._doubtful.isdisjoint(range(start, end))

    def is_unseen(self, start: int, end: int) -> bool:
        """Was nothing found there?"""
        return self._seen.isdisjoint(range(start, end))

    @cached_property
    def _marked(self) -> frozenset[int]:
        return _characters(self.row.marks)

    @cached_property
    def _doubtful(self) -> frozenset[int]:
        return _characters(m for m in self.row.marks if m.label == DOUBT)

    @cached_property
    def _seen(self) -> frozenset[int]:
        return _characters((*self.people.flat, *self.people.others, *self.people.cells))


def _characters(placed: Iterable[Mark | PiiSpan]) -> frozenset[int]:
    """The characters of some places."""
    return frozenset(i for one in placed for i in range(one.start, one.end))


def search(nlp: Language, rows: Sequence[RoleText]) -> list[Doc]:
    """Search labelled texts with all that is before the judge, once.

    nlp (Language): A pipeline with a filter.
    rows (Sequence[RoleText]): The texts.
    RETURNS (list[Doc]): In the same order, with the encoder's output.
    """
    behind = nlp.pipe_names[nlp.pipe_names.index(FILTER) :]
    with nlp.select_pipes(disable=behind), warnings.catch_warnings():
        warnings.simplefilter("ignore", HipsWarning)  # of generated texts, mostly
        return list(nlp.pipe([row.text for row in rows], batch_size=TOGETHER))


def search_again(nlp: Language, docs: Iterable[Doc]) -> None:
    """Run all that stands between the encoder and the judge again, with what was learnt since.

    nlp (Language): A pipeline with a filter.
    docs (Iterable[Doc]): What `search` gave.
    """
    names = nlp.pipe_names
    between = names[names.index(ENCODER) + 1 : names.index(FILTER)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HipsWarning)
        for doc in docs:
            for name in between:
                nlp.get_pipe(name)(doc)


def arrive(nlp: Language, rows: Sequence[RoleText], docs: Sequence[Doc] = ()) -> list[Arrived]:
    """Labelled texts as they arrive at the judge.

    nlp (Language): A pipeline with a filter.
    rows (Sequence[RoleText]): The texts.
    docs (Sequence[Doc]): What `search` gave for them; they are searched if left out.
    RETURNS (list[Arrived]): In the same order.
    """
    judge = nlp.get_pipe(FILTER)
    out = []
    for start in range(0, len(rows), TOGETHER):
        some = rows[start : start + TOGETHER]
        found = docs[start : start + TOGETHER] or search(nlp, some)
        lessons = [
            judge.lesson(Example(doc, to_doc(row, nlp)))
            for doc, row in zip(found, some, strict=True)
        ]
        people, lessons = judge.predict(found), judge.remember(lessons)
        entities = [read_entities(doc) for doc in found]
        for one in zip(some, people, lessons, entities, strict=True):
            out.append(Arrived(*one))
    return out


@dataclass(frozen=True)
class Searched:
    """Labelled texts beside what was found in them.

    rows (Sequence): The texts.
    docs (Sequence[Doc]): What `search` gave for them.
    arrived (Sequence[Arrived]): What arrives of that at the judge.
    """

    rows: Sequence[OwnText]
    docs: Sequence[Doc]
    arrived: Sequence[Arrived]

    @classmethod
    def of(cls, nlp: Language, rows: Sequence[OwnText]) -> Searched:
        """Search texts.

        nlp (Language): A pipeline with a filter.
        rows (Sequence): The texts.
        """
        docs = search(nlp, rows)
        return cls(rows, docs, arrive(nlp, rows, docs))

    def again(self, nlp: Language) -> Searched:
        """What arrives now, once the documents were searched again."""
        return replace(self, arrived=arrive(nlp, self.rows, self.docs))


def scores_of(judge: HipsFilter, arrived: Sequence[Arrived]) -> list[np.ndarray]:
    """What the weights of a judge say of the mentions of some texts.

    judge (HipsFilter): The judge.
    arrived (Sequence[Arrived]): The texts.
    RETURNS (list): An array of each text.
    """
    named = [one for one in arrived if len(one.lesson.counts)]
    scores = judge.model.predict([one.lesson.mentions for one in named]) if named else []
    found = iter([np.asarray(own) for own in scores])
    return [next(found) if len(one.lesson.counts) else one.people.scores for one in arrived]


@dataclass(frozen=True)
class Outcome:
    """What a judge makes of some texts.

    replaced (tuple): Of each text what is replaced.
    left (frozenset[Place]): Where somebody private is left, at least in part.
    kept (frozenset[Place]): Where somebody public is untouched.
    private, public (int): How many mentions there are of private and public people.
    extra (int): Names that were replaced and are nobody's, in texts that mark everybody.
    students (tuple): Of the label NAME_STUDENT: right, given, wanted.
    """

    replaced: tuple[tuple[Replacement, ...], ...]
    left: frozenset[Place]
    kept: frozenset[Place]
    private: int
    public: int
    extra: int
    students: tuple[int, int, int]

    @property
    def student_f(self) -> float:
        """F1 of the label NAME_STUDENT, exact spans; 0 where nobody is one."""
        right, given, wanted = self.students
        return 2 * right / max(1, given + wanted)


def decide(judge: Judge, arrived: Sequence[Arrived], scores: Scores) -> Outcome:
    """Have a judge decide by some scores; its rules, lists, thresholds and steps hold.

    judge (Judge): The judge.
    arrived (Sequence[Arrived]): The texts.
    scores (Scores): Of each.
    """
    left, kept = set(), set()
    private = public = extra = 0
    students = np.zeros(3, dtype=int)
    replaced = []
    for number, (one, own) in enumerate(zip(arrived, scores, strict=True)):
        verdicts = _verdicts(judge, one, own)
        done = tuple(_replaced(one, verdicts))
        replaced.append(done)
        covered = {i for r in done for i in range(r.start, r.end)}
        for mention in one.sure:
            place = (number, mention.start, mention.end)
            at = range(mention.start, mention.end)
            if mention.role == PUBLIC:
                public += 1
                kept |= {place} if covered.isdisjoint(at) else set()
            else:
                private += 1
                letters = (i for i in at if one.row.text[i].isalnum())
                left |= set() if covered.issuperset(letters) else {place}
        if one.row.complete:
            extra += sum(r.label in NAME_LABELS and one.is_free(r.start, r.end) for r in done)
        students += _students(one, verdicts)
    right, given, wanted = map(int, students)
    told = (right, given, wanted)
    return Outcome(tuple(replaced), frozenset(left), frozenset(kept), private, public, extra, told)


def _students(one: Arrived, verdicts: Sequence[Verdict]) -> tuple[int, int, int]:
    """Where a text does not mark all students, nothing is known of whom it leaves out."""
    known = {(m.start, m.end) for m in one.sure if m.role == "student"}
    whole = one.row.complete or "student" not in (one.row.unmarked or ("student",))
    told = {
        place
        for v in verdicts
        if v.label == "NAME_STUDENT"
        for place in v.places
        if (whole if one.is_free(*place) else not one.is_doubtful(*place))
    }
    return len(told & known), len(told), len(known)


def _verdicts(judge: Judge, one: Arrived, scores: np.ndarray) -> Sequence[Verdict]:
    people = replace(one.people, scores=scores)
    addresses = [span for span in people.others if span.label in ADDRESSES]
    return judge(people, addresses, one.entities).verdicts if people.mentions else ()


def _replaced(one: Arrived, verdicts: Sequence[Verdict]) -> Iterator[Replacement]:
    """What the default profile replaces."""
    people = one.people
    label_at = {place: v.label for v in verdicts if not v.kept for place in v.places}
    stays = {place for v in verdicts if v.kept for place in v.places}
    for span in (*people.flat, *people.others, *people.cells):
        place = (span.start, span.end)
        label = label_at.get(place, span.label)
        if place not in stays and LABELS[label].action not in KEPT:
            yield Replacement(*place, *place, label, span.id, "surrogate", "")
