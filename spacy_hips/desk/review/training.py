"""Invented texts on which reviewers train, and how far a reviewer agrees with what is right."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from ...core.errors import HipsError
from ...core.labels import LABELS, NAME_LABELS, ROLE_LABELS
from ..errors import Errors
from ..files.documents import text_hash
from ..found.audit import HELD
from ..found.decisions import ACCEPT, ADDED, HIDES, READ, REJECT, Decision, Decisions
from ..found.spanfile import CELL, FOUND
from ..pages.rendered import raw
from ..pages.words import ENGLISH
from .agreement import STAYS, Agreement, Pair, compare, kappa, shares, shown
from .found import Found

FOLDER = "review/training"
LEAST_KAPPA = 0.8
"""On hide or stay. Krippendorff (Content Analysis, 2004) asks for as much of data to rely on."""
MOST_MISSED = 0.05
"""Of names and other direct identifiers: a missed one is published, so kappa alone is too mild."""
MISSED, IN_VAIN, ROLE, LABEL = KINDS = ("missed", "hidden in vain", "other role", "other label")
_PUBLIC = "public"
_NOT_COUNTED: Mapping[str, Any] = dict.fromkeys(
    ("entity", "person", "across", "joined", "within", "owner", "surrogate"), ""
)

_Place = tuple[str, int, str, str, int, int]


@dataclass(frozen=True)
class Training:
    """Texts to train on.

    lang (str): Their language.
    found (Found): What a program found in them, right and wrong.
    gold (Decisions): What is right; the places that were missed are added.
    reasons (Mapping): Why it is right, by place.
    """

    lang: str
    found: Found
    gold: Decisions
    reasons: Mapping[_Place, str]

    def for_page(self) -> dict[str, Any]:
        """What is right in each document and what is enough, as plain data."""
        gold: dict[str, list[dict[str, Any]]] = {doc: [] for doc in self.found.documents}
        for one in self.gold.all:
            label = one.label if one.verdict in HIDES else STAYS
            place = {"start": one.start, "end": one.end}
            gold[one.document].append({**place, "label": label, "why": self.reasons[one.place]})
        bounds = {"kappa": LEAST_KAPPA, "missed": MOST_MISSED}
        return {"gold": gold, "stays": STAYS, "direct": sorted(HELD), "kinds": KINDS, **bounds}


@cache
def languages() -> tuple[str, ...]:
    """The languages in which there are texts to train on."""
    folder = resources.files("spacy_hips") / "data" / FOLDER
    return tuple(sorted(one.name.removesuffix(".toml") for one in folder.iterdir()))


def training(lang: str = ENGLISH) -> Training:
    """The texts to train on.

    lang (str): One of `languages()`.
    RETURNS (Training): Twelve texts, with some places found wrongly and some missed.
    """
    source = raw(f"{FOLDER}/{lang}.toml")
    lines: list[dict[str, Any]] = []
    gold: list[Decision] = []
    reasons: dict[_Place, str] = {}
    for number, one in enumerate(tomllib.loads(source)["text"], 1):
        text = one["text"].strip()
        head: dict[str, Any] = {"doc": str(number), "row": number, "column": "text"}
        head["text_hash"] = text_hash(text)
        whys: dict[int, str] = {}
        end = 0
        for words, found, right, person, why in one["places"]:
            start = text.index(words, end)
            end = start + len(words)
            at = {"start": start, "end": end}
            if found:
                entity = f"PERSON:{person}" if person else ""
                lines.append({**head, **at, **_as_found(found), "entity": entity, CELL: text})
            label = ROLE_LABELS.get(right, right) if right != _PUBLIC else ""
            verdict = (ACCEPT if found else ADDED) if label else REJECT
            gold.append(Decision(**head, **at, verdict=verdict, label=label))
            whys[person] = reasons[gold[-1].place] = why or whys[person]
    there = Found.of(lines, Path(f"{lang}.toml"), source.encode())
    return Training(lang, there, Decisions(gold, path="the training texts"), reasons)


def _as_found(what: str) -> dict[str, Any]:
    """What stands in a line of a role or a label that the program took a place for."""
    if what == _PUBLIC:
        return {"label": "PERSON", "role": what, "public": 0.8, "score": 0.9, "status": REJECT}
    if what in ROLE_LABELS:
        label = ROLE_LABELS[what]
        return {"label": label, "role": what, "public": 0.2, "score": 0.9, "status": FOUND}
    return {"label": what, "score": 0.9, "status": FOUND if what != "URL" else REJECT}


@dataclass(frozen=True)
class Score:
    """How far a reviewer agrees with what is right, in the texts that are finished.

    agreement (Agreement): What is right and what the reviewer said, side by side.
    finished, texts (int): How many texts are finished: read whole, every place decided on.
    reasons (Mapping): Why something is right, by place.
    """

    agreement: Agreement
    finished: int
    texts: int
    reasons: Mapping[_Place, str]

    @property
    def differences(self) -> Iterator[tuple[str, Pair]]:
        """What the reviewer sees differently, each with its kind, one of KINDS."""
        pairs = zip(self.agreement.pairs, self.agreement.labels, strict=True)
        return ((kind, pair) for pair, labels in pairs if (kind := _kind(*labels)))

    def to_json(self) -> dict[str, Any]:
        """The figures, as plain data; `data/review/training.js` reckons the same."""
        labels = self.agreement.labels
        kinds = Counter(kind for kind, _ in self.differences)
        direct = [own for right, own in labels if right in HELD]
        missed = direct.count(STAYS)
        figures = self.agreement.to_json()
        told = ("places", "agreement", "kappa", "agreement_on_labels", "kappa_of_labels")
        enough = self.finished == self.texts and (figures["kappa"] or 0) >= LEAST_KAPPA
        return {
            "texts": self.texts,
            "finished": self.finished,
            **{name: figures[name] for name in told},
            "differences": {kind: kinds[kind] for kind in KINDS},
            "labels": {label: _of_label(label, labels) for label in _used(labels)},
            "direct": len(direct),
            "direct_missed": missed,
            "enough": enough and missed <= MOST_MISSED * len(direct),
        }

    def lines(self) -> Iterator[str]:
        """For a terminal: the figures, and each place that is seen differently, with the reason."""
        sums = self.to_json()
        yield f"{self.finished} of {self.texts} texts finished, {sums['places']} places"
        yield from shares(sums)
        for label, own in sums["labels"].items():
            yield f"  {label:<15} {own['same']} of {own['places']}, kappa {shown(own['kappa'])}"
        yield "; ".join(f"{kind}: {count}" for kind, count in sums["differences"].items())
        told = ((pair.there, kind) for kind, pair in self.differences)
        for at, kind in sorted(told, key=lambda one: (one[0].row, one[0].start)):
            why = self.reasons.get(at.place, "By the codebook this is no identifier.")
            yield f"  text {at.doc}, {at.start}-{at.end}: {kind}. {why}"
        yield (
            f"{'Enough' if sums['enough'] else 'Not enough yet'}. Enough is all texts, a kappa of "
            f"{LEAST_KAPPA} on hide or stay, and at most {100 * MOST_MISSED:.0f} % of the names "
            f"and other direct identifiers missed: {sums['direct_missed']} of {sums['direct']} "
            "were."
        )


def score(texts: Training, decisions: Decisions) -> Score:
    """Set what a reviewer decided beside what is right.

    texts (Training): What the reviewer trained on.
    decisions (Decisions): The reviewer's; those about other texts are left out.
    RETURNS (Score): Of the texts that are finished. Who a person is one with does not count.
    RAISES (HipsError): E805 if no decision is about these texts.
    """
    cells = {(c.doc, c.row, c.column, c.hash): c for c in texts.found.cells}
    own: dict[str, list[Decision]] = {}
    for one in sorted(decisions.all, key=lambda d: d.start):
        if one.place[:4] in cells:
            own.setdefault(one.document, []).append(replace(one, **_NOT_COUNTED))
    if not own:
        raise HipsError(Errors.E805.format(path=decisions.path, other=texts.gold.path))
    right: list[Decision] = []
    said: list[Decision] = []
    finished = 0
    for cell in texts.found.cells:
        here = own.get(cell.doc, [])
        decided = {d.place for d in here if d.verdict != READ}
        read = any(d.verdict == READ for d in here)
        if read and decided.issuperset(mention.place for mention in cell.mentions):
            finished += 1
            gold = [d for d in texts.gold.all if d.document == cell.doc]
            right += gold
            said += _at_places(gold, here, cell.text)
    both = (Decisions(right), Decisions(said))
    agreement = compare(*both) if right else Agreement((), ())
    return Score(agreement, finished, len(cells), texts.reasons)


def _at_places(gold: Sequence[Decision], own: Sequence[Decision], text: str) -> Iterator[Decision]:
    """A reviewer's decisions, each addition at the place of the gold that it is about.

    Who adds more than the words, such as a title, or the words one by one, has hidden them. Who
    adds a part has not.
    """
    free = [d for d in own if d.verdict == ADDED]
    yield from (d for d in own if d.verdict == READ)
    for place in gold:
        exact = [d for d in own if d.verdict != READ and d.place == place.place]
        over = [d for d in own if d.verdict == ADDED and _meet(d, place)]
        free = [d for d in free if d not in over]
        if not (exact and exact[0].verdict in HIDES) and over and _cover(over, place, text):
            yield replace(over[0], start=place.start, end=place.end)
        else:
            yield from exact
    yield from free


def _meet(one: Decision, other: Decision) -> bool:
    return one.start < other.end and other.start < one.end


def _cover(some: Iterable[Decision], place: Decision, text: str) -> bool:
    """Do some decisions hold every letter and digit of a place?"""
    held = {at for one in some for at in range(one.start, one.end)}
    return all(at in held or not text[at].isalnum() for at in range(place.start, place.end))


def _kind(right: str, own: str) -> str:
    if right == own:
        return ""
    if own == STAYS:
        return MISSED
    if right == STAYS:
        return IN_VAIN
    return ROLE if {right, own} <= NAME_LABELS else LABEL


def _used(labels: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The labels that are right somewhere, in the order of the table of labels."""
    there = {right for right, _ in labels}
    return (label for label in (*LABELS, STAYS) if label in there)


def _of_label(label: str, labels: Sequence[tuple[str, str]]) -> dict[str, Any]:
    own = [said for right, said in labels if right == label]
    is_it = [(str(right == label), str(said == label)) for right, said in labels]
    return {"places": len(own), "same": own.count(label), "kappa": kappa(is_it)}
