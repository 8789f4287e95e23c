"""The formats that are read and written, a row each.

A format of one's own is a row here, a `Source` that reads it, and what opens a `Sink` for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from .. import endings

STANDARD = "-"
TEXT_ENDINGS = endings.TEXT


@dataclass(frozen=True)
class FileFormat:
    """A format of inputs and outputs.

    kind (str): What its rows are: "text" for one text a file, "object" for those of JSON, "row"
        for those of a table, "doc" for documents of spaCy.
    source (str): MODULE:NAME, in this folder, of what reads it.
    sink (str): The same of what opens a sink for it.
    endings (tuple[str, ...]): Of names that are taken for it.
    resumable (bool): Can an output be gone on with where an interrupted run left it?
    """

    kind: Literal["text", "object", "row", "doc"]
    source: str
    sink: str
    endings: tuple[str, ...] = ()
    resumable: bool = False

    @property
    def has_columns(self) -> bool:
        """Has a row more than an id and a text?"""
        return self.kind in ("object", "row")


FORMATS: Mapping[str, FileFormat] = MappingProxyType(
    {
        "txt": FileFormat("text", "readers:TextSource", "sinks:text_sink", TEXT_ENDINGS),
        "folder": FileFormat("text", "readers:FolderSource", "sinks:FolderSink", resumable=True),
        "jsonl": FileFormat(
            "object", "readers:JsonlSource", "sinks:jsonl_sink", endings.JSONL, True
        ),
        "json": FileFormat("object", "readers:JsonSource", "sinks:json_sink", endings.JSON),
        "csv": FileFormat("row", "readers:TableSource", "sinks:csv_sink", endings.CSV, True),
        "tsv": FileFormat("row", "readers:TabSource", "sinks:tsv_sink", endings.TSV, True),
        "spacy": FileFormat("doc", "readers:DocBinSource", "sinks:DocBinSink", (".spacy",)),
    }
)


def format_by_name(path: str | Path) -> str:
    """The format that the ending of a name tells; "" where it tells none."""
    ending = Path(path).suffix.lower()
    return next((name for name, form in FORMATS.items() if ending in form.endings), "")


def targets(source: str) -> list[str]:
    """What an input can become, its own format first, then those of its kind.

    A text has one document, so nothing but a text becomes one.
    """
    own = FORMATS[source]
    others = [name for name, form in FORMATS.items() if form.kind != "text" and name != source]
    return [source, *sorted(others, key=lambda name: FORMATS[name].kind != own.kind)]


def made_by(name: str) -> Any:
    """What a row of the table names as MODULE:NAME."""
    module, _, own = name.partition(":")
    return getattr(import_module(f".{module}", __package__), own)
