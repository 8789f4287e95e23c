"""Carriers: what holds the texts changes none of them."""

from __future__ import annotations

import base64
import csv
import email
import html
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from spacy_hips import Job
from spacy_hips.core.ids import Secret
from spacy_hips.desk.undo.pseudonyms import Pseudonyms

from . import TEXT_ONLY, Outcome, World, compared, pair, texts_of
from .rows import Row

Fields = Mapping[str, Any]
LONGEST_CELL = 32_767  # of a workbook
FILES = 100


@dataclass(frozen=True)
class Carrier:
    """A format of tables.

    write (Callable): (path, rows).
    read (Callable): (path) -> rows.
    carries (Callable): Can it hold a text as it is?
    """

    write: Callable[[Path, Sequence[Fields]], None]
    read: Callable[[Path], Iterable[Fields]]
    carries: Callable[[str], bool]


def _anything(text: str) -> bool:
    return True


def _encodable(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _fits_a_sheet(text: str) -> bool:
    """Not what XML cannot hold, nor what is a formula, a longer cell, or a line end that XML
    makes another of."""
    told = all(char in "\t\n" or " " <= char < "\ufffe" for char in text)
    return _encodable(text) and told and len(text) <= LONGEST_CELL and not text.startswith("=")


def _write_jsonl(path: Path, rows: Sequence[Fields]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf8")


def _read_jsonl(path: Path) -> Iterable[Fields]:
    with path.open(encoding="utf8", newline="\n") as lines:
        return [json.loads(line) for line in lines]


def _write_json(path: Path, rows: Sequence[Fields]) -> None:
    path.write_text(json.dumps(rows), "utf8")


def _read_json(path: Path) -> Iterable[Fields]:
    return json.loads(path.read_text("utf8"))


def _write_table(path: Path, rows: Sequence[Fields]) -> None:
    with path.open("w", newline="", encoding="utf8") as file:
        mark = "\t" if path.suffix == ".tsv" else ","
        writer = csv.DictWriter(file, list(rows[0]), delimiter=mark)
        writer.writeheader()
        writer.writerows(rows)


def _read_table(path: Path) -> Iterable[Fields]:
    csv.field_size_limit(sys.maxsize)
    with path.open(newline="", encoding="utf8") as file:
        return list(csv.DictReader(file, delimiter="\t" if path.suffix == ".tsv" else ","))


def _write_book(path: Path, rows: Sequence[Fields]) -> None:
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.append(list(rows[0]))
    for row in rows:
        sheet.append(list(row.values()))
    book.save(path)


def _read_book(path: Path) -> Iterable[Fields]:
    import openpyxl

    head, *cells = openpyxl.load_workbook(path).active.iter_rows(values_only=True)
    return [dict(zip(head, row, strict=True)) for row in cells]


def _write_parquet(path: Path, rows: Sequence[Fields]) -> None:
    import pyarrow
    from pyarrow import parquet

    parquet.write_table(pyarrow.Table.from_pylist(list(rows)), path)


def _read_parquet(path: Path) -> Iterable[Fields]:
    from pyarrow import parquet

    return parquet.read_table(path).to_pylist()


def _write_arrow(path: Path, rows: Sequence[Fields]) -> None:
    import pyarrow
    from pyarrow import feather

    feather.write_feather(pyarrow.Table.from_pylist(list(rows)), str(path))


def _read_arrow(path: Path) -> Iterable[Fields]:
    from pyarrow import feather

    return feather.read_table(path).to_pylist()


CARRIERS: dict[str, Carrier] = {
    ".jsonl": Carrier(_write_jsonl, _read_jsonl, _anything),
    ".json": Carrier(_write_json, _read_json, _anything),
    ".csv": Carrier(_write_table, _read_table, _encodable),
    ".tsv": Carrier(_write_table, _read_table, _encodable),
    ".xlsx": Carrier(_write_book, _read_book, _fits_a_sheet),
    ".parquet": Carrier(_write_parquet, _read_parquet, _encodable),
    ".arrow": Carrier(_write_arrow, _read_arrow, _encodable),
}


def _carried(world: World, ending: str) -> Outcome:
    rows = [row for row in world.rows if CARRIERS[ending].carries(row.text)]
    left = len(world.rows) - len(rows)
    note = f"{left} it cannot hold" if left else ""
    # In a wider scope whom rows name concerns all others, so both runs get the same rows.
    one = world.having(rows) if world.scope == "document" else world.job(rows)
    return compared(one, world.job(rows, ending=ending), note)


@pair("jsonl against csv", scopes=("document", "corpus"))
def csv_table(world: World) -> Outcome:
    return _carried(world, ".csv")


@pair("jsonl against tsv", models="rules")
def tsv_table(world: World) -> Outcome:
    return _carried(world, ".tsv")


@pair("jsonl against json")
def json_list(world: World) -> Outcome:
    return _carried(world, ".json")


@pair("jsonl against xlsx")
def workbook(world: World) -> Outcome:
    return _carried(world, ".xlsx")


@pair("jsonl against parquet")
def parquet_file(world: World) -> Outcome:
    return _carried(world, ".parquet")


@pair("jsonl against arrow", models="rules")
def arrow_file(world: World) -> Outcome:
    return _carried(world, ".arrow")


@pair("jsonl against .txt files", models="both")
def text_files(world: World) -> Outcome:
    return _in_files(world, ".txt", _encodable, _write_text, _read_text)


@pair("jsonl against .docx files", models="both")
def word_files(world: World) -> Outcome:
    return _in_files(world, ".docx", _fits_a_page, _write_word, _read_word)


@pair("jsonl against .html files", models="rules")
def web_pages(world: World) -> Outcome:
    return _in_files(world, ".html", _fits_a_mail, _write_page, _read_page)


@pair("jsonl against .eml files", models="rules")
def mails(world: World) -> Outcome:
    return _in_files(world, ".eml", _fits_a_mail, _write_mail, _read_mail)


def _in_files(
    world: World,
    ending: str,
    carries: Callable[[str], bool],
    write: Callable[[Path, str], None],
    read: Callable[[Path], str],
) -> Outcome:
    """A file a row in a folder, against rows whose ids are the names of the files."""
    rows = [row for row in world.rows if carries(row.text) and row.text.strip()]
    step = max(1, len(rows) // FILES)
    rows = [replace(row, id=f"f{row.n}{ending}") for row in rows[::step]]
    one = texts_of(world.job(rows, columns=TEXT_ONLY))
    folder = world.new_folder()
    (folder / "in").mkdir()
    for row in rows:
        write(folder / "in" / row.id, row.text)
    Job(world.options(folder / "in", folder / "out", columns={})).run()
    name = Pseudonyms(Secret.load()).file
    other = {row.n: read(_made(folder / "out", name(row.id))) for row in rows}
    return compared(one, other, f"{len(rows)} files")


def _made(folder: Path, name: str) -> Path:
    return next(folder.rglob(name))


def _write_text(path: Path, text: str) -> None:
    path.write_text(text, "utf8", newline="")


def _read_text(path: Path) -> str:
    with path.open(encoding="utf8", newline="") as file:
        return file.read()


def _fits_a_page(text: str) -> bool:
    """What paragraphs of plain text can hold, and no line that is more than one."""
    return _fits_a_sheet(text) and "\t" not in text and text == text.strip()


def _write_word(path: Path, text: str) -> None:
    import docx

    document = docx.Document()
    for line in text.split("\n"):
        document.add_paragraph(line)
    document.core_properties.author = document.core_properties.comments = ""
    document.save(str(path))


def _read_word(path: Path) -> str:
    import docx

    return "\n".join(part.text for part in docx.Document(str(path)).paragraphs)


def _fits_a_mail(text: str) -> bool:
    """What is no HTML itself, and has line ends of one kind: a mail has its own."""
    return (
        _encodable(text)
        and "\r" not in text
        and not any(c in text for c in "<&\0\ufeff")
        and ("=?" not in text)
    )


def _write_page(path: Path, text: str) -> None:
    _write_text(path, "<!DOCTYPE html><pre>" + html.escape(text, quote=False))


def _read_page(path: Path) -> str:
    page = _read_text(path)
    return html.unescape(page.removeprefix("<!DOCTYPE html><pre>"))


def _write_mail(path: Path, text: str) -> None:
    data = base64.encodebytes(text.encode())
    path.write_bytes(b"Content-Transfer-Encoding: base64\nMIME-Version: 1.0\n\n" + data)


def _read_mail(path: Path) -> str:
    part = email.message_from_bytes(path.read_bytes())
    return part.get_payload(decode=True).decode()


def rows_of_texts(texts: Sequence[str]) -> list[Row]:
    """Rows of texts, each of an author of its own."""
    return [Row(str(n), f"d{n}", f"a{n}", "", text) for n, text in enumerate(texts)]
