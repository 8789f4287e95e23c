"""Names that a form, a header or a closing asks for: "Signed: Legend", "Thanks,\nGrant".

Where nothing but a person is named, the word is a name whatever it is otherwise, and the finder, to
whom "Will" and "Lucky" are words, need not believe it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import regex

from ...lexicon.cues import EDGE_WORDS
from ...lexicon.person_words import DATES
from ...lexicon.words import Lexicon
from ...spans import PiiSpan

SCORE = 0.9
"""The score of such a name: the finder did not see it."""
_CAPITAL = r"\p{Lu}[\p{L}\p{M}'’-]+"
_WHO = rf"(?P<who>{_CAPITAL}(?: \p{{Lu}}[\p{{L}}\p{{M}}.'’-]*){{0,2}})"
_LINE = r"(?m)^[^\S\n]*(?:[-•*>][^\S\n]*)?"
_END = r"(?=[.,;]?[^\S\n]*(?:\n|\Z)|,? ?[+(]?\d)"
_DONE = (
    "answered|checked|compiled|drawn|edited|made|posted|prepared|presented|recorded|reviewed"
    "|submitted|typed|written"
)
# Whoever fills these is a person.
_ASKED = (
    r"emergency contact|next of kin|contact person|parent ?/ ?guardian|parent or guardian|guardian"
    r"|(?:(?:parent|guardian|student|pupil|teacher)(?:['’]s)? |full |first |last |given |family "
    r"|middle |preferred )?name|nickname|signature|signed|witness"
)
# Of these a chat has lines, too, in which somebody says a word.
_OFFICES = (
    r"(?:group |team )?leader|secretary|treasurer|chair(?:person|man|woman)?|note ?taker|timekeeper"
    r"|presenter|(?:class )?teacher|(?:lab )?partner|interviewer|interviewee|reviewer"
)
_FIELD = regex.compile(rf"{_LINE}(?i:{_ASKED}|(?:{_DONE}) by)[^\S\n]?[:–-][^\S\n]*{_WHO}{_END}")
_OFFICE = regex.compile(rf"{_LINE}(?i:{_OFFICES})[^\S\n]?[:–-][^\S\n]*{_WHO}{_END}")
_BY = regex.compile(rf"{_LINE}(?i:(?:{_DONE}) by|reply to) {_WHO}(?=[^\S\n]*(?:\n|\Z))")
_HEADER = regex.compile(rf"{_LINE}(?:From|To|Cc|CC)[^\S\n]?:[^\S\n]*{_WHO}(?=[^\S\n]*(?:\n|\Z))")
_CLOSING = regex.compile(
    rf"{_LINE}(?i:(?:lots of |with )?love|(?:many )?thanks|thank you|best(?: wishes)?"
    r"|(?:(?:kind|best|warm) )?regards|(?:yours )?(?:sincerely|faithfully|truly)|yours|cheers"
    rf"|your (?:friend|student|classmate)|respectfully),[^\S\n]*\n{{1,2}}[^\S\n]*{_WHO}"
    r"(?=[^\S\n]*(?:\n|\Z))"
)
_QUOTED = regex.compile(rf"{_LINE}(?P<who>{_CAPITAL}) wrote:[^\S\n]*(?=\n|\Z)")
_CALLED = regex.compile(
    rf"(?<!\p{{L}})(?i:(?:they|you can|you may|please|just|people|friends|everyone) calls? me"
    rf"|my name is|my name['’]?s) (?P<who>{_CAPITAL})(?=[.,;!]|[^\S\n]*(?:\n|\Z)| and )"
)
_SPEAKING = regex.compile(
    rf"(?<!\p{{L}})This is (?P<who>{_CAPITAL}) (?:from|here|speaking)(?!\p{{L}})"
    rf"|{_LINE}(?P<who>{_CAPITAL}) here[!.,]"
)
_GREETED = regex.compile(r"(?<!\p{L})(?:Hi|Hello|Hey|Dear) (?P<who>April|May|June)(?=,|!|\s*\n)")
_NO_NAMES = EDGE_WORDS | {
    *("above", "all", "anonymous", "below", "date", "everybody", "everyone", "father", "female"),
    *("hidden", "male", "me", "mother", "myself", "n/a", "na", "nil", "no", "nobody", "none"),
    *("parents", "pending", "private", "same", "signature", "somebody", "someone", "students"),
    *("tba", "tbd", "teachers", "unknown", "us", "various", "we", "yes", "you"),
}
_MISTAKEN = frozenset({"DATE", "LOCATION", "NATIONALITY"})  # a firm has a "Name:", too

_Fits = Callable[[str, Lexicon], bool]


def names_in_person_fields(text: str, spans: Sequence[PiiSpan], lexicon: Lexicon) -> list[PiiSpan]:
    """The names in forms, headers and closings that were not found.

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What was found in it; a date or a place gives way.
    lexicon (Lexicon): Looks words up.
    RETURNS (list): All spans, by place.

        >>> [(s.start, s.end) for s in names_in_person_fields("Signed: Legend", [], Lexicon())]
        [(8, 14)]
    """
    header = len(_HEADER.findall(text)) > 1
    out = {(s.start, s.end): s for s in spans}
    taken = {i for span in spans for i in range(span.start, span.end)}
    for pattern, fits in _PLACES:
        if pattern is _HEADER and not header:
            continue
        for match in pattern.finditer(text):
            place = match.span("who")
            if not fits(match["who"], lexicon):
                continue
            other = out.get(place)
            mistaken = other is not None and other.label in _MISTAKEN
            if mistaken or taken.isdisjoint(range(*place)):
                out[place] = PiiSpan(place[0], place[1], "PERSON", SCORE, "ner")
                taken.update(range(*place))
    return sorted(out.values(), key=lambda span: span.start)


def _any(name: str, lexicon: Lexicon) -> bool:
    """One word may be anything; several ordinary ones are a title ("Name: Design Thinking")."""
    words = name.split()
    known = [lexicon(word) for word in words]
    ordinary = len(words) > 1 and all(word.common and not word.named for word in known)
    return _NO_NAMES.isdisjoint(name.lower().split()) and not ordinary


def _known(name: str, lexicon: Lexicon) -> bool:
    """Is it known as a name, where a chat may have an answer ("Teacher: Good")?"""
    return _any(name, lexicon) and any(lexicon(word).named for word in name.split())


def _no_date(name: str, lexicon: Lexicon) -> bool:
    return _any(name, lexicon) and name.lower() not in DATES


_PLACES: tuple[tuple[regex.Pattern[str], _Fits], ...] = (
    (_FIELD, _any),
    (_OFFICE, _known),
    (_BY, _any),
    (_HEADER, _no_date),
    (_CLOSING, _any),
    (_QUOTED, _any),
    (_CALLED, _any),
    (_SPEAKING, _known),
    (_GREETED, _any),
)
