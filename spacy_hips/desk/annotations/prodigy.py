"""Prodigy's jsonl: {"text", "tokens", "spans", "meta", "answer"}; spans are made of tokens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

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
    fitted,
)
from .objects import as_id, as_list, as_score, as_text, as_whole, further, read_objects, write_lines
from .tokens import Layout, Place

_FIELDS = ("id", "text", "tokens", "spans", "answer")
_META = "meta"


def make_reader(offsets: str = UNITS[0], labels: Mapping[str, str] | None = None) -> Reader:
    """The reader of Prodigy's jsonl (`spacy_hips.AnnotationReader.prodigy.v1`).

    offsets (str): Their unit: "characters", "bytes" (of UTF-8) or "utf16".
    labels (Mapping): Labels of the table for names of the file; "" leaves such spans out.
    RETURNS (Callable): (path, report) -> records, of the accepted examples only. The id is that
        of "meta".
    """
    understanding = Understanding("ontonotes", offsets, labels)

    def read(path: Path, report: Report) -> Iterator[Record]:
        def parse(number: int, raw: dict[str, Any]) -> Record | None:
            if raw.get("answer", "accept") != "accept":
                report(Misfit(number, "answer"))
                return None
            id, meta = _meta(raw)
            return understanding.record(
                number,
                report,
                id=id,
                text=as_text(raw["text"]),
                marks=[_mark(span) for span in as_list(raw.get("spans"))],
                layout=_layout(raw.get("tokens")),
                meta=meta,
            )

        return read_objects(path, parse)

    return read


def make_writer() -> Writer:
    """The writer of Prodigy's jsonl (`spacy_hips.AnnotationWriter.prodigy.v1`).

    RETURNS (Callable): (records, report) -> pieces: an example a line, as `prodigy db-in` and the
        manual recipes take them. Tokens are cut where a span begins or ends inside one.
    """

    def write(records: Iterable[Record], report: Report) -> Iterator[Piece]:
        return write_lines(_row(record, report) for record in records)

    return write


def _meta(raw: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The id and the further fields: the id stands in "meta", which Prodigy shows."""
    rest = {name: value for name, value in raw.items() if name not in _FIELDS}
    shown = rest.pop(_META, None)
    if not isinstance(shown, dict) or "id" not in shown:
        return as_id(raw.get("id")), rest if shown is None else {**rest, _META: shown}
    others = {name: value for name, value in shown.items() if name != "id"}
    return as_id(shown["id"]), {**rest, _META: others} if others else rest


def _mark(span: Mapping[str, Any]) -> Mark:
    return Mark(
        as_whole(span["start"]),
        as_whole(span["end"]),
        as_text(span["label"]),
        as_score(span.get("score")),
        as_text(span.get("entity") or ""),
        span.get("text"),
    )


def _layout(tokens: Any) -> Layout | None:
    if tokens is None:
        return None
    words = tuple(as_text(token["text"]) for token in as_list(tokens))
    return words, tuple(bool(token.get("ws", True)) for token in tokens)


def _row(record: Record, report: Report) -> dict[str, Any]:
    tokens, spaces, places = fitted(record, record.spans)
    first = {start: i for i, (start, _) in enumerate(places)}
    last = {end: i for i, (_, end) in enumerate(places)}
    rest = further(record, _FIELDS, report)
    shown = rest.pop(_META, None)
    if shown is not None and not isinstance(shown, dict):
        report(Misfit(record.number, "field"))
        shown = None
    row: dict[str, Any] = {"text": record.text}
    row["tokens"] = [
        _token(i, token, place, space)
        for i, (token, place, space) in enumerate(zip(tokens, places, spaces, strict=True))
    ]
    row["spans"] = [
        {
            "start": span.start,
            "end": span.end,
            "label": span.label,
            "token_start": first[span.start],
            "token_end": last[span.end],
            **({"score": span.score} if span.score != 1.0 else {}),
            **({"entity": span.id} if span.id else {}),
        }
        for span in record.spans
    ]
    row[_META] = {"id": record.id, **(shown or {})}
    return row | rest


def _token(i: int, token: str, place: Place, space: bool) -> dict[str, Any]:
    return {"text": token, "start": place[0], "end": place[1], "id": i, "ws": space}
