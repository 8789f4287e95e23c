"""A pipeline of a user's own is written: a folder that is whole or not there, and a wheel of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...components.requirement import requirement_config
from ...core.errors import HipsError
from ..errors import Errors
from .assemble import TRAINED, fill_meta
from .wheel import build_wheel, rebuild

if TYPE_CHECKING:
    from spacy.language import Language

ENCODER, FINDER = TRAINED
KEPT_META = ("license", "sources", "author")


@dataclass(frozen=True)
class Own:
    """What is written.

    output (Path): The folder.
    name, version (str): Of the package.
    wheel (Optional[Path]): The folder for a wheel of it.
    """

    output: Path
    name: str
    version: str
    wheel: Path | None


def check_output(output: Path, *, force: bool) -> None:
    """Refuse a folder that holds something else than a pipeline that may be replaced.

    output (Path): The folder to write to.
    force (bool): A pipeline that is there may be replaced.
    RAISES (HipsError): E441.
    """
    if output.exists():
        ours = output.is_dir() and (output / "meta.json").is_file()
        empty = output.is_dir() and not any(output.iterdir())
        if not empty and not (force and ours):
            raise HipsError(Errors.E441.format(path=output))


def write_own(
    full: Language,
    own: Own,
    *,
    meta: Mapping[str, Any],
    say: Callable[[str], None],
    trained: Mapping[str, Any] | None = None,
    threshold: float | None = None,
    files: Mapping[str, str] | None = None,
) -> None:
    """Write a pipeline anew, on an empty vocabulary; it gets its name when it is whole.

    full (Language): The pipeline.
    own (Own): Where to, and as what.
    meta (Mapping): Further fields of its meta.json.
    say (Callable): Told what was written.
    trained (Mapping): Components in place of those of the same name.
    threshold (Optional[float]): Of the finder; None leaves it.
    files (Mapping[str, str]): Files to put beside it, by name.
    """
    settings = {"before_creation": requirement_config()}
    out = rebuild(full, components=trained or {}, nlp_settings=settings)
    for name in TRAINED:  # how they run is the pipeline's, not this run's
        _keep_settings(full.get_pipe(name), out.get_pipe(name))
    if threshold is not None:
        out.get_pipe(FINDER).threshold = threshold
    kept = {key: full.meta[key] for key in KEPT_META if key in full.meta}
    fill_meta(out, own.name, own.version, {**kept, **meta})
    own.output.parent.mkdir(parents=True, exist_ok=True)
    whole = own.output.with_name(f"{own.output.name}.part") / "whole"
    shutil.rmtree(whole, ignore_errors=True)
    whole.parent.mkdir(exist_ok=True, mode=0o700)
    try:
        out.to_disk(whole)
        for name, text in (files or {}).items():
            (whole / name).write_text(text, encoding="utf8")
        if own.output.exists():
            shutil.rmtree(own.output)
        whole.rename(own.output)
    except BaseException:  # what is half of a pipeline remembers texts, too
        shutil.rmtree(whole, ignore_errors=True)
        raise
    shutil.rmtree(whole.parent)
    say(f"{own.output}: {', '.join(out.pipe_names)}")
    if own.wheel:
        say(f"{build_wheel(own.output, own.wheel)}")


def _keep_settings(old: Any, new: Any) -> None:
    if hasattr(old, "quantize"):
        new.quantize, new.half = old.quantize, old.half
