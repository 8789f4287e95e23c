"""Fine-tunes a trained pipeline on one's own labelled texts, and keeps what is better."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.errors import HipsError
from ...core.labels import check_label
from ...desk.annotations.annotations import Annotated, read_annotations, to_docs
from ...desk.annotations.conversations import join_conversations
from ...desk.files.paths import alone
from ..corpus.generate import Generator
from ..errors import Errors, Warnings
from .assemble import TRAINED, load_trained
from .choosing import Point, choose, too_few
from .finetune import FineTuning, Plan, State, generated_records
from .labelled import Parts, mask_others, part, pieces, taught_labels
from .own_pipeline import Own, check_output, write_own
from .tune import measure_records
from .wheel import rebuild

if TYPE_CHECKING:
    from spacy.language import Language

ENCODER, FINDER = TRAINED
GENERATED_APART = 100
AS_IT_WAS = "As it was: fine-tuning on own labelled texts made it no better."


@dataclass(frozen=True, kw_only=True)
class TrainOptions:
    """What to fine-tune, on what and how; `spacy-hips train --help` tells of each.

    model (str): A trained pipeline: package or folder.
    output (Path): The folder to write to.
    labels (Path): The labelled texts; `gold_format` is their format where the name tells none.
    labelled (Sequence[str]): Labels that are marked wherever they occur.
    by, conversation (str): Fields that tell whose a text is, and of which conversation.
    overlaps, misaligned (str): What to do with spans that overlap, or lie off the tokens.
    apart (float): The share of the texts that is kept apart.
    epochs (int), rate (float), generated (float), seed (int): How it learns.
    train_encoder (str): "auto", "yes" or "no".
    recall (Optional[float]): What recall the threshold is to reach.
    name, version (str): Of the package; `wheel` is the folder for a wheel of it.
    force, resume (bool): Replace a pipeline that is there; go on with an interrupted run.
    """

    model: str
    output: Path
    labels: Path
    gold_format: str = ""
    labelled: Sequence[str] = ()
    by: str = ""
    conversation: str = ""
    overlaps: str = "error"
    misaligned: str = "error"
    apart: float = 0.2
    epochs: int = 5
    rate: float = 1e-4
    generated: float = 1.0
    train_encoder: str = "auto"
    recall: float | None = None
    seed: int = 1
    name: str = "hips_own"
    version: str = "0.1.0"
    wheel: Path | None = None
    force: bool = False
    resume: bool = False


class Training:
    """One run.

    options (TrainOptions): What is asked for.
    say (Callable): Told what is done, a line at a time.
    show (Callable): Told the figures, before anything is written.
    bar (ContextManager): Entered while it learns; gives a function that is told every step: the
        state, the batches of this epoch, the loss a word.
    """

    def __init__(
        self,
        options: TrainOptions,
        *,
        say: Callable[[str], None],
        show: Callable[[Mapping[str, Point]], None],
        bar: AbstractContextManager[Callable[[State, int, float], None]],
    ) -> None:
        self.options = options
        self.folder = options.output.with_name(options.output.name + ".part")
        self.started = False
        self._say, self._show, self._bar = say, show, bar

    def run(self) -> Point:
        """Train, measure, write.

        RETURNS (Point): What the pipeline gives now on the texts kept apart.
        RAISES (HipsError): E4xx where the labelled texts, the model or a setting cannot be used,
            E747 or E749 where the output is in use or would destroy what is read.
        """
        options = self.options
        _check(options)
        options.output.parent.mkdir(parents=True, exist_ok=True)
        with alone([options.output], read=[options.model, options.labels]):
            self._read()
            return self._run()

    def _read(self) -> None:
        options = self.options
        records = read_records(options)
        self.parts: Parts = part(
            records, options.labels, share=options.apart, seed=options.seed, by=options.by
        )
        self.full = load_trained(options.model)
        known = self.full.get_pipe(FINDER).labels
        self.taught, self.others = taught_labels(records, options.labelled, known, options.labels)
        self.train_encoder = options.train_encoder == "yes"
        if options.train_encoder == "auto":
            self.train_encoder = not _listeners_beside(self.full)

    def _run(self) -> Point:
        nlp = self._finder()
        docs = self._documents(nlp)
        apart = self.parts.apart
        generated = self._generated_apart()
        self._tell(len(docs))
        own = nlp.get_pipe(FINDER).threshold
        before = next(p for p in measure_records(nlp, apart) if p.threshold == own)
        before_generated = measure_records(nlp, generated, [own])[0]
        self._train(nlp, docs)
        chosen = choose(measure_records(nlp, apart), own, self.options.recall)
        after_generated = measure_records(nlp, generated, [chosen.threshold])[0]
        figures = {
            "own texts, before": before,
            "own texts, after": chosen,
            "generated, before": before_generated,
            "generated, after": after_generated,
        }
        self._show(figures)
        if note := too_few(chosen.names, "labelled names", f"{chosen.threshold}"):
            self._say(note)
        if self._is_better(chosen, before):
            self._write(nlp, chosen, figures)
            self._say(Warnings.W401)
        else:
            self._say(Warnings.W402.format(after=chosen.f5, before=before.f5))
            chosen = before
            self._write(None, before, {k: figures[k] for k in figures if "before" in k})
        return chosen

    def _is_better(self, after: Point, before: Point) -> bool:
        """Is there a reason to take what was learnt? Other labels than names are not measured."""
        recall = self.options.recall
        if recall is not None and before.recall < recall <= after.recall:
            return True
        others = set(self.taught) - {"PERSON"}
        return after.f5 > before.f5 or (after.f5 == before.f5 and bool(others))

    def _finder(self) -> Language:
        """Encoder and finder alone, on a vocabulary of their own, in full precision."""
        nlp = rebuild(self.full, only=TRAINED, nlp_settings={"before_creation": None})
        nlp.get_pipe(ENCODER).quantize = ""
        return nlp

    def _documents(self, nlp: Language) -> list[Any]:
        misaligned = self.options.misaligned
        for texts in (self.parts.learn, self.parts.apart):  # before anything is cut: record numbers
            for _ in to_docs(texts, nlp, misaligned=misaligned):
                pass
        cut = (piece for record in self.parts.learn for piece in pieces(record))
        finder = nlp.get_pipe(FINDER).cfg
        docs = [
            doc
            for doc in to_docs(
                cut,
                nlp,
                spans_key=finder["gold_key"],
                misaligned=misaligned,
                labelled=self.taught,
            )
            if len(doc)
        ]
        if self.others:
            gold, masked = finder["gold_key"], finder["masked_key"]
            count = mask_others(docs, nlp, gold_key=gold, masked_key=masked)
            self._say(f"{count} other names that the finder knows already teach nothing.")
        return docs

    def _generated_apart(self) -> list[Annotated]:
        return list(generated_records(Generator("dev"), self.options.seed, 0, GENERATED_APART))

    def _tell(self, documents: int) -> None:
        parts = self.parts
        self._say(
            f"{len(parts.learn)} texts to learn from ({documents} documents), {len(parts.apart)} "
            f"kept apart by {parts.by}. Learnt: {', '.join(self.taught)}. The encoder "
            f"{'learns too' if self.train_encoder else 'stays as it is'}."
        )

    def _train(self, nlp: Language, docs: Sequence[Any]) -> None:
        if not self.options.resume:
            shutil.rmtree(self.folder, ignore_errors=True)
        tuning = FineTuning(nlp, self._plan(), docs, self.folder)
        if self.options.resume:
            tuning.resume()
            self._say(f"Going on behind step {tuning.state.step}.")
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.started = True

        def judge(nlp: Language) -> float:
            own = self.full.get_pipe(FINDER).threshold
            point = choose(measure_records(nlp, self.parts.apart), own, self.options.recall)
            self._say(
                f"epoch {tuning.state.epoch + 1}: recall {point.recall:.3f}, precision "
                f"{point.precision:.3f}, F5 {point.f5:.3f} at threshold {point.threshold}"
            )
            return point.f5

        with self._bar as watch:
            tuning.run(judge, watch)

    def _plan(self) -> Plan:
        options = self.options
        reading = ("labelled", "by", "conversation", "overlaps", "misaligned", "apart")
        files = sorted(p for p in (options.labels, *options.labels.rglob("*")) if p.is_file())
        digest = sha256(b"".join(file.read_bytes() for file in files))
        digest.update(json.dumps([getattr(options, name) for name in reading]).encode())
        return Plan(
            model=str(options.model),
            labels=digest.hexdigest(),
            epochs=options.epochs,
            rate=options.rate,
            generated=options.generated,
            seed=options.seed,
            train_encoder=self.train_encoder,
        )

    def _write(self, nlp: Language | None, chosen: Point, figures: dict[str, Point]) -> None:
        """Write the pipeline, without `nlp` as it was; it gets its name when it is whole."""
        options = self.options
        own = Own(options.output, options.name, options.version, options.wheel)
        learnt = f"Fine-tuned on own labelled texts. {Warnings.W401}"
        meta = {
            "performance": {name: asdict(point) for name, point in figures.items()},
            "description": learnt if nlp else AS_IT_WAS,
        }
        trained = {name: nlp.get_pipe(name) for name in TRAINED} if nlp else {}
        write_own(
            self.full, own, trained=trained, threshold=chosen.threshold, meta=meta, say=self._say
        )


def _check(options: TrainOptions) -> None:
    recall = options.recall
    wanted = {
        "--epochs": (options.epochs >= 1, "1 or more"),
        "--rate": (0 < options.rate < 1, "between 0 and 1"),
        "--generated": (options.generated >= 0, "0 or more"),
        "--apart": (0 < options.apart <= 0.5, "more than 0 and at most 0.5"),
        "--recall": (recall is None or 0 < recall <= 1, "more than 0 and at most 1"),
    }
    for setting, (good, text) in wanted.items():
        if not good:
            raise HipsError(Errors.E730.format(setting=setting, wanted=text))
    for label in options.labelled:
        check_label(label)
    check_output(options.output, force=options.force)


def read_records(options: TrainOptions) -> list[Annotated]:
    """The labelled texts, conversations in one piece."""
    records = read_annotations(options.labels, overlaps=options.overlaps, form=options.gold_format)
    if options.conversation:
        return list(join_conversations(records, options.conversation, path=options.labels))
    return records


def _listeners_beside(nlp: Language) -> list[str]:
    """Components other than the finder that use the encoder's output."""
    encoder = nlp.get_pipe(ENCODER)
    return [name for name in encoder.listening_components if name != FINDER]
