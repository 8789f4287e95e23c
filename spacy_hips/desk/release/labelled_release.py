"""A labelled release: anonymised texts with the labels of what was replaced, at the new offsets.

A run of `Job` over reviewed spans, in a folder that only its owner may open, gives the rows and the
list of replacements. Here both become records, which any annotation format can hold. Only what was
replaced is labelled: a label on a text that was only marked would point at an original.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from ...core.errors import HipsError
from ...core.ids import Ids
from ...core.labels import DIRECT_LABELS, KEPT, NAME_LABELS
from ...core.later import regex
from ...core.spans import PiiSpan
from ..annotations.annotation_format import Record
from ..errors import Errors
from ..files.columns import Columns
from ..files.documents import Document, Part
from ..files.internal import REJECTED, SPANS, rejected_rows
from ..files.readers import as_text, open_source
from ..files.rows import BadRow, Row
from ..files.writers import json_line
from ..found.audit import HELD, sample_is_read
from ..found.spanfile import ACCEPT, ADDED, FOUND, MARK, NONE, READ, REJECT, read_lines, span_lines
from ..run.job import Job
from ..run.open_input import Input, open_input
from ..run.options import JobOptions
from ..run.summary import Summary

ROWS, INTERNAL = "rows.jsonl", "internal"
GOLD, GOLD_SPANS = "gold.jsonl", "gold-spans.jsonl"
GOLD_COLUMNS = {"id": "doc", "text": "text"}
DECIDED: frozenset[str] = frozenset((ACCEPT, ADDED, MARK, READ))
SHORTEST = 6
"""An identifier of fewer characters may stand somewhere else by chance."""
_OWNED = regex.compile(r"['’]s?(?!\p{L})")

Line = Mapping[str, Any]


class Repeated(NamedTuple):
    """An identifier that was replaced at one place of a text and still stands at another.

    row (int): The number of the row.
    label (str): The label.
    """

    row: int
    label: str


class Release:
    """A run over spans that people decided on, and the labelled records that come of it.

    options (JobOptions): What the run is asked for, with `spans`. Where it is written is not
        used: everything stands in `folder`.
    folder (Path): An empty folder that only its owner may open.
    gold (bool): The spans are labels that the texts came with: they tell of every document.

    summary (Summary): What the run did; set by `run`.
    uncovered (frozenset[str]): The documents that are left out, since nobody reviewed them; set by
        `run`, empty for gold.
    """

    def __init__(self, options: JobOptions, folder: Path, *, gold: bool = False) -> None:
        self.options = replace(
            options, output=str(folder / ROWS), internal_dir=str(folder / INTERNAL)
        )
        self._folder = folder
        self._gold = gold
        self._longest: dict[tuple[str, str], str] = {}

    @property
    def rows(self) -> Path:
        """The anonymised rows."""
        return self._folder / ROWS

    @property
    def internal(self) -> Path:
        """The internal folder of the run."""
        return self._folder / INTERNAL

    def run(self, job: Job) -> Summary:
        """Anonymise.

        job (Job): Of the options.
        RETURNS (Summary): What was done.
        """
        self.summary = job.run()
        self.uncovered: frozenset[str] = frozenset()
        if not self._gold:
            self.uncovered = self._documents() - self._covered(job)
        return self.summary

    def _documents(self) -> frozenset[str]:
        """All documents that were anonymised."""
        return frozenset(document for _, _, document in self._all_texts())

    def _covered(self, job: Job) -> frozenset[str]:
        """The documents that people have reviewed.

        Somebody decided on something in them, or read them whole; or nothing was found in them,
        and the sample of such documents was read.
        """
        own, decisions = job.options.spans, job.pipeline.decisions
        lines = (line for _, line in read_lines(own)) if own else iter(())
        covered = decisions.decided | {_document(line) for line in lines if _is_decision(line)}
        if sample_is_read(decisions):
            found = {_document(line) for line in self._lines(SPANS) if _holds(line)}
            covered |= self._documents() - found
        return frozenset(covered)

    def texts(self) -> Iterator[tuple[int, Row | BadRow]]:
        """The anonymised rows that are released, each with its number in the input."""
        for number, row, document in self._all_texts():
            if document not in self.uncovered:
                yield number, row

    def _all_texts(self) -> Iterator[tuple[int, Row | BadRow, str]]:
        """The anonymised rows, each with its number in the input and its document."""
        left_out = rejected_rows(self._lines(REJECTED))
        doc = self._columns().the("doc")
        originals = self._originals()
        number = 0
        with open_source(str(self.rows), "jsonl") as source:
            for row in source:
                number += 1
                while number in left_out:
                    number += 1
                old = next(own for own in originals if own.number == number)
                yield number, row, as_text(old.fields.get(doc)) or f"#{number}"

    def records(self) -> Iterator[Record]:
        """The anonymised texts with what was replaced; a record for each cell of text."""
        columns = self._columns()
        names: Counter[str] = Counter()
        for number, row, lines in self._with_lines():
            for column in columns.having("text"):
                text = as_text(row.fields.get(column))
                if text is None:
                    continue
                spans = [_new_span(line) for line in lines if _labelled(line, column)]
                meta = _beside(row, columns, column)
                id = _id(row, columns, number, names)
                yield Record(id, text, tuple(spans), meta=meta, number=number)

    def aligned(self) -> Iterator[Record]:
        """The originals, with what stands in the place of each span (internal).

        A number tells a person in all documents of the scope. A genitive has the form "gen", as
        SweLL's labels have it.
        """
        columns = self._columns()
        self._longest = _longest(self._lines(SPANS))
        numbers: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
        names: Counter[str] = Counter()
        originals = self._originals()
        for number, row, lines in self._with_lines():
            old = next(own for own in originals if own.number == number)
            forms = _bare_forms(old, lines)
            for column in columns.having("text"):
                text = as_text(old.fields.get(column))
                if text is None:
                    continue
                spans, told = [], []
                for line in lines:
                    if line["column"] != column:
                        continue
                    entity = self._entity(line, self._place(old, columns), numbers)
                    spans.append(PiiSpan(line["start"], line["end"], line["label"], id=entity))
                    if (beside := _told(text, line, forms)) is not None:
                        told.append(beside)
                id = _id(row, columns, number, names)
                meta = {"svala": told} if told else {}
                yield Record(id, text, tuple(spans), meta=meta, number=number)

    def repeated(self) -> Iterator[Repeated]:
        """Numbers and addresses that were replaced once, and still stand elsewhere in the row.

        `evaluate.leaks` looks for people; this is for all other direct identifiers.
        """
        originals = self._originals()
        for number, row, lines in self._with_lines():
            old = next(own for own in originals if own.number == number)
            for line in lines:
                if line["label"] in NAME_LABELS or line["label"] not in DIRECT_LABELS:
                    continue
                if line["action"] in KEPT:
                    yield Repeated(number, line["label"])
                    continue
                text = as_text(old.fields.get(line["column"])) or ""
                value = text[line["start"] : line["end"]].casefold()
                if len(value) >= SHORTEST and any(
                    value in cell.casefold() for cell in _unlabelled(row, lines)
                ):
                    yield Repeated(number, line["label"])

    def originals(self) -> Input:
        """The input, opened once more."""
        return open_input(self.options)

    def _originals(self) -> Iterator[Row]:
        with self.originals() as given:
            for row in given.source:
                if isinstance(row, Row):
                    yield row

    def _with_lines(self) -> Iterator[tuple[int, Row, list[Line]]]:
        """The anonymised rows, each with its lines of the list of replacements."""
        groups = groupby(self._lines(SPANS), key=lambda line: int(line["row"]))
        waiting: tuple[int, list[Line]] | None = None
        for number, row in self.texts():
            assert isinstance(row, Row)  # Rows of its own making can be read.
            while waiting is None or waiting[0] < number:
                group = next(groups, None)
                if group is None:
                    waiting = None
                    break
                waiting = group[0], list(group[1])
            same = waiting is not None and waiting[0] == number
            yield number, row, waiting[1] if same and waiting is not None else []

    def _lines(self, name: str) -> Iterator[dict[str, Any]]:
        path = self.internal / name
        if path.exists():
            with path.open(encoding="utf8") as stream:
                yield from map(json.loads, stream)

    def _columns(self) -> Columns:
        with self.originals() as given:
            return given.columns

    def _place(self, row: Row, columns: Columns) -> str | None:
        """Within what one number is one person; None where it is the document."""
        scope = self.options.scope
        if scope in ("author", "group"):
            return as_text(row.fields.get(columns.the(scope))) or ""
        return "" if scope == "corpus" else None

    def _entity(
        self,
        line: Line,
        place: str | None,
        numbers: dict[tuple[str, str], dict[str, int]],
    ) -> str:
        """The entity of a line, with a number of the scope where it has one.

        Within a scope two persons have two new names, so the longest form of a new name tells one.
        """
        kind, _, number = line["entity"].rpartition(":")
        if place is None or not number:
            return str(line["entity"])
        new = self._longest[_document(line), line["entity"]]
        known = numbers[place, kind]
        return f"{kind}:{known.setdefault(new, len(known) + 1)}"


def gold_input(records: Iterable[Record], options: JobOptions, folder: Path) -> JobOptions:
    """Write labelled texts as an input and a file of reviewed spans.

    records (Iterable[Record]): The texts. Nothing but the id, the text and the spans is taken:
        further fields may hold names.
    options (JobOptions): What the run is asked for.
    folder (Path): A folder that only its owner may open.
    RETURNS (JobOptions): The same for these two files.
    RAISES (HipsError): E782 where there are no texts.
    """
    rows, spans, count = folder / GOLD, folder / GOLD_SPANS, 0
    with rows.open("wb") as texts, spans.open("wb") as lines:
        for count, record in enumerate(records, 1):
            id = record.id or str(count)
            texts.write(json_line({"id": id, "text": record.text}))
            row = Row(count, {"id": id, "text": record.text})
            part = Part(0, "text", "text", 0, len(record.text))
            document = Document((row,), record.text, (part,), Ids(doc=id))
            for line in span_lines(document, record.spans):
                lines.write(json_line({**line, "status": _accepted(line["status"])}))
    if not count:
        raise HipsError(Errors.E782.format(path=options.input))
    return replace(
        options, input=str(rows), spans=str(spans), columns=GOLD_COLUMNS,
        format="jsonl", encoding=JobOptions.encoding, delimiter="",
    )  # fmt: skip


def check_reviewed(path: str | Path) -> None:
    """Refuse a file of spans in which nobody decided anything.

    path (Path): The file.
    RAISES (HipsError): E841 if all lines stand as `find` wrote them, E701 or E723 if it cannot be
        read.
    """
    if not any(_is_decision(line) for _, line in read_lines(path)):
        raise HipsError(Errors.E841.format(path=path))


def _is_decision(line: Line) -> bool:
    """Is a line more than what a program found? Whom the filter takes for public, it rejects."""
    status = line["status"]
    return status in DECIDED or (status == REJECT and line.get("sources") != ["filter"])


def _accepted(status: str) -> str:
    return ACCEPT if status == FOUND else NONE


def _holds(line: Line) -> bool:
    """Does a replacement tell that its document named or reached somebody?"""
    return line["label"] in HELD and line["action"] not in KEPT


def _labelled(line: Line, column: str) -> bool:
    """Is it a text of this column that was replaced, and is something there to be labelled?"""
    here = line["column"] == column and line["new_start"] < line["new_end"]
    return here and line["action"] not in KEPT


def _new_span(line: Line) -> PiiSpan:
    return PiiSpan(line["new_start"], line["new_end"], line["label"], id=line["entity"])


def _beside(row: Row, columns: Columns, column: str) -> dict[str, Any]:
    """The other columns that are written, and which one this text is of if there are several."""
    texts = columns.having("text")
    own = {columns.the("doc")} if not columns.the("speaker") else {"id"}
    meta = {n: v for n, v in row.fields.items() if n not in texts and n not in own}
    return meta | ({"column": column} if len(texts) > 1 else {})


def _id(row: Row, columns: Columns, number: int, names: Counter[str]) -> str:
    """The pseudonym of the document; from its second text on with a number."""
    name = as_text(row.fields.get(columns.the("doc"))) or str(number)
    names[name] += 1
    return name if names[name] == 1 else f"{name}.{names[name]}"


def _document(line: Line) -> str:
    return str(line["doc"] or f"#{line['row']}")


def _longest(lines: Iterable[Line]) -> dict[tuple[str, str], str]:
    """The longest form of what each entity of a document has become."""
    out: dict[tuple[str, str], str] = {}
    for line in lines:
        new = _coded(line)
        key = _document(line), line["entity"]
        out[key] = max(out.get(key, ""), new, key=lambda form: (len(form), form))
    return out


def _coded(line: Line) -> str:
    """What tells an entity: its new text; of a placeholder the code, since a role may change."""
    if line["action"] == "placeholder":
        return str(line["surrogate"]).strip("[]").rpartition("_")[2]
    return str(line["surrogate"]).casefold()


def _bare_forms(row: Row, lines: Sequence[Line]) -> set[tuple[str, str]]:
    """Each entity with the words by which it is named in a row."""
    cells = {line["column"]: as_text(row.fields.get(line["column"])) or "" for line in lines}
    return {
        (line["entity"], word)
        for line in lines
        for word in cells[line["column"]][line["start"] : line["end"]].casefold().split()
    }


def _told(text: str, line: Line, forms: set[tuple[str, str]]) -> dict[str, Any] | None:
    """What an edge tells beside its label: what stands there now, and whether it owns something."""
    old = text[line["start"] : line["end"]]
    last = old.casefold().rpartition(" ")[2]
    owns = _OWNED.match(text, line["end"]) is not None or (
        last.endswith("s") and (line["entity"], last[:-1]) in forms
    )
    told: dict[str, Any] = {"labels": ["gen"]} if owns else {}
    if line["action"] not in KEPT:
        told["target"] = line["surrogate"]
    return {"start": line["start"], "end": line["end"], **told} if told else None


def _unlabelled(row: Row, lines: Sequence[Line]) -> Iterator[str]:
    """The cells of an anonymised row, without what was put there."""
    for column, value in row.fields.items():
        text = as_text(value)
        if text is None:
            continue
        at, pieces = 0, []
        for line in lines:
            if line["column"] == column and line["action"] not in KEPT:
                pieces.append(text[at : line["new_start"]])
                at = line["new_end"]
        yield "\n".join([*pieces, text[at:]])
