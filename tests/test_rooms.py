"""Lower rooms never import higher ones, as the table of floors in ARCHITECTURE.md has them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import spacy_hips

PACKAGE = Path(spacy_hips.__file__).parent
PAGE = Path(__file__).parents[1] / "ARCHITECTURE.md"
FLOORS = {
    room: int(floor)
    for floor, rooms in re.findall(r"^(\d) ([a-z_ ]+)$", PAGE.read_text("utf8"), re.M)
    for room in rooms.split()
}
FILES = sorted(p for p in PACKAGE.rglob("*.py") if p.name != "__init__.py" or p.parent != PACKAGE)


def room(parts: tuple[str, ...]) -> str:
    return parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    """The rooms that a file imports from, also in functions and for type checking."""
    folder = path.relative_to(PACKAGE).parent.parts
    for node in ast.walk(ast.parse(path.read_text("utf8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            above = folder[: len(folder) - node.level + 1]
            module = tuple((node.module or "").split(".")) if node.module else ()
            for name in node.names:
                yield room((*above, *module, name.name))


def test_every_room_has_a_floor():
    rooms = {room(path.relative_to(PACKAGE).parts) for path in FILES} - {"data"}
    assert rooms <= FLOORS.keys()


@pytest.mark.parametrize("name", sorted(FLOORS))
def test_a_room_imports_nothing_from_above(name):
    upwards = {
        f"{path.relative_to(PACKAGE)} imports {other}"
        for path in FILES
        if room(path.relative_to(PACKAGE).parts) == name
        for other in imported(path)
        if FLOORS.get(other, 0) > FLOORS[name]
    }
    assert not upwards
