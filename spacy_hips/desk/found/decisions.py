"""The file of decisions: what reviewers said about places of a text, and where it holds again.

A line of jsonl is one decision. It names its place by document, cell, SHA-256 of the cell and
characters, so it can be applied to any later run over the same texts, whatever was found in it. It
holds no text of a document but a surrogate that a reviewer wrote.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ...core.errors import HipsError
from ...core.labels import LABELS, ROLES
from ...core.spans import PiiSpan
from ...replace.surrogates.showing import shows_original
from ..errors import Errors
from ..files.documents import Document, Part, text_hash
from .spanfile import json_lines

ACCEPT, REJECT, ADDED, READ = "accept", "reject", "added", "read"
VERDICTS: tuple[str, ...] = (ACCEPT, REJECT, ADDED, READ)
NOBODY = "nobody"
"""The owner of what a reviewer says is nobody's of the document."""
HIDES: frozenset[str] = frozenset((ACCEPT, ADDED))
HEAD = "review"
"""The name of the one field of the first line, which tells of what the decisions are."""


@dataclass(frozen=True)
class Decision:
    """What a reviewer said about one place, or that a cell was read whole.

    doc (str): The document's id; "" where it has none and the row counts.
    row (int): Number of the row.
    column (str): The column.
    text_hash (str): SHA-256 of the cell.
    verdict (str): accept (hide it), reject (it stays), added (hide what was not found), or read (a
        cell of the audit sample was read whole; it has no place).
    start, end (int): Characters of the cell.
    label, role (str): What it is, and who.
    entity (str): The entity as it was found, such as "PERSON:1".
    person (str): The entity as the reviewer has it; another one joins or parts persons.
    within, across (str): In a scope wider than a document: the scope, and the person over all its
        documents as it was found, both as keyed digests.
    joined (str): The person over all documents as the reviewer has it, where that differs.
    owner (str): Of an address, a number or a page: the person whose it is as the reviewer has it,
        such as "PERSON:2", or "nobody"; "" leaves it as it was found.
    surrogate (str): What shall stand there; "" leaves it to the surrogate makers.
    model (str): What had searched the text.
    reviewer, time (str): Who decided, and when (ISO 8601).
    """

    doc: str
    row: int
    column: str
    text_hash: str
    verdict: str
    start: int = 0
    end: int = 0
    label: str = ""
    role: str = ""
    entity: str = ""
    person: str = ""
    within: str = ""
    across: str = ""
    joined: str = ""
    owner: str = ""
    surrogate: str = ""
    model: str = ""
    reviewer: str = ""
    time: str = ""

    @property
    def document(self) -> str:
        """What tells its document from others."""
        return self.doc or f"#{self.row}"

    @property
    def place(self) -> tuple[str, int, str, str, int, int]:
        """What it is about."""
        return self.document, self.row, self.column, self.text_hash, self.start, self.end

    @property
    def says(self) -> tuple[str, ...]:
        """What follows from it: two decisions about a place that differ in it contradict."""
        hides = "hide" if self.verdict in HIDES else self.verdict
        if hides != "hide":
            return (hides,)
        who = self.joined or self.person or self.entity
        return hides, self.label, who, self.owner, self.surrogate

    def line(self) -> dict[str, Any]:
        """It as plain data, without what is empty."""
        kept = {name: value for name, value in asdict(self).items() if value != ""}
        return {k: v for k, v in kept.items() if self.verdict != READ or k not in ("start", "end")}


_TYPES: Mapping[str, type] = {
    field.name: int if field.name in ("row", "start", "end") else str for field in fields(Decision)
}


@dataclass(frozen=True)
class Decided:
    """What was decided about one document, at its characters.

    hidden (tuple[PiiSpan, ...]): What is to be replaced; its id is the entity as it was found.
    persons (tuple[str, ...]): For each of these, whose mention the reviewer says it is.
    kept (tuple[tuple[int, int], ...]): What is to stay.
    joined (tuple[str, ...]): For each that is hidden, who that is in all documents, where a
        reviewer joined or parted persons over several; else "".
    owners (tuple[str, ...]): For each that is hidden, whose a reviewer says it is; else "".
    """

    hidden: tuple[PiiSpan, ...] = ()
    persons: tuple[str, ...] = ()
    kept: tuple[tuple[int, int], ...] = ()
    joined: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.hidden) + len(self.kept)


class Decisions:
    """The decisions of one or several files.

    decisions (Iterable[Decision]): All of them.
    heads (Sequence[Mapping]): What the first lines of the files tell.
    path (str): A file to name in errors.
    RAISES (HipsError): E802 where two about one place contradict. Of what one reviewer said at two
        times the later counts.
    """

    def __init__(
        self,
        decisions: Iterable[Decision] = (),
        heads: Sequence[Mapping[str, Any]] = (),
        path: str = "",
    ) -> None:
        self.heads = list(heads)
        self.path = path
        self.all: list[Decision] = _settled(decisions, path)
        self._of: dict[str, list[int]] = defaultdict(list)
        for index, decision in enumerate(self.all):
            self._of[decision.document].append(index)
        self.joined = frozenset(d.joined for d in self.all if d.joined)
        self.met: set[int] = set()
        self.applied: set[int] = set()
        self.overruled: set[int] = set()
        self.unplaced: dict[str, int] = {}

    @classmethod
    def read(cls, paths: Iterable[str | Path]) -> Decisions:
        """Read files of decisions.

        paths (Iterable): The files.
        RAISES (HipsError): E701 or E801 for a file that cannot be used, E802 for contradictions.
        """
        paths = list(paths)
        found: list[Decision] = []
        heads: list[Mapping[str, Any]] = []
        for path in paths:
            for number, line in json_lines(path):
                if isinstance(line, Mapping) and isinstance(line.get(HEAD), Mapping):
                    heads.append(line[HEAD])
                else:
                    found.append(_decision(path, number, line))
        return cls(found, heads, ", ".join(map(str, paths)))

    def __len__(self) -> int:
        return len(self.all)

    def at(self, document: Document) -> Iterator[tuple[Decision, Part]]:
        """The decisions that hold for a document, each with its cell.

        document (Document): The document. What was said of another text of the same id does not
            hold.
        """
        yield from ((self.all[index], part) for index, part in self._at(document))

    def _about(self, document: Document) -> list[int]:
        """Those that name a document, whatever its text is."""
        name = document.ids.doc
        rows = {row.number for row in document.rows}
        return [i for key in {name or f"#{n}" for n in rows} for i in self._of.get(key, ())]

    def _at(self, document: Document) -> Iterator[tuple[int, Part]]:
        own = self._about(document)
        if not own:
            return
        by_cell: dict[tuple[str, str], list[int]] = defaultdict(list)
        for index in own:
            by_cell[self.all[index].column, self.all[index].text_hash].append(index)
        hashes = [text_hash(document.text[part.start : part.end]) for part in document.parts]
        cells = list(zip(document.parts, hashes, strict=True))
        for part, digest in cells:
            number = document.rows[part.row].number
            there = by_cell.get((part.column, digest), ())
            here = [i for i in there if self.all[i].row == number]
            if not here and sum(p.column == part.column and d == digest for p, d in cells) == 1:
                here = list(there)  # rows were added or taken out before it
            for index in here:
                if self.all[index].end <= part.end - part.start:
                    yield index, part

    def of(self, document: Document, within: str = "") -> Decided:
        """What was decided about a document.

        document (Document): The document.
        within (str): The scope of the run, as a keyed digest; "" for scope "document".
        RAISES (HipsError): E800 for a surrogate that shows the original, E827 where persons were
            joined or parted in another scope.
        """
        hidden: list[PiiSpan] = []
        persons: list[str] = []
        joined: list[str] = []
        owners: list[str] = []
        kept: list[tuple[int, int]] = []
        for decision, part in self.at(document):
            start, end = decision.start + part.start, decision.end + part.start
            if decision.verdict == REJECT:
                kept.append((start, end))
            elif decision.verdict in HIDES:
                self._check(decision, document.text[start:end])
                hidden.append(
                    PiiSpan(
                        start, end, decision.label, 1.0, "review", decision.entity,
                        surrogate=decision.surrogate,
                    )
                )  # fmt: skip
                persons.append(decision.person)
                joined.append(self._joined(decision, within))
                owners.append(decision.owner)
        return Decided(tuple(hidden), tuple(persons), tuple(kept), tuple(joined), tuple(owners))

    def _joined(self, decision: Decision, within: str) -> str:
        """Who it is in all documents, where a reviewer said so of this mention or of others."""
        own = decision.across if decision.across in self.joined else ""
        if (wanted := decision.joined or own) and decision.within != within:
            raise HipsError(Errors.E827.format(path=self.path))
        return wanted

    def _check(self, decision: Decision, original: str) -> None:
        number, label = decision.row, decision.label
        if decision.surrogate and shows_original(original, decision.surrogate, label):
            raise HipsError(Errors.E800.format(path=self.path, number=number, label=label))

    def note(
        self, document: Document, places: Iterable[tuple[int, int]] = (), unplaced: int = 0
    ) -> None:
        """Count what came of the decisions about a document.

        document (Document): The document.
        places (Iterable): Where something was replaced in it: what was to stay and was hidden all
            the same, such as a part of a longer name, is counted.
        unplaced (int): How many could not be applied, for HTML parts their places.
        """
        hidden = list(places)
        self.met.update(self._about(document))
        if unplaced:
            self.unplaced[document.ids.doc or f"#{document.last}"] = unplaced
        for index, part in self._at(document):
            self.applied.add(index)
            decision = self.all[index]
            start, end = decision.start + part.start, decision.end + part.start
            if decision.verdict == REJECT and any(s < end and start < e for s, e in hidden):
                self.overruled.add(index)

    def state(self) -> dict[str, Any]:
        """What a later run needs to continue counting."""
        return {
            "met": sorted(self.met),
            "done": sorted(self.applied),
            "overruled": sorted(self.overruled),
            "unplaced": self.unplaced,
        }

    def go_on(self, state: Mapping[str, Any]) -> None:
        """Continue counting behind an interrupted run over the same files."""
        self.met.update(state.get("met", ()))
        self.applied.update(state.get("done", ()))
        self.overruled.update(state.get("overruled", ()))
        self.unplaced.update(state.get("unplaced", {}))

    @property
    def decided(self) -> set[str]:
        """The documents that came and that somebody decided on."""
        return {self.all[index].document for index in self.applied}

    def counts(self) -> dict[str, int]:
        """How many were applied, and how many were not: about what was hidden all the same, about
        another text, at a place that HTML parts (by document in `unplaced`), about no document
        that came."""
        unplaced = sum(self.unplaced.values())
        return {
            "applied": len(self.applied) - unplaced - len(self.overruled),
            "hidden_all_the_same": len(self.overruled),
            "other_text": len(self.met - self.applied),
            "not_placed": unplaced,
            "not_in_input": len(self.all) - len(self.met),
        }

    def of_other_models(self, models: Collection[str]) -> int:
        """How many were made about what something else than these had found."""
        return sum(bool(models and d.model) and d.model not in models for d in self.all)


def _settled(decisions: Iterable[Decision], path: str) -> list[Decision]:
    """One decision for each place."""
    out: dict[tuple[object, ...], Decision] = {}
    clashes: set[tuple[object, ...]] = set()
    for decision in decisions:
        place = (*decision.place, decision.verdict == READ)
        other = out.setdefault(place, decision)
        if other.says == decision.says:
            continue
        mine = other.reviewer == decision.reviewer
        if not mine or not other.time or not decision.time or other.time == decision.time:
            clashes.add(place)
        elif other.time < decision.time:
            out[place] = decision
    if clashes:
        raise HipsError(Errors.E802.format(count=f"{len(clashes):,}", path=path))
    return list(out.values())


def _decision(path: str | Path, number: int, line: Any) -> Decision:
    if reason := _problem(line):
        raise HipsError(Errors.E801.format(path=path, line=number, reason=reason))
    known = {name: line[name] for name in _TYPES if line.get(name) is not None}
    known.setdefault("doc", "")
    known.setdefault("column", "")
    return Decision(**known)


def _problem(line: Any) -> str:
    if not isinstance(line, Mapping):
        return "no object of JSON"
    for name, kind in _TYPES.items():
        value = line.get(name)
        if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
            return f"{name} must be {'a number' if kind is int else 'text'}"
    if not line.get("text_hash") or line.get("row") is None:
        return "text_hash or row is missing"
    verdict = line.get("verdict")
    if verdict not in VERDICTS:
        return f"verdict must be one of {', '.join(VERDICTS)}"
    if verdict == READ:
        return ""
    if not 0 <= line.get("start", -1) < line.get("end", -1):
        return "start and end must be numbers, start before end"
    if verdict in HIDES and line.get("label") not in LABELS:
        return "label is missing or unknown"
    if line.get("role") and line["role"] not in ROLES:
        return "role is unknown"
    return ""
