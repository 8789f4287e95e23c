"""The formats that are read and written, a row each.

Those of document files are made of the rows of `formats/kinds.py`. Another format is a row here, a
`Source` that reads it, and what opens a `Sink` for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from ...core import endings
from .formats.kinds import KINDS, Kind, kind_of

STANDARD = "-"
PEOPLE = "(people)"
"""The column of whom the properties and the path of a document file name: searched, not written."""
TEXT_ENDINGS = endings.TEXT
MACROS: Mapping[str, str] = MappingProxyType({".docm": ".docx", ".xlsm": ".xlsx"})
"""Files with macros, which are dropped, so that they become others."""


@dataclass(frozen=True)
class FileFormat:
    """A format of inputs and outputs.

    kind (str): What its rows are: "text" for one text a file, "object" for those of JSON, "row"
        for those of a table, "doc" for documents of spaCy.
    source (str): MODULE:NAME, in this folder, of what reads it, or MODULE:NAME:KIND.
    sink (str): The same of what opens a sink for it; "" for what cannot be written.
    endings (tuple[str, ...]): Of names that are taken for it.
    resumable (bool): Can an output be gone on with where an interrupted run left it?
    made_from (tuple[str, ...]): The only formats that can become it; None for all.
    in_place (bool): Is an output the input, rewritten?
    within (tuple[str, ...]): The formats of the files that hold it: it has no ending of its own,
        and the function `holds` of its module tells whether a file does.
    """

    kind: Literal["text", "object", "row", "doc"]
    source: str
    sink: str = ""
    endings: tuple[str, ...] = ()
    resumable: bool = False
    made_from: tuple[str, ...] | None = None
    in_place: bool = False
    within: tuple[str, ...] = ()

    @property
    def has_columns(self) -> bool:
        """Has a row more than an id and a text?"""
        return self.kind in ("object", "row")


def _document(name: str, kind: Kind) -> FileFormat:
    """The format of a kind of document files."""
    source = f"formats.sources:DocumentSource:{name}"
    if not kind.keeps_form:
        return FileFormat("text", source, "", kind.endings, made_from=())
    sink = "sinks:DocumentSink" if kind.in_place else "sinks:text_sink"
    return FileFormat("text", source, sink, kind.endings, made_from=(name,), in_place=kind.in_place)


FORMATS: Mapping[str, FileFormat] = MappingProxyType(
    {
        "txt": FileFormat(
            "text", "readers:TextSource", "sinks:text_sink", TEXT_ENDINGS,
            made_from=("txt", *KINDS),
        ),
        **{name: _document(name, kind) for name, kind in KINDS.items()},
        "folder": FileFormat(
            "text", "formats.sources:FolderSource", "sinks:FolderSink", (), True, ("folder", "zip")
        ),
        "zip": FileFormat(
            "text", "formats.sources:ZipSource", "sinks:ZipSink", (".zip",),
            made_from=("zip", "folder"), in_place=True,
        ),
        "jsonl": FileFormat(
            "object", "readers:JsonlSource", "sinks:jsonl_sink", endings.JSONL, True
        ),
        "json": FileFormat("object", "readers:JsonSource", "sinks:json_sink", endings.JSON),
        "chats": FileFormat(
            "object", "formats.chats:chat_source", "formats.chats:ChatSink",
            made_from=("chats",), in_place=True, within=("json", "jsonl"),
        ),
        "csv": FileFormat("row", "readers:TableSource", "sinks:csv_sink", endings.CSV, True),
        "tsv": FileFormat("row", "readers:TabSource", "sinks:tsv_sink", endings.TSV, True),
        "xlsx": FileFormat(
            "row", "formats.excel:ExcelSource", "formats.excel:ExcelSink", (".xlsx", ".xlsm"),
            made_from=("xlsx",), in_place=True,
        ),
        "parquet": FileFormat(
            "row", "formats.arrow:ParquetSource", "formats.arrow:ParquetSink", (".parquet", ".pq"),
            made_from=("parquet", "arrow"), in_place=True,
        ),
        "arrow": FileFormat(
            "row", "formats.arrow:ArrowSource", "formats.arrow:ArrowSink", (".arrow", ".feather"),
            made_from=("arrow", "parquet"), in_place=True,
        ),
        "spacy": FileFormat("doc", "readers:DocBinSource", "sinks:DocBinSink", (".spacy",)),
    }
)  # fmt: skip
READ_ENDINGS: tuple[str, ...] = (*TEXT_ENDINGS, *(e for k in KINDS.values() for e in k.endings))
"""Of the files of a folder that are read."""


def format_by_name(path: str | Path) -> str:
    """The format that the ending of a name tells; "" where it tells none."""
    ending = Path(path).suffix.lower()
    return next((name for name, form in FORMATS.items() if ending in form.endings), "")


def ending_of(name: str) -> str:
    """The ending of what a file of a folder becomes: its own, or that of a text."""
    if kind := kind_of(name):
        return kind.written
    ending = Path(name).suffix.lower()
    return ending if ending in TEXT_ENDINGS else ".txt"


def known_endings(*names: str) -> str:
    """The first endings of formats, as messages name them.

    *names (str): Of FORMATS; all without any.
    """
    return ", ".join(FORMATS[name].endings[0] for name in names or FORMATS if FORMATS[name].endings)


def targets(source: str) -> list[str]:
    """What an input can become, its own format first, then those of its kind.

    A text has one document, so nothing but a text becomes one.
    """
    own = FORMATS[source]
    can = [name for name, form in FORMATS.items() if _can_become(source, form)]
    return sorted(can, key=lambda name: (name != source, FORMATS[name].kind != own.kind))


def _can_become(source: str, target: FileFormat) -> bool:
    return bool(target.sink) and (target.made_from is None or source in target.made_from)


def made_by(name: str) -> Any:
    """What a row of the table names as MODULE:NAME, or as MODULE:NAME:KIND."""
    module, own, *kind = name.split(":")
    made = getattr(import_module(f".{module}", __package__), own)
    return partial(made, *kind) if kind else made
