"""What all annotation formats share: records, marks not yet checked, and what did not fit."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from ...core.errors import HipsError
from ...core.labels import LABELS, from_any_scheme, from_scheme
from ...core.spans import PiiSpan
from ...text.lexicon.plain import is_plain
from ..errors import Errors
from .tokens import Layout, Place, cut, laid_out, token_places, with_spaces

UNITS: tuple[str, ...] = ("characters", "bytes", "utf16")


class Kind(NamedTuple):
    """A kind of misfit.

    what (str): What is told of it; may name start, end and label.
    lost (bool): Something of the input is not in the output.
    wrong (bool): The file contradicts itself: nothing may be trained or measured on it.
    """

    what: str
    lost: bool = True
    wrong: bool = False


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "label": Kind("unknown label {label} (characters {start} to {end})", wrong=True),
        "outside": Kind("a span from {start} to {end} is outside the text or empty", wrong=True),
        "inside": Kind(
            "a span from {start} to {end} begins or ends inside a character", wrong=True
        ),
        "quote": Kind(
            "a span from {start} to {end} stands elsewhere than the text that is quoted for it; "
            "are its offsets in other units (--offsets)?",
            wrong=True,
        ),
        "overlap": Kind("spans overlap at {start} to {end}; both are kept", lost=False, wrong=True),
        "crossed": Kind("a span from {start} to {end} overlaps a longer one"),
        "unwritten": Kind("this format has no label for {label} (characters {start} to {end})"),
        "crowded": Kind("a span from {start} to {end} shares a token with another one"),
        "parts": Kind("a span from {start} to {end} has gaps; each of its parts is a span now"),
        "tokens": Kind("its tokens do not spell its text; they are not kept"),
        "record": Kind("its tokens do not spell its text; the record is not kept", wrong=True),
        "answer": Kind("it was rejected, skipped or not annotated; the record is not kept"),
        "annotators": Kind("more than one annotation; the first is kept"),
        "relations": Kind("relations between spans are not kept"),
        "changed": Kind(
            "the target differs from the source elsewhere, too; only the source is kept"
        ),
        "other": Kind("annotations that are no labelled spans are not kept"),
        "field": Kind("a field of its own, named as one of the format's, is not kept"),
    }
)


@dataclass(frozen=True)
class Misfit:
    """Something of a record that did not fit.

    number (int): The record's place in the input, from 1.
    kind (str): One of KINDS.
    start, end (int): Where, as the file has it.
    label (str): The label that it is about.
    """

    number: int
    kind: str
    start: int = 0
    end: int = 0
    label: str = ""

    @property
    def lost(self) -> bool:
        """Is something of the input missing in the output?"""
        return KINDS[self.kind].lost

    @property
    def wrong(self) -> bool:
        """Does the file contradict itself?"""
        return KINDS[self.kind].wrong

    @property
    def what(self) -> str:
        """What is told of it; no text of the record."""
        shown = shown_label(self.label)
        return KINDS[self.kind].what.format(start=self.start, end=self.end, label=shown)


@dataclass(frozen=True)
class Record:
    """A labelled text.

    id (str): Its id in the source; "" where it has none.
    text (str): The text.
    spans (tuple[PiiSpan, ...]): By place; label, score and entity (`id`) as far as known.
    tokens (tuple): Its tokens where the format has them, else None. They spell the text.
    spaces (tuple): For each token whether a space follows; None without tokens.
    meta (Mapping): Further fields of the source, plain data.
    number (int): Its place in the source, from 1; two records that differ in it only are equal.
    """

    id: str
    text: str
    spans: tuple[PiiSpan, ...] = ()
    tokens: tuple[str, ...] | None = None
    spaces: tuple[bool, ...] | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)
    number: int = field(default=0, compare=False)


class Mark(NamedTuple):
    """A span as a file has it: nothing of it is checked yet.

    start, end (int): In the units of the file.
    label (str): As the file names it.
    score (float): How sure it is, from 0 to 1.
    entity (str): Whose mention it is, such as "PERSON:1".
    quote (Optional[str]): The text that the file says stands there.
    """

    start: int
    end: int
    label: str
    score: float = 1.0
    entity: str = ""
    quote: str | None = None


class Piece(NamedTuple):
    """Some bytes of the output.

    name (str): "" for the output itself; in a folder the file's name; an ending such as ".xml"
        for a file beside the output.
    data (bytes): What is added to it.
    """

    name: str
    data: bytes


Report = Callable[[Misfit], None]
Reader = Callable[[Path, Report], Iterator[Record]]
Writer = Callable[[Iterable[Record], Report], Iterator[Piece]]


class Understanding:
    """How a reader takes labels and offsets.

    scheme (str): The label names of the format, a scheme of labels.py.
    offsets (str): The unit of the file's offsets, one of UNITS.
    labels (Mapping): A label of the table for names of the file; "" leaves such spans out.
    form (str): The format's name where it has no offsets.
    RAISES (HipsError): E418 for an unknown unit, E785 for a unit where there are no offsets,
        E101 for a label that the table does not have.
    """

    def __init__(
        self,
        scheme: str,
        offsets: str = UNITS[0],
        labels: Mapping[str, str] | None = None,
        *,
        form: str = "",
    ) -> None:
        if offsets not in UNITS:
            known = ", ".join(UNITS)
            raise HipsError(Errors.E418.format(setting="offsets", known=known, got=offsets))
        if form and offsets != UNITS[0]:
            raise HipsError(Errors.E785.format(form=form))
        self.scheme, self.offsets, self.labels = scheme, offsets, dict(labels or {})
        for label in self.labels.values():
            if label and label not in LABELS:
                raise HipsError(Errors.E101.format(label=label, known=", ".join(LABELS)))

    def label(self, name: str) -> str | None:
        """The table's label for a name of the file.

        name (str): As the file has it.
        RETURNS (str): The label, "" for a name that is left out on purpose, None for an unknown
            one.
        """
        if name in self.labels:
            return self.labels[name]
        return name if name in LABELS else from_scheme(name, self.scheme) or from_any_scheme(name)

    def placer(self, text: str) -> Callable[[int], int | None]:
        """Offsets of the file as characters.

        text (str): The text that they are about.
        RETURNS (Callable): From an offset to a character; None where it lies inside of one.
        """
        if self.offsets == UNITS[0] or text.isascii():
            return lambda offset: offset
        width = _utf8_width if self.offsets == "bytes" else _utf16_width
        ends = accumulate(map(width, text), initial=0)
        at = {offset: i for i, offset in enumerate(ends)}
        last = max(at)
        return lambda offset: at.get(offset) if 0 <= offset <= last else len(text) + 1

    def record(
        self,
        number: int,
        report: Report,
        *,
        id: str,
        text: str,
        marks: Iterable[Mark],
        layout: Layout | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> Record:
        """A record of what a file says.

        number (int): Its place in the file.
        report (Callable): Is told of each span that does not fit.
        id, text (str): The record's.
        marks (Iterable[Mark]): Its spans, unchecked.
        layout (Optional[Layout]): Its tokens. What does not spell the text is reported.
        meta (Mapping): Further fields.
        RETURNS (Record): With the spans that fit, each once, by place.
        """
        if layout is not None:
            layout = laid_out(text, layout)
            if layout is None:
                report(Misfit(number, "tokens"))
        place = self.placer(text)
        spans: dict[tuple[int, int, str], PiiSpan] = {}
        for mark in marks:
            span = self._span(mark, text, place, number, report)
            if span is None:
                continue
            key = (span.start, span.end, span.label)
            if key not in spans or spans[key].score < span.score:
                spans[key] = span
        ordered = tuple(spans[key] for key in sorted(spans))
        for far, span in zip(accumulate((s.end for s in ordered), max), ordered[1:], strict=False):
            if span.start < far:
                report(Misfit(number, "overlap", span.start, min(far, span.end)))
        tokens, spaces = layout or (None, None)
        return Record(id, text, ordered, tokens, spaces, meta or {}, number)

    def _span(
        self,
        mark: Mark,
        text: str,
        place: Callable[[int], int | None],
        number: int,
        report: Report,
    ) -> PiiSpan | None:
        label = self.label(mark.label)
        if label == "":
            return None
        start, end = place(mark.start), place(mark.end)
        if start is None or end is None:
            kind = "inside"
        elif not 0 <= start < end <= len(text):
            kind = "outside"
        elif label is None:
            kind = "label"
        elif mark.quote is not None and _bare(mark.quote) != _bare(text[start:end]):
            kind = "quote"
        else:
            return PiiSpan(start, end, label, mark.score, id=mark.entity)
        report(Misfit(number, kind, mark.start, mark.end, mark.label))
        return None


def longest(spans: Iterable[PiiSpan]) -> tuple[PiiSpan, ...]:
    """Of spans that overlap the longest, of equally long ones the first.

    spans (Iterable[PiiSpan]): The spans.
    RETURNS (tuple[PiiSpan, ...]): By place, none overlapping.
    """
    kept: list[PiiSpan] = []
    for span in sorted(spans, key=lambda s: (s.start - s.end, s.start)):
        at = bisect_left(kept, span.start, key=lambda s: s.start)
        before = at == 0 or kept[at - 1].end <= span.start
        if before and (at == len(kept) or span.end <= kept[at].start):
            kept.insert(at, span)
    return tuple(kept)


def apart(
    record: Record, name: Callable[[str], str | None], report: Report
) -> list[tuple[PiiSpan, str]]:
    """The spans of a record for a format in which a token has one label.

    record (Record): The record.
    name (Callable): The format's name of a label, None where it has none.
    report (Callable): Is told of each span that is left out: for its label, or because it
        overlaps a longer one.
    RETURNS (list): The others with their names, by place.
    """
    named: dict[PiiSpan, str] = {}
    for span in record.spans:
        own = name(span.label)
        if own is None:
            report(Misfit(record.number, "unwritten", span.start, span.end, span.label))
        else:
            named[span] = own
    kept = dict.fromkeys(longest(named))
    for span in named:
        if span not in kept:
            report(Misfit(record.number, "crossed", span.start, span.end, span.label))
    return [(span, named[span]) for span in kept]


def fitted(
    record: Record, spans: Sequence[PiiSpan]
) -> tuple[tuple[str, ...], tuple[bool, ...], list[Place]]:
    """The tokens of a record, cut where spans begin or end.

    record (Record): The record.
    spans (Sequence[PiiSpan]): By place.
    RETURNS (tuple): Tokens, for each whether a space follows, and where each stands.
    """
    tokens, spaces = record.tokens, record.spaces
    own = token_places(record.text, tokens, spaces)
    places = cut(own, len(record.text), spans)
    if tokens is None or spaces is None or places != own:
        tokens, spaces = with_spaces(record.text, places)
    return tokens, spaces, token_places(record.text, tokens, spaces)


def shown_label(label: str) -> str:
    """A label for a message: what could be a piece of text is not shown.

    label (str): As a file has it.
    RETURNS (str): In quotes, or what stands for it.
    """
    return repr(label) if is_plain(label) else f"(a label of {len(label)} characters)"


def _utf8_width(character: str) -> int:
    code = ord(character)
    return 1 + (code > 0x7F) + (code > 0x7FF) + (code > 0xFFFF)


def _utf16_width(character: str) -> int:
    return 1 + (ord(character) > 0xFFFF)


def _bare(text: str) -> str:
    """Without white space: tools quote line ends as they like, or as a backslash and an n."""
    return "".join(text.replace("\\n", "").replace("\\r", "").split())
