"""Labelled texts in and out: jsonl with offsets, the Kaggle/CRAPII JSON, and `.spacy` files.

A record holds exact characters. `to_docs` turns records into documents to train or measure on,
whose gold stands in a span group.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc, DocBin, Span
from spacy.util import filter_spans
from spacy.vocab import Vocab

from ..components.ner import LABELLED_KEY
from ..components.tokenizer import blank
from ..errors import Errors, HipsError
from ..labels import LABELS, from_scheme, to_scheme
from ..spans import PiiSpan, read_group, write_group

GOLD_KEY = "pii"
ROLES_KEY = "hips_roles"
FORMATS: Mapping[str, str] = MappingProxyType(
    {".jsonl": "offsets", ".ndjson": "offsets", ".json": "kaggle", ".spacy": "spacy"}
)
OVERLAPS: tuple[str, ...] = ("error", "longest")
MISALIGNED: tuple[str, ...] = ("error", "expand", "drop")
_READ_FIELDS = ("id", "text", "spans", "tokens", "trailing_whitespace")
_KAGGLE_FIELDS = ("document", "full_text", "tokens", "trailing_whitespace", "labels")

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


def read_annotations(path: str | Path, *, overlaps: str = "error") -> list[Annotated]:
    """Read labelled texts.

    path (str | Path): A file ending in .jsonl ({"id", "text", "spans": [[start, end, label]]}, or
        the Kaggle fields, a record a line), .json (a list of Kaggle records) or .spacy.
    overlaps (str): "error", or "longest" to keep the longest of spans that overlap.
    RETURNS (list): The records.
    RAISES (HipsError): E411 for a record that cannot be read, E412 for a file without records,
        E413 for an unknown label, E414 for a span outside of its text, E415 for spans that
        overlap, E417 for an unknown format, E418 for an unknown value of `overlaps`.
    """
    path = Path(path)
    _one_of("overlaps", overlaps, OVERLAPS)
    records = []
    for number, raw in enumerate(_read(path), 1):
        try:
            record = _from_doc(raw) if isinstance(raw, Doc) else _from_json(raw, number)
        except HipsError:
            raise
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            reason = f"a field is missing or wrong ({type(error).__name__})"
            raise HipsError(Errors.E411.format(number=number, path=path, reason=reason)) from None
        records.append(_checked(record, number, overlaps))
    if not records:
        raise HipsError(Errors.E412.format(path=path))
    return records


def write_annotations(records: Iterable[Annotated], path: str | Path) -> int:
    """Write labelled texts in the format that the file's name tells.

    records (Iterable[Annotated]): What to write.
    path (str | Path): A file ending in .jsonl, .json (Kaggle: labels that it does not have are
        left out; a text without tokens is cut by spaCy's English rules) or .spacy (a DocBin, gold
        in the span group "pii").
    RETURNS (int): How many were written.
    RAISES (HipsError): E417 for an unknown format.
    """
    path = Path(path)
    kind = _format(path)
    records = list(records)
    if kind == "offsets":
        with path.open("w", encoding="utf8", newline="\n") as file:
            for record in records:
                file.write(json.dumps(_to_offsets(record), ensure_ascii=False) + "\n")
    elif kind == "kaggle":
        nlp = blank("en")
        rows = [_to_kaggle(record, nlp) for record in records]
        path.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf8")
    else:
        nlp = blank("en")
        docs = to_docs(records, nlp, misaligned="expand")
        DocBin(docs=docs, store_user_data=True).to_disk(path)
    return len(records)


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
    _one_of("misaligned", misaligned, MISALIGNED)
    for number, record in enumerate(records, 1):
        doc = _make_doc(record, nlp, source_tokens)
        spans = []
        for start, end, label in record.spans:
            if doc.char_span(start, end) is None:
                if misaligned == "error":
                    raise HipsError(Errors.E416.format(number=number, start=start, end=end))
                if misaligned == "drop":
                    continue
            spans.append(PiiSpan(start, end, label, source="gold", id=_entity(record, start, end)))
        write_group(doc, spans_key, spans)
        if labelled is not None:
            doc.user_data[LABELLED_KEY] = list(labelled)
        if "roles" in record.extra:
            doc.user_data[ROLES_KEY] = [list(role) for role in record.extra["roles"]]
        if record.id:
            doc.user_data["id"] = record.id
        yield doc


def from_kaggle(raw: Mapping[str, Any], number: int) -> Annotated:
    """Read a record of the Kaggle/CRAPII layout.

    raw (Mapping): With "tokens", "trailing_whitespace", "labels" (BIO), "document", "full_text".
    number (int): Its place in the file, for errors.
    RETURNS (Annotated): The record.
    RAISES (HipsError): E413 for an unknown label. LookupError, TypeError or ValueError for fields
        that are missing or do not fit each other.
    """
    tokens, spaces, labels = raw["tokens"], raw["trailing_whitespace"], raw["labels"]
    if not len(tokens) == len(spaces) == len(labels):
        raise ValueError
    text = "".join(t + (" " if space else "") for t, space in zip(tokens, spaces, strict=True))
    if _text(raw.get("full_text", text)) != text:
        raise ValueError
    return Annotated(
        str(raw.get("document", "")),
        text,
        tuple(_bio_spans(tokens, spaces, labels, number)),
        tuple(tokens),
        tuple(bool(space) for space in spaces),
        {name: value for name, value in raw.items() if name not in _KAGGLE_FIELDS},
    )


def _read(path: Path) -> Iterator[Any]:
    """Raw records: dictionaries, or documents of a `.spacy` file."""
    kind = _format(path)
    if not path.is_file():
        raise HipsError(Errors.E404.format(path=path))
    if kind == "spacy":
        yield from _read_docs(path)
        return
    with path.open(encoding="utf-8-sig") as file:
        if kind == "offsets":
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield _json(line, number, path)
            return
        content = file.read()
    rows = _json(content, 1, path) if content.strip() else []
    yield from rows if isinstance(rows, list) else [rows]


def _read_docs(path: Path) -> Iterator[Doc]:
    try:
        binary = DocBin().from_disk(path)
    except Exception as error:  # DocBin raises what zlib and msgpack raise
        reason = f"it is no DocBin ({type(error).__name__})"
        raise HipsError(Errors.E411.format(number=1, path=path, reason=reason)) from None
    yield from binary.get_docs(Vocab())


def _json(text: str, number: int, path: Path) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        reason = f"no valid JSON at line {error.lineno}, column {error.colno}"
        raise HipsError(Errors.E411.format(number=number, path=path, reason=reason)) from None


def _format(path: Path) -> str:
    kind = FORMATS.get(path.suffix.lower())
    if kind is None:
        raise HipsError(Errors.E417.format(path=path))
    return kind


def _one_of(setting: str, got: str, known: tuple[str, ...]) -> None:
    if got not in known:
        raise HipsError(Errors.E418.format(setting=setting, known=", ".join(known), got=got))


def _from_json(raw: Mapping[str, Any], number: int) -> Annotated:
    if "labels" in raw and "tokens" in raw:
        return from_kaggle(raw, number)
    spans = [
        (s["start"], s["end"], s["label"]) if isinstance(s, dict) else (s[0], s[1], s[2])
        for s in raw.get("spans", ())
    ]
    tokens = raw.get("tokens")
    spaces = raw.get("trailing_whitespace")
    if tokens is None or spaces is None:
        tokens = spaces = None
    return Annotated(
        str(raw.get("id", "")),
        _text(raw["text"]),
        tuple((_integer(start), _integer(end), str(label)) for start, end, label in spans),
        None if tokens is None else tuple(tokens),
        None if spaces is None else tuple(spaces),
        {name: value for name, value in raw.items() if name not in _READ_FIELDS},
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _integer(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError
    return value


def _bio_spans(
    tokens: Sequence[str], spaces: Sequence[bool], labels: Sequence[str], number: int
) -> Iterator[Place]:
    """Spans of BIO tags; a span that begins with "I-" is taken as one that begins."""
    position = 0
    current: Place | None = None
    for token, space, tag in zip(tokens, spaces, labels, strict=True):
        start, end = position, position + len(token)
        position = end + (1 if space else 0)
        label = None if tag == "O" else _kaggle_label(tag, number)
        if current and tag.startswith("I-") and current[2] == label:
            current = (current[0], end, current[2])
            continue
        if current:
            yield current
        current = (start, end, label) if label else None
    if current:
        yield current


def _kaggle_label(tag: str, number: int) -> str:
    label = from_scheme(tag, "kaggle")
    if label is None and tag[2:] in LABELS:
        label = tag[2:]
    if label is None:
        known = ", ".join(f"B-{name}" for name in LABELS)
        raise HipsError(Errors.E413.format(number=number, label=tag, known=known))
    return label


def _from_doc(doc: Doc) -> Annotated:
    if GOLD_KEY in doc.spans:
        spans = [(s.start, s.end, s.label) for s in read_group(doc, GOLD_KEY)]
    else:
        spans = [(e.start_char, e.end_char, e.label_) for e in doc.ents]
    return Annotated(
        str(doc.user_data.get("id", "")),
        doc.text,
        tuple(spans),
        tuple(token.text for token in doc),
        tuple(bool(token.whitespace_) for token in doc),
    )


def _checked(record: Annotated, number: int, overlaps: str) -> Annotated:
    spans = sorted(set(record.spans))
    for start, end, label in spans:
        if label not in LABELS:
            known = ", ".join(LABELS)
            raise HipsError(Errors.E413.format(number=number, label=label, known=known))
        if not 0 <= start < end <= len(record.text):
            raise HipsError(Errors.E414.format(number=number, start=start, end=end))
    if overlaps == "longest":
        spans = _longest(spans)
    for (_, end, _), (start, _, _) in pairwise(spans):
        if start < end:
            raise HipsError(Errors.E415.format(number=number, start=start, end=end))
    return Annotated(
        record.id, record.text, tuple(spans), record.tokens, record.spaces, record.extra
    )


def _longest(spans: list[Place]) -> list[Place]:
    """Of spans that overlap the longest, of equally long ones the first."""
    kept: list[Place] = []
    for span in sorted(spans, key=lambda s: (s[0] - s[1], s[0])):
        if all(span[1] <= other[0] or other[1] <= span[0] for other in kept):
            kept.append(span)
    return sorted(kept)


def _to_offsets(record: Annotated) -> dict[str, Any]:
    row: dict[str, Any] = {"id": record.id, "text": record.text}
    row["spans"] = [list(span) for span in record.spans]
    if record.tokens is not None:
        row["tokens"] = list(record.tokens)
        row["trailing_whitespace"] = list(record.spaces or ())
    return row | dict(record.extra)


def _to_kaggle(record: Annotated, nlp: Language) -> dict[str, Any]:
    doc = _make_doc(record, nlp, source_tokens=True)
    tags = ["O"] * len(doc)
    spans: list[Span] = []
    for start, end, label in record.spans:
        tag = to_scheme(label, "kaggle")
        span = doc.char_span(start, end, label=tag, alignment_mode="expand") if tag else None
        if span is not None:
            spans.append(span)
    for span in filter_spans(spans):
        tags[span.start : span.end] = [f"I-{span.label_}"] * len(span)
        tags[span.start] = f"B-{span.label_}"
    return {
        "document": int(record.id) if record.id.isdecimal() else record.id,
        "full_text": record.text,
        "tokens": [token.text for token in doc],
        "trailing_whitespace": [bool(token.whitespace_) for token in doc],
        "labels": tags,
    }


def _make_doc(record: Annotated, nlp: Language, source_tokens: bool) -> Doc:
    if source_tokens and record.tokens is not None and record.spaces is not None:
        return Doc(nlp.vocab, words=list(record.tokens), spaces=list(record.spaces))
    return nlp.make_doc(record.text)


def _entity(record: Annotated, start: int, end: int) -> str:
    """The entity of a name, where the record says which person it is."""
    persons = list(record.extra.get("persons", ()))
    for role_start, role_end, _, key in record.extra.get("roles", ()):
        if (role_start, role_end) == (start, end) and key in persons:
            return f"PERSON:{persons.index(key) + 1}"
    return ""
