"""Decisions take effect: on the spans of a document that was searched, and on lines of spans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ...core.labels import NAME_LABELS
from ...core.spans import PiiSpan, read_group, write_group
from ...replace.register.entries import REFERENCE
from ...who.persons.link.linking import kind_of
from ...who.persons.link.numbering import free_id
from ...who.persons.link.owners import REVIEW
from ..files.documents import Document
from ..files.searchable import Shown
from .decisions import HIDES, NOBODY, READ, Decided, Decisions
from .spanfile import NONE, words_around

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from ...components.anonymizer import Across, HipsAnonymizer

STAYS = "OTHER"
"""The label of what a reviewer keeps: only its place is closed, and no name elsewhere."""


@dataclass(frozen=True)
class Applied:
    """What came of the decisions about a document.

    keys (Mapping[str, str]): What the draws of its persons are bound to, by digest.
    unplaced (int): How many could not be applied, for HTML parts their places.
    """

    keys: Mapping[str, str]
    unplaced: int


@dataclass(frozen=True)
class Decide:
    """Applies decisions between the search and the replacement of a document.

    decisions (Decisions): The decisions.
    anonymizer (HipsAnonymizer): Switched off in the pipeline, since it is called here.
    keys (Mapping): What the draws of the persons that a first pass has met are bound to, by
        digest.
    """

    decisions: Decisions
    anonymizer: HipsAnonymizer
    keys: Mapping[str, str]

    def __call__(self, doc: Doc, source: Shown) -> Applied:
        """Apply them, and replace.

        doc (Doc): The document as the rest of the pipeline left it; it is changed.
        source (Shown): What decisions are about, and how it is shown in the document.
        RETURNS (Applied): What a run must know of it.
        """
        self._search(doc)
        across = self.anonymizer.across(doc) if self.decisions.joined else None
        given = self.decisions.of(source.source, across.within if across else "")
        decided = moved(given, source)
        if decided:
            self._write(doc, decided, across)
        self.anonymizer(doc)
        return Applied(across.keys if across is not None else {}, len(given) - len(decided))

    def _search(self, doc: Doc) -> None:
        """Where nothing else has searched it, the anonymizer does."""
        asked, self.anonymizer.search_only = self.anonymizer.search_only, True
        try:
            self.anonymizer(doc)
        finally:
            self.anonymizer.search_only = asked

    def _write(self, doc: Doc, decided: Decided, across: Across | None) -> None:
        from ...components.anonymizer import move_persons, tell_owners

        spans_key, public_key = self.anonymizer.spans_key, self.anonymizer.public_key
        taken = {(s.start, s.end) for s in decided.hidden}
        stays = [s for s in read_group(doc, public_key) if (s.start, s.end) not in taken]
        stays += [PiiSpan(start, end, STAYS, 1.0, "review") for start, end in decided.kept]
        spans = applied(read_group(doc, spans_key), decided)
        if across is not None:
            spans, persons = moved_across(spans, decided, across.persons)
            move_persons(doc, {i: self._key(one) for i, one in persons.items()})
        write_group(doc, spans_key, spans)
        write_group(doc, public_key, stays)
        if owners := owners_said(spans, decided):
            tell_owners(doc, owners)

    def _key(self, person: str) -> str:
        """What the draws of a person are bound to. In the first pass only the digest is certain to
        be known, so that alone counts, whatever the order of documents."""
        reference = REFERENCE + person
        return reference if self.anonymizer.search_only else self.keys.get(person, reference)


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
    became = _numbers_now(found, decided)
    for span, person in zip(decided.hidden, decided.persons, strict=True):
        moved, number = "" if person == span.id else person, now.get((span.start, span.end), "")
        own = became.get(moved, moved) if moved else number
        kind = kind_of(span.label)
        yield replace(span, id=own if own.startswith(f"{kind}:") else "")


def _numbers_now(found: Iterable[PiiSpan], decided: Decided) -> dict[str, str]:
    """The numbers that entities of the run that was reviewed have in this one."""
    now = {(s.start, s.end): s.id for s in found}
    return {
        span.id: number
        for span, person in zip(decided.hidden, decided.persons, strict=True)
        if person in ("", span.id) and (number := now.get((span.start, span.end), ""))
    }


def owners_said(spans: Iterable[PiiSpan], decided: Decided) -> dict[int, str]:
    """Whose addresses and numbers are, where reviewers chose an owner.

    spans (Iterable[PiiSpan]): What is to be replaced.
    decided (Decided): What was decided.
    RETURNS (dict): By the first character of a mention the id of its owner; "" for nobody.
    """
    became = _numbers_now(spans, decided)
    said = zip(decided.hidden, decided.owners, strict=False)  # none at all where nobody chose
    return {
        span.start: "" if owner == NOBODY else became.get(owner, owner)
        for span, owner in said
        if owner
    }


def moved_across(
    spans: Sequence[PiiSpan], decided: Decided, own: Mapping[str, str]
) -> tuple[list[PiiSpan], dict[str, str]]:
    """Have the mentions of a document belong to whom reviewers say, over all documents.

    spans (Sequence[PiiSpan]): What is to be replaced.
    decided (Decided): What was decided.
    own (Mapping[str, str]): By the id of an entity, who it is in all documents.
    RETURNS (tuple): The spans with their entities, and by entity who it is now where that is
        another one. Of an entity that a reviewer moved wherever he decided, all mentions move.
    """
    places = zip(decided.hidden, decided.joined, strict=True)
    wanted = {(span.start, span.end): person for span, person in places}
    said: dict[str, set[str]] = {}
    for span in spans:
        if (span.start, span.end) in wanted:
            said.setdefault(span.id, set()).add(wanted[span.start, span.end])
    whole = {i: next(iter(of)) for i, of in said.items() if i and len(of) == 1 and "" not in of}
    home = {person: i for i, person in own.items() if whole.get(i, person) == person}
    used = {*own, *said, *(span.id for span in spans)}
    moves: dict[str, str] = {}
    out = []
    for span in spans:
        person = wanted.get((span.start, span.end)) or whole.get(span.id, "")
        if not person or span.label not in NAME_LABELS:
            out.append(span)
            continue
        if person not in home:
            home[person] = span.id if whole.get(span.id) == person else free_id(used)
            used.add(home[person])
            moves[home[person]] = person
        out.append(replace(span, id=home[person]))
    return out, moves


def moved(decided: Decided, shown: Shown) -> Decided:
    """What was decided, at the characters of what is searched of a document.

    A place that HTML parts is not shown in one piece, and its decision is left out.
    """
    if shown.hypertext is None:
        return decided
    kept = [place for p in decided.kept if (place := shown.hypertext.shown(*p))]
    said = zip(decided.hidden, decided.persons, decided.joined, decided.owners, strict=True)
    there = [
        (replace(span, start=place[0], end=place[1]), *whose)
        for span, *whose in said
        if (place := shown.hypertext.shown(span.start, span.end))
    ]
    hidden, persons, joined, owners = zip(*there, strict=True) if there else ((), (), (), ())
    return Decided(hidden, persons, tuple(kept), joined, owners)


def decided_lines(
    lines: Iterable[Mapping[str, Any]], document: Document, decisions: Decisions
) -> Iterator[dict[str, Any]]:
    """The lines of a document with what was decided about them, and with what was added.

    lines (Iterable): As `span_lines` gives them.
    document (Document): The document.
    decisions (Decisions): The decisions.
    YIELDS (dict): The lines; a status tells "accept", "reject", "added" or "read" where one was
        decided.
    """
    given = [(document.rows[part.row].number, d, part) for d, part in decisions.at(document)]
    said = {
        (row, part.column, d.start, d.end): (d, part) for row, d, part in given if d.verdict != READ
    }
    read = {(row, part.column) for row, d, part in given if d.verdict == READ}
    head: dict[str, Any] = {}
    for line in lines:
        head = dict(line)
        key = (line["row"], line["column"], line.get("start"), line.get("end"))
        decision, _ = said.pop(key, (None, None))  # type: ignore[arg-type]
        if decision is None:
            whole = head["status"] == NONE and key[:2] in read
            yield {**head, "status": READ} if whole else head
            continue
        more = {"label": decision.label, "role": decision.role, "surrogate": decision.surrogate}
        more |= {"entity": decision.person}
        if decision.owner:
            owner = "" if decision.owner == NOBODY else decision.owner
            head |= {"owner": owner, "told_by": REVIEW, "rival": ""}
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
