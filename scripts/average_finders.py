"""Make a finder whose weights lie between those of two others.

    python scripts/average_finders.py training/model-best training/further/model-best -o halfway

The same weights must mean the same in both: the second was made by going on with the first
(configs/ner_further.cfg; Wortsman et al. 2022, Robust fine-tuning of zero-shot models, section
3), or both were trained from the same encoder with the same seed, which may gain or lose
(benchmarks/notes/experiments.md).
A filter in the first pipeline is left out, for it knows the first
one's vectors only and has to be trained anew.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import spacy
from spacy.language import Language
from thinc.api import Model

PIPES = ("hips_transformer", "hips_ner")
FILTER = "hips_filter"


def main() -> None:
    """Read two pipelines, write the one between them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("first", type=Path, help="folder of a trained pipeline")
    parser.add_argument("second", type=Path, help="folder of one trained from it, or beside it")
    parser.add_argument("--share", type=float, default=0.5, help="of the second, 0 to 1")
    parser.add_argument("-o", "--output", type=Path, required=True)
    args = parser.parse_args()
    if not 0 <= args.share <= 1:
        parser.error(f"--share {args.share}: not between 0 and 1")
    for path in (args.first, args.second):
        if not (path / "config.cfg").is_file():
            parser.error(f"{path} is no folder of a trained pipeline")
    nlp, other = spacy.load(args.first), spacy.load(args.second)
    for path, pipeline in ((args.first, nlp), (args.second, other)):
        if not set(PIPES) <= set(pipeline.pipe_names):
            parser.error(f"{path} has no {' and '.join(PIPES)}")
    try:
        average(nlp, other, args.share)
    except ValueError as error:
        parser.error(f"{args.first} and {args.second}: {error}")
    if FILTER in nlp.pipe_names:
        nlp.remove_pipe(FILTER)
        sys.stderr.write(f"{FILTER} is left out: train it anew on {args.output}.\n")
    nlp.to_disk(args.output)


def average(nlp: Language, other: Language, share: float) -> None:
    """Move the weights of a pipeline towards those of another.

    nlp (Language): The pipeline; its weights are changed.
    other (Language): The other.
    share (float): How far, from 0 (stay) to 1 (become the other).
    RAISES (ValueError): The two are not built alike.
    """
    for name in PIPES:
        ours, theirs = (list(p.get_pipe(name).model.walk()) for p in (nlp, other))
        if _shapes(ours) != _shapes(theirs):
            raise ValueError(f"{name} is not built alike")
        for one, two in zip(ours, theirs, strict=True):
            for key in one.param_names:
                if one.has_param(key):
                    mean = (1 - share) * one.get_param(key) + share * two.get_param(key)
                    one.set_param(key, mean)
            for shim, there in zip(one.shims, two.shims, strict=True):
                _average_network(shim._model, there._model, share)


def _shapes(nodes: list[Model]) -> list[tuple]:
    return [
        (node.name, key, node.has_param(key) and node.get_param(key).shape)
        for node in nodes
        for key in node.param_names
    ]


def _average_network(network: object, other: object, share: float) -> None:
    weights, there = network.state_dict(), other.state_dict()  # type: ignore[attr-defined]
    if {k: v.shape for k, v in weights.items()} != {k: v.shape for k, v in there.items()}:
        raise ValueError("the encoder is not built alike")
    for key, value in weights.items():
        if value.is_floating_point():
            value.mul_(1 - share).add_(there[key], alpha=share)


if __name__ == "__main__":
    main()
