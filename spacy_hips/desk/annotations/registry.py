"""The annotation formats by name, by the endings of files, and what each can hold."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from ...core.errors import HipsError
from ..errors import Errors
from ..files.file_formats import FORMATS as FILES
from .annotation_format import UNITS, Reader, Writer

READER = "spacy_hips.AnnotationReader.{}.v1"
WRITER = "spacy_hips.AnnotationWriter.{}.v1"


@dataclass(frozen=True)
class Format:
    """An annotation format of this package.

    module (str): Its module in this folder, with the reader `make_reader`.
    writer (str): The name of its writer there.
    endings (tuple[str, ...]): Of files that are taken for it.
    folder (bool): It is a folder of files.
    beside (str): The ending of a file that is written beside the output.
    scores, persons, tokens, fields (bool): It has a place for scores of spans, for whose mention
        a span is, for tokens, for further fields of a record.
    """

    module: str
    writer: str = "make_writer"
    endings: tuple[str, ...] = ()
    folder: bool = False
    beside: str = ""
    scores: bool = True
    persons: bool = True
    tokens: bool = False
    fields: bool = True


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "jsonl": Format("jsonl", endings=FILES["jsonl"].endings, tokens=True),
        "kaggle": Format(
            "kaggle", endings=FILES["json"].endings, tokens=True, scores=False, persons=False
        ),
        "spacy": Format("docbin", endings=FILES["spacy"].endings, tokens=True),
        "prodigy": Format("prodigy", tokens=True),
        "doccano": Format("doccano", scores=False, persons=False),
        "doccano_entities": Format("doccano", "make_entities_writer"),
        "label_studio": Format("label_studio", beside=".xml"),
        "label_studio_predictions": Format(
            "label_studio", "make_predictions_writer", beside=".xml"
        ),
        "brat": Format("brat", endings=(".ann",), folder=True, fields=False),
        "conll": Format(
            "conll", endings=(".conll", ".bio", ".iob"), tokens=True,
            scores=False, persons=False, fields=False,
        ),
        "presidio": Format("presidio"),
        "svala": Format("svala"),
    }
)  # fmt: skip


def make_reader(
    form: str, offsets: str = UNITS[0], labels: Mapping[str, str] | None = None
) -> Reader:
    """The reader of a format.

    form (str): One of FORMATS, or the name of a registered function of one's own.
    offsets (str): The unit of the file's offsets: "characters", "bytes" or "utf16".
    labels (Mapping): Labels of the table for names of the file; "" leaves such spans out.
    RETURNS (Callable): (path, report) -> records.
    RAISES (HipsError): E779 for an unknown format, E785 for a unit where there are no offsets.

    EXAMPLE:
        >>> read = make_reader("doccano", labels={"PER": "PERSON"})
        >>> _ = Path("my.jsonl").write_text('{"text": "I am Ana", "label": [[5, 8, "PER"]]}')
        >>> [record.spans[0].label for record in read(Path("my.jsonl"), print)]
        ['PERSON']
    """
    make = _maker(form, "make_reader", READER)
    return make(offsets=offsets, labels=labels)


def make_writer(form: str) -> Writer:
    """The writer of a format.

    form (str): One of FORMATS, or the name of a registered function of one's own.
    RETURNS (Callable): (records, report) -> pieces of the output.
    RAISES (HipsError): E779 for an unknown format.
    """
    return _maker(form, FORMATS[form].writer if form in FORMATS else "", WRITER)()


def format_of(path: Path, wanted: str = "", *, writing: bool = False) -> str:
    """The format of a file.

    path (Path): The file, or a folder.
    wanted (str): The format that was asked for; "" takes what the name tells.
    writing (bool): The file is to be written. A ".json" is the Kaggle file then; read, it may
        be a list of texts with offsets as well.
    RETURNS (str): The format's name; "" where the name tells none.
    """
    if wanted:
        return wanted
    if path.is_dir():
        return "brat"
    ending = path.suffix.lower()
    named = next((name for name, form in FORMATS.items() if ending in form.endings), "")
    return "jsonl" if named == "kaggle" and not writing else named


def _maker(form: str, function: str, registered: str) -> Callable[..., Callable]:
    if form in FORMATS:
        module = importlib.import_module(f".{FORMATS[form].module}", __package__)
        return getattr(module, function)  # type: ignore[no-any-return]
    from spacy.util import registry

    for name in (registered.format(form), form):
        if registry.has("misc", name):
            return registry.get("misc", name)  # type: ignore[no-any-return]
    raise HipsError(Errors.E779.format(form=form, known=", ".join(FORMATS)))
