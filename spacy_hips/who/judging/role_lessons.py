"""What the filter learns from: mentions with the roles that the gold allows, and the loss."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...find.models.pooling import pool
from ...find.models.probabilities import softmax
from ...find.models.role_classifier import Mentions
from .role_targets import Targets


@dataclass(frozen=True)
class Lesson:
    """The persons of one training document.

    mentions (Mentions): Their mentions, person by person.
    counts (np.ndarray): The number of mentions of each person, shape (persons,).
    targets (Targets): Which roles the gold allows.
    weight (float): How much the document counts.
    ruled (Optional[np.ndarray]): What hard evidence decides without the model, shape (persons,): 0
        private, 1 public, NaN where it leaves the person to the model.
    """

    mentions: Mentions
    counts: np.ndarray
    targets: Targets
    weight: float = 1.0
    ruled: np.ndarray | None = None

    @property
    def taught(self) -> int:
        """How many persons something is taught of."""
        return int((self.targets.people.min(axis=1, initial=1) == 0).sum())

    def decided(self, public: np.ndarray) -> np.ndarray:
        """The probabilities of being public after what hard evidence decides.

        public (np.ndarray): Those of the model, shape (persons,).
        RETURNS (np.ndarray): The same shape.
        """
        return public if self.ruled is None else np.where(np.isnan(self.ruled), public, self.ruled)

    @property
    def person(self) -> np.ndarray:
        """The number of each mention's person, shape (mentions,)."""
        return np.repeat(np.arange(len(self.counts)), self.counts)


def loss_of(
    lessons: Sequence[Lesson], scores: Sequence[np.ndarray], sharpness: float
) -> tuple[float, list[np.ndarray]]:
    """Cross entropy of mentions and of pooled persons against the roles that the gold allows.

    A person's mentions count together as much as the person, so that a story that names somebody
    25 times teaches no more than a byline.

    lessons (Sequence[Lesson]): The batch.
    scores (Sequence[np.ndarray]): Unnormalised, shape (mentions, roles) for each.
    sharpness (float): Of the pooling (pooling.py).
    RETURNS (tuple): The loss, and a gradient of the scores' shape for each.
    """
    share = 1.0 / max(1, sum(lesson.taught for lesson in lessons))
    loss, gradients = 0.0, []
    for lesson, own in zip(lessons, scores, strict=True):
        part, gradient = _of_document(lesson, own, sharpness)
        loss += part * lesson.weight
        gradients.append((gradient * (lesson.weight * share)).astype("float32"))
    return loss, gradients


def _of_document(lesson: Lesson, scores: np.ndarray, sharpness: float) -> tuple[float, np.ndarray]:
    if not len(lesson.counts):
        return 0.0, np.zeros_like(scores)
    person = lesson.person
    pooled, backprop = pool(scores, person, sharpness)
    weights = (1.0 / lesson.counts)[person][:, None]
    of_mentions, gradient = _cross_entropy(scores, lesson.targets.mentions, weights)
    ones = np.ones((len(lesson.counts), 1))
    of_people, d_pooled = _cross_entropy(pooled, lesson.targets.people, ones)
    return of_mentions + of_people, gradient + backprop(d_pooled)


def _cross_entropy(
    scores: np.ndarray, allowed: np.ndarray, weights: np.ndarray
) -> tuple[float, np.ndarray]:
    probabilities = softmax(scores)
    held = probabilities * allowed
    total = np.maximum(held.sum(axis=1, keepdims=True), 1e-9)
    gradient: np.ndarray = (probabilities - held / total) * weights
    return -float((np.log(total) * weights).sum()), gradient
