"""spacy-hips doctor: what is installed, and what is missing for what."""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distributions, requires, version
from pathlib import Path

from packaging.requirements import Requirement

from ..core.errors import HipsError
from ..core.ids import SECRET_VARIABLE
from ..core.shipped import MODEL
from ._app import FAILED
from ._console import show

PACKAGE = "spacy-hips"
DEVELOPING = frozenset(("test", "bench", "dev", "docs", "name-tables"))
"""The extras that only who works on this package needs."""
ENGINES = ("onnxruntime", "torch")
USUAL = 1500
"""Words a CPU-second on the shipped texts; other processors may have a few times as many."""
COPIES = 12
"""How often the shipped texts are read to measure that."""
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
    """Shows what computes and how fast, and yields what is wrong with it."""
    there = {name: found for name in ENGINES if (found := installed(name))}
    shown = ", ".join(f"{name} {found}" for name, found in there.items())
    show(shown or "no onnxruntime, no torch")
    if not there:
        yield f"A trained pipeline needs the extra onnx: pip install '{PACKAGE}[onnx]'."
    elif installed(MODEL.replace("_", "-")):
        yield from _pace()
    if "torch" in there and is_cuda_build() and not GPU.exists():
        show("PyTorch is a CUDA build, and no such graphics card is there. It works, but is large:")
        show("docs/install.md tells how to get the CPU build.")


def _pace() -> Iterator[str]:
    """Shows which kernel the trained pipeline takes, and how fast it reads."""
    from ..core.shipped import load
    from ..find.models.trial import KERNELS, tried
    from .demo import shipped

    for name in KERNELS:
        found = tried(name)
        if found.right:
            less = "" if found.whole else ", with one bit less: eight overflow on this processor"
            show(f"  {name} works, in {found.times:.1f} times the time of numpy{less}")
        elif installed(name.partition("-")[0]):
            show(f"  {name} does not work here")
    try:
        nlp = load()
        kernel = nlp.get_pipe("hips_transformer").kernel or ENGINES[-1]  # type: ignore[attr-defined]
        texts = shipped() * COPIES
        nlp(texts[0])
    except HipsError as error:
        yield str(error)
        return
    begin = time.process_time()
    words = sum(len(doc.text.split()) for doc in nlp.pipe(texts))
    pace = words / (time.process_time() - begin)
    show(f"engine {kernel}: {pace:,.0f} words per CPU-second on the shipped texts")
    if pace < USUAL / 10:
        yield f"{pace:,.0f} words per CPU-second are far less than usual (about {USUAL:,})."


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
