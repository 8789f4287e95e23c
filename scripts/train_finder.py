"""Train encoder and finder in plain torch, on a CPU or a graphics card, in a few steps.

    python scripts/train_finder.py prepare configs/ner_minilm.cfg --encoder assets/encoder \\
        --train corpus/generated/train.spacy --dev corpus/generated/dev.spacy -o training/examples
    python scripts/train_finder.py train training/examples -o training/run --steps 6900
    python scripts/train_finder.py assemble training/examples training/run -o training/model-best

`prepare` does once what spaCy is needed for and writes arrays. `train` needs torch and numpy alone
and nothing of this package but scripts/finder and the folder of examples, so that it runs on a
machine where nothing can be installed; the same command again goes on where it was cut off. `join`
puts the examples of several files into a folder that is small enough to carry there (compress it).
With texts of roles (`prepare --roles`, `train --role-words`) the encoder learns who is private,
too, for the filter; `prepare --start` goes on from a trained pipeline.
`assemble` puts the weights into the pipeline that `prepare` made.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.language import Language

PIPELINE, BEGINNING = "pipeline", "beginning"
TRAIN, DEV, ROLES = "train.npz", "dev.npz", "roles.npz"


def main(argv: list[str] | None = None) -> int:
    """Run the script.

    argv (list[str] | None): The arguments; those of the process if left out.
    RETURNS (int): 0; 1 where the time was over before the plan; 2 for a run that cannot go on.
    """
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    steps = parser.add_subparsers(dest="step", required=True)
    _add_prepare(steps.add_parser("prepare", help="arrays out of labelled documents"))
    _add_join(steps.add_parser("join", help="several folders of examples as a small one"))
    _add_train(steps.add_parser("train", help="learn, or go on learning"))
    _add_assemble(steps.add_parser("assemble", help="weights into the pipeline"))
    args = parser.parse_args(argv)
    return int(STEPS[args.step](args))


def _add_prepare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", type=Path, help="a training config")
    begin = parser.add_mutually_exclusive_group(required=True)
    begin.add_argument("--encoder", help="folder of the encoder")
    begin.add_argument(
        "--start", help="a trained pipeline to go on from, with the config's windows"
    )
    roles = ".spacy file of scripts/convert_roles.py, for train --role-words"
    parser.add_argument("--roles", type=Path, help=roles)
    parser.add_argument("--train", type=Path, required=True, help=".spacy file to learn from")
    parser.add_argument("--dev", type=Path, required=True, help=".spacy file to judge on")
    parser.add_argument("-o", "--output", type=Path, required=True, help="folder of the examples")


def _add_join(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("examples", type=Path, nargs="+", help="folders of one encoder")
    parser.add_argument("-o", "--output", type=Path, required=True, help="folder to write")


def _add_train(parser: argparse.ArgumentParser) -> None:
    from finder.loop import Plan

    parser.add_argument("examples", type=Path, help="folder that `prepare` wrote")
    parser.add_argument("-o", "--output", type=Path, required=True, help="folder of the run")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop then; go on later")
    parser.add_argument("--every", type=float, default=3.0, help="minutes between checkpoints")
    parser.add_argument("--device", default="", help="cuda, cpu; cuda if there is one")
    parser.add_argument("--seeds", type=int, nargs="*", help="a run with each, in folders of these")
    parser.add_argument("--teacher", type=Path, nargs="*", default=[], help="folders of runs")
    for field in dataclasses.fields(Plan):
        name = "--" + field.name.replace("_", "-")
        if isinstance(field.default, bool):
            parser.add_argument(name, action=argparse.BooleanOptionalAction, default=field.default)
        else:
            parser.add_argument(name, type=type(field.default), default=field.default)


def _add_assemble(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("examples", type=Path, help="folder that `prepare` wrote")
    parser.add_argument(
        "run", type=Path, nargs="+", help="a run, or a folder of runs; of several the mean"
    )
    parser.add_argument("-o", "--output", type=Path, required=True, help="folder of the pipeline")


def prepare(args: argparse.Namespace) -> int:
    """Write the arrays, the sizes, the first weights and the pipeline they belong to."""
    import numpy as np
    from finder.examples import write_examples, write_sizes
    from finder.exchange import weights_of
    from spacy.tokens import DocBin

    import spacy_hips.core.labels  # noqa: F401  the extensions that saved documents hold

    nlp = _further(args) if args.start else _anew(args)
    args.output.mkdir(parents=True, exist_ok=True)
    nlp.get_pipe("hips_transformer").half = False
    nlp.to_disk(args.output / PIPELINE)
    write_sizes(nlp, args.output / "sizes.json")
    weights = {name: values.astype("f2") for name, values in weights_of(nlp).items()}
    np.savez_compressed(args.output / f"{BEGINNING}.npz", **weights)
    for path, name in ((args.train, TRAIN), (args.dev, DEV), (args.roles, ROLES)):
        if path is None:
            continue
        docs = DocBin().from_disk(path).get_docs(nlp.vocab)
        counts = write_examples(nlp, docs, args.output / name, roles=name == ROLES)
        print(name, ", ".join(f"{value:,} {key}" for key, value in counts.items()))
    return 0


def _anew(args: argparse.Namespace) -> Language:
    """The pipeline of the config, over an encoder."""
    from spacy.training.initialize import init_nlp
    from spacy.util import load_config

    overrides = {
        "paths.encoder": args.encoder,
        "paths.train": str(args.train),
        "paths.dev": str(args.dev),
        "corpora.train.limit": 200,  # enough to build the network by
    }
    return init_nlp(load_config(args.config, overrides, interpolate=True))


def _further(args: argparse.Namespace) -> Language:
    """Encoder and finder of a trained pipeline, with the windows of the config."""
    import spacy
    from spacy.util import load_config

    windows = load_config(args.config)["components"]["hips_transformer"]["model"]["get_spans"]
    name = "components.hips_transformer.model.get_spans"
    nlp = spacy.load(args.start, config={f"{name}.{key}": value for key, value in windows.items()})
    for other in {*nlp.component_names} - {"hips_transformer", "hips_ner"}:
        nlp.remove_pipe(other)
    return nlp


def join(args: argparse.Namespace) -> int:
    """Join the examples; the numbers of the folders are the groups of `train --groups`."""
    import shutil

    from finder.join import join as join_files

    args.output.mkdir(parents=True, exist_ok=True)
    for name in (TRAIN, DEV, ROLES):
        files = [folder / name for folder in args.examples if (folder / name).exists()]
        if not files:
            continue
        counts = join_files(files, args.output / name)
        print(name, ", ".join(f"{value:,} {key}" for key, value in counts.items()))
    for name in ("sizes.json", f"{BEGINNING}.npz"):
        shutil.copy(args.examples[0] / name, args.output / name)
    shutil.copytree(args.examples[0] / PIPELINE, args.output / PIPELINE, dirs_exist_ok=True)
    return 0


def train(args: argparse.Namespace) -> int:
    """Learn until the plan or the time is over, with one seed or with several in turn."""
    if not args.seeds:
        return _train_once(args, args.output)
    codes = []
    for seed in args.seeds:
        args.seed = seed
        codes.append(_train_once(args, args.output / str(seed)))
    return max(codes)


def _train_once(args: argparse.Namespace, output: Path) -> int:
    """Learn, then write the mean of the weights."""
    import numpy as np
    import torch
    from finder.loop import (
        Plan,
        Refused,
        Training,
        begun,
        judge,
        read_sizes,
        read_weights,
        write_weights,
    )
    from finder.network import Examples

    device = torch.device(args.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    plan = Plan(**{field.name: getattr(args, field.name) for field in dataclasses.fields(Plan)})
    sizes = read_sizes(args.examples)
    padding = sizes["encoder"]["pad_token_id"]
    with np.load(args.examples / f"{BEGINNING}.npz") as kept:
        beginning = {name: kept[name] for name in kept.files}
    roles = args.examples / ROLES
    people = Examples(str(roles)) if plan.role_words and roles.exists() else None
    if plan.role_words and people is None:
        sys.stderr.write(f"{roles} is not there: run prepare with --roles.\n")
        return 2
    network = begun(sizes, beginning, plan.layers, plan.dropout, people is not None)
    shared = {n: v for n, v in beginning.items() if not n.startswith("encoder.layers.")}
    teachers = [begun(sizes, shared | read_weights(run)) for run in args.teacher]
    output.mkdir(parents=True, exist_ok=True)
    examples = Examples(str(args.examples / TRAIN))
    training = Training(network, examples, plan, output, device, padding, teachers, people)
    try:
        training.resume()
    except Refused as error:
        sys.stderr.write(f"{error}\n")
        return 2
    print(f"{len(examples):,} documents on {device}, from step {training.step}", flush=True)
    for line in training.run(minutes=args.minutes, every=args.every):
        print(line, flush=True)
    frozen = {"encoder.words.weight"} if plan.freeze_words else set()
    write_weights(training.averaged(), output, frozen)
    dev = Examples(str(args.examples / DEV))
    for group in sorted(set(dev.groups.tolist())):
        found = judge(network, training.averaged(), dev, device, padding, group)
        told = "  ".join(f"{name} {value:.4f}" for name, value in found.items())
        print(f"dev {group}  {told}", flush=True)
    return 0 if training.step >= plan.steps else 1


def assemble(args: argparse.Namespace) -> int:
    """Put the weights, or the mean of several runs' weights, into the pipeline."""
    import numpy as np
    import spacy
    from finder.exchange import put_weights
    from finder.loop import read_weights

    folders = [own for run in args.run for own in (sorted(run.glob("*/")) or [run])]
    runs = [read_weights(folder) for folder in folders]
    if not all(runs):
        sys.stderr.write("A folder holds no weights: train first.\n")
        return 2
    mean = {name: np.mean([run[name].astype("f4") for run in runs], axis=0) for name in runs[0]}
    nlp = spacy.load(args.examples / PIPELINE)
    put_weights(nlp, mean)
    nlp.get_pipe("hips_transformer").half = True
    nlp.to_disk(args.output)
    return 0


STEPS = {"prepare": prepare, "join": join, "train": train, "assemble": assemble}

if __name__ == "__main__":
    sys.exit(main())
