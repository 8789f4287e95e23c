"""Labelled texts to train on and to measure with: read and written in any annotation format.

A record holds exact characters. `to_docs` turns records into documents to train or measure on,
whose gold stands in a span group. The formats themselves stand in formats/.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.errors import HipsError
from ...core.labels import LABELS
from ...core.spans import PiiSpan
from ..errors import Errors
from ..files.output import FileTarget
from .annotation_format import Misfit, Record, Report, longest, shown_label
from .docbin import GOLD_KEY, ROLES_KEY, fill_doc, make_doc
from .kaggle import Parser
from .registry import format_of, make_reader, make_writer

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

__all__ = [
    "GOLD_KEY",
    "ROLES_KEY",
    "Annotated",
    "Place",
    "from_kaggle",
    "read_annotations",
    "to_docs",
    "write_annotations",
]

OVERLAPS: tuple[str, ...] = ("error", "longest")
MISALIGNED: tuple[str, ...] = ("error", "expand", "drop")

Place = tuple[int, int, str]


@dataclass(frozen=True)
class Annotated:
    """A text with its labelled spans.

    id (str): Its id in the source; "" where it has none.
    text (str): The text.
    spans (tuple): (start, end, label) in characters, end exclusive, in order, none overlapping.
    tokens (tuple): Its tokens where the source gives them, else None.
    spaces (tuple): For each token whether a space follows; None without tokens.
    extra (Mapping): Further fields of the source, such as "roles" and "persons".
    """

    id: str
    text: str
    spans: tuple[Place, ...] = ()
    tokens: tuple[str, ...] | None = None
    spaces: tuple[bool, ...] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


def read_annotations(
    path: str | Path, *, overlaps: str = "error", form: str = ""
) -> list[Annotated]:
    """Read labelled texts.

    path (str | Path): A file or a folder of any annotation format (formats/registry.py).
    overlaps (str): "error", or "longest" to keep the longest of spans that overlap.
    form (str): The format's name; "" takes what the name of the file tells: .jsonl ({"id",
        "text", "spans": [[start, end, label]]}, or the Kaggle fields, a record a line), .json (a
        list of either), .spacy, .conll, a folder of brat.
    RETURNS (list): The records.
    RAISES (HipsError): E411 for a record that cannot be read, E412 for a file without records,
        E413 for an unknown label, E414 for a span outside of its text, E415 for spans that
        overlap, E417 for an unknown format, E418 for an unknown value of `overlaps`.
    """
    path = Path(path)
    _one_of("overlaps", overlaps, OVERLAPS)
    name = format_of(path, form)
    if not name:
        raise HipsError(Errors.E417.format(path=path))
    if not path.exists():
        raise HipsError(Errors.E404.format(path=path))
    read = make_reader(name)
    records = [_annotated(record) for record in read(path, _refusal(path, overlaps))]
    if not records:
        raise HipsError(Errors.E412.format(path=path))
    return records


def write_annotations(records: Iterable[Annotated], path: str | Path) -> int:
    """Write labelled texts in the format that the file's name tells.

    records (Iterable[Annotated]): What to write.
    path (str | Path): A file ending in .jsonl, .json (Kaggle: labels that it does not have are
        left out; a text without tokens is cut by spaCy's English rules), .conll or .spacy (a
        DocBin, gold in the span group "pii"). `spacy-hips convert` writes other formats, too.
    RETURNS (int): How many were written.
    RAISES (HipsError): E417 for an unknown format.
    """
    path = Path(path)
    name = format_of(path, writing=True)
    if not name or name == "brat":
        raise HipsError(Errors.E417.format(path=path))
    numbered = [_record(record, number) for number, record in enumerate(records, 1)]
    target = FileTarget(path)
    try:
        for piece in make_writer(name)(numbered, lambda misfit: None):
            target.write(piece.data)
        target.finish()
    except BaseException:
        target.abandon(keep=False)
        raise
    return len(numbered)


def to_docs(
    records: Iterable[Annotated],
    nlp: Language,
    *,
    spans_key: str = GOLD_KEY,
    misaligned: str = "error",
    source_tokens: bool = False,
    labelled: Sequence[str] | None = None,
) -> Iterator[Doc]:
    """Documents whose gold stands in a span group, with the exact characters.

        docs = to_docs(read_annotations("train.json"), nlp, labelled=["NAME_STUDENT"])
        DocBin(docs=docs, store_user_data=True).to_disk("train.spacy")

    records (Iterable[Annotated]): Labelled texts.
    nlp (Language): Its tokenizer is used.
    spans_key (str): The span group to write.
    misaligned (str): What to do with a span that begins or ends inside a token: "error", "expand"
        (the covering tokens; the exact characters stay in the group's "offsets") or "drop".
    source_tokens (bool): Keep the tokens of the source where it has some.
    labelled (Sequence[str]): The labels that this source marks wherever they occur. A component
        in training then takes its silence about others for nothing (`user_data`, "hips_labelled").
        None: all of them.
    YIELDS (Doc): One for each record.
    RAISES (HipsError): E416 for a span off the borders of tokens, E418 for an unknown value of
        `misaligned`.
    """
    from ...components.ner import LABELLED_KEY

    _one_of("misaligned", misaligned, MISALIGNED)
    for number, record in enumerate(records, 1):
        tokens, spaces = (record.tokens, record.spaces) if source_tokens else (None, None)
        doc = make_doc(nlp, record.text, tokens, spaces)
        spans = []
        for start, end, label in record.spans:
            if doc.char_span(start, end) is None:
                if misaligned == "error":
                    raise HipsError(Errors.E416.format(number=number, start=start, end=end))
                if misaligned == "drop":
                    continue
            spans.append(PiiSpan(start, end, label, source="gold", id=_entity(record, start, end)))
        fill_doc(doc, spans_key, spans, record.id, record.extra)
        if labelled is not None:
            doc.user_data[LABELLED_KEY] = list(labelled)
        yield doc


def from_kaggle(raw: Mapping[str, Any], number: int) -> Annotated:
    """Read a record of the Kaggle/CRAPII layout.

    raw (Mapping): With "tokens", "trailing_whitespace", "labels" (BIO), "document", "full_text".
    number (int): Its place in the file, for errors.
    RETURNS (Annotated): The record.
    RAISES (HipsError): E413 for an unknown label. LookupError, TypeError or ValueError for fields
        that are missing or do not fit each other.
    """
    refuse = _refusal(Path("the file"), "error")

    def report(misfit: Misfit) -> None:
        if misfit.kind != "record":
            refuse(misfit)

    record = Parser()(number, raw, report)
    if record is None:
        raise ValueError
    return _annotated(record)


def _refusal(path: Path, overlaps: str) -> Report:
    """Raises for what nothing may be trained or measured on."""

    def refuse(misfit: Misfit) -> None:
        number, start, end = misfit.number, misfit.start, misfit.end
        passed_over = misfit.kind == "overlap" and overlaps == "longest"
        if passed_over or not misfit.wrong:
            return
        if misfit.kind == "label":
            label, known = shown_label(misfit.label), ", ".join(LABELS)
            raise HipsError(Errors.E413.format(number=number, label=label, known=known))
        if misfit.kind == "outside":
            raise HipsError(Errors.E414.format(number=number, start=start, end=end))
        if misfit.kind == "overlap":
            raise HipsError(Errors.E415.format(number=number, start=start, end=end))
        raise HipsError(Errors.E411.format(number=number, path=path, reason=misfit.what))

    return refuse


def _annotated(record: Record) -> Annotated:
    spans = tuple((s.start, s.end, s.label) for s in longest(record.spans))
    return Annotated(record.id, record.text, spans, record.tokens, record.spaces, record.meta)


def _record(own: Annotated, number: int) -> Record:
    spans = [PiiSpan(*place, id=_entity(own, *place[:2])) for place in own.spans]
    spans.sort(key=lambda s: (s.start, s.end, s.label))
    return Record(own.id, own.text, tuple(spans), own.tokens, own.spaces, own.extra, number)


def _one_of(setting: str, got: str, known: tuple[str, ...]) -> None:
    if got not in known:
        raise HipsError(Errors.E418.format(setting=setting, known=", ".join(known), got=got))


def _entity(record: Annotated, start: int, end: int) -> str:
    """The entity of a name, where the record says which person it is."""
    persons = list(record.extra.get("persons", ()))
    for role_start, role_end, _, key in record.extra.get("roles", ()):
        if (role_start, role_end) == (start, end) and key in persons:
            return f"PERSON:{persons.index(key) + 1}"
    return ""
