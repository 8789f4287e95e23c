"""Learns from a user's texts who is private there, and labels of the user's own.

The texts are labelled ones, or those of a review. The encoder stays as it is, so it is asked about
every text only once, and what stands behind it learns on a processor in minutes, from the texts and
from generated documents, so that nothing is forgotten. What is told of the user's texts is always
what the others taught (cross-validation).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.errors import HipsError
from ...desk.files.paths import alone
from ..corpus.generate import Generator
from ..corpus.roles import of_generated
from ..errors import Errors, Warnings
from .arrived import Arrived, Searched, decide, scores_of, search_again
from .assemble import FILTER, TRAINED, load_trained
from .choose_judge import Candidate, Choice, Chosen, Thresholds, Wish
from .judge_lessons import Course, Weights, learn_often, means, take, weights_of
from .learnt import AS_IT_WAS, HALFWAY, LEARNT, Labels, Learnt
from .own_labels import BESIDE_OWN, learn_labels, remove_finder
from .own_names import learn_names
from .own_pipeline import Own, check_output, write_own
from .reviewed import OwnText, Reviewed, read_reviewed

if TYPE_CHECKING:
    from spacy.language import Language

    from ...components.filter import HipsFilter
    from ...who.judging.judge import Judge

_, FINDER = TRAINED
GENERATED, PROBES = 200, 100
"""Generated documents to learn from, and those on which nobody who was hidden may be left."""
WEIGHT = 2.0
"""How much a text of the user's counts beside a generated one."""
COURSE = Course(epochs=8, rate=0.0005, dropout=0.4, trainings=2, rise=20)
CARD = "card.md"
AS_BEFORE = "As it was: one's own texts gave no reason for another judge."


@dataclass(frozen=True, kw_only=True)
class LearnOptions:
    """What to learn from and how; `spacy-hips learn --help` tells of each.

    model (str): A trained pipeline: package or folder.
    reviewed (Path): Labelled texts, or what `spacy-hips find` wrote; then `decisions` are files of
        what was decided about it.
    output (Path): The folder to write to.
    gold_format (str): The annotation format of labelled texts, where their name does not tell.
    labelled (Sequence[str]): Labels that are marked wherever they occur.
    by (str): The field that tells whose a text is.
    keep_public, hide_private (Optional[float]): The shares that are wanted.
    seed (int): Of the order of the lessons and of the generated documents.
    name, version (str): Of the package; `wheel` is the folder for a wheel of it.
    force (bool): Replace a pipeline that is there.
    """

    model: str
    reviewed: Path
    output: Path
    decisions: Sequence[str] = ()
    gold_format: str = ""
    labelled: Sequence[str] = ()
    by: str = ""
    keep_public: float | None = None
    hide_private: float | None = None
    seed: int = 1
    name: str = "hips_own"
    version: str = "0.1.0"
    wheel: Path | None = None
    force: bool = False


@dataclass(frozen=True)
class Material:
    """What a judge learns from, all of it as it arrives there.

    own (Sequence[Arrived]): The user's texts.
    taught, probe (Sequence[Arrived]): Generated ones to learn beside them, and to guard with.
    folds (Sequence): The numbers of the user's texts in parts, each kept apart in turn.
    """

    own: Sequence[Arrived]
    taught: Sequence[Arrived]
    probe: Sequence[Arrived]
    folds: Sequence[Sequence[int]]


class Learning:
    """One run. Nothing stands under the output's name before it is whole.

    options (LearnOptions): What is asked for.
    say (Callable): Told what is done, a line at a time.
    """

    def __init__(self, options: LearnOptions, *, say: Callable[[str], None]) -> None:
        self.options = options
        self._say = say

    def run(self) -> Learnt:
        """Learn, choose, write.

        RETURNS (Learnt): What was learnt.
        RAISES (HipsError): E4xx, E5xx or E8xx where the texts, the model or a setting cannot be
            used, E747 or E749 where the output is in use or would destroy what is read.
        """
        options = self.options
        _check(options)
        options.output.parent.mkdir(parents=True, exist_ok=True)
        read: list[str | Path] = [options.model, options.reviewed, *options.decisions]
        with alone([options.output], read=read):
            texts = read_reviewed(
                options.reviewed,
                options.decisions,
                form=options.gold_format,
                labelled=options.labelled,
                by=options.by,
            )
            nlp = load_trained(options.model)
            if FILTER not in nlp.pipe_names:
                raise HipsError(Errors.E513.format(path=options.model))
            learnt = self._learn(nlp, texts)
            for line in learnt.sentences():
                self._say(line)
            self._write(nlp, learnt)
        return learnt

    def _learn(self, nlp: Language, texts: Reviewed) -> Learnt:
        judge: HipsFilter = nlp.get_pipe(FILTER)
        judge.set_verifier(None)
        known = judge.judge.languages
        texts = texts.of_languages(known)
        if texts.foreign:
            self._say(Warnings.W403.format(count=texts.foreign, known=", ".join(known)))
        texts.check(self.options.reviewed)
        if texts.model and texts.model != _told(nlp):
            self._say(Warnings.W404.format(other=texts.model, model=_told(nlp)))
        finds = nlp.get_pipe(FINDER).labels
        if ruled := texts.not_learnt(finds):
            self._say(Warnings.W407.format(labels=", ".join(ruled)))
        self._say(f"{len(texts.rows)} texts to learn from, kept apart in turn by {texts.by}.")
        own = Searched.of(nlp, texts.rows)
        self._say(f"{GENERATED} generated texts to learn beside them, {PROBES} to guard with.")
        seed = self.options.seed
        beside = Searched.of(nlp, generated("train", GENERATED, seed))
        probe = Searched.of(nlp, generated("dev", PROBES, seed))
        before = decide(judge.judge, own.arrived, _scores(own.arrived))
        told = sorted(set(self.options.labelled) & set(finds))
        given = (texts.folds, told, seed, self._say)
        finder, own, probe = learn_names(nlp, own, beside, probe, *given)
        labels, own, probe = self._learn_labels(nlp, texts, own, beside, probe)
        search_again(nlp, beside.docs)
        taught = beside.again(nlp).arrived
        folds = texts.folds if texts.tells_roles else ()
        material = Material(own.arrived, taught, probe.arrived, folds)
        wish = Wish(self.options.keep_public, self.options.hide_private)
        start = Thresholds.of(judge.judge)
        chosen = learn_judge(judge, material, wish, seed, self._say)
        chosen = replace(chosen, before=before)
        return Learnt(chosen, start, tuple(own.arrived), wish, finder, labels)

    def _learn_labels(
        self, nlp: Language, texts: Reviewed, own: Searched, beside: Searched, probe: Searched
    ) -> tuple[Labels, Searched, Searched]:
        """Learn the labels of the user's own, unless somebody would be left for it."""
        if not texts.labels:
            return Labels(), own, probe
        judge = nlp.get_pipe(FILTER).judge
        others = [*beside.docs[:BESIDE_OWN], *probe.docs]
        given = (texts.folds, self.options.seed, self._say)
        tallies = tuple(learn_labels(nlp, texts.rows, own.docs, others, *given))
        now = own.again(nlp), probe.again(nlp)
        both = ((own, now[0]), (probe, now[1]))
        left = sum(_newly_left(judge, old.arrived, new.arrived) for old, new in both)
        if not left and any(tally.found for tally in tallies):
            return Labels(tallies), *now
        remove_finder(nlp, texts.labels)
        return Labels(tallies, left), own, probe

    def _write(self, nlp: Language, learnt: Learnt) -> None:
        options = self.options
        own = Own(options.output, options.name, options.version, options.wheel)
        said = f"Learnt from own texts. {Warnings.W401}" if learnt.changed else AS_BEFORE
        meta = {"description": said, "performance": learnt.figures}
        write_own(nlp, own, meta=meta, files={CARD: learnt.card()}, say=self._say)


def generated(split: str, documents: int, seed: int) -> list[OwnText]:
    """Generated documents that name somebody.

    split (str): "train" to learn from, "dev" to guard with: they share no name and no template.
    documents, seed (int): How many, and which.
    """
    generator = Generator(split)
    rows = (_of_generated(generator.document(seed, number)) for number in count())
    return list(islice((row for row in rows if row.marks), documents))


def _of_generated(raw: Mapping[str, Any]) -> OwnText:
    return OwnText(**vars(of_generated(raw)), spans=tuple(map(tuple, raw["spans"])))


def learn_judge(
    judge: HipsFilter,
    material: Material,
    wish: Wish,
    seed: int,
    say: Callable[[str], None] = lambda line: None,
) -> Chosen:
    """Have a judge learn, and take what is chosen.

    judge (HipsFilter): Has the chosen weights and thresholds afterwards.
    material (Material): What it learns from.
    wish (Wish): What is wanted.
    seed (int): Of the order of the lessons.
    say (Callable): Told what is done.
    RETURNS (Chosen): What was chosen; its figures are of texts that were kept apart.
    """
    # The weights that are taken have learnt from all texts: so they are asked about all.
    own, probe = material.own, [*material.probe, *material.own]
    start = weights_of(judge)
    weights = {AS_IT_WAS: start}
    before = (_scores(some) for some in (own, probe))
    candidates = [Candidate(AS_IT_WAS, *before)]
    if material.folds:
        apart = _turns(judge, material, start, seed, say)
        say("Learning from all.")
        weights |= _learnt(judge, start, own, material.taught, seed)
        for name, scores in apart.items():
            take(judge, weights[name])
            by_text = [scores[number] for number in range(len(own))]
            candidates.append(Candidate(name, by_text, scores_of(judge, probe)))
    chosen = Choice(judge.judge, own, probe, wish)(candidates)
    take(judge, weights[chosen.candidate.name])
    chosen.thresholds.set(judge.judge)
    return chosen


def _turns(
    judge: HipsFilter, material: Material, start: Weights, seed: int, say: Callable[[str], None]
) -> dict[str, dict[int, np.ndarray]]:
    """What is said of each text of the user's by weights that have not seen it."""
    own, folds = material.own, material.folds
    apart: dict[str, dict[int, np.ndarray]] = {HALFWAY: {}, LEARNT: {}}
    for turn, fold in enumerate(folds, 1):
        say(f"Learning, turn {turn} of {len(folds)}.")
        others = [one for number, one in enumerate(own) if number not in set(fold)]
        for name, learnt in _learnt(judge, start, others, material.taught, seed).items():
            take(judge, learnt)
            some = scores_of(judge, [own[number] for number in fold])
            apart[name].update(zip(fold, some, strict=True))
    return apart


def _scores(arrived: Sequence[Arrived]) -> list[np.ndarray]:
    """What the judge said of some texts when they arrived."""
    return [one.people.scores for one in arrived]


def _newly_left(judge: Judge, before: Sequence[Arrived], after: Sequence[Arrived]) -> int:
    """How many private mentions are left now that were hidden before."""
    was, now = (decide(judge, some, _scores(some)).left for some in (before, after))
    return len(now - was)


def _learnt(
    judge: HipsFilter,
    start: Weights,
    own: Sequence[Arrived],
    taught: Sequence[Arrived],
    seed: int,
) -> dict[str, Weights]:
    """What some texts teach, beside the generated ones."""
    lessons = [replace(one.lesson, weight=WEIGHT) for one in own]
    lessons += [one.lesson for one in taught]
    take(judge, start)
    learn_often(judge, lessons, replace(COURSE, seed=seed))
    learnt = weights_of(judge)
    return {HALFWAY: means([start, learnt]), LEARNT: learnt}


def _told(nlp: Language) -> str:
    """A pipeline as `find` tells it."""
    return f"{nlp.lang}_{nlp.meta['name']} {nlp.meta['version']}"


def _check(options: LearnOptions) -> None:
    for setting in ("keep_public", "hide_private"):
        share = getattr(options, setting)
        if share is not None and not 0 < share <= 1:
            name = f"--{setting.replace('_', '-')}"
            raise HipsError(Errors.E730.format(setting=name, wanted="more than 0 and at most 1"))
    check_output(options.output, force=options.force)
