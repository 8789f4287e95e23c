"""Judging: the settings of older pipelines, and the words that trained weights read."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import spacy

import spacy_hips
from promise_checks import check
from spacy_hips import read_group

PROBABILITIES = """
import sys, hashlib, spacy, spacy_hips
assert spacy_hips.__file__.startswith(sys.argv[2])
nlp = spacy.load(sys.argv[1])
with nlp.select_pipes(enable=["hips_rules", "hips_transformer"]):
    doc = nlp("I met our barista Amara. My barista Okafor, a Barista, came too.")
print(hashlib.sha256(nlp.get_pipe("hips_ner").predict([doc])[0].tobytes()).hexdigest())
"""
# A word of rules is added to the first two, a word that weights read to the last.
RULES = (
    ("text/lexicon/cues.py", '*("and", "or", "the",', '*("barista", "and", "or", "the",'),
    (
        "who/judging/cues.py",
        '"student professor group-mate',
        '"barista student professor group-mate',
    ),
)
FROZEN = ("text/lexicon/finder_columns.py", '"degree": ("dr",', '"degree": ("barista", "dr",')


def _edit(package: Path, file: str, old: str, new: str) -> None:
    text = (package / file).read_text("utf8")
    assert old in text, f"{file} reads otherwise: mend this check"
    (package / file).write_text(text.replace(old, new, 1), "utf8")


def _probabilities(folder: Path, pipeline: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", PROBABILITIES, pipeline, str(folder)]
    env = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(command, env=env, cwd=folder, capture_output=True, text=True, timeout=300)


@check("a word in a list of rules moves no probability; in a class of the weights it is an error")
def frozen_words(folder: Path, pipeline: str) -> str:
    package = folder / "spacy_hips"
    source = Path(spacy_hips.__file__).parent
    shutil.copytree(source, package, ignore=shutil.ignore_patterns("__pycache__"))
    before = _probabilities(folder, pipeline)
    assert before.returncode == 0, before.stderr
    for edit in RULES:
        _edit(package, *edit)
    assert _probabilities(folder, pipeline).stdout == before.stdout
    _edit(package, *FROZEN)
    after = _probabilities(folder, pipeline)
    assert after.returncode == 1 and "E516" in after.stderr, after.stderr
    return "two lists edited, one class"


@check("settings of the judge beside it, as in 0.1.0, mean what those in its block mean")
def settings(folder: Path, pipeline: str) -> str:
    texts = [f"As {name} argued in 1962, children ask why." for name in ("Ana Ruiz", "Jean Piaget")]
    given = {"threshold_public": 0.99, "private_list": ["Jean Piaget"]}
    own = spacy.load(pipeline, config={"components": {"hips_filter": given}})
    set_ = spacy.load(pipeline)
    judge = set_.get_pipe("hips_filter").judge  # type: ignore[attr-defined]
    judge.threshold_public, judge.private_list = given["threshold_public"], given["private_list"]
    own.to_disk(folder / "saved")
    results = [
        [[(s.start, s.label) for s in read_group(doc, "pii")] for doc in nlp.pipe(texts)]
        for nlp in (own, set_, spacy.load(folder / "saved"))
    ]
    assert results[0] == results[1] == results[2], results
    assert any(start == 3 for start, _ in results[0][1]), "the private list hides nobody"
    return "given, set and saved"
