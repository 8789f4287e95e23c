"""Names among names: of "Ana, Cam'ron, Wren, Youssef, Zed" the finder may know three."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....core.labels import NAME_LABELS
from ....core.spans import PiiSpan
from ....text.lexicon.admit import admit_small
from ....text.lexicon.cues import is_edge_word
from ....text.lexicon.words import TITLE, Lexicon
from ....text.page.page import Page
from ....text.page.rows import LEAST, enumerations, of_members
from ..name_pass import NamePass
from ..things import MISTAKEN

FOUND, SHARE = 1 / 3, 0.5
"""Of a row so many have to be found names, and more than so many found or known as names."""
_LONGEST = 3  # words of one


@dataclass(frozen=True)
class Listed:
    """Takes the other items of a row for names where most of it are found ones, or where it is
    announced as one of members and most may be forenames ("Group: Comfort, Joy, ...").

    What was found as a place or a date gives way. Beside as many found names, a word of a short row
    is one by which people are called ("Rose and Mark").

    score (float): The score of such a name.

        >>> page = Page("Ana, Ben, Cho, Dee and Zed came")
        >>> found = [PiiSpan(i, i + 3, "PERSON", 0.9) for i in (0, 5, 10)]
        >>> len(Listed()(page, found, Lexicon()))
        5
    """

    score: float = 0.6

    def __call__(self, page: Page, spans: Sequence[PiiSpan], lexicon: Lexicon) -> Sequence[PiiSpan]:
        """Give all spans of the document."""
        text = page.text
        named = any(s.label in NAME_LABELS for s in spans)
        short = [
            row
            for row in enumerations(text, 2)
            if len(row) < LEAST and (of_members(text, row) or (named and _ends_in_and(text, row)))
        ]
        if not (short or page.rows):
            return spans
        out = {(s.start, s.end): s for s in spans}
        places = {i: s for s in spans for i in range(s.start, s.end)}
        for row in (*short, *page.rows):
            names = [out[item] for item in row if item in out and out[item].label in NAME_LABELS]
            others = [it for it in row if it not in out or out[it].label not in NAME_LABELS]
            known = len(names) + sum(_is_known(text[slice(*item)], lexicon) for item in others)
            listed = len(names) >= FOUND * len(row) and known > SHARE * len(row)
            if not _are_members(text, row, lexicon):
                if len(row) < LEAST:
                    half = 2 * len(names) >= len(row)
                    others = _words_borne(text, others, lexicon) if half else []
                elif not listed:
                    continue
            elif len(row) < LEAST and not names:  # "Group 2: Paris, Sydney" may be cities
                others = [item for item in others if item not in out]
            like = names[0] if names else PiiSpan(0, 0, "PERSON")
            for start, end in others:
                there = {places[i] for i in range(start, end) if i in places}
                free = all(s.label in MISTAKEN and (s.start, s.end) == (start, end) for s in there)
                if free and _may_be_name(text[start:end]):
                    out[start, end] = replace(like, start=start, end=end, score=self.score)
        return sorted(out.values(), key=lambda span: span.start)


def make_listed(score: float = 0.6) -> NamePass:
    """Build `spacy_hips.NamePass.listed.v1`.

    score (float): The score of a name that was found so.
    """
    return Listed(score)


def _are_members(text: str, row: Sequence[tuple[int, int]], lexicon: Lexicon) -> bool:
    forenames = sum(lexicon(text[slice(*item)].split()[0]).forename > 0 for item in row)
    return forenames > SHARE * len(row) and of_members(text, row)


def _ends_in_and(text: str, row: Sequence[tuple[int, int]]) -> bool:
    """Does a row end in "and", as "So, Ana" does not?"""
    return text[row[-2][1] : row[-1][0]].endswith(("and ", "& "))


def _words_borne(
    text: str, items: Sequence[tuple[int, int]], lexicon: Lexicon
) -> list[tuple[int, int]]:
    """Those of a few items that are words by which people are called: "Rose and Mark"."""
    return [item for item in items if _is_word_borne(text[slice(*item)], lexicon)]


def _is_word_borne(form: str, lexicon: Lexicon) -> bool:
    word = lexicon(form)
    return word.common and word.case == TITLE and admit_small(form, lexicon)


def _may_be_name(item: str) -> bool:
    words = item.split()
    return len(words) <= _LONGEST and not any(map(is_edge_word, words))


def _is_known(item: str, lexicon: Lexicon) -> bool:
    """Is every word of it known as a name, and none an ordinary word?"""
    words = [lexicon(word) for word in item.split()]
    return all(word.named and not word.common for word in words)
