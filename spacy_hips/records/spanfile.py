"""The file of spans that `find` writes, people review, and `anonymize --spans` reads (internal)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import Errors, HipsError
from ..judging.verdicts import Verdict
from ..labels import LABELS
from ..spans import PiiSpan, Replacement
from .documents import Document, Part, Touching, text_hash
from .readers import reason_of

FOUND, ACCEPT, ADDED, REJECT, MARK, NONE = "found", "accept", "added", "reject", "mark", "none"
REPLACED: frozenset[str] = frozenset((FOUND, ACCEPT, ADDED))
STATUSES: tuple[str, ...] = (FOUND, ACCEPT, ADDED, REJECT, MARK, NONE)


@dataclass(frozen=True)
class Reviewed:
    """What a reviewer decided about one document.

    spans (tuple[PiiSpan, ...]): What is to be replaced.
    marked (tuple[PiiSpan, ...]): What is only listed.
    """

    spans: tuple[PiiSpan, ...] = ()
    marked: tuple[PiiSpan, ...] = ()


def span_lines(
    document: Document, spans: Sequence[PiiSpan], verdicts: Sequence[Verdict] | None = None
) -> Iterator[dict[str, Any]]:
    """The lines of one document, a span each; a cell without spans has one of status "none".

    document (Document): The document.
    spans (Sequence[PiiSpan]): What was found in it. Offsets are written within their cell; a
        span over the end of a cell is cut there.
    verdicts (Sequence[Verdict]): Who is private and who is public: a line then tells role,
        probability of public and reason, and who is public has lines too, of status "reject", so
        that a reviewer can have them replaced after all. None tells nothing of roles.
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
        }
        inside = touching(part.start, part.end)
        for span in inside:
            yield {
                **head,
                "start": max(span.start, part.start) - part.start,
                "end": min(span.end, part.end) - part.start,
                "label": span.label,
                "entity": span.id,
                "score": round(span.score, 4),
                "sources": [span.source] if span.source else [],
                "status": REJECT if span in kept else FOUND,
                **({} if verdicts is None else _judged(judged.get((span.start, span.end)))),
            }
        if not inside:
            yield {**head, "status": NONE}


def _kept(verdict: Verdict) -> Iterator[PiiSpan]:
    for start, end in verdict.places:
        yield PiiSpan(start, end, verdict.label, verdict.public, "filter", verdict.id)


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


class SpanFile:
    """A reviewed file of spans.

    path (Path): The file.
    RAISES (HipsError): E701 if it cannot be read, E723 for a line that is no span.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._cells: dict[tuple[str, str], list[dict[str, Any]]] = {}
        for number, line in self._lines():
            if line.strip():
                cell = self._checked(number, line)
                self._cells.setdefault(_key(cell), []).append(cell)

    def of(self, document: Document) -> Reviewed:
        """What was decided about a document.

        document (Document): The document.
        RETURNS (Reviewed): Its spans, at their characters in the document's text.
        RAISES (HipsError): E725 if the file has nothing of it, E724 if its text has changed.
        """
        spans: list[PiiSpan] = []
        marked: list[PiiSpan] = []
        for part in document.parts:
            for line in self._of_part(document, part):
                if line["status"] in REPLACED:
                    spans.append(_span(line, part))
                elif line["status"] == MARK:
                    marked.append(_span(line, part))
        return Reviewed(tuple(spans), tuple(marked))

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

    def _lines(self) -> Iterator[tuple[int, str]]:
        try:
            with self.path.open(encoding="utf-8-sig") as stream:
                yield from enumerate(stream, 1)
        except OSError as error:
            message = Errors.E701.format(path=self.path, reason=reason_of(error))
            raise HipsError(message) from None
        except UnicodeDecodeError:
            raise HipsError(Errors.E701.format(path=self.path, reason="not UTF-8")) from None

    def _checked(self, number: int, line: str) -> dict[str, Any]:
        try:
            cell = json.loads(line)
            reason = _problem(cell)
        except ValueError:
            reason = "no JSON"
        if reason:
            raise HipsError(Errors.E723.format(path=self.path, line=number, reason=reason))
        return cell  # type: ignore[no-any-return]


def _problem(cell: Any) -> str:
    if not isinstance(cell, Mapping):
        return "no object"
    if cell.get("status") not in STATUSES:
        return f"status must be one of {', '.join(STATUSES)}"
    if not isinstance(cell.get("text_hash"), str):
        return "text_hash is missing"
    if not isinstance(cell.get("doc", ""), str):
        return "doc must be text"
    if not cell.get("doc") and not isinstance(cell.get("row"), int):
        return "doc or row is missing"
    if cell["status"] == NONE:
        return ""
    if not isinstance(cell.get("label"), str) or cell["label"] not in LABELS:
        return "label is missing or unknown"
    start, end = cell.get("start"), cell.get("end")
    if not (isinstance(start, int) and isinstance(end, int) and 0 <= start < end):
        return "start and end must be numbers, start before end"
    return ""


def _key(cell: Mapping[str, Any]) -> tuple[str, str]:
    return cell.get("doc") or f"#{cell['row']}", cell.get("column", "")


def _span(line: Mapping[str, Any], part: Part) -> PiiSpan:
    length = part.end - part.start
    if line["end"] > length:
        raise HipsError(Errors.E110.format(start=line["start"], end=line["end"], length=length))
    return PiiSpan(
        line["start"] + part.start,
        line["end"] + part.start,
        line["label"],
        float(line.get("score", 1.0)),
        ",".join(line.get("sources", ())) or "review",
        line.get("entity", ""),
    )
