"""spacy-hips assemble: put rules, what was trained and surrogates together, ready to package."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import spacy
from spacy.language import Language
from spacy.util import load_model_from_config
from thinc.api import Config

from .. import __version__
from ..components.long_texts import long_texts_config
from ..components.requirement import compatible_versions, requirement_config
from ..errors import Errors, HipsError
from ._console import say
from ._paths import alone

TRAINED = ("hips_transformer", "hips_ner")
FILTER = "hips_filter"
ENCODER = "sentence-transformers/all-MiniLM-L6-v2"


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
    parser.add_argument("--encoder", default=ENCODER, help="what the config names as its encoder")
    parser.add_argument("--meta", type=Path, help="JSON with fields for meta.json")
    parser.add_argument("--force", action="store_true", help="replace an existing folder's files")


def run(args: argparse.Namespace) -> int:
    """Write the pipeline; 0 where all went well."""
    with alone(args, [args.output]):
        return _write(args)


def _write(args: argparse.Namespace) -> int:
    if args.output.exists() and any(args.output.iterdir()) and not args.force:
        raise HipsError(Errors.E441.format(path=args.output))
    trained = load_trained(args.model)
    judge = load_filter(args.filter, trained, args.model) if args.filter else trained
    nlp = assemble(trained, judge, encoder=args.encoder, quantize=args.quantize)
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


def load_trained(path: Path | str) -> Language:
    """Load the pipeline that training wrote.

    path (Path | str): Its folder, or the name of an installed one.
    RAISES (HipsError): E440 where it is not there or lacks a trained component.
    """
    try:
        nlp = spacy.load(str(path))
    except OSError as error:
        raise HipsError(Errors.E440.format(path=path)) from error
    if not set(TRAINED) <= set(nlp.pipe_names):
        raise HipsError(Errors.E440.format(path=path))
    return nlp


def load_filter(path: Path, trained: Language, model: Path) -> Language:
    """Load the pipeline that the training of the filter wrote.

    path (Path): Its folder.
    trained (Language): The pipeline that the filter is to be put into.
    model (Path): The folder of that, for errors.
    RAISES (HipsError): E440 or E513 where it is not there or lacks the filter, E512 where the
        filter was trained on another encoder.
    """
    nlp = load_trained(path)
    if FILTER not in nlp.pipe_names:
        raise HipsError(Errors.E513.format(path=path))
    if _weights(nlp) != _weights(trained):
        raise HipsError(Errors.E512.format(path=path, model=model))
    return nlp


def assemble(
    trained: Language,
    judge: Language | None = None,
    *,
    encoder: str = ENCODER,
    quantize: str = "int8",
) -> Language:
    """Build the whole pipeline around trained components, on a vocabulary of its own.

    The vocabulary starts empty, so that no word that only training texts held is packaged.

    trained (Language): Has hips_transformer and hips_ner.
    judge (Optional[Language]): Has hips_filter; without one there is none in the pipeline.
    encoder (str): What the config names as the encoder, instead of a path of this machine.
    quantize (str): The encoder's setting for prediction.
    RETURNS (Language): The pipeline.
    """
    parts = dict.fromkeys(TRAINED, trained)
    if judge is not None and FILTER in judge.pipe_names:
        parts[FILTER] = judge
    nlp = load_model_from_config(_config(parts, encoder, quantize), auto_fill=True)
    for name, source in parts.items():
        old, new = source.get_pipe(name), nlp.get_pipe(name)
        new.from_bytes(old.to_bytes(exclude=["vocab"]), exclude=["vocab"])
    # The folder that the encoder was read from is kept in two more places.
    network = nlp.get_pipe("hips_transformer").model
    network.attrs["name"] = network.transformer.config._name_or_path = encoder
    last = FILTER if FILTER in parts else "hips_ner"
    for name in parts.keys() - {"hips_transformer"}:
        # The last one that reads the encoder's output drops it, for it is large.
        component = nlp.get_pipe(name)
        component.cfg["drop_encoding"] = name == last
        component.settle(nlp.get_pipe_config(name))
    return nlp


def fill_meta(nlp: Language, name: str, version: str, extra: dict[str, Any]) -> None:
    """Write name, version, requirement and further fields into the pipeline's meta."""
    nlp.meta.update(
        {
            "name": name,
            "version": version,
            "requirements": [f"spacy-hips[trf]{compatible_versions()}"],
            **extra,
        }
    )


def _config(parts: Mapping[str, Language], encoder: str, quantize: str) -> Config:
    lang = parts["hips_ner"].lang
    blank = spacy.blank(
        lang, config={"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}}
    )
    for name in ("hips_rules", "hips_entities", "hips_anonymizer"):
        blank.add_pipe(name)
    config = Config(blank.config.copy())
    for name, source in parts.items():
        config["components"][name] = source.config["components"][name]
    config["components"]["hips_transformer"]["model"]["name"] = encoder
    config["components"]["hips_transformer"]["model"]["bfloat16"] = False
    config["components"]["hips_transformer"]["quantize"] = quantize
    config["components"]["hips_ner"]["drop_encoding"] = FILTER not in parts
    # The finder has a threshold of its own, so what it found is merged whatever its score.
    config["components"]["hips_entities"]["threshold"] = {"pii_rules": 0.5, "pii_ner": 0.0}
    if FILTER in parts:
        config["components"][FILTER]["drop_encoding"] = True
    after = [FILTER] if FILTER in parts else []
    pipes = ["hips_rules", *TRAINED, "hips_entities", *after, "hips_anonymizer"]
    config["nlp"]["pipeline"] = pipes
    # Documents wait for each other with their vectors: more at a time is memory, not speed.
    config["nlp"]["batch_size"] = 8
    config["nlp"]["before_creation"] = requirement_config()
    config["nlp"]["after_pipeline_creation"] = long_texts_config()
    return config


def _weights(nlp: Language) -> bytes:
    """The encoder's weights, as they are written: in half precision where it is set so."""
    network = nlp.get_pipe("hips_transformer").model.transformer
    parts = [p.detach().half().cpu().numpy().tobytes() for p in network.parameters()]
    return sha256(b"".join(parts)).digest()


def _read_meta(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    try:
        meta = json.loads(path.read_text("utf8"))
    except (OSError, ValueError) as error:
        raise HipsError(Errors.E442.format(path=path, reason=type(error).__name__)) from error
    return dict(meta)
