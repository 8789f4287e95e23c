"""The blocks of docs/frames.md, bridges.md and serve.md are run as they stand, but for "text"."""

from __future__ import annotations

import importlib.util
import re
import shlex
from pathlib import Path

import pyarrow
import pytest
import spacy
from pyarrow import parquet
from thinc.api import Config

from spacy_hips.cli._app import main
from spacy_hips.core import labels

pytestmark = pytest.mark.filterwarnings("ignore")
DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.S | re.M)
PAGES = {name: (DOCS / f"{name}.md").read_text("utf8") for name in ("frames", "bridges", "serve")}
BLOCKS = {
    name: [(kind, code) for kind, code in BLOCK.findall(page)] for name, page in PAGES.items()
}
NEEDS = ("presidio_analyzer", "starlette", "faker", "nameparser", "spacy_llm", "en_hips_student")
TOLD = "My mother is a nurse. I am 0000-0002-1825-0097, case SEN-0417/23. Ask ana@uni.org."


@pytest.fixture(autouse=True)
def _room(tmp_path, monkeypatch):
    """An empty folder with a secret, and the table of labels as it was."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HIPS_SECRET", "marble lantern 47 quietly orbits")
    before = dict(labels._ROWS)
    yield
    labels._ROWS.clear()
    labels._ROWS.update(before)


def needs(*modules: str) -> None:
    for module in modules:
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"needs {module}")


@pytest.mark.parametrize("page", PAGES)
def test_python(page):
    needs("en_hips_student", "pandas")
    needs(*[m for m in NEEDS if any(f"from {m}" in code for _, code in BLOCKS[page])])
    space: dict[str, object] = {}
    for kind, code in BLOCKS[page]:
        if kind == "python":
            exec(compile(code, f"{page}.md", "exec"), space)
    if page == "frames":
        assert list(space["public"].columns) == ["id", "student", "essay", "grade"]
    if page == "bridges":
        assert "Amara" not in " ".join(space["public"])
    if page == "serve":
        assert space["answer"].status_code == 200 and "Amara" not in space["answer"].text


CONFIGS = [code for kind, code in BLOCKS["bridges"] if kind == "ini"]


def test_there_is_a_config_for_each_bridge():
    assert len(CONFIGS) == 4


@pytest.mark.parametrize("code", CONFIGS, ids=["faker", "nameparser", "own labels", "llm"])
def test_configs(code):
    needs(*[m for m in NEEDS if m in code.lower() or m.replace("spacy_", "") + "_" in code])
    nlp = spacy.util.load_model_from_config(Config().from_str(code), auto_fill=True)
    new = nlp(TOLD)._.anonymized
    assert "ana@uni.org" not in new
    if "Faker" in code:
        assert "nurse" not in new
    if "ORCID" in code:
        assert "1825" not in new and "case [CASE_NUMBER_1]" in new and "[ORCID" not in new
        assert len([line for line in code.splitlines() if line.strip()]) <= 21


@pytest.mark.slow
def test_commands():
    needs("en_hips_student")
    Path("essays").mkdir()
    rows = {"id": ["1"], "student": ["s1"], "essay": ["Mail ana.ruiz@uni.org."]}
    parquet.write_table(pyarrow.table(rows), "essays/a.parquet")
    for kind, code in BLOCKS["frames"]:
        if kind == "bash":
            for line in code.splitlines():
                assert main(shlex.split(line)[1:]) == 0
    assert "ana.ruiz" not in str(parquet.read_table("public").to_pylist())
