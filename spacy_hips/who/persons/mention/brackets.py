"""Second surnames and nicknames in brackets or quotes, which belong to the name around them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....core.later import regex
from ....core.spans import DENIED, PiiSpan
from ....text.lexicon.person_words import BORN, ROSTER_ROLES
from ....text.lexicon.tables import NameTables, fold
from .parse import parse
from .titles import known_titles

_WORD = r"\p{Lu}[\p{L}\p{M}'’\-]+"
_BORN = "|".join(sorted(BORN, key=lambda word: (-len(word), word)))
_BETWEEN = regex.compile(rf"[^\S\n](?:\({_WORD}\)|[\"“„«‹'‘‚]{_WORD}[\"”“»›'’])[^\S\n]")
_BEHIND = regex.compile(rf"[^\S\n]?[(\[](?P<born>(?:{_BORN})\.?[^\S\n])?(?P<name>{_WORD})[)\]]")
_OPEN = regex.compile(rf"(?<!\S)(?P<name>{_WORD})[^\S\n][\"“„«‹'‘‚]\Z")
_CLOSING = regex.compile(r"[\p{L}\p{M}\-]+[\"”“»›'’][^\S\n]")
_REACH = 40


@dataclass(frozen=True)
class _Around:
    """What names may be widened over: the text, the tables, and places of other spans."""

    text: str
    tables: NameTables
    blocked: Sequence[tuple[int, int]]

    def free(self, start: int, end: int) -> bool:
        """Stands no other span there?"""
        at = bisect_left(self.blocked, (start, 0))
        near = self.blocked[max(at - 1, 0) : at + 1]
        return not any(s < end and start < e for s, e in near)

    def of(self, span: PiiSpan) -> str:
        """The characters of a span."""
        return self.text[span.start : span.end]


def with_brackets(
    text: str, spans: Sequence[PiiSpan], tables: NameTables, blocked: Sequence[tuple[int, int]] = ()
) -> list[PiiSpan]:
    """Widen names over what stands in brackets or quotes inside or behind them.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): Names, by place, without overlap.
    tables (NameTables): The name tables.
    blocked (Sequence): Start and end of other spans, by place, which no name may grow over.
    RETURNS (list[PiiSpan]): By place: "Joan (Fisher) Abara" and "Tomás “Tomi” Ruiz" are one
        name each, and so is "Nadia Rahman (Khan)", but not "Nadia Rahman (Tutor)".
    """
    around = _Around(text, tables, blocked)
    out: list[PiiSpan] = []
    left = list(spans[::-1])
    while left:
        span = left.pop()
        if span.source != DENIED:
            span = _opened(around, span, out[-1].end if out else 0)
            span = _joined(around, span, left)
            span = _followed(around, span, left)
        out.append(span)
    return out


def _opened(around: _Around, span: PiiSpan, at: int) -> PiiSpan:
    """A name that was found from its nickname on ("Chip' Abara") begins before the quote."""
    if not _CLOSING.match(around.text, span.start, min(span.end, span.start + _REACH)):
        return span
    before = _OPEN.search(around.text, max(at, span.start - _REACH), span.start)
    if before is None or not around.free(before.start(), span.start):
        return span
    word, tables = before["name"], around.tables
    named = tables.is_name(word) or not tables.is_common_word(word)
    return replace(span, start=before.start()) if named else span


def _joined(around: _Around, span: PiiSpan, left: list[PiiSpan]) -> PiiSpan:
    """A forename and a surname with a word in brackets or quotes between them."""
    between = _BETWEEN.match(around.text, span.end, span.end + _REACH)
    if between is None or len(parse(around.of(span), around.tables).core) > 2:
        return span
    at = len(left) - 1
    while at >= 0 and left[at].end <= between.end():
        at -= 1  # the nickname itself may have been found
    last = left[at] if at >= 0 else None
    if last is None or last.start != between.end() or last.label != span.label:
        return span
    if last.source == DENIED:
        return span
    name = parse(around.of(last), around.tables)
    if len(name.core) > 2 or name.having("title") or not around.free(span.end, last.start):
        return span
    del left[at:]
    return replace(span, end=last.end, score=max(span.score, last.score))


def _followed(around: _Around, span: PiiSpan, left: list[PiiSpan]) -> PiiSpan:
    """A full name with another surname in brackets behind it."""
    behind = _BEHIND.match(around.text, span.end, span.end + _REACH)
    if behind is None or not around.free(span.end, behind.end()):
        return span
    name = parse(around.of(span), around.tables)
    if not (name.having("first") and name.having("last")):
        return span
    word = fold(behind["name"])
    fore, sur = around.tables.masses(word)
    role = word in known_titles() or word in ROSTER_ROLES  # "Nadia Rahman (Host)"
    if not behind["born"] and (sur <= fore or role):
        return span
    while left and left[-1].end <= behind.end():
        left.pop()
    return replace(span, end=behind.end())
