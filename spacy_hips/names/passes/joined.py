"""Names in one word that the finder does not believe: "AzevedoC", "AnaOkri" and "ana_okri"."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace

import regex

from ...labels import NAME_LABELS
from ...lexicon.tables import particles
from ...lexicon.words import Lexicon
from ...spans import PiiSpan
from .things import remainders

SCORE = 0.5
"""The score of such a name: the finder did not see it."""
_NAMES = NAME_LABELS | {"USERNAME"}
# Genes and nicknames are short ("LexA", "DanB").
_RUN_ON = regex.compile(
    r"(?<![\p{L}\p{M}\p{N}_@./>-])(?P<who>\p{Lu}[\p{Ll}\p{M}]{3,})\p{Lu}(?![\p{L}\p{M}\p{N}_@])"
)
_TIED = regex.compile(r"(?P<who>[\p{L}\p{M}]{3,})_(?P<other>[\p{L}\p{M}]{3,})")
_PART = r"\p{Lu}[\p{Ll}\p{M}]{2,}"
_BOTH = rf"(?P<first>{_PART})(?P<last>{_PART}(?:-{_PART})?)"
_TOGETHER = regex.compile(
    rf"(?<![\p{{L}}\p{{M}}\p{{N}}_@./>#-]){_BOTH}(?![\p{{L}}\p{{M}}\p{{N}}_@(-]|\.\p{{L}})"
)
_FULL_PLACE = regex.compile(_BOTH)
_PREFIXES = frozenset({"fitz", "mac"})  # "MacArthur"
_COMMON = 2  # how common both parts have to be where nothing was found, in the lexicon's steps


def glued_names(text: str, spans: Sequence[PiiSpan], lexicon: Lexicon) -> list[PiiSpan]:
    """Surnames and forenames with an initial that lost its blank, full names that did, and names
    with an underscore.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What was found in it.
    lexicon (Lexicon): Looks words up: only what is known as a forename or a surname, and is no
        ordinary word, is a name.
    RETURNS (list): All spans, by place. What was found as a place, a firm or a school gives way,
        but for the words behind ("KoorV - Narva School").

        >>> glued_names("Design thinking\\nAzevedoC", [], Lexicon())[0].start
        16
    """
    found = {m.span() for m in _RUN_ON.finditer(text) if _is_name(m["who"], lexicon)}
    found |= {m.span() for m in _TOGETHER.finditer(text) if _is_full(m, lexicon, _COMMON)}
    for span in spans:
        match = _TIED.fullmatch(text, span.start, span.end)
        if match and any(_is_name(match[part], lexicon) for part in ("who", "other")):
            found.add(match.span())
        match = _FULL_PLACE.fullmatch(text, span.start, span.end)
        if match and _is_full(match, lexicon, 1):
            found.add(match.span())
    names = sorted(found)
    out: list[PiiSpan] = []
    covered: set[int] = set()
    for span in spans:
        inside = _inside(names, span)
        if not inside:
            out.append(span)
        elif span.label in _NAMES:
            out.append(replace(span, end=max(span.end, names[inside[-1]][1])))
            covered.update(inside)
        else:
            out += remainders(text, span, names[inside[0]][0], names[inside[-1]][1])
    free = (place for i, place in enumerate(names) if i not in covered)
    out += [PiiSpan(start, end, "PERSON", SCORE, "ner") for start, end in free]
    return sorted(out, key=lambda span: span.start)


def _inside(names: Sequence[tuple[int, int]], span: PiiSpan) -> range:
    """Which of the names, by place and apart from each other, a span touches."""
    first = bisect_right(names, span.start, key=lambda name: name[1])
    return range(first, bisect_left(names, span.end, key=lambda name: name[0]))


def _is_name(word: str, lexicon: Lexicon) -> bool:
    return lexicon(word).named and not lexicon(word).common


def _is_full(match: regex.Match[str], lexicon: Lexicon, least: int) -> bool:
    """A forename and a surname without their blank: "RawanMostafa", not "YouTube"."""
    first, last = lexicon(match["first"]), lexicon(match["last"])
    if match["first"].lower() in _PREFIXES | particles():
        return False
    known = first.forename >= least and last.surname >= least
    return known and not (last.common or (first.common and first.forename < _COMMON))
