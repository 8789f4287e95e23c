"""The layout of CRAPII and its Kaggle file: tokens, trailing_whitespace and a BIO tag for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ...core.labels import to_scheme
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
    fitted,
)
from .objects import as_id, as_layout, as_list, as_text, further, id_out, read_objects, write_list
from .tokens import align, bio_spans, bio_tags, spelled, token_places

FIELDS = ("document", "full_text", "tokens", "trailing_whitespace", "labels")


def make_reader(offsets: str = UNITS[0], labels: Mapping[str, str] | None = None) -> Reader:
    """The reader of the Kaggle/CRAPII json (`spacy_hips.AnnotationReader.kaggle.v1`).

    offsets (str): There are none in this format.
    labels (Mapping): Labels of the table for names of the file; "" leaves such spans out.
    RETURNS (Callable): (path, report) -> records. Labels of this package that Kaggle lacks are
        read as well ("B-NAME_PRIVATE").
    RAISES (HipsError): E785 for a unit of offsets.
    """
    parser = Parser(labels, offsets)

    def read(path: Path, report: Report) -> Iterator[Record]:
        return read_objects(path, lambda number, raw: parser(number, raw, report))

    return read


def make_writer() -> Writer:
    """The writer of the Kaggle/CRAPII json (`spacy_hips.AnnotationWriter.kaggle.v1`).

    RETURNS (Callable): (records, report) -> pieces: a list. Tokens are cut where a span begins or
        ends inside one; labels that Kaggle lacks are left out.
    """

    def write(records: Iterable[Record], report: Report) -> Iterator[Piece]:
        return write_list(_row(record, report) for record in records)

    return write


def is_layout(raw: Mapping[str, Any]) -> bool:
    """Is this an object of the Kaggle layout?"""
    return "labels" in raw and "tokens" in raw


class Parser:
    """Reads objects of the Kaggle layout.

    labels (Mapping): Labels of the table for names of the file.
    offsets (str): There are none.
    """

    def __init__(self, labels: Mapping[str, str] | None = None, offsets: str = UNITS[0]) -> None:
        self._understanding = Understanding("kaggle", offsets, labels, form="kaggle")

    def __call__(self, number: int, raw: Mapping[str, Any], report: Report) -> Record | None:
        """Read one.

        number (int): Its place in the file.
        raw (Mapping): The object.
        report (Callable): Is told of what does not fit.
        RETURNS (Record): None where the tokens do not spell the text, which is reported.
        RAISES (LookupError, TypeError, ValueError): For fields that are missing or wrong.
        """
        tokens, spaces = as_layout(raw["tokens"], as_list(raw["trailing_whitespace"])) or ((), ())
        tags = [as_text(tag) for tag in as_list(raw["labels"])]
        if spaces is None or len(tags) != len(tokens):
            raise ValueError
        told = spelled(tokens, spaces)
        text = as_text(raw.get("full_text", told))
        places = token_places(text, tokens, spaces) if text == told else align(text, tokens)
        if places is None:
            report(Misfit(number, "record"))
            return None
        marks = [
            Mark(places[first][0], places[last][1], label) for first, last, label in bio_spans(tags)
        ]
        return self._understanding.record(
            number,
            report,
            id=as_id(raw.get("document")),
            text=text,
            marks=marks,
            layout=(tokens, spaces),
            meta={name: value for name, value in raw.items() if name not in FIELDS},
        )


def _row(record: Record, report: Report) -> dict[str, Any]:
    spans = apart(record, lambda label: to_scheme(label, "kaggle"), report)
    tokens, spaces, places = fitted(record, [span for span, _ in spans])
    row: dict[str, Any] = {"document": id_out(record.id), "full_text": record.text}
    row["tokens"] = list(tokens)
    row["trailing_whitespace"] = list(spaces)
    row["labels"] = bio_tags(places, spans)
    return row | further(record, FIELDS, report)
