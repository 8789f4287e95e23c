"""Initials in brackets behind the name that they stand for: "Lena Vogel (L.V.)"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....core.labels import NAME_LABELS
from ....core.later import regex
from ....core.spans import PiiSpan
from ....text.lexicon.words import Lexicon
from ....text.page.page import Page
from ..name_pass import NamePass
from ..things import MISTAKEN

_BEHIND = regex.compile(r"[^\S\n]?[(\[](?P<letters>\p{Lu}(?:\.?[^\S\n]?-?\p{Lu}){1,3}\.?)[)\]]")
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}'’]*")
_REACH = 16


@dataclass(frozen=True)
class Initials:
    """Finds initials that the name before them explains, whatever else they were taken for.

    score (float): The score of such initials.

        >>> page = Page("I asked Lena Vogel (LV) and Mind Map (MM).")
        >>> found = [PiiSpan(8, 18, "PERSON", 0.9)]
        >>> [page.text[s.start : s.end] for s in Initials()(page, found, Lexicon())]
        ['Lena Vogel', 'LV']
    """

    score: float = 0.8

    def __call__(self, page: Page, spans: Sequence[PiiSpan], lexicon: Lexicon) -> Sequence[PiiSpan]:
        """Give all spans of the document."""
        new: list[PiiSpan] = []
        for span in spans:
            if span.label not in NAME_LABELS:
                continue
            match = _BEHIND.match(page.text, span.end, span.end + _REACH)
            if match and _stand_for(match["letters"], page.text[span.start : span.end]):
                start, end = match.span("letters")
                new.append(PiiSpan(start, end, "PERSON", self.score))
        if not new:
            return spans
        places = {(s.start, s.end) for s in new}
        kept = [s for s in spans if not (s.label in MISTAKEN and (s.start, s.end) in places)]
        taken = {i for span in kept for i in range(span.start, span.end)}
        new = [s for s in new if taken.isdisjoint(range(s.start, s.end))]
        return sorted((*kept, *new), key=lambda span: span.start)


def make_initials(score: float = 0.8) -> NamePass:
    """Build `spacy_hips.NamePass.initials.v1`.

    score (float): The score of initials that were found so.
    """
    return Initials(score)


def _stand_for(letters: str, name: str) -> bool:
    """Are they the first letters of all words of a name, or of its first and its last one?"""
    own = "".join(filter(str.isalpha, letters))
    first = "".join(word[0].upper() for word in _WORD.findall(name))
    return len(first) > 1 and own in (first, first[0] + first[-1], first[-1] + first[0])
