"""Undoing a run: what each released row was, kept in a key file, and put back exactly.

A row is known by a digest of what was released of it, so that an output that was sorted or cut is
restored as well, and a row that was changed is noticed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from ..errors import Errors, HipsError
from ..spans import Replacement
from .columns import Columns
from .documents import Document, Part
from .keyfile import KeyEntry, KeyFile
from .pseudonyms import Pseudonyms
from .readers import as_text
from .rows import BadRow, Row

WHOLE: frozenset[str] = frozenset(("txt", "folder", "spacy"))
"""Formats that hold a document's id and text and no other columns."""
ROW, TEXT, VALUE = "row", "text", "value"

Edit = tuple[int, int, str]


class Reversal:
    """Notes in a key file what every released row was.

    file (KeyFile): An open key file.
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
        self._waiting: list[KeyEntry] = []

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
        if self._target in WHOLE:
            text = self._columns.having(TEXT)[0]
            shown = self._whole(name, values)
            pairs = {"id": (name, shown.get("id", "")), TEXT: pairs[text]}
            edits = {TEXT: edits.get(text, ())}
        digest = row_digest(shown)
        self._add([digest, row.number, ROW, ""], KeyEntry.of("", "", "", ()))
        for column, (old, new) in pairs.items():
            if old != new:
                self._add_cell(digest, row.number, column, (old, new), edits.get(column, ()))

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

    def _add_cell(
        self, digest: str, number: int, column: str, cell: tuple[Any, Any], edits: Sequence[Edit]
    ) -> None:
        old, new = cell
        shown = as_text(new) or ""
        if isinstance(old, str):
            entry = KeyEntry("", KeyEntry.of("", "", shown, ()).text_hash, tuple(edits))
            if not edits or entry.restore(shown) != old:
                entry = KeyEntry("", entry.text_hash, ((0, len(shown), old),))
            self._add([digest, number, TEXT, column], entry)
        else:
            kept = KeyEntry.of("", "", shown, ())
            whole = ((0, len(shown), json.dumps(old)),)
            self._add([digest, number, VALUE, column], KeyEntry("", kept.text_hash, whole))

    def _add(self, place: Sequence[Any], entry: KeyEntry) -> None:
        doc = json.dumps(place, ensure_ascii=True)
        self._waiting.append(KeyEntry(doc, entry.text_hash, entry.edits))


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
    return {(part.row, part.column): _edits(text, part, done) for part in document.parts}


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


class Undo:
    """Looks up what released rows were.

    file (KeyFile): An open key file.
    RAISES (HipsError): E140 or E141 if it cannot be read.
    """

    def __init__(self, file: KeyFile) -> None:
        self._rows: dict[str, list[dict[str, tuple[str, KeyEntry]]]] = {}
        for (digest, _, kind, column), entry in _places(file):
            rows = self._rows.setdefault(digest, [])
            if kind == ROW:
                rows.append({})
            elif rows:
                rows[-1][column] = (kind, entry)
        self._next: dict[str, int] = dict.fromkeys(self._rows, 0)
        for digest, rows in self._rows.items():
            # A later run over the same input notes the same row again.
            self._rows[digest] = [row for i, row in enumerate(rows) if row not in rows[:i]]

    def __call__(self, values: Mapping[str, Any]) -> dict[str, Any] | None:
        """The original of a released row.

        values (Mapping): The row as it was released.
        RETURNS (dict): The row as it was; None for one that no run of the key file released.
        """
        digest = row_digest(values)
        rows = self._rows.get(digest)
        if not rows:
            return None
        number = self._next[digest]
        self._next[digest] += 1
        out = dict(values)
        for column, (kind, entry) in rows[min(number, len(rows) - 1)].items():
            old = entry.restore(as_text(values.get(column)) or "")
            if old is None:
                return None
            out[column] = json.loads(old) if kind == VALUE else old
        return out


def _places(file: KeyFile) -> Iterator[tuple[list[Any], KeyEntry]]:
    for entry in file.read():
        try:
            place = json.loads(entry.doc)
            digest, number, kind, column = place
        except (ValueError, TypeError):
            continue  # Written by another program part: no row of an output.
        if kind in (ROW, TEXT, VALUE):
            yield [digest, number, kind, column], entry


def restored(
    rows: Iterable[Row | BadRow], undo: Undo, format: str, path: str
) -> Iterator[dict[str, Any]]:
    """The originals of all rows of an output.

    rows (Iterable): The output as it is read.
    undo (Undo): Looks them up.
    format (str): The output's format.
    path (str): The output, for errors.
    YIELDS (dict): The original rows, in their order.
    RAISES (HipsError): E145, at the end, if some are not known.
    """
    unknown = 0
    for row in rows:
        if isinstance(row, BadRow):
            unknown += 1
            continue
        shown = dict(row.fields)
        if format == "txt":
            shown = {TEXT: shown[TEXT]}
        original = undo(shown)
        if original is None:
            unknown += 1
        else:
            yield original
    if unknown:
        raise HipsError(Errors.E145.format(count=unknown, path=path))
