"""spacy-hips doctor: what is installed, and what is missing for what."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distributions, requires, version
from pathlib import Path

from packaging.requirements import Requirement

from ..ids import SECRET_VARIABLE
from ..shipped import MODEL
from ._app import FAILED
from ._console import show

PACKAGE = "spacy-hips"
DEVELOPING = frozenset(("test", "bench", "dev", "docs", "name-tables"))
"""The extras that only who works on this package needs."""
ENGINES = ("torch", "onnxruntime")
GPU = Path("/proc/driver/nvidia")
CUDA = "nvidia-"
"""How the names of the packages begin that a CUDA build of PyTorch brings along."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb: none."""


def run(args: argparse.Namespace) -> int:
    """Tell what is installed.

    args (Namespace): The options.
    RETURNS (int): 0, or 1 where something must be mended before names can be found.
    """
    show(f"Python {platform.python_version()}, {platform.system()}, {os.cpu_count()} processors")
    for name in (PACKAGE, "spacy"):
        show(f"{name} {version(name)}")
    faults = [*_model(), *_engine()]
    show("")
    for extra, missing in sorted(extras().items()):
        state = f"lacks {', '.join(missing)}" if missing else "there"
        show(f"extra {extra}: {state}")
    set_ = "set" if os.environ.get(SECRET_VARIABLE) else "not set: each run draws its own"
    show(f"\n{SECRET_VARIABLE}: {set_}")
    show("\n" + ("All is there to find names." if not faults else "To be mended:"))
    for fault in faults:
        show(f"- {fault}")
    return FAILED if faults else 0


def _model() -> Iterator[str]:
    """Shows the trained pipeline, and yields what is wrong with it."""
    found = installed(MODEL.replace("_", "-"))
    show(f"{MODEL} {found or 'is not installed'}")
    if not found:
        yield f"Install the wheel of {MODEL}, or give --model: else no names are searched."


def _engine() -> Iterator[str]:
    """Shows what computes, and yields what is wrong with it."""
    there = {name: found for name in ENGINES if (found := installed(name))}
    shown = ", ".join(f"{name} {found}" for name, found in there.items())
    show(shown or "no torch, no onnxruntime")
    if not there:
        yield f"A trained pipeline needs the extra trf (or onnx): pip install '{PACKAGE}[trf]'."
    if "torch" in there and is_cuda_build() and not GPU.exists():
        show("PyTorch is a CUDA build, and no such graphics card is there. It works, but is large:")
        show("docs/install.md tells how to get the CPU build.")


def installed(name: str) -> str:
    """The version of a package, "" where it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def is_cuda_build() -> bool:
    """Did PyTorch bring packages for a graphics card?"""
    names = (str(d.metadata["Name"] or "").lower() for d in distributions())
    return "+cu" in installed("torch") or any(name.startswith(CUDA) for name in names)


def extras() -> dict[str, list[str]]:
    """What each extra for users lacks here, by its name."""
    missing: dict[str, list[str]] = {}
    for line in requires(PACKAGE) or ():
        needed = Requirement(line)
        for extra in _extras_of(needed):
            gaps = missing.setdefault(extra, [])
            if needed.name.lower() == PACKAGE:
                continue  # An extra of other extras: these tell for themselves.
            found = installed(needed.name)
            if not found or not needed.specifier.contains(found, prereleases=True):
                gaps.append(f"{needed.name}{needed.specifier}")
    return missing


def _extras_of(needed: Requirement) -> Iterator[str]:
    """The extras for users that ask for a package."""
    told = str(needed.marker or "")
    for extra in set(told.replace("'", '"').split('extra == "')[1:]):
        name = extra.partition('"')[0]
        if name not in DEVELOPING:
            yield name
