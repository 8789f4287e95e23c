"""The loop that fine-tunes a trained finder; it can be stopped and gone on with."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
from spacy.training import Example
from spacy.training.batchers import minibatch_by_words
from thinc.api import Adam, set_dropout_rate

from ...core.errors import HipsError
from ...desk.annotations.annotations import Annotated, to_docs
from ..corpus.generate import Generator
from ..errors import Errors
from .assemble import TRAINED
from .judge_lessons import Weights, means, take, weights_of

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from ...components.ner import HipsNer, TokenLesson

ENCODER, FINDER = TRAINED
BATCH_WORDS = 600
CHECKPOINT_STEPS = 50
WARMUP = 0.1
DROP = 0.1
STATE = "state.json"


@dataclass(frozen=True)
class Plan:
    """What a run is made of; one that goes on must have the same.

    model (str): The pipeline it starts from.
    labels (str): A digest of the labelled texts and of how they are read and parted.
    epochs (int): How often each text is seen.
    rate (float): The highest learning rate.
    generated (float): Generated words for each word of the labelled texts.
    seed (int): Of the order and of the generated documents.
    train_encoder (bool): Does the encoder learn too?
    """

    model: str
    labels: str
    epochs: int
    rate: float
    generated: float
    seed: int
    train_encoder: bool


@dataclass(frozen=True)
class HeadCourse:
    """How a finder learns behind an encoder that does not.

    epochs (int): How often each lesson is seen.
    rate (float): The highest learning rate.
    words (int): Tokens that the encoder saw, a step.
    seed (int): Of the order.
    """

    epochs: int
    rate: float
    words: int = BATCH_WORDS
    seed: int = 1


@dataclass
class State:
    """How far a run is: the next epoch and batch, the steps done, and the best score so far."""

    epoch: int = 0
    batch: int = 0
    step: int = 0
    best: float = -1.0


class FineTuning:
    """Fine-tunes hips_transformer and hips_ner on documents with gold.

    nlp (Language): Has these two components and nothing else.
    plan (Plan): How.
    docs (Sequence[Doc]): What to learn from.
    folder (Path): Checkpoints are kept here: no text, and no word of one.
    """

    def __init__(self, nlp: Language, plan: Plan, docs: Sequence[Doc], folder: Path) -> None:
        self.nlp = nlp
        self.plan = plan
        self.docs = docs
        self.folder = folder
        self.state = State()
        self._generator = Generator("train")
        self._optimizer = _optimizer(plan.rate)
        self._own = frozenset(map(id, docs))
        self._lessons: dict[int, TokenLesson] = {}

    def resume(self) -> None:
        """Go on where a run of the same plan was stopped.

        RAISES (HipsError): E717 where there is no checkpoint, E718 for another plan.
        """
        place = next((p for p in self._checkpoints() if (p / STATE).is_file()), None)
        if place is None:
            raise HipsError(Errors.E717.format(reason="there is no checkpoint"))
        kept = json.loads((place / STATE).read_text("utf8"))
        for name, value in asdict(self.plan).items():
            if kept["plan"].get(name) != value:
                raise HipsError(Errors.E718.format(what=f"another setting of {name}"))
        self.nlp.from_disk(place, exclude=["vocab"])
        self.state = State(**kept["state"])

    def run(
        self, judge: Callable[[Language], float], watch: Callable[[State, int, float], None]
    ) -> None:
        """Learn; afterwards the pipeline holds the best epoch's weights.

        judge (Callable): Gives the pipeline a score after each epoch; the best one is kept, of
            equal ones the first.
        watch (Callable): Called after each step with the state, the number of batches of this
            epoch, and the loss a word.
        """
        while self.state.epoch < self.plan.epochs:
            batches = self._batches(self.state.epoch)
            while self.state.batch < len(batches):
                batch = batches[self.state.batch]
                loss = self._step(batch, self.state.batch / len(batches))
                self.state.batch += 1
                self.state.step += 1
                watch(self.state, len(batches), loss)
                if self.state.step % CHECKPOINT_STEPS == 0:
                    self._save("last")
            self._judge(judge(self.nlp))
        if (self.folder / "best").is_dir():
            self.nlp.from_disk(self.folder / "best", exclude=["vocab"])

    def _judge(self, score: float) -> None:
        self.state.epoch, self.state.batch = self.state.epoch + 1, 0
        if score > self.state.best:
            self.state.best = score
            self._save("best")
        self._save("last")

    def _batches(self, epoch: int) -> list[list[Doc]]:
        """The batches of an epoch: always the same for the same plan and texts."""
        rng = Random(f"spacy_hips.finetune|{self.plan.seed}|{epoch}")
        words = sum(map(len, self.docs)) * self.plan.generated
        docs = [*self.docs, *self._generated(epoch, words)]
        rng.shuffle(docs)
        return [list(batch) for batch in minibatch_by_words(docs, BATCH_WORDS, get_length=len)]

    def _generated(self, epoch: int, words: float) -> Iterator[Doc]:
        number = epoch * 1_000_000
        while words > 0:
            for doc in generated_docs(self._generator, self.nlp, self.plan.seed, number, 1):
                words -= max(1, len(doc))
                yield doc
            number += 1

    def _step(self, batch: Sequence[Doc], done: float) -> float:
        plan, state = self.plan, self.state
        self._optimizer.learn_rate = rate_at((state.epoch + done) / plan.epochs, plan.rate)
        losses: dict[str, float] = {}
        with seeded(plan.seed + state.step):
            if plan.train_encoder:
                examples = [self._example(doc) for doc in batch]
                self.nlp.update(examples, sgd=self._optimizer, drop=DROP, losses=losses)
                loss = losses[FINDER]
            else:
                lessons = [self._lesson(doc) for doc in batch]
                loss = step_of_head(self.nlp.get_pipe(FINDER), lessons, self._optimizer)
        return loss / max(1, sum(map(len, batch)))

    def _example(self, doc: Doc) -> Example:
        return Example(self.nlp.make_doc(doc.text), doc)

    def _lesson(self, doc: Doc) -> TokenLesson:
        """What a document teaches behind a frozen encoder; that is asked once about own texts."""
        if lesson := self._lessons.get(id(doc)):
            return lesson
        encoder, example = self.nlp.get_pipe(ENCODER), self._example(doc)
        finder: HipsNer = self.nlp.get_pipe(FINDER)
        docs = [example.predicted]
        encoder.set_annotations(docs, encoder.predict(docs))
        lesson = finder.lesson(example)
        if id(doc) in self._own:
            self._lessons[id(doc)] = lesson
        return lesson

    def _checkpoints(self) -> tuple[Path, Path]:
        return self.folder / "last", self.folder / "last.new"

    def _save(self, name: str) -> None:
        """Write a checkpoint; the one before is there until the new one is whole."""
        place, new = self.folder / name, self.folder / f"{name}.new"
        shutil.rmtree(new, ignore_errors=True)
        encoder = self.nlp.get_pipe(ENCODER)
        half, encoder.half = encoder.half, False
        try:
            self.nlp.to_disk(new, exclude=["vocab"])
        finally:
            encoder.half = half
        kept = {"plan": asdict(self.plan), "state": asdict(self.state)}
        (new / STATE).write_text(json.dumps(kept), encoding="utf8")
        shutil.rmtree(place, ignore_errors=True)
        new.rename(place)


def generated_docs(
    generator: Generator, nlp: Language, seed: int, first: int, count: int
) -> Iterator[Doc]:
    """Generated documents with their gold.

    generator (Generator): Makes them.
    nlp (Language): Its tokenizer is used.
    seed, first, count (int): Which.
    YIELDS (Doc): Documents that are not empty.
    """
    records = generated_records(generator, seed, first, count)
    yield from (doc for doc in to_docs(records, nlp, misaligned="expand") if len(doc))


def generated_records(
    generator: Generator, seed: int, first: int, count: int
) -> Iterator[Annotated]:
    """Generated documents as records; the arguments are those of `generated_docs`."""
    for number in range(first, first + count):
        raw = generator.document(seed, number)
        spans = tuple((start, end, label) for start, end, label in raw["spans"])
        yield Annotated(raw["id"], raw["text"], spans)


def add_head(
    nlp: Language, name: str, labels: Sequence[str], own_labels: Sequence[str] = (), width: int = 0
) -> HipsNer:
    """Put a second finder behind that of a pipeline, over the same encoder; it finds nothing yet.

    What the first one has learnt stays as it is.

    nlp (Language): The pipeline. A component of this name that is there already is replaced.
    name (str): Its name, such as "hips_values"; it writes the span group "pii_values".
    labels (Sequence[str]): What it is to find.
    own_labels (Sequence[str]): Those of them that the table of labels lacks.
    width (int): Of its hidden layer. 0: that of the first finder, with its weights but for the last
        layer, so that few texts are enough.
    RETURNS (HipsNer): The new component.
    """
    first: HipsNer = nlp.get_pipe(FINDER)
    key = f"pii_{name.removeprefix('hips_')}"
    config = {k: v for k, v in nlp.get_pipe_config(FINDER).items() if k != "factory"}
    config |= {"spans_key": key, "gold_key": key, "own_labels": list(own_labels)}
    config |= {"thresholds": {}, "told_names": False, "odds_in_text": 1.0}
    if width:
        config["model"] = {**config["model"], "hidden_width": width, "surface_width": width // 2}
    if name in nlp.pipe_names:
        nlp.remove_pipe(name)
    finder: HipsNer = nlp.add_pipe("hips_ner", name=name, after=FINDER, config=config)
    sample = nlp.make_doc("a")
    finder.initialize(lambda: [Example(sample, sample)], labels=list(labels))
    if width:
        return finder
    last = finder.model.get_ref("output_layer")
    for new, old in zip(finder.model.walk(), first.model.walk(), strict=True):
        for param in old.param_names if new is not last else ():
            if old.has_param(param):
                new.set_param(param, old.get_param(param).copy())
    return finder


def learn_head(finder: HipsNer, lessons: Sequence[TokenLesson], course: HeadCourse) -> None:
    """Have a finder learn behind an encoder that does not.

    finder (HipsNer): Learns.
    lessons (Sequence[TokenLesson]): What.
    course (HeadCourse): How.
    """
    optimizer = _optimizer(course.rate)
    step = 0
    for epoch in range(course.epochs):
        order = list(lessons)
        Random(f"spacy_hips.head|{course.seed}|{epoch}").shuffle(order)
        batches = list(minibatch_by_words(order, course.words, get_length=len))
        for number, batch in enumerate(batches):
            done = (epoch + number / len(batches)) / course.epochs
            optimizer.learn_rate = rate_at(done, course.rate)
            with seeded(course.seed + step):
                step_of_head(finder, batch, optimizer)
            step += 1


def learn_head_often(
    finder: HipsNer, lessons: Sequence[TokenLesson], course: HeadCourse, seeds: Sequence[int]
) -> Weights:
    """Have a finder learn some times from its weights of now, with the lessons in other orders.

    finder (HipsNer): Learns; has afterwards the weights of the last training.
    lessons (Sequence[TokenLesson]): What.
    course (HeadCourse): How.
    seeds (Sequence[int]): A training with each.
    RETURNS (Weights): The means of what was learnt.
    """
    start, learnt = weights_of(finder), []
    for seed in seeds:
        take(finder, start)
        learn_head(finder, lessons, replace(course, seed=seed))
        learnt.append(weights_of(finder))
    return means(learnt)


def step_of_head(finder: HipsNer, lessons: Sequence[TokenLesson], optimizer: Adam) -> float:
    """One step of a finder behind an encoder that does not learn.

    finder (HipsNer): Learns.
    lessons (Sequence[TokenLesson]): A batch.
    optimizer (Adam): The optimizer.
    RETURNS (float): The loss.
    """
    set_dropout_rate(finder.model, DROP)
    loss = finder.learn(lessons)
    finder.finish_update(optimizer)
    return loss


def rate_at(done: float, top: float) -> float:
    """The learning rate: it rises over the first tenth of a run, then falls to nothing.

    done (float): The share of the run that is behind.
    top (float): The highest rate.
    """
    rise = (done + 1e-3) / WARMUP
    return top * min(1.0, rise, (1 - done) / (1 - WARMUP))


def _optimizer(rate: float) -> Adam:
    return Adam(rate, L2=0.01, grad_clip=1.0, L2_is_weight_decay=True, use_averages=False)


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Draw dropout from a seed, and leave the generators of the process as they were."""
    import torch

    before: Any = np.random.get_state()
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        np.random.seed(seed % 2**32)
        try:
            yield
        finally:
            np.random.set_state(before)
