"""Decisions take effect: on the spans of a document that was searched, and on lines of spans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..persons.link.linking import kind_of
from ..records.documents import Document
from ..records.shown import Shown
from ..records.spanfile import words_around
from ..spans import PiiSpan, read_group, write_group
from .decisions import HIDES, REJECT, Decided, Decisions

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from ..components.anonymizer import HipsAnonymizer

STAYS = "OTHER"
"""The label of what a reviewer keeps: only its place is closed, and no name elsewhere."""


@dataclass(frozen=True)
class Decide:
    """Applies decisions between the search and the replacement of a document.

    decisions (Decisions): The decisions.
    anonymizer (HipsAnonymizer): Switched off in the pipeline, since it is called here.
    """

    decisions: Decisions
    anonymizer: HipsAnonymizer

    def __call__(self, doc: Doc, source: Shown) -> Doc:
        """Apply them, and replace.

        doc (Doc): The document as the rest of the pipeline left it.
        source (Shown): What decisions are about, and how it is shown in the document.
        RETURNS (Doc): The same document.
        """
        self._search(doc)
        given = self.decisions.of(source.source)
        decided = moved(given, source)
        if lost := len(given) - len(decided):
            ids = source.source.ids
            self.decisions.unplaced[ids.doc or f"#{source.source.last}"] = lost
        if decided:
            self._write(doc, decided)
        return self.anonymizer(doc)

    def _search(self, doc: Doc) -> None:
        """Where nothing else has searched it, the anonymizer does."""
        asked, self.anonymizer.search_only = self.anonymizer.search_only, True
        try:
            self.anonymizer(doc)
        finally:
            self.anonymizer.search_only = asked

    def _write(self, doc: Doc, decided: Decided) -> None:
        spans_key, public_key = self.anonymizer.spans_key, self.anonymizer.public_key
        taken = {(s.start, s.end) for s in decided.hidden}
        stays = [s for s in read_group(doc, public_key) if (s.start, s.end) not in taken]
        stays += [PiiSpan(start, end, STAYS, 1.0, "review") for start, end in decided.kept]
        write_group(doc, spans_key, applied(read_group(doc, spans_key), decided))
        write_group(doc, public_key, stays)


def applied(spans: Iterable[PiiSpan], decided: Decided) -> list[PiiSpan]:
    """What is to be replaced in a document.

    spans (Iterable[PiiSpan]): What was found.
    decided (Decided): What was decided.
    RETURNS (list): What was found and not decided on, and what a reviewer wants hidden.
    """
    found = list(spans)
    closed = [*decided.kept, *((s.start, s.end) for s in decided.hidden)]
    rest = [s for s in found if not any(a <= s.start and s.end <= b for a, b in closed)]
    return [*rest, *_named(found, decided)]


def _named(found: Sequence[PiiSpan], decided: Decided) -> Iterator[PiiSpan]:
    """What a reviewer hides, each with the entity that it belongs to in this run.

    Numbers of entities are those of the run that was reviewed, and may be others now. So a mention
    keeps the number of this run, unless a reviewer gave it to somebody else.
    """
    now = {(s.start, s.end): s.id for s in found}
    pairs = [
        (span, "" if person == span.id else person, now.get((span.start, span.end), ""))
        for span, person in zip(decided.hidden, decided.persons, strict=True)
    ]
    became = {span.id: number for span, moved, number in pairs if number and not moved}
    for span, moved, number in pairs:
        own = became.get(moved, moved) if moved else number
        kind = kind_of(span.label)
        yield replace(span, id=own if own.startswith(f"{kind}:") else "")


def moved(decided: Decided, shown: Shown) -> Decided:
    """What was decided, at the characters of what is searched of a document.

    A place that HTML parts is not shown in one piece, and its decision is left out.
    """
    if shown.hypertext is None:
        return decided
    hidden, persons = [], []
    for span, person in zip(decided.hidden, decided.persons, strict=True):
        if place := shown.hypertext.shown(span.start, span.end):
            hidden.append(replace(span, start=place[0], end=place[1]))
            persons.append(person)
    kept = [place for p in decided.kept if (place := shown.hypertext.shown(*p))]
    return Decided(tuple(hidden), tuple(persons), tuple(kept))


def decided_lines(
    lines: Iterable[Mapping[str, Any]], document: Document, decisions: Decisions
) -> Iterator[dict[str, Any]]:
    """The lines of a document with what was decided about them, and with what was added.

    lines (Iterable): As `span_lines` gives them.
    document (Document): The document.
    decisions (Decisions): The decisions.
    YIELDS (dict): The lines; a status tells "accept", "reject" or "added" where one was decided.
    """
    said = {
        (document.rows[part.row].number, part.column, d.start, d.end): (d, part)
        for d, part in decisions.at(document)
        if d.verdict in HIDES or d.verdict == REJECT
    }
    head: dict[str, Any] = {}
    for line in lines:
        head = dict(line)
        key = (line["row"], line["column"], line.get("start"), line.get("end"))
        decision, _ = said.pop(key, (None, None))  # type: ignore[arg-type]
        if decision is None:
            yield head
            continue
        more = {"label": decision.label, "role": decision.role, "surrogate": decision.surrogate}
        more |= {"entity": decision.person}
        yield {**head, "status": decision.verdict, **{k: v for k, v in more.items() if v}}
    for (row, column, start, end), (decision, part) in said.items():
        if decision.verdict not in HIDES:
            continue
        cell = document.text[part.start : part.end]
        yield {
            "doc": document.ids.doc, "row": row, "column": column,
            "text_hash": decision.text_hash, "start": start, "end": end,
            **words_around(cell, start, end),
            "label": decision.label, "entity": decision.person, "score": 1.0,
            "sources": ["review"], "status": "added", "role": decision.role,
            "surrogate": decision.surrogate,
        }  # fmt: skip
