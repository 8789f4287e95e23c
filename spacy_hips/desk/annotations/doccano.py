"""doccano's jsonl, in both of its layouts: "label" as [[start, end, label]], and "entities"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

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
)
from .objects import (
    as_id,
    as_list,
    as_score,
    as_text,
    as_whole,
    further,
    id_out,
    one_of,
    read_objects,
    write_lines,
)

_SPANS = ("entities", "label", "labels")
_FIELDS = ("id", "text", "relations", *_SPANS)


def make_reader(offsets: str = UNITS[0], labels: Mapping[str, str] | None = None) -> Reader:
    """The reader of doccano's jsonl (`spacy_hips.AnnotationReader.doccano.v1`).

    offsets (str): Their unit: "characters", "bytes" (of UTF-8) or "utf16".
    labels (Mapping): Labels of the table for names of the file; "" leaves such spans out.
    RETURNS (Callable): (path, report) -> records, of either layout.
    """
    understanding = Understanding("ontonotes", offsets, labels)

    def read(path: Path, report: Report) -> Iterator[Record]:
        def parse(number: int, raw: dict[str, Any]) -> Record:
            if raw.get("relations"):
                report(Misfit(number, "relations"))
            return understanding.record(
                number,
                report,
                id=as_id(raw.get("id")),
                text=as_text(raw["text"]),
                marks=[_mark(span) for span in as_list(one_of(raw, _SPANS))],
                meta={name: value for name, value in raw.items() if name not in _FIELDS},
            )

        return read_objects(path, parse)

    return read


def make_writer() -> Writer:
    """The writer of doccano's jsonl (`spacy_hips.AnnotationWriter.doccano.v1`).

    RETURNS (Callable): (records, report) -> pieces: an object a line, spans as "label", which
        every version of doccano imports.
    """
    return _writer(lambda spans: {"label": [[s.start, s.end, s.label] for s in spans]})


def make_entities_writer() -> Writer:
    """The writer of the layout for projects with relations
    (`spacy_hips.AnnotationWriter.doccano_entities.v1`).

    RETURNS (Callable): (records, report) -> pieces: an object a line, spans as "entities", which
        are numbered through the file.
    """
    numbers = count(1)
    return _writer(
        lambda spans: {
            "entities": [_entity(next(numbers), span) for span in spans],
            "relations": [],
        }
    )


def _writer(spans: Callable[[Iterable[PiiSpan]], dict[str, Any]]) -> Writer:
    def write(records: Iterable[Record], report: Report) -> Iterator[Piece]:
        return write_lines(
            {"id": id_out(record.id), "text": record.text}
            | spans(record.spans)
            | further(record, _FIELDS, report)
            for record in records
        )

    return write


def _entity(number: int, span: PiiSpan) -> dict[str, Any]:
    return {
        "id": number,
        "label": span.label,
        "start_offset": span.start,
        "end_offset": span.end,
        **({"score": span.score} if span.score != 1.0 else {}),
        **({"entity": span.id} if span.id else {}),
    }


def _mark(span: Any) -> Mark:
    if isinstance(span, Mapping):
        return Mark(
            as_whole(span["start_offset"]),
            as_whole(span["end_offset"]),
            as_text(span["label"]),
            as_score(span.get("score")),
            as_text(span.get("entity") or ""),
        )
    start, end, label = span
    return Mark(as_whole(start), as_whole(end), as_text(label))
