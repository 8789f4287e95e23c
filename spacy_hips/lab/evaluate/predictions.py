"""Spans that any tool has found, in place of a pipeline: read from a file in any annotation format.

What was found counts as hidden: the text of a prediction is the gold's with `[LABEL]` in its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from spacy.language import Language

from ...components.tokenizer import blank
from ...core.errors import HipsError
from ...core.spans import PiiSpan, Replacement
from ...desk.annotations.annotation_format import Misfit, Record
from ...desk.annotations.registry import format_of, make_reader
from ...desk.files.documents import Document, Item
from ...desk.files.rows import BadRow, mend
from ...desk.run.batches import Done, Result
from ..errors import Errors
from .gold import Gold

BATCH = 64


class Predictions:
    """Gives the spans of a file for each text of the gold, as a pipeline would.

    path (str): A file or folder in an annotation format.
    gold (Sequence[Gold]): The texts.
    form (str): The format's name; "" takes what the name of the file tells.
    labels (Mapping): Labels of the table for names of the file.
    lang (str): The language of the texts.
    RAISES (HipsError): E860 where the texts are others, E417 for an unknown format, E404 where
        there is no file, E861 where it holds no record.

    unknown (Counter): Spans that were left out, by their label.
    """

    def __init__(
        self,
        path: str,
        gold: Sequence[Gold],
        *,
        form: str = "",
        labels: Mapping[str, str] | None = None,
        lang: str = "en",
    ) -> None:
        self.nlp: Language = blank(lang)
        self.unknown: Counter[str] = Counter()
        self.path = path
        records = self._read(form, labels)
        self._spans = {
            own.number: tuple(record.spans)
            for own, record in zip(gold, self._in_order(gold, records), strict=True)
        }

    def __call__(self, items: Iterable[Item]) -> Iterator[list[Done]]:
        """The spans of documents, a few documents at a time."""
        batch: list[Done] = []
        for item in items:
            batch.append(item if isinstance(item, BadRow) else self._result(item))
            if len(batch) == BATCH:
                yield batch
                batch = []
        if batch:
            yield batch

    def _read(self, form: str, labels: Mapping[str, str] | None) -> list[Record]:
        name = format_of(Path(self.path), form)
        if not name:
            raise HipsError(Errors.E417.format(path=self.path))
        if not Path(self.path).exists():
            raise HipsError(Errors.E404.format(path=self.path))
        return list(make_reader(name, labels=labels)(Path(self.path), self._note))

    def _note(self, misfit: Misfit) -> None:
        """Unknown labels are left out, overlapping spans are both kept; the rest is an error."""
        if misfit.kind == "label":
            self.unknown[misfit.label] += 1
        elif misfit.wrong and misfit.kind != "overlap":
            what = "predictions"
            reason = f"record {misfit.number}: {misfit.what}"
            raise HipsError(Errors.E861.format(path=self.path, what=what, reason=reason))

    def _in_order(self, gold: Sequence[Gold], records: Sequence[Record]) -> list[Record]:
        ids = [record.id for record in records]
        named = all(ids) and len(set(ids)) == len(ids) and all(own.id for own in gold)
        if named and {own.id for own in gold} <= set(ids):
            by_id = dict(zip(ids, records, strict=True))
            records = [by_id[own.id] for own in gold]
        if len(records) != len(gold):
            reason = f"{len(records)} and {len(gold)} texts"
            raise HipsError(Errors.E860.format(path=self.path, reason=reason))
        for own, record in zip(gold, records, strict=True):
            if mend(record.text)[0] != own.text:
                reason = f"text {own.number} of the gold is another one"
                raise HipsError(Errors.E860.format(path=self.path, reason=reason))
        return list(records)

    def _result(self, document: Document) -> Result:
        spans = self._spans[document.rows[0].number]
        text, replacements = redacted(document.text, spans)
        return Result(document, text, replacements, spans, None)


def redacted(text: str, spans: Iterable[PiiSpan]) -> tuple[str, tuple[Replacement, ...]]:
    """A text with `[LABEL]` in the place of spans; of spans that overlap the union goes.

    text (str): The text.
    spans (Iterable[PiiSpan]): What is to go.
    RETURNS (tuple): The new text, and what was done.

        >>> redacted("I am Ana.", [PiiSpan(5, 8, "PERSON")])[0]
        'I am [PERSON].'
    """
    merged: list[PiiSpan] = []
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        if merged and span.start < merged[-1].end:
            last = merged.pop()
            span = PiiSpan(last.start, max(last.end, span.end), last.label, id=last.id)
        merged.append(span)
    out, done, at = "", [], 0
    for span in merged:
        out += text[at : span.start]
        new = f"[{span.label}]"
        place = (span.start, span.end, len(out), len(out) + len(new))
        done.append(Replacement(*place, span.label, span.id, "redact", new))
        out, at = out + new, span.end
    return out + text[at:], tuple(done)
