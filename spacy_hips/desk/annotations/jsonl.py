"""Texts with offsets: {"id", "text", "spans": [[start, end, label]]}, by line or in a list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ...core.spans import PiiSpan
from . import kaggle
from .annotation_format import UNITS, Mark, Piece, Reader, Record, Report, Understanding, Writer
from .objects import (
    as_id,
    as_layout,
    as_list,
    as_score,
    as_text,
    as_whole,
    further,
    read_objects,
    write_lines,
)

_FIELDS = ("id", "text", "spans", "tokens", "trailing_whitespace")


def make_reader(offsets: str = UNITS[0], labels: Mapping[str, str] | None = None) -> Reader:
    """The reader of texts with offsets (`spacy_hips.AnnotationReader.jsonl.v1`).

    A span may be an object, too, with "start", "end", "label", "score" and "entity". Records of
    the Kaggle layout are read as such.

    offsets (str): Their unit: "characters", "bytes" (of UTF-8) or "utf16".
    labels (Mapping): Labels of the table for names of the file; "" leaves such spans out.
    RETURNS (Callable): (path, report) -> records.
    """
    understanding = Understanding("ontonotes", offsets, labels)
    beside = kaggle.Parser(labels)

    def read(path: Path, report: Report) -> Iterator[Record]:
        def parse(number: int, raw: dict[str, Any]) -> Record | None:
            if kaggle.is_layout(raw):
                return beside(number, raw, report)
            return understanding.record(
                number,
                report,
                id=as_id(raw.get("id")),
                text=as_text(raw["text"]),
                marks=[_mark(span) for span in as_list(raw.get("spans"))],
                layout=as_layout(raw.get("tokens"), raw.get("trailing_whitespace")),
                meta={name: value for name, value in raw.items() if name not in _FIELDS},
            )

        return read_objects(path, parse)

    return read


def make_writer() -> Writer:
    """The writer of texts with offsets (`spacy_hips.AnnotationWriter.jsonl.v1`).

    RETURNS (Callable): (records, report) -> pieces: an object a line. A span with a score or an
        entity is an object.
    """

    def write(records: Iterable[Record], report: Report) -> Iterator[Piece]:
        return write_lines(_row(record, report) for record in records)

    return write


def _mark(span: Any) -> Mark:
    if isinstance(span, Mapping):
        return Mark(
            as_whole(span["start"]),
            as_whole(span["end"]),
            as_text(span["label"]),
            as_score(span.get("score")),
            as_text(span.get("entity") or ""),
        )
    return Mark(as_whole(span[0]), as_whole(span[1]), as_text(span[2]))


def _row(record: Record, report: Report) -> dict[str, Any]:
    row: dict[str, Any] = {"id": record.id, "text": record.text}
    row["spans"] = [_span(span) for span in record.spans]
    if record.tokens is not None:
        row["tokens"] = list(record.tokens)
        row["trailing_whitespace"] = list(record.spaces or ())
    reserved = (*_FIELDS, *kaggle.FIELDS)
    return row | further(record, reserved, report)


def _span(span: PiiSpan) -> list[Any] | dict[str, Any]:
    if span.score == 1.0 and not span.id:
        return [span.start, span.end, span.label]
    row: dict[str, Any] = {"start": span.start, "end": span.end, "label": span.label}
    if span.score != 1.0:
        row["score"] = span.score
    return row | ({"entity": span.id} if span.id else {})
