"""What `find` wrote, as a reviewer sees it: documents, persons, and what a decision is worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from ...core.errors import HipsError
from ...core.labels import NAME_LABELS
from ..errors import Errors
from ..found.audit import HELD
from ..found.decisions import READ, Decisions
from ..found.spanfile import CELL, NONE, REPLACED, read_lines
from ..found.spanfile import READ as NOTHING_IN_IT
from ..found.spantable import doubt

LEFT = 5
"""A private mention that is left counts as five that are hidden in vain, as in the F5 of a finder
that must miss nobody."""
MOST_TEXT = 8_000_000
"""Where all cells together hold more characters than this, only what is around the findings is
shown: a page must open at once."""
AROUND = 600


@dataclass(frozen=True)
class Mention:
    """A place where something was found, with its line of the file.

    cell (Cell): Where it stands.
    start, end (int): Characters of the cell.
    line (Mapping): The line.
    """

    cell: Cell
    start: int
    end: int
    line: Mapping[str, Any]

    @property
    def kept(self) -> bool:
        """Does its text stay, unless a reviewer says otherwise?"""
        return self.line["status"] not in REPLACED

    @property
    def entity(self) -> str:
        """The entity as it was found; "" where the file tells none."""
        return self.line.get("entity") or ""

    @property
    def across(self) -> str:
        """The person over all documents of the scope; "" where the file tells none."""
        return self.line.get("across") or ""

    @property
    def place(self) -> tuple[str, int, str, str, int, int]:
        """As `Decision.place` has it."""
        cell = self.cell
        return cell.doc, cell.row, cell.column, cell.hash, self.start, self.end


@dataclass
class Cell:
    """A cell of a document.

    id (str): The document's id; "" where it has none.
    row (int), column (str), hash (str): Which cell, and of which text.
    within (str): The scope that it is of, where that is wider than a document; else "".
    text (str): The whole of it.
    mentions (list[Mention]): What was found in it.
    """

    id: str
    row: int
    column: str
    hash: str
    within: str = ""
    text: str = ""
    mentions: list[Mention] = field(default_factory=list)

    @property
    def doc(self) -> str:
        """What tells its document from others."""
        return self.id or f"#{self.row}"

    def pieces(self, *, whole: bool) -> list[tuple[int, str]]:
        """What can be shown of it: pieces of its text, each with its first character.

        whole (bool): All of it; else what is around the findings.
        """
        if whole:
            return [(0, self.text)]
        places: list[tuple[int, int]] = []
        for mention in sorted(self.mentions, key=lambda m: m.start):
            start, end = max(0, mention.start - AROUND), mention.end + AROUND
            if places and start <= places[-1][1]:
                start, end = places[-1][0], max(end, places.pop()[1])
            places.append((start, end))
        return [(start, self.text[start:end]) for start, end in places]


@dataclass
class Entity:
    """A person, or another identifier of one document, with all its mentions.

    doc (str), id (str): The first document, and the entity in it.
    across (str): A person who is one in all documents of a scope; "" for one of a document.
    mentions (list[Mention]): By place.
    """

    doc: str
    id: str
    across: str = ""
    mentions: list[Mention] = field(default_factory=list)

    @property
    def docs(self) -> list[str]:
        """All documents in which it is mentioned."""
        return list(dict.fromkeys(m.cell.doc for m in self.mentions))

    @property
    def within(self) -> str:
        """The scope in which it may be one with others; "" where that is its document."""
        return self.mentions[0].cell.within if self.person else ""

    @property
    def person(self) -> bool:
        """Is it a person?"""
        return self.mentions[0].line["label"] in NAME_LABELS

    @cached_property
    def worth(self) -> float:
        """What a decision about it is worth: mentions that are expected to be wrong.

        Expected private mentions that stay count `LEFT` times.
        """
        return sum(doubt(m.line) * (LEFT if m.kept else 1) for m in self.mentions)

    @property
    def left(self) -> float:
        """Expected private mentions that stay if nobody decides."""
        return sum(doubt(m.line) for m in self.mentions if m.kept)


@dataclass
class Found:
    """A file of spans.

    path (Path): The file.
    digest (str): SHA-256 of it.
    model (str): What searched the texts; "" where the file does not tell.
    cells (list[Cell]): All cells, in the order of the file.
    """

    path: Path
    digest: str = ""
    model: str = ""
    cells: list[Cell] = field(default_factory=list)

    @classmethod
    def read(cls, path: str | Path) -> Found:
        """Read a file of spans.

        path (Path): As `spacy-hips find` wrote it.
        RAISES (HipsError): E701 or E723 if it cannot be used, E804 if it holds no texts.
        """
        lines = (line for _, line in read_lines(path))
        found = cls.of(lines, Path(path))
        found.digest = sha256(Path(path).read_bytes()).hexdigest()
        return found

    @classmethod
    def of(cls, lines: Iterable[Mapping[str, Any]], path: Path, source: bytes = b"") -> Found:
        """Take lines of a file of spans.

        lines (Iterable[Mapping]): The lines, checked.
        path (Path): The file to name.
        source (bytes): What they were made of; it gives the digest.
        RAISES (HipsError): E804 if they hold no texts.
        """
        found = cls(path, sha256(source).hexdigest())
        cells: dict[tuple[str, int, str, str], Cell] = {}
        for line in lines:
            if "text_hash" not in line:
                continue  # a line added by hand: its reviewer has decided
            doc, row, column = line.get("doc") or "", line.get("row") or 0, line.get("column") or ""
            key = (doc, row, column, line["text_hash"])
            cell = cells.setdefault(key, Cell(*key, line.get("within") or ""))
            if isinstance(line.get(CELL), str):
                cell.text = line[CELL]
            found.model = found.model or str(line.get("model") or "")
            if line["status"] not in (NONE, NOTHING_IN_IT):
                kept = {k: v for k, v in line.items() if k != CELL}
                cell.mentions.append(Mention(cell, line["start"], line["end"], kept))
        found.cells = list(cells.values())
        if any(m.end > len(cell.text) for cell in found.cells for m in cell.mentions):
            raise HipsError(Errors.E804.format(path=path))
        return found

    @cached_property
    def documents(self) -> dict[str, list[Cell]]:
        """The cells of every document."""
        out: dict[str, list[Cell]] = {}
        for cell in self.cells:
            out.setdefault(cell.doc, []).append(cell)
        return out

    @cached_property
    def entities(self) -> list[Entity]:
        """Persons and other identifiers, the one whose decision is worth most first."""
        out: dict[tuple[object, ...], Entity] = {}
        for cell in self.cells:
            for mention in sorted(cell.mentions, key=lambda m: m.start):
                # What no entity is known of is decided on by itself.
                own = mention.entity or (cell.row, cell.column, mention.start)
                person = mention.line["label"] in NAME_LABELS
                across = mention.across if person else ""
                name = (across,) if across else (cell.doc, person, own)
                one = out.setdefault(name, Entity(cell.doc, mention.entity, across))
                one.mentions.append(mention)
        return sorted(out.values(), key=lambda e: (-e.worth, e.doc, e.id))

    @property
    def empty(self) -> list[str]:
        """The documents in which nothing was found that names or reaches somebody."""
        return [
            doc
            for doc, cells in self.documents.items()
            if not any(m.line["label"] in HELD and not m.kept for c in cells for m in c.mentions)
        ]

    @property
    def shows_all(self) -> bool:
        """Are the cells together short enough for a page?"""
        return sum(len(cell.text) for cell in self.cells) <= MOST_TEXT


def undecided(entities: Iterable[Entity], decisions: Decisions) -> Iterator[Entity]:
    """What still has a mention that nobody has decided on.

    entities (Iterable[Entity]): Persons and others.
    decisions (Decisions): What was decided.
    """
    decided = {d.place for d in decisions.all if d.verdict != READ}
    for entity in entities:
        if any(m.place not in decided for m in entity.mentions):
            yield entity


def share(chosen: Sequence[Entity], among: Sequence[Entity]) -> float:
    """What share of the doubt about all of some entities lies in those that were chosen."""
    whole = sum(e.worth for e in among)
    return sum(e.worth for e in chosen) / whole if whole else 1.0
