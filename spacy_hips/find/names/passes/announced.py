"""Names that the words before them announce: "Signed: Legend", "Thanks,\\nGrant", "Nurse Joy".

In such a place only a person can be named. So the word is a name, also if it is an ordinary word
elsewhere ("Will", "Lucky") and the finder did not find it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....core.errors import Errors, HipsError
from ....core.spans import PiiSpan
from ....text.lexicon.admit import ADMISSIONS, Admission
from ....text.lexicon.cues import EDGE_WORDS
from ....text.lexicon.language import BASE
from ....text.lexicon.words import Lexicon
from ....text.page.page import Page
from ..name_pass import NamePass
from ..patterns import announcements


@dataclass(frozen=True)
class Announced:
    """Finds what patterns announce: those of all languages, and those of the page's language.

    score (float): The score of such a name.
    without (tuple[str, ...]): Patterns that are left out.

        >>> page = Page("Signed: Legend")
        >>> [(s.start, s.end) for s in Announced()(page, [], Lexicon())]
        [(8, 14)]
    """

    score: float = 0.9
    without: tuple[str, ...] = ()

    def __call__(self, page: Page, spans: Sequence[PiiSpan], lexicon: Lexicon) -> Sequence[PiiSpan]:
        """Give all spans of the document; what a pattern may take has the very same characters."""
        out = {(s.start, s.end): s for s in spans}
        taken: set[int] | None = None
        for row in announcements(page.lang):
            if row.name in self.without:
                continue
            for match in row.matches(page.text):
                admits = ADMISSIONS[row.admits]
                if not _admitted(match.captures("who"), admits, lexicon):
                    continue
                if taken is None:
                    taken = {i for span in spans for i in range(span.start, span.end)}
                for place in match.spans("who"):
                    other = out.get(place)
                    gives_way = other is not None and other.label in row.over
                    if gives_way or taken.isdisjoint(range(*place)):
                        out[place] = PiiSpan(place[0], place[1], "PERSON", self.score)
                        taken.update(range(*place))
        if taken is None:
            return spans
        return sorted(out.values(), key=lambda span: span.start)


def _admitted(names: Sequence[str], admits: Admission, lexicon: Lexicon) -> bool:
    """May all of a row be names? Beside most others a word is one that somebody is called by."""
    doubtful = [name for name in names if not admits(name, lexicon)]
    if 2 * len(doubtful) >= len(names):
        return False
    return all(lexicon(name).forename and name.lower() not in EDGE_WORDS for name in doubtful)


def make_announced(score: float = 0.9, without: Sequence[str] = ()) -> NamePass:
    """Build `spacy_hips.NamePass.announced.v1`.

    score (float): The score of a name that was found so.
    without (Sequence[str]): Names of patterns that are left out.
    RAISES (HipsError): E206 for a pattern that no table has.
    """
    known = {row.name for row in announcements(BASE)}
    for name in without:
        if name not in known:
            raise HipsError(Errors.E206.format(name=name, known=", ".join(sorted(known))))
    return Announced(score, tuple(without))
