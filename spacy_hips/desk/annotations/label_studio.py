"""Label Studio's json: tasks with annotations or predictions, and the labelling config.

A prediction is a pre-annotation: annotators see it, and tasks can be sorted by its score.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ...core.labels import LABELS
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
)
from .objects import as_id, as_list, as_score, as_text, as_whole, further, read_objects, write_list

CONFIG = ".xml"
_TEXT, _LABELS, _FROM = "text", "labels", "label"
_FIELDS = ("id", _TEXT)
_MODEL = "spacy_hips"
_ENTITY = re.compile(r"[A-Z_]+:\d+")
_DONE = ("annotations", "completions")


def make_reader(offsets: str = UNITS[0], labels: Mapping[str, str] | None = None) -> Reader:
    """The reader of Label Studio's json (`spacy_hips.AnnotationReader.label_studio.v1`).

    Of several annotations of a task the one marked as ground truth is read, else the first; of a
    task without any the first prediction.

    offsets (str): Their unit: "characters", "utf16" (versions before 1.5) or "bytes".
    labels (Mapping): Labels of the table for names of the file; "" leaves such spans out.
    RETURNS (Callable): (path, report) -> records of the exports "JSON" and "JSON-MIN".
    """
    understanding = Understanding("ontonotes", offsets, labels)

    def read(path: Path, report: Report) -> Iterator[Record]:
        def parse(number: int, raw: dict[str, Any]) -> Record | None:
            results = _results(number, raw, report)
            if results is None:
                report(Misfit(number, "answer"))
                return None
            data = raw.get("data", raw)
            own = (*_FIELDS, _FROM) if data is raw else _FIELDS
            return understanding.record(
                number,
                report,
                id=as_id(data.get("id", raw.get("id"))),
                text=as_text(data[_TEXT]),
                marks=[mark for result in results for mark in _marks(number, result, report)],
                meta={name: value for name, value in data.items() if name not in own},
            )

        return read_objects(path, parse)

    return read


def make_writer() -> Writer:
    """The writer of annotated tasks (`spacy_hips.AnnotationWriter.label_studio.v1`).

    RETURNS (Callable): (records, report) -> pieces: a list of tasks, and beside it the labelling
        config (.xml).
    """
    return _writer(lambda results: {"annotations": [{"result": results}]})


def make_predictions_writer() -> Writer:
    """The writer of pre-annotated tasks
    (`spacy_hips.AnnotationWriter.label_studio_predictions.v1`).

    RETURNS (Callable): (records, report) -> pieces: a list of tasks, each with a prediction whose
        score is the lowest of its spans, and beside it the labelling config (.xml).
    """
    return _writer(lambda results: {"predictions": [_prediction(results)]})


def labelling_config() -> bytes:
    """The labelling config of a project: all labels of the table, on the field "text".

    RETURNS (bytes): XML, to be pasted into the project's settings.
    """
    view = ET.Element("View")
    choices = ET.SubElement(view, "Labels", name=_FROM, toName=_TEXT)
    for label in LABELS:
        ET.SubElement(choices, "Label", value=label)
    ET.SubElement(view, "Text", name=_TEXT, value=f"${_TEXT}", granularity="symbol")
    ET.indent(view)
    xml: str = ET.tostring(view, encoding="unicode")
    return (xml + "\n").encode("utf8")


def _results(number: int, raw: Mapping[str, Any], report: Report) -> list[Any] | None:
    """The results to read; None where nobody has annotated the task."""
    if "data" not in raw:
        marked = as_list(raw.get(_FROM))
        return [{"type": _LABELS, "value": value} for value in marked]
    done = next((as_list(raw[name]) for name in _DONE if raw.get(name)), [])
    kept = [one for one in done if not one.get("was_cancelled")]
    if len(kept) > 1:
        report(Misfit(number, "annotators"))
    truth = [one for one in kept if one.get("ground_truth")]
    chosen = truth or kept or ([] if done else as_list(raw.get("predictions")))
    return as_list(chosen[0]["result"]) if chosen else None


def _marks(number: int, result: Mapping[str, Any], report: Report) -> Iterator[Mark]:
    kind = result["type"]
    if kind != _LABELS:
        report(Misfit(number, "relations" if kind == "relation" else "other"))
        return
    value = result["value"]
    notes = (result.get("meta") or {}).get("text") or []
    for label in as_list(value.get(_LABELS)) or [""]:
        yield Mark(
            as_whole(value["start"]),
            as_whole(value["end"]),
            as_text(label),
            as_score(result.get("score")),
            next((note for note in notes if _ENTITY.fullmatch(note)), ""),
            value.get("text"),
        )


def _writer(work: Any) -> Writer:
    def write(records: Iterable[Record], report: Report) -> Iterator[Piece]:
        yield Piece(CONFIG, labelling_config())
        yield from write_list(
            {
                "data": {"id": record.id, _TEXT: record.text, **further(record, _FIELDS, report)},
                **work([_result(n, s, record.text) for n, s in enumerate(record.spans, 1)]),
            }
            for record in records
        )

    return write


def _result(number: int, span: PiiSpan, text: str) -> dict[str, Any]:
    value = {"start": span.start, "end": span.end, "text": text[span.start : span.end]}
    return {
        "id": f"span{number}",
        "from_name": _FROM,
        "to_name": _TEXT,
        "type": _LABELS,
        "value": {**value, _LABELS: [span.label]},
        **({"score": span.score} if span.score != 1.0 else {}),
        **({"meta": {"text": [span.id]}} if span.id else {}),
    }


def _prediction(results: list[dict[str, Any]]) -> dict[str, Any]:
    lowest = min((result.get("score", 1.0) for result in results), default=1.0)
    return {"model_version": _MODEL, "score": lowest, "result": results}
