"""SVALA, the editor of SweLL: source and target tokens that labelled edges join.

A graph is {"source": [{"id", "text"}], "target": [...], "edges": {id: {"id", "ids", "labels",
"manual"}}}. A token's text has the white space behind it. Labels of an edge are a kind ("city"), a
number that the mentions of one person or place share, and forms ("gen"). What an edge cannot say
(characters inside a token, a score) stands beside the graph, by edge, and counts for as long as
the edge is there.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from ...core.labels import LABELS, NAME_LABELS, from_scheme, to_scheme
from ...core.later import re
from ...core.spans import PiiSpan
from .annotation_format import (
    UNITS,
    Mark,
    Misfit,
    Piece,
    Reader,
    Record,
    Report,
    Understanding,
    Writer,
    apart,
)
from .objects import (
    as_id,
    as_list,
    as_score,
    as_text,
    as_whole,
    further,
    id_out,
    read_objects,
    write_list,
)

_SIDES = ("source", "target")
_GRAPHS = ("graph", "svala_graph")
_OURS = "spacy_hips"
_EDGES = "svala"
_FIELDS = ("id", *_SIDES, "edges", *_GRAPHS, _OURS)
# White space as the editor's own language has it; the last token of a text ends in it, too.
_S = "\\t\\n\\v\\f\\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_TOKEN = re.compile(f"[{_S}]*[^{_S}]+[{_S}]*|^[{_S}]+$")
_NUMBER = re.compile(r"[0-9]+")
_FORM = re.compile(r"(?<=\w):(gen|def|pl|ort|foreign|[0-9]+)(?![^:])")
"""Behind another label, as the editor's links write several: "firstname:female:1:gen"."""


def make_reader(offsets: str = UNITS[0], labels: Mapping[str, str] | None = None) -> Reader:
    """The reader of SVALA's json (`spacy_hips.AnnotationReader.svala.v1`).

    The text is the source; a span is an edge with a label of SweLL's pseudonymisation. What the
    target has there, and further labels of the edge, stand in the record's `meta["svala"]`.

    offsets (str): There are none in this format.
    labels (Mapping): Labels of the table for labels of edges; "" leaves such spans out.
    RETURNS (Callable): (path, report) -> records of a graph, a list of graphs, or objects with a
        "graph". Labels that are none of SweLL's, such as those of errors, are reported once.
    RAISES (HipsError): E785 for a unit of offsets.
    """
    understanding = Understanding("swell", offsets, labels, form="svala")

    def read(path: Path, report: Report) -> Iterator[Record]:
        def parse(number: int, raw: dict[str, Any]) -> Record:
            held = next((raw[name] for name in _GRAPHS if name in raw), raw)
            graph = _Graph(held, understanding)
            if graph.unknown:
                report(Misfit(number, "other"))
            if graph.changed:
                report(Misfit(number, "changed"))
            for start, end in graph.gaps:
                report(Misfit(number, "parts", start, end))
            meta = {n: v for n, v in {**held, **raw}.items() if n not in _FIELDS}
            return understanding.record(
                number,
                report,
                id=as_id(raw.get("id", held.get("id"))),
                text=graph.text,
                marks=graph.marks,
                meta={**meta, _EDGES: graph.told} if graph.told else meta,
            )

        return read_objects(path, parse)

    return read


def make_writer() -> Writer:
    """The writer of SVALA's json (`spacy_hips.AnnotationWriter.svala.v1`).

    RETURNS (Callable): (records, report) -> pieces: a list of graphs. Labels have SweLL's names; a
        label that SweLL lacks, or that its name does not give back, stands beside as it is. The
        target is the source, but for what `meta["svala"]` says.
    """

    def write(records: Iterable[Record], report: Report) -> Iterator[Piece]:
        return write_list(_written(record, report) for record in records)

    return write


class _Graph:
    """A graph as spans of its source.

    raw (Mapping): The graph.
    understanding (Understanding): Knows the labels.
    RAISES (LookupError, TypeError, ValueError): For a graph that contradicts itself.

    text (str): The source. marks (list): Its spans. told (list): What `meta["svala"]` tells.
    gaps (list): Where an edge joins tokens that do not stand side by side.
    unknown, changed (bool): There are labels that are none of SweLL's; source and target differ
        outside of the spans.
    """

    def __init__(self, raw: Mapping[str, Any], understanding: Understanding) -> None:
        self._label = understanding.label
        self._source, self._target = (_tokens(raw[side]) for side in _SIDES)
        self._at = {id: i for i, id in enumerate(self._source)}
        self._order = {id: i for i, id in enumerate(self._target)}
        self._places = _places(list(self._source.values()))
        self.text = "".join(self._source.values())
        self.marks: list[Mark] = []
        self.told: list[dict[str, Any]] = []
        self.gaps: list[tuple[int, int]] = []
        self.unknown = self.changed = False
        if len({*self._source, *self._target}) < len(raw["source"]) + len(raw["target"]):
            raise ValueError
        ours = raw.get(_OURS) or {}
        edges = raw["edges"]
        for edge in edges.values() if isinstance(edges, Mapping) else as_list(edges):
            self._read(edge, (ours.get("spans") or {}).get(edge["id"]) or {})
        self.told.sort(key=lambda told: (told["start"], told["end"]))
        if self.text[as_whole(ours.get("length", len(self.text))) :] == " ":
            self.text = self.text[:-1]

    def _read(self, edge: Mapping[str, Any], ours: Mapping[str, Any]) -> None:
        ids = [as_text(id) for id in as_list(edge["ids"])]
        sources = sorted(self._at[id] for id in ids if id not in self._target)
        given = (as_text(name) for name in as_list(edge["labels"]))
        names = [part for name in given for part in _FORM.sub(r"\n\1", name).split("\n")]
        label, rest = self._understood(names)
        targets = sorted((id for id in ids if id in self._target), key=self._order.__getitem__)
        target = "".join(self._target[id] for id in targets).strip()
        parts = _parts(sources)
        runs = [self._characters(first, last) for first, last in parts]
        differs = target != "".join(self._joined(*part) for part in parts).strip()
        if label is None or not runs:
            self.unknown |= any(self._label(n) != "" and not _NUMBER.fullmatch(n) for n in names)
            self.changed |= differs
            return
        if len(runs) > 1:
            self.gaps.append((runs[0][0], runs[-1][1]))
        elif "start" in ours:
            runs = [(as_whole(ours["start"]), as_whole(ours["end"]))]
        entity = _entity(label, rest) or as_text(ours.get("entity") or "")
        score = as_score(ours.get("score"))
        self.marks += [Mark(start, end, label, score, entity) for start, end in runs]
        self._tell(runs, rest, target if differs else None)

    def _tell(
        self, runs: Sequence[tuple[int, int]], rest: Sequence[str], target: str | None
    ) -> None:
        """Keep what a mark cannot hold: the forms of a word, and what came in its place."""
        forms = [name for name in rest if not _NUMBER.fullmatch(name)]
        told: dict[str, Any] = {"labels": forms} if forms else {}
        told |= {} if target is None else {"target": target}
        if told:
            self.told.append({"start": runs[0][0], "end": runs[-1][1], **told})

    def _understood(self, names: Sequence[str]) -> tuple[str | None, list[str]]:
        """The label of the table that an edge's labels give, and the others."""
        own = [name for name in names if name in LABELS][:1]
        known = [name for name in names if name not in LABELS and self._known(name)][:1]
        label = own[0] if own else self._known(known[0]) if known else None
        return label, [name for name in names if name not in (*own, *known)]

    def _known(self, name: str) -> str | None:
        return self._label(name) or None

    def _joined(self, first: int, last: int) -> str:
        return self.text[self._places[first][0] : self._places[last][1]]

    def _characters(self, first: int, last: int) -> tuple[int, int]:
        """Where source tokens stand, without the white space around."""
        text, low = self._joined(first, last), self._places[first][0]
        return low + len(text) - len(text.lstrip()), low + len(text.rstrip())


def _entity(label: str, rest: Sequence[str]) -> str:
    """The entity that the number among an edge's labels gives; "" without one."""
    number = next((name for name in rest if _NUMBER.fullmatch(name)), "")
    return f"{_base(label)}:{number}" if number else ""


def _written(record: Record, report: Report) -> dict[str, Any]:
    texts = _cut(record.text)
    places = _places(texts)
    spans = [span for span, _ in apart(record, lambda label: label, report)]
    told = _told(record)
    target: list[str] = []
    edges: dict[str, dict[str, Any]] = {}
    ours: dict[str, dict[str, Any]] = {}

    def join(first: int, last: int, words: Sequence[str], labels: Sequence[str]) -> str:
        ids = [f"s{i}" for i in range(first, last)]
        ids += [f"t{len(target) + i}" for i in range(len(words))]
        id = "-".join(["e", *sorted(ids)])
        edge = {"id": id, "ids": sorted(ids), "labels": list(dict.fromkeys(labels))}
        edges[id] = edge | {"manual": bool(labels)}
        target.extend(words)
        return id

    at = 0
    for span in spans:
        first = bisect_right(places, span.start, key=lambda place: place[0]) - 1
        last = bisect_left(places, span.end, key=lambda place: place[0])
        if first < at:
            report(Misfit(record.number, "crowded", span.start, span.end, span.label))
            continue
        for i in range(at, first):
            join(i, i + 1, [texts[i]], [])
        whole = "".join(texts[first:last])
        beside = told.get((span.start, span.end), {})
        words = _cut(_dressed(beside.get("target", whole.strip()), whole))
        labels = [*_labels(span), *beside.get("labels", ())]
        id = join(first, last, words, labels)
        ours |= _unsaid(id, span, places[first][0], whole)
        at = last
    for i in range(at, len(texts)):
        join(i, i + 1, [texts[i]], [])
    row: dict[str, Any] = {"id": id_out(record.id)}
    row["source"] = [{"id": f"s{i}", "text": text} for i, text in enumerate(texts)]
    row["target"] = [{"id": f"t{i}", "text": text} for i, text in enumerate(target)]
    row["edges"] = edges
    row[_OURS] = {"length": len(record.text), "spans": ours}
    rest = replace(record, meta={n: v for n, v in record.meta.items() if n != _EDGES})
    return row | further(rest, _FIELDS, report)


def _labels(span: PiiSpan) -> list[str]:
    """Of an edge: SweLL's label, the number of the entity, ours where SweLL's says less."""
    swell = to_scheme(span.label, "swell")
    known = from_scheme(swell, "swell") if swell else None
    base, _, number = span.id.partition(":")
    return [
        *([swell.replace("firstname_", "firstname:")] if swell else []),
        *([number] if base == _base(span.label) and _NUMBER.fullmatch(number) else []),
        *([span.label] if known != span.label else []),
    ]


def _unsaid(id: str, span: PiiSpan, start: int, whole: str) -> dict[str, dict[str, Any]]:
    """What the edge of a span cannot say, by the edge's id."""
    lead = len(whole) - len(whole.lstrip())
    place = start + lead, start + len(whole.rstrip())
    unsaid: dict[str, Any] = {}
    if place != (span.start, span.end):
        unsaid |= {"start": span.start, "end": span.end}
    if span.score != 1.0:
        unsaid["score"] = span.score
    if span.id and span.id.partition(":")[2] not in _labels(span):
        unsaid["entity"] = span.id
    return {id: unsaid} if unsaid else {}


def _told(record: Record) -> dict[tuple[int, int], dict[str, Any]]:
    given = record.meta.get(_EDGES)
    return {(told["start"], told["end"]): told for told in given} if given else {}


def _dressed(word: str, whole: str) -> str:
    """A word with the white space that stands around another one."""
    lead = len(whole) - len(whole.lstrip())
    return whole[:lead] + word + whole[max(lead, len(whole.rstrip())) :]


def _cut(text: str) -> list[str]:
    """The tokens of the editor: each ends in white space, the last one, too."""
    tokens = _TOKEN.findall(text)
    if tokens and not re.search(f"[{_S}]$", tokens[-1]):
        tokens[-1] += " "
    return tokens


def _tokens(raw: Any) -> dict[str, str]:
    return {as_text(token["id"]): as_text(token["text"]) for token in as_list(raw)}


def _places(texts: Sequence[str]) -> list[tuple[int, int]]:
    return list(pairwise(accumulate(map(len, texts), initial=0)))


def _parts(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """First and last of each row of numbers that follow each other."""
    rows: list[tuple[int, int]] = []
    for number in numbers:
        if rows and rows[-1][1] == number - 1:
            rows[-1] = rows[-1][0], number
        else:
            rows.append((number, number))
    return rows


def _base(label: str) -> str:
    return "PERSON" if label in NAME_LABELS else label
