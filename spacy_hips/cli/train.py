"""spacy-hips train: fine-tune a trained pipeline on one's own labelled texts."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Self

from . import _options
from ._console import say, show

if TYPE_CHECKING:
    from ..lab.training.choosing import Point
    from ..lab.training.finetune import State


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
    from ..lab.training.train import Training, TrainOptions

    training = Training(
        _options.chosen(TrainOptions, args),
        say=say,
        show=lambda figures: _print(figures, as_json=args.json),
        bar=_Bar(args.epochs, quiet=args.quiet),
    )
    try:
        chosen = training.run()
    except KeyboardInterrupt:
        if training.started:
            say(f"Stopped. The same command with --resume goes on from {training.folder}.")
        raise
    return 0 if args.recall is None or chosen.recall >= args.recall else 1


class _Bar:
    """A bar over the steps of an epoch, on a terminal only."""

    def __init__(self, epochs: int, *, quiet: bool) -> None:
        self._epochs = epochs
        self._quiet = quiet

    def __enter__(self) -> Self:
        from tqdm import tqdm

        self._bar = tqdm(unit="batch", disable=True if self._quiet else None, leave=False)
        return self

    def __exit__(self, *error: object) -> None:
        self._bar.close()

    def __call__(self, state: State, batches: int, loss: float) -> None:
        self._bar.total = batches
        self._bar.n = state.batch
        self._bar.set_description(f"epoch {state.epoch + 1} of {self._epochs}", refresh=False)
        self._bar.set_postfix_str(f"loss {loss:.3f}", refresh=False)
        self._bar.refresh()


def _print(figures: Mapping[str, Point], *, as_json: bool) -> None:
    if as_json:
        show(json.dumps({name: asdict(point) for name, point in figures.items()}, indent=2))
        return
    show("                   threshold  precision  recall     F1     F5  names per 1,000 words")
    for name, p in figures.items():
        show(
            f"{name:19}{p.threshold:9.2f}  {p.precision:9.3f}  {p.recall:6.3f}  {p.f1:5.3f}  "
            f"{p.f5:5.3f}  {p.candidates:8.2f}"
        )
