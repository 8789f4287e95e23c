"""The lessons of a judge over a frozen encoder that is asked only once, and the loop that learns.

It learns several times, each time from the same beginning with the lessons in another order, and
keeps the means of the weights: what single trainings make of a rare word is chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from spacy.training import Example
from thinc.api import Adam, fix_random_seed, set_dropout_rate

from ...who.judging.role_lessons import Lesson
from .assemble import FILTER

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from ...components.filter import HipsFilter

TOGETHER = 32
Weights = dict[tuple[int, str], np.ndarray]


@dataclass(frozen=True)
class Course:
    """How lessons are learnt.

    epochs (int): How often each is seen.
    batch (int): Documents a step.
    rate (float): The highest learning rate.
    dropout (float): The share of inputs that is not shown.
    seed (int), trainings (int): Trainings with this seed and the next ones.
    rise (int): Steps in which the rate rises.
    """

    epochs: int = 8
    batch: int = 24
    rate: float = 0.0007
    dropout: float = 0.5
    seed: int = 8
    trainings: int = 5
    rise: int = 100


Value = Callable[[int, float], float]
"""From the number of an epoch and its loss a person to what its weights are worth."""


def lessons_of(nlp: Language, golds: Sequence[Doc]) -> list[Lesson]:
    """Run the pipeline before the filter over documents with roles, once.

    nlp (Language): Ends with hips_filter.
    golds (Sequence[Doc]): Documents with roles.
    RETURNS (list[Lesson]): One a document.
    """
    judge = nlp.get_pipe(FILTER)
    with nlp.select_pipes(disable=FILTER):
        docs = list(nlp.pipe((nlp.make_doc(gold.text) for gold in golds), batch_size=TOGETHER))
    lessons = [judge.lesson(Example(doc, gold)) for doc, gold in zip(docs, golds, strict=True)]
    return list(judge.remember(lessons))


def learn_often(
    judge: HipsFilter, lessons: Sequence[Lesson], course: Course, value: Value | None = None
) -> None:
    """Learn with one seed after the other, and keep the means of the weights.

    judge (HipsFilter): Learns.
    lessons (Sequence[Lesson]): What.
    course (Course): How.
    value (Callable): Called after each epoch, while the filter has its weights: of each training
        the most valuable ones are taken; without it the last.
    """
    start = weights_of(judge)
    learnt = []
    for seed in range(course.seed, course.seed + course.trainings):
        take(judge, start)
        learnt.append(_learn(judge, lessons, course, seed, value))
    take(judge, means(learnt))


def weights_of(judge: HipsFilter) -> Weights:
    """The weights of a judge, by the node's id and the weight's name."""
    return {
        (node.id, name): node.get_param(name).copy()
        for node in judge.model.walk()
        for name in node.param_names
        if node.has_param(name)
    }


def forget(judge: HipsFilter, seed: int) -> None:
    """Give a judge weights as before it has learnt anything (Glorot and Bengio 2010, section 4.2).

    judge (HipsFilter): The judge.
    seed (int): Of the weights.
    """
    draw = np.random.default_rng(seed)
    for node in judge.model.walk():
        for name in node.param_names:
            if not node.has_param(name):
                continue
            shape = node.get_param(name).shape
            weights = np.full(shape, float(name == "G"), dtype="float32")
            if name == "W":
                most = np.sqrt(6 / (np.prod(shape[:-1]) + shape[-1]))
                weights = draw.uniform(-most, most, shape).astype("float32")
            node.set_param(name, weights)


def take(judge: HipsFilter, weights: Weights) -> None:
    """Have a judge take some weights."""
    for node in judge.model.walk():
        for name in node.param_names:
            if (node.id, name) in weights:
                node.set_param(name, weights[node.id, name].copy())


def means(several: Sequence[Weights]) -> Weights:
    """The means of several weights of one network."""
    return {key: np.mean([weights[key] for weights in several], axis=0) for key in several[0]}


def _learn(
    judge: HipsFilter,
    lessons: Sequence[Lesson],
    course: Course,
    seed: int,
    value: Value | None,
) -> Weights:
    """Learn all lessons some times."""
    fix_random_seed(seed)  # of dropout
    order = np.random.default_rng(seed)
    steps = course.epochs * (len(lessons) // course.batch + 1)
    optimizer = Adam(
        course.rate, L2=0.01, L2_is_weight_decay=True, grad_clip=1.0, use_averages=True
    )
    best, step = -np.inf, 0
    kept: Weights = {}
    for epoch in range(1, course.epochs + 1):
        loss = 0.0
        set_dropout_rate(judge.model, course.dropout)
        shuffled = order.permutation(len(lessons))
        for start in range(0, len(lessons), course.batch):
            loss += judge.learn([lessons[i] for i in shuffled[start : start + course.batch]])
            step += 1
            share = min(step / course.rise, 1.0 - step / (steps + 1))
            optimizer.learn_rate = course.rate * share
            judge.model.finish_update(optimizer)
        # Means over the last steps: single weights move from one step to the next what few people
        # decide.
        with judge.model.use_params(optimizer.averages):
            worth = value(epoch, loss / persons(lessons)) if value else float(epoch)
        if worth > best:
            best, kept = worth, {key: mean.copy() for key, mean in optimizer.averages.items()}
    return kept


def persons(lessons: Sequence[Lesson]) -> int:
    """Of how many persons something is taught; at least 1."""
    return max(1, sum(lesson.taught for lesson in lessons))
