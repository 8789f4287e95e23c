"""Puts rules, what was trained and surrogates together, ready to package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import spacy
from spacy.util import load_model_from_config
from thinc.api import Config

from ...components.long_texts import long_texts_config
from ...components.requirement import compatible_versions, requirement_config
from ...core.errors import HipsError
from ..errors import Errors

if TYPE_CHECKING:
    from spacy.language import Language

TRAINED = ("hips_transformer", "hips_ner")
VALUES, FILTER = "hips_values", "hips_filter"
"""The finder of addresses, ages and births behind that of names, and the judge: they may lack."""
ENCODER = "intfloat/multilingual-e5-small"


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
    languages: Sequence[str] = (),
) -> Language:
    """Build the whole pipeline around trained components, on a vocabulary of its own.

    The vocabulary starts empty, so that no word that only training texts held is packaged.

    trained (Language): Has hips_transformer and hips_ner.
    judge (Optional[Language]): Has hips_filter; without one there is none in the pipeline.
    encoder (str): What the config names as the encoder, instead of a path of this machine.
    quantize (str): The encoder's setting for prediction.
    languages (Sequence[str]): Codes of all languages that the finder reads; its own alone if empty.
    RETURNS (Language): The pipeline.
    RAISES (HipsError): E116 for a code that spaCy does not know.
    """
    parts = dict.fromkeys([*TRAINED, *({VALUES} & {*trained.pipe_names})], trained)
    if judge is not None and FILTER in judge.pipe_names:
        parts[FILTER] = judge
    nlp = load_model_from_config(_config(parts, encoder, quantize, languages), auto_fill=True)
    for name, source in parts.items():
        old, new = source.get_pipe(name), nlp.get_pipe(name)
        new.from_bytes(old.to_bytes(exclude=["vocab"]), exclude=["vocab"])
    # The folder that the encoder was read from is kept in two more places.
    network = nlp.get_pipe("hips_transformer").model
    network.attrs["name"] = network.transformer.config._name_or_path = encoder
    last = next(name for name in (FILTER, VALUES, "hips_ner") if name in parts)
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


def _config(
    parts: Mapping[str, Language], encoder: str, quantize: str, languages: Sequence[str]
) -> Config:
    lang = parts["hips_ner"].lang
    blank = spacy.blank(
        lang, config={"nlp": {"tokenizer": {"@tokenizers": "spacy_hips.Tokenizer.v1"}}}
    )
    for name in ("hips_rules", "hips_names", "hips_entities", "hips_anonymizer"):
        blank.add_pipe(name)
    config = Config(blank.config.copy())
    for name, source in parts.items():
        config["components"][name] = source.config["components"][name]
    config["components"]["hips_transformer"]["model"]["name"] = encoder
    config["components"]["hips_transformer"]["model"]["bfloat16"] = False
    config["components"]["hips_transformer"]["quantize"] = quantize
    config["components"]["hips_ner"]["told_names"] = False  # hips_names runs the passes
    # A finder has a threshold of its own, so what it found is merged whatever its score.
    keys = [source.get_pipe(name).cfg["spans_key"] for name, source in parts.items()
            if name in ("hips_ner", VALUES)]  # fmt: skip
    config["components"]["hips_entities"] |= {
        "sources": ["pii_rules", *keys],
        "threshold": {"pii_rules": 0.5, **dict.fromkeys(keys, 0.0)},
        "languages": list(languages) or None,
    }
    values, judge = ([name] if name in parts else [] for name in (VALUES, FILTER))
    found = ["hips_rules", *TRAINED, *values, "hips_names", "hips_entities"]
    pipes = [*found, *judge, "hips_anonymizer"]
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
