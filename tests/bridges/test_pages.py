"""The blocks of docs/spacy.md, and the configs of docs/languages.md, run as they stand there."""

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

import spacy_hips
from spacy_hips.cli._app import main
from spacy_hips.core import labels

pytestmark = pytest.mark.filterwarnings("ignore")
DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.S | re.M)
PRINTED = re.compile(r"^# (.*)\n\Z", re.M)
BLOCKS = BLOCK.findall((DOCS / "spacy.md").read_text("utf8"))
CONFIGS = [
    code
    for page in ("languages", "spacy")
    for kind, code in BLOCK.findall((DOCS / f"{page}.md").read_text("utf8"))
    if kind == "ini"
]
NEEDS = ("faker", "nameparser")
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


def missing(code: str) -> list[str]:
    """What a block imports and is not installed."""
    named = re.findall(r"^(?:from|import) (\w+)", code, re.M)
    return [name for name in named if importlib.util.find_spec(name) is None]


@pytest.mark.slow  # walks all of the page; each call has its test in its room
def test_python(capsys):
    needs("en_hips_student")
    space: dict[str, object] = {}
    for kind, code in BLOCKS:
        if kind == "python" and not missing(code):
            capsys.readouterr()
            exec(compile(code, "spacy.md", "exec"), space)
            printed = capsys.readouterr().out
            if (told := PRINTED.search(code)) is not None:
                assert printed.splitlines()[-1] == told[1]
    if "config" in space:
        with pytest.raises(spacy_hips.HipsError, match="E898"):  # it answers nothing
            space["nlp"]("Ask Amara.")
    if "public" in space:
        assert list(space["public"].columns) == ["id", "student", "essay", "grade"]
    if "hidden" in space:
        assert "Amara" not in " ".join(space["hidden"])
    if "answer" in space:
        assert space["answer"].status_code == 200 and "Amara" not in space["answer"].text


def test_there_is_a_config_for_each_bridge():
    assert len(CONFIGS) == 2


@pytest.mark.parametrize("code", CONFIGS, ids=["own labels", "faker"])
def test_configs(code):
    needs(*[m for m in NEEDS if m in code.lower()])
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
    for kind, code in BLOCKS:
        if kind == "bash":
            for line in code.splitlines():
                assert main(shlex.split(line)[1:]) == 0
    assert "ana.ruiz" not in str(parquet.read_table("public").to_pylist())
