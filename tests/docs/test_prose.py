"""The guides are short and plain: how much there is to read, and how much must be read twice."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "check_prose.py"
if not (SCRIPT.exists() and (ROOT / "mkdocs.yml").exists()):
    pytest.skip("needs a checkout", allow_module_level=True)
MOST_PAGES, MOST_WORDS, MOST_FAULTS = 25, 27_500, 20


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("check_prose", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_site_is_short(script):
    """Pages and tables that are written from the code are not counted."""
    nav = re.findall(r"([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text("utf8"), re.M)
    files = [next(f for f in (ROOT / "docs" / page, ROOT / page) if f.exists()) for page in nav]
    texts = [script.WRITTEN_BY_A_SCRIPT.sub("", file.read_text("utf8")) for file in files]
    assert len(nav) <= MOST_PAGES
    assert sum(len(text.split()) for text in texts) <= MOST_WORDS


def test_hardly_a_sentence_of_the_guides_must_be_read_twice(script):
    found = list(script.faults([ROOT / "docs"]))
    assert len(found) <= MOST_FAULTS, "\n".join(f"{f.path.name}:{f.line}: {f.what}" for f in found)


@pytest.mark.parametrize(
    ("sentence", "wrong"),
    [
        ("What was found is replaced.", ["begins with a question word"]),
        ("What now?", []),
        ("Who it is stays open.", ["begins with a question word"]),
        ("That the places are given favours them.", ["begins with 'That ... is'"]),
        ("That is all.", []),
        ("None of them stays.", ["of them"]),
        ("It is told, whatever it is.", ["whatever", "told"]),
        (" ".join(["word"] * 28) + ".", []),
        (" ".join(["word"] * 29) + ".", ["more than 28 words"]),
    ],
)
def test_what_is_counted(script, sentence, wrong):
    assert list(script.wrong_with(sentence)) == wrong


def test_code_tables_and_written_pages(script):
    page = (
        "# What is a heading\n\nOne *sentence*. Two\nlines.\n\n```text\nWhat is code.\n```\n\n"
        "| a | What helps them |\n|---|---|\n| b | c |\n\n- An item\n- another\n"
        "<!-- written: labels -->\nWhat is written.\n<!-- end -->\n"
    )
    said = [sentence for _, sentence in script.sentences(script.prose(page))]
    assert [s for s in said if s.strip("-")] == [
        "One sentence.", "Two lines.", "a", "What helps them", "b", "c", "An item", "another"
    ]  # fmt: skip
