"""A search of the site gives the right page first."""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

ROOT = Path(__file__).parents[2]
if not (ROOT / "mkdocs.yml").exists():
    pytest.skip("the site is not part of this copy", allow_module_level=True)
TITLE = 20
"""How many times as much a word of a title counts. The search of the site counts it even more."""
FIRST = {
    "excel": "spreadsheet",
    "word": "documents",
    "word files": "documents",
    "pdf": "documents",
    "review": "review",
    "how do i review": "review",
    "keep teachers": "filter",
    "public figures": "filter",
    "is it reversible": "scopes|questions",
    "undo": "scopes|questions",
    "key": "scopes",
    "cite": "questions",
    "chats": "spreadsheet",
    "measure": "report",
    "language": "languages",
    "data frame": "spacy",
    "law": "claims",
    "install": "install",
}


class Section(NamedTuple):
    """A section of a page, as the site's search knows it."""

    page: str
    title: str
    text: str


def words(text: str) -> list[str]:
    """The words of a text, without the endings that a search does not ask for."""
    return [re.sub(r"(ing|s)$", "", word) for word in re.findall(r"\w+", text.lower())]


def sections_of_the_pages() -> list[Section]:
    """The sections of all pages of the navigation, as mkdocs parts them."""
    nav = re.findall(r"([\w/-]+)\.md$", (ROOT / "mkdocs.yml").read_text("utf8"), re.M)
    found = []
    for page in nav:
        file = ROOT / "docs" / f"{page}.md"
        text = (file if file.exists() else ROOT / f"{page}.md").read_text("utf8")
        text = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
        parts = re.split(r"^#+ (.+)$", text, flags=re.M)
        found += [Section(page, *pair) for pair in zip(parts[1::2], parts[2::2], strict=True)]
    return found


def sections_of_the_index(folder: Path) -> list[Section]:
    """The sections of the index that mkdocs built."""
    entries = json.loads((folder / "search" / "search_index.json").read_text("utf8"))["docs"]
    return [
        Section(e["location"].partition("#")[0].strip("/") or "index", e["title"], e["text"])
        for e in entries
    ]


@pytest.fixture(scope="module", params=["pages", pytest.param("index", marks=pytest.mark.slow)])
def known(request, tmp_path_factory):
    """The page of each section, and how often it has each word."""
    if request.param == "pages":
        return counted(sections_of_the_pages())
    if find_spec("material") is None:
        pytest.skip("needs the extra docs")
    folder = tmp_path_factory.mktemp("site")
    command = (sys.executable, "-m", "mkdocs", "build", "-q", "-d", str(folder))
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return counted(sections_of_the_index(folder))


def counted(sections: list[Section]) -> list[tuple[str, Counter[str]]]:
    """Sections with their words; one of a title counts as many."""
    return [(s.page, Counter(words(s.text)) + Counter(words(s.title) * TITLE)) for s in sections]


def first(known: list[tuple[str, Counter[str]]], asked: str) -> str:
    """The page of the section that fits best (BM25, words of the title and of the text)."""
    spread = [counts for _, counts in known]
    mean = sum(counts.total() for counts in spread) / len(spread)

    def score(counts: Counter[str]) -> float:
        got = 0.0
        for word in set(words(asked)):
            rare = sum(word in other for other in spread)
            weight = math.log(1 + (len(spread) - rare + 0.5) / (rare + 0.5))
            norm = counts[word] + 1.2 * (0.25 + 0.75 * counts.total() / mean)
            got += weight * counts[word] * 2.2 / norm
        return got

    return max(known, key=lambda section: score(section[1]))[0]


@pytest.mark.parametrize("asked", FIRST)
def test_a_search_gives_the_right_page_first(known, asked):
    assert re.fullmatch(FIRST[asked], first(known, asked))


def test_the_navigation_names_what_people_want_to_do():
    nav = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf8"))["nav"]
    how_to = next(part["How to"] for part in nav if "How to" in part)
    assert len(how_to) == 8
