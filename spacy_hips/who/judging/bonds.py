"""Who is bound to a home address, a telephone number or a date of birth: nobody public is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from ...core.later import re
from ...core.spans import PiiSpan

REASON = "home, telephone or date of birth"
REACH = 90
"""Characters between a name and what is bound to it."""
_VALUES = frozenset({"STREET_ADDRESS", "PHONE_NUM", "DATE_OF_BIRTH"})

# Between a name and its address stand only words that bind the two ("Ana Ruiz still lives at").
_BINDS = re.compile(
    r"(?:['’]s)?(?:[\s,:;()|–—-]|\.(?!\s+[A-Z])|(?<![^\W\d_])(?:who|she|he|they|still|now|then|also|has"
    r"|have|had|currently|lives?|lived|living|resides?|resided|residing|resident|stays?|stayed|staying"
    r"|moved|rents?|based|home|house|house number|residence|address|apartment|flat|is|was|at|in|on"
    r"|from|to|of|the|his|her|their|my|our|new|old|tel|telephone|phone|mobile|cell|cellphone|whatsapp"
    r"|number|no|calls?|text|reach|reached|contact|contacted|can|be|by|me|or|and|DOB|D\.?O\.?B\.?|date"
    r"|birth|birthday|birthdate|born|b|family|parents|which)(?![^\W\d_])){1,24}",
    re.I,
)


def bound(
    text: str, people: Sequence[Sequence[PiiSpan]], others: Sequence[PiiSpan]
) -> frozenset[tuple[int, int]]:
    """The mentions that an address, a number or a birth follows, in words that bind the two.

    text (str): The document's text.
    people (Sequence): The mentions of each person.
    others (Sequence[PiiSpan]): The other identifiers of the document.
    RETURNS (frozenset): Start and end of those mentions.

    EXAMPLE:
        >>> text = "Ana Ruiz lives at 12 Elm Street."
        >>> bound(text, [[PiiSpan(0, 8, "PERSON")]], [PiiSpan(18, 31, "STREET_ADDRESS")])
        frozenset({(0, 8)})
    """
    places = sorted((m.start, m.end) for own in people for m in own)
    starts = [start for start, _ in places]
    out = set()
    for value in others:
        if value.label not in _VALUES:
            continue
        at = bisect_right(starts, value.start) - 1
        if at < 0 or not 0 < value.start - places[at][1] <= REACH:
            continue
        if _BINDS.fullmatch(text, places[at][1], value.start):
            out.add(places[at])
    return frozenset(out)
