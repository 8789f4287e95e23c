"""Kernels and engines: of the spans that the trained pipeline finds, 99.5 % are the same.

Each runs in a process of its own, for it is chosen when the pipeline is loaded. Fewer than some
five hundred spans would tell nothing: one of two hundred may differ.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import spacy_hips

from . import NotHere, Outcome, World, pair
from .callers import text_alone

ENGINE = "HIPS_ENGINE"
LEAST, LEAST_OF_SEVEN_BITS = 0.995, 0.98
FEW = 600
SECONDS = 600
FINDS = """
import json, sys
import spacy, spacy_hips

model, given, how = sys.argv[1:]
config = {"components.hips_transformer.quantize": ""} if how == "fp32" else {}
nlp = spacy.load(model, config=config)
if how == "onnx":
    spacy_hips.to_onnx(nlp)
rows = [json.loads(line) for line in open(given, encoding="utf8")]
docs = nlp.pipe(spacy_hips.set_ids(nlp.make_doc(row["text"]), doc=row["id"]) for row in rows)
for row, doc in zip(rows, docs):
    found = spacy_hips.read_group(doc, "pii")
    print(json.dumps([row["n"], [f"{s.start}-{s.end} {s.label}" for s in found]]))
"""


@pair("the pipeline as it loads against single precision", models="trained", most=FEW)
def precisions(world: World) -> Outcome:
    return _both(world, "", "fp32")


@pair("the pipeline as it loads against the graph of to_onnx", models="trained", most=FEW)
def converted(world: World) -> Outcome:
    if find_spec("onnx") is None or find_spec("onnxruntime") is None:
        raise NotHere("not installed: onnx, onnxruntime")
    from spacy_hips.find.models.trial import tried

    # A graph in int8 has one bit less where eight overflow, and the pipeline takes another kernel.
    least = LEAST if tried("onnxruntime-int8").whole else LEAST_OF_SEVEN_BITS
    return _both(world, "", "onnx", least)


def _both(world: World, one: str, other: str, least: float = LEAST) -> Outcome:
    return Outcome(_spans(world, one), _spans(world, other), _note(world), least=least)


@pair("HIPS_ENGINE=torch against onnxruntime", models="trained", most=FEW)
def torch_and_onnx(world: World) -> Outcome:
    return _named(world, "torch", "onnxruntime")


@pair("HIPS_ENGINE=onnxruntime against onnxruntime-fp32", models="trained", most=FEW)
def onnx_and_fp32(world: World) -> Outcome:
    return _named(world, "onnxruntime", "onnxruntime-fp32")


def _named(world: World, one: str, other: str) -> Outcome:
    """Two engines that a variable of the environment names."""
    if not _is_read():
        raise NotHere(f"{ENGINE} has no effect yet")
    found = [_spans(world, "", **{ENGINE: name}) for name in (one, other)]
    return Outcome(found[0], found[1], _note(world), least=LEAST)


def _is_read() -> bool:
    package = Path(spacy_hips.__file__).parent
    return any(ENGINE in file.read_text("utf8") for file in package.rglob("*.py"))


def _note(world: World) -> str:
    return f"{len(text_alone(world, FEW))} rows"


def _spans(world: World, how: str, **environment: str) -> dict[str, tuple[str, ...]]:
    """What is found in each row, a span an item."""
    folder = world.new_folder()
    given = folder / "in.jsonl"
    rows = [json.dumps(row.fields) + "\n" for row in text_alone(world, FEW)]
    given.write_text("".join(rows), "utf8")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FINDS, world.model, str(given), how],
        env={**os.environ, **environment}, capture_output=True, text=True, timeout=SECONDS,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-300:]
    return {number: tuple(spans) for number, spans in map(json.loads, done.stdout.splitlines())}
