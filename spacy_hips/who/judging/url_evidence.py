"""Is a web address public or somebody's own? The words around it and the people of the document.

The judgement is that of rules/url_privacy.py; here it becomes a probability, and the document's
private people are looked for in the address.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...core.later import re
from ...core.spans import PiiSpan
from ...find.rules.url_privacy import AFTER, BEFORE, judge
from ...text.lexicon.form_words import USED
from ...text.lexicon.tables import fold
from .address_parts import address_parts

A_TOOL = "said to be a firm's or a tool's"
PUBLIC: dict[str, float] = {
    "a public host": 0.98,
    "a public page of a platform": 0.95,
    "an office or a school": 0.95,
    "quoted as a source": 0.9,
    "a front page": 0.9,
    "an abbreviation of letters": 0.9,
    A_TOOL: 0.8,
}
"""How probably an address is public, by the reason for which it is judged so."""
VIDEO = 0.6
"""The probability for a film on a platform that the words around it do not call the writer's."""
UNKNOWN = 0.3
"""The probability where nothing is known of the host; every other reason tells of an owner."""
OWNED = 0.02
NAMED = "a name of the document in it"

_VIDEO = re.compile(
    r"(?:https?://)?(?:www\.|m\.)?(?:youtu\.be/|youtube\.com/(?:watch|embed)|vimeo\.com/\d)", re.I
)
_OWN = re.compile(
    r"(?<!\w)(?:my|mine|our|ours|me|I|we|I['’]ve|we['’]ve|made|created|recorded|uploaded|filmed)(?!\w)"
)
_BARE = re.compile(r"(?!www\.)[A-Za-z][\w-]*\.[a-z]{2,4}", re.I)
_USED = re.compile(rf"(?<![^\W\d_])(?:{'|'.join(sorted(USED))})\s+\Z", re.I)
_LETTERS = re.compile(r"[^\W\d_]{3,}")


def url_evidence(
    text: str, urls: Sequence[PiiSpan], people: Sequence[Sequence[PiiSpan]]
) -> list[tuple[float, str]]:
    """Judge the web addresses of a document.

    text (str): The document's text.
    urls (Sequence[PiiSpan]): The addresses.
    people (Sequence): The mentions of each person who is private; an address that holds a part of
        such a name is personal.
    RETURNS (list): For each address the probability that it is public, and the reason.

    EXAMPLE:
        >>> text = "See https://en.wikipedia.org/wiki/Mind_map"
        >>> url_evidence(text, [PiiSpan(4, 42, "URL_PERSONAL")], [])
        [(0.98, 'a public host')]
    """
    parts = {
        part
        for mentions in people
        for mention in mentions
        for part in _LETTERS.findall(fold(text[mention.start : mention.end]))
    }
    return [_judged(text, url, parts) for url in urls]


def _judged(text: str, url: PiiSpan, parts: set[str]) -> tuple[float, str]:
    address = text[url.start : url.end]
    before = text[max(0, url.start - BEFORE) : url.start]
    verdict = judge(address, before, text[url.end : url.end + AFTER])
    if not parts.isdisjoint(address_parts(address)) and verdict.reason != "a public host":
        return OWNED, NAMED
    if verdict.public:
        return PUBLIC[verdict.reason], verdict.reason
    if verdict.reason == "a page of a platform's user" and _VIDEO.match(address):
        return (OWNED if _OWN.search(before) else VIDEO), verdict.reason
    if verdict.reason == "an unknown host":
        if _BARE.fullmatch(address) and _USED.search(before):  # "I used Socket.io"
            return PUBLIC[A_TOOL], A_TOOL
        return UNKNOWN, verdict.reason
    return OWNED, verdict.reason
