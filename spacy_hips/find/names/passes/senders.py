"""Who sent the messages that a messenger wrote down: "[12:01, 3/4/2023] Grace: yes"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....core.later import regex
from ....core.spans import PiiSpan
from ....text.lexicon.cues import EDGE_WORDS, NAMES_TOO
from ....text.lexicon.words import Lexicon
from ....text.page.page import Page
from ..name_pass import NamePass
from ..things import MISTAKEN

# What else stands before a colon, though somebody may be called so.
_NO_SENDERS = EDGE_WORDS | {
    *("age", "agent", "date", "major", "price", "topic"),
    *("you", "everyone", "unknown", "system", "admin", "bot", "note", "error"),
}
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


@dataclass(frozen=True)
class Senders:
    """Takes whoever stands behind the time of a message for a name.

    score (float): The score of such a name.

        >>> [(s.start, s.end) for s in Senders()(Page("[12:01] Grace: yes"), [], Lexicon())]
        [(8, 13)]
    """

    score: float = 0.9

    def __call__(self, page: Page, spans: Sequence[PiiSpan], lexicon: Lexicon) -> Sequence[PiiSpan]:
        """Give all spans of the document; a date or a place gives way."""
        found = [m.span("who") for m in _SENT.finditer(page.text)]
        found = [f for f in found if not _is_no_sender(page.text[slice(*f)])]
        if not found:
            return spans
        out = {(s.start, s.end): s for s in spans}
        taken = {i for span in spans for i in range(span.start, span.end)}
        for place in found:
            mistaken = place in out and out[place].label in MISTAKEN
            if mistaken or taken.isdisjoint(range(*place)):
                out[place] = PiiSpan(place[0], place[1], "PERSON", self.score)
        return sorted(out.values(), key=lambda span: span.start)


def _is_no_sender(form: str) -> bool:
    return form.lower() in _NO_SENDERS and form not in NAMES_TOO


def make_senders(score: float = 0.9) -> NamePass:
    """Build `spacy_hips.NamePass.senders.v1`.

    score (float): The score of a name that was found so.
    """
    return Senders(score)
