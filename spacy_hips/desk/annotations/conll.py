r"""CoNLL: a token a line with its BIO tag, and white space where a column tells it.

Columns are parted by tabs, or by blanks where a line has no tab: the first is the token, the last
the tag. A column between them may tell the white space as CoNLL-U files do: "SpaceAfter=No",
"SpacesAfter=\n", "SpacesBefore=", "SpacesInToken=" (\s blank, \t tab, \n line, \r return, \p bar,
\\ backslash). Where none does, tokens are joined by single blanks. "# newdoc id = 7" or
"-DOCSTART-" begins a document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ...core.errors import HipsError
from ...core.later import re
from ..errors import Errors
from ..files.decoding import DEFAULT_ENCODING, Decoder
from ..files.readers import open_bytes
from .annotation_format import (
    UNITS,
    Mark,
    Piece,
    Reader,
    Record,
    Report,
    Understanding,
    Writer,
    apart,
    fitted,
)
from .tokens import Place, bio_spans, bio_tags

_NEW = re.compile(r"#\s*newdoc(?:\s+id\s*=\s*(\S*))?\s*")
_COMMENT = re.compile(r"#\s*(?:newdoc|newpar|[\w.-]+\s*=)")
_TAG = re.compile(r"O|[BIESLU]-.+")
_START = "-DOCSTART-"
_EMPTY = "_"
_SPACE = " "
_ESCAPES = {"\\": "\\\\", " ": "\\s", "\t": "\\t", "\n": "\\n", "\r": "\\r", "|": "\\p"}
_ESCAPED = {escape: character for character, escape in _ESCAPES.items()}
_TOLD = ("SpacesBefore=", "SpacesInToken=", "SpaceAfter=", "SpacesAfter=")


def make_reader(offsets: str = UNITS[0], labels: Mapping[str, str] | None = None) -> Reader:
    """The reader of CoNLL files (`spacy_hips.AnnotationReader.conll.v1`).

    offsets (str): There are none in this format.
    labels (Mapping): Labels of the table for names of the file; "" leaves such spans out.
    RETURNS (Callable): (path, report) -> records. Marks for ends and single tokens (BIOES, BILOU)
        are read, too.
    RAISES (HipsError): E785 for a unit of offsets. Reading: E422 for a line without a tag.
    """
    understanding = Understanding("ontonotes", offsets, labels, form="conll")

    def read(path: Path, report: Report) -> Iterator[Record]:
        for number, document in enumerate(_documents(path), 1):
            text, places = document.laid_out()
            marks = [
                Mark(places[first][0], places[last][1], label)
                for first, last, label in bio_spans(token.tag for token in document.tokens)
            ]
            tokens = tuple(token.form for token in document.tokens)
            yield understanding.record(
                number, report, id=document.id, text=text, marks=marks, layout=(tokens, None)
            )

    return read


def make_writer() -> Writer:
    """The writer of CoNLL files (`spacy_hips.AnnotationWriter.conll.v1`).

    RETURNS (Callable): (records, report) -> pieces: three columns, token, white space and tag. A
        blank line stands where the text has a line end. Tokens are cut where a span begins or
        ends inside one.
    """

    def write(records: Iterable[Record], report: Report) -> Iterator[Piece]:
        for record in records:
            yield Piece("", "".join(_lines(record, report)).encode("utf8"))

    return write


@dataclass(frozen=True)
class _Token:
    form: str
    tag: str
    before: str = ""
    after: str | None = None


@dataclass
class _Document:
    id: str = ""
    tokens: list[_Token] = field(default_factory=list)

    def laid_out(self) -> tuple[str, list[Place]]:
        """The text, and where its tokens stand."""
        pieces, places, at = [], [], 0
        for i, token in enumerate(self.tokens):
            start = at + len(token.before)
            places.append((start, start + len(token.form)))
            usual = _SPACE if i + 1 < len(self.tokens) else ""
            after = usual if token.after is None else token.after
            pieces += [token.before, token.form, after]
            at = start + len(token.form) + len(after)
        return "".join(pieces), places


def _documents(path: Path) -> Iterator[_Document]:
    document: _Document | None = None
    stream, _ = open_bytes(str(path))
    for number, line in enumerate(Decoder(stream, DEFAULT_ENCODING, str(path)).lines(), 1):
        line = line.removesuffix("\n").removesuffix("\r")
        begins = "\t" not in line and _NEW.fullmatch(line)
        if begins or line.split("\t")[0].split(" ")[0] == _START:
            if document:
                yield document
            document = _Document(_unescaped(begins[1] or "") if begins else "")
            continue
        if not line.strip() or ("\t" not in line and _COMMENT.match(line)):
            continue
        document = document or _Document()
        document.tokens.append(_token(line, number, path))
    if document:
        yield document


def _token(line: str, number: int, path: Path) -> _Token:
    columns = line.split("\t") if "\t" in line else line.split()
    if len(columns) < 2 or not columns[0] or not _TAG.fullmatch(columns[-1]):
        raise HipsError(Errors.E422.format(path=path, line=number))
    form, told = columns[0], {}
    for column in columns[1:-1]:
        if column.startswith(_TOLD):
            told = dict(part.partition("=")[::2] for part in column.split("|"))
    after = None
    if told.get("SpaceAfter") == "No":
        after = ""
    if "SpacesAfter" in told:
        after = _unescaped(told["SpacesAfter"])
    form = _unescaped(told["SpacesInToken"]) if "SpacesInToken" in told else form
    return _Token(form, columns[-1], _unescaped(told.get("SpacesBefore", "")), after)


def _lines(record: Record, report: Report) -> Iterator[str]:
    yield f"# newdoc id = {_escaped(record.id)}\n" if record.id else "# newdoc\n"
    text = record.text
    spans = apart(record, lambda label: label, report)
    _, _, places = fitted(record, [span for span, _ in spans])
    edges = {b for span, _ in spans for b in (span.start, span.end)}
    kept = [p for p in places if text[p[0] : p[1]].strip() or p[0] in edges or p[1] in edges]
    kept = kept or places[:1]
    tags = bio_tags(kept, spans)
    for i, ((start, end), tag) in enumerate(zip(kept, tags, strict=True)):
        before = text[:start] if i == 0 else ""
        last = i + 1 == len(kept)
        after = text[end : len(text) if last else kept[i + 1][0]]
        told = _told(text[start:end], before, after, "" if last else _SPACE)
        yield f"{_form(text[start:end])}\t{told}\t{tag}\n"
        if "\n" in after and not last:
            yield "\n"
    yield "\n"


def _form(token: str) -> str:
    return _EMPTY if token == _START else re.sub(r"\s", _EMPTY, token)


def _hidden(token: str) -> bool:
    """Would a token be read as something else?"""
    return any(character.isspace() for character in token) or token == _START


def _told(token: str, before: str, after: str, usual: str) -> str:
    parts = []
    if before:
        parts.append(f"SpacesBefore={_escaped(before)}")
    if _hidden(token):
        parts.append(f"SpacesInToken={_escaped(token)}")
    if after != usual:
        parts.append(f"SpacesAfter={_escaped(after)}" if after else "SpaceAfter=No")
    return "|".join(parts) or _EMPTY


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in text)


def _unescaped(text: str) -> str:
    return re.sub(r"\\[\\stnrp]", lambda match: _ESCAPED[match[0]], text)
