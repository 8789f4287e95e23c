"""The pages of docs/reference say what the code says."""

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
    pages = reference.pages()
    folder = ROOT / "docs" / "reference"
    assert {path.name for path in folder.glob("*.md")} == set(pages)
    old = [name for name, text in pages.items() if (folder / name).read_text("utf8") != text]
    assert not old, "run scripts/build_reference.py"


def test_every_label_has_an_example_and_every_code_its_message(reference):
    labels, errors = reference.labels_page(), reference.errors_page()
    assert all(labels.count(f"| `{name}` |") == 3 for name in LABELS)
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
