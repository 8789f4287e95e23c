"""The examples of EXTENDING.md are built in a copy of the package, and their tests are run."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import spacy_hips

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "EXTENDING.md"
SOURCE = ROOT / "spacy_hips"
if not (PAGE.exists() and SOURCE.exists()):
    pytest.skip("needs a checkout", allow_module_level=True)
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```', re.S | re.M)
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE.read_text("utf8"), re.S | re.M))
COPIED = ("tests/conftest.py", "tests/cases", "tests/rules", "tests/surrogates", "tests/names",
          "tests/lexicon/test_language.py",
          "tests/test_labels.py", "scripts", "docs", "pyproject.toml")  # fmt: skip


def changed(text: str, change: str) -> str:
    """A text with one change of the form that the page shows."""
    lines = [(line[:1], line[1:]) for line in change.splitlines()]
    old = "".join(f"{rest}\n" for sign, rest in lines if sign in (" ", "-", ""))
    new = "".join(f"{rest}\n" for sign, rest in lines if sign in (" ", "+", ""))
    assert text.count(old) == 1, f"not there once: {old}"
    return text.replace(old, new)


def applied(section: str, folder: Path) -> list[list[str]]:
    """Write and change the files of a section; its commands are given back."""
    commands = []
    for kind, name, block in BLOCK.findall(section):
        path = folder / name
        if kind == "bash":
            commands += [shlex.split(line) for line in block.splitlines()]
        elif kind == "diff":
            path.write_text(changed(path.read_text("utf8"), block), "utf8")
        else:
            assert name and not path.exists(), "a block without `title`, or a file that is there"
            path.parent.mkdir(exist_ok=True, parents=True)
            path.write_text(block, "utf8")
    return commands


def copied(folder: Path) -> None:
    """The package and the tests that the page runs."""
    leave = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SOURCE, folder / "spacy_hips", ignore=leave)
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=leave)
        else:
            (folder / name).parent.mkdir(exist_ok=True, parents=True)
            shutil.copy(ROOT / name, folder / name)


def install(folder: Path) -> None:
    """What pip writes for the copy, so that its registered functions are found before ours."""
    info = folder / f"spacy_hips-{spacy_hips.__version__}.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text(f"Name: spacy-hips\nVersion: {spacy_hips.__version__}\n")
    groups = tomllib.loads((folder / "pyproject.toml").read_text("utf8"))["project"]["entry-points"]
    lines = []
    for group, entries in groups.items():
        lines += [f"[{group}]", *(f"{name} = {place}" for name, place in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines), "utf8")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Builds an example in the copy, after those that it rests on; gives the commands of it."""
    folder = tmp_path_factory.mktemp("extend")
    copied(folder)
    commands: dict[str, list[list[str]]] = {}

    def build(title: str) -> tuple[Path, list[list[str]]]:
        for before in EXAMPLES[: EXAMPLES.index(title) + 1]:
            if before not in commands:
                commands[before] = applied(SECTIONS[before], folder)
        install(folder)
        return folder, commands[title]

    return build


EXAMPLES = [title for title, section in SECTIONS.items() if "**Example.**" in section]


def test_there_is_an_example_of_each_kind():
    assert [
        *("A rule", "A number with a known format", "A label", "A surrogate", "A language")
    ] == EXAMPLES


@pytest.mark.slow
@pytest.mark.parametrize("title", EXAMPLES)
def test_an_example_works(title, built):
    folder, commands = built(title)
    assert commands
    for command in commands:
        tool = ["-m", "pytest", "-q"] if command[0] == "pytest" else []
        ran = subprocess.run(
            [sys.executable, *tool, *command[1:]],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder)},
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-3000:]


@pytest.mark.slow
def test_the_copy_is_what_is_tested(built):
    """Without this, the commands above could pass on the package as it was."""
    folder, _ = built("A language")
    asked = (
        "from spacy_hips.core.labels import LABELS; import spacy; print('COORDINATES' in LABELS); "
    )
    asked += "print(spacy.registry.misc.get('spacy_hips.CoordinateRule.v1')().labels)"
    ran = subprocess.run(
        [sys.executable, "-c", asked],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
    )
    assert ran.stdout.split("\n")[:2] == ["True", "('COORDINATES',)"], ran.stderr
