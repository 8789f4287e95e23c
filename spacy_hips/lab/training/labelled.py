"""A user's labelled texts: which are learnt from, which are kept apart, what they leave open."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from ...components.ner import TAUGHT_AS
from ...core.errors import HipsError
from ...core.labels import NAME_LABELS
from ...core.spans import PiiSpan, read_group, write_group
from ...desk.annotations.annotations import Annotated
from ..errors import Errors

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

LEAST_TEXTS = 10
# Fields that tell whose a text is, in the order in which they are looked for.
AUTHOR_FIELDS = ("author", "author_id", "student", "student_id")
# A longer text is learnt from in pieces, for a gradient needs all of its windows in memory.
PIECE = 15_000


@dataclass(frozen=True)
class Parts:
    """Labelled texts in two parts that share no author and no document.

    learn (tuple): Those to learn from.
    apart (tuple): Those kept apart, to choose the threshold and to measure on.
    by (str): What was kept together: a field, or "document".
    """

    learn: tuple[Annotated, ...]
    apart: tuple[Annotated, ...]
    by: str


def part(
    records: Sequence[Annotated], path: Path | str, *, share: float, seed: int, by: str = ""
) -> Parts:
    """Keep some authors, or documents, apart: with names and without, in even shares.

    records (Sequence[Annotated]): All labelled texts.
    path (Path | str): Their file, for messages.
    share (float): The share to keep apart.
    seed (int): Another one keeps others apart.
    by (str): The field that tells whose a text is; "" looks for one (AUTHOR_FIELDS), and takes
        each document by itself where there is none.
    RETURNS (Parts): The parts.
    RAISES (HipsError): E444 where there are too few texts, E446 where a record lacks the field.
    """
    field = by or _author_field(records)
    groups = _by_author(records, path, field, asked=bool(by))
    named = [key for key, texts in groups.items() if any(_has_name(text) for text in texts)]
    if len(records) < LEAST_TEXTS or len(named) < 2:
        raise HipsError(
            Errors.E444.format(path=path, texts=len(records), named=len(named), least=LEAST_TEXTS)
        )
    others = [key for key in groups if key not in set(named)]
    chosen = {*_drawn(named, share, seed, least=1), *_drawn(others, share, seed, least=0)}
    return Parts(
        tuple(text for key, texts in groups.items() if key not in chosen for text in texts),
        tuple(text for key, texts in groups.items() if key in chosen for text in texts),
        field or "document",
    )


def _by_author(
    records: Sequence[Annotated], path: Path | str, field: str, *, asked: bool
) -> dict[str, list[Annotated]]:
    """The texts of each author; of each document without a field."""
    groups: dict[str, list[Annotated]] = defaultdict(list)
    for number, record in enumerate(records, 1):
        if asked and field not in record.extra:
            raise HipsError(Errors.E446.format(number=number, path=path, field=field))
        groups[str(record.extra[field]) if field else record.id or f"{number}"].append(record)
    return groups


def _drawn(keys: Sequence[str], share: float, seed: int, *, least: int) -> list[str]:
    """A share of some keys, at least so many and never all."""
    ordered = sorted(keys, key=lambda key: sha256(f"{seed}|{key}".encode()).digest())
    return ordered[: max(least, min(round(share * len(keys)), len(keys) - 1))]


def taught_labels(
    records: Sequence[Annotated], labelled: Sequence[str], known: Sequence[str], path: Path | str
) -> tuple[list[str], bool]:
    """Which of the finder's labels the gold is complete on.

    records (Sequence[Annotated]): The labelled texts.
    labelled (Sequence[str]): What the user says is marked everywhere; empty for the labels that
        occur.
    known (Sequence[str]): The finder's labels.
    path (Path | str): The file, for messages.
    RETURNS (tuple): The finder's labels, and whether names of other people stand unmarked: so it
        is unless the gold marks every PERSON.
    RAISES (HipsError): E448 where the finder knows none of them.
    """
    marked = set(labelled) or {label for record in records for _, _, label in record.spans}
    taught = sorted({TAUGHT_AS.get(label, label) for label in marked} & set(known))
    if not taught:
        names = ", ".join(sorted(marked)) or "(none)"
        raise HipsError(Errors.E448.format(labels=names, known=", ".join(known)))
    return taught, "PERSON" in taught and "PERSON" not in marked


def mask_others(docs: Sequence[Doc], nlp: Language, *, gold_key: str, masked_key: str) -> int:
    """Mask the names that the finder itself finds and the gold does not mark.

    They may be people whom the gold leaves out on purpose: taught as nothing, they would be lost.

    docs (Sequence[Doc]): Documents with gold; their group `masked_key` is written.
    nlp (Language): Has hips_transformer and hips_ner, as they were before.
    gold_key, masked_key (str): The span groups.
    RETURNS (int): How many names were masked.
    """
    spans_key = nlp.get_pipe("hips_ner").cfg["spans_key"]
    count = 0
    for doc, searched in zip(docs, nlp.pipe(doc.text for doc in docs), strict=True):
        gold = read_group(doc, gold_key)
        others = [
            PiiSpan(span.start, span.end, span.label, source="masked")
            for span in read_group(searched, spans_key)
            if span.label == "PERSON"
            and all(span.end <= g.start or g.end <= span.start for g in gold)
        ]
        write_group(doc, masked_key, others)
        count += len(others)
    return count


def pieces(record: Annotated, characters: int = PIECE) -> Iterator[Annotated]:
    """Cut a long text at line ends, or between words, never inside a labelled span.

    record (Annotated): A labelled text.
    characters (int): The longest piece, unless there is nowhere to cut.
    YIELDS (Annotated): The pieces, together the whole text.
    """
    text, start = record.text, 0
    while len(text) - start > characters:
        end = _cut(record, start + characters // 2, start + characters)
        yield _piece(record, start, end)
        start = end
    yield _piece(record, start, len(text)) if start else record


def _cut(record: Annotated, low: int, high: int) -> int:
    for mark in ("\n", " "):
        at = record.text.rfind(mark, low, high)
        if at > low and not any(s < at + 1 < e for s, e, _ in record.spans):
            return at + 1
    return next((e for s, e, _ in record.spans if s < high < e), high)


def _piece(record: Annotated, start: int, end: int) -> Annotated:
    spans = tuple((s - start, e - start, lb) for s, e, lb in record.spans if start <= s < end)
    return replace(record, text=record.text[start:end], spans=spans, tokens=None, spaces=None)


def _author_field(records: Sequence[Annotated]) -> str:
    for field in AUTHOR_FIELDS:
        if all(field in record.extra for record in records):
            return field
    return ""


def _has_name(record: Annotated) -> bool:
    return any(label == "PERSON" or label in NAME_LABELS for _, _, label in record.spans)
