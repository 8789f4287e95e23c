"""spacy-hips assemble: put rules, what was trained and surrogates together, ready to package."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from .. import __version__
from ..core.errors import HipsError
from ._console import say
from ._paths import alone
from .errors import Errors


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the verb."""
    parser.add_argument("model", type=Path, help="folder with the trained components")
    parser.add_argument("output", type=Path, help="folder to write the pipeline to")
    parser.add_argument("--name", default="hips_student", help="the package will be en_NAME")
    parser.add_argument("--version", default=__version__, help="version of the pipeline")
    parser.add_argument(
        "--filter", type=Path, help="folder with the trained hips_filter, where it is another one"
    )
    parser.add_argument("--threshold", type=float, help="threshold of hips_ner; else as trained")
    parser.add_argument(
        "--threshold-public", type=float, help="threshold of hips_filter; else as trained"
    )
    parser.add_argument("--quantize", choices=["", "int8"], default="int8")
    parser.add_argument(
        "--languages",
        default="",
        help="codes of the languages that it reads, such as en,sv,es; else those of its encoder",
    )
    parser.add_argument("--encoder", help="what the config names as its encoder")
    parser.add_argument("--meta", type=Path, help="JSON with fields for meta.json")
    parser.add_argument("--force", action="store_true", help="replace an existing folder's files")


def run(args: argparse.Namespace) -> int:
    """Write the pipeline; 0 where all went well."""
    with alone(args, [args.output]):
        return _write(args)


def _write(args: argparse.Namespace) -> int:
    from ..lab.training.assemble import (
        ENCODER,
        FILTER,
        assemble,
        fill_meta,
        load_filter,
        load_trained,
    )

    if args.output.exists() and any(args.output.iterdir()) and not args.force:
        raise HipsError(Errors.E441.format(path=args.output))
    trained = load_trained(args.model)
    judge = load_filter(args.filter, trained, args.model) if args.filter else trained
    nlp = assemble(
        trained,
        judge,
        encoder=args.encoder or ENCODER,
        quantize=args.quantize,
        languages=[code.strip() for code in args.languages.split(",") if code.strip()],
    )
    if args.threshold is not None:
        nlp.get_pipe("hips_ner").threshold = args.threshold
    if args.threshold_public is not None:
        if FILTER not in nlp.pipe_names:
            raise HipsError(Errors.E513.format(path=args.model))
        nlp.get_pipe(FILTER).threshold_public = args.threshold_public
    fill_meta(nlp, args.name, args.version, _read_meta(args.meta))
    nlp.to_disk(args.output)
    say(f"{args.output}: {', '.join(nlp.pipe_names)}")
    return 0


def _read_meta(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    try:
        meta = json.loads(path.read_text("utf8"))
    except (OSError, ValueError) as error:
        raise HipsError(Errors.E442.format(path=path, reason=type(error).__name__)) from error
    return dict(meta)
