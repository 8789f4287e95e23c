"""Who speaks in a chat: where some lines begin with a found name and a colon, others do so, too.

    ana: did you get 42?
    grace: yes

A forename in small letters that is also a word says nothing by itself; in a column of speakers it
is a name. Where a messenger wrote the time in front ("[12:01, 3/4/2023] Grace: yes"), whoever
stands behind it is somebody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import regex

from ...labels import NAME_LABELS
from ...lexicon.cues import EDGE_WORDS
from ...lexicon.words import Lexicon
from ...spans import PiiSpan
from .things import MISTAKEN

# What else stands before a colon, though somebody may be called so.
_NO_SPEAKERS = EDGE_WORDS | {"age", "agent", "date", "major", "price", "topic"}
_NO_SENDERS = _NO_SPEAKERS | {
    *("you", "everyone", "unknown", "system", "admin", "bot", "note", "error"),
}
SENT = 0.9
"""The score of who sent a message, where the finder did not see a name."""
LEAST_LINES = 2
"""So many lines have to begin with a found name before others are taken for speakers."""
OFTEN = 3
"""So many lines begin with a word that is then a speaker whatever it means ("juice: so what")."""
_ROLES = frozenset(
    {"a", "ai", "answer", "assistant", "bot", "chatgpt", "child", "class", "edit", "everyone",
     "example", "facilitator", "host", "int", "interviewee", "interviewer", "learner", "me",
     "moderator", "mom", "mum", "dad", "narrator", "note", "q", "question", "researcher", "student",
     "teacher", "tutee", "tutor", "update", "us", "user", "week", "you"}
)  # fmt: skip
_SPEAKER = regex.compile(
    r"(?m)^[^\S\n]*(?P<who>[\p{L}\p{M}'’.-]+(?: [\p{L}\p{M}'’.-]+){0,2}):(?=\s)"
)
# A chat that lost its line breaks: "yes! April: I will explain it. Ana: thanks. April: ..."
_IN_LINE = regex.compile(r"[.!?…]\s+(?P<who>\p{Lu}[\p{L}\p{M}'’-]+):(?=\s)")
_NAME = r"[\p{L}\p{M}][\p{L}\p{M}'’.-]*(?:[ \xa0][\p{L}\p{M}'’.-]+){0,3}"
_DECORATION = r"[^\p{L}\p{N}\s:]{0,8}"
_TIME = r"\d{1,2}[:.]\d\d"
_IN_BRACKETS = rf"\[[^\[\]\n]{{0,16}}{_TIME}[^\[\]\n]{{0,16}}\][^\S\n]{{0,2}}"
_DATED = (
    rf"\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}},? {_TIME}(?:[:.]\d\d)?"
    r"(?:[ \xa0\u202f]?(?i:[ap]\.?m\.?))? [-–] "
)
_SENT = regex.compile(
    rf"(?m)^[\u200e\ufeff]?(?:{_IN_BRACKETS}|{_DATED})"
    rf"(?:~[ \xa0]?)?{_DECORATION}(?P<who>{_NAME})"
    rf" ?{_DECORATION}(?: ?\([^()\n]{{1,30}}\))? ?{_DECORATION}:(?=\s)"
)


def with_speakers(text: str, spans: Sequence[PiiSpan], lexicon: Lexicon) -> list[PiiSpan]:
    """Add the speakers of a chat that were not found.

    These are names at the beginning of a line, or of sentences more than once: those that were
    found as speakers elsewhere and, where at least `LEAST_LINES` of these are found names, whoever
    may be one or speaks `OFTEN`, with the lowest score of the found ones.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What was found in it.
    lexicon (Lexicon): Looks words up: only what is known as a forename or a surname is a speaker.
    RETURNS (list): All spans, by place. What was found as a date or a place ("April: yes") gives
        way to who speaks elsewhere.
    """
    lines = _turns(text)
    names = {(s.start, s.end): s for s in spans if s.label in NAME_LABELS}
    found = [names[line] for line in lines if line in names]
    least = min(found, key=lambda s: s.score) if len(found) >= LEAST_LINES else None
    same = {
        text[start:end].lower(): s for (start, end), s in names.items() if text.startswith(":", end)
    }
    often = Counter(text[slice(*line)].lower() for line in lines)
    out = {(s.start, s.end): s for s in spans}
    taken = {i for span in spans for i in range(span.start, span.end)}
    for line in lines:
        who = text[slice(*line)]
        known = same.get(who.lower())
        speaks = _may_be_name(who, lexicon) or (often[who.lower()] >= OFTEN and _is_called(who))
        like = known or (least if least and speaks else None)
        mistaken = known and line in out and out[line].label in MISTAKEN
        if like and (mistaken or taken.isdisjoint(range(*line))):
            out[line] = replace(like, start=line[0], end=line[1])
    taken |= {i for start, end in out for i in range(start, end)}
    for line in _senders(text):
        mistaken = line in out and out[line].label in MISTAKEN
        if mistaken or taken.isdisjoint(range(*line)):
            out[line] = PiiSpan(*line, "PERSON", SENT, "ner")
    return sorted(out.values(), key=lambda span: span.start)


def _turns(text: str) -> list[tuple[int, int]]:
    """Who begins a line and, within lines, who begins a sentence more than once."""
    inside = list(_IN_LINE.finditer(text))
    often = Counter(match["who"] for match in inside)
    turns = [match for match in inside if often[match["who"]] > 1]
    return sorted({m.span("who") for m in (*_SPEAKER.finditer(text), *turns)})


def _senders(text: str) -> list[tuple[int, int]]:
    """Who sent the messages that a messenger wrote down with their time."""
    senders = (m for m in _SENT.finditer(text) if m["who"].lower() not in _NO_SENDERS)
    return [match.span("who") for match in senders]


def _is_called(who: str) -> bool:
    """May a word be what somebody is called in a chat: one, and no role or field?"""
    return len(who) > 1 and who.isalpha() and who.lower() not in _NO_SPEAKERS | _ROLES


def _may_be_name(name: str, lexicon: Lexicon) -> bool:
    words = name.split()
    known = any(max(lexicon(word).forename, lexicon(word).surname) for word in words)
    return known and not any(word.lower() in _NO_SPEAKERS for word in words)
