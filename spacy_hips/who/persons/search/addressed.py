"""The names that replaced addresses spell: "write to alassane.zukic@uni.edu" names Alassane Zukic.

Whom neither the finder nor a table knows is told by an address all the same. So the last net looks
for these words, too (leftovers.py).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise
from operator import attrgetter

from ....core.later import regex
from ....core.spans import PiiSpan
from ....text.lexicon.form_words import BODIES
from ....text.lexicon.letters import undress
from ....text.lexicon.tables import NameTables, dictionary, fold, word_key
from ..link.describe import describe_person
from ..link.entity import Entity
from ..link.owners import LISTED, WORDS
from .leftovers import HEAD, SHORTEST_END

ADDRESSES: frozenset[str] = frozenset(("EMAIL", "USERNAME", "URL_PERSONAL"))
SHORTEST_RUN = 6
"""Letters of an address that are no chance ("tnguyen")."""
LONGEST_GLUED = 32
"""Letters of a handle that is taken apart by the tables ("alassanezukic")."""

_SCHEME = regex.compile(r"(?i)^(?:mailto:|https?://)?@?")
_HOST = regex.compile(r"[@\s(\[].*", regex.S)
_WORD = regex.compile(r"\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+(?!\p{Ll})|[\p{Lo}\p{M}]+")
_GAP = regex.compile(r"[^\S\n]?|[-_.]|[.,][^\S\n]")
_OPENING = regex.compile(r"(?:^|[^\p{L}\p{N}\s,])\s*\Z|\n\s*\Z")


def spelled_name(address: str, label: str, tables: NameTables) -> str:
    """The full name that an address spells.

    address (str): An e-mail address, a handle or the address of somebody's page.
    label (str): Its label.
    tables (NameTables): The name tables.
    RETURNS (str): Forename and surname; "" where it spells no two words that may be names. Ordinary
        words are none ("water.project", "info").
    """
    return next((name for part in _parts(address, label) if (name := _name(part, tables))), "")


def _parts(address: str, label: str) -> list[str]:
    """The stretches of an address that may be made of a name."""
    if label not in ADDRESSES:
        return []
    bare = _SCHEME.sub("", undress(address.strip()))
    return bare.split("/")[1:] if label == "URL_PERSONAL" else [_HOST.sub("", bare)]


def _name(part: str, tables: NameTables) -> str:
    words = _WORD.findall(part)
    if len(words) == 1:
        words = _apart(fold(words[0]), tables)
    if len(words) not in (2, 3) or not all(_may_be(word, tables) for word in words):
        return ""
    unknown = [word for word in words if not tables.is_name(word)]
    if min(map(len, unknown), default=SHORTEST_END) < SHORTEST_END or len(unknown) > 2:
        return ""
    return " ".join(fold(word).capitalize() for word in words)


def _may_be(word: str, tables: NameTables) -> bool:
    """May a word be a name, and nothing else?"""
    if len(word) < HEAD or tables.is_common_word(word):
        return False
    return tables.is_name(word) or fold(word) not in dictionary()


def _apart(glued: str, tables: NameTables) -> list[str]:
    """Forename and surname of "alassanezukic", or in the other order; the most even cut."""
    if len(glued) > LONGEST_GLUED:
        return []
    ways = [
        (abs(len(glued) - 2 * cut), cut)
        for cut in range(HEAD, len(glued) - HEAD + 1)
        for first, last in ((glued[:cut], glued[cut:]),)
        if (tables.is_forename(first) and tables.is_surname(last))
        or (tables.is_surname(first) and tables.is_forename(last))
    ]
    cut = min(ways)[1] if ways and not tables.is_known(glued) else 0
    return [glued[:cut], glued[cut:]] if cut else []


def addressed(
    text: str,
    spans: Sequence[PiiSpan],
    entities: Mapping[str, Entity],
    tables: NameTables,
) -> Iterator[tuple[str, Entity]]:
    """Whom the addresses of a document spell that belong to nobody of it.

    The full name must stand in the text, too: a word of it alone may be anybody's. Two words with
    capitals are a full name also where the address has an initial ("tnguyen"), or where they are
    ordinary words as well ("rosefield12", "Rose Field").

    text (str): The document's text.
    spans (Sequence[PiiSpan]): What is replaced, each with the id of its entity.
    entities (Mapping[str, Entity]): Their entities.
    tables (NameTables): The name tables.
    YIELDS (tuple): The id of the address, and the person without an id; each name once.
    """
    wanted: dict[frozenset[str], str] = {}
    runs: dict[str, str] = {}
    for span in spans:
        if span.label not in ADDRESSES or entities[span.id].evidence in (LISTED, WORDS):
            continue
        address = text[span.start : span.end]
        if name := spelled_name(address, span.label, tables):
            first, *_, last = map(word_key, name.split())
            wanted.setdefault(frozenset((first, last)), span.id)
        for part in _parts(address, span.label):
            runs.setdefault("".join(map(word_key, _WORD.findall(part))), span.id)
    told: dict[frozenset[str], None] = {}
    for first, last in _pairs(text, spans) if runs else ():
        pair = frozenset((word_key(first), word_key(last)))
        spelt = wanted.get(pair) or runs.get(_run_of(first, last, runs, tables))
        if spelt and pair not in told:
            told[pair] = None
            name = f"{first.capitalize()} {last.capitalize()}"
            yield spelt, describe_person(Entity("", "PERSON", "", (name,)), None, tables)


def _run_of(first: str, last: str, runs: Container[str], tables: NameTables) -> str:
    """How one of some addresses spells two words with capitals that may be a name; "" for none."""
    if not (first[0].isupper() and last[0].isupper()):
        return ""
    a, b = word_key(first), word_key(last)
    whole = next((run for run in (a + b, b + a) if run in runs and len(run) >= SHORTEST_RUN), "")
    cut = next((run for run in (a[0] + b, b + a[0], a + b[0], b[0] + a) if run in runs), "")
    both = whole and any(
        tables.is_forename(one) and tables.is_name(other) for one, other in ((a, b), (b, a))
    )
    if a in BODIES or b in BODIES:
        return ""
    if both or not (tables.is_common_word(a) or tables.is_common_word(b)):
        return whole or (cut if len(cut) >= SHORTEST_RUN else "")
    return ""


def _pairs(text: str, spans: Sequence[PiiSpan]) -> Iterator[tuple[str, str]]:
    """Words that stand together, outside of what is replaced; with another between them at most."""
    plain, at, free = undress(text), 0, []
    for span in sorted(spans, key=attrgetter("start")):
        free.append(plain[at : span.start])
        at = max(at, span.end)
    for stretch in (*free, plain[at:]):
        words = [(m[0], *m.span()) for m in _WORD.finditer(stretch)]
        for number, (word, start, _) in enumerate(words):
            for other in _behind(stretch, words[number : number + 3], start):
                yield word, other


def _behind(text: str, words: Sequence[tuple[str, int, int]], start: int) -> Iterator[str]:
    """The words that may be of one name with the first of some; "Locke, John" only where no other
    name can end in front of it."""
    for (_, _, end), (other, begin, _) in pairwise(words):
        gap = text[end:begin]
        if not _GAP.fullmatch(gap) or (
            "," in gap and not _OPENING.search(text, max(0, start - 3), start)
        ):
            return
        yield other
