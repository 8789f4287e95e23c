"""Makes lists of spans free of overlaps, without uncovering anything."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from types import MappingProxyType

from .labels import KEPT, LABELS, NAME_LABELS, check_label, is_own
from .spans import DENIED, KNOWN_PEOPLE, PiiSpan, action_of, is_proved

FORMED: frozenset[str] = frozenset(
    ("EMAIL", "URL_PERSONAL", "IP_ADDRESS", "PHONE_NUM", "ID_NUM", "DATE_OF_BIRTH")
)
"""Labels whose identifiers have a form: a rule knows where they begin and end."""
SPECIFIC: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "USERNAME": frozenset(("EMAIL", "URL_PERSONAL")),
        "DATE": frozenset(("DATE_OF_BIRTH",)),
        **{name: frozenset(("EMAIL",)) for name in NAME_LABELS},
    }
)
"""A label and the more specific ones that take in what lies within them."""


def with_denied(
    spans: Iterable[PiiSpan], denied: Iterable[PiiSpan], actions: Mapping[str, str], text: str
) -> list[PiiSpan]:
    """Add what a deny list names, wherever its text would stay.

    spans (Iterable[PiiSpan]): What was found.
    denied (Iterable[PiiSpan]): What the list names.
    actions (Mapping[str, str]): The action of every label.
    text (str): The document's text.
    RETURNS (list): Spans without overlap, by place. What is replaced anyhow comes first, what
        would stay comes last.
    """
    hidden: list[PiiSpan] = []
    kept: list[PiiSpan] = []
    for span in sorted(spans, key=_strength):
        (kept if action_of(span, actions) in KEPT else hidden).append(span)
    return _laid([*hidden, *sorted(denied, key=_strength), *kept], text)


def resolve_overlaps(spans: Iterable[PiiSpan], text: str) -> list[PiiSpan]:
    """Make a list of spans free of overlaps, without uncovering anything.

    The order, from the strongest reason down; the first that tells two spans apart decides:

    1. A direct identifier comes before an indirect one: a date that is only marked must not
       uncover half an ID.
    2. What a rule proved comes before what was guessed on the same or a smaller stretch. If its
       label has a form of its own (`FORMED`), it comes before a longer guess, too. The whole name
       of a person whom a table knows comes before a guess at a part of it.
    3. A longer age comes before the number in it. The more specific label comes before the more
       general one (`SPECIFIC`): an e-mail address before a user name or a name within it. Of two
       proved ones that have a form, the shorter is a part of the longer: a row of digits like a
       telephone number's within an ID.
    4. The higher score, the label's priority, the longer span, the earlier.

    What a loser covers beyond the winner is kept as a span of its own, unless it holds no letter
    and no digit: dropping it would leave part of a name in the text.

    spans (Iterable[PiiSpan]): The candidates.
    text (str): The document's text.
    RETURNS (list): Spans without overlap, by place.
    """
    return _laid(sorted(_without_parts(list(spans)), key=_strength), text)


def outside(
    spans: Iterable[PiiSpan], places: Sequence[tuple[int, int]], text: str
) -> list[PiiSpan]:
    """Take off what was guessed of spans where nothing may be replaced, such as keys of fields.

    spans (Iterable[PiiSpan]): The candidates; what a rule proved stays as it is.
    places (Sequence[tuple[int, int]]): Characters, by place.
    text (str): The document's text.
    RETURNS (list): The spans, or what is left of them.
    """
    closed: list[PiiSpan] = []
    for start, end in places:
        if not closed or start >= closed[-1].end:
            closed.append(PiiSpan(start, end, "OTHER"))
        elif end > closed[-1].end:
            closed[-1] = replace(closed[-1], end=end)
    if not closed:
        return list(spans)
    starts = [place.start for place in closed]
    out = []
    for span in spans:
        if span.source == DENIED or is_proved(span):
            out.append(span)
            continue
        pieces = (_trim(p, text, whole=p is span) for p in _free_pieces(span, starts, closed))
        out += [piece for piece in pieces if piece]
    return out


def _laid(spans: Iterable[PiiSpan], text: str) -> list[PiiSpan]:
    """Lay spans down one by one, each where none before it lies."""
    starts: list[int] = []
    chosen: list[PiiSpan] = []
    for span in spans:
        for piece in _free_pieces(span, starts, chosen):
            kept = _trim(piece, text, whole=piece is span)
            if kept is not None:
                at = bisect_left(starts, kept.start)
                starts.insert(at, kept.start)
                chosen.insert(at, kept)
    return chosen


def _without_parts(spans: Sequence[PiiSpan]) -> Iterator[PiiSpan]:
    """Leave out what lies within a span that comes before it, since it is a part of that."""
    farthest: dict[tuple[str, bool, bool], tuple[int, int]] = {}
    waiting = sorted(spans, key=lambda s: s.start)
    for start, group in groupby(waiting, key=lambda s: s.start):
        together = list(group)
        for span in together:
            kind = (span.label, is_proved(span), span.source == KNOWN_PEOPLE)
            if kind not in farthest or farthest[kind][1] < span.end:
                farthest[kind] = (start, span.end)
        for span in together:
            if span.source == DENIED or not any(
                span.end <= end and _takes_in(*kind, span, longer=(first, end) != _place(span))
                for kind, (first, end) in farthest.items()
            ):
                yield span


def _place(span: PiiSpan) -> tuple[int, int]:
    return span.start, span.end


def _takes_in(label: str, proved: bool, known: bool, part: PiiSpan, *, longer: bool) -> bool:
    """Does a span of this label come before one within it, whatever their scores?"""
    uncovers = LABELS[label].kind == "indirect" and LABELS[part.label].kind != "indirect"
    if label == part.label == "AGE" and longer:  # "fünfzehn Jahre", where a rule reads the number
        return True
    if uncovers or proved < is_proved(part):
        return False
    if known and longer and {label, part.label} <= NAME_LABELS and part.source != KNOWN_PEOPLE:
        return True
    if proved > is_proved(part) or label in SPECIFIC.get(part.label, ()):
        return True
    return proved and longer and _formed(label) and _formed(part.label)


def _formed(label: str) -> bool:
    """Has it a form? A label of the user's own has the pattern that finds it."""
    return label in FORMED or is_own(label)


def _strength(span: PiiSpan) -> tuple[bool, bool, float, int, int, int]:
    row = check_label(span.label)
    formed = _formed(span.label) and is_proved(span)
    return (
        row.kind == "indirect",
        not formed and span.source != DENIED,
        -round(span.score, 6),
        -row.priority,
        -span.length,
        span.start,
    )


def _free_pieces(
    span: PiiSpan, starts: Sequence[int], chosen: Sequence[PiiSpan]
) -> Iterator[PiiSpan]:
    """The parts of a span that no chosen one covers; the span itself where it is free."""
    at = max(0, bisect_right(starts, span.start) - 1)
    left = span.start
    touched = False
    pieces = []
    while at < len(chosen) and chosen[at].start < span.end:
        other = chosen[at]
        at += 1
        if other.end <= left:
            continue
        touched = True
        if other.start > left:
            pieces.append(replace(span, start=left, end=other.start))
        left = other.end
    if not touched:
        yield span
        return
    if left < span.end:
        pieces.append(replace(span, start=left, end=span.end))
    yield from pieces


def _trim(span: PiiSpan, text: str, *, whole: bool) -> PiiSpan | None:
    """Cut a remainder to its letters and digits; None where it has none."""
    if whole:
        return span
    start, end = span.start, span.end
    while start < end and not text[start].isalnum():
        start += 1
    while end > start and not text[end - 1].isalnum():
        end -= 1
    return replace(span, start=start, end=end) if start < end else None
