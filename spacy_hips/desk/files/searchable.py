"""What is searched of a document: its cells as their readers see them, and the way back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ...core.hypertext import Hypertext, Run, read_hypertext
from ...core.spans import PiiSpan, Replacement
from ...who.judging.verdicts import Verdict
from .documents import NAME_ROLES, Document, Part


@dataclass(frozen=True)
class Shown:
    """A document, and what is searched of it.

    source (Document): The document as it was read; all that leaves a run tells places in it.
    document (Document): The same with text cells without their HTML.
    hypertext (Hypertext): Where both differ; None where they do not.
    given (tuple[PiiSpan, ...]): Spans from outside, by their characters in `document`; None where
        it is to be searched.
    """

    source: Document
    document: Document
    hypertext: Hypertext | None = None
    given: tuple[PiiSpan, ...] | None = None

    @classmethod
    def of(cls, source: Document, given: Iterable[PiiSpan] | None = None) -> Shown:
        """Take the HTML of a document's text cells apart.

        source (Document): A document. One that was read with its tokens stays as it is, and so
            does one of which a given span is not shown.
        given (Iterable[PiiSpan]): Spans from outside, by their characters in the document.
        """
        spans = None if given is None else tuple(given)
        hypertext, document = _taken_apart(source)
        if hypertext is None or spans is None:
            return cls(source, document, hypertext, spans)
        places = [hypertext.shown(span.start, span.end) for span in spans]
        moved = [
            replace(span, start=place[0], end=place[1])
            for span, place in zip(spans, places, strict=True)
            if place is not None
        ]
        if len(moved) < len(spans):
            return cls(source, source, None, spans)
        return cls(source, document, hypertext, tuple(moved))

    def spans(self, found: Iterable[PiiSpan]) -> tuple[PiiSpan, ...]:
        """Spans by their characters in the source; one that tags part is one for each piece."""
        if self.hypertext is None:
            return tuple(found)
        moved = [
            replace(span, start=start, end=end)
            for span in found
            for start, end in self._places(span.start, span.end)
        ]
        return tuple(sorted(moved, key=lambda span: (span.start, span.end)))

    def replacements(self, done: Iterable[Replacement]) -> tuple[Replacement, ...]:
        """Replacements by their characters in the source."""
        return tuple(done if self.hypertext is None else self.hypertext.placed(done))

    def verdicts(self, found: Iterable[Verdict]) -> tuple[Verdict, ...]:
        """Verdicts with the places of their mentions in the source."""
        if self.hypertext is None:
            return tuple(found)
        return tuple(
            replace(
                verdict,
                places=tuple(sorted(p for place in verdict.places for p in self._places(*place))),
            )
            for verdict in found
        )

    def anonymized(self, text: str, done: Iterable[Replacement]) -> str:
        """The anonymised source.

        text (str): The anonymised text of `document`.
        done (Iterable[Replacement]): What was done with it.
        """
        return text if self.hypertext is None else self.hypertext.rewritten(done)

    def _places(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        assert self.hypertext is not None
        for piece in self.hypertext.pieces(start, end):
            yield piece.start, piece.end


def _taken_apart(source: Document) -> tuple[Hypertext | None, Document]:
    """A document as it is shown, and where it differs; None and itself where it does not."""
    if source.rows[0].doc is not None:
        return None, source
    joined = _Joined(source.text)
    parts = []
    for part in source.parts:
        text = source.text[part.start : part.end]
        parts.append(joined.add(part, None if part.role in NAME_ROLES else read_hypertext(text)))
    joined.copy(len(source.text))
    if not joined.marked:
        return None, source
    hypertext = Hypertext(source.text, joined.text, joined.runs)
    places = ((part, hypertext.shown(part.start, part.end)) for part in source.speakers)
    speakers = tuple(replace(part, start=at[0], end=at[1]) for part, at in places if at)
    return hypertext, replace(source, text=joined.text, parts=tuple(parts), speakers=speakers)


class _Joined:
    """The shown text of a document, growing cell by cell."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._pieces: list[str] = []
        self._length = 0
        self._at = 0
        self.runs: list[Run] = []
        self.marked = False

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    def copy(self, end: int) -> None:
        """Show the source as it stands up to a place."""
        if self._at < end:
            width = end - self._at
            self.runs.append(Run(self._length, width, self._at, width))
            self._write(self._source[self._at : end], end)

    def add(self, part: Part, hypertext: Hypertext | None) -> Part:
        """Show a cell; returns its place in the shown text."""
        self.copy(part.start)
        start = self._length
        if hypertext is None:
            self.copy(part.end)
        else:
            self.marked = True
            self.runs += [
                replace(run, start=run.start + start, source=run.source + part.start)
                for run in hypertext.runs
            ]
            self._write(hypertext.text, part.end)
        return replace(part, start=start, end=self._length)

    def _write(self, text: str, at: int) -> None:
        self._pieces.append(text)
        self._length += len(text)
        self._at = at
