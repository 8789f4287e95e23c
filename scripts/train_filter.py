"""Train hips_filter over a frozen encoder that is asked only once about every mention.

    python scripts/train_filter.py training/model-best train.spacy dev.spacy -o training/filter

It learns what `spacy train configs/filter_minilm.cfg` learns, from the same config, but runs the
pipeline before the filter once in place of once an epoch, and sets the threshold from which on
nearly all persons of the dev file that are kept are public, and the languages in which it has
learnt roles. It learns several times, each time from the same beginning with the lessons in
another order, and keeps the means of the weights: what single trainings make of a rare word is
chance. With --cache a broken run goes on, and further runs begin at once. With --start it goes on
from the filter of a whole pipeline, whose engine makes the lessons four times as fast; with
--fresh, too, it learns from the beginning.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path

import numpy as np
import spacy
import srsly
from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.training.initialize import init_nlp
from spacy.util import load_config, minibatch
from thinc.api import Model

from spacy_hips.components.filter import HipsFilter
from spacy_hips.components.scoring.role_scores import WRONG, kept_at, threshold_for, trusted_from
from spacy_hips.find.models.pooling import pool
from spacy_hips.find.models.probabilities import softmax
from spacy_hips.find.models.role_classifier import Mentions
from spacy_hips.lab.corpus.roles import LANGUAGE_KEY, ROLES_GROUP
from spacy_hips.lab.training.judge_lessons import (
    TOGETHER,
    Course,
    forget,
    learn_often,
    lessons_of,
    persons,
)
from spacy_hips.who.judging.evidence import FEATURES, surely_somebody
from spacy_hips.who.judging.model_input import FINDER_FEATURES
from spacy_hips.who.judging.role_lessons import Lesson, loss_of
from spacy_hips.who.judging.role_targets import NOBODY, UNKNOWN, Targets
from spacy_hips.who.judging.verdicts import PUBLIC

CONFIG = Path(__file__).parents[1] / "configs" / "filter_minilm.cfg"
SHARES = (0.95, 0.97, 0.98, 0.99)
# Mentions with roles from which on a language is learnt; in others all in doubt are hidden.
LEARNT = 2000
# Bounds of the probabilities of which `print_calibration` tells the share that is right.
LEVELS = (0.0, 0.1, 0.5, 0.9, 0.98, 1.01)
HEADING = "dev loss  public kept  nobody kept so  students F1"


def main() -> None:
    """Make the lessons, learn them, choose the threshold, write the pipeline."""
    args = _arguments()
    nlp = _further(args) if args.start else _anew(args)
    judge = nlp.get_pipe("hips_filter")
    if args.fresh:
        forget(judge, args.seed)
    train, dev = _lessons(args, nlp)
    print(f"{_told(train)} to learn from, {_told(dev)} to choose on", flush=True)
    learn(judge, train, dev, args)
    learnt = learnt_languages(DocBin().from_disk(args.train).get_docs(nlp.vocab))
    judge.judge.languages = sorted({*learnt, *(judge.judge.languages if args.start else ())})
    print(f"languages {', '.join(judge.judge.languages)}")
    set_thresholds(judge, dev, args)
    print_calibration(judge, dev, DocBin().from_disk(args.dev).get_docs(nlp.vocab))
    args.output.parent.mkdir(parents=True, exist_ok=True)
    nlp.to_disk(args.output)


def _anew(args: argparse.Namespace) -> Language:
    paths = {"paths.ner": args.model, "paths.train": args.train, "paths.dev": args.dev}
    return init_nlp(load_config(args.config, {key: str(p) for key, p in paths.items()}))


def _further(args: argparse.Namespace) -> Language:
    return spacy.load(str(args.model), exclude=["hips_anonymizer"])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("model", type=Path, help="folder with hips_transformer and hips_ner; with "
                        "--start a whole pipeline, or its name")  # fmt: skip
    parser.add_argument("train", type=Path, help=".spacy file of scripts/convert_roles.py")
    parser.add_argument("dev", type=Path, help="the same, of texts that are set aside")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--start", action="store_true", help="go on from the filter of MODEL")
    fresh = "with --start: learn from the beginning, with its engine"
    parser.add_argument("--fresh", action="store_true", help=fresh)
    parser.add_argument("--config", type=Path, default=CONFIG)
    parser.add_argument("--cache", type=Path, help="folder that keeps the lessons")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch", type=int, default=24, help="documents a step")
    parser.add_argument("--learn-rate", type=float, default=0.0007)
    parser.add_argument("--dropout", type=float, default=0.5)
    wrong = "largest share of private persons among those that are kept"
    parser.add_argument("--wrong", type=float, default=WRONG, help=wrong)
    sure = "share of private persons, of those who surely are somebody, that stays hidden"
    parser.add_argument("--hidden-sure", type=float, default=0.999, help=sure)
    parser.add_argument("--lowest", type=float, default=0.5, help="lowest threshold to choose")
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--trainings", type=int, default=5, help="with this seed and the next ones")
    args = parser.parse_args()
    if args.trainings < 1:
        parser.error(f"--trainings {args.trainings}: at least 1")
    for path in (args.train, args.dev):
        if not path.is_file():
            parser.error(f"{path} is not there")  # before minutes of work, not after
    return args


def learn(
    judge: HipsFilter, train: Sequence[Lesson], dev: Sequence[Lesson], args: argparse.Namespace
) -> None:
    """Learn some times, of each training the epoch that is best on dev, and keep the means."""

    def value(epoch: int, loss: float) -> float:
        measured = evaluate(judge, dev)
        _, public, nobody, students = measured
        print(f"{epoch:5}  {loss:.4f}  {_row(measured)}", flush=True)
        return 0.6 * public + 0.2 * nobody + 0.2 * students

    print(f"epoch  loss    {HEADING}", flush=True)
    course = Course(
        args.epochs, args.batch, args.learn_rate, args.dropout, args.seed, args.trainings
    )
    learn_often(judge, train, course, value)
    print(f"means of {args.trainings}:  {_row(evaluate(judge, dev))}", flush=True)


def _row(measured: tuple[float, float, float, float]) -> str:
    """What `evaluate` gives, below HEADING."""
    loss, public, nobody, students = measured
    return f"{loss:8.4f}  {public:11.3f}  {nobody:14.3f}  {students:11.3f}"


def set_thresholds(judge: HipsFilter, dev: Sequence[Lesson], args: argparse.Namespace) -> None:
    """Set the threshold for all, and the higher one for those who surely are somebody.

    Whom hard evidence decides has a probability of 0 or 1 at any threshold: such persons tell
    nothing of it. A few of them are private and kept, and would leave no threshold good enough.
    """
    private, public, _ = _probabilities(judge, dev, ruled=False)
    threshold = trusted_from(private, public, args.wrong)
    judge.threshold_public = min(max(threshold, args.lowest), 1.0)
    print(f"threshold_public {judge.threshold_public:.4f} ({args.wrong} of those kept are private)")
    sure = _probabilities(judge, dev, sure=True, ruled=False)[0]
    own = threshold_for(sure, args.hidden_sure)
    judge.threshold_sure = min(max(own, judge.threshold_public), 1.0)
    print(f"threshold_sure {judge.threshold_sure:.4f} (hides {args.hidden_sure} of {len(sure)})")


def print_calibration(judge: HipsFilter, dev: Sequence[Lesson], docs: Iterable[Doc]) -> None:
    """Print how many persons are public at each probability, in each language.

    judge (HipsFilter): With its thresholds.
    dev (Sequence[Lesson]): Lessons of the texts that are set aside.
    docs (Iterable[Doc]): Their documents, in the same order.
    """
    by_language: dict[str, list[Lesson]] = defaultdict(list)
    for lesson, doc in zip(dev, docs, strict=True):
        by_language[doc.user_data.get(LANGUAGE_KEY, "en")].append(lesson)
    bins = "  ".join(f"{low:>5}-{high:<5}" for low, high in pairwise(LEVELS))
    print(f"persons that are public, by probability\n          {bins}  private among kept")
    for language, lessons in sorted(by_language.items()):
        private, public, _ = _probabilities(judge, lessons)
        cells = []
        for low, high in pairwise(LEVELS):
            right, wrong = (sum(low <= p < high for p in values) for values in (public, private))
            cells.append(f"{right}/{right + wrong}")
        kept = sum(p >= judge.threshold_public for p in public + private)
        left = sum(p >= judge.threshold_public for p in private)
        print(f"{language:8}  {'  '.join(f'{cell:>11}' for cell in cells)}  {left}/{kept}")


def evaluate(judge: HipsFilter, dev: Sequence[Lesson]) -> tuple[float, float, float, float]:
    """Loss a person, shares of public persons and of nobodies kept, F1 of students.

    The shares are means over the SHARES of private persons that stay hidden: at the highest alone
    ten persons of the dev file would choose the epoch.
    """
    private, public, nobody = _probabilities(judge, dev)
    sharpness = judge.judge.sharpness
    scores = [_predict(judge.model, lesson) for lesson in dev]
    loss, _ = loss_of(dev, scores, sharpness)
    right = told = there = 0
    for lesson, own in zip(dev, scores, strict=True):
        if not len(lesson.counts):
            continue
        roles = pool(own, lesson.person, sharpness)[0].argmax(axis=1)
        for role, kind in zip(roles, lesson.targets.kinds, strict=True):
            if kind != UNKNOWN:
                right += kind == "student" and role == 0
                told += role == 0
                there += kind == "student"
    students = 2 * right / max(1, told + there)
    return (
        loss / persons(dev),
        _mean_kept(private, public),
        _mean_kept(private, nobody),
        students,
    )


def _mean_kept(private: Sequence[float], others: Sequence[float]) -> float:
    return float(np.mean([kept_at(private, others, share) or 0.0 for share in SHARES]))


def _probabilities(
    judge: HipsFilter, dev: Sequence[Lesson], *, sure: bool = False, ruled: bool = True
) -> tuple[list[float], list[float], list[float]]:
    """The probabilities of public of persons that are private, public, and no persons at all.

    With `sure` only of those who surely are somebody (who/judging/evidence.py); without `ruled`
    only of those whom no hard evidence decides.
    """
    out: dict[str, list[float]] = {"private": [], "public": [], NOBODY: []}
    for lesson in dev:
        if not len(lesson.counts):
            continue
        scores = _predict(judge.model, lesson)
        people = softmax(pool(scores, lesson.person, judge.judge.sharpness)[0])[:, PUBLIC]
        people = lesson.decided(people)
        first = np.cumsum(lesson.counts) - lesson.counts
        mentions = surely_somebody(lesson.mentions.features[:, len(FINDER_FEATURES) :])
        asked = np.logical_or.reduceat(mentions, first) if sure else np.ones(len(people), bool)
        if not ruled and lesson.ruled is not None:
            asked &= np.isnan(lesson.ruled)
        for value, kind, own in zip(people.tolist(), lesson.targets.kinds, asked, strict=True):
            if kind != UNKNOWN and own:
                out[kind if kind in out else "private"].append(value)
    return out["private"], out["public"], out[NOBODY]


def _predict(model: Model, lesson: Lesson) -> np.ndarray:
    return np.asarray(model.predict([lesson.mentions])[0])


def _lessons(args: argparse.Namespace, nlp: Language) -> tuple[list[Lesson], list[Lesson]]:
    train, dev = (list(make_lessons(nlp, path, args.cache)) for path in (args.train, args.dev))
    return train, dev


def _kept(file: Path, make: Callable[[], list[Lesson]]) -> list[Lesson]:
    """The lessons of this file, which is made anew where it is not there or of other evidence."""
    if file.exists():
        names, lessons = srsly.read_msgpack(file)
        if tuple(names) == FEATURES:
            return [_unpacked(lesson) for lesson in lessons]
    lessons = make()
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")  # whole or not at all, however the run ends
    srsly.write_msgpack(part, [FEATURES, [asdict(lesson) for lesson in lessons]])
    part.replace(file)
    return lessons


def _unpacked(fields: dict) -> Lesson:
    targets = Targets(**fields["targets"])
    targets = replace(targets, kinds=tuple(targets.kinds))
    return Lesson(**{**fields, "mentions": Mentions(**fields["mentions"]), "targets": targets})


def make_lessons(nlp: Language, path: Path, cache: Path | None = None) -> Iterator[Lesson]:
    """Run the pipeline before the filter over a file, once.

    nlp (Language): Ends with hips_filter.
    path (Path): Documents with roles.
    cache (Path): Folder in which the lessons are kept, so that a broken run goes on.
    YIELDS (Lesson): One a document.
    """
    golds = list(DocBin().from_disk(path).get_docs(nlp.vocab))
    begun, tokens = time.perf_counter(), 0
    for number, batch in enumerate(minibatch(golds, TOGETHER)):
        if cache is None:
            yield from lessons_of(nlp, batch)
        else:
            yield from _kept(cache / f"{_known(batch)}.msgpack", partial(lessons_of, nlp, batch))
        tokens += sum(len(gold) for gold in batch)
        if number % 20 == 0:
            rate = tokens / (time.perf_counter() - begun)
            sys.stderr.write(f"{path.name}: {tokens:,} tokens, {rate:,.0f} a second\n")


def _known(golds: Sequence[Doc]) -> str:
    """A name for these documents with all that is marked in them, the same in every process."""
    told = blake2b(digest_size=16)
    for gold in golds:
        spans = [(k, s.start, s.end, s.label_) for k, group in gold.spans.items() for s in group]
        told.update(repr((gold.text, spans, gold.user_data)).encode("utf8"))
    return told.hexdigest()


def learnt_languages(docs: Iterable[Doc]) -> list[str]:
    """Languages with enough mentions of which the roles are known.

    docs (Iterable[Doc]): What was learnt from.
    RETURNS (list[str]): Their codes.
    """
    counts: Counter[str] = Counter()
    for doc in docs:
        counts[doc.user_data.get(LANGUAGE_KEY, "en")] += len(doc.spans.get(ROLES_GROUP, ()))
    return sorted(code for code, mentions in counts.items() if mentions >= LEARNT) or ["en"]


def _told(lessons: Sequence[Lesson]) -> str:
    mentions = sum(int(lesson.counts.sum()) for lesson in lessons)
    return f"{persons(lessons):,} persons with {mentions:,} mentions in {len(lessons):,} documents"


if __name__ == "__main__":
    main()
