"""The site is built strictly, its words are spelt right, and what others read of us is complete."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import spacy_hips

ROOT = Path(__file__).parents[1]
if not (ROOT / "mkdocs.yml").exists():
    pytest.skip("the site is not part of this copy", allow_module_level=True)


def run(*command):
    command = (sys.executable, "-m", *command)
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


@pytest.mark.slow  # builds the site
def test_the_site_is_built_strictly(tmp_path):
    pytest.importorskip("material", reason="needs the extra docs")
    built = run("mkdocs", "build", "--strict", "-q", "-d", str(tmp_path / "site"))
    assert built.returncode == 0, built.stderr
    assert (tmp_path / "site" / "GLOSSARY" / "index.html").exists()


def test_every_page_is_in_the_navigation():
    text = (ROOT / "mkdocs.yml").read_text("utf8")
    named = set(re.findall(r"([\w/-]+\.md)$", text, re.M))
    pages = {p.relative_to(ROOT / "docs").as_posix() for p in (ROOT / "docs").rglob("*.md")}
    assert pages <= named


def test_the_words_are_spelt_right():
    pytest.importorskip("codespell_lib", reason="needs the extra docs")
    checked = run("codespell_lib", "docs", *(page.name for page in ROOT.glob("*.md")))
    assert checked.returncode == 0, checked.stdout


def test_the_citation_is_of_this_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"]
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf8"))
    assert (cited["version"], cited["license"]) == (spacy_hips.__version__, project["license"])
    assert {"cff-version", "message", "title", "authors"} <= set(cited)
    archived = json.loads((ROOT / ".zenodo.json").read_text("utf8"))
    for name in ("title", "license", "keywords"):
        assert archived[name] == cited[name]


@pytest.mark.filterwarnings("ignore:.*W101")
def test_the_entry_of_spacys_universe():
    entry = json.loads((ROOT / "docs" / "site" / "universe.json").read_text("utf8"))
    wanted = {"id", "title", "slogan", "description", "pip", "code_example", "author", "category",
              "tags", "code_language"}  # fmt: skip
    assert wanted <= set(entry)
    assert set(entry["category"]) <= {"pipeline", "extension", "research", "models", "training"}
    assert "nlp.add_pipe" in "\n".join(entry["code_example"])
    names: dict = {}
    exec("\n".join(entry["code_example"]), names)
    assert "amara" not in names["doc"]._.anonymized
