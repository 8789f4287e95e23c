"""Span groups with exact characters, scores and sources.

A spaCy `SpanGroup` cannot be edited in place without losing something, and a token may hold more
than an identifier ("Name:Ana"). So every component reads a group into plain `PiiSpan` records,
works on those, and writes the group anew with `write_group`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .body import text_of
from .errors import Errors, HipsError
from .labels import KEPT, LABELS, adopted_label, check_label
from .later import re
from .notes import Note, is_covered, keep, kept, notes

if TYPE_CHECKING:
    import numpy as np
    from spacy.tokens import Doc, Span, SpanGroup

SEARCHED = "searched for "
WRITTEN = "written group "
FIXED = "fixed entities"
DENIED_PLACES = "denied places"
DENIED = "deny"
"""The source of spans that a deny list made."""
KNOWN_PEOPLE = "known"
"""The source of spans that name people of a table or of a name column."""
KNOWN_LABELS: tuple[str, ...] = ("EMAIL", "PERSON", "USERNAME")
"""What is found of such people."""
FILLED = "placeholder."
"""How the source of a span begins that is a placeholder of somebody else's, to be filled with a
name; the form of the name follows."""
FILL = "fill"
"""What a replacement says was done with such a span."""
STAND_INS: Mapping[str, str] = MappingProxyType(
    {"first": "Robin", "last": "Reed", "full": "Robin Reed"}
)
"""By form, the name that a placeholder is read as when its surrogate is made."""
PROVED = 0.6
"""The score from which on a rule has more than a guess: a validator or a cue word spoke for it."""


@dataclass(frozen=True)
class PiiSpan:
    """An identifier in a text, by its exact characters.

    start, end (int): Characters, end exclusive.
    label (str): A label of the table in labels.py.
    score (float): How sure the finder is, from 0 to 1.
    source (str): Who found it, such as "rules.email", "ner" or "ents".
    id (str): The entity, such as "PERSON:1"; "" while it is not known.
    reason (str): Why it was kept or judged so; never text of the document.
    surrogate (str): What a reviewer wants to stand there; "" leaves it to the surrogate makers.
    """

    start: int
    end: int
    label: str
    score: float = 1.0
    source: str = ""
    id: str = ""
    reason: str = ""
    surrogate: str = ""

    @property
    def length(self) -> int:
        """Number of characters."""
        return self.end - self.start


@dataclass(frozen=True)
class Replacement:
    """What was done with one span: where it was, where it is now, and what stands there.

    start, end (int): Characters in the original text.
    new_start, new_end (int): Characters in the anonymised text.
    label, entity, action (str): What it was, whose it was, and which action was taken.
    surrogate (str): The text that stands there now; for `mark` and `keep` the text itself.
    """

    start: int
    end: int
    new_start: int
    new_end: int
    label: str
    entity: str
    action: str
    surrogate: str

    def to_row(self) -> tuple[int, int, int, int, str, str, str, str]:
        """The fields as plain data, in their order."""
        return astuple(self)  # type: ignore[return-value]


def read_group(doc: Doc, key: str) -> list[PiiSpan]:
    """Read a span group, with the exact characters where it has them.

    doc (Doc): The document.
    key (str): The group's name; a missing group is an empty one.
    RETURNS (list): A `PiiSpan` for each span, in the group's order. A number such as "PERSON:1"
        says who is meant within one document only; it is left out where the document may have
        been joined of several (`Doc.from_docs`).
    RAISES (HipsError): E114 if scores, sources or offsets do not match the spans one to one.
    """
    if key not in doc.spans:
        return []
    group = doc.spans[key]
    counts = bool(group.attrs) or is_written(doc, key)
    columns = {
        name: _column(group, key, name, values)
        for name, values in group.attrs.items()
        if name in _ATTRS and values is not None
    }
    out = []
    for i, span in enumerate(group):
        offsets = columns.get("offsets")
        start, end = offsets[i] if offsets is not None else (span.start_char, span.end_char)
        score = columns.get("scores")
        source = columns.get("sources")
        reason = columns.get("reasons")
        surrogate = columns.get("surrogates")
        out.append(
            PiiSpan(
                start=int(start),
                end=int(end),
                label=span.label_,
                score=round(float(score[i]), 6) if score is not None else 1.0,
                source=str(source[i]) if source is not None else "",
                id=span.id_ if counts or not _NUMBERED.fullmatch(span.id_) else "",
                reason=str(reason[i]) if reason is not None else "",
                surrogate=str(surrogate[i]) if surrogate is not None else "",
            )
        )
    return out


def read_found(doc: Doc, key: str) -> list[PiiSpan]:
    """Read a group that is searched or replaced, and that other components may have set, too.

    doc (Doc): The document.
    key (str): The group's name.
    RETURNS (list): As `read_group`. Labels of other schemes, such as PER, are those of this package
        that they stand for, as in `doc.ents`; spans without characters are left out.
    RAISES (HipsError): E101 for a label that stands for none, since nobody has said what becomes of
        it; E110 for characters that are not those of the document.
    """
    out, length = [], len(text_of(doc))
    for span in read_group(doc, key):
        start, end = span.start, span.end
        if not 0 <= start <= end <= length:
            raise HipsError(Errors.E110.format(start=start, end=end, length=length))
        label = check_label(adopted_label(span.label) or span.label).name
        if span.length:
            out.append(replace(span, label=label))
    return out


def write_group(doc: Doc, key: str, spans: Iterable[PiiSpan]) -> SpanGroup:
    """Write a span group anew, sorted by place.

    doc (Doc): The document.
    key (str): The group's name; what was there is replaced.
    spans (Iterable[PiiSpan]): The records. A record that starts or ends inside a token gets the
        covering tokens; its exact characters stand in `attrs["offsets"]`.
    RETURNS (SpanGroup): The group, with `attrs` "scores" (float32), "sources", "offsets" and, if
        any record has one or there is none, "reasons"; "surrogates" if any record has one.
    RAISES (HipsError): E110 for characters outside the document, E101 for an unknown label.
    """
    import numpy as np
    from spacy.tokens import Span, SpanGroup

    records = sorted(spans, key=lambda s: (s.start, s.end, s.label))
    cover = TokenCover(doc) if records else None
    tokens = [
        Span(doc, *cover(s.start, s.end), label=check_label(s.label).name, span_id=s.id)
        for s in records
        if cover is not None
    ]
    attrs: dict[str, Any] = {
        "scores": np.asarray([s.score for s in records], dtype="float32"),
        "sources": [s.source for s in records],
        "offsets": [(s.start, s.end) for s in records],
    }
    if not records or any(s.reason for s in records):
        attrs["reasons"] = [s.reason for s in records]
    if any(s.surrogate for s in records):
        attrs["surrogates"] = [s.surrogate for s in records]
    group = SpanGroup(doc, name=key, spans=tokens, attrs=attrs)
    doc.spans[key] = group
    keep(doc, WRITTEN + key, True)
    return doc.spans[key]


def copy_found(doc: Doc, to: Doc, key: str) -> None:
    """Write a group of one document on another of the same text, and what searched for it."""
    write_group(to, key, read_found(doc, key))
    keep(to, SEARCHED + key, kept(doc, SEARCHED + key, ()))


def token_characters(doc: Doc) -> tuple[np.ndarray, np.ndarray, int]:
    """Where each token stands, without a loop over the tokens and without `doc.text`.

    doc (Doc): The document.
    RETURNS (tuple): The first character of each token, the one behind its last (both of shape
        (tokens,), int), and the number of characters of the document.
    """
    import numpy as np

    layout = doc.to_array(["LENGTH", "SPACY"]).astype(int).reshape(-1, 2)
    after = np.cumsum(layout[:, 0] + layout[:, 1])
    length = int(after[-1]) if len(doc) else 0
    starts = np.concatenate(([0], after[:-1])) if len(doc) else after
    return starts, starts + layout[:, 0], length


class TokenCover:
    """Finds the tokens that cover some characters of one document.

    doc (Doc): The document.
    """

    def __init__(self, doc: Doc) -> None:
        starts, _, self._length = token_characters(doc)
        self._starts = starts.tolist()

    def __call__(self, start: int, end: int) -> tuple[int, int]:
        """The covering tokens.

        start, end (int): Characters, end exclusive.
        RETURNS (tuple): First token and the one behind the last.
        RAISES (HipsError): E110 for characters outside the document or an empty span.
        """
        if not 0 <= start < end <= self._length:
            raise HipsError(Errors.E110.format(start=start, end=end, length=self._length))
        first = max(0, bisect_right(self._starts, start) - 1)
        return first, max(first + 1, bisect_left(self._starts, end))


def action_of(span: PiiSpan, actions: Mapping[str, str]) -> str:
    """What is done with a span.

    span (PiiSpan): The span.
    actions (Mapping[str, str]): The action of every label.
    RETURNS (str): Its label's action. What a reviewer gave a surrogate is replaced, and so is a
        placeholder that is filled. What a deny list names is never kept: there it is the profile
        "full" that tells.
    """
    if span.surrogate or span.source.startswith(FILLED):
        return "surrogate"
    action = actions[span.label]
    return LABELS[span.label].full if action in KEPT and span.source == DENIED else action


def surface_of(span: PiiSpan, text: str) -> str:
    """What a surrogate is made for.

    span (PiiSpan): The span.
    text (str): The document's text.
    RETURNS (str): Its characters; for a placeholder that is filled, a name of the form that fits.
    """
    if span.source.startswith(FILLED):
        return STAND_INS[span.source.removeprefix(FILLED)]
    return text[span.start : span.end]


def is_proved(span: PiiSpan) -> bool:
    """Did a rule find it by a validator or a cue, not by a guess?

    span (PiiSpan): The span.
    RETURNS (bool): Whether a rule found it and was sure.
    """
    return span.source.startswith("rules.") and span.score >= PROVED


def set_entity(doc: Doc, span: Span | PiiSpan, entity: str, *, spans_key: str = "pii") -> None:
    """Say by hand whose mention a span is: join two mentions, or part them.

    doc (Doc): The document.
    span (Span): A span of the group (or any span of the same characters).
    entity (str): The entity, such as "PERSON:2".
    spans_key (str): The group; where it does not exist yet, the correction waits for it.
    RAISES (HipsError): E112 for a malformed entity, E113 if the group has no such span.

    EXAMPLE:
        >>> doc = nlp("I am Ana.")
        >>> group = write_group(doc, "pii", [PiiSpan(5, 8, "PERSON", id="PERSON:1")])
        >>> set_entity(doc, doc.spans["pii"][0], "PERSON:2")
        >>> doc.spans["pii"][0].id_
        'PERSON:2'
    """
    label, _, number = entity.partition(":")
    if label not in LABELS or not number.isdigit() or int(number) < 1:
        raise HipsError(Errors.E112.format(entity=entity))
    start, end = _characters(doc, span, spans_key)
    if spans_key in doc.spans:
        records = read_group(doc, spans_key)
        if not any((s.start, s.end) == (start, end) for s in records):
            raise HipsError(Errors.E113.format(key=spans_key, start=start, end=end))
        write_group(
            doc,
            spans_key,
            [replace(s, id=entity) if (s.start, s.end) == (start, end) else s for s in records],
        )
    fixed = dict(fixed_entities(doc))
    fixed[(start, end)] = entity
    keep(doc, FIXED, [(s, e, name) for (s, e), name in sorted(fixed.items())])


def fixed_entities(doc: Doc) -> dict[tuple[int, int], str]:
    """The corrections made with `set_entity`: entity by characters."""
    return {(int(s), int(e)): str(name) for s, e, name in kept(doc, FIXED, ())}


def note_searched(
    doc: Doc, key: str, labels: Iterable[str], by: str, *, more: bool = False
) -> None:
    """Remember on the document that some labels were looked for.

    doc (Doc): The document.
    key (str): The group that holds what was found. Without it the note does not count.
    labels (Iterable[str]): The labels.
    by (str): What looked for them: "rules", "tables", "ents" or the name of a trained pipeline.
    more (bool): Beside what the group was searched for before; else in place of it.
    """
    before = kept(doc, SEARCHED + key, ()) if more else ()
    rows = {(label, who) for label, who in before} | {(label, by) for label in labels}
    keep(doc, SEARCHED + key, sorted(rows))


def searched(doc: Doc) -> set[str]:
    """The labels that something has looked for, everywhere in this document.

    Known people do not count: who looks for them passes over everybody else.
    """
    return {label for label, _ in _searched_by(doc, but=KNOWN_PEOPLE)}


def searched_by(doc: Doc) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The labels that something has looked for everywhere in a document, and what that was.

    doc (Doc): The document.
    RETURNS (tuple): A label and what looked for it ("rules", the name of a trained pipeline, "ents"
        for `doc.ents` of other components, "known" for a table of known people, "function"), both
        sorted. Empty where nothing has searched the document, or what it found was lost.
    """
    return _searched_by(doc)


def _searched_by(doc: Doc, but: str = "") -> tuple[tuple[str, tuple[str, ...]], ...]:
    told: dict[str, list[tuple[Note, str]]] = {}
    for key in doc.spans:
        for note in notes(doc, SEARCHED + key):
            for label, by in note.value:
                if by != but:
                    told.setdefault(label, []).append((note, by))
    return tuple(
        (label, tuple(sorted({by for _, by in found})))
        for label, found in sorted(told.items())
        if is_covered(doc, sorted((note for note, _ in found), key=lambda n: (n.start, n.end)))
    )


def is_written(doc: Doc, key: str) -> bool:
    """Was a group written on this very document by `write_group`?"""
    return bool(kept(doc, WRITTEN + key, False))


def is_partly_written(doc: Doc, key: str) -> bool:
    """Was a document joined of others, of which some have a span group and some have not?

    doc (Doc): The document.
    key (str): The group's name.
    """
    told = notes(doc, WRITTEN + key)
    return bool(told) and not is_covered(doc, told)


def note_denied(doc: Doc, spans: Iterable[PiiSpan]) -> None:
    """Remember on the document what a deny list names in it, whatever becomes of the spans."""
    places = {(s.start, s.end, s.label) for s in (*denied(doc), *spans)}
    keep(doc, DENIED_PLACES, sorted(places))


def denied(doc: Doc) -> list[PiiSpan]:
    """What a deny list names in this document."""
    return [
        PiiSpan(note.start + int(s), note.start + int(e), str(label), 1.0, DENIED)
        for note in notes(doc, DENIED_PLACES)
        for s, e, label in note.value
    ]


def map_offset(replacements: Sequence[Replacement], offset: int, *, back: bool = False) -> int:
    """Carry a character position from the original to the anonymised text, or back.

    A position inside a replaced span goes to the start of what stands there instead.

    replacements (Sequence[Replacement]): Those of the document, by place.
    offset (int): A character position.
    back (bool): From the anonymised text to the original.
    RETURNS (int): The position in the other text.
    """
    shift = 0
    for r in replacements:
        start, end, new_start, new_end = r.start, r.end, r.new_start, r.new_end
        if back:
            start, end, new_start, new_end = new_start, new_end, start, end
        if offset < end or offset == start:
            return new_start if offset >= start else offset + shift
        shift = new_end - end
    return offset + shift


_ATTRS = ("scores", "sources", "offsets", "reasons", "surrogates")
_NUMBERED = re.compile(r"[A-Z_]+:[1-9][0-9]*")


def _column(group: SpanGroup, key: str, name: str, values: Sequence[Any]) -> Sequence[Any]:
    if len(values) != len(group):
        raise HipsError(
            Errors.E114.format(key=key, spans=len(group), values=len(values), attr=name)
        )
    return values


def _characters(doc: Doc, span: Span | PiiSpan, key: str) -> tuple[int, int]:
    if isinstance(span, PiiSpan):
        return span.start, span.end
    for record, other in zip(read_group(doc, key), doc.spans.get(key, ()), strict=False):
        if (other.start, other.end, other.label_) == (span.start, span.end, span.label_):
            return record.start, record.end
    return span.start_char, span.end_char
