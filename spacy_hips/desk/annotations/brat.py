"""brat standoff: a folder with a .txt and an .ann for each document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from ...core.errors import HipsError
from ...core.labels import LABELS
from ...core.later import re
from ...core.spans import PiiSpan
from ..errors import Errors
from ..files.readers import reason_of
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
from .objects import further

TEXT, MARKS = ".txt", ".ann"
CONFIG = "annotation.conf"
LONGEST_NAME = 200
_MARK = re.compile(r"(T\S*)\t(\S+) (\d{1,15} \d{1,15}(?:;\d{1,15} \d{1,15})*)(?:\t(.*))?")
_NOTE = re.compile(r"#\S*\t\S+ (T\S*)\t(?:entity=(\S+))? ?(?:score=(\d(?:\.\d+)?(?:e-\d+)?))?")
_RELATION = re.compile(r"(?:[RE]\d+|\*)\t")
_OTHER = re.compile(r"(?:[AMN]\d+|#\S*)\t")
_LINE_END = re.compile(r"(?<=[^\r\n])[\r\n]+(?=[^\r\n])")


class _Line(NamedTuple):
    label: str
    parts: list[tuple[int, int]]
    quote: str | None


def make_reader(offsets: str = UNITS[0], labels: Mapping[str, str] | None = None) -> Reader:
    """The reader of brat's standoff files (`spacy_hips.AnnotationReader.brat.v1`).

    offsets (str): Their unit: "characters", "bytes" (of UTF-8) or "utf16".
    labels (Mapping): Labels of the table for names of the files; "" leaves such spans out.
    RETURNS (Callable): (path, report) -> records of a folder and its subfolders, by name, or of
        one .ann file. A span with gaps becomes one for each of its parts, which is reported.
    RAISES (HipsError): Reading: E784 for an .ann without its .txt, E423 for a line that is no
        annotation.
    """
    understanding = Understanding("ontonotes", offsets, labels)

    def read(path: Path, report: Report) -> Iterator[Record]:
        root = path if path.is_dir() else path.parent
        for number, (texts, marks) in enumerate(_pairs(path), 1):
            if not marks.is_file():
                report(Misfit(number, "answer"))
                continue
            text = _content(texts)
            place = understanding.placer(text)
            found = []
            for line, notes in _annotations(number, marks, report):
                parts = _joined(line.parts, text, place)
                if len(parts) > 1:
                    report(Misfit(number, "parts", parts[0][0], parts[-1][1], line.label))
                quoted = line.quote if len(parts) == 1 else None
                found += [Mark(*part, line.label, *notes, quoted) for part in parts]
            name = texts.relative_to(root).with_suffix("").as_posix()
            yield understanding.record(number, report, id=unquote(name), text=text, marks=found)

    return read


def make_writer() -> Writer:
    """The writer of brat's standoff files (`spacy_hips.AnnotationWriter.brat.v1`).

    RETURNS (Callable): (records, report) -> pieces: for each record a .txt and an .ann, named by
        its id (by its number where it has none), and annotation.conf with the labels of the
        table. Scores and persons stand in notes.
    RAISES (HipsError): Writing: E783 for an id that is too long for a file name, E780 for two
        that differ in upper and lower case only.
    """

    def write(records: Iterable[Record], report: Report) -> Iterator[Piece]:
        yield Piece(CONFIG, _config())
        names: dict[str, int] = {}
        for record in records:
            name = _file_name(record)
            first = names.setdefault(name.casefold(), record.number)
            if first != record.number:
                raise HipsError(Errors.E780.format(first=first, number=record.number))
            further(record, (), report)
            yield Piece(name + TEXT, record.text.encode("utf8"))
            yield Piece(name + MARKS, "".join(_lines(record)).encode("utf8"))

    return write


def _pairs(path: Path) -> Iterator[tuple[Path, Path]]:
    if not path.exists():
        raise HipsError(Errors.E701.format(path=path, reason="no such folder"))
    if not path.is_dir():
        texts, marks = path.with_suffix(TEXT), path.with_suffix(MARKS)
        if not texts.is_file():
            raise HipsError(Errors.E784.format(path=path))
        yield texts, marks
        return
    files = {p.with_suffix("") for p in path.rglob("*") if p.suffix in (TEXT, MARKS)}
    for stem in sorted(files, key=lambda p: p.relative_to(path).as_posix()):
        texts = stem.with_name(stem.name + TEXT)
        if not texts.is_file():
            raise HipsError(Errors.E784.format(path=stem.with_name(stem.name + MARKS)))
        yield texts, stem.with_name(stem.name + MARKS)


def _content(path: Path) -> str:
    """The text of a file, as it is: line ends and a byte order mark count as characters."""
    try:
        return path.read_bytes().decode("utf8")
    except OSError as error:
        raise HipsError(Errors.E701.format(path=path, reason=reason_of(error))) from None
    except UnicodeDecodeError as error:
        message = Errors.E705.format(
            path=path, encoding="UTF-8", position=error.start, hint="cp1252"
        )
        raise HipsError(message) from None


def _annotations(
    number: int, path: Path, report: Report
) -> Iterator[tuple[_Line, tuple[float, str]]]:
    """The marked spans of a file, each with its score and its entity."""
    marked: dict[str, _Line] = {}
    notes: dict[str, tuple[float, str]] = {}
    left_out: set[str] = set()
    for line_number, line in enumerate(_content(path).split("\n"), 1):
        line = line.removesuffix("\r")
        mark, note = _MARK.fullmatch(line), _NOTE.fullmatch(line)
        if mark:
            parts = [tuple(map(int, part.split())) for part in mark[3].split(";")]
            marked[mark[1]] = _Line(mark[2], parts, mark[4])  # type: ignore[arg-type]
        elif note and (note[2] or note[3]):
            notes[note[1]] = float(note[3] or 1), note[2] or ""
        elif _RELATION.match(line):
            left_out.add("relations")
        elif _OTHER.match(line):
            left_out.add("other")
        elif line.strip():
            raise HipsError(Errors.E423.format(path=path, line=line_number))
    for kind in sorted(left_out):
        report(Misfit(number, kind))
    for name, found in marked.items():
        yield found, notes.get(name, (1.0, ""))


def _joined(parts: list[tuple[int, int]], text: str, place: Any) -> list[tuple[int, int]]:
    """Parts with nothing but white space between them are one: brat parts a span at line ends."""
    out = parts[:1]
    for (_, end), (start, after) in pairwise(parts):
        low, high = place(end), place(start)
        if low is not None and high is not None and not text[low:high].strip():
            out[-1] = out[-1][0], after
        else:
            out.append((start, after))
    return out


def _lines(record: Record) -> Iterator[str]:
    for i, span in enumerate(record.spans, 1):
        parts = list(_parts(record.text, span))
        where = ";".join(f"{start} {end}" for start, end in parts)
        quoted = " ".join(record.text[start:end] for start, end in parts)
        quoted = re.sub(r"[\t\r\n]", " ", quoted)
        yield f"T{i}\t{span.label} {where}\t{quoted}\n"
        told = [f"entity={span.id}"] if span.id else []
        told += [f"score={span.score}"] if span.score != 1.0 else []
        if told:
            yield f"#{i}\tAnnotatorNotes T{i}\t{' '.join(told)}\n"


def _parts(text: str, span: PiiSpan) -> Iterator[tuple[int, int]]:
    at = span.start
    for gap in _LINE_END.finditer(text, span.start, span.end):
        yield at, gap.start()
        at = gap.end()
    yield at, span.end


def _config() -> bytes:
    sections = ("relations", "events", "attributes")
    lines = ["[entities]", *LABELS, *(f"\n[{section}]" for section in sections)]
    return ("\n".join(lines) + "\n").encode("utf8")


def _file_name(record: Record) -> str:
    """An id as a file name that reads back as the id."""
    name = quote(record.id or str(record.number), safe=" ")
    name = name.replace(".", "%2E", 1) if name.startswith(".") else name
    if len(name) > LONGEST_NAME:
        raise HipsError(Errors.E783.format(number=record.number))
    return name
