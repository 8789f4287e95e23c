"""What a document says about whether a person is private or public, as numbers and reasons.

A mention is looked at in a bounded stretch of text: its line, some words on either side. So the
time grows with the length of the text and the number of mentions, however long a line is. What one
mention shows counts for all mentions of the person, since they are decided together.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

import numpy as np

from ...core.later import re
from ...core.spans import PiiSpan
from ...text.lexicon.public_figures import PublicLists
from ...text.lexicon.tables import fold
from ...text.page.entries import publications
from . import bonds, teaching
from .address_parts import address_parts
from .filter_columns import CLASSES
from .mention import FAME, FORM, PLACE, SIGNS, Mention, look, spaced
from .private_sources import is_own_life
from .surroundings import LETTERS, Surroundings, is_between
from .url_evidence import url_evidence

__all__ = [
    "FEATURES", "LISTED", "Evidence", "called_by_forename", "gather", "surely_somebody",
    "url_evidence",
]  # fmt: skip

COMPANY = 250
"""Characters within which a listed person is in a mention's company."""
CITED_WITHIN = 300
"""Characters within which "X says that" and "(X, 1987)" are one citation."""
LEAST_WORKS, SHARE_OF_WORKS = 3, 0.75
"""How many of somebody's own publications name the writer, and which share of them."""
LONGEST_GREETING = 25
"""Characters of a line in front of a name that may be a greeting."""
SURE = 0.99
"""The score from which on the finder is sure that a person's name is one."""

PERSON: tuple[str, ...] = (
    "mentions", "forms", "any_full", "share_full", "first_place", "spread", "email", "listed",
    "listed_rare", "surest",
)  # fmt: skip
POOLED: tuple[str, ...] = (*SIGNS, "title_block", "header", "line_alone", "names_list")
"""What is told of each mention and, as "any:...", of its person."""
DISTANCES: tuple[str, ...] = ("near", "far", "around")
"""Where cue words stand: near the mention, farther off, or near any mention of the person."""
SETTING: tuple[str, ...] = (
    "own_words", "own_text", "article_before", "seen_lower", "company", "share_of_company",
)  # fmt: skip
"""In whose world a mention stands: words such as "I" and "our" around it and in the whole text, and
listed people beside it and among the document's others; and whether it looks like a thing."""

FEATURES: tuple[str, ...] = (
    *PLACE,
    *FORM,
    *SIGNS,
    *PERSON,
    *(f"any:{name}" for name in POOLED),
    *(f"{distance}:{name}" for distance in DISTANCES for name in CLASSES),
    *SETTING,
    *FAME,
    *(f"any:{name}" for name in FAME),
)
"""The names of the features, in their order; new ones are only ever appended."""

LISTED: tuple[str, ...] = (
    "eponym", "any:eponym", "listed", "listed_rare", "company", "share_of_company",
    *FAME, *(f"any:{name}" for name in FAME),
)  # fmt: skip
"""Features that come from the packaged lists. A model that learns from persons drawn from the same
lists trusts them too much: show it documents with an empty `PublicLists` as well."""

_ADDRESSES = frozenset(("EMAIL", "USERNAME", "URL_PERSONAL"))

_BARE = re.compile(r"[^,.]+ [A-Z]{1,3}\.?")
_INVERTED = re.compile(r"[^\W\d_][^,;\d]*, [^\W\d_][^,;\d]*")
_RELATION = "somebody's relation"
UNPUBLISHED = "unpublished source"
PRIVATE_SIGNS: tuple[tuple[str, str], ...] = (
    ("byline", "byline"),
    ("field", "form field"),
    ("members", "member list"),
    ("sign_off", "sign-off"),
    ("self_intro", "self-introduction"),
    ("own_relation", _RELATION),
    ("greeting", "greeting"),
    ("with_writer", _RELATION),
)
"""Signs that by themselves speak for a private person, and the reasons they give."""
_SPOKEN = ("self_intro", "greeting")


@dataclass(frozen=True)
class Evidence:
    """What speaks for and against a person being private, a row a mention.

    features (np.ndarray): Shape (mentions, len(FEATURES)), float32, each within [-1, 1].
    reasons (tuple[str, ...]): Hard evidence that the person is public: "cited", "eponym" (which
        tells of that mention alone), "listed: full name", "allow list", or "".
    private (tuple[str, ...]): Hard evidence that the person is private, such as "byline" or
        "e-mail of the same name", or "".
    in_politics (bool): The person is named as people of power are ("against X"): no student.
    """

    features: np.ndarray
    reasons: tuple[str, ...]
    private: tuple[str, ...]
    in_politics: bool = False


def gather(
    text: str,
    people: Sequence[Sequence[PiiSpan]],
    others: Sequence[PiiSpan],
    lists: PublicLists,
) -> list[Evidence]:
    """Gather the evidence for each person of a document.

    text (str): The document's text.
    people (Sequence): The mentions of each person, by place.
    others (Sequence[PiiSpan]): The other identifiers of the document.
    lists (PublicLists): Who is public by name.
    RETURNS (list[Evidence]): One a person, in their order.

    EXAMPLE:
        >>> from spacy_hips.text.lexicon.public_figures import public_lists
        >>> text = "By Ana Ruiz"
        >>> gather(text, [[PiiSpan(3, 11, "PERSON")]], [], public_lists())[0].private
        ('byline',)
    """
    if not any(people):
        return [_NOTHING for _ in people]
    around = Surroundings(text, people, others, lists)
    mentions = look(around)
    together = _Together(around, mentions)
    addressed = _with_address(text, people, others)
    mailed = _with_address(text, people, [s for s in others if s.label == "EMAIL"])
    bound = bonds.bound(text, people, others)
    out = []
    for number, own in enumerate(people):
        if not mentions[number]:
            out.append(_NOTHING)
            continue
        flags = (number in addressed, number in mailed)
        told = _of_person(together, number, own, mentions[number], flags)
        known = number in together.listed
        out.append(replace(told, private=_with_bonds(text, own, told.private, bound, known)))
    return out


def _with_bonds(
    text: str,
    own: Sequence[PiiSpan],
    private: Sequence[str],
    bound: Collection[tuple[int, int]],
    known: bool,
) -> tuple[str, ...]:
    """The private reasons, with those of who is bound to a home or teaches the course.

    known (bool): The person is on the list of public figures, who are quoted in lectures, too.
    """
    out = []
    for mention, reason in zip(own, private, strict=True):
        if reason in _WEAK and (mention.start, mention.end) in bound:
            reason = bonds.REASON
        elif not known and (
            (reason in _WEAK and teaching.teaches(text, mention.start, mention.end))
            or (reason == _RELATION and teaching.is_called_teacher(text, mention.start))
        ):
            reason = teaching.REASON
        out.append(reason)
    return tuple(out)


_WEAK = ("", "title page", "member list")
_NOTHING = Evidence(np.zeros((0, len(FEATURES)), dtype="float32"), (), ())


class _Together:
    """What all mentions of a document show together.

    cites (bool): Somebody is surely cited.
    listed (dict): The numbers of the people whose full names are listed, and whether few bear them.
    """

    def __init__(self, around: Surroundings, mentions: Mapping[int, Sequence[Mention]]) -> None:
        self.around = around
        self.cites = any(_surely_cited(mention) for own in mentions.values() for mention in own)
        self.listed: dict[int, set[float]] = {}
        for number, own in mentions.items():
            names = [spaced(around.text[m.start : m.end]) for m in own]
            named = [m for m, name in zip(own, names, strict=True) if around.lists.full_name(name)]
            if named:
                self.listed[number] = {m.values["few_bearers"] for m in named}
        self._listed_at = [(start, n) for start, _, n in around.places if n in self.listed]
        self._named = sum(map(bool, mentions.values()))
        self.writers = _writers(around, mentions)

    def company(self, number: int, start: int, end: int) -> bool:
        """Is another person beside a mention listed?"""
        at = bisect_left(self._listed_at, (start - COMPANY, -1))
        while at < len(self._listed_at) and self._listed_at[at][0] <= end + COMPANY:
            if self._listed_at[at][1] != number:
                return True
            at += 1
        return False

    def share_of_company(self, number: int) -> float:
        """Which share of the document's other persons is listed?"""
        return (len(self.listed) - (number in self.listed)) / max(1, self._named - 1)


def _writers(around: Surroundings, mentions: Mapping[int, Sequence[Mention]]) -> set[int]:
    """Who is an author of nearly all works under "Publications": whose list it is."""
    begin = publications(around.layout)
    lines: dict[int, set[int]] = defaultdict(set)
    for number, own in mentions.items() if begin >= 0 else ():
        for mention in own:
            if mention.start >= begin and (mention.values["in_list"] or mention.values["cited"]):
                lines[around.layout.line(mention.start)].add(number)
    counts = Counter(number for numbers in lines.values() for number in numbers)
    least = max(LEAST_WORKS, SHARE_OF_WORKS * len(lines))
    return {number for number, count in counts.items() if count >= least}


def _of_person(
    told: _Together,
    number: int,
    spans: Sequence[PiiSpan],
    mentions: Sequence[Mention],
    addressed: tuple[bool, bool],
) -> Evidence:
    names = [told.around.text[m.start : m.end] for m in mentions]
    listed = told.listed.get(number, set())
    count = len(mentions)
    full = sum(m.values["full"] for m in mentions)
    person = (
        min(1.0, math.log(count) / 3),
        min(1.0, math.log(len({fold(name) for name in names})) / 2),
        float(full > 0),
        full / count,
        math.exp(-mentions[0].start / 400),
        (mentions[-1].end - mentions[0].start) / max(1, len(told.around.text)),
        float(addressed[0]),
        float(bool(listed)),
        float(1.0 in listed),
        sureness(max(span.score for span in spans)),
    )
    rules = any(m.values["ruler"] for m in mentions)
    of_writer = number in told.writers and not listed
    cited = [m.start for m in mentions if _cited(told, m)]
    own = np.array([[m.values[name] for name in _OWN] for m in mentions], dtype=np.float32)
    pooled = own[:, _POOLED_AT].max(axis=0)
    around = reduce(or_, (m.near for m in mentions))
    classes = np.array([(m.near, m.far, around) for m in mentions], dtype=np.int64)
    bits = (classes[:, :, None] >> _BITS) & 1
    shared = np.concatenate((np.array(person, np.float32), pooled))
    features = np.concatenate(
        (
            own,
            np.broadcast_to(shared, (count, len(shared))),
            bits.reshape(count, -1),
            _setting(told, number, mentions),
            _fame(mentions),
        ),
        axis=1,
        dtype=np.float32,
    )
    return Evidence(
        features,
        tuple(_public_reason(told, names, m, 1.0 in listed, cited) for m in mentions),
        tuple(
            "byline"
            if of_writer
            else _private_reason(told, name, m, addressed[1], rules, bool(listed), bool(cited))
            for name, m in zip(names, mentions, strict=True)
        ),
        any(m.values["in_politics"] for m in mentions),
    )


def _setting(told: _Together, number: int, mentions: Sequence[Mention]) -> np.ndarray:
    """The features named in SETTING, a row a mention."""
    shared = {"own_text": told.around.own_words, "share_of_company": told.share_of_company(number)}
    rows = []
    for mention in mentions:
        beside = float(told.company(number, mention.start, mention.end))
        values = {**mention.values, **shared, "company": beside}
        rows.append([values[name] for name in SETTING])
    return np.array(rows, dtype=np.float32)


def _fame(mentions: Sequence[Mention]) -> np.ndarray:
    """The features named in FAME, of each mention and of any, a row a mention."""
    own = np.array([[m.values[name] for name in FAME] for m in mentions], dtype=np.float32)
    return np.hstack([own, np.broadcast_to(own.max(axis=0), own.shape)])


def known_by_one_word(features: np.ndarray) -> bool:
    """Is the person always named by one word, by which somebody is known and hardly anybody called?

    features (np.ndarray): A row a mention, shape (mentions, FEATURES).
    RETURNS (bool): Whether that is so of all mentions.
    """
    return bool((features[:, FEATURES.index("one_word_rare")] > 0).all())


def sureness(score: float) -> float:
    """How sure a finder is, as what is missing to 1 on a scale of powers of ten.

    Names of students in real essays nearly all score above .95, headings hardly ever: between .9
    and .9999 lies more than between .1 and .9.

    score (float): A score of at most 1.
    RETURNS (float): From 0 to 1, which is reached at .99999.

        >>> round(sureness(0.99), 2)
        0.4
    """
    return min(1.0, -math.log10(max(1.0 - score, 1e-5)) / 5)


def surely_somebody(features: np.ndarray) -> np.ndarray:
    """Which mentions surely name a person, and one whom no list of public people has.

    The name is a full one somewhere, of which the finder is sure, or the mention holds a forename
    that is no ordinary word. A heading that was taken for a name is seldom so, and neither is who
    is widely known.

    features (np.ndarray): A row a mention, shape (mentions, FEATURES).
    RETURNS (np.ndarray): True or False for each, shape (mentions,).
    """
    names = ("any_full", "listed", "surest", "forename", "common_word", "one_word_rare")
    full, listed, surest, forename, common, known = (
        features[:, FEATURES.index(name)] for name in names
    )
    whole = (full > 0) & (surest >= np.float32(sureness(SURE)))
    called = (forename > 0) & (common == 0) & (known == 0)
    there: np.ndarray = (whole | called) & (listed == 0)
    return there


def called_by_forename(features: np.ndarray) -> bool:
    """Is the person named by a forename alone, wherever the text names her?

    features (np.ndarray): A row a mention, shape (mentions, FEATURES).
    RETURNS (bool): Whether no mention is a full name, and the word is rather no surname.
    """
    full, forename, surname = (
        features[:, FEATURES.index(name)] for name in ("any_full", "forename", "surname")
    )
    return bool(((full == 0) & (forename > surname)).all())


_OWN: tuple[str, ...] = (*PLACE, *FORM, *SIGNS)
_POOLED_AT = np.array([_OWN.index(name) for name in POOLED])
_BITS = np.arange(len(CLASSES), dtype=np.int64)


def _public_reason(
    told: _Together, names: Sequence[str], mention: Mention, listed: bool, cited: Sequence[int]
) -> str:
    """cited: where the person is cited, by place. "X says that ... (X, 1987)" is one citation,
    while "X came late ... (X, 1987)" may tell of two people, and the model weighs it."""
    values = mention.values
    if told.around.lists.public and all(told.around.lists.allowed(name) for name in names):
        return "allow list"
    if values["eponym"]:
        return "eponym"
    quoted = values["quoted"] and is_between(
        cited, mention.start - CITED_WITHIN, mention.end + CITED_WITHIN
    )
    if quoted or _cited(told, mention):
        return "cited"
    return "listed: full name" if listed else ""


def _cited(told: _Together, mention: Mention) -> bool:
    values = mention.values
    sure = values["cited"] and (told.cites or _surely_cited(mention))
    return bool(values["in_list"] or sure)


def _surely_cited(mention: Mention) -> bool:
    """Is it a citation also alone? "(Ana, 2010)" is none where the document cites nobody else."""
    values = mention.values
    lone = not values["full"] and not values["initials"]
    likely = not lone or values["forename"] <= values["surname"]
    return bool(values["et_al"] or (values["cited"] and likely))


def _private_reason(
    told: _Together,
    name: str,
    mention: Mention,
    mailed: bool,
    rules: bool,
    listed: bool,
    cites: bool,
) -> str:
    """rules: whether the text gives the person the title of a ruler. "I, Ana Ruiz, declare" is then
    a quotation as likely as an author's own words, and the model weighs it. listed: "Lebenslauf"
    above Goethe's name heads an essay on him. cites: whether a published work is cited, too."""
    if told.around.lists.denied(name):
        return "deny list"
    values = mention.values
    if values["unpublished"] and not (cites or listed):
        return UNPUBLISHED
    for sign, reason in PRIVATE_SIGNS:
        if sign in _SPOKEN and values["in_list"] and _within_entry(told, mention, name):
            continue
        if values[sign] and not (sign == "self_intro" and rules and values["declares"]):
            return reason
    if values["title_block"] and values["line_alone"] and _INVERTED.fullmatch(name):
        return "byline"  # "Ruiz, Ana" heads what Ana Ruiz hands in
    in_title = bool(values["title_block"]) and not listed
    if in_title and is_own_life(told.around.layout, mention.start, mention.end):
        return "byline"
    if values["title_block"] and values["line_alone"] and told.around.layout.title_lines > 1:
        return "title page"
    if values["names_list"]:
        return "member list"
    return "e-mail of the same name" if mailed else ""


def _within_entry(told: _Together, mention: Mention, name: str) -> bool:
    """Is it a name of "Stone I, Reed GA" or "The price of attention. Ana Ruiz", and no greeting?"""
    layout = told.around.layout
    first = layout.bounds(layout.line(mention.start))[0]
    return mention.start - first > LONGEST_GREETING or _BARE.fullmatch(name) is not None


def _with_address(
    text: str, people: Sequence[Sequence[PiiSpan]], others: Sequence[PiiSpan]
) -> set[int]:
    """The persons of whom a part of the name is in an e-mail address, a handle or a page's URL."""
    addresses = [s for s in others if s.label in _ADDRESSES]
    if not addresses:
        return set()
    bearers: dict[str, set[int]] = defaultdict(set)
    for number, own in enumerate(people):
        for name in {text[m.start : m.end] for m in own}:
            for word in LETTERS.findall(fold(name)):
                bearers[word].add(number)
    found: set[int] = set()
    for address in addresses:
        for part in address_parts(text[address.start : address.end]):
            found |= bearers.get(part, _NOBODY)
    return found


_NOBODY: frozenset[int] = frozenset()
