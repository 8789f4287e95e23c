"""What the pages name is there: pages, sections and files of the package."""

from __future__ import annotations

import argparse
import re
from importlib import import_module
from pathlib import Path

import pytest

import spacy_hips
from spacy_hips.cli._app import VERBS

ROOT = Path(__file__).parents[1]
PACKAGE = Path(spacy_hips.__file__).parent
FOLDERS = ("", "docs", "benchmarks/notes", "examples", "examples/class", "corpus")
PAGES = [p for folder in FOLDERS for p in (ROOT / folder).glob("*.md") if p.name != "CHANGELOG.md"]
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)")
FILE = re.compile(r"`((?:[a-z_]+/)+[a-z_*0-9]+\.(?:py|tsv|txt|npz|xz|jsonl|cfg))`")
ROOTS = (ROOT, ROOT / "docs", PACKAGE, PACKAGE / "data")


def sections(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf8"), flags=re.S | re.M)
    heads = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    for path, section in LINK.findall(page.read_text("utf8")):
        if "://" in path:
            continue
        target = (page.parent / path).resolve() if path else page
        if target.is_relative_to(ROOT / "spacy_hips"):  # installed, there may be no such folder
            target = PACKAGE / target.relative_to(ROOT / "spacy_hips")
        assert target.exists(), path
        assert not section or section in sections(target), f"{path}#{section}"


def test_every_option_is_told_in_a_guide():
    guides = "".join(page.read_text("utf8") for page in PAGES)
    for verb in VERBS:
        parser = argparse.ArgumentParser()
        import_module(f"spacy_hips.cli.{verb.replace('-', '_')}").add_arguments(parser)
        told = {o for o in parser._option_string_actions if re.search(rf"{o}(?![\w-])", guides)}
        names = {o for o in parser._option_string_actions if o.startswith("--")}
        assert names - {"--help"} <= told, verb


@pytest.mark.parametrize("name", ["ARCHITECTURE.md", "CONTRIBUTING.md", "GLOSSARY.md"])
def test_named_files_are_there(name):
    for path in FILE.findall((ROOT / name).read_text("utf8")):
        assert any(list(root.glob(path)) for root in ROOTS), path
