"""Rows to documents and back: the cells of a row, or of a conversation, are parts of one text.

Names and messages that belong together are replaced together, so that a name has one surrogate
in the text, in the name column and in what others say.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import groupby
from typing import Any, Generic, Protocol, TypeVar

from ...core.ids import Ids
from ...core.later import re
from ...core.spans import Replacement
from .columns import Columns
from .file_formats import PEOPLE
from .formats.submissions import submitter
from .readers import as_text
from .rows import BadRow, Row, mend

PARAGRAPH = "\n\n"
LINE = "\n"
SPEAKER = ": "
NAME_ROLES: frozenset[str] = frozenset(("name", "speaker"))
UNKNOWN = "name:"
"""What the id of a person begins with whom the columns give a name only."""

# Speakers that name nobody are left as they are.
_SPEAKER_WORDS = (
    "student|pupil|learner|teacher|tutor|instructor|professor|ta|assistant|system|user|bot|agent|"
    "chatbot|gpt|human|ai|model|developer|tool|function|moderator|facilitator|interviewer|"
    "interviewee|participant|speaker|peer|classmate|group|all|unknown|unclear"
)
_NOBODY = re.compile(rf"(?:{_SPEAKER_WORDS})?[ _-]?(?:[0-9]{{1,2}}|[A-Z])?", re.I)
BETWEEN = re.compile(r"[;|\n]|,?\s(?:/|&|and)\s")
"""What parts the people of one cell. A comma stands within a name as well."""


@dataclass(frozen=True)
class Part:
    """A cell's place in the text of its document.

    row (int): Which row of the document.
    column (str): The column.
    role (str): "text", "context", "name" or "speaker".
    start, end (int): Characters.
    also (tuple[int, ...]): Further rows whose cell is the same: a task beside all its messages.
    """

    row: int
    column: str
    role: str
    start: int
    end: int
    also: tuple[int, ...] = ()

    @property
    def rows(self) -> tuple[int, ...]:
        """All rows whose cell it is."""
        return (self.row, *self.also)


@dataclass(frozen=True)
class Document:
    """A text to be searched, made of the cells of one row or of one conversation.

    rows (tuple[Row, ...]): Its rows.
    text (str): All parts, joined.
    parts (tuple[Part, ...]): Where each cell stands, without overlap, by place.
    ids (Ids): Whose it is.
    people (tuple): Rows for the table of known people: authors and speakers. Whom only the
        properties of a file name is a suspect: the row has no person_id.
    mended (int): Characters that no encoding can take and that were replaced by U+FFFD.
    speakers (tuple[Part, ...]): Names of speakers within its texts, of a transcript.
    """

    rows: tuple[Row, ...]
    text: str
    parts: tuple[Part, ...]
    ids: Ids
    people: tuple[dict[str, Any], ...] = ()
    mended: int = 0
    speakers: tuple[Part, ...] = ()

    @property
    def body(self) -> int:
        """Where its text begins, behind the name cells of its first row."""
        return next((part.start for part in self.parts if part.role != "name"), 0)

    @property
    def last(self) -> int:
        """The number of its last row."""
        return self.rows[-1].number

    def left_out(self, reason: str, raw: str) -> BadRow:
        """The document as one that is not written, with all its rows.

        reason (str): Why; no text of it.
        raw (str): What it was, for the internal folder.
        """
        return BadRow(self.last, reason, raw, tuple(row.number for row in self.rows[:-1]))


Item = Document | BadRow


class _Placed(Protocol):
    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


_Any = TypeVar("_Any", bound=_Placed)


class Touching(Generic[_Any]):
    """Finds what touches a piece of a text without looking at everything: talks are long.

    placed (Iterable): Things with characters `start` and `end`.
    """

    def __init__(self, placed: Iterable[_Any]) -> None:
        self._placed = sorted(placed, key=lambda one: one.start)
        self._starts = [one.start for one in self._placed]
        self._longest = max((one.end - one.start for one in self._placed), default=0)

    def __call__(self, start: int, end: int) -> list[_Any]:
        """What has a character between `start` and `end`, by place."""
        first = bisect_left(self._starts, start - self._longest)
        last = bisect_left(self._starts, end)
        return [one for one in self._placed[first:last] if one.end > start]


def documents(source: Iterable[Row | BadRow], columns: Columns) -> Iterator[Item]:
    """Make documents of rows, in their order.

    source (Iterable): Rows that could be read and rows that could not.
    columns (Columns): The roles.
    YIELDS: Documents and bad rows. Neighbouring rows of one conversation (a speaker column, and
        the same doc, else the same group) are one document; a bad row inside one comes after it.
    """
    talk = columns.the("speaker")
    key_column = columns.the("doc") or columns.the("group")
    open_rows: list[Row] = []
    waiting: list[BadRow] = []
    for row in source:
        checked = row if isinstance(row, BadRow) else check_row(row, columns)
        if isinstance(checked, BadRow):
            waiting.append(checked)
        elif talk and open_rows and _same(open_rows[-1], checked, key_column):
            open_rows.append(checked)
        else:
            yield from _closed(open_rows, waiting, columns)
            open_rows, waiting = [checked], []
        if not (talk and open_rows):
            yield from _closed(open_rows, waiting, columns)
            open_rows, waiting = [], []
    yield from _closed(open_rows, waiting, columns)


def authors_repeat(items: Iterable[Item], columns: Columns, apart: str) -> bool:
    """Has an author documents that are replaced apart? The first who has ends the reading.

    items (Iterable): Documents and bad rows.
    columns (Columns): The roles.
    apart (str): "doc" for each document by itself, "group" for each group.
    """
    author, place = columns.the("author"), columns.the(apart)
    wrote: dict[int, int] = {}
    for item in items:
        if not isinstance(item, Document):
            continue
        here = _digest(_cell(item.rows[0], place) or f"row {item.last}")
        for name in {_cell(row, author) for row in item.rows} - {""}:
            if wrote.setdefault(_digest(name), here) != here:
                return True
    return False


def check_row(row: Row, columns: Columns) -> Row | BadRow:
    """Is every cell that is needed there, and a text?

    row (Row): A row.
    columns (Columns): The roles.
    RETURNS: The row, or the bad row it is.
    """
    for name, role in columns.roles.items():
        value = row.fields.get(name)
        if role == "text" and not isinstance(value, str):
            return _bad(row, f"the column {name!r} (text) is missing or no text")
        if role not in ("keep", "drop") and as_text(value) is None:
            return _bad(row, f"the column {name!r} ({role}) is neither text nor a number")
    return row


def carry(document: Document, replacements: Sequence[Replacement]) -> list[str]:
    """Give each part its own piece of the anonymised text.

    document (Document): The document.
    replacements (Sequence[Replacement]): What was done, by place.
    RETURNS (list[str]): The new text of every part, in the order of `document.parts`.
    """
    return carried(document.text, document.parts, replacements)


def carried(text: str, places: Sequence[_Placed], replacements: Sequence[Replacement]) -> list[str]:
    """Give each place of a text its own piece of the anonymised text.

    text (str): The text.
    places (Sequence): Places with characters `start` and `end`, in order and without overlap.
    replacements (Sequence[Replacement]): What was done, by place. What was replaced across the
        end of a place goes to the place in which it begins.
    RETURNS (list[str]): The new text of every place.
    """
    out = []
    first = 0
    done = [r for r in replacements if r.surrogate != text[r.start : r.end]]
    for place in places:
        pieces: list[str] = []
        at = place.start
        while first < len(done) and done[first].end <= place.start:
            first += 1
        for r in done[first:]:
            if r.start >= place.end:
                break
            pieces.append(text[at : max(at, r.start)])
            if r.start >= place.start:
                pieces.append(r.surrogate)
            at = min(r.end, place.end)
        pieces.append(text[at : place.end])
        out.append("".join(pieces))
    return out


def within(
    document: Document, replacements: Sequence[Replacement]
) -> list[dict[str, list[Replacement]]]:
    """What was replaced in the cells of each row, counted from the start of each cell.

    document (Document): The document.
    replacements (Sequence[Replacement]): What was done, by place.
    RETURNS (list): For each row, what was replaced by column.
    """
    touching = Touching(replacements)
    out: list[dict[str, list[Replacement]]] = [{} for _ in document.rows]
    for part in document.parts:
        done = clipped(touching, part.start, part.end)
        for row in part.rows:
            out[row][part.column] = done
    return out


def clipped(touching: Touching[Replacement], start: int, end: int) -> list[Replacement]:
    """What was replaced in a piece of a text, counted from its start.

    touching (Touching): What was replaced in the text.
    start, end (int): The piece. What was replaced across its start has left it empty-handed.
    """
    return [
        replace(
            r,
            start=max(r.start, start) - start,
            end=min(r.end, end) - start,
            surrogate=r.surrogate if r.start >= start else "",
        )
        for r in touching(start, end)
    ]


def text_hash(text: str) -> str:
    """SHA-256 of a text, hexadecimal. It lets a text be guessed, so it stays internal."""
    return sha256(text.encode("utf8", "surrogatepass")).hexdigest()


def names_nobody(speaker: str) -> bool:
    """Is a speaker's label a role or a letter, such as "Tutor", "Student 2" or "B"?"""
    return bool(_NOBODY.fullmatch(speaker.strip()))


def build(rows: Sequence[Row], columns: Columns) -> Document:
    """Join the cells of some rows into one document.

    rows (Sequence[Row]): Rows that belong together, all checked.
    columns (Columns): The roles.
    """
    joined = _Joined()
    people = _People(columns.the("author"))
    tasks = {column: _runs(rows, column) for column in columns.having("context")}
    for index, row in enumerate(rows):
        names = [(c, _cell(row, c)) for c in columns.having("name")]
        names = [(c, name) for c, name in names if name.strip()]
        for column, name in names:
            joined.add(index, column, "name", name, PARAGRAPH)
        persons = _persons([name for _, name in names])
        for own in persons:
            role = _role(row, columns, own)
            suspect = columns.having("name") == (PEOPLE,) and not role
            people.add(row, own, role, one_of=len(persons) > 1, suspect=suspect)
        for column, runs in tasks.items():
            if index in runs:
                joined.add(index, column, "context", _cell(row, column), PARAGRAPH, runs[index])
        _add_messages(joined, index, row, columns, people)
    text, mended = mend(joined.text)
    ids = _ids(rows[0], columns)
    if people.rows and not ids.author:
        # Known people are looked for in the texts of their author, so there must be one.
        ids = replace(ids, author=f"writer:{ids.doc or ids.group or people.rows[0]['person_id']}")
    found = tuple({**person, "author": ids.author} for person in people.rows)
    spoken = tuple(_spoken(rows, joined.parts))
    return Document(tuple(rows), text, tuple(joined.parts), ids, found, mended, spoken)


def _spoken(rows: Sequence[Row], parts: Iterable[Part]) -> Iterator[Part]:
    """The names of speakers within texts."""
    for part in parts:
        for start, end in rows[part.row].speakers if part.role == "text" else ():
            yield replace(part, role="speaker", start=part.start + start, end=part.start + end)


def _role(row: Row, columns: Columns, names: Sequence[str]) -> str:
    """Who a name column names: a student. Of the people of a document file only who handed it in is
    known to be one; who changed it or wrote comments may be a teacher."""
    if columns.having("name") != (PEOPLE,):
        return "student"
    handed_in = submitter(_cell(row, columns.the("doc")))
    return "student" if handed_in and " ".join(names) == handed_in else ""


class _People:
    """The authors and speakers of a document, each once."""

    def __init__(self, author_column: str) -> None:
        self._author = author_column
        self._rows: dict[str, dict[str, Any]] = {}

    @property
    def rows(self) -> list[dict[str, Any]]:
        return list(self._rows.values())

    def add(
        self,
        row: Row,
        names: Sequence[str],
        role: str,
        *,
        one_of: bool = False,
        suspect: bool = False,
        others: Sequence[str] = (),
    ) -> None:
        """Add a person with the names of one row.

        Draws follow the author's id; where there is none, or the row is one of several people,
        they follow the name. A suspect has no id: who it is, the text and the table tell.
        """
        names = [" ".join(name.split()) for name in names]
        full = " ".join(names)
        author = "" if one_of else _cell(row, self._author)
        person = "" if suspect else author or UNKNOWN + full.casefold()
        aliases = [*(names if len(names) > 1 else ()), *others]
        row_of = {"person_id": person, "name": full, "aliases": aliases, "role": role}
        self._rows.setdefault(full.casefold(), row_of)


class _Joined:
    """A text that grows by parts."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self._pieces: list[str] = []
        self._length = 0
        self._gap = ""

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    def add(
        self,
        row: int,
        column: str,
        role: str,
        text: str,
        gap: str,
        also: tuple[int, ...] = (),
    ) -> None:
        """Add a cell; `gap` parts it from what follows."""
        start = self._length + len(self._gap)
        self._pieces += (self._gap, text)
        self._length = start + len(text)
        self._gap = gap
        self.parts.append(Part(row, column, role, start, self._length, also))


def _runs(rows: Sequence[Row], column: str) -> dict[int, tuple[int, ...]]:
    """Where a cell differs from the one before, and the rows behind it that repeat it."""
    runs = groupby(range(len(rows)), lambda index: _cell(rows[index], column))
    return {next(same): tuple(same) for text, same in runs if text.strip()}


def _persons(names: Sequence[str]) -> list[list[str]]:
    """The names of each person in the name cells of a row.

    Several cells are the names of one person; one cell may name several ("Ana Ruiz; Ben Li").
    """
    if len(names) != 1:
        return [list(names)] if names else []
    pieces = [piece for piece in BETWEEN.split(names[0]) if piece.strip()]
    listed = [part for piece in pieces for part in piece.split(",")]
    if len(pieces) > 1 or len(listed) > 2:
        # "Ruiz, Ana; Li, Ben" is two people, "Ana Ruiz, Ben Li and Kofi Mensah" three.
        pieces = listed if all(len(part.split()) > 1 for part in listed) else pieces
    return [[piece] for piece in pieces]


def _add_messages(joined: _Joined, index: int, row: Row, columns: Columns, people: _People) -> None:
    talk = columns.the("speaker")
    speaker = _cell(row, talk) if talk else ""
    for name, others in row.people.items():
        people.add(row, [name], "", others=others)
    if speaker.strip() and not names_nobody(speaker):
        joined.add(index, talk, "speaker", speaker, SPEAKER)
        people.add(row, [speaker], "")
    for column in columns.having("text"):
        joined.add(index, column, "text", _cell(row, column), LINE if talk else PARAGRAPH)


def _ids(row: Row, columns: Columns) -> Ids:
    doc, author, group = (_cell(row, columns.the(role)) for role in ("doc", "author", "group"))
    return Ids(doc, "" if columns.the("speaker") else author, group)


def _cell(row: Row, column: str) -> str:
    return as_text(row.fields.get(column)) or "" if column else ""


def _same(row: Row, other: Row, column: str) -> bool:
    return _cell(row, column) == _cell(other, column)


def _closed(rows: Sequence[Row], waiting: Sequence[BadRow], columns: Columns) -> Iterator[Item]:
    if rows:
        yield build(rows, columns)
    yield from waiting


def _digest(text: str) -> int:
    """Eight bytes that stand for a text: of a hundred thousand hardly two are alike."""
    return int.from_bytes(sha256(text.encode("utf8", "surrogatepass")).digest()[:8], "big")


def _bad(row: Row, reason: str) -> BadRow:
    return BadRow(row.number, reason, json.dumps(row.fields, ensure_ascii=False))
