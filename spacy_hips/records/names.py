"""Makes sure that a name column is replaced whole, and tells the pipeline whose names to expect."""

from __future__ import annotations

from collections.abc import Sequence

from spacy.tokens import Doc

from ..labels import NAME_LABELS, actions_for
from ..spans import PiiSpan, Replacement, read_group, write_group
from .documents import NAME_ROLES, Document, Part

SOURCE = "columns"


def uncovered(document: Document, replacements: Sequence[Replacement]) -> list[Part]:
    """The name cells in which some letter or digit was not replaced.

    document (Document): The document.
    replacements (Sequence[Replacement]): What was done.
    """
    return [
        part
        for part in document.parts
        if part.role in NAME_ROLES and not _covered(document.text, part, replacements)
    ]


def cover(doc: Doc, document: Document, parts: Sequence[Part], spans_key: str) -> None:
    """Write the group anew so that each of the cells is one name.

    A cell takes the entity of a mention in it, else of another cell of the same row, else a new
    one: whose name it is does not depend on what the pipeline thought of it.

    doc (Doc): The document, searched.
    document (Document): Its cells.
    parts (Sequence[Part]): The cells to cover.
    spans_key (str): The group.
    """
    spans = read_group(doc, spans_key)
    for part in parts:
        label = "NAME_STUDENT" if part.role == "name" else "PERSON"
        entity = _entity(part, document, spans)
        spans = [s for s in spans if s.end <= part.start or s.start >= part.end]
        # White space around the name in its cell stays where it is.
        cell = document.text[part.start : part.end]
        start = part.start + len(cell) - len(cell.lstrip())
        spans.append(PiiSpan(start, part.start + len(cell.rstrip()), label, 1.0, SOURCE, entity))
    write_group(doc, spans_key, spans)


def keeps_names(profile: str, actions: dict[str, str]) -> bool:
    """Did the user ask that names stay?"""
    chosen = actions_for(profile, actions)
    return any(chosen[label] in ("mark", "keep") for label in NAME_LABELS)


def _covered(text: str, part: Part, replacements: Sequence[Replacement]) -> bool:
    done = [
        (r.start, r.end)
        for r in replacements
        if r.end > part.start and r.start < part.end and r.action not in ("mark", "keep")
    ]
    return all(
        any(start <= i < end for start, end in done)
        for i in range(part.start, part.end)
        if text[i].isalnum()
    )


def _entity(part: Part, document: Document, spans: Sequence[PiiSpan]) -> str:
    cells = [part, *(p for p in document.parts if p.role == part.role and p.row == part.row)]
    for cell in cells:
        for span in spans:
            inside = span.start < cell.end and span.end > cell.start
            if inside and span.label in NAME_LABELS and span.id:
                return span.id
    numbers = [int(s.id.rpartition(":")[2]) for s in spans if s.id.startswith("PERSON:")]
    return f"PERSON:{max(numbers, default=0) + 1}"
