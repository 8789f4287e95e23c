"""Pipelines of their own: parts of others on an empty vocabulary, and wheels of them."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacy.util import load_model_from_config
from thinc.api import Config

from ...core.errors import HipsError
from ..errors import Errors

if TYPE_CHECKING:
    from spacy.language import Language


def rebuild(
    nlp: Language,
    *,
    only: Iterable[str] = (),
    components: Mapping[str, Any] | None = None,
    nlp_settings: Mapping[str, Any] | None = None,
) -> Language:
    """Build a pipeline anew on an empty vocabulary, so that no word that it has read is in it.

    nlp (Language): The pipeline.
    only (Iterable[str]): Its components that are wanted; empty for all.
    components (Mapping): Components to take in the place of those of the same name.
    nlp_settings (Mapping): Other settings of the block `nlp`.
    RETURNS (Language): The new pipeline.
    """
    wanted = list(only) or list(nlp.component_names)
    config = Config(nlp.config.copy())
    config["nlp"]["pipeline"] = wanted
    config["nlp"]["disabled"] = [name for name in nlp.disabled if name in wanted]
    config["nlp"].update(nlp_settings or {})
    config["components"] = {name: config["components"][name] for name in wanted}
    new = load_model_from_config(config, auto_fill=True)
    for name in wanted:
        old = (components or {}).get(name) or nlp.get_pipe(name)
        for label in getattr(old, "labels", ()):
            new.vocab.strings.add(label)
        if hasattr(old, "to_bytes"):
            new.get_pipe(name).from_bytes(old.to_bytes(exclude=["vocab"]), exclude=["vocab"])
    return new


def build_wheel(pipeline: Path, target: Path) -> Path:
    """Package a pipeline as a wheel, with no network.

    pipeline (Path): Its folder.
    target (Path): The folder to put the wheel in.
    RETURNS (Path): The wheel.
    RAISES (HipsError): E447 where it cannot be built.
    """
    from spacy.cli.package import package

    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        work, out = Path(folder) / "source", Path(folder) / "wheel"
        work.mkdir()
        with warnings.catch_warnings():
            # spaCy leaves the files that it writes there to be closed by themselves.
            warnings.simplefilter("ignore", ResourceWarning)
            package(pipeline, work, create_sdist=False, create_wheel=False, silent=True)
        (source,) = work.iterdir()
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index"]
        command += ["--no-build-isolation", "--wheel-dir", str(out), str(source)]
        done = subprocess.run(command, capture_output=True, check=False)
        wheels = list(out.glob("*.whl")) if done.returncode == 0 else []
        if len(wheels) != 1:
            raise HipsError(Errors.E447.format(path=pipeline))
        place = target / wheels[0].name
        place.write_bytes(wheels[0].read_bytes())
    return place
