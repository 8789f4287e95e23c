"""The file of spans that `find` writes, people review, and `anonymize --spans` reads (internal)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.errors import HipsError
from ...core.labels import LABELS, NAME_LABELS
from ...core.later import re
from ...core.spans import PiiSpan, Replacement
from ...replace.surrogates.showing import shows_original
from ...who.judging.verdicts import Verdict
from ...who.persons.link.owners import Owners
from ..errors import Errors
from ..files.documents import Document, Part, Touching, text_hash
from ..files.readers import reason_of
from .spantable import is_table, read_table

if TYPE_CHECKING:
    from ...components.anonymizer import Across

FOUND, ACCEPT, ADDED, REJECT, MARK = "found", "accept", "added", "reject", "mark"
NONE, READ = "none", "read"
"""Of a cell in which nothing was found: nobody has looked at it, or somebody has read it."""
REPLACED: frozenset[str] = frozenset((FOUND, ACCEPT, ADDED))
STATUSES: tuple[str, ...] = (FOUND, ACCEPT, ADDED, REJECT, MARK, NONE, READ)
_SAID: Mapping[str, str] = {
    **{status: status for status in STATUSES},
    **dict.fromkeys(("accepted", "yes", "y", "ok", "true", "hide", "hidden"), ACCEPT),
    **dict.fromkeys(("rejected", "no", "n", "false", "keep", "kept"), REJECT),
    **dict.fromkeys(("add", "new"), ADDED),
    "marked": MARK,
}
"""What people write for a status, in any case."""
CELL = "cell"
NOBODYS = Owners()
"""Whose things are nobody's."""
TEXTS: frozenset[str] = frozenset((CELL, "text", "before", "after"))
"""The fields that hold text of a document."""
WORDS, REACH = 8, 120
_BEFORE = re.compile(rf"(?:\S+\s+){{0,{WORDS - 1}}}\S*\s*\Z")
_AFTER = re.compile(rf"\s*\S*(?:\s+\S+){{0,{WORDS - 1}}}")


@dataclass(frozen=True)
class Reviewed:
    """What a reviewer decided about one document.

    spans (tuple[PiiSpan, ...]): What is to be replaced.
    marked (tuple[PiiSpan, ...]): What is only listed.
    """

    spans: tuple[PiiSpan, ...] = ()
    marked: tuple[PiiSpan, ...] = ()


def span_lines(
    document: Document,
    spans: Sequence[PiiSpan],
    verdicts: Sequence[Verdict] | None = None,
    model: str = "",
    across: Across | None = None,
    owners: Owners = NOBODYS,
) -> Iterator[dict[str, Any]]:
    """The lines of one document, a span each; a cell without spans has one of status "none".

    document (Document): The document.
    spans (Sequence[PiiSpan]): What was found in it. Offsets are written within their cell; a
        span over the end of a cell is cut there.
    verdicts (Sequence[Verdict]): Who is private and who is public. With them a line tells role,
        probability of public and reason. Public people have lines too, of status "reject", so
        that a reviewer can have them replaced. None tells nothing of roles.
    model (str): What searched it, such as "en_hips_student 0.4.0".
    across (Across): Who the persons are in all documents of the scope.
    owners (Owners): Which identifiers belong to whom.
    YIELDS (dict): A span with its text and the words before and after it. The first line of a cell
        holds the whole cell, so that `spacy-hips review` needs nothing else.
    """
    kept = {span for verdict in verdicts or () if verdict.kept for span in _kept(verdict)}
    judged = {(s, e): verdict for verdict in verdicts or () for s, e in verdict.places}
    touching = Touching([*spans, *kept])
    for part in document.parts:
        row = document.rows[part.row]
        head = {
            "doc": document.ids.doc,
            "row": row.number,
            "column": part.column,
            "text_hash": text_hash(document.text[part.start : part.end]),
            **({"model": model} if model else {}),
            **({"within": across.within} if across else {}),
        }
        cell = document.text[part.start : part.end]
        whole = {CELL: cell}
        inside = touching(part.start, part.end)
        for span in inside:
            start = max(span.start, part.start) - part.start
            end = min(span.end, part.end) - part.start
            yield {
                **head,
                "start": start,
                "end": end,
                **words_around(cell, start, end),
                "label": span.label,
                "entity": span.id,
                **_across(span, across),
                **_owner(span, owners),
                "score": round(span.score, 4),
                "sources": [span.source] if span.source else [],
                "status": REJECT if span in kept else FOUND,
                **({} if verdicts is None else _judged(judged.get((span.start, span.end)))),
                **whole,
            }
            whole = {}
        if not inside:
            yield {**head, "status": NONE, **whole}


def words_around(cell: str, start: int, end: int) -> dict[str, str]:
    """A piece of a cell and some words on either side of it."""
    before = _BEFORE.search(cell[max(0, start - REACH) : start])
    after = _AFTER.match(cell[end : end + REACH])
    return {
        "text": cell[start:end],
        "before": before[0] if before else "",
        "after": after[0] if after else "",
    }


def _kept(verdict: Verdict) -> Iterator[PiiSpan]:
    for start, end in verdict.places:
        yield PiiSpan(start, end, verdict.label, verdict.public, "filter", verdict.id)


def _across(span: PiiSpan, across: Across | None) -> dict[str, str]:
    there = across is not None and span.label in NAME_LABELS and across.persons.get(span.id)
    return {"across": there} if there else {}


def _owner(span: PiiSpan, owners: Owners) -> dict[str, str]:
    one = owners.of(span.id)
    if one is None:
        return {}
    told = {"owner": one.owner, "told_by": one.evidence, "rival": one.rival}
    return {name: value for name, value in told.items() if value}


def _judged(verdict: Verdict | None) -> dict[str, Any]:
    if verdict is None:
        return {"role": "", "public": None, "reason": ""}
    return {"role": verdict.role, "public": round(verdict.public, 4), "reason": verdict.reason}


def replacement_lines(
    document: Document, replacements: Sequence[Replacement]
) -> Iterator[dict[str, Any]]:
    """What was done in each cell of a document, a replacement each.

    document (Document): The document.
    replacements (Sequence[Replacement]): By place. Offsets are written within their cell, and
        within its anonymised text.
    """
    touching = Touching(replacements)
    for part in document.parts:
        shift = 0
        for r in touching(part.start, part.end):
            if part.start <= r.start:
                start, end = r.start - part.start, min(r.end, part.end) - part.start
                yield {
                    "doc": document.ids.doc,
                    "row": document.rows[part.row].number,
                    "column": part.column,
                    "start": start,
                    "end": end,
                    "new_start": start + shift,
                    "new_end": start + shift + len(r.surrogate),
                    "label": r.label,
                    "entity": r.entity,
                    "action": r.action,
                    "surrogate": r.surrogate,
                }
                shift += len(r.surrogate) - (end - start)


def read_lines(path: str | Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The lines of a file of spans, jsonl or a table, as people left them.

    path (Path): The file.
    YIELDS (tuple): Number of the line and its fields, checked: the status is one of STATUSES.
    RAISES (HipsError): E701 if it cannot be read, E723 for a line that is no span.
    """
    for number, given in read_table(path) if is_table(path) else json_lines(path):
        line = {**given, "status": _status(given)} if isinstance(given, Mapping) else given
        if reason := _problem(line):
            raise HipsError(Errors.E723.format(path=path, line=number, reason=reason))
        yield number, line


class SpanFile:
    """A reviewed file of spans.

    path (Path): The file: jsonl, csv or tsv.
    RAISES (HipsError): E701 if it cannot be read, E723 for a line that is no span.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._cells: dict[tuple[str, str], list[dict[str, Any]]] = {}
        self._by_hand: dict[int, list[dict[str, Any]]] = {}
        self._labels: dict[str, str] = {}
        self._unused: set[int] = set()
        self.models: set[str] = set()
        for number, line in read_lines(self.path):
            self._add(number, line)

    @property
    def unused(self) -> list[int]:
        """The lines added by hand whose row has not come yet."""
        return sorted(self._unused)

    def of(self, document: Document) -> Reviewed:
        """What was decided about a document.

        document (Document): The document.
        RETURNS (Reviewed): Its spans, at their characters in the document's text.
        RAISES (HipsError): E725 if the file has nothing of it, E724 if its text has changed, E800
            for a surrogate that shows the original, E803 for a text that is not in its cell.
        """
        spans: list[PiiSpan] = []
        marked: list[PiiSpan] = []
        for part in document.parts:
            for line in self._of_part(document, part):
                if line["status"] in REPLACED:
                    spans.append(_span(line, part))
                elif line["status"] == MARK:
                    marked.append(_span(line, part))
        spans += self._added(document)
        for span in spans:
            check_surrogate(self.path, document, span)
        return Reviewed(tuple(spans), tuple(marked))

    def _add(self, number: int, line: dict[str, Any]) -> None:
        if model := line.get("model"):
            self.models.add(str(model))
        text = _folded(line.get("text", ""))
        if _is_added(line):
            self._by_hand.setdefault(line["row"], []).append({**line, "line": number})
            self._unused.add(number)
            return
        if text and line.get("label"):
            self._labels.setdefault(text, line["label"])
        kept = {k: v for k, v in line.items() if k not in TEXTS}
        self._cells.setdefault(_key(line), []).append(kept)

    def _added(self, document: Document) -> Iterator[PiiSpan]:
        """The spans of lines that give a row, a column and a text only: wherever it stands."""
        for index, row in enumerate(document.rows):
            for line in self._by_hand.get(row.number, ()):
                self._unused.discard(line["line"])
                places = [
                    place
                    for part in document.parts
                    if index in part.rows and line.get("column", part.column) == part.column
                    for place in _places(line["text"], document.text, part)
                ]
                if not places:
                    message = Errors.E803.format(path=self.path, line=line["line"])
                    raise HipsError(message)
                label = line.get("label") or self._labels.get(_folded(line["text"]), "PERSON")
                surrogate = line.get("surrogate", "")
                for start, end in places:
                    yield PiiSpan(start, end, label, 1.0, "review", surrogate=surrogate)

    def _of_part(self, document: Document, part: Part) -> list[dict[str, Any]]:
        row = document.rows[part.row]
        doc = document.ids.doc or f"#{row.number}"
        lines = [
            line for column in (part.column, "") for line in self._cells.get((doc, column), ())
        ]
        if not lines:
            raise HipsError(Errors.E725.format(number=row.number, path=self.path))
        wanted = text_hash(document.text[part.start : part.end])
        same = [line for line in lines if line["text_hash"] == wanted]
        if not same:
            raise HipsError(Errors.E724.format(number=row.number, path=self.path))
        # A conversation may say the same thing twice: each message has lines of its own.
        own = [line for line in same if line.get("row") == row.number]
        return own or same


def check_surrogate(path: str | Path, document: Document, span: PiiSpan) -> None:
    """Refuse a reviewer's surrogate that shows the original.

    path (Path): The file that it stands in.
    document (Document): The document.
    span (PiiSpan): The span.
    RAISES (HipsError): E800.
    """
    original = document.text[span.start : span.end]
    if span.surrogate and shows_original(original, span.surrogate, span.label):
        number = _row_of(document, span)
        raise HipsError(Errors.E800.format(path=path, number=number, label=span.label))


def _row_of(document: Document, span: PiiSpan) -> int:
    part = next(p for p in document.parts if p.start <= span.start < p.end)
    return document.rows[part.row].number


def _places(text: str, whole: str, part: Part) -> Iterator[tuple[int, int]]:
    """Where a text stands in a cell, as whole words and with any white space."""
    words = r"\s+".join(map(re.escape, text.split()))
    first, last = text.strip()[0], text.strip()[-1]
    pattern = (
        (r"(?<!\w)" if first.isalnum() else "") + words + (r"(?!\w)" if last.isalnum() else "")
    )
    for match in re.finditer(pattern, whole[part.start : part.end]):
        yield match.start() + part.start, match.end() + part.start


def _folded(text: str) -> str:
    return " ".join(text.split())


def json_lines(path: str | Path) -> Iterator[tuple[int, Any]]:
    """The lines of a jsonl file that are not empty, by number; None for one that is no JSON.

    RAISES (HipsError): E701 if it cannot be read.
    """
    try:
        with Path(path).open(encoding="utf-8-sig") as stream:
            for number, line in enumerate(stream, 1):
                if line.strip():
                    yield number, _json(line)
    except OSError as error:
        raise HipsError(Errors.E701.format(path=path, reason=reason_of(error))) from None
    except UnicodeDecodeError:
        raise HipsError(Errors.E701.format(path=path, reason="not UTF-8")) from None


def _json(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _status(line: Mapping[str, Any]) -> Any:
    given = line.get("status")
    if given is None or (isinstance(given, str) and not given.strip()):
        return ADDED if _is_added(line) else FOUND
    if not isinstance(given, str):
        return given
    return _SAID.get(given.strip(" \t\u00a0.!").casefold(), given)


def _is_added(line: Mapping[str, Any]) -> bool:
    """Was it added by hand, with its text in place of offsets?"""
    return bool(_text_of(line, "text").strip()) and line.get("start") is None


def _text_of(line: Mapping[str, Any], name: str) -> str:
    value = line.get(name)
    return value if isinstance(value, str) else ""


def _problem(cell: Any) -> str:
    if cell is None:
        return "no JSON"
    if not isinstance(cell, Mapping):
        return "no object"
    if cell["status"] not in STATUSES:
        return f"status must be one of {', '.join(STATUSES)}"
    for name in ("doc", "column", "surrogate", "entity"):
        if not isinstance(cell.get(name) or "", str):
            return f"{name} must be text"
    if _is_added(cell):
        return _problem_of_added(cell)
    if not isinstance(cell.get("text_hash"), str):
        return "text_hash is missing"
    if not cell.get("doc") and not isinstance(cell.get("row"), int):
        return "doc or row is missing"
    if cell["status"] in (NONE, READ):
        return ""
    if not isinstance(cell.get("label"), str) or cell["label"] not in LABELS:
        return "label is missing or unknown"
    start, end = cell.get("start"), cell.get("end")
    if not (isinstance(start, int) and isinstance(end, int) and 0 <= start < end):
        return "start and end must be numbers, start before end"
    return ""


def _problem_of_added(cell: Mapping[str, Any]) -> str:
    if not isinstance(cell.get("row"), int):
        return "row is missing"
    if cell["status"] not in REPLACED:
        return "start and end must be numbers, start before end"
    if cell.get("label") and cell["label"] not in LABELS:
        return "label is unknown"
    return ""


def _key(cell: Mapping[str, Any]) -> tuple[str, str]:
    return cell.get("doc") or f"#{cell['row']}", cell.get("column") or ""


def _span(line: Mapping[str, Any], part: Part) -> PiiSpan:
    length = part.end - part.start
    if line["end"] > length:
        raise HipsError(Errors.E110.format(start=line["start"], end=line["end"], length=length))
    return PiiSpan(
        line["start"] + part.start,
        line["end"] + part.start,
        line["label"],
        float(line.get("score", 1.0)),
        ",".join(line.get("sources") or ()) or "review",
        line.get("entity") or "",
        surrogate=(line.get("surrogate") or "").strip(),
    )
