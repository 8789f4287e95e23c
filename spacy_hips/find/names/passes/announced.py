"""Names that the words before them announce: "Signed: Legend", "Thanks,\\nGrant", "Nurse Joy".

In such a place only a person can be named. So the word is a name, also if it is an ordinary word
elsewhere ("Will", "Lucky") and the finder did not find it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....core.errors import Errors, HipsError
from ....core.later import regex
from ....core.spans import PiiSpan
from ....text.lexicon.admit import ADMISSIONS, Admission
from ....text.lexicon.cues import is_edge_word
from ....text.lexicon.language import BASE
from ....text.lexicon.person_words import NOUNS, OWNED_NOUNS
from ....text.lexicon.words import Lexicon
from ....text.page.page import Page
from ..name_pass import NamePass
from ..patterns import announcements

_THING = regex.compile(r"(?:['’]s)?[^\S\n](?P<noun>\p{Ll}+)(?!\p{L})")


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
        """Give all spans of the document; what a pattern may take has the very same characters.

        A name in a script that a pattern tells is whole, so parts of it give way, too.
        """
        out = {(s.start, s.end): s for s in spans}
        taken: set[int] | None = None
        seen = page.seen
        for row in announcements(page.lang):
            if row.name in self.without:
                continue
            for match in row.matches(seen.text):
                admits = ADMISSIONS[row.admits]
                names = match.captures("who")
                end = match.end("who")
                if not _admitted(names, admits, lexicon) or _of_thing(seen.text, end):
                    continue
                if taken is None:
                    taken = {i for span in spans for i in range(span.start, span.end)}
                for place in (seen.back(*found) for found in match.spans("who")):
                    if row.admits == "script":
                        _drop_parts(out, taken, place)
                    other = out.get(place)
                    gives_way = other is not None and other.label in row.over
                    if gives_way or taken.isdisjoint(range(*place)):
                        out[place] = PiiSpan(place[0], place[1], "PERSON", self.score)
                        taken.update(range(*place))
        if taken is None:
            return spans
        return sorted(out.values(), key=lambda span: span.start)


def _drop_parts(
    out: dict[tuple[int, int], PiiSpan], taken: set[int], place: tuple[int, int]
) -> None:
    """Take away what was found within a place, and is not all of it."""
    for one in [one for one in out if place[0] <= one[0] and one[1] <= place[1]]:
        if one != place:
            del out[one]
            taken.difference_update(range(*one))


def _of_thing(text: str, end: int) -> bool:
    """Does the noun behind it say that it is a thing ("my aunt Guillain-Barré syndrome")?"""
    behind = _THING.match(text, end)
    return behind is not None and behind["noun"] in NOUNS - OWNED_NOUNS


def _admitted(names: Sequence[str], admits: Admission, lexicon: Lexicon) -> bool:
    """May all of a row be names? Beside others a word is one that somebody is called by."""
    doubtful = [name for name in names if not admits(name, lexicon)]
    beside = len(names) - len(doubtful)
    if len(doubtful) > beside or (len(doubtful) == beside and not all(map(str.istitle, names))):
        return False
    return all(lexicon(name).forename and not is_edge_word(name) for name in doubtful)


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
