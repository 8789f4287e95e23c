"""The examples in docstrings and on the pages of docs/ run and give what they say."""

from __future__ import annotations

import doctest
import hashlib
import importlib
import re
from pathlib import Path

import pytest
import spacy

import spacy_hips

ROOT = Path(__file__).parents[1]
PACKAGE = Path(spacy_hips.__file__).parent
MODULES = sorted(p for p in PACKAGE.rglob("*.py") if ">>>" in p.read_text("utf8"))
BLOCK = re.compile(r"```python\n(.*?)```", re.S)
ELSEWHERE = (
    "README.md",
    "formats.md",
    "kanonymity.md",
    "spacy.md",
)  # these have stricter tests of their own
PAGES = [
    path
    for folder in ("", "docs", "benchmarks/notes")
    for path in sorted((ROOT / folder).glob("*.md"))
    if path.name not in ELSEWHERE and BLOCK.search(path.read_text("utf8"))
]
SLOW = ("corpus.md", "training.md")
SECRET = hashlib.sha256(b"examples").hexdigest()  # of the form that new-secret writes
NEEDED = {
    "filter.py": ("spacy_transformers", "trf"),
    "filter.md": ("spacy_transformers", "trf"),
    "faker_maker.py": ("faker", "faker"),
    "to_onnx.py": ("onnx", "onnx-export"),
    "training.md": ("onnx", "onnx-export"),
    "curate.md": ("sklearn", "curate"),
    "corpus.py": ("sklearn", "curate"),
}
"""The module that the examples of a file need, and the extra that brings it."""
USES_NLP = re.compile(r"^ *(?:>>>|\.\.\.) .*\bnlp\b", re.M)
PRINTED = re.compile(r"^# (.*)\n\Z", re.M)  # the last line of a block: what the block prints


@pytest.fixture
def names(tmp_path, monkeypatch):
    """What an example may use without saying so, in a folder with a secret."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HIPS_SECRET", SECRET)
    Path("secret").write_text(SECRET)
    Path("secret").chmod(0o600)
    return {"spacy": spacy}


@pytest.mark.few(23)
@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.relative_to(PACKAGE).as_posix())
@pytest.mark.filterwarnings("ignore:.*W[0-9]")
def test_the_examples_of_a_module(path, names):
    if path.name in NEEDED:
        needed, extra = NEEDED[path.name]
        pytest.importorskip(needed, reason=f"needs the extra {extra}")
    dotted = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    module = importlib.import_module(dotted)
    if USES_NLP.search(path.read_text("utf8")):
        names["nlp"] = spacy.blank("en")
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for example in doctest.DocTestFinder().find(module, extraglobs=names):
        runner.run(example, out=said.append)
    assert runner.summarize(verbose=False).attempted > 0
    assert not said, "".join(said)


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "path",
    [pytest.param(p, marks=pytest.mark.slow if p.name in SLOW else ()) for p in PAGES],
    ids=lambda p: p.name,
)
@pytest.mark.filterwarnings("ignore:.*W[0-9]")
def test_the_blocks_of_a_page(path, names, capsys):
    """All blocks of a page in their order, as one program."""
    if path.name in NEEDED:
        needed, extra = NEEDED[path.name]
        pytest.importorskip(needed, reason=f"needs the extra {extra}")
    names |= {"__name__": "page", "nlp": spacy.blank("en")}
    for block in BLOCK.findall(path.read_text("utf8")):
        exec(compile(block, path.name, "exec"), names)
        printed = capsys.readouterr().out
        if (told := PRINTED.search(block)) is not None:
            assert printed.splitlines()[-1] == told[1]
