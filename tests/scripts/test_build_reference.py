"""The pages and tables that are written from the code say what it says."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from spacy_hips.cli.errors import Errors
from spacy_hips.core.labels import LABELS

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "build_reference.py"
if not SCRIPT.exists():
    pytest.skip("the scripts are not part of this copy", allow_module_level=True)


@pytest.fixture(scope="module")
def reference():
    spec = importlib.util.spec_from_file_location("build_reference", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pages_are_those_of_the_code(reference):
    pages, docs = reference.pages(), ROOT / "docs"
    assert {path.name for path in (docs / "reference").glob("*.md")} == set(pages)
    written = {docs / "reference" / name: text for name, text in pages.items()}
    written |= {docs / name: text for name, text in reference.filled(docs).items()}
    old = [path.name for path, text in written.items() if path.read_text("utf8") != text]
    assert not old, "run scripts/build_reference.py"


def test_every_table_stands_on_one_page(reference):
    marks = [
        name
        for page in (ROOT / "docs").glob("*.md")
        for name in reference.MARKED.findall(page.read_text("utf8"))
    ]
    wanted = {*reference.labels(), *reference.options(), "languages", "codebook"}
    assert len(marks) == len(set(marks)) and set(marks) == wanted


def test_every_label_has_an_example_and_every_code_its_message(reference):
    tables, errors = reference.labels(), reference.errors_page()
    assert all(f"| `{name}` |" in table for name in LABELS for table in tables.values())
    assert str(Errors.E101).partition("] ")[2] in errors.replace("\\|", "|")


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a|b", r"a\|b"), ("<b>", "&lt;b>"), ("two\n  lines", "two lines")],
)
def test_what_would_break_a_table_is_escaped(reference, text, shown):
    assert reference.cell(text) == shown


def test_the_settings_of_a_docstring(reference):
    def maker(a, b, c):
        """Make it.

        a (int): The first. It goes
            on.
        b, c (str): Both.
        """

    assert reference.settings(maker) == {
        "a": ("int", "The first. It goes on."), "b": ("str", "Both."), "c": ("str", "Both."),
    }  # fmt: skip
