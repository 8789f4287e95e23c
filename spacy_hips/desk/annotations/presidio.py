"""Presidio: a text with the results of its analyzer, entity types mapped by labels.py."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ...core.labels import from_scheme, to_scheme
from ...core.spans import PiiSpan
from .annotation_format import UNITS, Mark, Piece, Reader, Record, Report, Understanding, Writer
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
    write_list,
)

_TEXTS = ("text", "full_text", "value")
_RESULTS = ("results", "recognizer_results", "analyzer_results", "spans")
_FIELDS = ("id", *_TEXTS, *_RESULTS)
_OURS = "spacy_hips"
_METADATA = "recognition_metadata"


def make_reader(offsets: str = UNITS[0], labels: Mapping[str, str] | None = None) -> Reader:
    """The reader of Presidio's results (`spacy_hips.AnnotationReader.presidio.v1`).

    offsets (str): Their unit: "characters", "bytes" (of UTF-8) or "utf16".
    labels (Mapping): Labels of the table for entity types; "" leaves such spans out.
    RETURNS (Callable): (path, report) -> records of objects with a text ("text", "full_text" or
        "value") and a list of results ("results", "recognizer_results", "analyzer_results", or
        "spans" as presidio-evaluator has them).
    """
    understanding = Understanding("presidio", offsets, labels)

    def read(path: Path, report: Report) -> Iterator[Record]:
        def parse(number: int, raw: dict[str, Any]) -> Record:
            return understanding.record(
                number,
                report,
                id=as_id(raw.get("id")),
                text=as_text(one_of(raw, _TEXTS)),
                marks=[
                    _mark(result, understanding.labels) for result in as_list(one_of(raw, _RESULTS))
                ],
                meta={name: value for name, value in raw.items() if name not in _FIELDS},
            )

        return read_objects(path, parse)

    return read


def make_writer() -> Writer:
    """The writer of Presidio's results (`spacy_hips.AnnotationWriter.presidio.v1`).

    RETURNS (Callable): (records, report) -> pieces: a list of {"id", "text", "results"}. Where
        Presidio's type says less than the label, the label stands in the result's
        "recognition_metadata", and so does the person.
    """

    def write(records: Iterable[Record], report: Report) -> Iterator[Piece]:
        return write_list(
            {
                "id": id_out(record.id),
                "text": record.text,
                "results": [_result(span) for span in record.spans],
            }
            | further(record, _FIELDS, report)
            for record in records
        )

    return write


def _mark(result: Mapping[str, Any], labels: Mapping[str, str]) -> Mark:
    ours = result.get(_METADATA) or {}
    ours = ours if ours.get("recognizer_name") == _OURS else {}
    start = "start_position" if "start_position" in result else "start"
    end = "end_position" if "end_position" in result else "end"
    return Mark(
        as_whole(result[start]),
        as_whole(result[end]),
        as_text(ours.get("label") or _label(as_text(result["entity_type"]), labels)),
        as_score(result.get("score")),
        as_text(ours.get("entity") or ""),
    )


def _label(kind: str, labels: Mapping[str, str]) -> str:
    """The label of an entity type. "URL" is any address there, and an undecided one here."""
    return kind if kind in labels else from_scheme(kind, "presidio") or kind


def _result(span: PiiSpan) -> dict[str, Any]:
    kind = to_scheme(span.label, "presidio") or span.label
    metadata = {
        "recognizer_name": _OURS,
        **({"label": span.label} if _label(kind, {}) != span.label else {}),
        **({"entity": span.id} if span.id else {}),
    }
    return {
        "entity_type": kind,
        "start": span.start,
        "end": span.end,
        "score": span.score,
        "analysis_explanation": None,
        _METADATA: metadata,
    }
