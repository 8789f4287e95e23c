"""Parts a public person from a namesake: "Nelson Mandela led ... my uncle Nelson came".

A lone forename fits the full name before it. Where that is a public figure's or a cited author's,
and somebody of the writer's own is called so, a reader takes them for two people.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....core.labels import NAME_LABELS
from ....core.later import regex
from ....core.spans import PiiSpan
from ....text.lexicon.language import every
from ....text.lexicon.public_figures import public_lists
from ....text.lexicon.tables import fold

_LOOK_BACK = 48
_WHOSE = "|".join(dict.fromkeys((*every("my"), "his", "her", "their", "a")))
_SOMEBODY = "|".join(
    sorted({*every("friend"), *every("kin"), "baby", "cousin", "partner"}, key=len, reverse=True)
)
_OWN = regex.compile(
    rf"(?i)(?<!\p{{L}})(?:{_WHOSE})\s+(?:\p{{L}}+[\s-]+){{0,2}}?(?:{_SOMEBODY})s?,?\s+"
    r"(?:named\s+|called\s+|is\s+)?\Z"
)
_CITED = regex.compile(r"(?:['’]s)?,? \((?:1[89]|20)\d\d")
_WORD = regex.compile(r"[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*")


def part_namesakes(text: str, spans: Sequence[PiiSpan], groups: list[object]) -> None:
    """Give the private namesakes of public persons a group of their own.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): All spans, by place.
    groups (list): What is equal for the spans of one entity; changed in place.
    """
    people: dict[object, list[int]] = {}
    for i, span in enumerate(spans):
        if span.label in NAME_LABELS and not span.id:
            people.setdefault(groups[i], []).append(i)
    for group, own in people.items():
        if len(own) > 1:
            for i in _private(text, [spans[i] for i in own]):
                groups[own[i]] = ("namesake", group)


def _private(text: str, own: Sequence[PiiSpan]) -> list[int]:
    """Which mentions of a person are a namesake's, by their numbers."""
    words = [tuple(fold(w) for w in _WORD.findall(text[s.start : s.end])) for s in own]
    public = [i for i, s in enumerate(own) if len(words[i]) > 1 and _is_public(text, s)]
    if not public:
        return []
    known = set().union(*(words[i] for i in public))
    private = [
        i
        for i, s in enumerate(own)
        if i not in public and (_is_longer(words[i], known) or _is_introduced(text, s))
    ]
    if not private or any(_is_introduced(text, own[i]) for i in public):
        return []
    called = set().union(*(words[i] for i in private))
    longer = called - known
    surnames = {words[i][-1] for i in public}
    first = min(private)
    for i, name in enumerate(words):
        if i in public or i in private:
            continue
        theirs = bool(longer & set(name)) or (i > first and bool(called & set(name) - surnames))
        if theirs:
            private.append(i)
    return private


def _is_public(text: str, span: PiiSpan) -> bool:
    listed = public_lists().full_name(text[span.start : span.end])
    return listed or _CITED.match(text, span.end) is not None


def _is_longer(words: Sequence[str], known: set[str]) -> bool:
    """Has it the whole of the public name, and a surname more ("Isaac Newton Odhiambo")?"""
    return known < set(words) and all(len(word) > 1 for word in words)


def _is_introduced(text: str, span: PiiSpan) -> bool:
    return _OWN.search(text[max(0, span.start - _LOOK_BACK) : span.start]) is not None
