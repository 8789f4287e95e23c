"""What the columns of a table may be: guessed by their names and cells, for a person to confirm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from ...text.lexicon.person_words import ROSTER_COLUMNS
from ..files.columns import OBVIOUS, SINGLE_ROLES
from ..files.decoding import DEFAULT_ENCODING
from ..files.readers import as_text, open_source
from ..files.rows import Row
from .project import EMAIL

SHOWN, LOOKED_AT = 3, 50
LONG = 6
"""So many words has a cell of a text on average, at least."""
SHOWN_CHARACTERS = 160
WESTERN = "cp1252"
"""What Excel writes where it is not asked for UTF-8."""
_NAMES: Mapping[str, str] = {
    name: role
    for role, names in {
        "text": """answer response comment message post content feedback reflection body
            aufsatz antwort kommentar nachricht beitrag inhalt freitext rückmeldung""",
        "author": "student studentcode writer schreiber verfasser autor autorin teilnehmer",
        "group": "class course section team klasse kurs gruppe seminar",
        "doc": "essayid textid thread talk conversation aufsatznr textnr",
        "date": "date submitted created timestamp datum abgabe abgegeben",
        "speaker": "speaker sender sprecher sprecherin",
    }.items()
    for name in names.split()
}  # fmt: skip
_NUMBERED = frozenset(("essay", "aufsatz"))
"""An "essay" of one word is the number of one."""
_ROSTER: Mapping[str, str] = {
    "name": "name", "first": "name", "last": "name", "emails": EMAIL, "person_id": "author",
    "author": "author", "group": "group",
}  # fmt: skip
"""Roles of the columns that a class list has."""


@dataclass(frozen=True)
class Sheet:
    """The columns of a table, each with its guess and its first cells.

    columns (list): Name, role and cells of each.
    encoding (str): What the table is written in; "" for a workbook.
    """

    columns: list[tuple[str, str, list[str]]]
    encoding: str


def looked_at(path: Path) -> Sheet:
    """Look at the first rows of a table.

    path (Path): The table.
    RAISES (HipsError): Where it cannot be read.
    """
    encoding = _encoding(path)
    with open_source(str(path), encoding=encoding or DEFAULT_ENCODING) as source:
        rows = [row.fields for row in islice(source, LOOKED_AT) if isinstance(row, Row)]
        names, told = list(source.fields), dict(source.roles)
    cells = {name: [as_text(row.get(name)) or "" for row in rows] for name in names}
    roles = guessed(cells) | told
    return Sheet(
        [(n, roles[n], [c[:SHOWN_CHARACTERS] for c in cells[n][:SHOWN]]) for n in names], encoding
    )


def guessed(cells: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """A role for each column; what tells nothing is left out.

    cells (Mapping): The first cells of each column.
    """
    roles = {name: _role(name, own) for name, own in cells.items()}
    if "text" not in roles.values() and cells:
        longest = max(cells, key=lambda name: _words(cells[name]))
        roles[longest] = "text" if _words(cells[longest]) > 1 else roles[longest]
    for role in SINGLE_ROLES:
        for name in [name for name, own in roles.items() if own == role][1:]:
            roles[name] = "drop"
    if "speaker" in roles.values() and not {"doc", "group"} & set(roles.values()):
        roles = {name: "name" if own == "speaker" else own for name, own in roles.items()}
    return roles


def _role(name: str, cells: Sequence[str]) -> str:
    bare = "".join(char for char in name.lower() if char.isalpha())
    filled = [cell for cell in cells if cell.strip()]
    if filled and 2 * sum("@" in cell and " " not in cell.strip() for cell in filled) > len(filled):
        return EMAIL
    own = _NAMES.get(bare) or _ROSTER.get(ROSTER_COLUMNS.get(bare, ""), "")
    obvious = OBVIOUS.get(name.strip().lower(), own)
    if _words(filled) >= LONG:
        return "text"  # whatever it is called
    if bare in _NUMBERED and filled and _words(filled) < 2:
        return "doc"
    return obvious or "drop"


def _words(cells: Sequence[str]) -> float:
    return sum(len(cell.split()) for cell in cells) / max(1, len(cells))


def _encoding(path: Path) -> str:
    """UTF-8, or that of Windows where it is not; "" for a workbook, which is no text."""
    if path.suffix.lower().startswith(".xls"):
        return ""
    data = path.read_bytes()
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    try:
        data.decode(DEFAULT_ENCODING)
    except UnicodeDecodeError:
        return WESTERN
    return DEFAULT_ENCODING
