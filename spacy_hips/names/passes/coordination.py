"""Names that the names beside them tell: "Ana and Hope", "Ana, Will and Joy", "the Ruizes".

Whoever is named in one breath with somebody is somebody, also where the word alone says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import regex

from ...labels import NAME_LABELS
from ...lexicon.cues import EDGE_WORDS, NO_FORENAMES
from ...lexicon.person_words import DAYS
from ...lexicon.words import Lexicon
from ...spans import PiiSpan
from .things import THINGS

SCORE = 0.5
"""What such a name is given as its score."""
_NEAR = 40  # characters in front of a name that are looked at
_NO_FAMILIES = frozenset({"Alp", "Arab", "Balkan", "Hun", "Turk", "Thai", "Zulu"})
_WORD = r"(?P<who>\p{Lu}[\p{Ll}\p{M}'’-]+)"
# Beside a capital it would be a part of something longer ("Ana and Hope College").
_ENDS = r"(?![\p{L}\p{N}\p{M}]| \p{Lu})"
_AND_BEHIND = regex.compile(rf" (?:and|&) {_WORD}{_ENDS}")
_AND_BEFORE = regex.compile(rf"(?<!\S)(?<!\p{{Lu}}\S* ){_WORD} (?:and|&) $")
_BETWEEN = regex.compile(rf", {_WORD}(?:, (?:and )?| and | & )")
_FRONT = regex.compile(rf"(?<![\p{{L}}\p{{N}}]){_WORD}, $")
_BACK = regex.compile(rf", {_WORD}")
# Where the two stand alone on their line or in their part of it.
_OPENS = regex.compile(r"(?:\A|[\n;:•|–—])[ \t]*\Z")
_CLOSES = regex.compile(r"[ \t]*(?:\Z|[\n;|(])")
# Where they may stand as well once another name of the text is written so.
_OPENS_TOO = regex.compile(r"(?:[,&]|(?<!\p{L})(?:and|for|by|with)) \Z")
_CLOSES_TOO = regex.compile(r"[,.]| (?:and|&) ")
# Named with the writer, at the head of a clause; not "we went to Adelaide and I slept".
_HEADS = "|".join(("because", "but", "if", "that", "then", "when", "where", "while", *sorted(DAYS)))
_AND_I = regex.compile(
    rf"(?:(?:\A|[.!?;:]\s|\n)|(?i:(?<!\p{{L}})(?:{_HEADS}) )){_WORD} and I (?=\p{{Ll}})"
)
_FAMILY = regex.compile(rf"(?<!\p{{L}})[Tt]he (?P<who>\p{{Lu}}[\p{{Ll}}\p{{M}}-]+)s(?!['’]){_ENDS}")


def names_beside(text: str, spans: Sequence[PiiSpan], lexicon: Lexicon) -> list[PiiSpan]:
    """Add the names that found ones tell, and families.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What was found in it.
    lexicon (Lexicon): Looks words up: only what is known as a forename (a family: as a surname) is
        added.
    RETURNS (list): All spans, by place. "Hope, Ana" alone on its line is one of them.
    """
    spans = _with_writer(text, spans, lexicon)
    names = [span for span in spans if span.label in NAME_LABELS]
    if not names:
        return spans
    taken = {i for span in spans for i in range(span.start, span.end)}
    found = {m.span("who") for m in _coordinated(text, names) if _is_forename(m["who"], lexicon)}
    found |= {m.span("who") for m in _FAMILY.finditer(text) if _is_family(m["who"], lexicon)}
    added = [
        PiiSpan(start, end, names[0].label, SCORE, names[0].source)
        for start, end in found
        if taken.isdisjoint(range(start, end))
    ]
    taken |= {i for span in added for i in range(span.start, span.end)}
    usual = any("," in text[name.start : name.end] for name in names)
    out = added
    for span in spans:
        whole = _turned(text, span, taken, lexicon, usual)
        taken.update(range(whole.start, whole.end))
        out.append(whole)
    return sorted(out, key=lambda span: span.start)


def _with_writer(text: str, spans: Sequence[PiiSpan], lexicon: Lexicon) -> list[PiiSpan]:
    """Take "Adelaide" of "when Adelaide and I were small" for a name, where it was a place."""
    found = {m.span("who") for m in _AND_I.finditer(text) if _is_forename(m["who"], lexicon)}
    return [
        replace(span, label="PERSON")
        if span.label in THINGS and (span.start, span.end) in found
        else span
        for span in spans
    ]


def _coordinated(text: str, names: Sequence[PiiSpan]) -> Iterator[regex.Match[str]]:
    """Words beside a found name and "and", or in a list between two found names."""
    starts = {span.start for span in names}
    for span in names:
        if match := _AND_BEHIND.match(text, span.end):
            yield match
        if (match := _BETWEEN.match(text, span.end)) and match.end() in starts:
            yield match
        if match := _AND_BEFORE.search(text, max(0, span.start - _NEAR), span.start):
            yield match


def _is_forename(word: str, lexicon: Lexicon) -> bool:
    return word.lower() not in NO_FORENAMES and lexicon(word).forename > 0


def _is_family(stem: str, lexicon: Lexicon) -> bool:
    """Are they called so? "The Kings" and "the Romans" are as often something else."""
    word = lexicon(stem)
    known = word.surname > 0 and word.surname >= word.forename and stem not in _NO_FAMILIES
    return known and not (word.common or lexicon(stem + "s").common)


def _turned(text: str, span: PiiSpan, taken: set[int], lexicon: Lexicon, usual: bool) -> PiiSpan:
    """The name with its other half where both stand alone ("York, Amara").

    usual (bool): Other names of the text are written so.
    """
    if span.label not in NAME_LABELS or "," in text[span.start : span.end]:
        return span

    def joins(match: regex.Match[str], start: int, end: int) -> bool:
        free = taken.isdisjoint(range(*match.span("who")))
        return free and _stands_alone(text, start, end, usual)

    front = _FRONT.search(text, max(0, span.start - _NEAR), span.start)
    if front and _is_surname(front["who"], lexicon) and joins(front, front.start(), span.end):
        return replace(span, start=front.start())
    back = _BACK.match(text, span.end)
    if back and _is_forename(back["who"], lexicon) and joins(back, span.start, back.end()):
        return replace(span, end=back.end())
    return span


def _stands_alone(text: str, start: int, end: int, usual: bool) -> bool:
    """Is this a line or a part of one, between marks that part the items of a list?"""
    near = max(0, start - _NEAR)
    opens = _OPENS.search(text, near, start) or (usual and _OPENS_TOO.search(text, near, start))
    return bool(opens and (_CLOSES.match(text, end) or (usual and _CLOSES_TOO.match(text, end))))


def _is_surname(word: str, lexicon: Lexicon) -> bool:
    return word.lower() not in EDGE_WORDS and lexicon(word).surname > 0
