"""spacy-hips train: fine-tune a trained pipeline on one's own labelled texts."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import Errors, HipsError, Warnings
from ..labels import check_label
from . import _options
from ._choosing import Point, choose
from ._console import say, show
from ._paths import alone
from .assemble import TRAINED, fill_meta, load_trained
from .tune import measure_records, tell_too_few

if TYPE_CHECKING:
    from spacy.language import Language

    from ..records.annotations import Annotated
    from ._finetune import State
    from ._labelled import Parts

ENCODER, FINDER = TRAINED
GENERATED_APART = 100
AS_IT_WAS = "As it was: fine-tuning on own labelled texts made it no better."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the verb."""
    parser.add_argument("model", help="a trained pipeline: package or folder")
    parser.add_argument("-o", "--output", type=Path, required=True, help="folder to write to")
    texts = parser.add_argument_group("labelled texts")
    texts.add_argument(
        "--labels", type=Path, required=True, help="your texts (.jsonl, .json or .spacy)"
    )
    _options.add_gold_format(texts)
    texts.add_argument(
        "--labelled", metavar="LABEL", nargs="+", default=[],
        help="labels that are marked wherever they occur (default: those that occur)",
    )  # fmt: skip
    texts.add_argument(
        "--by", metavar="FIELD", default="",
        help="whose a text is: nobody is in both parts (default: author, ... else each text)",
    )  # fmt: skip
    texts.add_argument(
        "--conversation", metavar="FIELD", default="",
        help="records of the same value that follow each other are one conversation",
    )  # fmt: skip
    texts.add_argument(
        "--overlaps", choices=["error", "longest"], default="error", help="spans that overlap"
    )
    texts.add_argument(
        "--misaligned", choices=["error", "expand", "drop"], default="error",
        help="spans that begin or end inside a token",
    )  # fmt: skip
    texts.add_argument("--apart", type=float, default=0.2, help="share kept apart (0.2)")
    training = parser.add_argument_group("training")
    training.add_argument("--epochs", type=int, default=5, help="how often each text is seen (5)")
    training.add_argument("--rate", type=float, default=1e-4, help="learning rate (0.0001)")
    training.add_argument(
        "--generated", type=float, default=1.0, metavar="RATIO",
        help="generated words for each word of yours, so that nothing is forgotten (1)",
    )  # fmt: skip
    training.add_argument(
        "--train-encoder", choices=["auto", "yes", "no"], default="auto",
        help="auto: unless another component uses the encoder too, such as hips_filter",
    )  # fmt: skip
    training.add_argument("--recall", type=float, help="threshold: fewest names found with it")
    training.add_argument("--seed", type=int, default=1)
    out = parser.add_argument_group("output")
    out.add_argument("--name", default="hips_own", help="the package will be LANG_NAME")
    out.add_argument("--version", default="0.1.0", help="version of the pipeline")
    out.add_argument("--wheel", type=Path, metavar="DIR", help="also build a wheel, into DIR")
    out.add_argument("--json", action="store_true", help="print the figures as JSON")
    out.add_argument("--force", action="store_true", help="replace a pipeline that is there")
    out.add_argument("--resume", action="store_true", help="go on with an interrupted run")
    out.add_argument("--quiet", action="store_true", help="no progress bar")


def run(args: argparse.Namespace) -> int:
    """Fine-tune; 0 where all went well, 1 where a wanted recall is not reached.

    args (Namespace): The options.
    RAISES (HipsError): E4xx where the labelled texts, the model or a setting cannot be used.
    """
    _check(args)
    args.output.parent.mkdir(parents=True, exist_ok=True)
    with alone(args, [args.output]):
        work = Work(args)
        try:
            return work.run()
        except KeyboardInterrupt:
            if work.started:
                say(f"Stopped. The same command with --resume goes on from {work.folder}.")
            raise


class Work:
    """One run of the verb.

    args (Namespace): The options.
    RAISES (HipsError): See `run`.
    """

    def __init__(self, args: argparse.Namespace) -> None:
        from ._finetune import generated_records
        from ._labelled import part, taught_labels

        self.args = args
        self.folder = args.output.with_name(args.output.name + ".part")
        self.started = False
        records = _read(args)
        self.parts: Parts = part(records, args.labels, share=args.apart, seed=args.seed, by=args.by)
        self.full = load_trained(args.model)
        known = self.full.get_pipe(FINDER).labels
        self.taught, self.others = taught_labels(records, args.labelled, known, args.labels)
        self.train_encoder = args.train_encoder == "yes"
        if args.train_encoder == "auto":
            self.train_encoder = not _listeners_beside(self.full)
        self._generate = generated_records

    def run(self) -> int:
        """Train, measure, write."""
        nlp = self._finder()
        docs = self._documents(nlp)
        apart = self.parts.apart
        generated = self._generated_apart()
        self._tell(len(docs))
        own = nlp.get_pipe(FINDER).threshold
        before = next(p for p in measure_records(nlp, apart) if p.threshold == own)
        before_generated = measure_records(nlp, generated, [own])[0]
        self._train(nlp, docs)
        chosen = choose(measure_records(nlp, apart), own, self.args.recall)
        after_generated = measure_records(nlp, generated, [chosen.threshold])[0]
        figures = {
            "own texts, before": before,
            "own texts, after": chosen,
            "generated, before": before_generated,
            "generated, after": after_generated,
        }
        _print(figures, as_json=self.args.json)
        tell_too_few(chosen)
        if self._is_better(chosen, before):
            self._write(nlp, chosen, figures)
            say(Warnings.W401)
        else:
            say(Warnings.W402.format(after=chosen.f5, before=before.f5))
            chosen = before
            self._write(None, before, {k: figures[k] for k in figures if "before" in k})
        return 0 if self.args.recall is None or chosen.recall >= self.args.recall else 1

    def _is_better(self, after: Point, before: Point) -> bool:
        """Is there a reason to take what was learnt? Other labels than names are not measured."""
        recall = self.args.recall
        if recall is not None and before.recall < recall <= after.recall:
            return True
        others = set(self.taught) - {"PERSON"}
        return after.f5 > before.f5 or (after.f5 == before.f5 and bool(others))

    def _finder(self) -> Language:
        """Encoder and finder alone, on a vocabulary of their own, in full precision."""
        from ._wheel import rebuild

        nlp = rebuild(self.full, only=TRAINED, nlp_settings={"before_creation": None})
        nlp.get_pipe(ENCODER).quantize = ""
        return nlp

    def _documents(self, nlp: Language) -> list[Any]:
        from ..records.annotations import to_docs
        from ._labelled import mask_others, pieces

        misaligned = self.args.misaligned
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
            say(f"{count} other names that the finder knows already teach nothing.")
        return docs

    def _generated_apart(self) -> list[Annotated]:
        from ..corpus.generate import Generator

        return list(self._generate(Generator("dev"), self.args.seed, 0, GENERATED_APART))

    def _tell(self, documents: int) -> None:
        parts = self.parts
        say(
            f"{len(parts.learn)} texts to learn from ({documents} documents), {len(parts.apart)} "
            f"kept apart by {parts.by}. Learnt: {', '.join(self.taught)}. The encoder "
            f"{'learns too' if self.train_encoder else 'stays as it is'}."
        )

    def _train(self, nlp: Language, docs: Sequence[Any]) -> None:
        from ._finetune import FineTuning

        if not self.args.resume:
            shutil.rmtree(self.folder, ignore_errors=True)
        tuning = FineTuning(nlp, self._plan(), docs, self.folder)
        if self.args.resume:
            tuning.resume()
            say(f"Going on behind step {tuning.state.step}.")
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.started = True
        bar = _Bar(self.args.epochs, quiet=self.args.quiet)

        def judge(nlp: Language) -> float:
            own = self.full.get_pipe(FINDER).threshold
            point = choose(measure_records(nlp, self.parts.apart), own, self.args.recall)
            say(
                f"epoch {tuning.state.epoch + 1}: recall {point.recall:.3f}, precision "
                f"{point.precision:.3f}, F5 {point.f5:.3f} at threshold {point.threshold}"
            )
            return point.f5

        try:
            tuning.run(judge, bar)
        finally:
            bar.close()

    def _plan(self) -> Any:
        from ._finetune import Plan

        args = self.args
        reading = (args.labelled, args.by, args.conversation, args.overlaps, args.misaligned)
        files = sorted(p for p in (args.labels, *args.labels.rglob("*")) if p.is_file())
        digest = sha256(b"".join(file.read_bytes() for file in files))
        digest.update(json.dumps([*reading, args.apart]).encode())
        return Plan(
            model=str(args.model),
            labels=digest.hexdigest(),
            epochs=args.epochs,
            rate=args.rate,
            generated=args.generated,
            seed=args.seed,
            train_encoder=self.train_encoder,
        )

    def _write(self, nlp: Language | None, chosen: Point, figures: dict[str, Point]) -> None:
        """Write the pipeline, without `nlp` as it was; it gets its name when it is whole."""
        from ..components.requirement import requirement_config
        from ._wheel import build_wheel, rebuild

        args = self.args
        trained = {name: nlp.get_pipe(name) for name in TRAINED} if nlp else {}
        settings = {"before_creation": requirement_config()}
        out = rebuild(self.full, components=trained, nlp_settings=settings)
        for name in TRAINED:  # how they run is the pipeline's, not this run's
            _keep_settings(self.full.get_pipe(name), out.get_pipe(name))
        out.get_pipe(FINDER).threshold = chosen.threshold
        meta = {k: v for k, v in self.full.meta.items() if k in ("license", "sources", "author")}
        meta["performance"] = {name: asdict(point) for name, point in figures.items()}
        learnt = f"Fine-tuned on own labelled texts. {Warnings.W401}"
        meta["description"] = learnt if nlp else AS_IT_WAS
        fill_meta(out, args.name, args.version, meta)
        whole = self.folder / "whole"
        shutil.rmtree(whole, ignore_errors=True)
        out.to_disk(whole)
        if args.output.exists():
            shutil.rmtree(args.output)
        args.output.parent.mkdir(parents=True, exist_ok=True)
        whole.rename(args.output)
        say(f"{args.output}: {', '.join(out.pipe_names)}")
        if args.wheel:
            say(f"{build_wheel(args.output, args.wheel)}")
        shutil.rmtree(self.folder)


class _Bar:
    """A bar over the steps of an epoch, on a terminal only."""

    def __init__(self, epochs: int, *, quiet: bool) -> None:
        from tqdm import tqdm

        self._epochs = epochs
        self._bar = tqdm(unit="batch", disable=True if quiet else None, leave=False)

    def __call__(self, state: State, batches: int, loss: float) -> None:
        self._bar.total = batches
        self._bar.n = state.batch
        self._bar.set_description(f"epoch {state.epoch + 1} of {self._epochs}", refresh=False)
        self._bar.set_postfix_str(f"loss {loss:.3f}", refresh=False)
        self._bar.refresh()

    def close(self) -> None:
        """Take the bar away."""
        self._bar.close()


def _check(args: argparse.Namespace) -> None:
    wanted = {
        "--epochs": (args.epochs >= 1, "1 or more"),
        "--rate": (0 < args.rate < 1, "between 0 and 1"),
        "--generated": (args.generated >= 0, "0 or more"),
        "--apart": (0 < args.apart <= 0.5, "more than 0 and at most 0.5"),
        "--recall": (args.recall is None or 0 < args.recall <= 1, "more than 0 and at most 1"),
    }
    for setting, (good, text) in wanted.items():
        if not good:
            raise HipsError(Errors.E730.format(setting=setting, wanted=text))
    for label in args.labelled:
        check_label(label)
    if args.output.exists():
        ours = args.output.is_dir() and (args.output / "meta.json").is_file()
        empty = args.output.is_dir() and not any(args.output.iterdir())
        if not empty and not (args.force and ours):
            raise HipsError(Errors.E441.format(path=args.output))


def _read(args: argparse.Namespace) -> list[Annotated]:
    from ..records.annotations import read_annotations
    from ..records.conversations import join_conversations

    records = read_annotations(args.labels, overlaps=args.overlaps, form=args.gold_format)
    if args.conversation:
        return list(join_conversations(records, args.conversation, path=args.labels))
    return records


def _listeners_beside(nlp: Language) -> list[str]:
    """Components other than the finder that use the encoder's output."""
    encoder = nlp.get_pipe(ENCODER)
    return [name for name in encoder.listening_components if name != FINDER]


def _keep_settings(old: Any, new: Any) -> None:
    if hasattr(old, "quantize"):
        new.quantize, new.half = old.quantize, old.half


def _print(figures: dict[str, Point], *, as_json: bool) -> None:
    if as_json:
        show(json.dumps({name: asdict(point) for name, point in figures.items()}, indent=2))
        return
    show("                   threshold  precision  recall     F1     F5  names per 1,000 words")
    for name, p in figures.items():
        show(
            f"{name:19}{p.threshold:9.2f}  {p.precision:9.3f}  {p.recall:6.3f}  {p.f1:5.3f}  "
            f"{p.f5:5.3f}  {p.candidates:8.2f}"
        )
