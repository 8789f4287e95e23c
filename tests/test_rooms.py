"""Rooms import each other in one order only, as the list in ARCHITECTURE.md has them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import spacy_hips

PACKAGE = Path(spacy_hips.__file__).parent
PAGE = Path(__file__).parents[1] / "ARCHITECTURE.md"
ORDER = re.search(r"```text\n(core\n.*?)```", PAGE.read_text("utf8"), re.S)[1].split()
PLUGIN = {"core", "text", "find", "who", "replace", "components"}
MOST_ROOMS = 12
FILES = sorted(PACKAGE.rglob("*.py"))


def room(parts: tuple[str, ...]) -> str:
    """The room that a module is in; "" for the package and for a folder of rooms."""
    parts = tuple(part.removesuffix(".py") for part in parts)
    for depth in (2, 1):
        if (name := "/".join(parts[:depth])) in ORDER:
            return name
    return ""


def imported(path: Path) -> Iterator[str]:
    """The rooms that a file imports from, also in functions and for type checking."""
    folder = path.relative_to(PACKAGE).parent.parts
    for node in ast.walk(ast.parse(path.read_text("utf8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            above = folder[: len(folder) - node.level + 1]
            module = tuple((node.module or "").split(".")) if node.module else ()
            yield from filter(None, (room((*above, *module, name.name)) for name in node.names))


def test_every_module_is_in_a_room():
    loose = {p.relative_to(PACKAGE) for p in FILES if not room(p.relative_to(PACKAGE).parts)}
    assert {path.name for path in loose} <= {"__init__.py"}


def test_the_house_stays_small():
    folders = [p for p in PACKAGE.iterdir() if p.is_dir() and any(p.iterdir())]
    assert len({p.name for p in folders} - {"__pycache__"}) <= MOST_ROOMS


@pytest.mark.few(9)
@pytest.mark.parametrize("name", ORDER)
def test_a_room_imports_only_those_before_it(name):
    allowed = set(ORDER[: ORDER.index(name) + 1])
    wrong = {
        f"{path.relative_to(PACKAGE)} imports {other}"
        for path in FILES
        if room(path.relative_to(PACKAGE).parts) == name
        for other in imported(path)
        if other not in allowed
    }
    assert not wrong


def test_the_plug_in_imports_no_wing():
    wings = {room_ for room_ in ORDER if room_.partition("/")[0] not in PLUGIN}
    wrong = {
        f"{path.relative_to(PACKAGE)} imports {other}"
        for path in FILES
        if path.relative_to(PACKAGE).parts[0] in PLUGIN
        for other in imported(path)
        if other in wings
    }
    assert not wrong
