"""Builds the review page: one HTML file that loads nothing, with style, script and data inside.

Texts stand in the page as JSON in which no character can end its element. The script shows them as
text alone. So nothing of a document is read as HTML.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from ...core.labels import LABELS, NAME_LABELS, ROLE_LABELS, ROLES
from ...who.persons.link.owners import OWNED
from ..found.audit import sample
from ..found.decisions import READ, Decisions
from ..found.spanfile import REPLACED
from ..pages.rendered import raw, rendered
from ..pages.words import ENGLISH, words
from .codebook import codebook
from .found import Cell, Entity, Found, undecided
from .training import Training

_SCRIPTS = ("review/review.js", "review/training.js")


@dataclass(frozen=True)
class Review:
    """What is shown to a reviewer.

    found (Found): What was found.
    decisions (Decisions): What was decided before.
    budget (int): The most persons to show; 0 shows all.
    audit (int): How many documents in which nothing was found are to be read in all.
    seed (int): Another one draws others.
    reviewer (str): Who reviews; "" leaves it to the page.
    anew (bool): Show also what was decided, so that it can be decided anew.
    title (str): What is reviewed; "" for the name of the file.
    training (Training): The texts that a reviewer trains on, if these are they.
    """

    found: Found
    decisions: Decisions
    budget: int = 0
    audit: int = 0
    seed: int = 0
    reviewer: str = ""
    anew: bool = False
    title: str = ""
    training: Training | None = None

    @property
    def persons(self) -> list[Entity]:
        """The persons to decide on, the one whose decision is worth most first."""
        people = [e for e in self.found.entities if e.person]
        return self._open(people)[: self.budget or None]

    @property
    def others(self) -> list[Entity]:
        """The other identifiers to decide on, the most doubtful first."""
        return self._open([e for e in self.found.entities if not e.person])

    @property
    def audited(self) -> list[str]:
        """The documents of the audit that nobody has read yet; of a training all of them."""
        if self.training:
            return list(self.found.documents)
        read = {d.document for d in self.decisions.all if d.verdict == READ}
        drawn = sample(self.found.empty, str, self.audit, self.seed)
        return [doc for doc in drawn if self.anew or doc not in read]

    def _open(self, entities: list[Entity]) -> list[Entity]:
        return entities if self.anew else list(undecided(entities, self.decisions))

    @property
    def head(self) -> dict[str, Any]:
        """What the first line of a file of decisions tells of the review."""
        return {
            "model": self.found.model,
            "found": self.found.digest,
            "documents": len(self.found.documents),
            "nothing_found": len(self.found.empty),
            "sample": min(self.audit, len(self.found.empty)),
            "seed": self.seed,
        }


@dataclass(frozen=True)
class Home:
    """The server that a page came from, and that keeps what is decided on it.

    save (str): Where the decisions go.
    back (str): The page that leads here.
    version (str): What was there when the page was made: nobody else's is replaced unseen.
    """

    save: str
    back: str
    version: str


def page(review: Review, *, lang: str = ENGLISH, home: Home | None = None) -> str:
    """The whole page.

    review (Review): What it shows.
    lang (str): The language that it speaks.
    home (Home): The server that keeps the decisions; without one the page is a file by itself.
    RETURNS (str): HTML.
    """
    scripts = _SCRIPTS if review.training else _SCRIPTS[:1]
    told = words(lang)
    keeps = None if home is None else {"save": home.save, "version": home.version}
    data = as_script({**_data(review), "home": keeps, "lang": lang, "words": dict(told)})
    return rendered(
        "review/page.html",
        data=data, style_hash=_hash(raw("review/style.css")), scripts=scripts,
        script_hash=_hash("".join(map(raw, scripts))), t=told, lang=lang, home=home is not None,
        back=home.back if home else "", codebook=codebook(lang),
        training=review.training is not None,
    )  # fmt: skip


def as_script(values: Any) -> str:
    """Plain data as JSON that can stand within an element of HTML.

    values (Any): Plain data.

        >>> as_script({"name": "</script><b>"})
        '{"name":"\\\\u003c/script\\\\u003e\\\\u003cb\\\\u003e"}'
    """
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    for mark in "<>&\u2028\u2029":
        text = text.replace(mark, f"\\u{ord(mark):04x}")
    return text.encode("utf8", "replace").decode("utf8")


def _data(review: Review) -> dict[str, Any]:
    persons, others, audited = review.persons, review.others, review.audited
    shown = {id(entity) for entity in (*persons, *others)}
    docs = {doc for entity in (*persons, *others) for doc in entity.docs} | set(audited)
    cells = [cell for doc in docs for cell in review.found.documents[doc]]
    cells.sort(key=lambda cell: (cell.row, cell.column))
    number = {id(cell): index for index, cell in enumerate(cells)}
    whole = review.found.shows_all
    audit = set(audited)
    around = (
        e for e in review.found.entities if id(e) not in shown and not docs.isdisjoint(e.docs)
    )
    return {
        "title": review.title or review.found.path.name,
        "digest": review.found.digest,
        "reviewer": review.reviewer,
        "budget": review.budget,
        "people": sum(entity.person for entity in review.found.entities),
        "head": review.head,
        "labels": list(LABELS),
        "names": sorted(NAME_LABELS),
        "owned": sorted(OWNED),
        "roles": list(ROLES),
        "roleLabels": dict(ROLE_LABELS),
        "cells": [_cell(cell, whole=whole or cell.doc in audit) for cell in cells],
        "items": [_item(e, number, shown) for e in (*persons, *others, *around)],
        "audit": {"docs": audited},
        "last": _last_persons(docs, review),
        "training": review.training.for_page() if review.training else None,
        "decisions": [decision.line() for decision in review.decisions.all],
    }


def _cell(cell: Cell, *, whole: bool) -> dict[str, Any]:
    return {
        "doc": cell.id,
        "row": cell.row,
        "column": cell.column,
        "text_hash": cell.hash,
        "within": cell.within,
        "pieces": cell.pieces(whole=whole),
    }


def _item(entity: Entity, number: Mapping[int, int], shown: Iterable[int]) -> dict[str, Any]:
    return {
        "kind": "person" if entity.person else "other",
        "doc": entity.doc,
        "id": entity.id,
        "across": entity.across,
        "within": entity.within,
        "worth": round(entity.worth, 4),
        "shown": id(entity) in shown,
        "owned": _owned(entity),
        "mentions": [
            [
                number[id(m.cell)],
                m.start,
                m.end,
                m.line["label"],
                m.line.get("role") or "",
                m.line.get("public"),
                m.line.get("score", 1.0),
                m.line["status"] not in REPLACED,
                m.line.get("reason") or "",
                m.entity,
            ]
            for m in entity.mentions
            if id(m.cell) in number
        ],
    }


def _owned(entity: Entity) -> list[list[str]]:
    """Whose an identifier is: owner, rival and what tells it, each once."""
    lines = (m.line for m in entity.mentions if m.line.get("owner"))
    told = ((x["owner"], x.get("rival") or "", x.get("told_by") or "") for x in lines)
    return list(map(list, dict.fromkeys(told)))


def _last_persons(docs: Iterable[str], review: Review) -> dict[str, int]:
    """The highest number that a person of each document has, so that a new one gets the next."""
    last = dict.fromkeys(docs, 0)
    named: Sequence[tuple[str, str]] = [
        *((m.cell.doc, m.entity) for e in review.found.entities for m in e.mentions),
        *((d.document, d.person) for d in review.decisions.all),
    ]
    for doc, name in named:
        kind, _, number = name.partition(":")
        if doc in last and kind == "PERSON" and number.isdigit():
            last[doc] = max(last[doc], int(number))
    return last


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
