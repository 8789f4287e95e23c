"""spaCy's DocBin (`.spacy`): the labelled spans stand in a span group."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from ...core.errors import HipsError
from ...core.spans import PiiSpan, read_group, write_group
from ..errors import Errors
from ..files.readers import reason_of
from .annotation_format import UNITS, Mark, Piece, Reader, Record, Report, Understanding, Writer
from .objects import broken

if TYPE_CHECKING:
    from spacy.language import Language

GOLD_KEY = "pii"
ROLES_KEY = "hips_roles"
META_KEY = "hips_meta"


def make_reader(offsets: str = UNITS[0], labels: Mapping[str, str] | None = None) -> Reader:
    """The reader of `.spacy` files (`spacy_hips.AnnotationReader.spacy.v1`).

    offsets (str): There are none in this format.
    labels (Mapping): Labels of the table for names of the file; "" leaves such spans out.
    RETURNS (Callable): (path, report) -> records: the spans of the group "pii", in a document
        without it the entities.
    RAISES (HipsError): E785 for a unit of offsets. Reading: E411 for a file that is no DocBin.
    """
    understanding = Understanding("ontonotes", offsets, labels, form="spacy")

    def read(path: Path, report: Report) -> Iterator[Record]:
        for number, doc in enumerate(_docs(path), 1):
            yield understanding.record(
                number,
                report,
                id=str(doc.user_data.get("id", "")),
                text=doc.text,
                marks=_marks(doc),
                layout=(
                    tuple(token.text for token in doc),
                    tuple(bool(token.whitespace_) for token in doc),
                ),
                meta=_lists(doc.user_data.get(META_KEY, {})),
            )

    return read


def make_writer() -> Writer:
    """The writer of `.spacy` files (`spacy_hips.AnnotationWriter.spacy.v1`).

    RETURNS (Callable): (records, report) -> pieces. A span has the tokens that cover it; its exact
        characters, its score and its entity stand in the group, too.
    """

    def write(records: Iterable[Record], report: Report) -> Iterator[Piece]:
        from ...components.tokenizer import blank

        nlp = blank("en")
        docs = DocBin(store_user_data=True)
        for record in records:
            docs.add(_doc(record, nlp))
        yield Piece("", docs.to_bytes())

    return write


def make_doc(
    nlp: Language,
    text: str,
    tokens: tuple[str, ...] | None = None,
    spaces: tuple[bool, ...] | None = None,
) -> Doc:
    """A document of a text.

    nlp (Language): Its tokenizer is used where there are no tokens.
    text (str): The text.
    tokens, spaces (Optional[tuple]): Its tokens, and for each whether a space follows.
    RETURNS (Doc): The document.
    """
    if tokens is not None and spaces is not None:
        return Doc(nlp.vocab, words=list(tokens), spaces=list(spaces))
    return nlp.make_doc(text)


def fill_doc(
    doc: Doc, key: str, spans: Iterable[PiiSpan], id: str, meta: Mapping[str, Any]
) -> None:
    """Write what a record knows into a document.

    doc (Doc): The document.
    key (str): The span group.
    spans (Iterable[PiiSpan]): Its spans.
    id (str): Its id.
    meta (Mapping): Its further fields, of which "roles" is kept.
    """
    write_group(doc, key, spans)
    if "roles" in meta:
        doc.user_data[ROLES_KEY] = [list(role) for role in meta["roles"]]
    if id:
        doc.user_data["id"] = id


def _docs(path: Path) -> Iterator[Doc]:
    try:
        yield from DocBin().from_disk(path).get_docs(Vocab())
    except OSError as error:
        raise HipsError(Errors.E701.format(path=path, reason=reason_of(error))) from None
    except Exception as error:  # DocBin raises what zlib and msgpack raise
        raise broken(path, 1, f"it is no DocBin ({type(error).__name__})") from None


def _lists(meta: Any) -> Any:
    """Lists as lists: a DocBin gives them back as tuples."""
    return json.loads(json.dumps(meta))


def _marks(doc: Doc) -> Iterator[Mark]:
    if GOLD_KEY in doc.spans:
        for s in read_group(doc, GOLD_KEY):
            yield Mark(s.start, s.end, s.label, s.score, s.id)
    else:
        for entity in doc.ents:
            yield Mark(entity.start_char, entity.end_char, entity.label_)


def _doc(record: Record, nlp: Language) -> Doc:
    doc = make_doc(nlp, record.text, record.tokens, record.spaces)
    fill_doc(doc, GOLD_KEY, record.spans, record.id, record.meta)
    if record.meta:
        doc.user_data[META_KEY] = dict(record.meta)
    return doc
