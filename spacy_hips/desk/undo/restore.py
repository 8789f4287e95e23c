"""Undoing a run: what each released row was, kept in a key file, and put back exactly.

A row is known by a digest of what was released of it. So an output that was sorted or cut can be
restored too, and a row that was changed is noticed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from ...core.spans import Replacement
from ..files.columns import Columns
from ..files.documents import Document, Part
from ..files.file_formats import FORMATS, PEOPLE
from ..files.readers import as_text
from ..files.rows import BadRow, Row
from .keyfile import Cell, Edit, KeyFile, RowNote, RunNotes, text_hash
from .pseudonyms import Pseudonyms

TEXT, VALUE = "text", "value"


class Reversal:
    """Notes in a key file what every released row was.

    file (KeyFile): An open key file, in which a run has begun.
    columns (Columns): The roles.
    target (str): The format that is written.
    pseudonyms (Pseudonyms): Names the files of a folder.
    """

    def __init__(
        self, file: KeyFile, columns: Columns, target: str, pseudonyms: Pseudonyms
    ) -> None:
        self._file = file
        self._columns = columns
        self._target = target
        self._pseudonyms = pseudonyms
        self._waiting: list[RowNote] = []

    def note(
        self,
        row: Row,
        name: str,
        values: Mapping[str, Any],
        edits: Mapping[str, Sequence[Edit]],
    ) -> None:
        """Remember one row until `flush`.

        row (Row): The row as it was read.
        name (str): The original name of its document.
        values (Mapping): What is released of it.
        edits (Mapping): For text columns, what was replaced: start and end in the released cell,
            and what stood there.
        """
        pairs = {c: (row.fields[c], new) for c, new in values.items()}
        shown: dict[str, Any] = dict(values)
        if not FORMATS[self._target].has_columns:
            text = self._columns.having(TEXT)[0]
            shown = self._whole(name, values)
            pairs = {"id": (name, shown.get("id", "")), TEXT: pairs[text]}
            edits = {TEXT: edits.get(text, ())}
        cells = {
            column: _cell(old, as_text(new) or "", edits.get(column, ()))
            for column, (old, new) in pairs.items()
            if old != new
        }
        self._waiting.append(RowNote(row_digest(shown), row.number, cells))

    def flush(self) -> None:
        """Write what was noted."""
        self._file.append(self._waiting)
        self._waiting.clear()

    def _whole(self, name: str, values: Mapping[str, Any]) -> dict[str, Any]:
        """The id and the text that a reader of the output will see."""
        text = values[self._columns.having(TEXT)[0]]
        if self._target == "folder":
            return {"id": self._pseudonyms.file(name), TEXT: text}
        column = self._columns.the("doc")
        return {TEXT: text} | ({"id": values.get(column, "")} if self._target == "spacy" else {})


def _cell(old: Any, new: str, edits: Sequence[Edit]) -> Cell:
    hashed = text_hash(new)
    if not isinstance(old, str):
        return Cell(VALUE, hashed, ((0, len(new), json.dumps(old)),))
    cell = Cell(TEXT, hashed, tuple(edits))
    return cell if edits and cell.restore(new) == old else Cell(TEXT, hashed, ((0, len(new), old),))


def cell_edits(
    document: Document, replacements: Iterable[Replacement]
) -> dict[tuple[int, str], list[Edit]]:
    """What was replaced in each cell of a document, by the cell's own characters.

    document (Document): The document.
    replacements (Iterable[Replacement]): What was done, by place; `carry` made the new cells of it.
    RETURNS (dict): By row and column: start and end in the new cell, and what stood there.
    """
    text = document.text
    done = [r for r in replacements if r.surrogate != text[r.start : r.end]]
    edits = ((part, _edits(text, part, done)) for part in document.parts)
    return {(row, part.column): own for part, own in edits for row in part.rows}


def _edits(text: str, part: Part, done: Sequence[Replacement]) -> list[Edit]:
    edits: list[Edit] = []
    shift = -part.start
    for r in done:
        start, end = max(r.start, part.start), min(r.end, part.end)
        if start >= end:
            continue
        new = r.surrogate if r.start >= part.start else ""
        edits.append((start + shift, start + shift + len(new), text[start:end]))
        shift += len(new) - (end - start)
    return edits


def row_digest(values: Mapping[str, Any]) -> str:
    """What a released row is known by.

    values (Mapping): Its cells by column; empty ones do not count.
    """
    cells = sorted((c, text) for c, v in values.items() if (text := _shown(v)))
    return sha256(json.dumps(cells, ensure_ascii=True).encode()).hexdigest()


def _shown(value: Any) -> str:
    text = as_text(value)
    return json.dumps(value, sort_keys=True) if text is None else text


UNKNOWN = "not in the key file so: the row was changed, or the key file is not whole"
DOUBTFUL = "several rows were released so, and the key file does not tell which of them it is"


class Undo:
    """Looks up what released rows were.

    file (KeyFile): An open key file.
    rows (Iterable): The whole output, so that rows that look the same are told apart.
    format (str): The output's format.
    RAISES (HipsError): E146 if the key file is damaged.
    """

    def __init__(self, file: KeyFile, rows: Iterable[Row | BadRow], format: str) -> None:
        self._format = format
        runs = file.runs()
        notes = [_by_digest(run) for run in runs]
        counts = Counter(row_digest(self._cells(row)) for row in rows if isinstance(row, Row))
        shares = [sum(min(n, len(by.get(d, ()))) for d, n in counts.items()) for by in notes]
        cut = max((s for s, run in zip(shares, runs, strict=True) if not run.sealed), default=0)
        self._chosen = {
            digest: _chosen(
                count, [(s, by.get(digest, [])) for s, by in zip(shares, notes, strict=True)], cut
            )
            for digest, count in counts.items()
        }
        self._next: Counter[str] = Counter()
        used = [run for run, share in zip(runs, shares, strict=True) if share]
        self.unsealed = any(not run.sealed and not run.old for run in used)
        self.old = any(run.old for run in used)

    def _cells(self, row: Row) -> dict[str, Any]:
        """What was released of a row: of a text in a file of its own, the text."""
        one = FORMATS[self._format].kind == "text" and self._format != "folder"
        wanted = (TEXT,) if one else tuple(column for column in row.fields if column != PEOPLE)
        return {column: row.fields[column] for column in wanted}

    def __call__(self, row: Row) -> dict[str, Any] | str:
        """The original of a released row.

        row (Row): The row as it was released.
        RETURNS: The row as it was; the reason, as text, where it is not known.
        """
        out = self._cells(row)
        digest = row_digest(out)
        found = self._chosen[digest]
        if isinstance(found, str):
            return found
        note = found[self._next[digest]]
        self._next[digest] += 1
        for column, cell in note.cells.items():
            old = cell.restore(as_text(out.get(column)) or "")
            if old is None:
                return UNKNOWN
            out[column] = json.loads(old) if cell.kind == VALUE else old
        return out


def _by_digest(run: RunNotes) -> dict[str, list[RowNote]]:
    out: dict[str, list[RowNote]] = {}
    for row in run.rows:
        out.setdefault(row.digest, []).append(row)
    return out


def _chosen(
    count: int, notes: Sequence[tuple[int, list[RowNote]]], cut: int
) -> list[RowNote] | str:
    """Which originals the rows of one look have, in their order; a reason where that is open.

    count (int): How many rows of the output look so.
    notes (Sequence): For each run how many rows of the output it released, and its rows of this
        look.
    cut (int): How many rows of the output a run released whose end may be lost.
    """
    noted = [row for _, rows in notes for row in rows]
    best = max((share for share, rows in notes if rows), default=0)
    if not noted or best < cut:
        return UNKNOWN
    if count <= len(noted) and all(row.cells == noted[0].cells for row in noted):
        return noted[:count]
    # The output's run is the one that released most of it; others must not say otherwise.
    first, *others = [rows for share, rows in notes if rows and share == best]
    originals = [row.cells for row in first]
    differ = any([row.cells for row in other] != originals for other in others)
    return DOUBTFUL if differ or len(first) != count else first


def restored(
    rows: Iterable[Row | BadRow], undo: Undo, lost: dict[int, str]
) -> Iterator[dict[str, Any]]:
    """The originals of an output.

    rows (Iterable): The output as it is read.
    undo (Undo): Looks them up.
    lost (dict): Takes the number of each row that is not restored, and the reason.
    YIELDS (dict): The original rows, in their order.
    """
    for row in rows:
        original = row.reason if isinstance(row, BadRow) else undo(row)
        if isinstance(original, str):
            lost[row.number] = original
        else:
            yield original
